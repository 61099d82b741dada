"""Cuts: each is broken where it is found, holds in every spanning tree; together they suffice."""

import os
import random
import subprocess
import sys
from pathlib import Path

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
    rng = random.Random(5)
    met = {"component": 0, "cycle": 0, "tree": 0}
    for _ in range(60):
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


def test_the_kernel_runs_uncompiled():
    code = (
        "import random\nimport numpy as np\n"
        "from cpstudy.encode.cuts import cuts\n"
        "from tests.encode.graphs import random_graph\n"
        "rng = random.Random(3)\n"
        "for _ in range(100):\n"
        "    graph = random_graph(rng)\n"
        "    opened = np.array([rng.random() < 0.6 for _ in graph.ends], np.bool_)\n"
        "    print([(c.kind, *c.edges) for c in cuts(graph, opened & graph.usable)])\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", code],
            cwd=Path(__file__).parents[2],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert min(outputs[0].count(kind) for kind in ("component", "cycle")) > 20


def session(formalism: str, graph):
    """Free edges, to be cut down to spanning trees."""
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
            continue  # every round is a search of its own
        found = solutions_of(session(formalism, graph), lacking=lacking(graph))
        assert_same(found, spanning_trees(graph), shown(graph))
        trees += len(found)
    assert trees > 100
