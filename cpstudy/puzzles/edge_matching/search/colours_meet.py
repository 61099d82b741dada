"""Match colours to edges: decide whether all remaining sides can still meet.

Colours on sides that face empty cells from the board must be met by remaining pieces. On framed
boards, the other sides meet in pairs on *open* edges, between two empty cells, and each open edge
takes a colour that both its cells can show. Whether the edges can take colours in these numbers is
a maximum-flow problem. Augmenting paths solve it, starting from the last colours of the edges.
Ansotegui2013 instead matches the sides of each colour among themselves, without regard to where
they can meet.

The answer depends on the domains only, not on the flow that was found. Cost: some steps for each
edge and possible colour, and an augmenting path for each edge that lost its colour.
"""

from cpstudy.core.bits import lowest_bit, popcount
from cpstudy.core.kernel_types import View, View2, i64, u64
from cpstudy.core.native import entry, inlined, kernel, workspace, zeros
from cpstudy.puzzles.edge_matching.search.domain_tables import (
    AVAILABLE,
    LEAST_WORDS,
    DomainTables,
    lowest_of,
)

# Columns of ``ColourFlow.colours`` and ``ColourFlow.edges``.
_SPARE, _GIVEN, _TAKER = range(3)
_CELL, _SIDE, _COLOUR, _QUEUED = range(4)


@workspace
class ColourFlow:
    """Working memory for n cells; sets of colours below ``colours`` are words of 64 bits.

    colours: int64[colours, 3], for each colour: the sides of remaining pieces minus those that must
    meet the board; the open edges with it; the edge from which a search reached it. edges:
    int64[2n, 4], the open edges: cell, side, the assigned colour or -1, and a queue of edges. last:
    int64[n, 4], the last colour of the edge on each side of a cell, or 0. common: uint64[2n,
    words], the colours that both cells of an edge can show. available, seen: uint64[words], the
    colours that more edges can have, and those that a search reached.
    """

    colours: View2[i64]
    edges: View2[i64]
    last: View2[i64]
    common: View2[u64]
    available: View[u64]
    seen: View[u64]

    def __init__(self, cells: int, colours: int) -> None:
        """Create the working memory for ``cells`` cells and colours below ``colours``."""
        words = (colours + 63) // 64
        self.colours = zeros((colours, 3), "i64")
        self.edges = zeros((2 * cells, 4), "i64")
        self.last = zeros((cells, 4), "i64")
        self.common = zeros((2 * cells, words), "u64")
        self.available = zeros(words, "u64")
        self.seen = zeros(words, "u64")


@entry
def sides_suffice(f: ColourFlow, t: DomainTables, level: i64) -> bool:
    """Return whether the remaining pieces have enough sides to meet the board and pair up.

    On framed boards there must be a pair for each open edge; on others, sides may lie at the
    border.
    """
    available = 2 * level + AVAILABLE
    for colour in range(len(f.colours)):
        sides = 0
        for word in range(t.left.shape[1]):
            sides += popcount(t.with_colour[0, colour, word] & t.left[available, word])
        f.colours[colour, _SPARE] = sides
    edges = 0
    for cell in range(len(t.board)):
        for side in range(4):
            other = t.neighbours[cell, side]
            if other >= 0 and t.board[other] < 0:
                if t.board[cell] >= 0:
                    f.colours[t.colours[t.board[cell], side], _SPARE] -= 1
                elif other > cell:
                    edges += 1
    pairs = 0
    for colour in range(len(f.colours)):
        spare = f.colours[colour, _SPARE]
        if spare < 0 or (t.framed and colour > 0 and spare & 1):
            return False
        if colour > 0:
            pairs += spare >> 1
    return not t.framed or pairs == edges


@entry
def colours_meet(f: ColourFlow, t: DomainTables, level: i64) -> bool:
    """Return whether the open edges of a framed board can take the pairs of :func:`sides_suffice`.

    The domains of a level determine what its cells can show.
    """
    base = level * len(t.board)
    for word in range(len(f.available)):
        f.available[word] = 0
    for colour in range(1, len(f.colours)):
        f.colours[colour, _GIVEN] = 0
        if f.colours[colour, _SPARE] > 0:
            f.available[colour >> 6] |= u64(1) << (colour & 63)
    edges = 0
    for cell in range(len(t.board)):
        for side in range(4):
            other = t.neighbours[cell, side]
            if t.board[cell] < 0 and other > cell and t.board[other] < 0:
                f.edges[edges, _CELL] = cell
                f.edges[edges, _SIDE] = side
                _list_common(f, edges, t, base + cell, base + other, side)
                _take_last(f, edges)
                edges += 1
    for edge in range(edges):
        if f.edges[edge, _COLOUR] < 0 and not _colour(f, edge, edges):
            return False
    return True


@kernel
def _list_common(
    f: ColourFlow, edge: i64, t: DomainTables, one: i64, other: i64, side: i64
) -> None:
    """List the colours that both cells can show on their common edge; side: of the first cell."""
    for word in range(len(f.seen)):
        f.common[edge, word] = 0
    p: u64 = t.domains[one, 0]
    q: u64 = t.domains[one, 1]
    r: u64 = t.domains[one, 2]
    s: u64 = t.domains[one, 3]
    o = lowest_of(p, q, r, s)
    while o >= 0:
        colour = t.colours[o, side]
        p &= ~t.with_colour[side, colour, 0]
        q &= ~t.with_colour[side, colour, 1]
        r &= ~t.with_colour[side, colour, 2]
        s &= ~t.with_colour[side, colour, 3]
        _add_shown(f, edge, t, other, side, colour)
        o = lowest_of(p, q, r, s)
    for word in range(LEAST_WORDS, t.domains.shape[1]):
        choices: u64 = t.domains[one, word]
        while choices != 0:
            colour = t.colours[64 * word + lowest_bit(choices), side]
            choices &= ~t.with_colour[side, colour, word]
            _add_shown(f, edge, t, other, side, colour)


@inlined
def _add_shown(
    f: ColourFlow, edge: i64, t: DomainTables, other: i64, side: i64, colour: i64
) -> None:
    """Add a colour if the neighbour with the domain ``other`` can show it."""
    facing = (side + 2) & 3
    shown: u64 = t.domains[other, 0] & t.with_colour[facing, colour, 0]
    shown |= t.domains[other, 1] & t.with_colour[facing, colour, 1]
    shown |= t.domains[other, 2] & t.with_colour[facing, colour, 2]
    shown |= t.domains[other, 3] & t.with_colour[facing, colour, 3]
    for word in range(LEAST_WORDS, t.domains.shape[1]):
        shown |= t.domains[other, word] & t.with_colour[facing, colour, word]
    if shown != 0:
        f.common[edge, colour >> 6] |= u64(1) << (colour & 63)


@kernel
def _take_last(f: ColourFlow, edge: i64) -> None:
    """Assign the last colour of an edge if possible, otherwise any possible colour or none."""
    f.edges[edge, _COLOUR] = -1
    colour = f.last[f.edges[edge, _CELL], f.edges[edge, _SIDE]]
    possible: u64 = f.common[edge, colour >> 6] & f.available[colour >> 6]
    if possible >> (colour & 63) & 1 == 0:
        colour = -1
        for word in range(len(f.available)):
            choices: u64 = f.common[edge, word] & f.available[word]
            if choices != 0:
                colour = 64 * word + lowest_bit(choices)
                break
    if colour >= 0:
        _fill(f, colour)
        _give(f, edge, colour)


@kernel
def _give(f: ColourFlow, edge: i64, colour: i64) -> None:
    f.edges[edge, _COLOUR] = colour
    f.last[f.edges[edge, _CELL], f.edges[edge, _SIDE]] = colour


@kernel
def _fill(f: ColourFlow, colour: i64) -> None:
    """Count one more edge with a colour."""
    f.colours[colour, _GIVEN] += 1
    if 2 * f.colours[colour, _GIVEN] == f.colours[colour, _SPARE]:
        f.available[colour >> 6] ^= u64(1) << (colour & 63)


@kernel
def _colour(f: ColourFlow, start: i64, edges: i64) -> bool:
    """Assign a colour of both cells to one more edge, no colour more often than it has pairs."""
    for word in range(len(f.seen)):
        f.seen[word] = 0
    f.edges[0, _QUEUED] = start
    size = 1
    head = 0
    while head < size:
        edge = f.edges[head, _QUEUED]
        head += 1
        for word in range(len(f.seen)):
            choices: u64 = f.common[edge, word] & ~f.seen[word]
            f.seen[word] |= choices
            while choices != 0:
                colour = 64 * word + lowest_bit(choices)
                choices &= choices - 1
                f.colours[colour, _TAKER] = edge
                if 2 * f.colours[colour, _GIVEN] < f.colours[colour, _SPARE]:
                    _fill(f, colour)
                    _exchange(f, start, colour)
                    return True
                for taker in range(edges):
                    if f.edges[taker, _COLOUR] == colour:
                        f.edges[size, _QUEUED] = taker
                        size += 1
    return False


@kernel
def _exchange(f: ColourFlow, start: i64, colour: i64) -> None:
    """Shift colours along the path: each edge gets the colour it reached, back to ``start``."""
    while True:
        edge = f.colours[colour, _TAKER]
        given_up = f.edges[edge, _COLOUR]
        _give(f, edge, colour)
        if edge == start:
            return
        colour = given_up
