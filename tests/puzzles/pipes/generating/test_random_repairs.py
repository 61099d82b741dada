"""Test random repairs: examining each board once gives the repairs of examining it every time."""

from collections import Counter

import numpy as np

from cpstudy import generate
from cpstudy.core.clock import UNLIMITED
from cpstudy.core.native import array, view
from cpstudy.core.random import stream
from cpstudy.puzzles.pipes.generating import random_repairs
from cpstudy.puzzles.pipes.generating.making_unique import (
    NODES,
    exchange_in_regions,
    find_regions,
)
from cpstudy.puzzles.pipes.generating.random_repairs import BoardBudget, RandomRepairs
from tests.puzzles.pipes.generating.test_making_unique import bench_of
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.solved import solved_boards


def budget_of(given, most=None):
    return BoardBudget(given, most, UNLIMITED)


def made_unique(b, state):
    """Whether eight rounds of ``make_unique`` make the board unique."""
    for turn in range(8):
        number = find_regions(b, NODES * (turn + 1))
        if number == 0:
            return True
        exchange_in_regions(b, number, turn, state)
    return False


def test_repairs_of_all_regions_are_those_of_make_unique(monkeypatch):
    monkeypatch.setattr(random_repairs, "_CAREFUL_REPAIRS", 0)
    monkeypatch.setattr(random_repairs, "_REPAIRS", 12)
    monkeypatch.setattr(random_repairs, "ROUNDS", 8)
    met = Counter()
    mazes = [(puzzle, given) for puzzle, given in generate("pipes", "depth-first", 7, 6, seed=4)]
    small = [(puzzle, puzzle.tiles) for puzzle, found in solved_boards(21, 60) if len(found) > 1]
    for puzzle, solution in mazes + small:
        given = np.frombuffer(solution, np.uint8)
        repairs = RandomRepairs(bench_of(puzzle), budget_of(given)).of(given)
        b, state, expected = bench_of(puzzle), view(stream(0)), []
        for tried in range(12):
            if tried >= 5 and not expected:
                break
            array(b.near.tree.sides)[:] = given
            if made_unique(b, state):
                expected.append(array(b.near.tree.sides).tobytes())
        assert [sides.tobytes() for sides in repairs] == expected
        met[bool(expected)] += 1
    assert min(met[True], met[False]) > 2, met


def test_a_board_is_looked_at_once(monkeypatch):
    """Regions are searched at most once per board and number of nodes, and repairs are unique.

    Most boards occur several times. A budget of no boards gives no repair.
    """
    looked = Counter()

    def counted(b, nodes, clock):
        looked[bytes(b.near.tree.sides), nodes] += 1
        return find_regions(b, nodes, clock)

    monkeypatch.setattr(random_repairs, "find_regions", counted)
    for puzzle, solution in generate("pipes", "depth-first", 6, 3, seed=11):
        given = np.frombuffer(solution, np.uint8)
        boards = budget_of(given)
        looked.clear()
        repairs = RandomRepairs(bench_of(puzzle), boards).of(given)
        assert set(looked.values()) <= {1}
        assert boards.boards > 2 * len(looked) or not looked
        for sides in repairs:
            unique = puzzle.__class__(puzzle.rows, puzzle.columns, sides.tobytes())
            assert all_solutions(unique) == {sides.tobytes()}
        assert RandomRepairs(bench_of(puzzle), budget_of(given, most=0)).of(given) == []
    assert looked
