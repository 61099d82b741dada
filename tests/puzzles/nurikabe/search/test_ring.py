"""The ring of a cell agrees with the articulation points that networkx finds."""

import itertools
import random
from collections import Counter

import networkx as nx

from cpstudy.puzzles.nurikabe.search.board import ITSELF, PARTING, ring_of
from tests.samples import sample

SIZE = 5
RING = ring_of(SIZE, SIZE).tolist()


def test_the_ring_of_a_cell():
    assert ring_of(1, 1).tolist() == [[0] * 8]
    assert ring_of(2, 3)[1].tolist() == [0, 0, 3, 6, 5, 4, 1, 0]
    assert RING[12] == [8, 9, 14, 19, 18, 17, 12, 7]


def test_the_table_says_when_a_ring_falls_apart():
    for there, place in itertools.product(range(256), range(9)):
        left = there & ~(1 << place)
        ring = nx.cycle_graph(8).subgraph([k for k in range(8) if left >> k & 1])
        parts = [part for part in nx.connected_components(ring) if any(k % 2 == 0 for k in part)]
        assert bool(PARTING[there] >> place & 1) == (len(parts) > 1)


@sample(1000, 3000)
def test_where_the_ring_holds_land_parts_nothing(number):
    """If a cell's ring holds, its removal adds no part and no unknown articulation point."""
    rng = random.Random(1)
    met: Counter[bool] = Counter()
    for _ in range(number):
        passable = {cell for cell in range(SIZE * SIZE) if rng.random() < 0.8}
        cell = rng.choice(sorted(passable))
        before = nx.grid_2d_graph(SIZE, SIZE)
        before = nx.convert_node_labels_to_integers(before, ordering="sorted").subgraph(passable)
        after = before.subgraph(passable - {cell})
        unknown = {other for other in passable if rng.random() < 0.7}
        there = sum(1 << k for k, o in enumerate(RING[cell]) if o - 1 in passable)
        asked = ITSELF + sum(1 << k for k, o in enumerate(RING[cell]) if o - 1 in unknown)
        holds = not PARTING[there] & asked
        met[holds] += 1
        if holds:
            new = set(nx.articulation_points(after)) - set(nx.articulation_points(before))
            assert not new & unknown
            assert nx.number_connected_components(after) <= nx.number_connected_components(before)
    assert min(met.values()) > number // 6, met
