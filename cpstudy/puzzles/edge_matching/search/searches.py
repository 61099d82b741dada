"""The compiled searches as objects: one board size, one puzzle after the other.

Scans of framed boards with up to 64 cells run on ``scan.py`` and ``connected_scan.py``, what looks
ahead on ``look_ahead.py``, all else on ``domains.py``; all make the placements of ``reference/``,
and all stop at any number of them. Where a first solution comes after very many placements,
``counted_scan.py`` counts those of ``scan.py``.

*Plain or compiled* is settled by the rule of ``core/kernels.py``. What a placement costs in units
of plain work is in the table of engines, measured on 4×4 to 9×9; it also says how many placements
make a call of a twentieth of a second, so that whoever calls can look at a clock or be interrupted.
Cost beside the search: about 20 µs a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernels import prepared, spend
from cpstudy.core.random import stream
from cpstudy.puzzles.edge_matching.search import (
    connected_scan,
    domains,
    look_ahead,
    scan,
)
from cpstudy.puzzles.edge_matching.search.control import BEGUN, OWED, PLACEMENTS, RUN
from cpstudy.puzzles.edge_matching.search.domain_tables import words_of
from cpstudy.puzzles.edge_matching.search.methods import (
    FIRST_RUN,
    NOTHING,
    PARTIAL,
    PIECE_ORDER,
    Method,
)
from cpstudy.puzzles.edge_matching.search.scan_tables import LARGEST

Pieces = npt.NDArray[np.int64]

# No limit on placements: more than any search makes. Where they are counted without being made
# there may be more; a search ends here then.
UNLIMITED = 2**62

# Bytes that a search takes at most where nobody names a limit.
MEMORY = 2 << 30
_SMALL = 1 << 20

# Units of work in one call of a kernel: as Python, and as machine code, which is some 200 times
# faster.
_PLAIN_CALL = 4_000
_COMPILED_CALL = 800_000


class Engine(NamedTuple):
    """A kernel, how to make its workspace, and what it costs on a board of so many cells.

    load: units to fill the tables; placement: units a placement; memory: bytes of the workspace,
    without what is small beside them.
    """

    workspace: Callable[[int, int, int, bool, Method], Any]
    search: Callable[[Any, int], int]
    load: Callable[[int], float]
    placement: Callable[[int], float]
    memory: Callable[[int], int]


_SCAN = Engine(scan.workspace, scan.search, lambda n: 8 * n, lambda n: 0.3, lambda n: 0)
_CONNECTED = _SCAN._replace(
    workspace=connected_scan.workspace, search=connected_scan.search, placement=lambda n: 0.8
)
_DOMAINS = Engine(
    workspace=domains.workspace,
    search=domains.search,
    load=lambda n: n * n / 5,
    placement=lambda n: n / 6,
    memory=lambda n: 8 * n * (4 * n + 5 * words_of(n)),
)
# Where equal candidates are tried each, what each of them took is kept.
_EACH = _DOMAINS._replace(memory=lambda n: 8 * n * (8 * n + 5 * words_of(n)))
_PARTIAL = Engine(
    workspace=look_ahead.workspace,
    search=look_ahead.search,
    load=lambda n: n * n / 5,
    placement=lambda n: 4 * n * max(1, n / 64),
    memory=lambda n: 8 * n * n * (words_of(n) + 4),
)
_MATCHING = _PARTIAL._replace(placement=lambda n: 10 * n * max(1, n / 64))


def engine_of(rows: int, columns: int, framed: bool, method: Method) -> Engine:
    """The fastest engine for a method and a board."""
    if method.look != NOTHING:
        return _PARTIAL if method.look == PARTIAL else _MATCHING
    if method.row_by_row and framed and columns > 1 and rows * columns <= LARGEST:
        return _SCAN if method.connectivity == PIECE_ORDER else _CONNECTED
    return _DOMAINS if method.skip_equal else _EACH


class Search:
    """A search on boards of one size; :meth:`load` takes the next puzzle.

    small: it takes so little memory that it may be kept.
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        colours: int,
        framed: bool,
        method: Method,
        memory: int = MEMORY,
    ) -> None:
        """colours: one more than the largest colour. Raises MemoryError above ``memory`` bytes."""
        self._engine = engine_of(rows, columns, framed, method)
        self._cells = rows * columns
        if self._engine.memory(self._cells) > memory:
            raise MemoryError(f"{rows}x{columns}: a search takes more than {memory:,} bytes")
        self.small = self._engine.memory(self._cells) <= _SMALL
        self._work = self._engine.workspace(rows, columns, colours, framed, method)
        self._run: Callable[[Any, int], int] = self._engine.search
        self._cost = self._engine.placement(self._cells)
        self._plain_call = max(1, int(_PLAIN_CALL / self._cost))
        self._compiled_call = max(1, int(_COMPILED_CALL / self._cost))

    def load(self, pieces: Pieces, order: int | None = None) -> None:
        """Begin with a puzzle's pieces, int64[n, 4].

        order: seed of the orders of pieces, for a search with restarts; None: one run, in theirs.
        """
        work = self._work
        work.tables.pieces[:] = pieces
        work.control[BEGUN] = 0
        work.control[PLACEMENTS] = work.control[OWED] = 0
        work.control[RUN] = UNLIMITED
        if order is not None:
            work.control[RUN] = FIRST_RUN
            work.random[:] = stream(order)
        self._run = self._engine.search
        self._choose(self._engine.load(self._cells) + self._cost)

    @property
    def placements(self) -> int:
        """How many were made so far."""
        return int(self._work.control[PLACEMENTS])

    def go(self, limit: int) -> int:
        """Go on for a while, at most to ``limit`` placements in all; a status of ``control.py``."""
        if self._run is self._engine.search:
            self._choose(0)
        limit = min(limit, UNLIMITED)
        before = self.placements + int(self._work.control[OWED])  # what is owed takes no time
        if self._run is not self._engine.search:
            return self._run(self._work, min(limit, before + self._compiled_call))
        status = self._run(self._work, min(limit, before + self._plain_call))
        spend(self._engine.search, ceil(max(0, self.placements - before) * self._cost))
        return status

    def state(self) -> list[npt.NDArray[Any]]:
        """All that a search has on its way, as arrays of its own."""
        return [array.copy() for array in _arrays(self._work)]

    def restore(self, state: Sequence[npt.NDArray[Any]]) -> None:
        """Go on from a state of this program's, in place of :meth:`load`."""
        for array, kept in zip(_arrays(self._work), state, strict=True):
            array[...] = kept

    def oriented(self) -> npt.NDArray[np.int64]:
        """The board just found: int64[n], oriented piece 4·p + q on each cell."""
        board: npt.NDArray[np.int64] = self._work.board
        return board

    def _choose(self, units: float) -> None:
        """Choose between the kernel and its machine code, with so many units of work ahead."""
        self._run = prepared(self._engine.search, ceil(units))


def _arrays(work: Any) -> Iterator[npt.NDArray[Any]]:
    """The arrays of a workspace, which may have others inside, in order."""
    for one in work:
        if isinstance(one, np.ndarray):
            if one.flags.writeable:
                yield one
        elif isinstance(one, tuple):
            yield from _arrays(one)
