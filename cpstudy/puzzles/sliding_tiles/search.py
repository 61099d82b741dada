"""The kernel of :mod:`.deepening`."""

from __future__ import annotations

from cpstudy.core.native import Const, View, View2, entry, i64, u8, workspace, zeros

UNLIMITED = 1 << 62

# Why the kernel came back.
FOUND, EXHAUSTED, PAUSED = range(3)


@workspace
class Search:
    """A search under way; ways are numbered above, left, right, below.

    neighbours: [4 * cells], by cell and way the cell there or -1. mirrored: [cells], the cell
    across the diagonal. square: whether the mirror image is a board of that shape. owner, power,
    table: as in ``Tables``. board: [cells], tiles by cell. places: [2, n], where the placement of
    each pattern stands in the tables, and that of the mirror image. empty, turn: [depths], the
    empty cell and the way to be tried next; bounds: [2, depths]. limit: of this round, following:
    of the next.
    """

    neighbours: Const[i64]
    mirrored: Const[i64]
    square: bool
    owner: Const[i64]
    power: Const[i64]
    table: Const[u8]
    board: View[i64]
    places: View2[i64]
    empty: View[i64]
    turn: View[i64]
    bounds: View2[i64]
    depth: i64
    limit: i64
    following: i64
    nodes: i64

    def __init__(self, depths: int) -> None:
        self.empty, self.turn = zeros(depths, "i64"), zeros(depths, "i64")
        self.bounds = zeros((2, depths), "i64")
        self.depth, self.limit, self.following, self.nodes = 0, 0, UNLIMITED, 1


@entry
def deepen(s: Search, end: i64) -> i64:
    """Continue until there are ``end`` nodes: FOUND, EXHAUSTED (this limit), or PAUSED."""
    depth = s.depth
    status = PAUSED
    while s.nodes < end:
        hole = s.empty[depth]
        way = s.turn[depth]
        if way == 4:
            if depth == 0:
                status = EXHAUSTED
                break
            depth -= 1
            back = s.empty[depth]
            tile = s.board[back]
            s.board[hole] = tile
            s.board[back] = 0
            s.places[0, s.owner[tile]] += (hole - back) * s.power[tile]
            if s.square:
                image = s.mirrored[tile - 1] + 1
                far = s.mirrored[hole] - s.mirrored[back]
                s.places[1, s.owner[image]] += far * s.power[image]
            continue
        s.turn[depth] = way + 1
        cell = s.neighbours[4 * hole + way]
        if cell < 0 or (depth > 0 and cell == s.empty[depth - 1]):
            continue
        s.nodes += 1
        tile = s.board[cell]
        pattern = s.owner[tile]
        old = s.places[0, pattern]
        new = old + (hole - cell) * s.power[tile]
        bound = s.bounds[0, depth] + s.table[new] - s.table[old]
        s.bounds[0, depth + 1] = bound
        image = 0
        image_new = 0
        if s.square:
            image = s.mirrored[tile - 1] + 1
            image_old = s.places[1, s.owner[image]]
            far = s.mirrored[hole] - s.mirrored[cell]
            image_new = image_old + far * s.power[image]
            other = s.bounds[1, depth] + s.table[image_new] - s.table[image_old]
            s.bounds[1, depth + 1] = other
            bound = max(bound, other)
        if depth + 1 + bound > s.limit:
            s.following = min(s.following, depth + 1 + bound)
            continue
        s.board[hole] = tile
        s.board[cell] = 0
        s.places[0, pattern] = new
        if s.square:
            s.places[1, s.owner[image]] = image_new
        depth += 1
        s.empty[depth] = cell
        s.turn[depth] = 0
        if bound == 0:
            status = FOUND
            break
    s.depth = depth
    return status
