"""Check certificates of counts with independent code: it uses nothing of the counter.

*Findings* come first (findings_checking.py). If they lead to a contradiction, there is no solution.
Otherwise each class of joined tiles has unknown edges, or is the only class, and each tile without
unknown edges agrees with its edges.

*Layers* follow, for the tiles with unknown edges in an order that contains each once. The first
tile of an edge decides it. A state contains, in one byte each, the number of parts; whether each
decided edge is open whose other tile comes later (the frontier); and the part of each class that
has both decided and undecided edges. For each state, the checker places the next tile in all
remaining orientations. It keeps those in which the tile agrees with the decided edges, no cycle is
closed, and no part is left without a class while there are other parts or undecided edges. Every
solution is one path through the layers, and different paths differ in the orientation of some tile,
so the number of paths to the end (encode/layer_sums.py) is the count. Free graphs have no classes
and no parts.

Cost: about 100 ns per state and orientation; independent of the number of solutions.
"""

from collections.abc import Iterator

import numpy as np

from cpstudy.core.kernel_types import Const, View, View2, i64
from cpstudy.core.native import entry, inlined, kernel, table, view, workspace, zeros
from cpstudy.encode import layer_sums
from cpstudy.encode.layer_sums import Sums, reached
from cpstudy.puzzles.tilings.proofs.findings_checking import (
    UNKNOWN,
    Known,
    agrees,
    class_of,
    first_wrong,
    lies,
    value_of,
)
from cpstudy.puzzles.tilings.rules import Tiling

# A byte numbers the parts of a state.
MOST = 250


@workspace
class Board(Known):
    """The knowledge about a board of n tiles, and the current tile.

    taken [n]: the step of each tile, or -1. until [n]: for each class the last step that decides
    one of its edges. edges, classes: the frontier before (row 0) and after the current tile (row
    1), by place, the edges by their lesser half-edge. met: the edges of the tile that were decided
    before it. opens [sides]: the edges decided at it: their place after it, and both ends among the
    ``live`` classes and the new ones after them. moves [·, 2]: places of the edges that stay;
    stays: the classes that stay. laid [orientations, 2]: what each opens of met and of opens. part,
    name: of the current state.
    """

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
        Known.__init__(self, puzzle)
        n = len(puzzle.tiles)
        self.taken, self.until = view(np.full(n, -1)), view(np.full(n, -1))
        self.edges, self.classes = (zeros((2, 1), "i64") for _ in range(2))
        self.met, self.opens, self.laid = (
            zeros(6, "i64"), zeros((6, 3), "i64"), zeros((6, 2), "i64")
        )  # fmt: skip
        self.moves, self.stays = zeros((1, 2), "i64"), zeros(1, "i64")
        self.part, self.name = (zeros(MOST + 16, "i64") for _ in range(2))

    def make_room(self) -> None:
        """Allocate memory for a frontier of all undecided edges."""
        most = 2 * self.undecided + 2 * self.sides
        self.edges, self.classes = (zeros((2, most), "i64") for _ in range(2))
        self.moves, self.stays = zeros((most, 2), "i64"), zeros(most, "i64")

    @kernel
    def follow(self, w: Sums) -> None:
        """Add every orientation in which the tile agrees with those before it."""
        met = 0
        for place in range(self.met_number):
            met |= i64(w.here[w.state, 1 + self.met[place]]) << place
        for orientation in range(self.laid_number):
            if self.laid[orientation, 0] == met and _laid(self, w, self.laid[orientation, 1]):
                reached(w)


@entry
def takes(m: Board, order: Const[i64]) -> bool:
    """Record an order; return whether it contains each tile with unknown edges exactly once.

    Contradictions: a tile without unknown edges that does not agree with them; a class without
    unknown edges that is not the only class.
    """
    for step in range(len(order)):
        tile = order[step]
        if tile < 0 or tile >= len(m.taken) or m.taken[tile] >= 0:
            return False
        m.taken[tile] = step
        m.until[class_of(m, tile)] = 0
    m.undecided = 0
    classes = 0
    settled = 0
    for tile in range(len(m.taken)):
        unknown = 0
        for side in range(m.sides):
            half = tile * m.sides + side
            if value_of(m, half) == UNKNOWN:
                unknown += 1
                m.undecided += i64(half < m.beyond[half])
        if (unknown > 0) != (m.taken[tile] >= 0):
            return False
        if unknown == 0 and not lies(m, tile):
            m.dead = True
        if m.tile[tile] != 0 and class_of(m, tile) == tile:
            classes += 1
            settled += m.until[tile] < 0
    m.dead = m.dead or (m.tree and settled > 0 and classes > 1)
    for step in range(len(order)):
        for side in range(m.sides):
            half = order[step] * m.sides + side
            if _decides(m, half, step):
                m.until[class_of(m, order[step])] = step
                m.until[class_of(m, m.beyond[half] // m.sides)] = step
    return True


@inlined
def _decides(m: Board, half: i64, step: i64) -> bool:
    """Return whether the tile of a step decides a half-edge, not the tile beyond."""
    if value_of(m, half) != UNKNOWN:
        return False
    other = m.taken[m.beyond[half] // m.sides]
    return other > step or (other == step and half < m.beyond[half])


@entry
def lay(m: Board, tile: i64, step: i64) -> i64:
    """Make the tile of a step the current one; return the bytes of a state after it, or -1."""
    m.edges_here = m.edges_after
    m.live = m.live_after
    for place in range(m.edges_here):
        m.edges[0, place] = m.edges[1, place]
    for place in range(m.live):
        m.classes[0, place] = m.classes[1, place]
    if m.live + 2 * m.sides > MOST:
        return -1
    _meet(m, tile, step)
    _list_orientations(m, tile, step)
    return 1 + m.edges_after + m.live_after


@kernel
def _meet(m: Board, tile: i64, step: i64) -> None:
    """Find the edges and classes at the tile, those that stay, and those that are new."""
    m.met_number = 0
    m.opens_number = 0
    m.fresh = 0
    for side in range(m.sides):
        half = tile * m.sides + side
        if _decides(m, half, step):
            other = m.beyond[half] // m.sides
            m.opens[m.opens_number, 0] = half if m.taken[other] > step else -1
            if m.tree:
                m.opens[m.opens_number, 1] = _place_of(m, class_of(m, tile))
                m.opens[m.opens_number, 2] = _place_of(m, class_of(m, other))
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
    """Find the places after the tile for edges and classes that stay or are new."""
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
    """Insert a value into the sorted beginning of row 1; return its new length."""
    place = number
    while place > 0 and rows[1, place - 1] > value:
        rows[1, place] = rows[1, place - 1]
        place -= 1
    rows[1, place] = value
    return number + 1


@kernel
def _place_of(m: Board, tile: i64) -> i64:
    """Return the place of a class among those before the current tile; append a new class."""
    for place in range(m.live + m.fresh):
        if m.classes[0, place] == tile:
            return place
    m.classes[0, m.live + m.fresh] = tile
    m.fresh += 1
    return m.live + m.fresh - 1


@kernel
def _list_orientations(m: Board, tile: i64, step: i64) -> None:
    """List what each remaining orientation opens of the edges decided before and here."""
    m.laid_number = 0
    for orientation in range(m.sides):
        if m.orientations[tile] >> orientation & 1 and agrees(
            m, tile, m.turns[m.tile[tile], orientation]
        ):
            turn = m.turns[m.tile[tile], orientation]
            met = 0
            opened = 0
            decided = 0
            for side in range(m.sides):
                half = tile * m.sides + side
                if value_of(m, half) != UNKNOWN:
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
def _laid(m: Board, w: Sums, opened: i64) -> bool:
    """Write the next state if the tile opens some edges; return False if that breaks a rule."""
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
    """Number the parts in order of appearance; return False if one has ended but is not all."""
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
    """Return "" if ``layers`` prove that the puzzle has ``count`` solutions, else the fault."""
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
    """Prepare the rules for one tile after the other; yield the bytes of a state after it."""
    for step, tile in enumerate(order):
        width = lay(board, tile, step)
        if width < 0:
            return  # a byte cannot number the parts: no layers are accepted
        yield width
