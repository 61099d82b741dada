"""The roots of a union-find are compared with the connected components of a graph."""

import networkx as nx
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.native import table
from cpstudy.core.union_find import root


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=20))
def test_one_root_a_component(pairs):
    graph = nx.empty_graph(12)
    graph.add_edges_from(pairs)
    parent = table(range(12), "i32")
    for a, b in pairs:
        parent[root(parent, a)] = root(parent, b)
    for part in nx.connected_components(graph):
        assert len({root(parent, member) for member in part}) == 1
    roots = {root(parent, member) for member in range(12)}
    assert len(roots) == nx.number_connected_components(graph)
