"""The compiled search on one puzzle: budgets, solutions as they come.

The kernels are in :mod:`.searching`; here a search is cut into slices, between which the clock is
looked at. The first slices are as small as plain Python needs them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.searching import EXHAUSTED, FOUND, search
from cpstudy.puzzles.latin.search.state import (
    NODES,
    SHUFFLED,
    Board,
    begin_with,
    board_of,
    clue_sets,
)

UNLIMITED = 1 << 62

# Loads of a word in a slice: some hundredths of a second as machine code.
_SLICE = 4_000_000
# Nodes of a slice in plain Python.
_PLAIN_NODES = 4


class Search:
    """A search under way: ``go`` until it is exhausted.

    sets: what is left to each cell to begin with, as sets of values, instead of the clues. random:
    the state of a stream (core/random.py); where it is given, values are tried in random order.
    """

    def __init__(
        self,
        puzzle: Latin,
        sets: npt.NDArray[np.int64] | None = None,
        random: npt.NDArray[np.uint64] | None = None,
    ) -> None:
        self.board: Board = board_of(puzzle)
        self._n = puzzle.order**2
        scan = self._n * puzzle.order * (10 if puzzle.cages else 1)
        self._pace = max(16, _SLICE // scan)
        # What a fixpoint takes in plain Python, in units of about ten microseconds.
        self._unit = scan // 8 + 1
        if random is not None:
            self.board.control[SHUFFLED] = 1
            self.board.random[:] = random
        begin_with(self.board, clue_sets(puzzle) if sets is None else sets)

    @property
    def nodes(self) -> int:
        """Decisions made."""
        return int(self.board.control[NODES])

    def go(self, most: int = UNLIMITED) -> int:
        """Go on for a slice, to ``most`` nodes in all: FOUND, EXHAUSTED or SPENT."""
        go_on = prepared(search, self._unit * (_PLAIN_NODES + 1))
        pace = _PLAIN_NODES if go_on is search else self._pace
        return int(go_on(self.board, min(self.nodes + pace, most)))

    def solution(self) -> bytes:
        """The values, after FOUND."""
        words = self.board.candidates[: self._n] & self.board.full
        return bytes(np.frexp(words)[1].tolist())


def solve(
    puzzle: Latin,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    patience: int | None = None,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Counter: nodes (the iterations), decisions made.

    patience: give up after so many nodes without a second solution (stop ITERATIONS). found: gets
    each solution at once.
    """
    clock = Clock(budget.seconds)
    most = UNLIMITED if budget.iterations is None else budget.iterations
    under_way = Search(puzzle)
    solutions: list[bytes] = []
    stop = None
    while stop is None:
        if clock.late:
            stop = Stop.TIME
            break
        patient = patience is None or len(solutions) > 1
        bound = most if patient else min(most, patience or 0)
        end = under_way.go(bound)
        if end == FOUND:
            solutions.append(under_way.solution())
            if found is not None:
                found(solutions[-1])
            if len(solutions) == limit:
                stop = Stop.LIMIT
        elif end == EXHAUSTED:
            stop = Stop.DONE
        elif under_way.nodes >= bound:
            stop = Stop.ITERATIONS
    return Result(
        solutions=tuple(solutions),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"nodes": under_way.nodes},
    )
