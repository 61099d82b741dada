"""Flow in CP-SAT allows exactly the connected sets of edges.

With a fixed number of edges it allows exactly the spanning trees, each once.
"""

import networkx as nx
import numpy as np
from ortools.sat.python import cp_model

from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.cpsat_trees import single_commodity_flow
from tests.encode.graphs import (
    assert_same,
    expected,
    shown,
    small_graphs,
    solutions_of,
    spanning_trees,
)


def model_of(graph, root) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    watched = [model.new_bool_var("") for _ in graph.ends]
    for edge in np.flatnonzero(~graph.usable).tolist():
        model.add(watched[edge] == 0)
    single_commodity_flow(
        model,
        graph.members.tolist(),
        root,
        [(int(a), int(b)) for a, b in graph.ends[graph.edges]],
        [watched[edge] for edge in graph.edges.tolist()],
    )
    return model, watched


def is_connected(graph, opened) -> bool:
    chosen = np.flatnonzero(opened)
    if not graph.usable[chosen].all():
        return False
    joined = nx.MultiGraph(graph.ends[chosen].tolist())
    joined.add_nodes_from(graph.members.tolist())
    return nx.is_connected(joined)


def test_connected_sets_of_edges_and_nothing_else():
    more_than_trees = 0
    for graph in small_graphs():
        if len(graph.ends) > 6:
            continue  # every assignment is a separate search
        truth = expected(lambda v, g=graph: is_connected(g, v), len(graph.ends))
        for root in graph.members.tolist()[:2]:
            model, watched = model_of(graph, root)
            session = CpsatSession(model, watched, np.random.default_rng(0), one_by_one=True)
            assert_same(solutions_of(session), truth, shown(graph, root))
            more_than_trees += len(truth) - len(spanning_trees(graph))
    assert more_than_trees > 50


def test_each_spanning_tree_once_where_the_number_of_edges_is_that_of_a_tree():
    """The flow is then a function of the tree, so CP-SAT can enumerate the trees."""
    trees = 0
    for graph in small_graphs():
        for root in graph.members.tolist()[:2]:
            model, watched = model_of(graph, root)
            model.add(cp_model.LinearExpr.sum(watched) == len(graph.members) - 1)
            session = CpsatSession(model, watched, np.random.default_rng(0))
            found = solutions_of(session)
            assert_same(found, spanning_trees(graph), shown(graph, root))
            trees += len(found)
    assert trees > 400
