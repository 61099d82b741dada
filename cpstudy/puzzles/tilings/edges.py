"""The edges of a board on a tiling, numbered: what encodings are written in.

Edge number i is the i-th of :meth:`Tiling.edges`: by cell, then by side. One number stands for the
two sides that meet there, so that "they are equal" needs no constraint. Tables depend on the shape
of the board alone (kind, size, wrap) and are kept for the shapes used last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.edge_models import Edges
from cpstudy.puzzles.tilings.rules import Tiling


@dataclass(frozen=True, eq=False)
class EdgeTable(Edges):
    """The edges of one shape of board, e of them on n cells of s sides, and what lies beyond.

    beyond, back: int64[n, s], the cell beyond each side and the side that the edge is there; -1 at
    the border.
    """

    beyond: npt.NDArray[np.int64]
    back: npt.NDArray[np.int64]

    def closed(self, tree: bool) -> npt.NDArray[np.uint8]:
        """uint8[n]: the sides at the border; in a tree also those of a cell that faces itself."""
        shut = self.beyond < 0
        if tree:
            shut = shut | (self.beyond == np.arange(len(self.beyond))[:, None])
        return (shut @ (1 << np.arange(shut.shape[1]))).astype(np.uint8)

    def part(self, opened: bytes | bytearray, start: int) -> set[int]:
        """The cells that open sides, a byte a cell, join with one."""
        seen = {start}
        stack = [start]
        while stack:
            cell = stack.pop()
            for side, beyond in enumerate(self.beyond[cell].tolist()):
                if opened[cell] >> side & 1 and beyond not in seen:
                    seen.add(beyond)
                    stack.append(beyond)
        return seen


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
    """The graph whose spanning trees are the solutions' shapes: tiles that are no holes."""
    return _tree_graph(_shape(puzzle, bytes(map(bool, puzzle.tiles))))


@lru_cache(maxsize=16)
def _tree_graph(shape: Tiling) -> Graph:
    """The tiles of ``shape`` say only which cells are holes."""
    return edge_table(shape).tree_graph(shape.tiles)
