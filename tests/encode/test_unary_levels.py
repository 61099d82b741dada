"""Unary levels allow exactly the spanning trees of small graphs up to a depth."""

import networkx as nx
import numpy as np
import pytest

from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat_trees import one_hot_levels
from tests.encode.graphs import (
    assert_same,
    grid,
    on_edges,
    projected_models,
    shown,
    small_graphs,
    spanning_trees,
)

pytest.importorskip("pysat.solvers")


def depth(graph, root, opened) -> int:
    tree = nx.Graph(graph.ends[np.flatnonzero(opened)].tolist())
    tree.add_node(root)
    return max(nx.single_source_shortest_path_length(tree, root).values())


def test_spanning_trees_up_to_a_depth_and_nothing_else():
    met = {"bipartite": 0, "other": 0, "lost": 0, "kept": 0}
    for graph in small_graphs():
        for root in graph.members.tolist()[:2]:
            met["bipartite" if graph.is_bipartite(graph.distances(root)) else "other"] += 1
            for bound in range(len(graph.members) + 1):
                cnf = on_edges(graph)
                one_hot_levels(cnf, graph, root, bound)
                trees = spanning_trees(graph)
                truth = {tree for tree in trees if depth(graph, root, tree) <= bound}
                found = projected_models(cnf, len(graph.ends))
                assert_same(found, truth, shown(graph, root, bound))
                met["lost"] += len(trees) - len(truth)
                met["kept"] += len(truth)
    assert min(met.values()) > 50, met


def test_too_many_levels_are_refused_before_they_are_written():
    with pytest.raises(MemoryError, match="5,000,000"):
        one_hot_levels(Cnf(variables=180), grid(10, 10), 0, 10**7)
