"""Candidates of cells as bit sets over oriented pieces, for boards of any size and kind.

Bit 4·p + q is piece p turned clockwise by q quarters; a set has as many 64-bit words as necessary,
but at least four. A cell's *domain* contains what its neighbours and the frame allow; the remaining
pieces are stored separately. If equal candidates are one, only the first of identical pieces is
*free*, and only those of its orientations that look different. The free members of a domain are
then the different candidates, so counting and listing need no comparison.

Cost: quadratic in the pieces, once per puzzle.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const2, View, View2, View3, i64, u64
from cpstudy.core.native import WORD, entry, inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import Searching, next_identical
from cpstudy.puzzles.edge_matching.search.methods import Method

# The four orientations of a piece; multiplied by the orientations of one piece, those of all pieces
# of a word.
ALL_TURNS = 15
EACH_PIECE = 0x1111111111111111

# Rows of the remaining pieces: all oriented pieces, and the candidates among them.
AVAILABLE, FREE = 0, 1

# Columns of ``DomainTables.levels``: the cell of a depth, the numbers of its candidates tried and
# listed, the placements before the current one.
CELL, TRIED, LISTED, BEFORE = range(4)

# The minimum number of words of a domain: up to 64 cells they are counted without a loop.
LEAST_WORDS = 4


def words_of(cells: int) -> int:
    """Return the number of words of a domain on a board of ``cells`` cells."""
    return max(LEAST_WORDS, (4 * cells + 63) // 64)


@lru_cache(maxsize=32)
def _neighbours(rows: int, columns: int) -> npt.NDArray[np.int64]:
    beyond = np.full((rows + 2, columns + 2), -1, np.int64)
    beyond[1:-1, 1:-1] = np.arange(rows * columns).reshape(rows, columns)
    sides = beyond[:-2, 1:-1], beyond[1:-1, 2:], beyond[2:, 1:-1], beyond[1:-1, :-2]
    neighbours = np.stack(sides, axis=2).reshape(-1, 4)
    neighbours.flags.writeable = False
    return neighbours


@workspace
class DomainTables(Searching):
    """The tables of one puzzle of n pieces on n cells, and the sets of a search on it.

    framed: 0 is the frame. skip_equal: equal candidates are one. may_turn: uint64, four bits, the
    allowed turns of pieces. allowed: uint64[n, words], the oriented pieces that the fixed and
    forbidden places allow on each cell; empty if there are none. neighbours: int64[n, 4], the cell
    that each side faces, -1 at the border. colours: int64[4n, 4], of oriented pieces. with_colour:
    uint64[4, colours, words], the oriented pieces with a colour on a side. turns: uint64[n], four
    bits, a piece's different turns (all, unless ``skip_equal``). following: int64[n], the next
    identical piece, or -1 (always, unless ``skip_equal``). before: int64[4n], the last oriented
    piece before each that looks the same, or -1; not filled with ``skip_equal``.

    There is one *level* if a search undoes its changes, otherwise one per depth: domains
    uint64[levels · n, words]; left uint64[levels · 2, words], the remaining pieces, AVAILABLE and
    FREE.

    By depth: levels int64[n, 4], CELL to BEFORE; candidates int64[n, 4n], in the order in which
    they are tried. keys: int64[4n], working memory for sorting them.
    """

    framed: bool
    skip_equal: bool
    may_turn: u64
    allowed: View2[u64]
    neighbours: Const2[i64]
    colours: View2[i64]
    with_colour: View3[u64]
    turns: View[u64]
    following: View[i64]
    before: View[i64]
    domains: View2[u64]
    left: View2[u64]
    levels: View2[i64]
    candidates: View2[i64]
    keys: View[i64]

    def __init__(
        self, rows: int, columns: int, colours: int, framed: bool, method: Method, levels: int
    ) -> None:
        """Create empty tables for boards of one size, with what does not depend on the pieces."""
        n = rows * columns
        words = words_of(n)
        super().__init__(n)
        self.framed = framed
        self.skip_equal = method.skip_equal
        self.may_turn = ALL_TURNS
        self.allowed = zeros((0, words), "u64")
        self.neighbours = view(_neighbours(rows, columns))
        self.colours = zeros((4 * n, 4), "i64")
        self.with_colour = zeros((4, colours, words), "u64")
        self.turns = zeros(n, "u64")
        self.following = zeros(n, "i64")
        self.before = zeros(4 * n, "i64")
        self.domains = zeros((levels * n, words), "u64")
        self.left = zeros((levels * 2, words), "u64")
        self.levels = zeros((n, 4), "i64")
        self.candidates = zeros((n, 4 * n), "i64")
        self.keys = zeros(4 * n, "i64")


@entry
def fill_tables(t: DomainTables) -> None:
    """Fill the tables from ``t.pieces``, and the first level with domains of the empty board."""
    words = t.left.shape[1]
    for word in range(words):
        t.left[AVAILABLE, word] = 0
        t.left[FREE, word] = 0
        for side in range(4):
            for colour in range(t.with_colour.shape[1]):
                t.with_colour[side, colour, word] = 0
    for o in range(len(t.colours)):
        bit: u64 = u64(1) << (o & 63)
        t.left[AVAILABLE, o >> 6] |= bit
        for side in range(4):
            shown = t.pieces[o >> 2, (side - o) & 3]
            t.colours[o, side] = shown
            t.with_colour[side, shown, o >> 6] |= bit
    if not t.skip_equal:
        _fill_before(t)
    _free_candidates(t)
    for cell in range(len(t.board)):
        for word in range(words):
            candidates: u64 = t.left[AVAILABLE, word] & (t.may_turn * EACH_PIECE)
            if len(t.allowed) > 0:
                candidates &= t.allowed[cell, word]
            if t.framed:
                for side in range(4):
                    frame: u64 = t.with_colour[side, 0, word]
                    candidates &= frame if t.neighbours[cell, side] < 0 else ~frame
            t.domains[cell, word] = candidates


@kernel
def _fill_before(t: DomainTables) -> None:
    """Fill ``before``."""
    for o in range(len(t.before)):
        t.before[o] = -1
    for p in range(len(t.pieces)):
        if _after(t, 4 * p, -1) != 4 * p or _after(t, 4 * p, 4 * p) >= 0:
            for o in range(4 * p, 4 * p + 4):
                after = _after(t, o, o) if t.may_turn >> (o & 3) & 1 else -1
                if after >= 0:
                    t.before[after] = o


@kernel
def _after(t: DomainTables, o: i64, place: i64) -> i64:
    """Return the first oriented piece after a place that looks like ``o``, or -1."""
    top = t.colours[o, 0]
    right = t.colours[o, 1]
    bottom = t.colours[o, 2]
    left = t.colours[o, 3]
    place += 1
    later: u64 = u64(WORD) << (place & 63) & WORD
    for word in range(place >> 6, t.with_colour.shape[2]):
        same: u64 = t.with_colour[0, top, word] & t.with_colour[1, right, word]
        same &= t.with_colour[2, bottom, word] & t.with_colour[3, left, word] & later
        same &= t.may_turn * EACH_PIECE
        if same != 0:
            return 64 * word + lowest_bit(same)
        later = WORD
    return -1


@kernel
def _free_candidates(t: DomainTables) -> None:
    """Free the different turns of the first of identical pieces; all, unless ``skip_equal``."""
    for p in range(len(t.pieces)):
        t.turns[p] = t.may_turn
        t.following[p] = -1
        if t.skip_equal:
            top = t.pieces[p, 0]
            right = t.pieces[p, 1]
            if top == t.pieces[p, 2] and right == t.pieces[p, 3]:
                t.turns[p] &= 1 if top == right else 3
            t.following[p] = next_identical(t.pieces, p, 4 if t.may_turn == ALL_TURNS else 1)
        t.left[FREE, p >> 4] |= t.turns[p] << (4 * (p & 15))
    for p in range(len(t.pieces)):
        after = t.following[p]
        if after >= 0:
            t.left[FREE, after >> 4] &= ~(u64(ALL_TURNS) << (4 * (after & 15)))


@inlined
def lowest_of(a: u64, b: u64, c: u64, d: u64) -> i64:
    """Return the lowest member of a set of four words, or -1 if it is empty."""
    if a != 0:
        return lowest_bit(a)
    if b != 0:
        return 64 + lowest_bit(b)
    if c != 0:
        return 128 + lowest_bit(c)
    if d != 0:
        return 192 + lowest_bit(d)
    return -1


@inlined
def lay(t: DomainTables, level: i64, o: i64) -> None:
    """Remove the piece of ``o`` from the remaining ones; the next identical piece becomes free."""
    taken: u64 = u64(ALL_TURNS) << (o & 60)
    t.left[2 * level + AVAILABLE, o >> 6] &= ~taken
    t.left[2 * level + FREE, o >> 6] &= ~taken
    after = t.following[o >> 2]
    if after >= 0:
        t.left[2 * level + FREE, after >> 4] |= t.turns[after] << (4 * (after & 15))


@inlined
def take_back(t: DomainTables, level: i64, o: i64) -> None:
    """Undo :func:`lay`."""
    t.left[2 * level + AVAILABLE, o >> 6] |= u64(ALL_TURNS) << (o & 60)
    t.left[2 * level + FREE, o >> 6] |= t.turns[o >> 2] << (o & 60)
    after = t.following[o >> 2]
    if after >= 0:
        t.left[2 * level + FREE, after >> 4] &= ~(u64(ALL_TURNS) << (4 * (after & 15)))


@inlined
def insert(t: DomainTables, depth: i64, size: i64, o: i64, key: i64) -> None:
    """Insert a candidate among the ``size`` candidates of a depth, the largest key first."""
    place = size
    while place > 0 and t.keys[place - 1] < key:
        t.keys[place] = t.keys[place - 1]
        t.candidates[depth, place] = t.candidates[depth, place - 1]
        place -= 1
    t.keys[place] = key
    t.candidates[depth, place] = o
