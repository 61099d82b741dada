"""Graphs in layers: every layer in some order, few crossings, always the same."""

import numpy as np

from cpstudy.state_spaces.layers import ranks


def crossings(levels, edges, places):
    """Pairs of edges between the same two layers that cross, counted one by one."""
    lines = [sorted(edge, key=lambda node: levels[node]) for edge in edges]
    lines = [(a, b) for a, b in lines if levels[b] == levels[a] + 1]
    return sum(
        levels[a] == levels[c] and (places[a] - places[c]) * (places[b] - places[d]) < 0
        for number, (a, b) in enumerate(lines)
        for c, d in lines[:number]
    )


def drawn(rng):
    levels = [0, *rng.integers(1, 6, 30).tolist()]
    edges = {tuple(sorted(map(int, rng.integers(0, 31, 2)))) for _ in range(60)}
    return levels, sorted(edges)


def test_each_layer_is_ordered_and_crossings_become_fewer():
    rng = np.random.default_rng(4)
    before = after = 0
    for _ in range(30):
        levels, edges = drawn(rng)
        found = ranks(levels, edges)
        for level in set(levels):
            layer = [rank for rank, at in zip(found, levels, strict=True) if at == level]
            assert sorted(layer) == list(range(len(layer)))
        assert found == ranks(levels, iter(edges))
        plain = [levels[:node].count(level) for node, level in enumerate(levels)]
        before += crossings(levels, edges, plain)
        after += crossings(levels, edges, found)
    assert 0 < after < 0.7 * before


def test_a_tree_whose_branches_are_shuffled_is_untangled():
    levels = [0, 1, 1, 1, 2, 2, 2]
    edges = [(0, 1), (0, 2), (0, 3), (1, 6), (2, 5), (3, 4)]
    assert crossings(levels, edges, [0, 0, 1, 2, 0, 1, 2]) == 3
    assert crossings(levels, edges, ranks(levels, edges)) == 0


def test_nothing_and_one_node():
    assert ranks([], []) == []
    assert ranks([0], [(0, 0)]) == [0]
