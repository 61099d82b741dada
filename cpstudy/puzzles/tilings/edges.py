"""The edges of a board on a tiling, numbered: what encodings are written in.

Edge number i is the i-th of :meth:`Tiling.edges`: by cell, then by side. One number stands for the
two sides that meet there, so that "they are equal" needs no constraint. Tables depend on the shape
of the board alone (kind, size, wrap) and are kept for the shapes used last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.encode.edge_graph import Graph
from cpstudy.puzzles.tilings.rules import Tiling

# Edges known to be open or closed in every solution asked for, for example by deduction.
Fixed = Mapping[int, bool] | None


@dataclass(frozen=True, eq=False)
class EdgeTable:
    """The edges of one shape of board, e of them on n cells of s sides.

    ends: int64[e, 2], cells; the same twice where a cell faces itself. bits: uint8[e, 2], the side
    that the edge is in each of them, as a bit. sides: int64[n, s], the edge at each side, -1 at the
    border. beyond, back: int64[n, s], the cell beyond each side and the side that the edge is
    there; -1 at the border.
    """

    ends: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint8]
    sides: npt.NDArray[np.int64]
    beyond: npt.NDArray[np.int64]
    back: npt.NDArray[np.int64]

    @cached_property
    def loops(self) -> npt.NDArray[np.bool_]:
        """bool[e]: edges that join a cell with itself."""
        return np.asarray(self.ends[:, 0] == self.ends[:, 1])

    def closed(self, tree: bool) -> npt.NDArray[np.uint8]:
        """uint8[n]: the sides at the border; in a tree also those of a cell that faces itself."""
        shut = self.beyond < 0
        if tree:
            shut = shut | (self.beyond == np.arange(len(self.beyond))[:, None])
        return (shut @ (1 << np.arange(shut.shape[1]))).astype(np.uint8)

    def opened(self, solution: bytes) -> npt.NDArray[np.bool_]:
        """bool[e]: the edges that are open in ``solution``."""
        tiles = np.frombuffer(solution, np.uint8)
        return np.asarray(tiles[self.ends[:, 0]] & self.bits[:, 0] != 0)

    def placement(self, opened: npt.NDArray[np.bool_]) -> bytes:
        """The open sides of all cells, one byte each, where the edges in bool[e] are open."""
        tiles = np.zeros(len(self.sides), np.uint8)
        np.add.at(tiles, self.ends[opened], self.bits[opened])  # the bits of one cell are distinct
        return tiles.tobytes()


def edge_table(puzzle: Tiling) -> EdgeTable:
    """The edges of the board's shape."""
    return _edge_table(_shape(puzzle, bytes(len(puzzle.tiles))))


def _shape(puzzle: Tiling, tiles: bytes) -> Tiling:
    """A board of that shape, the same for trees and free graphs."""
    return type(puzzle)(puzzle.rows, puzzle.columns, tiles, puzzle.wrap)


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
    """The graph whose spanning trees are the solutions' shapes: non-empty tiles, edges among them.

    Edge numbers are those of the board; edges at holes and from a cell to itself are not part of
    the graph.
    """
    return _tree_graph(_shape(puzzle, bytes(map(bool, puzzle.tiles))))


@lru_cache(maxsize=16)
def _tree_graph(shape: Tiling) -> Graph:
    """The tiles of ``shape`` say only which cells are holes."""
    table = edge_table(shape)
    vertices = np.frombuffer(shape.tiles, np.bool_)
    usable = vertices[table.ends].all(axis=1) & ~table.loops
    return Graph(table.ends, usable, vertices)


def asks_for_a_tree(puzzle: Tiling) -> bool:
    """Whether there is anything to connect."""
    return not puzzle.free and any(puzzle.tiles)
