"""Arrays for graphs with selectable edges, and for the edges of a board of tiles."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

# An array of indices of vertices, edges or faces.
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Graph:
    """An undirected multigraph on a subset of n vertices and e edges.

    ends: int64[e, 2]. usable: bool[e], the edges of the graph, without self-loops. vertices:
    bool[n], the vertices of the graph, which include both ends of each usable edge.
    """

    ends: Numbers
    usable: npt.NDArray[np.bool_]
    vertices: npt.NDArray[np.bool_]

    @cached_property
    def edges(self) -> Numbers:
        """Return the indices of the usable edges."""
        return np.flatnonzero(self.usable)

    @cached_property
    def members(self) -> Numbers:
        """Return the indices of the vertices."""
        return np.flatnonzero(self.vertices)

    @cached_property
    def incidence(self) -> tuple[Numbers, Numbers]:
        """Return (start, edges): vertex v has the usable edges ``edges[start[v]:start[v + 1]]``."""
        ends = self.ends[self.edges]
        order = np.argsort(ends.T.ravel(), kind="stable")
        start = np.zeros(len(self.vertices) + 1, np.int64)
        np.cumsum(np.bincount(ends.ravel(), minlength=len(self.vertices)), out=start[1:])
        return start, np.tile(self.edges, 2)[order]

    def distances(self, root: int) -> Numbers:
        """Return int64[n]: the distances from ``root`` in edges, -1 for unreachable vertices."""
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
        """Return whether the usable edges connect all vertices; there must be at least one."""
        return bool((self.distances(int(self.members[0]))[self.members] >= 0).all())

    def is_bipartite(self, distance: Numbers) -> bool:
        """Return whether the ends of each usable edge have different distances from a root."""
        between = distance[self.ends[self.edges]]
        return bool((between[:, 0] != between[:, 1]).all())


@dataclass(frozen=True, eq=False)
class Edges:
    """The e edges of a board shape with n cells of s sides.

    ends: int64[e, 2], the two cells; equal if a cell faces itself. bits: uint8[e, 2], the side of
    each of the two cells, as a bit. sides: int64[n, s], the edge at each side, -1 at the border.
    """

    ends: npt.NDArray[np.int64]
    bits: npt.NDArray[np.uint8]
    sides: npt.NDArray[np.int64]

    @cached_property
    def loops(self) -> npt.NDArray[np.bool_]:
        """Return bool[e]: the edges that join a cell with itself."""
        return np.asarray(self.ends[:, 0] == self.ends[:, 1])

    def opened(self, solution: bytes) -> npt.NDArray[np.bool_]:
        """Return bool[e]: the edges that are open in ``solution``."""
        tiles = np.frombuffer(solution, np.uint8)
        return np.asarray(tiles[self.ends[:, 0]] & self.bits[:, 0] != 0)

    def placement(self, opened: npt.NDArray[np.bool_]) -> bytes:
        """Return the open sides of all cells, one byte each. opened: bool[e], the open edges."""
        tiles = np.zeros(len(self.sides), np.uint8)
        np.add.at(tiles, self.ends[opened], self.bits[opened])  # the bits of one cell are distinct
        return tiles.tobytes()

    def tree_graph(self, tiles: bytes) -> Graph:
        """Return the graph of the nonempty tiles, whose spanning trees are the solutions' shapes.

        Its edges keep the indices of the board. Edges at holes and self-loops are left out.
        """
        vertices = np.frombuffer(tiles, np.uint8) != 0
        return Graph(self.ends, vertices[self.ends].all(axis=1) & ~self.loops, vertices)
