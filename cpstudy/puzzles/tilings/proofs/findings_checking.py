"""Check the findings of deduction on a board of tiles: each finding by itself, at one tile.

A *finding* has the form of count_writing.py: the remaining orientations of a tile, or that an edge
is open or closed. It is checked against the findings before it:

- an edge may get the value that all remaining orientations of the tile give it; or it may be closed
  because open edges already join both of its tiles (trees only);
- an orientation may be removed if it contradicts a known edge, or closes a cycle with joined tiles,
  or joins the tile's part to others that have no further sides to be joined, while these are not
  all tiles (trees only: turning keeps the number of open sides, so each part has a known number of
  *stubs*).

Accepted findings therefore hold in all solutions, whatever findings are listed. Tiles joined by
known open edges are a *class*. Cost: about 0.1 µs per finding.
"""

from functools import cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.kernel_types import Const, Const2, View, i64
from cpstudy.core.native import entry, inlined, kernel, view, workspace
from cpstudy.encode.layer_sums import Rules
from cpstudy.puzzles.tilings.proofs.checking import halves_beyond, turns_of
from cpstudy.puzzles.tilings.rules import Tiling

UNKNOWN, CLOSED, OPEN = -1, 0, 1


@workspace
class Known(Rules):
    """The knowledge about a board of n tiles.

    beyond [n · sides]: the half-edge that each meets, or -1. orientations [n]: a bit for each
    remaining one, of those of the tile in turns [tiles, ·]. edge [n · sides]: by half-edge. parent,
    size, stubs [n]: classes as a forest whose roots are their first tiles. vertices: the number of
    non-empty tiles. dead: whether there is a contradiction.
    """

    sides: i64
    tree: bool
    tile: Const[i64]
    beyond: View[i64]
    turns: Const2[i64]
    orientations: View[i64]
    edge: View[i64]
    parent: View[i64]
    size: View[i64]
    stubs: View[i64]
    vertices: i64
    dead: bool

    def __init__(self, puzzle: Tiling) -> None:
        n, self.sides, self.tree = len(puzzle.tiles), puzzle.sides, not puzzle.free
        tiles = np.frombuffer(puzzle.tiles, np.uint8).astype(np.int64)
        turns, numbers = _turns(puzzle.sides)
        self.tile, self.beyond = view(tiles), view(halves_beyond(puzzle))
        self.turns = view(turns)
        self.orientations = view((1 << numbers[tiles]) - 1)
        self.edge = view(np.full(n * puzzle.sides, UNKNOWN, np.int64))
        self.parent, self.size = view(np.arange(n)), view(np.minimum(tiles, 1))
        degrees = _degrees(puzzle.sides)[tiles]
        self.stubs = view(degrees)
        self.vertices = int(np.count_nonzero(tiles))
        # A tree of k tiles has 2(k - 1) open sides.
        impossible = self.vertices > 0 and int(degrees.sum()) != 2 * (self.vertices - 1)
        self.dead = self.tree and impossible


@cache
def _turns(sides: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return for each tile its orientations, in increasing order, and their number."""
    ways = [sorted(turns_of(tile, sides)) for tile in range(1 << sides)]
    rows = [[*turns, *[0] * (sides - len(turns))] for turns in ways]
    return np.array(rows, np.int64), np.array([*map(len, ways)], np.int64)


@cache
def _degrees(sides: int) -> npt.NDArray[np.int64]:
    return np.array([tile.bit_count() for tile in range(1 << sides)], np.int64)


@inlined
def class_of(m: Known, tile: i64) -> i64:
    """Return the first tile of the class of a tile."""
    while m.parent[tile] != tile:
        m.parent[tile] = m.parent[m.parent[tile]]
        tile = m.parent[tile]
    return tile


@inlined
def value_of(m: Known, half: i64) -> i64:
    """Return the known value of a half-edge."""
    return CLOSED if m.beyond[half] < 0 else m.edge[half]


@entry
def first_wrong(m: Known, findings: Const[i64]) -> i64:
    """Accept the findings; return the place of the first one that does not follow, or -1."""
    for place in range(len(findings)):
        tile = findings[place] >> 8
        found = findings[place] & 255
        if tile < 0 or tile >= len(m.orientations) or m.dead:
            return place
        if found & 128:
            if not _edge_follows(m, tile, found & 7, found >> 3 & 1):
                return place
        elif not _orientations_follow(m, tile, found):
            return place
    return -1


@kernel
def _edge_follows(m: Known, tile: i64, side: i64, value: i64) -> bool:
    """Record the value of an edge; return False if it does not follow."""
    half = tile * m.sides + side
    if side >= m.sides or m.beyond[half] < 0:
        return False
    other = m.beyond[half] // m.sides
    agreed: bool = True
    for orientation in range(m.sides):
        if (
            m.orientations[tile] >> orientation & 1
            and m.turns[m.tile[tile], orientation] >> side & 1 != value
        ):
            agreed = False
    if m.edge[half] != UNKNOWN:
        m.dead = agreed and m.edge[half] != value
        return agreed
    joined: bool = m.tree and class_of(m, tile) == class_of(m, other)
    if not agreed and not (joined and value == CLOSED):
        return False
    m.edge[half] = value
    m.edge[m.beyond[half]] = value
    if m.tree and value == OPEN:
        m.dead = joined or not _join(m, tile, other)
    return True


@kernel
def _join(m: Known, tile: i64, other: i64) -> bool:
    """Join two classes; return False if the result has no stubs and is not all."""
    one = class_of(m, tile)
    two = class_of(m, other)
    first = min(one, two)
    second = max(one, two)
    m.parent[second] = first
    m.size[first] += m.size[second]
    m.stubs[first] += m.stubs[second] - 2
    return m.stubs[first] > 0 or m.size[first] == m.vertices


@kernel
def _orientations_follow(m: Known, tile: i64, kept: i64) -> bool:
    """Record the remaining orientations of a tile; return False if they do not follow."""
    opened = 0
    closed = 0
    for side in range(m.sides):
        known = value_of(m, tile * m.sides + side)
        opened |= i64(known == OPEN) << side
        closed |= i64(known == CLOSED) << side
    for orientation in range(m.sides):
        if m.orientations[tile] >> orientation & 1 and not kept >> orientation & 1:
            turn = m.turns[m.tile[tile], orientation]
            if turn & opened == opened and turn & closed == 0:
                if not m.tree or not _cuts_off(m, tile, turn & ~opened):
                    return False
    m.orientations[tile] &= kept
    m.dead = m.orientations[tile] == 0
    return True


@kernel
def _cuts_off(m: Known, tile: i64, opened: i64) -> bool:
    """Return whether a tile that opens these sides closes a cycle, or ends its part prematurely."""
    own = class_of(m, tile)
    size = m.size[own]
    stubs = m.stubs[own]
    for side in range(m.sides):
        if opened >> side & 1:
            half = m.beyond[tile * m.sides + side]
            beyond = class_of(m, half // m.sides)
            if _meets(m, tile, opened & ((1 << side) - 1), beyond):
                return True  # a cycle
            if m.stubs[beyond] != 1:
                return False
            stubs -= 1
            size += m.size[beyond]
    return stubs == 0 and size < m.vertices and m.tile[tile] != 0


@kernel
def _meets(m: Known, tile: i64, opened: i64, beyond: i64) -> bool:
    """Return whether a tile belongs to a class, or some of its sides lead there."""
    met: bool = class_of(m, tile) == beyond
    for side in range(m.sides):
        if opened >> side & 1:
            met = met or class_of(m, m.beyond[tile * m.sides + side] // m.sides) == beyond
    return met


@kernel
def agrees(m: Known, tile: i64, turn: i64) -> bool:
    """Return whether an orientation of a tile agrees with the known edges, and with itself."""
    for side in range(m.sides):
        half = tile * m.sides + side
        known = value_of(m, half)
        if known != UNKNOWN and known != turn >> side & 1:
            return False
        back = m.beyond[half]
        if back >= 0 and back // m.sides == tile:
            if turn >> (back % m.sides) & 1 != turn >> side & 1:
                return False
    return True


@kernel
def lies(m: Known, tile: i64) -> bool:
    """Return whether a tile has a possible orientation."""
    for orientation in range(m.sides):
        if m.orientations[tile] >> orientation & 1 and agrees(
            m, tile, m.turns[m.tile[tile], orientation]
        ):
            return True
    return False
