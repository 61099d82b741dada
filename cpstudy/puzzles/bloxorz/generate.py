"""Open boards: every tile is plain, the block starts top left, the end is bottom right.

The boards of Kamies2016, Table 3, have 10, 20, 50, 100 and 150 rows and columns. All states are
reachable for sides of 4 or more: n² standing and 2n(n - 1) lying ones. Nothing is random.
"""

from collections.abc import Iterator
from itertools import repeat

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz


def open_board(rows: int, columns: int) -> Bloxorz:
    """The open board of this size. Raises InputError if start and end would be the same tile."""
    if rows < 1 or columns < 1 or rows * columns < 2:
        raise InputError(f"an open board needs at least two tiles, got {columns}x{rows}")
    return Bloxorz(rows, columns, ("s", *("p",) * (rows * columns - 2), "e"))


def generate(wanted: Wanted) -> Iterator[tuple[Bloxorz, None]]:
    """``count`` times the same board; the seed has no effect."""
    return repeat((open_board(wanted.rows, wanted.columns), None), wanted.count)
