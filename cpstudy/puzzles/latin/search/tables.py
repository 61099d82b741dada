"""What the kernels know of a board: its units, its peers, its cages, as arrays.

Tables of units and peers are a function of the units alone and are kept by them; cages are written
for each puzzle. A board of order N has n = N² cells; u units; c cages of m cells in all.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from cpstudy.puzzles.latin.rules import ADD, DIVIDE, MULTIPLY, SUBTRACT, Latin, Unit

# The operations as bits.
BIT_OF = {ADD: 1, MULTIPLY: 2, SUBTRACT: 4, DIVIDE: 8}

# Values whose sets fit a word, with a bit to spare for PLACED.
PLACED = 1 << 40


class UnitTables(NamedTuple):
    """units: int64[u, N]. peers: int64[…], those of cell i from first_peer[i] to first_peer[i + 1];
    first_peer: int64[n + 1].
    """

    units: Any
    peers: Any
    first_peer: Any


class CageTables(NamedTuple):
    """All int64. first: [c + 1], where the cells of a cage begin. cells: [m]. clashes: [m], the
    cells of the same cage before this one that must differ from it, as bits. operations: [c], bits
    of BIT_OF. targets: [c].
    """

    first: Any
    cells: Any
    clashes: Any
    operations: Any
    targets: Any


@lru_cache(maxsize=64)
def sharing(units: tuple[Unit, ...]) -> npt.NDArray[np.bool_]:
    """Which cells share a unit: bool[n, n], False for a cell with itself."""
    cells = np.array([unit.cells for unit in units])
    member = np.zeros((len(units), cells.max() + 1), np.float32)
    np.put_along_axis(member, cells, 1, axis=1)
    shared = member.T @ member > 0
    np.fill_diagonal(shared, False)
    return shared


@lru_cache(maxsize=64)
def unit_tables(units: tuple[Unit, ...]) -> UnitTables:
    """The tables of a board with these units."""
    shared = sharing(units)
    return UnitTables(
        np.array([unit.cells for unit in units], np.int64),
        np.nonzero(shared)[1].astype(np.int64),
        np.concatenate([[0], np.cumsum(shared.sum(axis=1))]).astype(np.int64),
    )


def cage_tables(puzzle: Latin) -> CageTables:
    """The tables of a puzzle's cages."""
    clashes = []
    shared = sharing(puzzle.units).tolist() if puzzle.cages else []
    for cage in puzzle.cages:
        for place, cell in enumerate(cage.cells):
            near = shared[cell]
            clashes.append(sum(1 << p for p in range(place) if near[cage.cells[p]]))
    return CageTables(
        np.cumsum([0, *(len(cage.cells) for cage in puzzle.cages)], dtype=np.int64),
        np.array([cell for cage in puzzle.cages for cell in cage.cells], np.int64),
        np.array(clashes, np.int64),
        np.array([sum(BIT_OF[o] for o in cage.operations) for cage in puzzle.cages], np.int64),
        np.array([cage.target for cage in puzzle.cages], np.int64),
    )
