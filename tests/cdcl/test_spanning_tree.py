"""The propagator of spanning trees has the right clauses and models on random multigraphs."""

import random
from collections import Counter

import numpy as np
import pytest

from cpstudy.cdcl.spanning_tree import SpanningTree
from cpstudy.encode.edge_graph import Graph
from tests.cdcl.harness import check_propagator

pytestmark = pytest.mark.pure


def random_graph(rng):
    n = rng.randint(1, 6)
    ends = [rng.sample(range(n), 2) if n > 1 else [0, 0] for _ in range(rng.randint(n - 1, 9))]
    usable = [n > 1 and rng.random() < 0.95 for _ in ends]
    return Graph(
        np.array(ends, np.int64).reshape(-1, 2), np.array(usable, bool), np.ones(n, np.bool_)
    )


def is_spanning_tree(graph, opened):
    """Return whether the open usable edges form a spanning tree, by union-find."""
    group = list(range(len(graph.vertices)))
    for edge in graph.edges.tolist():
        a, b = graph.ends[edge].tolist()
        if opened[edge]:
            if group[a] == group[b]:
                return False
            group = [group[a] if g == group[b] else g for g in group]
    return len(set(group)) == 1


def test_all_that_it_says_holds_for_spanning_trees():
    rng = random.Random(1)
    met = Counter()
    for index in range(25):
        graph = random_graph(rng)
        edges = len(graph.ends)
        met += check_propagator(
            max(1, edges),
            lambda graph=graph: SpanningTree(graph),
            lambda model, graph=graph: is_spanning_tree(graph, model),
            rng,
            4,
            probe=index % 3 == 0,
        )
    assert min(met.values()) > 60 and len(met) == 4, met
