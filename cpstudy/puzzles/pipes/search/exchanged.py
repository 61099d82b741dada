"""Edges taken out of a rooted tree and others put in: is it still a tree?

Taking k edges out of a tree gives k + 1 parts: each hangs below one of these edges, but for the
part of the root. Which part a tile is in follows from its place in the walk of the tree
(:mod:`.rooted`), and the k edges put in close a cycle or not among the parts: as many edges as a
tree has and no cycle are a tree.

Cost: k for a tile's part, k² where a cycle is looked for.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cpstudy.core.bits import wide
from cpstudy.core.forest import root
from cpstudy.core.kernels import kernel

# What :func:`cycle` returns instead of an edge: there is no cycle; all its edges are known.
NO_CYCLE, NO_EDGE = -1, -2


class Exchanged(NamedTuple):
    """The edges of a board of n tiles; how many of them count is told beside it.

    taken: int32[2n, 2], (tile whose way up was taken out, its place in the walk). put: int32[2n],
    edges put in, as 4 tile + side. parts: int32[2n, 2], the parts that these join. group, way,
    queue: int32[2n + 2], over parts: a disjoint-set forest, the edge by which a search came, and
    those it has to go on from.
    """

    taken: Any
    put: Any
    parts: Any
    group: Any
    way: Any
    queue: Any


def exchanged(n: int) -> Exchanged:
    """Fresh arrays for boards of n tiles."""
    return Exchanged(
        taken=np.zeros((2 * n, 2), np.int32),
        put=np.zeros(2 * n, np.int32),
        parts=np.zeros((2 * n, 2), np.int32),
        group=np.zeros(2 * n + 2, np.int32),
        way=np.zeros(2 * n + 2, np.int32),
        queue=np.zeros(2 * n + 2, np.int32),
    )


@kernel
def _part(tree: Any, taken: Any, number: Any, tile: Any) -> Any:
    """In which part a tile is: 0, or 1 + the edge taken out above it."""
    place = tree.entered[tile]
    best = -1
    part = 0
    for k in range(number):
        start = taken[k, 1]
        if best < start <= place < tree.left[taken[k, 0]]:
            best = start
            part = k + 1
    return part


@kernel
def cycle(neighbours: Any, state: Any, tree: Any, edges: Any, taken: Any, put: Any) -> Any:
    """An unknown edge, as 4 tile + side, of a cycle; NO_CYCLE, or NO_EDGE where all are known.

    neighbours: int[n, 4]. state: uint8[n], known open sides + known closed sides << 4. tree: Rooted
    before the exchange. edges: Exchanged, of which ``taken`` and ``put`` count.
    """
    for k in range(taken + 1):
        edges.group[k] = k
    for last in range(put):
        edge = wide(edges.put[last])
        one = edge >> 2
        other = wide(neighbours[one, edge & 3])
        here = _part(tree, edges.taken, taken, one)
        there = _part(tree, edges.taken, taken, other)
        edges.parts[last, 0] = here
        edges.parts[last, 1] = there
        a = root(edges.group, here)
        b = root(edges.group, there)
        if a == b:
            _find_way(edges, last, taken, here, there)
            return _unknown_edge(neighbours, state, tree, edges, last)
        edges.group[a] = b
    return NO_CYCLE


@kernel
def _find_way(edges: Any, last: Any, taken: Any, here: Any, there: Any) -> None:
    """Find the way from a part to another over the edges put in before ``last``, backwards.

    ``edges.way`` then has, for every part on it, the edge to go on by; ``last`` at its end.
    """
    for k in range(taken + 1):
        edges.way[k] = -1
    edges.way[there] = last
    edges.queue[0] = there
    size = 1
    head = 0
    while edges.way[here] < 0:
        part = edges.queue[head]
        head += 1
        for k in range(last):
            for end in range(2):
                beyond = edges.parts[k, 1 - end]
                if edges.parts[k, end] == part and edges.way[beyond] < 0:
                    edges.way[beyond] = k
                    edges.queue[size] = beyond
                    size += 1


@kernel
def _unknown_edge(neighbours: Any, state: Any, tree: Any, edges: Any, last: Any) -> Any:
    """The first unknown edge on the cycle that ``last`` closes, inside the parts; NO_EDGE."""
    edge = wide(edges.put[last])
    one = edge >> 2
    here = edges.parts[last, 0]
    while True:
        k = edges.way[here]
        via = wide(edges.put[k])
        leaves, enters = via >> 2, wide(neighbours[via >> 2, via & 3])
        if k == last:
            return _unknown_on_path(neighbours, state, tree, one, enters)
        end = 0 if edges.parts[k, 0] == here else 1
        if end:
            leaves, enters = enters, leaves
        found = _unknown_on_path(neighbours, state, tree, one, leaves)
        if found >= 0:
            return found
        one = enters
        here = edges.parts[k, 1 - end]


@kernel
def _unknown_on_path(neighbours: Any, state: Any, tree: Any, one: Any, other: Any) -> Any:
    """An unknown edge, as 4 tile + side, on the way from a tile to another in a tree; NO_EDGE."""
    while one != other:
        if tree.entered[one] < tree.entered[other]:
            one, other = other, one
        side = wide(tree.up[one])
        known = wide(state[one])
        if (known | known >> 4) >> side & 1 == 0:
            return 4 * one + side
        one = wide(neighbours[one, side])
    return NO_EDGE
