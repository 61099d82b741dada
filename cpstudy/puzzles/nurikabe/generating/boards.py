"""Solved boards: land is put into a sea cell by cell, and clues on the land.

At first all is sea. Cells are taken in a random order; one becomes land where the sea still hangs
together and no island gets larger than the board's bound, which is drawn first. Cells of pools are
taken until none is left, others only with a chance that is drawn for the board. A board that keeps
a pool is drawn again. Then each island gets its clue on a random cell.

The stream of a board is keyed by (algorithm, shape, index), so board 17 is the same alone and in a
batch. Cost: a flood a cell, in plain Python on sets of cells. Limits: no distribution is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted, numbered
from cpstudy.core.native import view
from cpstudy.core.random import Stream, stream
from cpstudy.core.random_words import below, shuffle
from cpstudy.puzzles.nurikabe.deduction.masks import Shape, cells_of, shape_of
from cpstudy.puzzles.nurikabe.puzzle import NO_CLUE, SEA, Nurikabe

_KEY = 1

# The bound on the sizes of islands is drawn from these; the chance is so many eighths.
_SMALLEST_BOUND, _LARGEST_BOUND = 3, 9
_EIGHTHS = 8

# How often a board is drawn until it keeps no pool. Part of what a seed means.
_DRAWS = 1000


def stream_of(wanted: Wanted, index: int) -> Stream:
    """The random numbers of a board."""
    return stream(wanted.seed, _KEY, wanted.rows, wanted.columns, index)


def solved(state: Stream, rows: int, columns: int, clock: Clock = UNLIMITED) -> bytes:
    """A solution, one byte a cell; the stream goes on. Raises InputError where none was found."""
    shape = shape_of(rows, columns)
    for _ in range(_DRAWS):
        sea = _coloured(state, shape, clock)
        if sea >= 0:
            return bytes(sea >> cell & 1 for cell in range(rows * columns))
    raise InputError(f"nurikabe {columns}x{rows}: no board without pools in {_DRAWS} draws")


def _coloured(state: Stream, shape: Shape, clock: Clock) -> int:
    """The sea of one draw; -1 where a pool is left."""
    bound = _SMALLEST_BOUND + int(below(state, _LARGEST_BOUND - _SMALLEST_BOUND + 1))
    chance = int(below(state, _EIGHTHS + 1))
    order = np.arange(shape.rows * shape.columns)
    shuffle(state, view(order), len(order))
    sea = shape.full
    for cell in order.tolist():
        clock.check()
        bit = 1 << cell
        if not in_pool(shape, sea) & bit and int(below(state, _EIGHTHS)) >= chance:
            continue
        island = shape.flooded(bit, shape.full & ~sea | bit)
        if island.bit_count() <= bound and hangs_together(shape, sea & ~bit):
            sea &= ~bit
    return -1 if in_pool(shape, sea) else sea


def in_pool(shape: Shape, sea: int) -> int:
    """The cells of 2×2 squares that are all sea."""
    across = sea & sea >> 1 & shape.not_last
    corners = across & across >> shape.columns
    right = corners | corners << 1
    return right | right << shape.columns


def hangs_together(shape: Shape, sea: int) -> bool:
    """Whether a set of cells does."""
    return shape.flooded(sea & -sea, sea) == sea


def islands_of(solution: bytes, rows: int, columns: int) -> list[list[int]]:
    """The cells of each island, in order."""
    land = sum(1 << cell for cell, here in enumerate(solution) if here != SEA)
    return [list(cells_of(part)) for part in shape_of(rows, columns).parts(land)]


def with_clues(state: Stream, solution: bytes, rows: int, columns: int) -> Nurikabe:
    """The puzzle of a solution with clues on random cells."""
    clues = [NO_CLUE] * len(solution)
    for island in islands_of(solution, rows, columns):
        clues[island[int(below(state, len(island)))]] = len(island)
    return Nurikabe(rows, columns, tuple(clues))


def draw(wanted: Wanted, state: Stream) -> tuple[Nurikabe, bytes]:
    """A puzzle and the solution that it was drawn from; the stream goes on."""
    solution = solved(state, wanted.rows, wanted.columns, wanted.clock)
    return with_clues(state, solution, wanted.rows, wanted.columns), solution


def generate(wanted: Wanted) -> Iterator[tuple[Nurikabe, bytes]]:
    """Puzzles and the solution that each was drawn from, not the only one as a rule."""
    return numbered(wanted, lambda index: draw(wanted, stream_of(wanted, index)))
