"""The compiled solvers: the searches of ``reference.py``, placement for placement.

A name is a *method*: which kernel, in which setting. Scans of framed boards with up to 64 cells
run on the tables of ``scan.py``, what looks ahead on ``lookahead.py``, all else on ``domains.py``;
all make the reference's placements, and all stop at any number of them, so a clock is looked at
between slices and never inside.

Two ways in: ``dfs`` … ``matching`` are rows of the SOLVERS table; :func:`first_solutions` takes a
batch of puzzles of one size as an array and gives placements, statuses and checked witnesses,
which is what sweeps use. Cost beside the search: some 50 µs a puzzle.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import kernel, prepared
from cpstudy.core.random import shuffle, stream
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, Picture, Placement
from cpstudy.puzzles.edge_matching.search import domains, lookahead, scan
from cpstudy.puzzles.edge_matching.search.reference import FIRST_RUN

Pieces = npt.NDArray[np.int64]
Kernel = Callable[..., tuple[int, int]]
# Calls a kernel, or its machine code, up to a number of placements: (status, placements).
Run = Callable[[Kernel, int], tuple[int, int]]
Words = npt.NDArray[np.uint64]

# No limit on placements: more than any search makes.
_UNLIMITED = 2**62

# Placements in a slice between two looks at the clock: the first, and seconds for later ones.
_FIRST_SLICE = 1000
_SLICE_SECONDS = 0.05

# Units of uncompiled work (see core.kernels) between two questions whether to compile.
_PLAIN_SLICE = 2000


@dataclass(frozen=True)
class Method:
    """A setting of the search; the fields are those of ``reference.Setting``."""

    row_by_row: bool
    skip_equal: bool = True
    connectivity: int = 0
    all_sides: bool = False
    look: int = lookahead.NOTHING
    restarts: bool = False


METHODS = {
    "dfs": Method(row_by_row=True),
    "highest-connectivity": Method(row_by_row=True, connectivity=1),
    "lowest-connectivity": Method(row_by_row=True, connectivity=-1),
    "snopf": Method(row_by_row=False, skip_equal=False),
    "snopf-filtered": Method(row_by_row=False),
    "hybrid": Method(row_by_row=False, connectivity=-1, all_sides=True),
    "pla": Method(row_by_row=False, look=lookahead.PARTIAL),
    "matching": Method(row_by_row=False, look=lookahead.MATCHING, restarts=True),
}


class Search(Protocol):
    """A search under way on one board."""

    placements: int

    def go(self, limit: int) -> int:
        """Go on to ``limit`` placements in all; a status of ``scan.py`` or ``lookahead.py``."""

    def oriented(self) -> npt.NDArray[np.int64]:
        """The board just found: int64[n], oriented piece 4·p + q on each cell."""


class Scan:
    """A scan of framed boards of one size, up to 64 cells; ``load`` takes the next puzzle."""

    def __init__(self, rows: int, columns: int, colours: int, order: int) -> None:
        n = rows * columns
        self.rows, self.columns, self.colours, self.order = rows, columns, colours, order
        words = np.uint64
        self.fits = np.zeros((4, colours, colours), words)
        self.number = np.zeros((4, colours, colours), words)
        self.entry = np.zeros((2 * (16 * n + 1), n), words)
        self.toggle = np.zeros(n, words)
        self.base = np.zeros(n + columns, words)
        self.facing = np.zeros(n + columns, words)
        self.state = np.zeros(4, words)
        self.placements = 0
        if order == scan.PIECE_ORDER:
            self.stack = np.zeros((n, 4), words)
        else:
            self.colour_keys = np.zeros((n, 4), np.int64)
            self.sides_left = np.zeros(colours * colours, np.int64)
            self.entries = np.zeros((n, 4 * n), words)
            self.keys = np.zeros(4 * n, np.int64)
            self.progress = np.zeros((n, 2), np.int64)

    def load(self, pieces: Pieces) -> None:
        """Begin with a puzzle's pieces, int64[n, 4]."""
        fill_tables = prepared(scan.fill_tables, 20 * self.rows * self.columns)
        free = fill_tables(
            pieces, self.rows, self.columns, True, self.fits, self.number, self.entry,
            self.toggle,
        )  # fmt: skip
        start_scan = prepared(scan.start_scan, self.rows * self.columns)
        start_scan(
            self.fits, self.number, self.rows, self.columns, free, self.base, self.facing,
            self.state,
        )  # fmt: skip
        if self.order != scan.PIECE_ORDER:
            start = prepared(scan.start_connected_scan, self.rows * self.columns)
            start(
                pieces, self.columns, self.order, self.entry, self.state,
                self.sides_left, self.entries, self.keys, self.progress,
                self.colour_keys, self.colours,
            )  # fmt: skip
        self.placements = 0

    def go(self, limit: int) -> int:
        """See :class:`Search`."""
        n = self.rows * self.columns
        fits, number = self.fits.reshape(-1), self.number.reshape(-1)

        def piece_order(run: Kernel, until: int) -> tuple[int, int]:
            return run(
                fits, number, self.entry, self.toggle, self.base, self.facing,
                n, self.columns, self.stack, self.state, self.placements, until,
            )  # fmt: skip

        def connected(run: Kernel, until: int) -> tuple[int, int]:
            return run(
                self.colour_keys, fits, number, self.entry, self.toggle, self.base,
                self.facing, n, self.columns, self.order, self.sides_left, self.entries,
                self.keys, self.progress, self.state, self.placements, until,
            )  # fmt: skip

        if self.order == scan.PIECE_ORDER:
            return _in_stages(self, scan.scan, 1, piece_order, limit)
        return _in_stages(self, scan.scan_connected, 2, connected, limit)

    def oriented(self) -> npt.NDArray[np.int64]:
        """See :class:`Search`."""
        n = self.rows * self.columns
        result = np.empty(n, np.int64)
        if self.order == scan.PIECE_ORDER:
            scan.board_of_scan(self.stack, result)
        else:
            scan.board_of_connected_scan(self.entries, self.progress, result)
        return result


class _OnDomains:
    """What both searches on domains keep: tables of one board size, filled for each puzzle."""

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        n = rows * columns
        self.words = max(domains.LEAST_WORDS, (4 * n + 63) // 64)
        self.rows, self.columns, self.framed, self.method = rows, columns, framed, method
        self.colours = np.zeros((4 * n, 4), np.int64)
        self.with_colour = np.zeros((4, colours, self.words), np.uint64)
        self.turns = np.zeros(n, np.uint64)
        self.following = np.zeros(n, np.int64)
        self.neighbours = np.zeros((n, 4), np.int64)
        self.placement = np.full(n, -1)
        self.cells = np.zeros(n, np.int64)
        self.candidates = np.zeros((n, 4 * n), np.int64)
        self.progress = np.zeros((n, 2), np.int64)
        self.keys = np.zeros(4 * n, np.int64)
        self.state = np.zeros(1, np.int64)
        self.placements = 0

    def _fill(self, pieces: Pieces, cells: Words, available: Words, free: Words) -> None:
        n = self.rows * self.columns
        prepared(domains.fill_domains, 20 * n * n)(
            pieces, self.rows, self.columns, self.framed, self.method.skip_equal, self.colours,
            self.with_colour, self.turns, self.following, self.neighbours, cells, available, free,
        )  # fmt: skip
        self.placements = 0

    def oriented(self) -> npt.NDArray[np.int64]:
        """See :class:`Search`."""
        return self.placement.copy()


class DomainSearch(_OnDomains):
    """A search on domains without a look ahead; ``load`` takes the next puzzle."""

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        super().__init__(rows, columns, colours, framed, method)
        n = rows * columns
        self.domains = np.zeros((n, self.words), np.uint64)
        self.available = np.zeros(self.words, np.uint64)
        self.free = np.zeros(self.words, np.uint64)
        self.empty = np.zeros((n + 63) // 64, np.uint64)
        self.saved = np.zeros((n, 4, self.words), np.uint64)

    def _arguments(self) -> tuple[Any, ...]:
        method = self.method
        return (
            method.row_by_row, method.connectivity, method.all_sides, self.colours,
            self.with_colour, self.turns, self.following, self.neighbours, self.placement,
            self.empty, self.domains, self.available, self.free, self.cells, self.candidates,
            self.progress, self.keys, self.state,
        )  # fmt: skip

    def load(self, pieces: Pieces) -> None:
        """Begin with a puzzle's pieces, int64[n, 4]."""
        self._fill(pieces, self.domains, self.available, self.free)
        prepared(domains.start_search, len(self.cells))(*self._arguments())

    def go(self, limit: int) -> int:
        """See :class:`Search`."""

        def go_on(run: Kernel, until: int) -> tuple[int, int]:
            return run(*self._arguments(), self.saved, self.placements, until)

        return _in_stages(self, domains.search, 5 * len(self.cells), go_on, limit)


class LookAheadSearch(_OnDomains):
    """A search with a look ahead, and restarts; ``load`` takes the next puzzle."""

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        super().__init__(rows, columns, colours, framed, method)
        n = rows * columns
        self.domains = np.zeros((n, n, self.words), np.uint64)
        self.available = np.zeros((n, self.words), np.uint64)
        self.free = np.zeros((n, self.words), np.uint64)
        self.rank = np.arange(n)
        self.cutoff = _UNLIMITED

    def _arguments(self) -> tuple[Any, ...]:
        return (
            self.rank, self.turns, self.following, self.placement, self.domains, self.available,
            self.free, self.cells, self.candidates, self.progress, self.keys, self.state,
        )  # fmt: skip

    def load(self, pieces: Pieces) -> None:
        """Begin with a puzzle's pieces, int64[n, 4]."""
        self._fill(pieces, self.domains[0], self.available[0], self.free[0])
        self.rank[:] = np.arange(len(self.rank))
        self.cutoff = _UNLIMITED
        prepared(lookahead.start_search, len(self.cells))(*self._arguments())

    def restart(self, state: npt.NDArray[np.uint64], allowed: int) -> None:
        """Back to the empty board, pieces in a new random order, for ``allowed`` placements."""
        shuffle(state, self.rank, self.rank.size)
        self.cutoff = self.placements + allowed
        prepared(lookahead.start_search, len(self.cells))(*self._arguments())

    def go(self, limit: int) -> int:
        """See :class:`Search`; CUT_OFF at ``self.cutoff`` placements."""

        def go_on(run: Kernel, until: int) -> tuple[int, int]:
            return run(
                self.framed, self.method.look, self.colours, self.with_colour, self.neighbours,
                *self._arguments(), self.placements, self.cutoff, until,
            )  # fmt: skip

        return _in_stages(self, lookahead.search, 100 * len(self.cells), go_on, limit)


def _in_stages(
    search: Search, function: Callable[..., Any], units: int, run: Run, limit: int
) -> int:
    """Go on to ``limit`` placements in all, at first uncompiled; see ``core.kernels``.

    units: what a placement costs uncompiled. run: calls the kernel it is given up to a number of
    placements.
    """
    made = 0
    status = scan.SPENT
    while True:
        code = prepared(function, units * made)
        before = search.placements
        until = limit
        if code is function:
            until = min(limit, before + max(1, _PLAIN_SLICE // units))
        status, search.placements = run(code, until)
        made = search.placements - before
        if status != scan.SPENT or search.placements >= limit:
            return int(status)


def new_search(rows: int, columns: int, colours: int, framed: bool, method: Method) -> Any:
    """The fastest search for a method and size. colours: one more than the largest colour."""
    if method.look != lookahead.NOTHING:
        return LookAheadSearch(rows, columns, colours, framed, method)
    if method.row_by_row and framed and columns > 1 and rows * columns <= scan.LARGEST:
        return Scan(rows, columns, colours, method.connectivity)
    return DomainSearch(rows, columns, colours, framed, method)


# -- one puzzle ----------------------------------------------------------------------------------


def solve_by(
    name: str, puzzle: EdgeMatching, budget: Budget, rng: np.random.Generator, limit: int | None
) -> Result:
    """Run the method ``name``; the result is that of the reference solver of the same name."""
    method = METHODS[name]
    # Tables grow with the square of the largest colour: number the colours without gaps, 0 first.
    used, numbered = np.unique([FRAME, *chain(*puzzle.pieces)], return_inverse=True)
    pieces = numbered[1:].astype(np.int64).reshape(-1, 4)
    search = new_search(puzzle.rows, puzzle.columns, len(used), puzzle.framed, method)
    search.load(pieces)
    restarts = method.restarts and limit is not None
    state = stream(int(rng.integers(2**63))) if restarts else None
    allowed = FIRST_RUN
    if restarts:
        search.cutoff = allowed

    clock = _Clock(budget)
    pictures: set[Picture] = set()
    solutions: dict[Picture, Placement] = {}
    while True:
        before = search.placements
        status = search.go(clock.slice_limit(before))
        if status == scan.FOUND:
            board = tuple((o >> 2, o & 3) for o in search.oriented().tolist())
            pictures.add(puzzle.picture(board))
            solutions.setdefault(puzzle.canonical(board), board)
            if limit is not None and len(solutions) >= limit:
                stop = Stop.LIMIT
                break
            # Boards of equal pieces are found faster than slices end, millions of the same.
            if clock.late():
                stop = Stop.TIME
                break
        elif status == scan.EXHAUSTED:
            stop = Stop.DONE
            break
        elif status == lookahead.CUT_OFF:
            assert state is not None  # only a search with restarts is cut off
            allowed *= 2
            search.restart(state, allowed)
        else:
            spent = clock.spent(search.placements, before)
            if spent is not None:
                stop = spent
                break
    done = stop is Stop.DONE
    counters = {"placements": search.placements}
    if done:
        counters["boards"] = len(pictures)
    return Result(
        solutions=tuple(solutions.values()),
        count=len(solutions) if done else None,
        exhausted=done,
        stop=stop,
        counters=counters,
    )


class _Clock:
    """Placements until the next look at the clock, so that a time limit is met closely."""

    def __init__(self, budget: Budget) -> None:
        self.iterations = _UNLIMITED if budget.iterations is None else budget.iterations
        self.seconds = budget.seconds
        self.start = self.last = time.perf_counter()
        # Without a time limit slices only let Ctrl-C through, twenty times a second.
        self.slice = _FIRST_SLICE if budget.seconds is None or budget.seconds > 0 else 0

    def slice_limit(self, placements: int) -> int:
        return min(self.iterations, placements + self.slice)

    def late(self) -> bool:
        """Whether the time is up."""
        return self.seconds is not None and time.perf_counter() - self.start >= self.seconds

    def spent(self, placements: int, before: int) -> Stop | None:
        """Why the search ends at the end of a slice, None where it goes on."""
        if placements >= self.iterations:
            return Stop.ITERATIONS
        if self.late():
            return Stop.TIME
        now = time.perf_counter()
        pace = (placements - before) / max(now - self.last, 1e-9)
        self.slice = max(_FIRST_SLICE, min(8 * self.slice, int(pace * _SLICE_SECONDS)))
        self.last = now
        return None


# Rows of the SOLVERS table; what each does stands with the reference solver of the same name.
dfs = partial(solve_by, "dfs")
highest_connectivity = partial(solve_by, "highest-connectivity")
lowest_connectivity = partial(solve_by, "lowest-connectivity")
snopf = partial(solve_by, "snopf")
snopf_filtered = partial(solve_by, "snopf-filtered")
hybrid = partial(solve_by, "hybrid")
pla = partial(solve_by, "pla")
matching = partial(solve_by, "matching")


# -- a batch -------------------------------------------------------------------------------------


@kernel
def is_solved(pieces: Any, oriented: Any, rows: Any, columns: Any, framed: Any) -> bool:
    """Whether oriented pieces (int64[n], 4·p + q) solve the board: the rules, compiled.

    Checked against ``EdgeMatching.why_not`` in the tests.
    """
    n = rows * columns
    used = np.zeros(n, np.bool_)
    for cell in range(n):
        o = oriented[cell]
        p, q = o >> 2, o & 3
        if o < 0 or p >= n or used[p]:
            return False
        used[p] = True
        row, column = cell // columns, cell % columns
        for side in range(4):
            colour = pieces[p, (side - q) & 3]
            border = (
                (side == 0 and row == 0)
                or (side == 1 and column == columns - 1)
                or (side == 2 and row == rows - 1)
                or (side == 3 and column == 0)
            )
            if framed and border != (colour == 0):
                return False
        if column > 0:
            west = oriented[cell - 1]
            if pieces[p, (3 - q) & 3] != pieces[west >> 2, (1 - west) & 3]:
                return False
        if row > 0:
            north = oriented[cell - columns]
            if pieces[p, -q & 3] != pieces[north >> 2, (2 - north) & 3]:
                return False
    return True


@dataclass(frozen=True)
class FirstSolution:
    """How the search for a first solution of one puzzle of a batch ended."""

    placements: int
    status: int  # FOUND, EXHAUSTED or SPENT
    seconds: float


def first_solutions(
    name: str, batch: Pieces, rows: int, columns: int, limit: int
) -> list[FirstSolution]:
    """Search each framed puzzle of int64[count, n, 4] for a first solution, by ``name``.

    limit: placements a puzzle. Every witness is checked by :func:`is_solved`; raises
    WrongAnswerError with the puzzle's text form where one fails.
    """
    method = METHODS[name]
    search = new_search(rows, columns, int(batch.max(initial=0)) + 1, True, method)
    results = []
    for pieces in batch:
        start = time.perf_counter()
        search.load(pieces)
        status = _first(search, _Restarts(method), limit)
        seconds = time.perf_counter() - start
        _check(name, pieces, rows, columns, search, status)
        results.append(FirstSolution(int(search.placements), status, seconds))
    return results


class Turns:
    """First solutions of a batch searched in turns: each goes on where it stopped."""

    def __init__(self, name: str, batch: Pieces, rows: int, columns: int) -> None:
        method = METHODS[name]
        most = int(batch.max(initial=0)) + 1
        self.name, self.batch, self.rows, self.columns = name, batch, rows, columns
        self.searches = [new_search(rows, columns, most, True, method) for _ in batch]
        self.restarts = [_Restarts(method) for _ in batch]
        self.statuses = [scan.SPENT for _ in batch]
        self.seconds = [0.0 for _ in batch]
        for search, pieces in zip(self.searches, batch, strict=True):
            search.load(pieces)

    def settled(self, limit: int) -> int:
        """Bring every search to its end or to ``limit`` placements; how many are at their end."""
        for index, search in enumerate(self.searches):
            if self.statuses[index] == scan.SPENT:
                start = time.perf_counter()
                status = _first(search, self.restarts[index], limit)
                self.seconds[index] += time.perf_counter() - start
                pieces = self.batch[index]
                _check(self.name, pieces, self.rows, self.columns, search, status)
                self.statuses[index] = status
        return sum(status != scan.SPENT for status in self.statuses)

    def results(self) -> list[FirstSolution]:
        """How each search ended, or how far it came."""
        return [
            FirstSolution(int(search.placements), status, seconds)
            for search, status, seconds in zip(
                self.searches, self.statuses, self.seconds, strict=True
            )
        ]


class _Restarts:
    """The random order of pieces and the length of the run under way, for methods that restart."""

    def __init__(self, method: Method) -> None:
        self.state = None
        if method.restarts:  # a generator costs more than many a search
            self.state = stream(int(np.random.default_rng(0).integers(2**63)))
        self.allowed = FIRST_RUN


def _first(search: Any, restarts: _Restarts, limit: int) -> int:
    if restarts.state is not None and search.placements == 0:
        search.cutoff = restarts.allowed
    while True:
        status = int(search.go(limit))
        if status != lookahead.CUT_OFF:
            return status
        restarts.allowed *= 2
        search.restart(restarts.state, restarts.allowed)


def _check(name: str, pieces: Pieces, rows: int, columns: int, search: Search, status: int) -> None:
    if status != scan.FOUND:
        return
    holds = prepared(is_solved, rows * columns)
    if not holds(pieces, search.oriented(), rows, columns, True):
        text = EdgeMatching(rows, columns, tuple(map(tuple, pieces.tolist()))).encode()
        raise WrongAnswerError(f"solver {name}: not a solution of {text}")
