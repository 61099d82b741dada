"""Test the numbers of rotations that procedures make against a recursive reference in Python."""

import random
from collections import Counter

import pytest

from cpstudy import generate
from cpstudy.puzzles.pipes.board.rotations import (
    ORDERS,
    border_order,
    planned_rotations,
    rotations,
)
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes, turned
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions


def played(puzzle: Pipes, order: list[int]) -> int | None:
    """The quarter turns that the procedure makes, by recursion; None if there is no solution."""
    here = list(puzzle.tiles)
    placed: set[int] = set()
    turns = 0

    def fits(tile: int) -> bool:
        for side in range(4):
            opened = here[tile] >> side & 1
            other = puzzle.neighbour(tile, side)
            if other is None or (other == tile and not puzzle.free):
                if opened:
                    return False
            elif other in placed and here[other] >> (side ^ 2) & 1 != opened:
                return False
        return True

    def place(depth: int) -> bool:
        nonlocal turns
        if depth == len(order):
            return puzzle.violation(bytes(here)) == ""
        tile = order[depth]
        for _ in range(len(ORIENTATIONS[puzzle.tiles[tile]])):
            if fits(tile):
                placed.add(tile)
                if place(depth + 1):
                    return True
                placed.discard(tile)
            here[tile] = turned(here[tile])
            turns += 1
        return False

    return turns if place(0) else None


@pytest.mark.parametrize("name", ORDERS)
def test_the_kernel_counts_what_the_procedure_does(name):
    rng = random.Random(4)
    met = Counter()
    for _ in range(300):
        puzzle = random_board(rng, largest=3)
        if puzzle.free and puzzle.wrap and min(puzzle.rows, puzzle.columns) == 1:
            continue  # a tile would face itself while it is turned
        order = ORDERS[name](puzzle.rows, puzzle.columns).tolist()
        expected = played(puzzle, order)
        assert rotations(puzzle, name) == expected
        assert (expected is not None) is bool(all_solutions(puzzle))
        met[expected is None] += 1
    assert min(met[True], met[False]) > 30


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (4, 1), (2, 2), (3, 4), (5, 5)])
def test_rings_visit_every_tile_once_and_the_border_first(rows, columns):
    order = border_order(rows, columns).tolist()
    assert sorted(order) == list(range(rows * columns))
    depth = [min(t // columns, t % columns, rows - 1 - t // columns, columns - 1 - t % columns)
             for t in order]  # fmt: skip
    assert depth == sorted(depth)


def test_a_limit_censors_and_planning_is_least():
    for puzzle, solution in generate("pipes", "binary-tree", 6, 10, seed=1):
        count = rotations(puzzle, "border")
        assert count is not None
        assert rotations(puzzle, "border", most=count) is None
        assert 0 < planned_rotations(puzzle, solution) <= count
        assert planned_rotations(Pipes(6, 6, solution), solution) == 0
        assert rotations(Pipes(6, 6, solution), "rows") == 0
