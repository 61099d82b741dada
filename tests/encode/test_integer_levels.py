"""Integer levels in SMT allow exactly the spanning trees of small graphs."""

import numpy as np
import pytest

from cpstudy.encode.sat_trees import arborescence, integer_levels
from cpstudy.encode.smt import Script, SmtSession
from tests.encode.graphs import (
    assert_same,
    on_edges,
    shown,
    small_graphs,
    solutions_of,
    spanning_trees,
)

pytest.importorskip("z3")


def test_spanning_trees_and_nothing_else():
    trees = 0
    for graph in small_graphs():
        for root in graph.members.tolist()[:1]:
            script = Script([f"x{i}" for i in range(1, len(graph.ends) + 1)])
            cnf = on_edges(graph)
            arcs = arborescence(cnf, graph, root)
            script.add_formula(cnf)
            integer_levels(script, graph, root, arcs)
            found = solutions_of(SmtSession(script, np.random.default_rng(0)))
            assert_same(found, spanning_trees(graph), shown(graph, root))
            trees += len(found)
    assert trees > 200
