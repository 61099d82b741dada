"""Tables for scans row by row of any board: lists of what fits a colour above and one on the left.

Cells that allow the same have one *table*: those with the border on the same sides, and each cell
with a fixed or forbidden place. A *place* is one number: the table, the colour above, the colour on
the left, each 0 where an unframed board has its border. By place there is a list of *entries*, in
piece order: a piece in a turn that fits, 64 bits with what the next lookups need. A list ends with
an entry of the piece n, which is always free. Turns that look the same are in it once; of identical
pieces only the first is free at the start, and laying one frees the next.

Cost: tables · colours² numbers; filling reads all turns twice a table. Limits: colours and pieces
below 2^16, two columns or more. Source: the folklore of the Eternity II community.
"""

from collections.abc import Iterable

import numpy as np

from cpstudy.core.kernel_types import Const, View, View2, i64, u8, u64
from cpstudy.core.native import entry, inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import Searching, next_identical
from cpstudy.puzzles.edge_matching.search.domain_tables import ALL_TURNS, words_of

# Fields of an entry, 16 bits each: the piece, the one that is free when it is laid, its right
# colour (0 in the last column), its bottom colour.
FIELD = 0xFFFF
TO_FREED, TO_RIGHT, TO_BOTTOM = 16, 32, 48

# Fields of what is oriented: the oriented piece, and how many sides of it have its right colour.
ORIENTED, TO_OWN = (1 << 32) - 1, 32

# Tables of cells without places at most.
BORDERS = 16

# Places of all tables at most, and colours and pieces.
LARGEST = 1 << 20


def takes(rows: int, columns: int, colours: int, placed: int = 0) -> bool:
    """Whether a board of such a size and so many colours has lists; placed: cells with places."""
    return columns > 1 and rows * columns < FIELD - 1 and (BORDERS + placed) * colours**2 <= LARGEST


@workspace
class ListTables(Searching):
    """A search on a board of n cells, with the lists of its puzzle.

    rows, columns, colours: of the board, and above all colours. may_turn: four bits, the turns that
    pieces may have. allowed: uint64[n, words], what may lie on each cell, as in
    ``domain_tables.py``; empty without places. cells: int64[tables], a cell of each; kinds:
    int64[n + columns], the first place of each cell's table; facing: int64[n + columns], with the
    colour above, kept up to date below the pieces laid. starts: int64, by place where its list
    begins; entries: uint64; oriented: int64, of each entry the oriented piece 4·p + q and, but in
    the last column, how many of its sides have its right colour. free: uint8[n + 2], by piece; the
    last two are the end of a list, and what the last of identical pieces frees.
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
        """Make room for the tables, those of the cells ``placed`` their own."""
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
        # A list has an entry or more, and one at its end; a framed piece fits one border a turn.
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
    """Put a piece before the later ones of its lists, and take the next identical one away."""
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
    """The place of a table whose list has an oriented piece; -1 where it may not lie there."""
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
    """The first entry from ``here`` on whose piece is free, or the end of the list."""
    while t.free[t.entries[here] & FIELD] == 0:
        here += 1
    return here
