"""The compiled search on one puzzle: budgets, solutions as they come.

The kernels are in :mod:`.searching`; here a search is cut into slices (core/slices.py), the first
of them as small as plain Python needs them.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.slices import UNLIMITED, solutions
from cpstudy.core.solving import Found
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.cages import plain_work
from cpstudy.puzzles.latin.search.searching import EXHAUSTED, FOUND, search
from cpstudy.puzzles.latin.search.state import (
    NODES,
    SHUFFLED,
    Board,
    begin_with,
    board_of,
    clue_sets,
)

# Loads of a word in a slice: some hundredths of a second as machine code.
_SLICE = 4_000_000
# Nodes of a slice in plain Python.
_PLAIN_NODES = 4


class Search:
    """A search under way, to be gone on with by core/slices.py or by ``go``. Effort: nodes.

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
        # What a fixpoint takes in plain Python, in units of about ten microseconds.
        self._unit = scan // 8 + plain_work(puzzle) + 1
        self._pace = max(16, _SLICE // (8 * self._unit))
        if random is not None:
            self.board.control[SHUFFLED] = 1
            self.board.random[:] = random
        begin_with(self.board, clue_sets(puzzle) if sets is None else sets)

    @property
    def effort(self) -> int:
        """Nodes: decisions made."""
        return int(self.board.control[NODES])

    @property
    def counters(self) -> dict[str, int]:
        """Nodes."""
        return {"nodes": self.effort}

    def go(self, most: int = UNLIMITED) -> bytes | Stop | None:
        """Another slice, to ``most`` nodes in all: a solution, DONE, or None if it is neither."""
        go_on = prepared(search, self._unit * (_PLAIN_NODES + 1))
        pace = _PLAIN_NODES if go_on is search else self._pace
        end = go_on(self.board, min(self.effort + pace, most))
        if end == FOUND:
            return self.solution()
        return Stop.DONE if end == EXHAUSTED else None

    def solution(self) -> bytes:
        """The values of a settled board."""
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
    return solutions(Search(puzzle), clock, budget, limit, patience=patience, found=found)
