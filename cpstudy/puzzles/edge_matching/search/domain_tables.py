"""Candidates of cells as bit sets over oriented pieces, for boards of any size and kind.

Bit 4·p + q is piece p turned clockwise by q quarters; a set is as many 64-bit words as it takes,
but at least four. A cell's *domain* holds what its neighbours and the frame allow; which pieces are
left is kept apart. Where equal candidates are one, only the first of identical pieces is *free*,
and only those of its turns that look different. So the free members of a domain are the different
candidates, and counting and listing compare none.

Cost: quadratic in the pieces, once a puzzle.
"""

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.bits import lowest_bit
from cpstudy.core.kernel_types import Const2, View, View2, View3, i64, u64
from cpstudy.core.native import WORD, entry, inlined, kernel, view, workspace, zeros
from cpstudy.puzzles.edge_matching.search.control import Searching, next_identical
from cpstudy.puzzles.edge_matching.search.methods import Method

# The four turns of a piece; times the turns of one, those of all pieces of a word.
ALL_TURNS = 15
EACH_PIECE = 0x1111111111111111

# Rows of the pieces that are left: all oriented pieces, and the candidates among them.
AVAILABLE, FREE = 0, 1

# Fields of ``DomainTables.levels``: the cell of a depth, how many of its candidates were tried, and
# listed; placements made before the one on it.
CELL, TRIED, LISTED, BEFORE = range(4)

# Words of a domain at least: up to 64 cells they are counted without a loop.
LEAST_WORDS = 4


def words_of(cells: int) -> int:
    """How many words a domain has on a board of so many cells."""
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
    turns that pieces may have. allowed: uint64[n, words], what may lie on each cell by the fixed
    and forbidden places; empty where there are none. neighbours: int64[n, 4], the cell
    that each side faces, -1 at the border. colours: int64[4n, 4], of oriented pieces. with_colour:
    uint64[4, colours, words], the oriented pieces that have a colour on a side. turns: uint64[n],
    four bits, a piece's different turns (all, unless ``skip_equal``). following: int64[n], the next
    identical piece, -1 without one (always, unless ``skip_equal``). before: int64[4n], the last
    oriented piece before each that looks the same, -1 without one; not filled where ``skip_equal``.

    At so many *levels*, one where a search takes changes back, else one a depth: domains
    uint64[levels · n, words]; left uint64[levels · 2, words], the pieces left, AVAILABLE and FREE.

    By depth: levels int64[n, 4], CELL to BEFORE; candidates int64[n, 4n], in the order in which
    they are tried. keys: int64[4n], work space that orders them.
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
        """Empty tables for boards of one size, and what does not depend on the pieces."""
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
    """Fill the tables from ``t.pieces``, and the first level with what the empty board allows."""
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
        _looking_the_same(t)
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
def _looking_the_same(t: DomainTables) -> None:
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
    """The first oriented piece after a place that looks like ``o``; -1 without one."""
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
    """The different turns of the first of identical pieces; all of all, unless ``skip_equal``."""
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
    """The lowest member of a set of four words, -1 of the empty one."""
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
    """Take oriented piece ``o`` out of those that are left; the next identical piece is free."""
    taken: u64 = u64(ALL_TURNS) << (o & 60)
    t.left[2 * level + AVAILABLE, o >> 6] &= ~taken
    t.left[2 * level + FREE, o >> 6] &= ~taken
    after = t.following[o >> 2]
    if after >= 0:
        t.left[2 * level + FREE, after >> 4] |= t.turns[after] << (4 * (after & 15))


@inlined
def take_back(t: DomainTables, level: i64, o: i64) -> None:
    """The opposite of :func:`lay`."""
    t.left[2 * level + AVAILABLE, o >> 6] |= u64(ALL_TURNS) << (o & 60)
    t.left[2 * level + FREE, o >> 6] |= t.turns[o >> 2] << (o & 60)
    after = t.following[o >> 2]
    if after >= 0:
        t.left[2 * level + FREE, after >> 4] &= ~(u64(ALL_TURNS) << (4 * (after & 15)))


@inlined
def insert(t: DomainTables, depth: i64, size: i64, o: i64, key: i64) -> None:
    """Add a candidate to the ``size`` ones of a depth, the largest key first."""
    place = size
    while place > 0 and t.keys[place - 1] < key:
        t.keys[place] = t.keys[place - 1]
        t.candidates[depth, place] = t.candidates[depth, place - 1]
        place -= 1
    t.keys[place] = key
    t.candidates[depth, place] = o
