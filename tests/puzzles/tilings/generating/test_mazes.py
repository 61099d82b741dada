"""Test mazes on any tiling: trees on the cells that are not holes, reproducible by seed.

Boards on which no maze exists are refused.
"""

from collections import Counter

import numpy as np
import pytest

from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.generating import mazes
from cpstudy.puzzles.tilings.generating.algorithms import MAZES
from cpstudy.puzzles.tilings.generating.mazes import (
    board_stream,
    check_size,
    drawn,
    maze_of,
    turned_at_random,
)
from tests.puzzles.tilings.geometries import Squares

SHAPES = ((1, 1), (1, 2), (2, 1), (2, 2), (1, 6), (6, 1), (3, 4), (5, 5))


def board(kind, rows, columns, wrap=False, holes=()):
    return kind(
        rows, columns, bytes(cell not in holes for cell in range(rows * columns)), wrap, False
    )


@pytest.mark.parametrize("algorithm", MAZES)
@pytest.mark.parametrize("kind", [HexPipes, Squares])
def test_every_maze_is_a_tree(algorithm, kind):
    for rows, columns in SHAPES:
        for wrap in (False, True):
            empty = board(kind, rows, columns, wrap)
            for index in range(3):
                tree = drawn(empty, algorithm, board_stream(empty, algorithm, 1, index))
                puzzle = empty.with_tiles(tree)
                assert puzzle.violation(tree) == ""
                assert 0 not in tree or rows * columns == 1
                assert (1 << puzzle.sides) - 1 not in tree


@pytest.mark.parametrize("algorithm", ["depth-first", "kruskal", "prim", "wilson"])
def test_holes_stay_holes(algorithm):
    rng = np.random.default_rng(4)
    drawn_boards = refused = 0
    for _ in range(60):
        holes = set(rng.choice(25, 8, replace=False).tolist())
        empty = board(HexPipes, 5, 5, bool(rng.integers(2)), holes)
        try:
            tree = drawn(empty, algorithm, board_stream(empty, algorithm, 2, 0))
        except ValueError as error:
            assert "cut" in str(error)
            refused += 1
            continue
        drawn_boards += 1
        assert empty.with_tiles(tree).violation(tree) == ""
        assert {cell for cell, sides in enumerate(tree) if not sides} == holes
    assert min(drawn_boards, refused) > 5


def test_binary_trees_open_towards_what_comes_before():
    empty = board(HexPipes, 4, 5)
    tree = drawn(empty, "binary-tree", board_stream(empty, "binary-tree", 1, 0))
    for cell, sides in enumerate(tree):
        opened = [empty.across(cell, side)[0] for side in range(6) if sides >> side & 1]
        assert sum(beyond < cell for beyond in opened) == (cell > 0)
    lonely = board(HexPipes, 2, 3, holes=(0, 1))
    with pytest.raises(ValueError, match=r"no neighbour comes before row 2, column 1"):
        drawn(lonely, "binary-tree", board_stream(lonely, "binary-tree", 1, 0))


def test_prim_joins_what_is_left_over(monkeypatch):
    """On a 9×9 torus, ``prim`` needs one attempt for a tree with at most three open sides per tile.

    Cells whose discoverer is full are joined to another tile.
    """
    monkeypatch.setattr(mazes, "_ATTEMPTS", 1)
    empty = board(Squares, 9, 9, True)
    degrees = Counter(
        sides.bit_count()
        for index in range(20)
        for sides in drawn(empty, "prim", board_stream(empty, "prim", 3, index))
    )
    assert set(degrees) == {1, 2, 3}


def test_trees_of_three_cells_are_drawn_alike():
    """Wilson's trees are uniform: on three adjacent cells, all three trees are equally frequent."""
    empty = board(HexPipes, 2, 2, holes=(3,))
    state = board_stream(empty, "wilson", 5, 0)
    met = Counter(drawn(empty, "wilson", state) for _ in range(300))
    assert len(met) == 3
    assert all(abs(times - 100) < 5 * (300 * 2 / 9) ** 0.5 for times in met.values())


def test_a_seed_means_the_same_for_ever():
    empty = board(HexPipes, 3, 4)
    result = {}
    for algorithm in MAZES:
        state = board_stream(empty, algorithm, 1, 7)
        tree = drawn(empty, algorithm, state)
        result[algorithm] = empty.with_tiles(turned_at_random(empty, tree, state)).encode()
    assert result == GOLDEN


GOLDEN = {
    "binary-tree": "4x3:141126141504234102010110",
    "depth-first": "4x3:024511302604572040011004",
    "kruskal": "4x3:100414062752060503200201",
    "prim": "4x3:405004201027730101420620",
    "wilson": "4x3:064462245024104140042310",
}


def test_what_cannot_be_drawn_is_refused():
    empty = board(HexPipes, 3, 3)
    with pytest.raises(ValueError, match="choose from binary-tree, depth-first"):
        board_stream(empty, "dfs", 1, 0)
    with pytest.raises(ValueError, match="negative"):
        board_stream(empty, "wilson", -1, 0)
    with pytest.raises(ValueError, match="holes only"):
        maze_of(board(HexPipes, 2, 2, holes=range(4)), "wilson")
    with pytest.raises(ValueError, match=r"holes cut row 1, column 3 off from row 1, column 1"):
        maze_of(board(HexPipes, 1, 3, holes=(1,)), "wilson")
    with pytest.raises(ValueError, match="at least one row"):
        check_size(0, 3)
    with pytest.raises(ValueError, match="at most 1048576 cells"):
        check_size(2000, 2000)
