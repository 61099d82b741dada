"""The numbered edges of a board on a tiling, which encodings use.

Edge number i is the i-th of :meth:`Tiling.edges`. One number represents the two sides that meet
there, so their equality needs no constraint. Tables depend only on the shape of the board (kind,
size, wrap, walls) and are cached for the shapes used last.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.encode.edge_graph import Edges, Graph
from cpstudy.puzzles.tilings.rules import Tiling


@dataclass(frozen=True, eq=False)
class EdgeTable(Edges):
    """The edges of one shape of board, e edges on n cells of s sides, and the cells beyond them.

    beyond, back: int64[n, s], the cell beyond each side and the side that the edge is there; -1 at
    the border.
    """

    beyond: npt.NDArray[np.int64]
    back: npt.NDArray[np.int64]

    @cached_property
    def literals(self) -> list[list[int]]:
        """For each cell 0, its sides' literals, and the negated ones backwards.

        Side s is open: ``[cell][s + 1]``, closed: ``[cell][-s - 1]``; 0 at a wall. Edge i has
        variable i + 1.
        """
        sides = self.sides + 1
        rows: list[list[int]] = np.hstack((0 * sides[:, :1], sides, -sides[:, ::-1])).tolist()
        return rows

    def closed(self, tree: bool) -> npt.NDArray[np.uint8]:
        """Return uint8[n]: the sides at the border; in a tree also where a cell faces itself."""
        shut = self.beyond < 0
        if tree:
            shut = shut | (self.beyond == np.arange(len(self.beyond))[:, None])
        return (shut @ (1 << np.arange(shut.shape[1]))).astype(np.uint8)

    def part(self, opened: bytes | bytearray, start: int) -> set[int]:
        """Return the cells that open sides, one byte per cell, join with ``start``."""
        seen = {start}
        stack = [start]
        while stack:
            cell = stack.pop()
            for side, beyond in enumerate(self.beyond[cell].tolist()):
                if opened[cell] >> side & 1 and beyond not in seen:
                    seen.add(beyond)
                    stack.append(beyond)
        return seen

    def exchanged(self, tree: bytes, out: int, near: Iterable[int]) -> list[bytes]:
        """Return the trees with one of the edges ``near`` in place of the edge ``out``.

        Holes remain holes, and no new edge makes a tile open on all sides.
        """
        ends, bits = self.ends.tolist(), self.bits.tolist()
        full = (1 << self.beyond.shape[1]) - 1
        left = bytearray(tree)
        for cell, bit in zip(ends[out], bits[out], strict=True):
            left[cell] ^= bit
        part, found = self.part(left, ends[out][0]), []
        for edge in near:
            a, b = ends[edge]
            if edge != out and tree[a] and tree[b] and (a in part) != (b in part):
                joined = bytearray(left)
                joined[a] |= bits[edge][0]
                joined[b] |= bits[edge][1]
                if full not in (joined[a], joined[b]):
                    found.append(bytes(joined))
        return found


def edge_table(puzzle: Tiling) -> EdgeTable:
    """Return the edges of the board's shape."""
    return _edge_table(puzzle.shape(bytes(len(puzzle.tiles))))


@lru_cache(maxsize=16)
def _edge_table(shape: Tiling) -> EdgeTable:
    edges = np.array(list(shape.edges()), np.int64).reshape(-1, 4)
    first, side, second, back = edges.T
    sides, beyond, behind = np.full((3, len(shape.tiles), shape.sides), -1)
    sides[first, side] = sides[second, back] = np.arange(len(edges))
    beyond[first, side], beyond[second, back] = second, first
    behind[first, side], behind[second, back] = back, side
    bits = np.stack((1 << side, 1 << back), axis=1).astype(np.uint8)
    return EdgeTable(np.stack((first, second), axis=1), bits, sides, beyond, behind)


def tree_graph(puzzle: Tiling) -> Graph:
    """Return the graph of the tiles that are not holes; its spanning trees are solution shapes."""
    return _tree_graph(puzzle.shape(bytes(map(bool, puzzle.tiles))))


@lru_cache(maxsize=16)
def _tree_graph(shape: Tiling) -> Graph:
    """Return :func:`tree_graph`; the tiles of ``shape`` only mark the holes."""
    return edge_table(shape).tree_graph(shape.tiles)


def closed_loops(puzzle: Tiling) -> list[list[int]]:
    """Return unit clauses: in a tree no edge from a tile to itself is open."""
    return [[-edge - 1] for edge in np.flatnonzero(edge_table(puzzle).loops).tolist()]


def longest_path(puzzle: Tiling) -> int:
    """Return an upper bound on a path from the root of a tree: inner tiles, then one dead end."""
    inner = sum(tile.bit_count() > 1 for tile in puzzle.tiles)
    return inner + (puzzle.tiles[puzzle.root].bit_count() == 1)


def contour_arcs(puzzle: Tiling) -> tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the walk around the pipes: (corners, int64[a, 2] arcs, int64[a] conditions).

    Corner s of a tile lies between its sides s and s + 1. Its successor is corner s + 1 of the tile
    if side s + 1 is closed, otherwise the corner of the neighbour there that follows their common
    side. Corners of the non-empty tiles are numbered from 0. A condition is a literal of the edge
    (i + 1 if edge i is open), or 0 for a side that is never open in a tree.
    """
    table = edge_table(puzzle)
    graph = tree_graph(puzzle)
    number = np.cumsum(graph.vertices) - 1
    # Rows: non-empty tiles; columns: the corner s where an arc starts, over side s + 1.
    sides, beyond, back = (
        np.roll(part[graph.members], -1, axis=1) for part in (table.sides, table.beyond, table.back)
    )
    passable = np.append(graph.usable, False)[sides]  # -1 is a wall
    own = np.arange(puzzle.sides)
    corner = puzzle.sides * np.arange(len(graph.members))[:, None] + own
    turn = corner - own + np.roll(own, -1)
    cross = puzzle.sides * number[beyond] + back
    turns = np.stack((corner, turn), axis=2).reshape(-1, 2)
    closed = np.where(passable, -sides - 1, 0).ravel()
    crosses = np.stack((corner[passable], cross[passable]), axis=1)
    arcs = np.concatenate((turns, crosses))
    return corner.size, arcs, np.concatenate((closed, sides[passable] + 1))
