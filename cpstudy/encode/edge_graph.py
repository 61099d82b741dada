"""A graph some of whose edges are to be chosen: what encodings of connectivity are given."""

from __future__ import annotations

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
