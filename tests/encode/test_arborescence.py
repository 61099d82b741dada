"""``arborescence`` is compared with a bipartite matching on all assignments of small graphs.

It allows all spanning trees and also some sets with cycles, which other encodings must exclude.
"""

import networkx as nx
import numpy as np
import pytest

from cpstudy.encode.sat_trees import arborescence
from tests.encode.graphs import (
    assert_same,
    expected,
    on_edges,
    projected_models,
    shown,
    small_graphs,
    spanning_trees,
)

pytest.importorskip("pysat.solvers")


def can_be_entered_once(graph, root, opened) -> bool:
    """Return whether n - 1 edges are open and can enter distinct vertices other than the root."""
    chosen = np.flatnonzero(opened)
    if not graph.usable[chosen].all() or len(chosen) != len(graph.members) - 1:
        return False
    heads = nx.Graph()
    heads.add_nodes_from(("edge", edge) for edge in chosen)
    for edge in chosen:
        heads.add_edges_from(
            (("edge", edge), ("vertex", end)) for end in graph.ends[edge].tolist() if end != root
        )
    top = [("edge", edge) for edge in chosen]
    return len(nx.bipartite.maximum_matching(heads, top)) == 2 * len(chosen)


def test_every_vertex_but_the_root_is_entered_once():
    no_tree = 0
    for graph in small_graphs():
        for root in graph.members.tolist()[:2]:
            cnf = on_edges(graph)
            arcs = arborescence(cnf, graph, root)
            assert arcs.shape == (len(graph.edges), 2)
            watched = len(graph.ends)
            truth = expected(lambda v, g=graph, r=root: can_be_entered_once(g, r, v), watched)
            assert_same(projected_models(cnf, watched), truth, shown(graph, root))
            assert spanning_trees(graph) <= truth
            no_tree += len(truth) - len(spanning_trees(graph))
    assert no_tree > 10  # a cycle and a separate tree, which the numberings of vertices exclude
