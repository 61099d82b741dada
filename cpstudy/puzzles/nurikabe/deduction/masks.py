"""Sets of cells as whole numbers, bit i for cell i: a flood is a few shifts a step.

Python's numbers have any length, so one board is one number; growing a set by its neighbours takes
about a microsecond up to a thousand cells, in plain Python.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a set in increasing order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class Shape:
    """The sets that depend on the size of a board alone. full: all cells."""

    rows: int
    columns: int
    full: int
    not_first: int
    not_last: int

    def beside(self, mask: int) -> int:
        """The cells that share a side with one of ``mask``, and are not in it."""
        return self.grown(mask) & ~mask

    def grown(self, mask: int) -> int:
        """``mask`` and the cells beside it."""
        sideways = (mask & self.not_last) << 1 | (mask & self.not_first) >> 1
        return (mask | sideways | mask << self.columns | mask >> self.columns) & self.full

    def flooded(self, start: int, within: int) -> int:
        """What hangs together with ``start``, a set within it, in ``within``."""
        seen = start
        while (grown := self.grown(seen) & within) != seen:
            seen = grown
        return seen

    def parts(self, mask: int) -> list[int]:
        """The parts of a set that hang together, in order of their first cells."""
        found = []
        while mask:
            part = self.flooded(mask & -mask, mask)
            found.append(part)
            mask &= ~part
        return found


@lru_cache(maxsize=32)
def shape_of(rows: int, columns: int) -> Shape:
    """The sets of a size."""
    full = (1 << rows * columns) - 1
    first = full // ((1 << columns) - 1)
    return Shape(rows, columns, full, full & ~first, full & ~(first << (columns - 1)))
