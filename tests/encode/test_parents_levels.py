"""Parents and levels in CP-SAT allow exactly the spanning trees of small graphs, each once."""

import numpy as np
from ortools.sat.python import cp_model

from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.cpsat_trees import parents_and_levels
from tests.encode.graphs import assert_same, shown, small_graphs, solutions_of, spanning_trees


def test_spanning_trees_once_each_and_nothing_else():
    trees = 0
    for graph in small_graphs():
        for root in graph.members.tolist()[:1]:
            model = cp_model.CpModel()
            watched = [model.new_bool_var("") for _ in graph.ends]
            for edge in np.flatnonzero(~graph.usable).tolist():
                model.add(watched[edge] == 0)
            parents_and_levels(
                model,
                graph.members.tolist(),
                root,
                [(int(a), int(b)) for a, b in graph.ends[graph.edges]],
                [watched[edge] for edge in graph.edges.tolist()],
            )
            found = solutions_of(CpsatSession(model, watched, np.random.default_rng(0)))
            assert_same(found, spanning_trees(graph), shown(graph, root))
            trees += len(found)
    assert trees > 200
