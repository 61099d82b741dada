"""The compiled searches as objects: one board size, one puzzle after the other.

Scans of framed boards with up to 64 cells run on ``scan.py`` and ``connected_scan.py``, what looks
ahead on ``look_ahead.py``, all else on ``domains.py``; all make the placements of ``reference/``,
and all stop at any number of them. Where a first solution comes after very many placements,
``counted_scan.py`` counts those of ``scan.py``.

A call of a kernel makes placements for some twentieth of a second, so that whoever calls can look
at a clock or be interrupted; how many that are is in the table of engines, measured on 4×4 to 9×9.
Cost beside the search: about 20 µs a puzzle.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import array
from cpstudy.core.random import stream
from cpstudy.puzzles.edge_matching.search.connected_scan import ConnectedScan
from cpstudy.puzzles.edge_matching.search.control import Searching
from cpstudy.puzzles.edge_matching.search.domain_tables import words_of
from cpstudy.puzzles.edge_matching.search.domains import Domains
from cpstudy.puzzles.edge_matching.search.look_ahead import LookAhead
from cpstudy.puzzles.edge_matching.search.methods import (
    FIRST_RUN,
    NOTHING,
    PARTIAL,
    PIECE_ORDER,
    Method,
)
from cpstudy.puzzles.edge_matching.search.scan import Scan
from cpstudy.puzzles.edge_matching.search.scan_tables import LARGEST

Pieces = npt.NDArray[np.int64]

# No limit on placements: more than any search makes. Where they are counted without being made
# there may be more; a search ends here then.
UNLIMITED = 2**62

# Bytes that a search takes at most where nobody names a limit.
MEMORY = 2 << 30
_SMALL = 1 << 20


class Engine(NamedTuple):
    """A kind of search, and what it costs on a board of so many cells.

    call: placements in one call; memory: bytes of the workspace, without what is small beside them.
    """

    workspace: Callable[[int, int, int, bool, Method], Searching]
    call: Callable[[int], int]
    memory: Callable[[int], int]


_SCAN = Engine(Scan, lambda n: 2_500_000, lambda n: 0)
_CONNECTED = Engine(ConnectedScan, lambda n: 1_000_000, lambda n: 0)
_DOMAINS = Engine(
    workspace=Domains,
    call=lambda n: 5_000_000 // n,
    memory=lambda n: 8 * n * (4 * n + 5 * words_of(n)),
)
# Where equal candidates are tried each, what each of them took is kept.
_EACH = _DOMAINS._replace(memory=lambda n: 8 * n * (8 * n + 5 * words_of(n)))
_PARTIAL = Engine(
    workspace=LookAhead,
    call=lambda n: 200_000 * 64 // (n * max(n, 64)),
    memory=lambda n: 8 * n * n * (words_of(n) + 4),
)
_MATCHING = _PARTIAL._replace(call=lambda n: 80_000 * 64 // (n * max(n, 64)))


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
        engine, cells = engine_of(rows, columns, framed, method), rows * columns
        if engine.memory(cells) > memory:
            raise MemoryError(f"{rows}x{columns}: a search takes more than {memory:,} bytes")
        self.small = engine.memory(cells) <= _SMALL
        self._work = engine.workspace(rows, columns, colours, framed, method)
        self._call = max(1, engine.call(cells))

    def load(self, pieces: Pieces, order: int | None = None) -> None:
        """Begin with a puzzle's pieces, int64[n, 4].

        order: seed of the orders of pieces, for a search with restarts; None: one run, in theirs.
        """
        work = self._work
        array(work.pieces)[:] = pieces
        work.begun = False
        work.placements = work.owed = 0
        work.run = UNLIMITED
        if order is not None:
            work.run = FIRST_RUN
            work.random = stream(order)

    @property
    def placements(self) -> int:
        """How many were made so far."""
        return self._work.placements

    def go(self, limit: int) -> int:
        """Go on for a while, at most to ``limit`` placements in all; a status of ``control.py``."""
        work = self._work
        # What is owed takes no time.
        return work.search(min(limit, UNLIMITED, work.placements + work.owed + self._call))

    def state(self) -> list[npt.NDArray[Any]]:
        """All that a search has on its way, as arrays of its own."""
        return [np.array(getattr(work, name)) for work, name in _fields(self._work)]

    def restore(self, state: Sequence[npt.NDArray[Any]]) -> None:
        """Go on from a state of this program's, in place of :meth:`load`."""
        for (work, name), kept in zip(_fields(self._work), state, strict=True):
            if kept.ndim:
                array(getattr(work, name))[...] = kept
            else:
                setattr(work, name, kept.item())

    def oriented(self) -> npt.NDArray[np.int64]:
        """The board just found: int64[n], oriented piece 4·p + q on each cell."""
        return array(self._work.board)


def _fields(work: object) -> Iterator[tuple[object, str]]:
    """The numbers and the memory that can be written of a workspace, and of those inside it."""
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
