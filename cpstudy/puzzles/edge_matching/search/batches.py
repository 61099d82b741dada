"""First solutions of many puzzles of one size, for sweeps over numbers of colours.

The functions take arrays and return placements and statuses; the compiled rules check every
witness. *In turns*, the searches of all puzzles resume under growing limits. If a row-by-row scan
has made very many placements on few inner colours, it restarts as a count in layers. Long searches
are stored on disk (``checkpoints.py``), so that a kill costs a minute of them. Overhead: about 20
µs per puzzle. Limits: framed boards.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, takewhile
from typing import NamedTuple

import numpy as np

from cpstudy.core.clock import CpuClock
from cpstudy.core.errors import NotApplicable
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.edge_matching.checker import is_solution
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.checkpoints import EVERY, Arrays, Checkpoint
from cpstudy.puzzles.edge_matching.search.control import FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.counted_scan import CountedScan
from cpstudy.puzzles.edge_matching.search.layer_tables import takes
from cpstudy.puzzles.edge_matching.search.layers import memory
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Pieces, Search

# The number of placements from which scans in turns are counted in layers, and the maximum bytes of
# the layers, which are allocated as they fill.
COUNT_FROM = 500_000_000
_MEMORY = 800 << 20

# Names in the stored state.
_SCANS, _COURSE, _SECONDS = "scans", "course", "seconds"


class FirstSolution(NamedTuple):
    """The outcome of the search for a first solution of one puzzle of a batch."""

    placements: int
    status: int  # FOUND, EXHAUSTED or SPENT
    seconds: float


def first_solutions(
    name: str, batch: Pieces, rows: int, columns: int, limit: int
) -> list[FirstSolution]:
    """Search each framed puzzle of int64[count, n, 4] for a first solution, by ``name``.

    limit: placements per puzzle. Every witness is checked; a failure raises WrongAnswerError with
    the puzzle's text form.
    """
    # Rounded up to a multiple of four, so that cells of a sweep with slightly more colours share a
    # search.
    key = (name, rows, columns, -(-_colours(batch) // 4) * 4)
    shared = _kept.pop(key, None) or _search(*key)
    results = []
    for pieces in batch:
        run = _Run(name, pieces, rows, columns, shared)
        run.resume(limit)
        results.append(run.result())
    if shared.small:
        _kept.clear()
        _kept[key] = shared
    return results


# The search of the last call, since on small boards making its arrays takes as long as searching. A
# call removes it from here, so two threads never share it.
_kept: dict[tuple[str, int, int, int], Search] = {}


class Turns:
    """First solutions of a batch, searched in turns: each search resumes where it stopped.

    checkpoint: the searches begin from its state, if there is one, and store theirs in it.
    """

    def __init__(
        self,
        name: str,
        batch: Pieces,
        rows: int,
        columns: int,
        checkpoint: Checkpoint | None = None,
    ) -> None:
        self._size = (rows, columns, _colours(batch))
        self._runs = [
            _Run(name, pieces, rows, columns, _search(name, *self._size)) for pieces in batch
        ]
        self._scans = METHODS[name].row_by_row and takes(rows, columns)
        self._connectivity = METHODS[name].connectivity
        self._checkpoint = checkpoint
        if checkpoint is not None and (state := checkpoint.kept()) is not None:
            self._restore(state)

    def finished(self, limit: int) -> int:
        """Run every search to its end or to ``limit`` placements; return how many end within these.

        Searches from a checkpoint may already be further.
        """
        if self._scans and limit >= COUNT_FROM:
            self._count(self._runs)
        for run in self._runs:
            run.resume(limit, self._pause)
        return sum(run.status != SPENT and run.search.placements <= limit for run in self._runs)

    def leave(self) -> None:
        """Store the state of long searches, so that they can resume."""
        if self._checkpoint is not None and sum(run.seconds for run in self._runs) >= EVERY:
            self._checkpoint.keep(self._state())

    def _pause(self) -> None:
        if self._checkpoint is not None and self._checkpoint.due:
            self._checkpoint.keep(self._state())

    def _state(self) -> Arrays:
        state = {
            _SCANS: np.array(self._scans),
            _COURSE: np.array([(run.status, run.begun, run.counted) for run in self._runs]),
            _SECONDS: np.array([(run.seconds, run.cpu_seconds) for run in self._runs]),
        }
        for number, run in enumerate(self._runs):
            if run.begun:
                arrays = enumerate(run.search.state())
                state |= {f"{number} {place}": array for place, array in arrays}
        return state

    def _restore(self, state: Arrays) -> None:
        course, seconds = state[_COURSE].tolist(), state[_SECONDS].tolist()
        counted = [run for run, (*_, then) in zip(self._runs, course, strict=True) if then]
        if counted:
            self._count(counted)
            if not all(run.counted for run in counted):  # more memory was available then
                return
        self._scans = bool(state[_SCANS])
        for number, run in enumerate(self._runs):
            run.status, run.begun = course[number][0], bool(course[number][1])
            run.seconds, run.cpu_seconds = seconds[number]
            if run.begun:
                places = takewhile(lambda name: name in state, (f"{number} {i}" for i in count()))
                run.search.restore([state[name] for name in places])

    def _count(self, runs: list[_Run]) -> None:
        """Restart unfinished searches as counts in layers, if layers can count them."""
        self._scans = False
        try:
            shared = memory(_MEMORY)
            for run in runs:
                if run.status == SPENT:
                    run.begin_again(CountedScan(*self._size[:2], shared, self._connectivity))
        except (MemoryError, NotApplicable):  # they continue as they are, to the same counts
            return

    @property
    def longest(self) -> float:
        """The CPU seconds of the unfinished search that has taken longest so far."""
        return max((run.cpu_seconds for run in self._runs if run.status == SPENT), default=0.0)

    def results(self) -> list[FirstSolution]:
        """Return the outcome of each search so far."""
        return [run.result() for run in self._runs]


def _colours(batch: Pieces) -> int:
    return int(batch.max(initial=0)) + 1


def _search(name: str, rows: int, columns: int, colours: int) -> Search:
    return Search(rows, columns, colours, True, METHODS[name])


class _Run:
    """The search for a first solution of one puzzle."""

    def __init__(self, name: str, pieces: Pieces, rows: int, columns: int, search: Search) -> None:
        self.status = SPENT
        self._name, self._pieces, self._rows, self._columns = name, pieces, rows, columns
        self.search: Search | CountedScan = search
        self.begun, self.seconds, self.cpu_seconds = False, 0.0, 0.0

    @property
    def counted(self) -> bool:
        """Whether the search is a count in layers."""
        return isinstance(self.search, CountedScan)

    def begin_again(self, search: CountedScan) -> None:
        """Restart as a count from the first placement. Raises as :meth:`CountedScan.load` does."""
        search.load(self._pieces)
        self.search, self.begun = search, True

    def resume(self, limit: int, pause: Callable[[], None] = lambda: None) -> None:
        """Search to the end, or to ``limit`` placements. Raises WrongAnswerError.

        pause: called about every twentieth of a second.
        """
        clock, search, before, worked = CpuClock(), self.search, self.seconds, self.cpu_seconds
        if not self.begun:
            search.load(self._pieces, _ORDER if METHODS[self._name].restarts else None)
            self.begun = True
        while self.status == SPENT and search.placements < limit:
            self.status = search.resume(limit)
            self.seconds = before + clock.passed
            self.cpu_seconds = worked + clock.cpu_passed
            if self.status == SPENT:  # a solution is checked before any state is stored
                pause()
        if self.status == FOUND:
            self._check()

    def result(self) -> FirstSolution:
        """Return the outcome so far."""
        return FirstSolution(self.search.placements, self.status, self.seconds)

    def _check(self) -> None:
        board = self.search.oriented()
        if not is_solution(self._pieces, self._rows, self._columns, True, board):
            pieces = tuple(map(tuple, self._pieces.tolist()))
            text = EdgeMatching(self._rows, self._columns, pieces).encode()
            raise WrongAnswerError(f"solver {self._name}: not a solution of {text}")


# The seed for the order of pieces of all puzzles: the number that a solver draws from seed 0.
_ORDER = int(np.random.default_rng(0).integers(2**63))
