"""Contract known edges and split the rest of the board into independent groups.

An edge is *known* if all possible orientations of one of its tiles agree on it. Known open
edges join tiles into classes, known closed ones vanish; what remains is a multigraph G whose
vertices are the classes of non-empty tiles and whose edges are the unknown ones. The solutions
are the choices of orientations whose open unknown edges form a spanning tree of G.

Five rules are applied until nothing changes; each keeps all solutions. (1) The orientations of a
tile agree with its known sides. (2) Trees only: a known open edge that closes a cycle refutes the
board. (3) Trees only: an unknown edge within one class would close a cycle: it is closed.
(4) Trees only: rotations keep the number of open sides, so each class has a known number of stubs,
that is, sides that will be open but are not known yet. An orientation that opens two edges to one
class closes a cycle. An orientation that joins classes and leaves them without a stub cuts them
off, unless they are all classes. (5) Trees only: a bridge of G is in every spanning tree, so it is
open; if G is not connected, there is no solution.

*Groups.* The blocks of a graph are its maximal 2-connected parts; they share no edge, and two of
them at most one vertex. A set of edges is a spanning tree of a connected graph exactly when its
part in each block is a spanning tree of that block. (Every cycle lies within one block, so the
set has no cycle exactly when no part has one. Counting edges: a connected graph of n vertices and
blocks of n_1 … n_k vertices has n - 1 = sum of (n_i - 1), so parts without cycles, of at most
n_i - 1 edges each, reach n - 1 together exactly when each is a spanning tree.) The only other
other requirement is that the sides of one tile are those of one of its orientations, so blocks that
meet in a *tile*, not only in a class, are put into one group. All unknown edges of a tile then lie
in one group, and the solutions are the products of choices, one from each group: the count is the
product of the groups' counts. A group is connected, because blocks that share a tile share its
class. The theorem, applied to the blocks of the group, therefore gives its requirement: a spanning
tree of its own vertices. Free graphs and safe states require no tree: their groups are the
connected parts of the graph of tiles and unknown edges.

Sources: blocks after Hopcroft1973; the parts of Tatham2019 that need only union-find.
Cost: linear in the tiles per round; rounds are few. Limits: there is no lookahead and no parity,
so more edges stay unknown than after a stronger deduction; pass the result of one as
``possible``.
"""

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import View, i64
from cpstudy.core.native import entry, inlined, kernel
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.counting.blocks import Blocks, find_blocks, number_groups, open_bridges
from cpstudy.puzzles.pipes.counting.multigraph import (
    EVERY,
    Multigraph,
    begin_board,
    having,
    narrow,
    unite,
    unknown,
)
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# -- rules 1 to 4 -------------------------------------------------------------------------------


@entry
def close_borders(g: Multigraph) -> bool:
    """Close sides with nothing beyond; the two sides of an edge from a tile to itself agree."""
    for tile in range(len(g.possible)):
        kept = EVERY
        for side in range(4):
            if g.neighbours[tile, side] < 0:
                kept &= EVERY ^ having(side)
            elif g.neighbours[tile, side] == tile:
                kept &= EVERY ^ having(side) ^ having(side ^ 2)
        if not narrow(g, tile, kept):
            return False
    return True


@entry
def propagate(g: Multigraph) -> bool:
    """Apply rules 1 and 2, starting from the waiting tiles."""
    while g.stacked > 0:
        g.stacked -= 1
        tile = g.stack[g.stacked]
        g.waiting[tile] = 0
        now = g.possible[tile]
        for side in range(4):
            other = g.neighbours[tile, side]
            opened = now & having(side)
            if other < 0 or 0 < opened < now:
                continue
            kept = having(side ^ 2)
            if opened == 0:
                kept = EVERY ^ kept
            elif g.tree and not g.joined[tile] >> side & 1 and not _join(g, tile, side):
                return False
            if not narrow(g, other, kept):
                return False
    return True


@inlined
def _join(g: Multigraph, tile: i64, side: i64) -> bool:
    """Join the ends of a known open edge into one class; False if it closes a cycle."""
    other = g.neighbours[tile, side]
    g.joined[tile] |= 1 << side
    g.joined[other] |= 1 << (side ^ 2)
    g.classes -= 1
    return unite(g.parent, tile, other)


@entry
def keep_live(g: Multigraph) -> None:
    """Remove the tiles that have one mask left from the list of live ones."""
    kept = 0
    for k in range(g.alive):
        tile = g.live[k]
        g.live[kept] = tile  # no branch, which would be taken at random
        kept += g.possible[tile] & (g.possible[tile] - 1) != 0
    g.alive = kept


@entry
def close_loops(g: Multigraph) -> bool:
    """Rule 3: close unknown edges within a class."""
    for k in range(g.alive):
        tile = g.live[k]
        for side in range(0, 4, 3):
            if unknown(g, tile, side):
                beyond = root(g.parent, g.neighbours[tile, side])
                if beyond == root(g.parent, tile) and not narrow(g, tile, EVERY ^ having(side)):
                    return False
    return True


@entry
def dead_ends(g: Multigraph) -> bool:
    """Rule 4: remove orientations that close a cycle or use up the last stubs."""
    _count_stubs(g)
    for k in range(g.alive):
        tile = g.live[k]
        sides = 0
        for side in range(4):
            if unknown(g, tile, side):
                sides |= 1 << side
                g.across[side] = root(g.parent, g.neighbours[tile, side])
        own = root(g.parent, tile)
        kept = 0
        for mask in range(16):
            if g.possible[tile] >> mask & 1 and _may_open(g, own, mask & sides):
                kept |= 1 << mask
        if not narrow(g, tile, kept):
            return False
    return True


@kernel
def _count_stubs(g: Multigraph) -> None:
    """Count stubs by class: sides that will be open in any orientation, less those open now."""
    for k in range(g.alive):
        g.stubs[root(g.parent, g.live[k])] = 0
    for k in range(g.alive):
        tile = g.live[k]
        sides = 0
        while g.possible[tile] >> sides & 1 == 0:
            sides += 1
        stubs = 0
        for side in range(4):
            stubs += sides >> side & 1
            stubs -= g.possible[tile] & having(side) == g.possible[tile]
        g.stubs[root(g.parent, tile)] += stubs


@inlined
def _may_open(g: Multigraph, own: i64, sides: i64) -> bool:
    """Whether a tile of class ``own`` may open ``sides``, all of them unknown, towards ``across``.

    False if two sides lead to one class, or if the joined classes have no stub left and are not
    all classes.
    """
    number = 1
    left = g.stubs[own]
    for side in range(4):
        if sides >> side & 1:
            if g.across[side] == own:
                return False
            for other in range(side):
                if sides >> other & 1 and g.across[other] == g.across[side]:
                    return False
            number += 1
            left += g.stubs[g.across[side]] - 2
    return left != 0 or number == g.classes


# -- all rules ----------------------------------------------------------------------------------

# For each tile 0…15: the set of its orientations.
POSSIBLE = np.array([sum(1 << mask for mask in masks) for masks in ORIENTATIONS], np.uint16)
_POSSIBLE = POSSIBLE.astype(np.int64)  # as sweeps take them


def possible_orientations(puzzle: Pipes) -> npt.NDArray[np.int64]:
    """All rotations of each tile, as sets of open-side masks: int64[tiles], 16 bits of each."""
    return _POSSIBLE.take(np.frombuffer(puzzle.tiles, np.uint8))  # twice as fast as indexing


@entry
def contract(g: Multigraph, b: Blocks, group: View[i64]) -> i64:
    """Apply the rules to a board and split the rest into groups.

    g: with neighbours and possible filled in. b: memory for its blocks. group [tiles]: is set to
    the group of each live tile, numbered by their first tiles, and -1 for the others. Returns the
    number of groups, or -1 if there is no solution.
    """
    begin_board(g)
    if not close_borders(g):
        return -1
    while g.stacked > 0:
        if not propagate(g):
            return -1
        keep_live(g)
        if not g.tree:
            break
        if not close_loops(g):
            return -1
        if g.stacked > 0:
            continue
        if g.alive == 0:
            return 0 if g.classes <= 1 else -1
        if not dead_ends(g):
            return -1
        if g.stacked == 0 and not (find_blocks(g, b) and open_bridges(g, b)):
            return -1
    return number_groups(g, b, group)
