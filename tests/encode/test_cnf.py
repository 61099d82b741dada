"""Clauses against plain predicates: every assignment of the variables that count is enumerated."""

import os
import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import networkx as nx
import numpy as np
import pytest

from cpstudy.encode import cnf as encodings
from cpstudy.encode.cnf import FEEDBACK, Cnf
from cpstudy.encode.cuts import cuts
from cpstudy.encode.edge_graph import Graph

solvers = pytest.importorskip("pysat.solvers")


def projected_models(cnf: Cnf, watched: int) -> set[tuple[bool, ...]]:
    """The assignments of variables 1 … watched that can be extended to a model."""
    found = set()
    with solvers.Solver(name="minicard", bootstrap_with=cnf.clauses) as solver:
        for values in product((False, True), repeat=watched):
            assumed = [i if value else -i for i, value in enumerate(values, 1)]
            if solver.solve(assumptions=assumed):
                found.add(values)
    return found


def expected(predicate, watched: int) -> set[tuple[bool, ...]]:
    return {values for values in product((False, True), repeat=watched) if predicate(values)}


@pytest.mark.parametrize("count", range(10))
def test_at_most_one_and_exactly_one(count):
    for method, predicate in (
        ("at_most_one", lambda values: sum(values) <= 1),
        ("exactly_one", lambda values: sum(values) == 1),
    ):
        cnf = Cnf()
        getattr(cnf, method)(cnf.block(count))
        assert projected_models(cnf, count) == expected(predicate, count)
        helpers = cnf.variables - count
        assert helpers == (count if count > 6 else 0)


def test_dimacs():
    cnf = Cnf(comments=["two lines", "of comment"])
    first, second = cnf.variable("first"), cnf.variable()
    cnf.add(first, -second)
    cnf.add()
    assert cnf.dimacs() == "c two lines\nc of comment\nc 1 = first\np cnf 2 2\n1 -2 0\n0\n"


def random_graph(rng: random.Random) -> Graph:
    """Up to six vertices, one of them perhaps not in the graph, up to eight edges, some double."""
    n = rng.randint(2, 6)
    vertices = np.ones(n, np.bool_)
    if n > 2 and rng.random() < 0.3:
        vertices[rng.randrange(n)] = False
    ends = np.array([rng.sample(range(n), 2) for _ in range(rng.randint(0, 8))], np.int64)
    ends = ends.reshape(-1, 2)
    return Graph(ends, vertices[ends].all(axis=1), vertices)


def grid(rows: int, columns: int) -> Graph:
    pairs = [(i, i + 1) for i in range(rows * columns) if (i + 1) % columns]
    pairs += [(i, i + columns) for i in range((rows - 1) * columns)]
    ends = np.array(pairs, np.int64)
    return Graph(ends, np.ones(len(ends), np.bool_), np.ones(rows * columns, np.bool_))


def is_spanning_tree(graph: Graph, opened) -> bool:
    chosen = nx.MultiGraph()
    chosen.add_nodes_from(graph.members.tolist())
    chosen.add_edges_from(graph.ends[list(np.flatnonzero(opened))].tolist())
    return nx.is_tree(chosen)


@pytest.mark.parametrize("encoding", ["binary", "levels", "smt-levels"])
def test_numberings_allow_spanning_trees_only(encoding):
    rng = random.Random(encoding)
    graphs = [grid(2, 3), grid(1, 2)] + [random_graph(rng) for _ in range(25)]
    trees = bipartite = 0
    for graph in graphs:
        root = rng.choice(graph.members.tolist())
        longest = len(graph.members) - 1
        cnf = Cnf(variables=len(graph.ends))
        cnf.clauses += [[-edge - 1] for edge in np.flatnonzero(~graph.usable).tolist()]
        truth = expected(
            lambda v, g=graph: is_spanning_tree(g, v) and not (np.array(v) & ~g.usable).any(),
            len(graph.ends),
        )
        if encoding == "smt-levels":
            assert models_of_script(graph, root, cnf) == truth
        else:
            if encoding == "binary":
                encodings.binary_distance(cnf, graph, root, longest)
            else:
                encodings.one_hot_levels(cnf, graph, root, longest)
            assert projected_models(cnf, len(graph.ends)) == truth
        trees += len(truth)
        bipartite += graph.is_bipartite(graph.distances(root))
    assert trees > 40
    assert 2 < bipartite < len(graphs)


def models_of_script(graph: Graph, root: int, cnf: Cnf) -> set[tuple[bool, ...]]:
    pytest.importorskip("z3")
    from cpstudy.core.result import Budget
    from cpstudy.encode.smt import Script, enumerate_models

    script = Script([f"x{i}" for i in range(1, len(graph.ends) + 1)])
    arcs = encodings.arborescence(cnf, graph, root)
    script.add_formula(cnf)
    script.add_levels(graph, root, arcs)
    found = enumerate_models(script, Budget(), np.random.default_rng(0), None)
    assert len({tuple(s.tolist()) for s in found.solutions}) == len(found.solutions)
    return {tuple(s.tolist()) for s in found.solutions}


def test_a_bound_on_levels_is_a_bound_on_distances():
    graph = grid(2, 3)
    for bound in range(6):
        cnf = Cnf(variables=len(graph.ends))
        encodings.one_hot_levels(cnf, graph, 0, bound)

        def short(values, bound=bound):
            tree = nx.Graph(graph.ends[list(np.flatnonzero(values))].tolist())
            tree.add_nodes_from(range(6))
            if not nx.is_tree(tree):
                return False
            return max(nx.single_source_shortest_path_length(tree, 0).values()) <= bound

        assert projected_models(cnf, len(graph.ends)) == expected(short, len(graph.ends))


def test_too_many_levels_are_refused_before_they_are_written():
    with pytest.raises(MemoryError, match="5,000,000"):
        encodings.one_hot_levels(Cnf(variables=180), grid(10, 10), 0, 10**7)


def test_cuts_are_broken_here_and_hold_in_every_spanning_tree():
    rng = random.Random(5)
    met = {"component": 0, "cycle": 0, "tree": 0}
    for _ in range(60):
        graph = random_graph(rng)
        trees = expected(lambda v, g=graph: is_spanning_tree(g, v), len(graph.ends))
        trees = {tree for tree in trees if not (np.array(tree) & ~graph.usable).any()}
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
        "from tests.encode.test_cnf import random_graph\n"
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


def test_shift_registers_run_through_all_states():
    for count, places in FEEDBACK.items():
        state, period = 1, 0
        mask = (1 << count) - 1
        while True:
            parity = sum(state >> place - 1 for place in places) & 1
            state = (state << 1 | parity) & mask
            period += 1
            if state == 1:
                break
        assert period == mask, count
        if count == 14:
            break  # the longer ones are on demand


@pytest.mark.slow
def test_long_shift_registers_run_through_all_states():
    for count, places in FEEDBACK.items():
        state, period = 1, 0
        while True:
            parity = sum(state >> place - 1 for place in places) & 1
            state = (state << 1 | parity) & (1 << count) - 1
            period += 1
            if state == 1:
                break
        assert period == (1 << count) - 1, count


def test_one_circuit():
    """All permutations of five nodes: a condition for each arc."""
    nodes = 5
    arcs = np.array([(a, b) for a in range(nodes) for b in range(nodes)], np.int64)
    cnf = Cnf(variables=len(arcs))
    for a in range(nodes):
        cnf.exactly_one((np.flatnonzero(arcs[:, 0] == a) + 1).tolist())
        cnf.exactly_one((np.flatnonzero(arcs[:, 1] == a) + 1).tolist())
    encodings.one_circuit(cnf, nodes, arcs, np.arange(1, len(arcs) + 1))
    found = 0
    with solvers.Solver(name="minicard", bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            model = solver.get_model()[: len(arcs)]
            successor = dict(arcs[[x > 0 for x in model]].tolist())
            node, seen = 0, 0
            while seen == 0 or node:
                node, seen = successor[node], seen + 1
            assert seen == nodes
            solver.add_clause([-x for x in model if x > 0])
            found += 1
    assert found == 24  # (nodes - 1)!
    with pytest.raises(ValueError, match="at most"):
        encodings.one_circuit(Cnf(), 2**20, arcs, arcs[:, 0])
