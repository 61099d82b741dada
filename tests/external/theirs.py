"""Solvers as a user writes them. The docstring of ``solve`` is tested as its summary."""

import numpy as np

from cpstudy.core.options import Option
from cpstudy.core.result import Result
from cpstudy.core.solving import Solver
from cpstudy.puzzles.pipes.portfolio import solve as ours


def solve(puzzle, request):
    """Ours under another name."""
    assert np.__name__ == "numpy"
    return ours(puzzle, request)


def uncounted(puzzle, request):
    return Result(exhausted=True)


def crashing(puzzle, request):
    return 1 // 0


def wrong(puzzle, request):
    return Result((bytes(len(puzzle.tiles)),), exhausted=True)


def nothing(puzzle, request):
    return [puzzle.tiles]


def late(puzzle, request):
    request.found(bytes([1, 4]))
    while True:
        request.clock.check()


def build(puzzle):
    return puzzle


def fast(puzzle, request, fast=False):
    return Result(exhausted=True, counters={"steps": 7 if fast else 8})


ROW = Solver(
    "row", "a row of theirs", fast, counter="steps", unit="one step", version=5,
    options=(Option("fast", "faster"),),
)  # fmt: skip
PLAIN = {"no": "row"}
