"""Tables for row-by-row scans of any board: lists of pieces that fit the colours above and left.

Cells with the same restrictions share one *table*: those with the border on the same sides; each
cell with a fixed or forbidden place has its own. A *place* is one number: the table, the colour
above, the colour on the left, each 0 at the border of an unframed board. Each place has a list of
*entries* in piece order: 64 bits for a piece in a fitting orientation, with the data that the next
lookups need. A list ends with an entry of the piece n, which is always free. It contains equal
orientations once. Of identical pieces only the first is free at the start, and placing one frees
the next.

Cost: tables · colours² numbers; filling reads all orientations twice per table. Limits: colours and
pieces below 2^16, at least two columns. Source: the folklore of the Eternity II community.
"""

from collections.abc import Iterable

import numpy as np

from cpstudy.core.kernel_types import Const, View, View2, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import Searching, next_identical
from cpstudy.puzzles.edge_matching.search.domain_tables import ALL_TURNS, words_of

# Fields of an entry, 16 bits each: the piece, the piece that placing it frees, its right colour (0
# in the last column), its bottom colour.
FIELD = 0xFFFF
TO_FREED, TO_RIGHT, TO_BOTTOM = 16, 32, 48

# Fields of ``oriented``: the oriented piece, and the number of its sides that have its right
# colour.
ORIENTED, TO_OWN = (1 << 32) - 1, 32

# The maximum number of tables of cells without places.
BORDERS = 16

# The maximum number of places of all tables, and of colours and pieces.
LARGEST = 1 << 20


def takes(rows: int, columns: int, colours: int, placed: int = 0) -> bool:
    """Return whether boards of this size and number of colours have lists.

    placed: the number of cells with places.
    """
    return columns > 1 and rows * columns < FIELD - 1 and (BORDERS + placed) * colours**2 <= LARGEST


@workspace
class ListTables(Searching):
    """A search on a board of n cells, with the lists of its puzzle.

    rows, columns: of the board. colours: an upper bound. may_turn: four bits, the allowed turns of
    pieces. allowed: uint64[n, words], the oriented pieces allowed on each cell, as in
    ``domain_tables.py``; empty without places. cells: int64[tables], a cell of each; kinds: int64[n
    + columns], the first place of each cell's table; facing: int64[n + columns], the same with the
    colour above, kept up to date below the placed pieces. starts: int64, by place the beginning of
    its list; entries: uint64; oriented: int64, for each entry the oriented piece 4·p + q and,
    except in the last column, the number of its sides with its right colour. free: uint8[n + 2], by
    piece; the last two are the end of a list, and what the last of identical pieces frees.
    """

    framed: bool
    rows: i64
    columns: i64
    colours: i64
    may_turn: u64
    allowed: View2[u64]
    cells: Const[i64]
    kinds: Const[i64]
    facing: View[i64]
    starts: View[i64]
    entries: View[u64]
    oriented: View[i64]
    free: View[u8]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool) -> None:
        n = rows * columns
        super().__init__(n)
        self.framed, self.rows, self.columns, self.colours = framed, rows, columns, colours
        self.may_turn = ALL_TURNS
        self.allowed = zeros((0, words_of(n)), "u64")
        self.facing = zeros(n + columns, "i64")
        self.free = zeros(n + 2, "u8")
        self.tabulate(())

    def tabulate(self, placed: Iterable[int]) -> None:
        """Allocate the tables; the cells ``placed`` have tables of their own."""
        n = self.rows * self.columns
        row, column = np.divmod(np.arange(n), self.columns)
        kinds = 8 * (row == 0) + 4 * (row == self.rows - 1)
        kinds += 2 * (column == 0) + (column == self.columns - 1)
        for number, cell in enumerate(placed):
            kinds[cell] = BORDERS + number
        _, cells, tables = np.unique(kinds, return_index=True, return_inverse=True)
        self.cells = view(cells.astype(np.int64))
        offsets = np.zeros(n + self.columns, np.int64)
        offsets[:n] = tables * self.colours**2
        self.kinds = view(offsets)
        self.starts = zeros(len(cells) * self.colours**2, "i64")
        # A list has at least one entry, and one at its end; a framed piece fits one border per
        # turn.
        shared = 1 if self.framed else BORDERS
        most = 1 + 2 * 4 * n * (shared + int(np.count_nonzero(kinds >= BORDERS)))
        self.entries = zeros(most, "u64")
        self.oriented = zeros(most, "i64")


@entry
def fill_lists(t: ListTables) -> None:
    """Fill the tables from ``t.pieces``."""
    end: u64 = u64(len(t.pieces))
    for place in range(len(t.starts)):
        t.starts[place] = 0
    for table in range(len(t.cells)):
        for o in range(4 * len(t.pieces)):
            place = _place_of(t, table, o)
            if place >= 0:
                t.starts[place] += 1
    used = 1
    t.entries[0] = end
    for place in range(len(t.starts)):
        size = t.starts[place]
        if size > 0:
            used += size
            t.starts[place] = used
            t.entries[used] = end
            used += 1
    for cell in range(len(t.facing)):
        t.facing[cell] = t.kinds[cell]
    for p in range(len(t.free)):
        t.free[p] = 1
    for p in range(len(t.pieces) - 1, -1, -1):
        _enter(t, p)


@kernel
def _enter(t: ListTables, p: i64) -> None:
    """Insert a piece before the later ones of its lists; the next identical one is not free."""
    freed = next_identical(t.pieces, p, 4 if t.may_turn == ALL_TURNS else 1)
    if freed >= 0:
        t.free[freed] = 0
    else:
        freed = len(t.pieces) + 1
    for table in range(len(t.cells)):
        edge: bool = t.cells[table] % t.columns == t.columns - 1
        for q in range(3, -1, -1):
            place = _place_of(t, table, 4 * p + q)
            if place >= 0:
                right = 0 if edge else t.pieces[p, (1 - q) & 3]
                bottom = t.pieces[p, (2 - q) & 3]
                t.starts[place] -= 1
                here = t.starts[place]
                t.oriented[here] = 4 * p + q
                for side in range(4):
                    own = not edge and t.pieces[p, side] == right
                    t.oriented[here] += i64(own) << TO_OWN
                t.entries[here] = u64(p) | u64(freed) << TO_FREED | u64(right) << TO_RIGHT
                t.entries[here] |= u64(bottom) << TO_BOTTOM


@kernel
def _place_of(t: ListTables, table: i64, o: i64) -> i64:
    """Return the place of a table whose list has an oriented piece; -1 if it may not lie there."""
    p = o >> 2
    q = o & 3
    cell = t.cells[table]
    top = t.pieces[p, -q & 3]
    right = t.pieces[p, (1 - q) & 3]
    bottom = t.pieces[p, (2 - q) & 3]
    left = t.pieces[p, (3 - q) & 3]
    if t.may_turn >> q & 1 == 0:
        return -1
    if top == bottom and left == right and (q >= 2 or (q == 1 and top == left)):
        return -1  # looks like an earlier turn
    if len(t.allowed) > 0 and t.allowed[cell, o >> 6] >> (o & 63) & 1 == 0:
        return -1
    first_row: bool = cell < t.columns
    first_column: bool = cell % t.columns == 0
    if t.framed:
        if (top == 0) != first_row or (left == 0) != first_column:
            return -1
        if (bottom == 0) != (cell >= len(t.pieces) - t.columns):
            return -1
        if (right == 0) != (cell % t.columns == t.columns - 1):
            return -1
    if first_row:
        top = 0
    if first_column:
        left = 0
    return (table * t.colours + top) * t.colours + left


@inlined
def next_free(t: ListTables, here: i64) -> i64:
    """Return the first entry from ``here`` on with a free piece, or the end of the list."""
    while t.free[t.entries[here] & FIELD] == 0:
        here += 1
    return here
