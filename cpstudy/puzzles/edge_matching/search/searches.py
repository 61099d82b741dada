"""The compiled searches as objects, for one board size and any number of puzzles, and as solvers.

Scans of framed boards up to 10×10 run on ``scan.py`` and ``connected_scan.py``; scans of other
boards or with places on ``list_scan.py`` and ``connected_list_scan.py``; methods with look-ahead on
``look_ahead.py``; all others on ``domains.py``. All can stop at any number of placements. If a
first solution comes after very many placements, ``counted_scan.py`` counts those of ``scan.py``.

A call of a kernel makes placements for about a twentieth of a second, so that its caller can check
the clock and be interrupted; the table of engines defines how many, measured on 4×4 to 9×9.
Overhead: about 20 µs per puzzle.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import Clock
from cpstudy.core.native import array, view
from cpstudy.core.random import stream
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.edge_matching.puzzle import FRAME, EdgeMatching, turned
from cpstudy.puzzles.edge_matching.search import list_tables, scan_tables
from cpstudy.puzzles.edge_matching.search.connected_list_scan import ConnectedListScan
from cpstudy.puzzles.edge_matching.search.connected_scan import ConnectedScan
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT, Searching
from cpstudy.puzzles.edge_matching.search.domain_tables import ALL_TURNS, DomainTables, words_of
from cpstudy.puzzles.edge_matching.search.domains import Domains, inner_first
from cpstudy.puzzles.edge_matching.search.list_scan import ListScan
from cpstudy.puzzles.edge_matching.search.list_tables import ListTables
from cpstudy.puzzles.edge_matching.search.look_ahead import LookAhead
from cpstudy.puzzles.edge_matching.search.methods import (
    FIRST_RUN,
    METHODS,
    NOTHING,
    PARTIAL,
    PIECE_ORDER,
    Method,
)
from cpstudy.puzzles.edge_matching.search.scan import Scan
from cpstudy.puzzles.edge_matching.search.scan_tables import WORD_BITS, ScanTables
from cpstudy.puzzles.edge_matching.search.standing import Standing
from cpstudy.puzzles.edge_matching.symmetry import Classes

Pieces = npt.NDArray[np.int64]

# More placements than any search makes. If they are counted without being made there may be more,
# and the search ends here.
UNLIMITED = 2**62

# The maximum bytes of a search without a given limit.
MEMORY = 2 << 30
_SMALL = 1 << 20


class Engine(NamedTuple):
    """A kind of search, and its cost on a board of n cells.

    call: placements in one call; memory: bytes of the workspace, without small parts.
    """

    workspace: Callable[[int, int, int, bool, Method], Searching]
    call: Callable[[int], int]
    memory: Callable[[int], int]


_SCAN = Engine(Scan, lambda n: 2_500_000, lambda n: 0)
_LISTS = Engine(ListScan, lambda n: 2_000_000, lambda n: 0)
_CONNECTED = Engine(ConnectedScan, lambda n: 1_000_000, lambda n: 0)
_CONNECTED_LISTS = Engine(ConnectedListScan, lambda n: 1_000_000, lambda n: 32 * n * n)
_DOMAINS = Engine(
    workspace=Domains,
    call=lambda n: 5_000_000 // n,
    memory=lambda n: 8 * n * (4 * n + 5 * words_of(n)),
)
# If equal candidates are all tried, the placements of each are stored.
_EACH = _DOMAINS._replace(memory=lambda n: 8 * n * (8 * n + 5 * words_of(n)))
_PARTIAL = Engine(
    workspace=LookAhead,
    call=lambda n: 200_000 * 64 // (n * max(n, 64)),
    memory=lambda n: 8 * n * n * (words_of(n) + 4),
)
_MATCHING = _PARTIAL._replace(call=lambda n: 80_000 * 64 // (n * max(n, 64)))


def _engine(
    rows: int, columns: int, colours: int, framed: bool, method: Method, placed: int | None
) -> Engine:
    """Return the fastest engine for a method and a board; placed: as in :class:`Search`."""
    if not method.row_by_row or not list_tables.takes(rows, columns, colours, placed or 0):
        return _engine_on_domains(method)
    on_words = framed and placed is None and scan_tables.takes(rows, columns)
    if method.connectivity == PIECE_ORDER:
        return _SCAN if on_words else _LISTS
    return _CONNECTED if on_words else _CONNECTED_LISTS


def _engine_on_domains(method: Method) -> Engine:
    if method.look != NOTHING:
        return _PARTIAL if method.look == PARTIAL else _MATCHING
    return _DOMAINS if method.skip_equal else _EACH


class Search:
    """A search on boards of one size; :meth:`load` takes the next puzzle.

    small: it needs so little memory that it may be kept.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        colours: int,
        framed: bool,
        method: Method,
        memory: int = MEMORY,
        *,
        on_domains: bool = False,
        placed: int | None = None,
    ) -> None:
        """colours: one more than the largest colour. on_domains: no scan, even if it is faster.

        placed: the number of cells with places, for a search to :meth:`restrict`; None: it will not
        be restricted. Raises MemoryError above ``memory`` bytes.
        """
        cells = rows * columns
        self._size = (rows, columns, colours, framed, method)
        fastest = _engine(*self._size, placed)
        engine = _engine_on_domains(method) if on_domains else fastest
        if engine.memory(cells) > memory:
            raise MemoryError(f"{rows}x{columns}: a search takes more than {memory:,} bytes")
        self.small = engine.memory(cells) <= _SMALL
        # A cell has few words if inner pieces come first; the order of candidates does not change.
        several = 4 * cells > 2 * WORD_BITS
        self._sorts = several and engine in (_DOMAINS, _EACH) and framed and not on_domains
        self._use(engine.workspace(*self._size))
        self._call = max(1, engine.call(cells))

    def _use(self, work: Searching) -> None:
        self.work = work
        # Making an array of a view takes as long as a search on a small board.
        self._pieces, self._board, self._reached = map(
            array, (work.pieces, work.board, work.reached)
        )

    def load(self, pieces: Pieces, order: int | None = None) -> None:
        """Begin with a puzzle's pieces, int64[n, 4].

        order: the seed for orders of pieces, for a search with restarts; None: one run, in their
        order.
        """
        if isinstance(self.work, ScanTables) and not scan_tables.can_hold(pieces):
            lists = ListScan if isinstance(self.work, Scan) else ConnectedListScan
            self._use(lists(*self._size))
        work = self.work
        if isinstance(work, Domains) and self._sorts:
            numbers = inner_first(pieces)
            array(work.numbers)[:] = numbers
            pieces = pieces[numbers]
        self._pieces[:] = pieces
        work.begun = False
        work.placements = work.owed = work.goal = 0
        self._reached[:] = -1
        work.run = UNLIMITED
        if order is not None:
            work.run = FIRST_RUN
            work.random = stream(order)

    def restrict(self, puzzle: EdgeMatching) -> None:
        """Restrict the search to the places and turns of a puzzle whose pieces are loaded.

        The search must have been created for the same number of cells with places.
        """
        work = cast(DomainTables | ListTables, self.work)
        work.may_turn = ALL_TURNS if puzzle.turning else 1
        if placed := _placed(puzzle):
            work.allowed = view(_allowed(puzzle, placed, self._numbers))
            if isinstance(work, ListTables):
                work.tabulate(placed)

    @property
    def placements(self) -> int:
        """The number of placements so far."""
        return self.work.placements

    def resume(self, limit: int) -> int:
        """Search for a while, up to ``limit`` placements; return a status of ``control.py``."""
        work = self.work
        # Owed placements take no time.
        return work.search(min(limit, UNLIMITED, work.placements + work.owed + self._call))

    def state(self) -> list[npt.NDArray[Any]]:
        """Return the whole state of a search in progress, as copied arrays."""
        return [np.array(getattr(work, name)) for work, name in _fields(self.work)]

    def restore(self, state: Sequence[npt.NDArray[Any]]) -> None:
        """Resume from a state of this program, instead of :meth:`load`."""
        for (work, name), kept in zip(_fields(self.work), state, strict=True):
            if kept.ndim:
                array(getattr(work, name))[...] = kept
            else:
                setattr(work, name, kept.item())

    def deepest(self) -> Pieces:
        """Return the first board with the most pieces, as :meth:`oriented`; -1: an empty cell."""
        return np.where(self._reached < 0, -1, self._numbered(self._reached))

    def oriented(self) -> Pieces:
        """Return the board just found: int64[n], oriented piece 4·p + q on each cell."""
        return self._numbered(self._board)

    def _numbered(self, board: Pieces) -> Pieces:
        """Return a copy of a board of the workspace in the puzzle's numbers."""
        if not self._sorts:
            return board.copy()
        lying: Pieces = 4 * self._numbers[board >> 2] + (board & 3)
        return lying

    @property
    def _numbers(self) -> Pieces:
        """The puzzle's number of each piece of the workspace."""
        if self._sorts:
            numbers: Pieces = array(cast(Domains, self.work).numbers)
            return numbers
        return np.arange(len(self._board))


def _fields(work: object) -> Iterator[tuple[object, str]]:
    """Yield the numbers and the writable memory of a workspace, and of workspaces inside it."""
    for name in dir(work):
        value = getattr(work, name)
        if name.startswith("_") or callable(value):
            continue
        if isinstance(value, int):
            yield work, name
        elif not hasattr(value, "shape"):
            yield from _fields(value)
        elif array(value).flags.writeable:
            yield work, name


def _placed(puzzle: EdgeMatching) -> list[int]:
    """Return the cells with places."""
    return sorted({place.cell for place in (*puzzle.fixed, *puzzle.forbidden)})


def _allowed(puzzle: EdgeMatching, placed: list[int], order: Pieces) -> npt.NDArray[np.uint64]:
    """Return uint64[n, words]: the oriented pieces, ordered, that the places allow on each cell."""
    oriented = [turned(puzzle.pieces[p], quarters) for p in order for quarters in range(4)]
    bits = np.ones((len(puzzle.pieces), 64 * words_of(len(puzzle.pieces))), np.bool_)
    for cell in placed:
        bits[cell, : len(oriented)] = [puzzle.allows(cell, lying) for lying in oriented]
    return np.packbits(bits, axis=1, bitorder="little").view("<u8").astype(np.uint64)


def loaded(
    puzzle: EdgeMatching, method: str, request: Request, *, on_domains: bool = False
) -> Search:
    """Return a search of METHODS with a puzzle loaded. Raises MemoryError as :class:`Search` does.

    With a limit on solutions it makes the method's restarts.
    """
    # Tables grow with the largest colour: number the colours without gaps, 0 first.
    used = {FRAME}.union(*puzzle.pieces)
    pieces = np.array(puzzle.pieces, np.int64)
    if max(used) >= len(used):
        pieces = np.searchsorted(sorted(used), pieces)
    size, setting = (puzzle.rows, puzzle.columns, len(used)), METHODS[method]
    memory = MEMORY if request.budget.memory is None else request.budget.memory
    placed = None if puzzle.symmetric else len(_placed(puzzle))
    search = Search(*size, puzzle.framed, setting, memory, on_domains=on_domains, placed=placed)
    restarts = setting.restarts and request.limit is not None
    search.load(pieces, int(request.rng.integers(2**63)) if restarts else None)
    if not puzzle.symmetric:
        search.restrict(puzzle)
    return search


def solve(puzzle: EdgeMatching, request: Request, *, method: str) -> Result:
    """Find up to ``limit`` solutions (None: all) by a method of METHODS.

    found: receives the first board of each class immediately. Counters: placements (the
    iterations), and boards if all were found: pictures of solved boards, with every rotation. The
    count is of classes. best: for an unfinished search without a solution, the first board with the
    most pieces.
    """
    budget, clock = request.budget, Clock(request.budget.seconds)
    try:
        search = loaded(puzzle, method, request)
    except MemoryError:
        return Result(stop=Stop.MEMORY, counters={"placements": 0})
    most = UNLIMITED if budget.iterations is None else budget.iterations
    classes, standing = Classes(puzzle, request.found), Standing(puzzle, clock)
    stop, goal = None, 0
    while stop is None:
        status = search.resume(most)
        if search.work.goal > goal and status != FOUND:
            goal = search.work.goal
            standing.take(search.deepest().tolist(), search.placements)
        if status == FOUND:
            classes.add(tuple((o >> 2, o & 3) for o in search.oriented().tolist()))
        if status == FOUND and len(classes.solutions) == request.limit:
            stop = Stop.LIMIT
        elif status == EXHAUSTED:
            stop = Stop.DONE
        elif status == SPENT and search.placements >= most:
            stop = Stop.BOUND if budget.iterations is None else Stop.ITERATIONS
        elif clock.late:
            stop = Stop.TIME
    result = classes.result(stop, {"placements": search.placements}, len(classes.pictures))
    unsettled = stop is not Stop.DONE and not classes.solutions
    return replace(result, best=standing.best) if unsettled else result
