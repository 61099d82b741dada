"""First solutions of many puzzles of one size: what sweeps over numbers of colours need.

Arrays in, placements and statuses out; every witness is checked by the compiled rules. *In turns*
each puzzle's search goes on where it stopped, under growing limits; a scan in piece order that has
made very many placements of few inner colours is begun again as one that counts them in layers.
Cost beside the search: about 20 µs a puzzle. Limits: framed boards.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.kernels import prepared
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.edge_matching.board.checker import is_solution
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.control import FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.counted_scan import CountedScan
from cpstudy.puzzles.edge_matching.search.layers import memory, takes
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Pieces, Search

# Placements from which on scans in turns are counted in layers, and bytes they have for that, taken
# as they are filled.
COUNT_FROM = 500_000_000
_MEMORY = 800 << 20


class FirstSolution(NamedTuple):
    """How the search for a first solution of one puzzle of a batch ended."""

    placements: int
    status: int  # FOUND, EXHAUSTED or SPENT
    seconds: float


def first_solutions(
    name: str, batch: Pieces, rows: int, columns: int, limit: int
) -> list[FirstSolution]:
    """Search each framed puzzle of int64[count, n, 4] for a first solution, by ``name``.

    limit: placements a puzzle. Every witness is checked; raises WrongAnswerError with the puzzle's
    text form where one fails.
    """
    key = (name, rows, columns, _colours(batch))
    shared = _kept.pop(key, None) or _search(*key)
    results = []
    for pieces in batch:
        run = _Run(name, pieces, rows, columns, shared)
        run.go_on(limit)
        results.append(run.result())
    if shared.small:
        _kept.clear()
        _kept[key] = shared
    return results


# The search of the last call: on small boards making its arrays takes as long as searching. Who
# needs it takes it out, so no two threads have the same.
_kept: dict[tuple[str, int, int, int], Search] = {}


class Turns:
    """First solutions of a batch searched in turns: each goes on where it stopped."""

    def __init__(self, name: str, batch: Pieces, rows: int, columns: int) -> None:
        self._size = (rows, columns, _colours(batch))
        self._runs = [
            _Run(name, pieces, rows, columns, _search(name, *self._size)) for pieces in batch
        ]
        self._scans = METHODS[name] == METHODS["dfs"] and takes(rows, columns)

    def settled(self, limit: int) -> int:
        """Bring every search to its end or to ``limit`` placements; how many are at their end."""
        if self._scans and limit >= COUNT_FROM:
            self._count()
        for run in self._runs:
            run.go_on(limit)
        return sum(run.status != SPENT for run in self._runs)

    def _count(self) -> None:
        """Begin those again, counted in layers, that are not at their end and can be counted."""
        self._scans = False
        try:
            room = memory(_MEMORY)
            for run in self._runs:
                if run.status == SPENT:
                    run.begin_again(CountedScan(*self._size, room))
        except (MemoryError, ValueError):  # they go on as they are, to the same counts
            return

    @property
    def longest(self) -> float:
        """Seconds spent so far on the one that took the longest of those not at their end."""
        return max((run.seconds for run in self._runs if run.status == SPENT), default=0.0)

    def results(self) -> list[FirstSolution]:
        """How each search ended, or how far it came."""
        return [run.result() for run in self._runs]


def _colours(batch: Pieces) -> int:
    return int(batch.max(initial=0)) + 1


def _search(name: str, rows: int, columns: int, colours: int) -> Search:
    return Search(rows, columns, colours, True, METHODS[name])


class _Run:
    """One puzzle's search for a first solution."""

    def __init__(self, name: str, pieces: Pieces, rows: int, columns: int, search: Search) -> None:
        self.status = SPENT
        self._name, self._pieces, self._rows, self._columns = name, pieces, rows, columns
        self._search: Search | CountedScan = search
        self._begun, self.seconds = False, 0.0

    def begin_again(self, search: CountedScan) -> None:
        """From the first placement, counted. Raises what :meth:`CountedScan.load` raises."""
        search.load(self._pieces)
        self._search, self._begun = search, True

    def go_on(self, limit: int) -> None:
        """To its end, or to ``limit`` placements. Raises WrongAnswerError."""
        clock, search = Clock(), self._search
        if not self._begun:
            search.load(self._pieces, _ORDER if METHODS[self._name].restarts else None)
            self._begun = True
        while self.status == SPENT and search.placements < limit:
            self.status = search.go(limit)
        self.seconds += clock.passed
        if self.status == FOUND:
            self._check()

    def result(self) -> FirstSolution:
        """How it ended so far."""
        return FirstSolution(self._search.placements, self.status, self.seconds)

    def _check(self) -> None:
        n = len(self._pieces)
        holds = prepared(is_solution, n)
        board = self._search.oriented()
        used = np.empty(n, np.bool_)
        if not holds(self._pieces, self._rows, self._columns, True, board, used):
            pieces = tuple(map(tuple, self._pieces.tolist()))
            text = EdgeMatching(self._rows, self._columns, pieces).encode()
            raise WrongAnswerError(f"solver {self._name}: not a solution of {text}")


# Seed of the orders of pieces of all puzzles: what a solver draws under seed 0.
_ORDER = int(np.random.default_rng(0).integers(2**63))
