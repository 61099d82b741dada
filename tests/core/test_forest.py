"""Who stands for a part, against the components of a graph; plain and compiled."""

import networkx as nx
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.forest import root


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_one_root_a_component(pairs):
    graph = nx.empty_graph(12)
    graph.add_edges_from(pairs)
    for parent in ([*range(12)], np.arange(12), {k: k for k in range(12)}):
        for a, b in pairs:
            parent[root(parent, a)] = root(parent, b)
        for part in nx.connected_components(graph):
            assert len({int(root(parent, member)) for member in part}) == 1
        roots = {int(root(parent, member)) for member in range(12)}
        assert len(roots) == nx.number_connected_components(graph)
