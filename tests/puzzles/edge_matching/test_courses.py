"""Test the courses of searches against the plain search; the events alone give every board."""

import random

import pytest

from cpstudy import api
from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.courses import Course, course
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, turned
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from tests.puzzles.edge_matching.instances import random_puzzle
from tests.puzzles.edge_matching.reference import backtracking

UNSOLVABLE = EdgeMatching(2, 2, ((0, 0, 1, 2), (0, 0, 1, 2), (0, 0, 1, 2), (0, 0, 3, 3)))


def some():
    for size, inner, outer in ((2, 0, 3), (3, 2, 2), (4, 4, 3), (4, 2, 4)):
        yield from (puzzle for puzzle, _ in puzzles(size, size, inner, outer, 3, 7))
    yield UNSOLVABLE


@pytest.mark.parametrize("method", METHODS)
def test_as_many_placements_as_the_solver_counts(method):
    stops = set()
    for puzzle in some():
        outcome = course(puzzle, method, 5_000)
        result = api.solve(puzzle, method, limit=1)
        assert len(outcome.placements) == result.counters["placements"]
        assert outcome.stop is result.stop
        stops.add(outcome.stop)
    assert stops == {Stop.LIMIT, Stop.DONE}


@pytest.mark.parametrize("method", METHODS)
def test_the_placements_of_the_plain_search(method):
    rng, stops = random.Random(3), set()
    for _ in range(40):
        puzzle, met = random_puzzle(rng), []
        budget = Budget(iterations=rng.choice((1, 60, 700)))
        expected = backtracking.solve(
            puzzle,
            Request(budget, 1, seed=5),
            method=method,
            placed=lambda *one, met=met: met.append(one),
        )
        found = course(puzzle, method, budget.iterations, seed=5)
        assert (list(found.placements), found.stop) == (met, expected.stop), puzzle.encode()
        stops.add(found.stop)
    assert stops == {Stop.LIMIT, Stop.DONE, Stop.ITERATIONS}


def test_time_and_memory_run_out():
    puzzle = UNSOLVABLE
    assert course(puzzle, "dfs", 100, clock=Clock(0.0)) == Course("dfs", (), Stop.TIME)
    large = EdgeMatching(70, 70, ((1, 1, 1, 1),) * 4900, framed=False)
    assert course(large, "matching", 100) == Course("matching", (), Stop.MEMORY)


def read(events, cells_given):
    """Yield the board after each placement, {cell: oriented piece}, from the events alone."""
    stack, left = [], iter(events)
    for event in left:
        if event < 0:
            placed = stack[event][0], next(left)
            del stack[event:]
        elif cells_given:
            placed = event, next(left)
        else:
            placed = len(stack), event
        stack.append(placed)
        yield dict(stack)


def fits(puzzle, board, cell):
    """Whether the frame, the neighbours of a cell, and the pieces used keep the rules."""
    piece = turned(puzzle.pieces[board[cell] // 4], board[cell] % 4)
    for side in range(4):
        other = puzzle.neighbour(cell, side)
        if (other is None) != (piece[side] == 0):
            return False
        if other in board:
            there = turned(puzzle.pieces[board[other] // 4], board[other] % 4)
            if there[(side + 2) % 4] != piece[side]:
                return False
    return len({oriented // 4 for oriented in board.values()}) == len(board)


@pytest.mark.parametrize("method", METHODS)
def test_events_tell_the_course(method):
    solved = 0
    for puzzle in some():
        outcome = course(puzzle, method, 400)
        boards = list(read(outcome.events(), not METHODS[method].row_by_row))
        assert len(boards) == len(outcome.placements)
        for board, (level, cell, oriented) in zip(boards, outcome.placements, strict=True):
            assert len(board) == level + 1 and board[cell] == oriented
            assert fits(puzzle, board, cell)
        if outcome.stop is Stop.LIMIT:
            solved += 1
            solution = tuple(divmod(boards[-1][cell], 4) for cell in range(len(puzzle.pieces)))
            assert puzzle.violation(solution) == ""
    assert solved > 2


def test_no_more_than_asked_for():
    puzzle, _ = next(puzzles(5, 5, 2, 5, 1, 2016))
    outcome = course(puzzle, "dfs", 100)
    assert len(outcome.placements) == 100 and outcome.stop is Stop.ITERATIONS
