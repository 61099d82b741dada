"""Another solution near a given one: a search on differences.

Given a solution S and the edges that the rules of :mod:`.search` leave open, is there a solution
in which one chosen edge differs from S? The state of the search is read as a *completed* board:
known edges have their known value, all others have their value in S. If the completed board breaks
a rule, the search decides an unknown edge of this violation, first to the value that S does not
have:

- a tile whose open sides are not a rotation of it: one of its unknown sides;
- a cycle: one of its unknown edges (all open in the completed board; one must be closed).

If the completed board breaks no rule, it is the required solution. The search therefore never
leaves the tiles that must change together, however large and ambiguous the board around them is,
and the solution found differs from S by little. The search is complete: every solution consistent
with the known edges repairs the violation, so it differs from S in one of its unknown edges; when
no such edge is left, the rules have refuted the state.

A completed board whose tiles are all correct has as many edges as a tree, so it is a tree if it
has no cycle: :mod:`.exchanged` decides this from the edges in which it differs from S.

Cost: a node costs the length of the trail since the chosen edge, and k² to look for a cycle.
Exponential at worst; a budget of nodes ends it.
"""

from cpstudy.core.kernel_types import View, View2, i32, i64, u8
from cpstudy.core.native import entry, kernel, workspace, zeros
from cpstudy.puzzles.pipes.search.exchanged import (
    NO_CYCLE,
    NO_EDGE,
    Exchanged,
    cycle,
)
from cpstudy.puzzles.pipes.search.rooted import Rooted
from cpstudy.puzzles.tilings.search.rules import assume
from cpstudy.puzzles.tilings.search.state import BITS, Work, undo

# What :func:`alternative` returns.
REFUTED, FOUND, OUT_OF_NODES = 0, 1, 2

# A search for ambiguous edges pauses after this number of edges tried or nodes spent.
_PACE = 2_000

# What :func:`_breach` returns instead of an edge; NO_EDGE if all edges of the violation are known.
_NO_BREACH = NO_CYCLE


@workspace
class Near:
    """A solution and the state of a search near it, on a board of n tiles.

    tree: the solution. edges: the difference between the completed board and the solution. stamps:
    int64[n], the last node that examined each tile; stamp: the current one. decisions: int32[2n +
    2, 2], (edge, trail). spent: nodes. mark: the length of the trail before the last chosen edge.
    """

    tree: Rooted
    edges: Exchanged
    stamps: View[i64]
    decisions: View2[i32]
    stamp: i64
    spent: i64
    mark: i64

    def __init__(self, n: int) -> None:
        self.tree = Rooted(n)
        self.edges = Exchanged(n)
        self.stamps = zeros(n, "i64")
        self.decisions = zeros((2 * n + 2, 2), "i32")
        self.stamp = self.spent = self.mark = 0


@kernel
def _breach(w: Work, s: Near, mark: i64) -> i64:
    """An edge to decide, as 4 tile + side; _NO_BREACH, or NO_EDGE if the violation is fully known.

    mark: the length of the trail when all known edges agreed with S.
    """
    s.stamp += 1
    stamp = s.stamp
    taken = 0
    put = 0
    worst = -1
    fewest = 5
    for place in range(w.trailed - 1, mark - 1, -1):
        tile = w.trail[place, 0]
        if tile < 0 or s.stamps[tile] == stamp:
            continue
        s.stamps[tile] = stamp
        state = w.state[tile]
        mask = s.tree.sides[tile]
        more = state & 15 & ~mask
        less = state >> 4 & mask
        if more | less == 0:
            continue
        if w.types[(mask | more) & ~less] != w.kind[tile]:
            unknown = 15 & ~(state | state >> 4)
            if BITS[unknown] < fewest:
                fewest = BITS[unknown]
                worst = tile
        elif worst < 0 and w.tree:
            for side in range(0, 4, 3):  # every edge once
                if more >> side & 1:
                    s.edges.put[put] = 4 * tile + side
                    put += 1
            for side in range(4):
                if less >> side & 1 and s.tree.up[tile] == side:
                    s.edges.taken[taken, 0] = tile
                    s.edges.taken[taken, 1] = s.tree.entered[tile]
                    taken += 1
    if worst < 0:
        return cycle(w.neighbours, w.state, s.tree, s.edges, taken, put)
    state = w.state[worst]
    unknown = 15 & ~(state | state >> 4)
    for side in range(4):
        if unknown >> side & 1:
            return 4 * worst + side
    return NO_EDGE


@entry
def alternative(w: Work, s: Near, edge: i64, nodes: i64) -> i64:
    """Look for a solution that differs from ``s.tree.sides`` in ``edge`` (4 tile + side, unknown).

    FOUND: the solution is the completed board (see :func:`completed`); ``undo(w,
    s.mark)`` undoes it. REFUTED: in every solution the edge is as in S, and it is known now.
    OUT_OF_NODES: the known edges are the same as before. ``s.spent`` counts the nodes.
    """
    mark = w.trailed
    s.mark = mark
    s.decisions[0, 0] = edge
    s.decisions[0, 1] = mark
    depth = 1
    spent = 0
    value = 1 - (s.tree.sides[edge >> 2] >> (edge & 3) & 1)
    while True:
        if assume(w, edge, value):
            if depth == 0:
                return REFUTED
            edge = _breach(w, s, mark)
            if edge == _NO_BREACH:
                return FOUND
            if edge >= 0:
                if spent == nodes:
                    undo(w, mark)
                    return OUT_OF_NODES
                spent += 1
                s.spent += 1
                s.decisions[depth, 0] = edge
                s.decisions[depth, 1] = w.trailed
                depth += 1
                value = 1 - (s.tree.sides[edge >> 2] >> (edge & 3) & 1)
                continue
        # Refuted: decide the last edge the other way. Depth 0 never fails, since S is a solution.
        depth -= 1
        undo(w, s.decisions[depth, 1])
        edge = s.decisions[depth, 0]
        value = s.tree.sides[edge >> 2] >> (edge & 3) & 1


@entry
def completed(w: Work, s: Near, sides: View[u8]) -> None:
    """Write the completed board into ``sides``: uint8[n]."""
    for tile in range(w.cells):
        sides[tile] = (s.tree.sides[tile] | w.state[tile] & 15) & ~(w.state[tile] >> 4)


@entry
def next_ambiguous_edge(
    w: Work, s: Near, edge: i64, nodes: i64, most: i64, settled: View[u8], undecided: View[u8]
) -> i64:
    """The first edge from ``edge`` on (4 tile + side) with another solution; -1 at the end; -2 - e
    if it pauses, after some milliseconds, before edge e.

    If there is such an edge, the board is left completed, as :func:`alternative` leaves it. Edges
    that are refuted on the way become known. nodes: limit for one edge; most: limit for
    ``s.spent``. settled: uint8[n], sides to skip. undecided: uint8[n]; sides whose search ran out
    of nodes are added.
    """
    tried = 0
    pause = s.spent + _PACE
    while edge < 4 * w.cells:
        if tried >= _PACE or s.spent >= pause:
            return -2 - edge
        tile, side = edge >> 2, edge & 3
        state = w.state[tile]
        if state & 15 ^ state >> 4 == 15:  # no side is unknown
            edge = 4 * tile + 4
            continue
        if side & 1 == side >> 1 and (state | state >> 4 | settled[tile]) >> side & 1 == 0:
            outcome = alternative(w, s, edge, min(nodes, most - s.spent))
            tried += 1
            if outcome == FOUND:
                return edge
            if outcome == OUT_OF_NODES:
                undecided[tile] |= 1 << side
        edge += 1
    return -1


@entry
def changed_tiles(w: Work, s: Near, tiles: View[i32], size: i64) -> i64:
    """Append to ``tiles[:size]`` the tiles in which a board left completed differs from S. Returns
    the new size, or -1 if there is no space. tiles: int32[·]."""
    s.stamp += 1
    stamp = s.stamp
    for place in range(s.mark, w.trailed):
        tile = w.trail[place, 0]
        if tile < 0 or s.stamps[tile] == stamp:
            continue
        s.stamps[tile] = stamp
        state = w.state[tile]
        mask = s.tree.sides[tile]
        if (state & 15 & ~mask) | (state >> 4 & mask):
            if size == len(tiles):
                return -1
            tiles[size] = tile
            size += 1
    return size
