"""Distances as binary numbers allow exactly the spanning trees of small graphs."""

import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat_trees import arborescence, binary_distance
from tests.encode.graphs import (
    assert_same,
    grid,
    on_edges,
    projected_models,
    shown,
    small_graphs,
    spanning_trees,
)

pytest.importorskip("pysat.solvers")


def test_spanning_trees_and_nothing_else():
    trees = 0
    for graph in small_graphs():
        for root in graph.members.tolist()[:2]:
            for longest in (len(graph.members), 9):
                cnf = on_edges(graph)
                binary_distance(cnf, graph, root, longest)
                found = projected_models(cnf, len(graph.ends))
                assert_same(found, spanning_trees(graph), shown(graph, root, longest))
                trees += len(found)
    assert trees > 500


def test_too_few_bits_lose_trees_or_let_cycles_pass():
    """The test above can fail: with too few bits, the numbers along a cycle repeat."""
    graph = grid(2, 3)
    cnf = on_edges(graph)
    binary_distance(cnf, graph, 0, 1)
    assert projected_models(cnf, len(graph.ends)) != spanning_trees(graph)


def test_the_size_is_as_told():
    graph = grid(4, 4)
    vertices, edges = 16, len(graph.ends)
    directed = on_edges(graph)
    arborescence(directed, graph, 0)
    for count in range(2, 6):
        cnf = on_edges(graph)
        binary_distance(cnf, graph, 0, 2**count - 1)
        assert cnf.variables == edges + 2 * edges + vertices * (3 * count - 3)
        more = 4 * count * edges + vertices * (7 * count - 10) + count
        assert len(cnf.clauses) == len(directed.clauses) + more


def test_a_clock_strikes_while_it_is_written():
    with pytest.raises(OutOfTimeError):
        binary_distance(Cnf(variables=12, clock=Clock(0)), grid(3, 3), 0, 9)
