"""Cuts and decompositions of graph constraints are compared with networkx on all assignments."""

import random
from itertools import product

import cpmpy as cp
import networkx as nx
import pytest

from cpstudy.encode.cpmpy_graph import Connected, Different, Forest, OneLoop, SizedParts, Visible
from tests.declared.brute_force import visible


def graph_of(rng, nodes):
    """Return the edges of a random graph, each pair at most once."""
    pairs = [(a, b) for a in range(nodes) for b in range(a)]
    return rng.sample(pairs, rng.randint(1, min(len(pairs), nodes + 2)))


def connected(values, nodes, edges, linked):
    graph = nx.Graph()
    graph.add_nodes_from(node for node in range(nodes) if values[node])
    for number, (a, b) in enumerate(edges):
        if values[a] and values[b] and (not linked or values[nodes + number]):
            graph.add_edge(a, b)
    return not graph or nx.is_connected(graph)


def forest(values, nodes, edges, _):
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(pair for pair, value in zip(edges, values, strict=True) if value)
    return nx.is_forest(graph)


def sized_parts(values, nodes, edges, _):
    graph = nx.Graph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from((a, b) for a, b in edges if values[a] == values[b])
    return all(len(p) == values[next(iter(p))] for p in nx.connected_components(graph))


def made(name, rng):
    """Return a random constraint on new variables, its predicate and the predicate's arguments."""
    nodes = rng.randint(2, 4)
    edges = graph_of(rng, nodes)
    linked = name == "linked"
    if name == "forest":
        variables = [cp.boolvar() for _ in edges]
        return Forest(variables, edges), forest, (nodes, edges, False)
    if name == "sized_parts":
        variables = [cp.intvar(1, 3) for _ in range(nodes)]
        return SizedParts(variables, edges), sized_parts, (nodes, edges, False)
    variables = [cp.boolvar() for _ in range(nodes + linked * len(edges))]
    links = variables[nodes:] if linked else None
    return Connected(variables[:nodes], edges, links), connected, (nodes, edges, linked)


def check(name, seed):
    constraint, predicate, facts = made(name, random.Random(seed))
    variables = constraint.args
    allowed = set()
    broken = {}
    for values in product(*(range(v.lb, v.ub + 1) for v in variables)):
        cuts = constraint.cuts(values)
        assert bool(cuts) is not predicate(values, *facts), (name, seed, values)
        if not cuts:
            allowed.add(values)
        for cut in cuts:
            broken.setdefault(str(sorted(cut)), (cut, values))
    for cut, values in broken.values():
        assert not any((values[i] == v) is holds for i, v, holds in cut), "its values keep it"
        for other in allowed:
            assert any((other[i] == v) is holds for i, v, holds in cut), (name, seed, cut, other)
    found = set()
    cp.Model(constraint).solveAll(
        solver="ortools", display=lambda: found.add(tuple(int(v.value()) for v in variables))
    )
    assert found == allowed


@pytest.mark.parametrize("name", ["connected", "linked", "forest", "sized_parts"])
def test_values_cuts_and_decompositions(name):
    for seed in range(4):
        check(name, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["connected", "linked", "forest", "sized_parts"])
def test_many_graphs(name):
    for seed in range(4, 60):
        check(name, seed)


def test_lines_that_differ():
    rows = [cp.boolvar() for _ in range(6)]
    lines = Different(rows[:3], rows[3:])
    assert not lines.cuts([1, 0, 1, 1, 1, 1])
    (cut,) = lines.cuts([1, 0, 1, 1, 0, 1])
    assert [value for _, value, holds in cut if not holds] == [1, 0, 1, 1, 0, 1]
    assert cp.Model(lines).solveAll(solver="ortools") == 64 - 8


def test_what_one_sees_of_a_line():
    line = [cp.intvar(1, 4) for _ in range(4)]
    seen = Visible(line)
    expression, defining = seen.decompose()
    assert not defining and seen.get_bounds() == (1, 4)
    for heights in product(range(1, 5), repeat=4):
        for variable, height in zip(line, heights, strict=True):
            variable._value = height
        assert seen.value() == expression.value() == visible(heights)


def test_a_loop_is_one_where_its_lines_share_ends():
    square = [((0, 0), (0, 1)), ((0, 1), (1, 1)), ((1, 0), (1, 1)), ((0, 0), (1, 0))]
    apart = [(("a", 0), ("b", 0)), (("b", 0), ("c", 0))]
    line = {pair: cp.boolvar() for pair in square + apart}
    loop = OneLoop(line)
    assert not loop.cuts([1, 1, 1, 1, 0, 0])
    assert loop.cuts([1, 1, 1, 1, 1, 0])
    (cut,) = loop.cuts([1, 0, 1, 0, 0, 0])
    assert sorted(place for place, _, holds in cut if holds) == [1, 3]


@pytest.mark.parametrize("name", ["forest", "sized_parts"])
def test_cuts_of_open_values_leave_only_their_first_member_open(name):
    found = 0
    for seed in range(20):
        rng = random.Random(seed)
        constraint, _, _ = made(name, rng)
        ranges = [range(v.lb, v.ub + 1) for v in constraint.args]
        allowed = [v for v in product(*ranges) if not constraint.cuts(v)]
        may = [rng.choice([{*of}, {*rng.sample(of, 2)}, of[-1], of[-1]]) for of in ranges]
        for cut in constraint.cuts(may):
            found += 1
            for place, value, holds in cut[1:]:
                known = may[place] if isinstance(may[place], set) else {may[place]}
                assert value not in known if holds else known == {value}
            for values in allowed:
                assert any((values[i] == v) is holds for i, v, holds in cut)
    assert found
