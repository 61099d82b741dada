"""One circuit by shift registers allows exactly the circuits through all nodes."""

from itertools import product

import numpy as np
import pytest

from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat_trees import FEEDBACK, one_circuit
from tests.encode.graphs import assert_same, expected, projected_models

pytest.importorskip("pysat.solvers")


def is_one_circuit(nodes: int, arcs: list[tuple[int, int]]) -> bool:
    successor = dict(arcs)
    every = set(range(nodes))
    if len(arcs) != nodes or set(successor) != every or set(successor.values()) != every:
        return False
    node, seen = 0, set()
    while node not in seen:
        seen.add(node)
        node = successor[node]
    return len(seen) == nodes


@pytest.mark.parametrize("nodes", range(1, 5))
def test_circuits_of_all_arcs(nodes):
    """Each arc between any two nodes, and from a node to itself, has its own condition."""
    pairs = list(product(range(nodes), repeat=2))
    arcs = np.array(pairs, np.int64)
    cnf = Cnf(variables=len(arcs))
    for node in range(nodes):
        cnf.exactly_one((np.flatnonzero(arcs[:, 0] == node) + 1).tolist())
        cnf.exactly_one((np.flatnonzero(arcs[:, 1] == node) + 1).tolist())
    one_circuit(cnf, nodes, arcs, np.arange(1, len(arcs) + 1))
    truth = expected(
        lambda values: is_one_circuit(
            nodes, [pair for pair, value in zip(pairs, values, strict=True) if value]
        ),
        len(arcs),
    )
    found = projected_models(cnf, len(arcs))
    assert_same(found, truth, nodes)
    assert len(found) == (1, 1, 1, 2, 6)[nodes]


def test_arcs_that_always_hold():
    """The condition selects one circuit through six nodes or two circuits of three nodes."""
    arcs = [(0, 1), (1, 2), (3, 4), (4, 5), (2, 3), (5, 0), (2, 0), (5, 3)]
    conditions = [0, 0, 0, 0, 1, 1, -1, -1]
    cnf = Cnf(variables=1)
    one_circuit(cnf, 6, np.array(arcs, np.int64), np.array(conditions, np.int64))
    assert projected_models(cnf, 1) == {(True,)}


def test_too_many_nodes_are_refused():
    with pytest.raises(ValueError, match="at most"):
        one_circuit(Cnf(), 2**20, np.zeros((1, 2), np.int64), np.zeros(1, np.int64))


def period(count: int, places: tuple[int, ...]) -> int:
    state, steps = 1, 0
    while steps == 0 or state != 1:
        parity = sum(state >> place - 1 for place in places) & 1
        state = (state << 1 | parity) & (1 << count) - 1
        steps += 1
    return steps


@pytest.mark.parametrize(
    "count", [*range(2, 15), *(pytest.param(n, marks=pytest.mark.slow) for n in range(15, 21))]
)
def test_shift_registers_run_through_all_states(count):
    assert period(count, FEEDBACK[count]) == 2**count - 1
    assert max(FEEDBACK) == 20
