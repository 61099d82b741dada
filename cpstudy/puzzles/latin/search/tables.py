"""The units, peers and cages of a board as arrays, for the kernels.

Tables of units and peers depend only on the units and are cached; those of cages are made for each
puzzle. A board of order N has n = N² cells; u units; c cages of m cells in total.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.puzzles.latin.rules import ADD, DIVIDE, MULTIPLY, SUBTRACT, Latin, Unit

# The operations as bits.
BIT_OF = {ADD: 1, MULTIPLY: 2, SUBTRACT: 4, DIVIDE: 8}

# Sets of values fit into a word, with a bit left for PLACED.
PLACED_BIT = 40
PLACED = 1 << PLACED_BIT

# Unit u has the mark u modulo this; if there are more units, some share a mark.
MOST_MARKS = 62


Ints = npt.NDArray[np.int64]


@lru_cache(maxsize=64)
def _members(units: tuple[Unit, ...]) -> npt.NDArray[np.bool_]:
    """The cells of each unit: bool[u, n]."""
    cells = np.array([unit.cells for unit in units])
    member = np.zeros((len(units), cells.shape[1] ** 2), np.bool_)
    member[np.arange(len(units))[:, None], cells] = True
    return member


@lru_cache(maxsize=64)
def sharing(units: tuple[Unit, ...]) -> npt.NDArray[np.bool_]:
    """The pairs of cells that share a unit: bool[n, n], False for a cell with itself."""
    member = _members(units).astype(np.float32)
    shared = member.T @ member > 0
    np.fill_diagonal(shared, False)
    return shared


@lru_cache(maxsize=64)
def unit_tables(units: tuple[Unit, ...]) -> tuple[Ints, Ints, Ints, Ints]:
    """The tables of a board with these units: units, units_of, peers, first_peer.

    units: int64[u, N]. units_of: int64[n], the marks of a cell's units, as bits. peers: int64[…],
    those of cell i from first_peer[i] to first_peer[i + 1]; first_peer: int64[n + 1].
    """
    shared = sharing(units)
    marks = np.int64(1) << np.arange(len(units), dtype=np.int64) % MOST_MARKS
    return (
        np.array([unit.cells for unit in units], np.int64),
        np.bitwise_or.reduce(_members(units) * marks[:, None]),
        np.nonzero(shared)[1].astype(np.int64),
        np.concatenate([[0], np.cumsum(shared.sum(axis=1))]).astype(np.int64),
    )


@lru_cache(maxsize=64)
def _near(units: tuple[Unit, ...]) -> tuple[int, ...]:
    """The cells that share a unit with each cell, as bits."""
    rows = np.packbits(sharing(units), axis=1, bitorder="little")
    return tuple(int.from_bytes(row.tobytes(), "little") for row in rows)


def cage_tables(puzzle: Latin) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """The tables of a puzzle's cages: first, cells, clashes, operations, targets.

    first: int64[c + 1], where the cells of a cage begin. cells: int64[m]. clashes: int64[m], the
    earlier cells of the same cage that must differ from this one, as bits. operations: int64[c],
    bits of BIT_OF. targets: int64[c].
    """
    first = [0]
    cells: list[int] = []
    clashes: list[int] = []
    near = _near(puzzle.units) if puzzle.cages else ()
    for cage in puzzle.cages:
        for place, cell in enumerate(cage.cells):
            clash = 0
            for before in range(place):
                clash |= (near[cell] >> cage.cells[before] & 1) << before
            clashes.append(clash)
        cells += cage.cells
        first.append(len(cells))
    return (
        np.array(first, np.int64),
        np.array(cells, np.int64),
        np.array(clashes, np.int64),
        np.array([sum(map(BIT_OF.__getitem__, c.operations)) for c in puzzle.cages], np.int64),
        np.array([cage.target for cage in puzzle.cages], np.int64),
    )
