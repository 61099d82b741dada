"""Compiled search on domains: snopf and hybrid, and any order on boards of any size and kind.

A placement narrows the sets of ``domain_tables.py`` of its empty neighbours and saves their words
for the way back. Where the cell with the fewest candidates comes next, the placement fails at once
if a neighbour has none left. Otherwise the candidates of all empty cells are counted again, words
in registers: most cells have few, so that is as cheap as keeping counts, and it ends at the first
cell without any.

Where equal candidates are all tried (``snopf``), those after the first are not searched: the tree
below them is the same but for the names of pieces, and has no solution, or those already found. So
they make as many placements, which are added; a limit within these holds. On the ridge that is most
of the tree (benchmarks/).

Cost: 0.1 to 0.3 µs a placement made, linear in the empty cells (benchmarks/). Limits: no look
ahead; that is ``look_ahead.py``. Source: Willems2016.
"""

from __future__ import annotations

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.native import (
    View,
    View2,
    View3,
    entry,
    i64,
    inlined,
    kernel,
    u64,
    workspace,
    zeros,
)
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND, SPENT
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    AVAILABLE,
    BEFORE,
    CELL,
    FREE,
    LEAST_WORDS,
    LISTED,
    TRIED,
    DomainTables,
    fill_tables,
    insert,
    lay,
    take_back,
    words_of,
)
from cpstudy.puzzles.edge_matching.search.methods import PIECE_ORDER, Method


@workspace
class Domains(DomainTables):
    """The state of a search on the domains of n cells.

    row_by_row, order, all_sides: as in the method. empty: uint64[words of n bits], the empty cells.
    By depth: costs int64[n, 4n], the placements of trying an oriented piece, empty where equal
    candidates are one; saved uint64[n, 4, words], the neighbours' domains.
    """

    row_by_row: bool
    order: i64
    all_sides: bool
    empty: View[u64]
    costs: View2[i64]
    saved: View3[u64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """For boards of one size with colours below ``colours``."""
        super().__init__(rows, columns, colours, framed, method, 1)
        n = rows * columns
        self.row_by_row = method.row_by_row
        self.order = method.connectivity
        self.all_sides = method.all_sides
        self.empty = zeros((n + 63) // 64, "u64")
        self.costs = zeros((0 if method.skip_equal else n, 4 * n), "i64")
        self.saved = zeros((n, 4, words_of(n)), "u64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, to ``limit`` placements in all; see ``control.py``."""
        deeper: bool = not self.begun
        if deeper:
            begin(self)
        depth = self.depth
        placements = self.placements + self.owed
        status = EXHAUSTED
        while True:
            if deeper and next_cell(self, depth + 1):
                depth += 1
                list_candidates(self, depth)
            deeper = False
            if depth < 0:
                break
            o = self.board[self.levels[depth, CELL]]
            if o >= 0:
                pick_up(self, depth)
                if not self.skip_equal:
                    self.costs[depth, o] = placements - self.levels[depth, BEFORE]
            if placements > limit:
                status = SPENT
                break
            tried = self.levels[depth, TRIED]
            if tried == self.levels[depth, LISTED]:
                depth -= 1
                continue
            if placements >= limit:
                status = SPENT
                break
            o = self.candidates[depth, tried]
            self.levels[depth, TRIED] = tried + 1
            if not self.skip_equal:
                self.levels[depth, BEFORE] = placements
                same = tried_before(self, o)
                if same >= 0:
                    self.costs[depth, o] = self.costs[depth, same]
                    placements += self.costs[depth, o]
                    continue
            placements += 1
            # Row by row a search fails only when it reaches the cell that has no candidate.
            deeper = lay_down(self, depth, o) or self.row_by_row
            if depth == self.goal:
                for cell in range(len(self.board)):
                    self.reached[cell] = self.board[cell]
                if depth == len(self.board) - 1:
                    status = FOUND
                    break
                self.goal += 1
        self.depth = depth
        self.placements = min(placements, limit)
        self.owed = placements - self.placements
        return status


@kernel
def begin(w: Domains) -> None:
    """Fill the tables and empty the board."""
    fill_tables(w)
    for cell in range(len(w.board)):
        w.board[cell] = -1
        w.empty[cell >> 6] |= u64(1) << (cell & 63)
    w.begun = True
    w.depth = -1


@inlined
def tried_before(w: Domains, o: i64) -> i64:
    """A candidate that looks like ``o`` and was tried before on its cell; -1 without one."""
    same = w.before[o]
    while same >= 0 and w.left[AVAILABLE, same >> 6] >> (same & 63) & 1 == 0:
        same = w.before[same]
    return same


@inlined
def lay_down(w: Domains, depth: i64, o: i64) -> bool:
    """Lay oriented piece ``o`` on a depth's cell and narrow the domains of empty neighbours.

    Returns whether each of these keeps a candidate: most that lose all are found here.
    """
    cell = w.levels[depth, CELL]
    w.board[cell] = o
    w.empty[cell >> 6] &= ~(u64(1) << (cell & 63))
    lay(w, 0, o)
    possible: bool = True
    for side in range(4):
        other = w.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            facing = (side + 2) & 3
            colour = w.colours[o, side]
            some: u64 = 0
            for word in range(w.left.shape[1]):
                kept: u64 = w.domains[other, word]
                w.saved[depth, side, word] = kept
                narrowed: u64 = kept & w.with_colour[facing, colour, word]
                w.domains[other, word] = narrowed
                some |= narrowed & w.left[FREE, word]
            possible &= some != 0
    return possible


@inlined
def pick_up(w: Domains, depth: i64) -> None:
    """The opposite of :func:`lay_down`."""
    cell = w.levels[depth, CELL]
    take_back(w, 0, w.board[cell])
    w.board[cell] = -1
    w.empty[cell >> 6] |= u64(1) << (cell & 63)
    for side in range(4):
        other = w.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            for word in range(w.left.shape[1]):
                w.domains[other, word] = w.saved[depth, side, word]


@inlined
def next_cell(w: Domains, depth: i64) -> bool:
    """Choose the cell of a depth: row by row, or the first one with the fewest candidates.

    False where that cell has none; unless row by row, where any cell has none.
    """
    chosen = depth
    fewest = 1 << 40
    a: u64 = w.left[FREE, 0]
    b: u64 = w.left[FREE, 1]
    c: u64 = w.left[FREE, 2]
    d: u64 = w.left[FREE, 3]
    for block in range(len(w.empty)):
        cells: u64 = w.empty[block]
        while cells != 0:
            cell = 64 * block + lowest_bit(cells)
            cells &= cells - 1
            count = popcount(w.domains[cell, 0] & a) + popcount(w.domains[cell, 1] & b)
            count += popcount(w.domains[cell, 2] & c) + popcount(w.domains[cell, 3] & d)
            for word in range(LEAST_WORDS, w.left.shape[1]):
                count += popcount(w.domains[cell, word] & w.left[FREE, word])
            if count < fewest:
                if count == 0:
                    return False
                fewest = count
                chosen = cell
            if w.row_by_row:
                w.levels[depth, CELL] = chosen
                return True
    w.levels[depth, CELL] = chosen
    return True


@inlined
def list_candidates(w: Domains, depth: i64) -> None:
    """List the candidates of a depth's cell: in piece order, or by connectivity."""
    cell = w.levels[depth, CELL]
    size = 0
    for word in range(w.left.shape[1]):
        choices: u64 = w.domains[cell, word] & w.left[FREE, word]
        while choices != 0:
            o = 64 * word + lowest_bit(choices)
            choices &= choices - 1
            if w.order == PIECE_ORDER:
                w.candidates[depth, size] = o
            else:
                insert(w, depth, size, o, w.order * connectivity(w, cell, o))
            size += 1
    w.levels[depth, TRIED] = 0
    w.levels[depth, LISTED] = size


@kernel
def connectivity(w: Domains, cell: i64, o: i64) -> i64:
    """How many sides of other pieces fit oriented piece ``o`` on a cell; see ``methods.py``."""
    total = 0
    for side in range(4):
        other = w.neighbours[cell, side]
        if (w.all_sides or side == 1) and other >= 0 and w.board[other] < 0:
            colour = w.colours[o, side]
            for word in range(w.left.shape[1]):
                total += popcount(w.with_colour[0, colour, word] & w.left[AVAILABLE, word])
            for own in range(4):
                if w.colours[o, own] == colour:
                    total -= 1
    return total
