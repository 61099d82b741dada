"""Test sweeps in pieces of any size against brute force, and boards that are left uncounted."""

import random
from dataclasses import replace

import numpy as np
import pytest

from cpstudy.core.native import array
from cpstudy.core.result import UNBOUNDED
from cpstudy.frontier.layers import DONE, FULL, PAUSED, TOO_MANY
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting.boards import UNCOUNTED, Boards
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE
from cpstudy.puzzles.pipes.counting.plan import planned
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.instances import random_free, shuffled
from tests.puzzles.pipes.oracle import all_solutions

ROWS, COLUMNS = 3, 3
NEIGHBOURS = neighbours_of(ROWS, COLUMNS, False, b"")


def free_graphs(number):
    """Free graphs of one shape, some with solutions, others without; the first has several."""
    rng = random.Random(61)
    drawn = [shuffled(rng, random_free(rng, ROWS, COLUMNS, False)) for _ in range(number)]
    for place in range(0, number, 4):  # change one side of one tile
        tiles = bytearray(drawn[place].tiles)
        tiles[4] ^= 1
        drawn[place] = replace(drawn[place], tiles=bytes(tiles))
    return [Pipes(ROWS, COLUMNS, bytes([1, 1, 1, 1, 0, 1, 1, 1, 1]), free=True), *drawn]


def boards_of(puzzles, most_states=UNBOUNDED):
    tiles = np.array([list(puzzle.tiles) for puzzle in puzzles], np.uint8)
    left = POSSIBLE[tiles].astype(np.int64)
    plan = planned(COLUMNS, NEIGHBOURS, left, False)
    return Boards(plan, False, most_states)


@pytest.fixture(scope="module")
def numbers():
    found = [len(all_solutions(puzzle)) for puzzle in free_graphs(60)]
    assert {min(number, 2) for number in found} == {0, 1, 2}
    return found


@pytest.mark.parametrize("most", [1, 3, UNBOUNDED])
def test_counts_are_those_of_brute_force_in_any_pieces(numbers, most):
    boards = boards_of(free_graphs(60))
    met = set()
    while (status := boards.resume(most)) != DONE:
        met.add(status)
        if status == FULL:
            assert boards.tables.enlarge(10**6)
    assert met >= ({PAUSED} if most < 10 else set())
    assert array(boards.counts).tolist() == numbers


def test_a_group_that_is_left_leaves_its_board_uncounted(numbers):
    boards = boards_of(free_graphs(60))
    boards.resume(1)  # in the middle of the first group of the first board that has one
    boards.leave_uncounted()
    while boards.resume(UNBOUNDED) != DONE:
        assert boards.tables.enlarge(10**6)
    pairs = list(zip(array(boards.counts).tolist(), numbers, strict=True))
    assert sum(counted == UNCOUNTED for counted, _ in pairs) == 1
    assert all(counted in (UNCOUNTED, number) for counted, number in pairs)


def test_layers_have_no_more_states_than_allowed():
    boards = boards_of(free_graphs(0), most_states=1)
    assert boards.resume(UNBOUNDED) == TOO_MANY
    assert boards.states > 0


def test_room_is_not_taken_beyond_what_is_allowed():
    boards = boards_of(free_graphs(3))
    boards.tables.made = len(boards.tables.slots)
    assert not boards.tables.enlarge(100)
