"""Clues of experiment 17: their places, and the line where one further solution is expected."""

from importlib import import_module
from math import log

import pytest

from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.generating.expectation import log_expected_boards
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from experiments.clues import (
    ANYWHERE,
    FIRST,
    FRAME,
    INSIDE,
    LAST,
    PLACES,
    line,
    places,
    puzzle_with_clues,
)

eight = import_module("experiments.18_eight")


def test_more_clues_are_those_of_fewer_and_more():
    for place in PLACES:
        for seed in range(3):
            assert places(6, place, 8, seed)[:3] == places(6, place, 3, seed)
    assert places(4, FIRST, 3, 0) == [0, 1, 2] and places(4, LAST, 2, 0) == [15, 14]
    inner = {5, 6, 9, 10}
    assert set(places(4, INSIDE, 4, 1)) == inner
    assert not inner & set(places(4, FRAME, 12, 1))
    assert places(6, ANYWHERE, 8, 0) != places(6, ANYWHERE, 8, 1)
    with pytest.raises(ValueError, match="fewer than 5 cells inside"):
        places(4, INSIDE, 5, 0)


def test_clues_are_of_the_planted_board():
    params = {"size": 4, "inner": 2, "outer": 3, "place": ANYWHERE, "clues": 5, "seed": 1}
    for seed in range(4):
        puzzle = puzzle_with_clues(params, seed)
        assert len(puzzle.fixed) == 5
        assert solve(puzzle, SOLVERS["dfs"], limit=1).solutions


def test_the_line_without_clues_and_with_them():
    """The line is 2.87, 3.75 and 4.68 with independent colours; a whole frame leaves the inside."""
    assert [round(line(size, 12, ()), 2) for size in (5, 6, 7)] == [2.87, 3.75, 4.68]
    frame = set(places(4, FRAME, 12, 0))
    insides = log(24) + 4 * log(4)  # 4 pieces in 4 turns, 12 edges of the inside
    assert log(line(4, 5, frame)) * 12 == pytest.approx(insides)
    assert (
        line(6, 5, places(6, INSIDE, 4, 0)) < line(6, 5, places(6, FRAME, 4, 0)) <= line(6, 5, ())
    )
    assert line(4, 5, range(16)) == 1.0


def test_owens_line_is_where_one_board_is_expected():
    inner = eight.owen(8, 3)
    below, above = (log_expected_boards(8, 8, number, 3) for number in (7, 8))
    assert below > 0 > above and 7 < inner < 8
