"""The search on one puzzle: budgets, solutions as they come.

The kernels are in :mod:`.searching`; here a search is cut into slices (``core/solving.py``).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.native import array, view
from cpstudy.core.result import UNBOUNDED, Result, Stop
from cpstudy.core.solving import Request, run_in_slices
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.cages import most_steps
from cpstudy.puzzles.latin.search.searching import EXHAUSTED, FOUND, search
from cpstudy.puzzles.latin.search.state import Board, begin_with, clue_sets

# Loads of a word in a slice: some hundredths of a second.
_SLICE = 4_000_000


class Search:
    """A search under way, resumed by ``run_in_slices`` or ``go``. Effort: nodes.

    sets: what is left to each cell to begin with, as sets of values, instead of the clues. random:
    the state of a stream (core/random.py); where it is given, values are tried in random order.
    """

    def __init__(
        self,
        puzzle: Latin,
        sets: npt.NDArray[np.int64] | None = None,
        random: npt.NDArray[np.uint64] | None = None,
    ) -> None:
        self.board = Board(puzzle)
        self._sets = array(self.board.candidates)[: puzzle.order**2]
        scan = puzzle.order**3 * (10 if puzzle.cages else 1)
        self._pace = max(16, _SLICE // (scan + most_steps(puzzle)))
        if random is not None:
            self.board.shuffled = True
            self.board.random = view(random)
        begin_with(self.board, view(clue_sets(puzzle) if sets is None else sets))

    @property
    def effort(self) -> int:
        """Nodes: decisions made."""
        return self.board.nodes

    @property
    def counters(self) -> dict[str, int]:
        """Nodes."""
        return {"nodes": self.effort}

    def go(self, most: int = UNBOUNDED) -> bytes | Stop | None:
        """Another slice, to ``most`` nodes in all: a solution, DONE, or None if it is neither."""
        end = search(self.board, min(self.effort + self._pace, most))
        if end == FOUND:
            return self.solution()
        return Stop.DONE if end == EXHAUSTED else None

    def solution(self) -> bytes:
        """The values of a settled board."""
        return bytes(np.frexp(self._sets & self.board.full)[1].tolist())


def solve(puzzle: Latin, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all). Counter: nodes (the iterations), decisions made.

    patience: give up after so many nodes without a second solution (stop ITERATIONS). found: gets
    each solution at once.
    """
    clock = Clock(request.budget.seconds)
    return run_in_slices(
        Search(puzzle),
        clock,
        request,
    )
