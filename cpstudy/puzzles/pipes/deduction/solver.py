"""All rules together, cheapest first: unique, none, or stuck.

Incomplete on purpose: it ends where a person who reasons without trying would end. A rule is used
only where all before it are stuck, so the hardest rule that was used is the one that the puzzle
needs: its grade. Verdicts: a contradiction proves that there is no solution; a board on which
every tile has one orientation left has that solution only. Otherwise the answer is unknown
(stop: stuck), also for boards with several solutions.

Source: Tatham2019 for the rules, in files of their own. Cost: see those; without lookahead some
tens of microseconds for 20×20.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.puzzles.pipes.deduction.cheap_rules import cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import (
    CURSOR,
    LOOKAHEAD,
    PARITY,
    STEPS,
    Knowledge,
    knowledge,
)
from cpstudy.puzzles.pipes.deduction.lookahead import lookahead, settled
from cpstudy.puzzles.pipes.puzzle import Pipes

CONTRADICTION, STUCK, SETTLED, PAUSED = range(4)

# Tiles to look ahead at between two looks at the clock.
_PACE = 100
_NO_LIMIT = 2**62


@kernel
def _next_open_tile(k: Any, tile: Any) -> Any:
    """The first tile from ``tile`` on with several orientations left; n where there is none."""
    while tile < k.possible.size and settled(k.possible[tile]):
        tile += 1
    return tile


@kernel
def deduce(k: Any, copy: Any, hardest: Any, steps: Any, looks: Any) -> Any:
    """Apply the rules up to ``hardest`` until they are stuck.

    copy: a Knowledge of the same board, overwritten. Returns CONTRADICTION, STUCK, SETTLED, or
    PAUSED after ``steps`` steps in all or ``looks`` tiles looked ahead at; call again to go on.
    """
    n = k.possible.size
    while True:
        if k.control[CURSOR] == 0:
            if not cheap_rules(k, min(hardest, PARITY)):
                return CONTRADICTION
            if _next_open_tile(k, 0) == n:
                return SETTLED
            if hardest < LOOKAHEAD:
                return STUCK
        before = k.control[STEPS]
        tile = _next_open_tile(k, k.control[CURSOR])
        while tile < n and k.control[STEPS] == before:
            k.control[CURSOR] = tile
            if before >= steps or looks == 0:
                return PAUSED
            if not lookahead(k, copy, tile):
                return CONTRADICTION
            looks -= 1
            tile = _next_open_tile(k, tile + 1)
        if k.control[STEPS] == before:
            return STUCK
        k.control[CURSOR] = 0


def deduction(puzzle: Pipes, hardest: int = LOOKAHEAD) -> tuple[Knowledge, int]:
    """What the rules find out about ``puzzle``, and how they ended (see :func:`deduce`).

    A board that cannot be a tree by counting alone is a contradiction without a step.
    """
    k = knowledge(puzzle)
    if not puzzle.free and puzzle.tree_impossible():
        return k, CONTRADICTION
    copy = knowledge(puzzle)
    end, looks = PAUSED, 0
    while end == PAUSED:
        end, looks = _go_on(k, copy, hardest, _NO_LIMIT, looks)
    return k, end


def _go_on(k: Knowledge, copy: Knowledge, hardest: int, steps: int, looked: int) -> tuple[int, int]:
    """Deduce for a slice: how it ended, and how many tiles it may have looked ahead at.

    looked: what the slice before may have; that is its work, a board each.
    """
    tiles = len(k.possible)
    run = prepared(deduce, (15 * looked + 40) * tiles)
    looks = 1 if run is deduce else _PACE
    return int(run(k, copy, hardest, steps, looks)), looks


def settled_solution(k: Knowledge) -> bytes:
    """The placement of a board on which every tile has one orientation left."""
    return bytes(int(possible).bit_length() - 1 for possible in k.possible)


def solve(puzzle: Pipes, budget: Budget, rng: np.random.Generator, limit: int | None) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    deadline = None if budget.seconds is None else time.perf_counter() + budget.seconds
    most = _NO_LIMIT if budget.iterations is None else budget.iterations
    k, copy = knowledge(puzzle), knowledge(puzzle)
    looks = 0
    impossible = not puzzle.free and puzzle.tree_impossible()
    end = CONTRADICTION if impossible else PAUSED
    stop = Stop.STUCK
    while end == PAUSED:
        if deadline is not None and time.perf_counter() >= deadline:
            stop = Stop.TIME
            break
        end, looks = _go_on(k, copy, LOOKAHEAD, most, looks)
        if end == PAUSED and k.control[STEPS] >= most:
            stop = Stop.ITERATIONS
            break
    counters = {"steps": int(k.control[STEPS])}
    if end == CONTRADICTION:
        return Result(exhausted=True, counters=counters)
    if end == SETTLED:
        return Result((settled_solution(k),), exhausted=True, counters=counters)
    return Result(stop=stop, counters=counters)
