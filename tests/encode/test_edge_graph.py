"""Incidence, distances and bipartiteness of edge graphs are compared with networkx."""

import networkx as nx
import numpy as np

from tests.encode.graphs import small_graphs


def test_incidence_distances_and_sides():
    odd = 0
    for graph in small_graphs():
        same = nx.MultiGraph()
        same.add_nodes_from(graph.members.tolist())
        same.add_edges_from(graph.ends[graph.edges].tolist())
        assert graph.is_connected == nx.is_connected(same)
        start, incident = graph.incidence
        for vertex in range(len(graph.vertices)):
            here = incident[start[vertex] : start[vertex + 1]]
            expected = [e for e in graph.edges.tolist() if vertex in graph.ends[e]]
            assert sorted(here.tolist()) == expected
        for root in graph.members.tolist():
            lengths = nx.single_source_shortest_path_length(same, root)
            distance = graph.distances(root)
            assert {v: d for v, d in enumerate(distance.tolist()) if d >= 0} == lengths
            within = same.subgraph(lengths)
            reached = np.isin(graph.ends[graph.edges], list(lengths)).all(axis=1)
            if reached.all():
                assert graph.is_bipartite(distance) == nx.is_bipartite(within)
                odd += not nx.is_bipartite(within)
    assert odd > 10
