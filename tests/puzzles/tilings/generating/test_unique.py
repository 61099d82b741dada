"""Test generated unique puzzles: one solution by brute force, and no two images of each other."""

from itertools import islice

import pytest

from cpstudy import api
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.hexpipes.explainer import EXPLAINER
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.generating import unique as generating
from cpstudy.puzzles.tilings.generating.algorithms import MAZES
from cpstudy.puzzles.tilings.generating.symmetry import identity
from cpstudy.puzzles.tilings.generating.unique import unique
from tests.puzzles.tilings.geometries import Squares
from tests.puzzles.tilings.instances import truth


def puzzles(board, algorithm, count, seed=1):
    return list(unique(board, wanted(board, algorithm, count, seed), EXPLAINER))


def wanted(board, algorithm, count=1, seed=1, grade=None):
    return Wanted(algorithm, board.rows, board.columns, count, seed, board.wrap, grade)


@pytest.mark.parametrize("kind", [HexPipes, Squares])
def test_one_solution_each_by_brute_force(kind):
    met = 0
    for algorithm in MAZES:
        for wrap in (False, True):
            rows, columns = (3, 4) if kind is Squares or not wrap else (3, 3)
            board = kind(rows, columns, bytes([1]) * (rows * columns), wrap)
            for puzzle, solution in puzzles(board, algorithm, 3):
                assert truth(puzzle) == {solution}
                met += 1
    assert met == 30


def test_trees_are_exchanged_where_mazes_leave_a_choice():
    """With ``unique``, mazes that are unique stay as they are, and all others are replaced.

    On a small torus most mazes have several solutions.
    """
    raw = list(api.generate("hexpipes", "depth-first", 4, 12, 1, wrap=True))
    made = list(api.generate("hexpipes", "depth-first", 4, 12, 1, wrap=True, unique=True))
    choices = [api.verify(puzzle).verdict.value for puzzle, _ in raw]
    same = [one == other for (one, _), (other, _) in zip(raw, made, strict=True)]
    assert {"unique", "many"} == set(choices)
    for kept, verdict in zip(same, choices, strict=True):
        assert kept is (verdict == "unique")


def test_no_two_are_the_same_and_the_count_changes_none():
    many = puzzles(HexPipes(2, 3, bytes([1] * 6)), "wilson", 12)
    assert len({identity(puzzle) for puzzle, _ in many}) == 12
    assert puzzles(HexPipes(2, 3, bytes([1] * 6)), "wilson", 5) == many[:5]


def test_what_there_is_no_more_of_is_reported(monkeypatch):
    monkeypatch.setattr(generating, "_PUZZLES", 30)
    monkeypatch.setattr(generating, "_MAZES", 2)
    board = HexPipes(1, 2, bytes((1, 1)))
    drawn = unique(board, wanted(board, "kruskal", 2), EXPLAINER)
    assert len(list(islice(drawn, 1))) == 1
    with pytest.raises(ValueError, match="1 puzzle, then 30 draws without a new unique one"):
        next(drawn)
    with pytest.raises(ValueError, match="without a new unique one of grade search"):
        next(unique(board, wanted(board, "kruskal", grade="search"), EXPLAINER))
    torus = HexPipes(2, 2, bytes([1] * 4), True)
    with pytest.raises(ValueError, match="no unique puzzle in 2 mazes"):
        next(unique(torus, wanted(torus, "prim"), EXPLAINER))
