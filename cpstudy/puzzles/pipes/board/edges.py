"""The edges of a board, numbered: what every encoding of Pipes is written in.

Edge number i is the i-th of :meth:`Pipes.edges`: row by row, right before down. One number stands
for the two sides that meet there, so that "they are equal" needs no constraint. Tables depend on
the shape of the board alone (size, wrap, walls) and are kept for the shapes used last.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from cpstudy.core.errors import InputError
from cpstudy.core.native import view
from cpstudy.core.union_find import root
from cpstudy.encode.edge_graph import Graph
from cpstudy.encode.edge_models import Edges
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, Pipes


@dataclass(frozen=True, eq=False)
class EdgeTable(Edges):
    """The edges of one shape of board: the tile on the left or above is the first of the ends."""

    @cached_property
    def literals(self) -> list[list[int]]:
        """For each tile 0, its sides' literals, and the negated ones backwards.

        Side s is open: ``[tile][s + 1]``, closed: ``[tile][-s - 1]``; 0 at a wall. Edge i has
        variable i + 1.
        """
        sides = self.sides + 1
        rows: list[list[int]] = np.hstack((0 * sides[:, :1], sides, -sides[:, ::-1])).tolist()
        return rows


def edge_table(puzzle: Pipes) -> EdgeTable:
    """The edges of the board's shape."""
    return _edge_table(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers)


@lru_cache(maxsize=16)
def _edge_table(rows: int, columns: int, wrap: bool, barriers: bytes) -> EdgeTable:
    board = Pipes(rows, columns, bytes(rows * columns), wrap, barriers=barriers)
    edges = np.array(list(board.edges()), np.int64).reshape(-1, 3)
    first, side, second = edges.T
    sides = np.full((rows * columns, 4), -1)
    sides[first, side] = sides[second, side ^ 2] = np.arange(len(edges))
    bits = np.stack((1 << side, 1 << (side ^ 2)), axis=1).astype(np.uint8)
    return EdgeTable(np.stack((first, second), axis=1), bits, sides)


def tree_graph(puzzle: Pipes) -> Graph:
    """The graph whose spanning trees are the solutions' shapes: tiles that are not empty."""
    occupied = bytes(map(bool, puzzle.tiles))
    return _tree_graph(puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers, occupied)


@lru_cache(maxsize=16)
def _tree_graph(rows: int, columns: int, wrap: bool, barriers: bytes, occupied: bytes) -> Graph:
    return _edge_table(rows, columns, wrap, barriers).tree_graph(occupied)


def closed_loops(puzzle: Pipes) -> list[list[int]]:
    """Unit clauses: in a tree no edge from a tile to itself is open."""
    return [[-edge - 1] for edge in np.flatnonzero(edge_table(puzzle).loops).tolist()]


def root_of(puzzle: Pipes) -> int:
    """The tile that trees are rooted at: the centre, or the first tile that is not empty."""
    if puzzle.tiles[puzzle.centre]:
        return puzzle.centre
    return next(tile for tile, here in enumerate(puzzle.tiles) if here)


def longest_path(puzzle: Pipes) -> int:
    """No tree has a longer path from the root: inner tiles only, then one dead end."""
    inner = sum(OPEN_SIDES[tile] > 1 for tile in puzzle.tiles)
    return inner + (OPEN_SIDES[puzzle.tiles[root_of(puzzle)]] == 1)


def contour_arcs(puzzle: Pipes) -> tuple[int, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The walk round the pipes: (quadrants, int64[a, 2] arcs between them, int64[a] conditions).

    Quadrant s of a tile lies between its sides s and s + 1. It is followed by quadrant s + 1 of
    the tile where side s + 1 is closed, else by quadrant s - 1 of the neighbour there. Quadrants
    of the non-empty tiles are numbered from 0. A condition is a literal of the edge (i + 1 where
    edge i is open), or 0 for a side that is never open in a tree.
    """
    table = edge_table(puzzle)
    graph = tree_graph(puzzle)
    number = np.cumsum(graph.vertices) - 1
    # Rows: non-empty tiles; columns: the quadrant s that is left, over side s + 1.
    sides = np.roll(table.sides[graph.members], -1, axis=1)
    passable = np.append(graph.usable, False)[sides]  # -1 is a wall
    quadrant = 4 * np.arange(len(graph.members))[:, None] + np.arange(4)
    turn = quadrant - np.arange(4) + np.roll(np.arange(4), -1)
    ends = np.vstack((table.ends, np.zeros((1, 2), np.int64)))
    neighbour = ends[sides].sum(axis=2) - graph.members[:, None]
    cross = 4 * number[neighbour] + np.roll(np.arange(4), 1)
    turns = np.stack((quadrant, turn), axis=2).reshape(-1, 2)
    closed = np.where(passable, -sides - 1, 0).ravel()
    crosses = np.stack((quadrant[passable], cross[passable]), axis=1)
    arcs = np.concatenate((turns, crosses))
    return quadrant.size, arcs, np.concatenate((closed, sides[passable] + 1))


def plane_faces(puzzle: Pipes) -> tuple[npt.NDArray[np.int64], int]:
    """int64[e, 2], the faces of the tree graph on both sides of each edge; and the outer face.

    The corners of tiles are points; an edge that is not in the graph joins the faces of the two
    points that it passes between, as the border joins all of its points. Raises InputError where
    the board wraps. Unusable edges have entries without meaning.
    """
    if puzzle.wrap:
        raise InputError("a board that wraps has no faces in the plane")
    table = edge_table(puzzle)
    usable = np.append(tree_graph(puzzle).usable, False)[table.sides].tolist()  # -1 is a wall
    rows, columns = puzzle.rows, puzzle.columns
    width = columns + 1
    face = view(np.arange((rows + 1) * width, dtype=np.int32))

    def join(a: int, b: int) -> None:
        face[root(face, a)] = root(face, b)

    for row in range(rows + 1):
        for column in range(width):
            if row in (0, rows) or column in (0, columns):
                join(0, row * width + column)
    between: list[tuple[int, int]] = [(0, 0)] * len(table.ends)
    for tile, edges in enumerate(table.sides.tolist()):
        row, column = divmod(tile, columns)
        corner = (row + 1) * width + column + 1
        for side, other, inside in (
            (0, corner - width, column + 1 < columns),
            (3, corner - 1, row + 1 < rows),
        ):
            if usable[tile][side]:
                between[edges[side]] = other, corner
            elif inside:
                join(other, corner)
    faces = [(root(face, a), root(face, b)) for a, b in between]
    return np.array(faces, np.int64).reshape(-1, 2), root(face, 0)
