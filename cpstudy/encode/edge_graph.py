"""Graphs some of whose edges are to be chosen, and the edges of a board of tiles, as arrays."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

# Numbers of vertices, edges or faces in an array.
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected graph that may have multiple edges, on some of n vertices, e edges.

    ends: int64[e, 2]. usable: bool[e], the edges that belong to it; none of them joins a vertex
    with itself. vertices: bool[n], those that belong to it; usable edges have both ends there.
    """

    ends: Numbers
    usable: npt.NDArray[np.bool_]
    vertices: npt.NDArray[np.bool_]

    @cached_property
    def edges(self) -> Numbers:
        """The numbers of the usable edges."""
        return np.flatnonzero(self.usable)

    @cached_property
    def members(self) -> Numbers:
        """The numbers of the vertices."""
        return np.flatnonzero(self.vertices)

    @cached_property
    def incidence(self) -> tuple[Numbers, Numbers]:
        """The usable edges at each vertex: ``edges[start[v]:start[v + 1]]``, as (start, edges)."""
        ends = self.ends[self.edges]
        order = np.argsort(ends.T.ravel(), kind="stable")
        start = np.zeros(len(self.vertices) + 1, np.int64)
        np.cumsum(np.bincount(ends.ravel(), minlength=len(self.vertices)), out=start[1:])
        return start, np.tile(self.edges, 2)[order]

    def distances(self, root: int) -> Numbers:
        """int64[n]: edges on a shortest path from ``root``, -1 for what it does not reach."""
        start, incident = (part.tolist() for part in self.incidence)
        sums = self.ends.sum(axis=1).tolist()
        distance = [-1] * len(self.vertices)
        distance[root] = 0
        queue = [root]
        for vertex in queue:
            for edge in incident[start[vertex] : start[vertex + 1]]:
                other = sums[edge] - vertex
                if distance[other] < 0:
                    distance[other] = distance[vertex] + 1
                    queue.append(other)
        return np.array(distance, np.int64)

    @property
    def is_connected(self) -> bool:
        """Whether the usable edges join all vertices, of which there is at least one."""
        return bool((self.distances(int(self.members[0]))[self.members] >= 0).all())

    def is_bipartite(self, distance: Numbers) -> bool:
        """Whether each usable edge joins vertices whose distances from a root differ."""
        between = distance[self.ends[self.edges]]
        return bool((between[:, 0] != between[:, 1]).all())


@dataclass(frozen=True, eq=False)
class Edges:
    """The edges of one shape of board, e of them on n cells of s sides.

    ends: int64[e, 2], cells; the same twice where a cell faces itself. bits: uint8[e, 2], the side
    that the edge is in each of them, as a bit. sides: int64[n, s], the edge at each side, -1 at the
    border.
    """

    ends: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint8]
    sides: npt.NDArray[np.int64]

    @cached_property
    def loops(self) -> npt.NDArray[np.bool_]:
        """bool[e]: edges that join a cell with itself."""
        return np.asarray(self.ends[:, 0] == self.ends[:, 1])

    def opened(self, solution: bytes) -> npt.NDArray[np.bool_]:
        """bool[e]: the edges that are open in ``solution``."""
        tiles = np.frombuffer(solution, np.uint8)
        return np.asarray(tiles[self.ends[:, 0]] & self.bits[:, 0] != 0)

    def placement(self, opened: npt.NDArray[np.bool_]) -> bytes:
        """The open sides of all cells, one byte each, where the edges in bool[e] are open."""
        tiles = np.zeros(len(self.sides), np.uint8)
        np.add.at(tiles, self.ends[opened], self.bits[opened])  # the bits of one cell are distinct
        return tiles.tobytes()

    def tree_graph(self, tiles: bytes) -> Graph:
        """The graph whose spanning trees are the solutions' shapes: tiles that are not 0.

        Edge numbers are those of the board; edges at holes and from a cell to itself are not part
        of the graph.
        """
        vertices = np.frombuffer(tiles, np.uint8) != 0
        return Graph(self.ends, vertices[self.ends].all(axis=1) & ~self.loops, vertices)
