"""Compiled search on domains: snopf and hybrid, and any order on boards of any size and kind.

A placement narrows the sets of ``domain_tables.py`` for its empty neighbours and saves their words
for backtracking. If the cell with the fewest candidates comes next, the placement fails at once
when a neighbour has none left. Otherwise candidates are counted again, until a cell has none. Only
the cells of the *frontier*, next to a piece or with places, are counted, and one other cell for
each border, since cells with the same border and no adjacent piece have equally many. Up to 64
cells, all belong to the frontier, since finding it costs as much. A cell's words are those that are
not empty on the empty board; with the inner pieces first (``inner_first``), they are few.

If equal candidates are all tried (``snopf``), those after the first are not searched: the subtree
is the same up to names of pieces, and has no solution, or only those already found. Its number of
placements is the same, and it is added; a limit within these is respected. On the ridge this is
most of the tree (benchmarks/).

Cost: 0.1 to 0.3 µs per placement, linear in the empty cells (benchmarks/). Limits: no look-ahead,
which ``look_ahead.py`` has. Source: Willems2016.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernel_types import Const2, View, View2, View3, i64, u64
from cpstudy.core.native import WORD, entry, inlined, kernel, table, view, workspace, zeros
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

    row_by_row, order, all_sides: as in the method. numbers: int64[n], the puzzle's number of each
    piece, if the pieces were reordered. Cells are bits of some words: empty, frontier
    uint64[blocks]; borders uint64[borders, blocks], the cells with each border, empty if all cells
    belong to the frontier. low, high: int64[n], the words of a cell. By depth: edges uint64[n,
    blocks], the frontier before the piece on it; costs int64[n, 4n], the placements for trying an
    oriented piece, empty if equal candidates are one; saved uint64[n, 4, words], the neighbours'
    domains.
    """

    row_by_row: bool
    order: i64
    all_sides: bool
    numbers: View[i64]
    empty: View[u64]
    frontier: View[u64]
    borders: Const2[u64]
    low: View[i64]
    high: View[i64]
    edges: View2[u64]
    costs: View2[i64]
    saved: View3[u64]

    def __init__(self, rows: int, columns: int, colours: int, framed: bool, method: Method) -> None:
        """Create the search for boards of one size with colours below ``colours``."""
        super().__init__(rows, columns, colours, framed, method, 1)
        n = rows * columns
        self.row_by_row = method.row_by_row
        self.order = method.connectivity
        self.all_sides = method.all_sides
        self.numbers = table(range(n), "i64")
        self.borders = view(_borders(rows, columns))
        blocks = self.borders.shape[1]
        self.empty = zeros(blocks, "u64")
        self.frontier = zeros(blocks, "u64")
        self.low = zeros(n, "i64")
        self.high = zeros(n, "i64")
        self.edges = zeros((n, blocks), "u64")
        self.costs = zeros((0 if method.skip_equal else n, 4 * n), "i64")
        self.saved = zeros((n, 4, words_of(n)), "u64")

    @entry
    def search(self, limit: i64) -> i64:
        """Begin or resume, up to ``limit`` placements in total; see ``control.py``."""
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
            # A row-by-row search fails only when it reaches the cell without a candidate.
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


def inner_first(pieces: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the order of pieces, int64[n, 4], in which those without frame sides come first."""
    return np.argsort((pieces == 0).any(axis=1), kind="stable")


@lru_cache(maxsize=32)
def _borders(rows: int, columns: int) -> npt.NDArray[np.uint64]:
    if rows * columns <= 64:
        return np.zeros((0, 1), np.uint64)
    row, column = np.divmod(np.arange(rows * columns), columns)
    border = 8 * (row == 0) + 4 * (row == rows - 1) + 2 * (column == 0) + (column == columns - 1)
    bits = np.zeros((16, -(-len(border) // 64) * 64), np.bool_)
    bits[border, np.arange(len(border))] = True
    words = np.packbits(bits[np.unique(border)], axis=1, bitorder="little").view("<u8")
    words = words.astype(np.uint64)
    words.flags.writeable = False
    return words


@kernel
def begin(w: Domains) -> None:
    """Fill the tables and empty the board."""
    fill_tables(w)
    for block in range(len(w.frontier)):
        w.frontier[block] = 0 if len(w.borders) > 0 else WORD
    for cell in range(len(w.board)):
        w.board[cell] = -1
        w.empty[cell >> 6] |= u64(1) << (cell & 63)
        if len(w.allowed) > 0 and _has_places(w, cell):
            w.frontier[cell >> 6] |= u64(1) << (cell & 63)
        w.high[cell] = w.left.shape[1]
        while w.high[cell] > 0 and w.domains[cell, w.high[cell] - 1] == 0:
            w.high[cell] -= 1
        w.low[cell] = 0
        while w.low[cell] < w.high[cell] and w.domains[cell, w.low[cell]] == 0:
            w.low[cell] += 1
    w.begun = True
    w.depth = -1


@kernel
def _has_places(w: Domains, cell: i64) -> bool:
    for word in range(w.allowed.shape[1]):
        if w.allowed[cell, word] != WORD:
            return True
    return False


@inlined
def tried_before(w: Domains, o: i64) -> i64:
    """Return a candidate that looks like ``o`` and was tried before on its cell, or -1."""
    same = w.before[o]
    while same >= 0 and w.left[AVAILABLE, same >> 6] >> (same & 63) & 1 == 0:
        same = w.before[same]
    return same


@inlined
def lay_down(w: Domains, depth: i64, o: i64) -> bool:
    """Place oriented piece ``o`` on a depth's cell and narrow the domains of empty neighbours.

    Return whether each of them keeps a candidate: most empty domains are detected here.
    """
    cell = w.levels[depth, CELL]
    w.board[cell] = o
    w.empty[cell >> 6] &= ~(u64(1) << (cell & 63))
    for block in range(len(w.frontier)):
        w.edges[depth, block] = w.frontier[block]
    lay(w, 0, o)
    possible: bool = True
    for side in range(4):
        other = w.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            facing = (side + 2) & 3
            colour = w.colours[o, side]
            w.frontier[other >> 6] |= u64(1) << (other & 63)
            some: u64 = 0
            for word in range(w.low[other], w.high[other]):
                kept: u64 = w.domains[other, word]
                w.saved[depth, side, word] = kept
                narrowed: u64 = kept & w.with_colour[facing, colour, word]
                w.domains[other, word] = narrowed
                some |= narrowed & w.left[FREE, word]
            possible &= some != 0
    return possible


@inlined
def pick_up(w: Domains, depth: i64) -> None:
    """Undo :func:`lay_down`."""
    cell = w.levels[depth, CELL]
    take_back(w, 0, w.board[cell])
    w.board[cell] = -1
    w.empty[cell >> 6] |= u64(1) << (cell & 63)
    for block in range(len(w.frontier)):
        w.frontier[block] = w.edges[depth, block]
    for side in range(4):
        other = w.neighbours[cell, side]
        if other >= 0 and w.board[other] < 0:
            for word in range(w.low[other], w.high[other]):
                w.domains[other, word] = w.saved[depth, side, word]


@inlined
def next_cell(w: Domains, depth: i64) -> bool:
    """Choose the cell of a depth: row by row, or the first one with the fewest candidates.

    Return False if that cell has none, or, unless row by row, if any cell has none.
    """
    if w.row_by_row:
        w.levels[depth, CELL] = depth
        return candidates(w, depth) > 0
    chosen = -1
    fewest = 1 << 40
    for block in range(len(w.empty)):
        cells: u64 = w.empty[block] & w.frontier[block]
        while cells != 0:
            cell = 64 * block + lowest_bit(cells)
            cells &= cells - 1
            count = candidates(w, cell)
            if count < fewest:
                if count == 0:
                    return False
                fewest = count
                chosen = cell
    for border in range(len(w.borders)):
        cell = untouched(w, border)
        if cell >= 0:
            count = candidates(w, cell)
            if count == 0:
                return False
            if count < fewest or (count == fewest and cell < chosen):
                fewest = count
                chosen = cell
    w.levels[depth, CELL] = chosen
    return True


@inlined
def candidates(w: Domains, cell: i64) -> i64:
    """Return the number of candidates of a cell."""
    if w.left.shape[1] == LEAST_WORDS:
        count = popcount(w.domains[cell, 0] & w.left[FREE, 0])
        count += popcount(w.domains[cell, 1] & w.left[FREE, 1])
        count += popcount(w.domains[cell, 2] & w.left[FREE, 2])
        return count + popcount(w.domains[cell, 3] & w.left[FREE, 3])
    count = 0
    for word in range(w.low[cell], w.high[cell]):
        count += popcount(w.domains[cell, word] & w.left[FREE, word])
    return count


@inlined
def untouched(w: Domains, border: i64) -> i64:
    """Return the first empty cell with a border that is not on the frontier, or -1."""
    for block in range(len(w.empty)):
        cells: u64 = w.borders[border, block] & w.empty[block] & ~w.frontier[block]
        if cells != 0:
            return 64 * block + lowest_bit(cells)
    return -1


@inlined
def list_candidates(w: Domains, depth: i64) -> None:
    """List the candidates of a depth's cell: in piece order, or by connectivity."""
    cell = w.levels[depth, CELL]
    size = 0
    for word in range(w.low[cell], w.high[cell]):
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
    """Return how many sides of other pieces fit oriented piece ``o`` on a cell (``methods.py``)."""
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
