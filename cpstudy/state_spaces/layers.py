"""A graph in layers: in which order the nodes of a layer stand, so that few edges cross.

The barycentre heuristic of Sugiyama1981: going down and up again, the nodes of a layer are put into
the order of the means of their neighbours' places in the layer that was ordered before. A few
rounds are enough for pictures; which order is best is NP-hard to find. The same graph always gets
the same order.

Cost: a sort a layer and round.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

_ROUNDS = 8


def ranks(levels: Sequence[int], edges: Iterable[tuple[int, int]]) -> list[int]:
    """By node its place in its layer, from 0.

    levels: the layer of each node, from 0. edges: pairs of nodes; those between layers that are
    not next to each other do not count.
    """
    layers: list[list[int]] = [[] for _ in range(1 + max(levels, default=-1))]
    for node, level in enumerate(levels):
        layers[level].append(node)
    above: list[list[int]] = [[] for _ in levels]
    below: list[list[int]] = [[] for _ in levels]
    for edge in edges:
        upper, lower = sorted(edge, key=lambda node: levels[node])
        if levels[lower] == levels[upper] + 1:
            below[upper].append(lower)
            above[lower].append(upper)
    # Places are measured from the middle of a layer, so that layers of all sizes compare.
    place = [0.0] * len(levels)
    for layer in layers:
        _put(layer, place)
    for _ in range(_ROUNDS):
        for layer in layers:
            _sort(layer, above, place)
        for layer in reversed(layers):
            _sort(layer, below, place)
    found = [0] * len(levels)
    for layer in layers:
        for rank, node in enumerate(layer):
            found[node] = rank
    return found


def _sort(layer: list[int], beside: list[list[int]], place: list[float]) -> None:
    """Order a layer by its neighbours' places; nodes without any keep theirs."""

    def barycentre(node: int) -> float:
        near = beside[node]
        return sum(place[other] for other in near) / len(near) if near else place[node]

    layer.sort(key=barycentre)
    _put(layer, place)


def _put(layer: list[int], place: list[float]) -> None:
    for rank, node in enumerate(layer):
        place[node] = rank - (len(layer) - 1) / 2
