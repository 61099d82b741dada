"""Cuts exclude the assignment they were found for and hold in every spanning tree.

Together they leave exactly the spanning trees, in SAT, CP-SAT and SMT.
"""

import random

import numpy as np
import pytest
from ortools.sat.python import cp_model

from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.cuts import cuts, lacking
from cpstudy.encode.sat import SatSession
from cpstudy.encode.smt import Script, SmtSession
from tests.encode.graphs import (
    assert_same,
    is_spanning_tree,
    on_edges,
    random_graph,
    shown,
    small_graphs,
    solutions_of,
    spanning_trees,
)


def test_cuts_are_broken_here_and_hold_in_every_spanning_tree():
    check_cuts(seed=5, graphs=60)


@pytest.mark.pure
def test_the_kernel_runs_uncompiled():
    check_cuts(seed=6, graphs=60)


def check_cuts(seed, graphs):
    rng = random.Random(seed)
    met = {"component": 0, "cycle": 0, "tree": 0}
    for _ in range(graphs):
        graph = random_graph(rng)
        trees = spanning_trees(graph)
        for _ in range(6):
            opened = np.array([rng.random() < 0.5 for _ in graph.ends], np.bool_) & graph.usable
            found = cuts(graph, opened)
            assert (not found) == is_spanning_tree(graph, opened)
            met["tree"] += not found
            for cut in found:
                met[cut.kind] += 1
                chosen = [bool(opened[edge]) for edge in cut.edges]
                if cut.kind == "component":
                    assert not any(chosen)
                    assert all(any(tree[edge] for edge in cut.edges) for tree in trees)
                else:
                    assert all(chosen)
                    assert not any(all(tree[edge] for edge in cut.edges) for tree in trees)
                    assert len(set(cut.edges)) == len(cut.edges)
                clause = cut.clause()
                assert not any(opened[abs(x) - 1] == (x > 0) for x in clause)
    assert min(met.values()) > 5, met


def session(formalism: str, graph):
    """Return a session over free edges without constraints on trees."""
    if formalism == "sat":
        pytest.importorskip("pysat.solvers")
        return SatSession(on_edges(graph), len(graph.ends))
    rng = np.random.default_rng(0)
    if formalism == "smt":
        pytest.importorskip("z3")
        script = Script([f"x{i}" for i in range(1, len(graph.ends) + 1)])
        script.add_formula(on_edges(graph))
        return SmtSession(script, rng)
    model = cp_model.CpModel()
    watched = [model.new_bool_var("") for _ in graph.ends]
    for edge in np.flatnonzero(~graph.usable).tolist():
        model.add(watched[edge] == 0)
    return CpsatSession(model, watched, rng, one_by_one=True)


@pytest.mark.parametrize("formalism", ["sat", "cpsat", "smt"])
def test_spanning_trees_and_nothing_else(formalism):
    trees = 0
    for graph in small_graphs():
        if formalism != "sat" and len(graph.ends) > 6:
            continue  # every round is a separate search
        found = solutions_of(session(formalism, graph), lacking=lacking(graph))
        assert_same(found, spanning_trees(graph), shown(graph))
        trees += len(found)
    assert trees > 100
