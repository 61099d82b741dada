"""Checking certificates of counts with code of its own: nothing of the counter is used.

*Findings* come first, in the form of count_writing.py: ways in which a tile may still lie, or that
an edge is open or closed. Each is checked by what was found before it, at one tile:

- an edge is as all ways that are left to the tile have it; or it is closed, since both of its tiles
  are joined already by open edges (trees only);
- a way is left out that differs from an edge that is known; or that joins the tile's part to others
  which have no further sides to be joined, while these are not all tiles (trees only: turning keeps
  the number of open sides, so each part has a known number of *stubs*).

Where findings lead to a contradiction, there is no solution. Else tiles joined by known open edges
are a *class*. Each class has unknown edges, or is alone; each tile whose edges are all known agrees
with them.

*Layers* follow, for the tiles with unknown edges in an order that names each once. An edge is
decided at the first of its tiles. A state says, a byte each, how many parts there are; which edges
are open of those decided, whose other tile is still to come (the frontier); and for each class with
edges decided and others not, in which part it is. For each state the checker lays the next tile in
all ways that are left and keeps those in which it agrees with the edges decided, no cycle is
closed, and no part is left without a class while there are others or edges to be decided. Every
solution is one way through the layers, and different ones differ in how some tile lies, so the ways
to the end (encode/layer_sums.py) are the count. On free graphs there are no classes and no parts.

Cost: some 0.1 µs a finding, some 100 ns a state and way, and never the solutions.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.native import (
    Const,
    Const2,
    View,
    View2,
    entry,
    i64,
    inlined,
    kernel,
    table,
    view,
    workspace,
    zeros,
)  # fmt: skip
from cpstudy.encode import layer_sums
from cpstudy.encode.layer_sums import Rules, Sums, reached
from cpstudy.puzzles.tilings.proofs.checking import halves_beyond, turns_of
from cpstudy.puzzles.tilings.rules import Tiling

# A byte numbers the parts of a state.
MOST = 250

_UNKNOWN, _CLOSED, _OPEN = -1, 0, 1

# -- findings -----------------------------------------------------------------------------------


@workspace
class Board(Rules):
    """What is known of a board of n tiles, and the tile at hand.

    beyond [n · sides]: the half-edge that each meets, or -1. ways [n]: a bit for each way that is
    left, of those of the tile in turns [tiles, ·]; number [tiles]. edge [n · sides]: by half-edge.
    parent, size, stubs [n]: classes as a forest whose roots are their first tiles. vertices: how
    many tiles are not empty. dead: whether there is a contradiction.

    taken [n]: by tile its step or -1. until [n]: by class the last step that decides one of its
    edges. edges, classes: of the frontier, how many, and before (row 0) and after the tile at hand
    (row 1) by place, the edges by their lesser half-edge. met, opens [sides]: edges of the tile
    decided before and at it, of these place after and both ends among the ``live`` classes and the
    new ones after them. moves [·, 2]: places of the edges that stay; stays: which of the classes
    do. laid [ways, 2]: what a way opens of met and of opens. part, name: of the state at hand.
    """

    sides: i64
    tree: bool
    tile: Const[i64]
    beyond: View[i64]
    turns: Const2[i64]
    number: Const[i64]
    ways: View[i64]
    edge: View[i64]
    parent: View[i64]
    size: View[i64]
    stubs: View[i64]
    vertices: i64
    dead: bool

    taken: View[i64]
    until: View[i64]
    undecided: i64 = 0
    edges: View2[i64]
    classes: View2[i64]
    edges_here: i64 = 0
    edges_after: i64 = 0
    live: i64 = 0
    fresh: i64 = 0
    live_after: i64 = 0
    met: View[i64]
    met_number: i64 = 0
    opens: View2[i64]
    opens_number: i64 = 0
    moves: View2[i64]
    moves_number: i64 = 0
    stays: View[i64]
    laid: View2[i64]
    laid_number: i64 = 0
    part: View[i64]
    name: View[i64]

    def __init__(self, puzzle: Tiling) -> None:
        n, self.sides, self.tree = len(puzzle.tiles), puzzle.sides, not puzzle.free
        tiles = np.frombuffer(puzzle.tiles, np.uint8).astype(np.int64)
        turns, numbers = _turns(puzzle.sides)
        self.tile, self.beyond = view(tiles), view(halves_beyond(puzzle))
        self.turns, self.number = view(turns), view(numbers)
        self.ways = view((1 << numbers[tiles]) - 1)
        self.edge = view(np.full(n * puzzle.sides, _UNKNOWN, np.int64))
        self.parent, self.size = view(np.arange(n)), view(np.minimum(tiles, 1))
        degrees = _degrees(puzzle.sides)[tiles]
        self.stubs = view(degrees)
        self.vertices = int(np.count_nonzero(tiles))
        # A tree of k tiles has 2(k - 1) open sides.
        impossible = self.vertices > 0 and int(degrees.sum()) != 2 * (self.vertices - 1)
        self.dead = self.tree and impossible
        self.taken, self.until = view(np.full(n, -1)), view(np.full(n, -1))
        self.edges, self.classes = (zeros((2, 1), "i64") for _ in range(2))
        self.met, self.opens, self.laid = (
            zeros(6, "i64"), zeros((6, 3), "i64"), zeros((6, 2), "i64")
        )  # fmt: skip
        self.moves, self.stays = zeros((1, 2), "i64"), zeros(1, "i64")
        self.part, self.name = (zeros(MOST + 16, "i64") for _ in range(2))

    def make_room(self) -> None:
        """Room for a frontier of all undecided edges."""
        most = 2 * self.undecided + 2 * self.sides
        self.edges, self.classes = (zeros((2, most), "i64") for _ in range(2))
        self.moves, self.stays = zeros((most, 2), "i64"), zeros(most, "i64")

    @kernel
    def follow(self, w: Sums) -> None:
        """Every way in which the tile agrees with those before it."""
        met = 0
        for place in range(self.met_number):
            met |= i64(w.here[w.state, 1 + self.met[place]]) << place
        for way in range(self.laid_number):
            if self.laid[way, 0] == met and _laid(self, w, self.laid[way, 1]):
                reached(w)


@cache
def _turns(sides: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each tile how it may lie, in increasing order, and in how many ways."""
    ways = [sorted(turns_of(tile, sides)) for tile in range(1 << sides)]
    rows = [[*turns, *[0] * (sides - len(turns))] for turns in ways]
    return np.array(rows, np.int64), np.array([*map(len, ways)], np.int64)


@cache
def _degrees(sides: int) -> npt.NDArray[np.int64]:
    return np.array([tile.bit_count() for tile in range(1 << sides)], np.int64)


@inlined
def _class(m: Board, tile: i64) -> i64:
    """The first tile of the class of a tile."""
    while m.parent[tile] != tile:
        m.parent[tile] = m.parent[m.parent[tile]]
        tile = m.parent[tile]
    return tile


@inlined
def _known(m: Board, half: i64) -> i64:
    """What is known of a half-edge."""
    return _CLOSED if m.beyond[half] < 0 else m.edge[half]


@entry
def first_wrong(m: Board, findings: Const[i64]) -> i64:
    """Take the findings in; the place of the first one that does not follow, or -1."""
    for place in range(len(findings)):
        tile = findings[place] >> 8
        found = findings[place] & 255
        if tile < 0 or tile >= len(m.ways) or m.dead:
            return place
        if found & 128:
            if not _edge_follows(m, tile, found & 7, found >> 3 & 1):
                return place
        elif not _ways_follow(m, tile, found):
            return place
    return -1


@kernel
def _edge_follows(m: Board, tile: i64, side: i64, value: i64) -> bool:
    """Take in that an edge has a value; False where that does not follow."""
    half = tile * m.sides + side
    if side >= m.sides or m.beyond[half] < 0:
        return False
    other = m.beyond[half] // m.sides
    agreed: bool = True
    for way in range(m.sides):
        if m.ways[tile] >> way & 1 and m.turns[m.tile[tile], way] >> side & 1 != value:
            agreed = False
    if m.edge[half] != _UNKNOWN:
        m.dead = agreed and m.edge[half] != value
        return agreed
    joined: bool = m.tree and _class(m, tile) == _class(m, other)
    if not agreed and not (joined and value == _CLOSED):
        return False
    m.edge[half] = value
    m.edge[m.beyond[half]] = value
    if m.tree and value == _OPEN:
        m.dead = joined or not _join(m, tile, other)
    return True


@kernel
def _join(m: Board, tile: i64, other: i64) -> bool:
    """Make two classes one; False where that has no stubs and is not all."""
    one = _class(m, tile)
    two = _class(m, other)
    first = min(one, two)
    second = max(one, two)
    m.parent[second] = first
    m.size[first] += m.size[second]
    m.stubs[first] += m.stubs[second] - 2
    return m.stubs[first] > 0 or m.size[first] == m.vertices


@kernel
def _ways_follow(m: Board, tile: i64, kept: i64) -> bool:
    """Take in which ways are left to a tile; False where that does not follow."""
    opened = 0
    closed = 0
    for side in range(m.sides):
        known = _known(m, tile * m.sides + side)
        opened |= i64(known == _OPEN) << side
        closed |= i64(known == _CLOSED) << side
    for way in range(m.sides):
        if m.ways[tile] >> way & 1 and not kept >> way & 1:
            turn = m.turns[m.tile[tile], way]
            if turn & opened == opened and turn & closed == 0:
                if not m.tree or not _cuts_off(m, tile, turn & ~opened):
                    return False
    m.ways[tile] &= kept
    m.dead = m.ways[tile] == 0
    return True


@kernel
def _cuts_off(m: Board, tile: i64, opened: i64) -> bool:
    """Whether a tile that opens these sides closes a cycle, or ends its part while there are
    others."""
    own = _class(m, tile)
    size = m.size[own]
    stubs = m.stubs[own]
    for side in range(m.sides):
        if opened >> side & 1:
            half = m.beyond[tile * m.sides + side]
            beyond = _class(m, half // m.sides)
            if _meets(m, tile, opened & ((1 << side) - 1), beyond):
                return True  # a cycle
            if m.stubs[beyond] != 1:
                return False
            stubs -= 1
            size += m.size[beyond]
    return stubs == 0 and size < m.vertices and m.tile[tile] != 0


@kernel
def _meets(m: Board, tile: i64, opened: i64, beyond: i64) -> bool:
    """Whether a tile is of a class, or some of its sides lead there."""
    met: bool = _class(m, tile) == beyond
    for side in range(m.sides):
        if opened >> side & 1:
            met = met or _class(m, m.beyond[tile * m.sides + side] // m.sides) == beyond
    return met


# -- layers -------------------------------------------------------------------------------------


@entry
def takes(m: Board, order: Const[i64]) -> bool:
    """Whether an order has each tile with unknown edges once; it is taken in.

    Contradictions: a tile without unknown edges that does not agree with them; a class without
    unknown edges that is not alone.
    """
    for step in range(len(order)):
        tile = order[step]
        if tile < 0 or tile >= len(m.taken) or m.taken[tile] >= 0:
            return False
        m.taken[tile] = step
        m.until[_class(m, tile)] = 0
    m.undecided = 0
    classes = 0
    settled = 0
    for tile in range(len(m.taken)):
        unknown = 0
        for side in range(m.sides):
            half = tile * m.sides + side
            if _known(m, half) == _UNKNOWN:
                unknown += 1
                m.undecided += i64(half < m.beyond[half])
        if (unknown > 0) != (m.taken[tile] >= 0):
            return False
        if unknown == 0 and not _lies(m, tile):
            m.dead = True
        if m.tile[tile] != 0 and _class(m, tile) == tile:
            classes += 1
            settled += m.until[tile] < 0
    m.dead = m.dead or (m.tree and settled > 0 and classes > 1)
    for step in range(len(order)):
        for side in range(m.sides):
            half = order[step] * m.sides + side
            if _decides(m, half, step):
                m.until[_class(m, order[step])] = step
                m.until[_class(m, m.beyond[half] // m.sides)] = step
    return True


@inlined
def _decides(m: Board, half: i64, step: i64) -> bool:
    """Whether a half-edge of the tile of a step is decided there, not at the tile beyond."""
    if _known(m, half) != _UNKNOWN:
        return False
    other = m.taken[m.beyond[half] // m.sides]
    return other > step or (other == step and half < m.beyond[half])


@entry
def lay(m: Board, tile: i64, step: i64) -> i64:
    """Make the tile of a step the one at hand; the bytes of a state after it, or -1."""
    m.edges_here = m.edges_after
    m.live = m.live_after
    for place in range(m.edges_here):
        m.edges[0, place] = m.edges[1, place]
    for place in range(m.live):
        m.classes[0, place] = m.classes[1, place]
    if m.live + 2 * m.sides > MOST:
        return -1
    _meet(m, tile, step)
    _list_ways(m, tile, step)
    return 1 + m.edges_after + m.live_after


@kernel
def _meet(m: Board, tile: i64, step: i64) -> None:
    """Which edges and classes are at the tile, which stay, and which come."""
    m.met_number = 0
    m.opens_number = 0
    m.fresh = 0
    for side in range(m.sides):
        half = tile * m.sides + side
        if _decides(m, half, step):
            other = m.beyond[half] // m.sides
            m.opens[m.opens_number, 0] = half if m.taken[other] > step else -1
            if m.tree:
                m.opens[m.opens_number, 1] = _place_of(m, _class(m, tile))
                m.opens[m.opens_number, 2] = _place_of(m, _class(m, other))
            m.opens_number += 1
            m.undecided -= 1
    m.edges_after = 0
    for place in range(m.edges_here):
        half = m.edges[0, place]
        if half // m.sides == tile or m.beyond[half] // m.sides == tile:
            m.met[m.met_number] = place
            m.met_number += 1
        else:
            m.edges[1, m.edges_after] = half
            m.edges_after += 1
    for side in range(m.opens_number):
        if m.opens[side, 0] >= 0:
            half = min(m.opens[side, 0], m.beyond[m.opens[side, 0]])
            m.edges_after = _insert(m.edges, m.edges_after, half)
    _number_places(m, step)


@kernel
def _number_places(m: Board, step: i64) -> None:
    """Where after the tile edges and classes stand that were there before, or are new."""
    m.moves_number = 0
    after = 0
    for place in range(m.edges_here):
        while after < m.edges_after and m.edges[1, after] < m.edges[0, place]:
            after += 1
        if after < m.edges_after and m.edges[1, after] == m.edges[0, place]:
            m.moves[m.moves_number, 0] = place
            m.moves[m.moves_number, 1] = after
            m.moves_number += 1
    for side in range(m.opens_number):
        if m.opens[side, 0] >= 0:
            half = min(m.opens[side, 0], m.beyond[m.opens[side, 0]])
            after = 0
            while m.edges[1, after] != half:
                after += 1
            m.opens[side, 0] = after
    m.live_after = 0
    for place in range(m.live + m.fresh):
        if m.until[m.classes[0, place]] > step:
            m.live_after = _insert(m.classes, m.live_after, m.classes[0, place])
    for after in range(m.live_after):
        m.stays[after] = _place_of(m, m.classes[1, after])


@kernel
def _insert(rows: View2[i64], number: i64, value: i64) -> i64:
    """Put a value where it belongs among the first of row 1; how many there are then."""
    place = number
    while place > 0 and rows[1, place - 1] > value:
        rows[1, place] = rows[1, place - 1]
        place -= 1
    rows[1, place] = value
    return number + 1


@kernel
def _place_of(m: Board, tile: i64) -> i64:
    """The place of a class among those before the tile at hand; a new one comes after them."""
    for place in range(m.live + m.fresh):
        if m.classes[0, place] == tile:
            return place
    m.classes[0, m.live + m.fresh] = tile
    m.fresh += 1
    return m.live + m.fresh - 1


@kernel
def _list_ways(m: Board, tile: i64, step: i64) -> None:
    """What each way that is left opens of the edges decided before and here."""
    m.laid_number = 0
    for way in range(m.sides):
        if m.ways[tile] >> way & 1 and _agrees(m, tile, m.turns[m.tile[tile], way]):
            turn = m.turns[m.tile[tile], way]
            met = 0
            opened = 0
            decided = 0
            for side in range(m.sides):
                half = tile * m.sides + side
                if _known(m, half) != _UNKNOWN:
                    continue
                if _decides(m, half, step):
                    opened |= (turn >> side & 1) << decided
                    decided += 1
                elif turn >> side & 1 and m.beyond[half] // m.sides != tile:
                    for place in range(m.met_number):
                        edge = m.edges[0, m.met[place]]
                        met |= i64(edge == min(half, m.beyond[half])) << place
            m.laid[m.laid_number, 0] = met
            m.laid[m.laid_number, 1] = opened
            m.laid_number += 1


@kernel
def _agrees(m: Board, tile: i64, turn: i64) -> bool:
    """Whether a tile that lies so agrees with what is known, and with itself."""
    for side in range(m.sides):
        half = tile * m.sides + side
        known = _known(m, half)
        if known != _UNKNOWN and known != turn >> side & 1:
            return False
        back = m.beyond[half]
        if back >= 0 and back // m.sides == tile:
            if turn >> (back % m.sides) & 1 != turn >> side & 1:
                return False
    return True


@kernel
def _lies(m: Board, tile: i64) -> bool:
    """Whether a tile may lie in some way."""
    for way in range(m.sides):
        if m.ways[tile] >> way & 1 and _agrees(m, tile, m.turns[m.tile[tile], way]):
            return True
    return False


@kernel
def _laid(m: Board, w: Sums, opened: i64) -> bool:
    """Write what follows where a tile opens some edges; False where that is against the rules."""
    parts = i64(w.here[w.state, 0])
    for place in range(m.live):
        m.part[place] = w.here[w.state, 1 + m.edges_here + place]
    for place in range(m.live, m.live + m.fresh):
        m.part[place] = parts + place - m.live
    for edge in range(m.moves_number):
        w.after[1 + m.moves[edge, 1]] = w.here[w.state, 1 + m.moves[edge, 0]]
    for side in range(m.opens_number):
        if m.opens[side, 0] >= 0:
            w.after[1 + m.opens[side, 0]] = opened >> side & 1
        if m.tree and opened >> side & 1:
            one = m.part[m.opens[side, 1]]
            other = m.part[m.opens[side, 2]]
            if one == other:
                return False
            for place in range(m.live + m.fresh):
                if m.part[place] == other:
                    m.part[place] = one
    return _named(m, w, parts + m.fresh)


@kernel
def _named(m: Board, w: Sums, parts: i64) -> bool:
    """Number the parts as they appear; False where one has ended and is not all."""
    for part in range(parts):
        m.name[part] = -1
    number = 0
    for after in range(m.live_after):
        part = m.part[m.stays[after]]
        if m.name[part] < 0:
            m.name[part] = number
            number += 1
        w.after[1 + m.edges_after + after] = m.name[part]
    w.after[0] = number
    ended = 0
    for place in range(m.live + m.fresh):
        if m.name[m.part[place]] < 0:
            m.name[m.part[place]] = 0
            ended += 1
    return ended == 0 or (ended == 1 and number == 0 and m.undecided == 0)


def why_rejected(puzzle: Tiling, count: int, layers: Iterator[bytes]) -> str:
    """ "" where ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
    board = Board(puzzle)
    findings = next(layers, None)
    if findings is None or len(findings) % 4:
        return "findings: missing"
    wrong = first_wrong(board, table(np.frombuffer(findings, "<i4"), "i64"))
    if wrong >= 0:
        return f"finding {wrong} does not follow"
    if board.dead:
        return _impossible(count, layers)
    tiles = next(layers, None)
    if tiles is None or len(tiles) % 4:
        return "order: missing"
    order = np.frombuffer(tiles, "<i4")
    if not takes(board, table(order, "i64")):
        return "order: not each tile with unknown edges once"
    if board.dead:
        return _impossible(count, layers)
    board.make_room()
    found = layer_sums.summed(board, b"\0", _prepared(board, order.tolist()), layers)
    return layer_sums.why_not(found, count)


def _impossible(count: int, layers: Iterator[bytes]) -> str:
    if next(layers, None) is not None:
        return "a layer where there is no solution"
    return "" if count == 0 else f"there is no solution, not {count}"


def _prepared(board: Board, order: list[int]) -> Iterator[int]:
    """Prepare the rules for one tile after the other; the bytes of a state after it."""
    for step, tile in enumerate(order):
        width = lay(board, tile, step)
        if width < 0:
            return  # a byte does not number the parts: no layers are taken
        yield width
