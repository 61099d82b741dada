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

from typing import Any

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.settling import Deducing
from cpstudy.puzzles.pipes.deduction.cheap_rules import cheap_rules
from cpstudy.puzzles.pipes.deduction.knowledge import (
    CURSOR,
    LOCAL,
    LOOKAHEAD,
    PARITY,
    RULES,
    STEPS,
    Knowledge,
    beside,
    knowledge,
)
from cpstudy.puzzles.pipes.deduction.lookahead import lookahead, settled
from cpstudy.puzzles.pipes.puzzle import Pipes

CONTRADICTION, STUCK, SETTLED, PAUSED = range(4)

# Tiles to look ahead at between two looks at the clock.
_PACE = 100
_NO_LIMIT = 2**62

# Units of plain work a tile of the board: the rules without lookahead from nothing, and again where
# they are stuck; a tile looked ahead at.
_FIRST_FIXPOINT, _FIXPOINT, _LOOK = 8, 1, 2


@kernel
def _all_settled(k: Any) -> bool:
    """Whether every tile has one orientation left."""
    tile = 0
    while tile < k.possible.size and settled(k.possible[tile]):
        tile += 1
    return bool(tile == k.possible.size)


@kernel
def _next_open_tile(k: Any, spared: Any, tile: Any) -> Any:
    """The first tile from ``tile`` on with orientations to be tried; n where there is none."""
    while tile < k.possible.size:
        possible = k.possible[tile]
        if not settled(possible) and possible & ~spared[tile]:
            return tile
        tile += 1
    return tile


@kernel
def deduce(k: Any, copy: Any, spared: Any, hardest: Any, steps: Any, looks: Any) -> Any:
    """Apply the rules up to ``hardest`` until they are stuck.

    copy: a Knowledge of the same board, overwritten. spared: int64[n], orientations that lookahead
    does not try. Returns CONTRADICTION, STUCK, SETTLED, or PAUSED after ``steps`` steps in all or
    ``looks`` tiles looked ahead at; call again to go on.
    """
    n = k.possible.size
    while True:
        if k.control[CURSOR] == 0:
            if not cheap_rules(k, min(hardest, PARITY)):
                return CONTRADICTION
            if _all_settled(k):
                return SETTLED
            if hardest < LOOKAHEAD:
                return STUCK
        before = k.control[STEPS]
        tile = _next_open_tile(k, spared, k.control[CURSOR])
        while tile < n and k.control[STEPS] == before:
            k.control[CURSOR] = tile
            if before >= steps or looks == 0:
                return PAUSED
            if not lookahead(k, copy, tile, spared[tile]):
                return CONTRADICTION
            looks -= 1
            tile = _next_open_tile(k, spared, tile + 1)
        if k.control[STEPS] == before:
            return STUCK
        k.control[CURSOR] = 0


class Deduction(Deducing):
    """A deduction under way: what is known, and how it ended last.

    knowledge: with the log of all steps. end: CONTRADICTION, STUCK, SETTLED or PAUSED. A board that
    cannot be a tree by counting alone is a contradiction without a step.
    """

    def __init__(self, puzzle: Pipes) -> None:
        self.knowledge = knowledge(puzzle)
        impossible = not puzzle.free and puzzle.tree_impossible()
        self.end = CONTRADICTION if impossible else PAUSED
        self._copy = beside(self.knowledge)
        self._spared = np.zeros(len(puzzle.tiles), np.int64)
        # Work of the slice to come, and tiles that the one before may have looked ahead at: each is
        # charged when it is known.
        self._work = _FIRST_FIXPOINT
        self._looks = 0

    def spare(self, solution: bytes) -> None:
        """Have lookahead not try the orientations of a solution, which it could not refute."""
        self._spared |= 1 << np.frombuffer(solution, np.uint8).astype(np.int64)

    def advance(self, hardest: int = LOOKAHEAD, steps: int = _NO_LIMIT) -> None:
        """Go on with the rules up to ``hardest`` for a slice, or to ``steps`` steps in all."""
        tiles = len(self._spared)
        run = prepared(deduce, (self._work + _LOOK * self._looks) * tiles)
        self._work = _FIXPOINT
        self._looks = 1 if run is deduce else _PACE
        self.end = int(run(self.knowledge, self._copy, self._spared, hardest, steps, self._looks))

    @property
    def hardest(self) -> str:
        """See the contract."""
        used = self.knowledge.steps[: self.knowledge.control[STEPS], 0]
        return RULES[int(used.max(initial=LOCAL))]

    def run_rules(self) -> bool:
        """See the contract."""
        return self.run(PARITY) not in (STUCK, PAUSED)

    def run(self, hardest: int = LOOKAHEAD) -> int:
        """Go on with the rules up to ``hardest`` until they are stuck; how they ended.

        PAUSED where the budget is spent.
        """
        if self.end == STUCK:
            self.end = PAUSED
        most = _NO_LIMIT if self.most is None else self.most
        while self.end == PAUSED and not self.clock.late and self._steps < most:
            self.advance(hardest, most)
        return self.end

    @property
    def _steps(self) -> int:
        return int(self.knowledge.control[STEPS])

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """What that says of the puzzle's solutions. stop: why it is not at an end, if it is not."""
        counters = {"steps": self._steps}
        if self.end == CONTRADICTION:
            return Result(exhausted=True, counters=counters)
        if self.end == SETTLED:
            solution = settled_solution(self.knowledge)
            return Result((solution,), exhausted=True, counters=counters)
        return Result(stop=stop, counters=counters)


def deduction(puzzle: Pipes, hardest: int = LOOKAHEAD) -> tuple[Knowledge, int]:
    """What the rules find out about ``puzzle``, and how they ended (see :class:`Deduction`)."""
    under_way = Deduction(puzzle)
    return under_way.knowledge, under_way.run(hardest)


def settled_solution(k: Knowledge) -> bytes:
    """The placement of a board on which every tile has one orientation left."""
    return bytes(int(possible).bit_length() - 1 for possible in k.possible.tolist())


def solve(puzzle: Pipes, budget: Budget, rng: np.random.Generator, limit: int | None) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    clock = Clock(budget.seconds)
    most = _NO_LIMIT if budget.iterations is None else budget.iterations
    under_way = Deduction(puzzle)
    stop = Stop.STUCK
    while under_way.end == PAUSED and stop is Stop.STUCK:
        if clock.late:
            stop = Stop.TIME
            break
        under_way.advance(steps=most)
        if under_way.end == PAUSED and under_way.knowledge.control[STEPS] >= most:
            stop = Stop.ITERATIONS
    return under_way.result(stop)
