"""Clauses are compared with plain predicates on every assignment of the main variables."""

import numpy as np
import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.encode.cnf import Cnf
from tests.encode.graphs import assert_same, expected, projected_models

pytest.importorskip("pysat.solvers")


@pytest.mark.parametrize("count", range(10))
def test_at_most_one_and_exactly_one(count):
    for method, predicate in (
        ("at_most_one", lambda values: sum(values) <= 1),
        ("exactly_one", lambda values: sum(values) == 1),
    ):
        cnf = Cnf()
        getattr(cnf, method)(cnf.block(count))
        assert_same(projected_models(cnf, count), expected(predicate, count), method)
        helpers = cnf.variables - count
        assert helpers == (count if count > 6 else 0)


def test_dimacs():
    cnf = Cnf(comments=["two lines", "of comment"])
    first, second = cnf.variable("first"), cnf.variable()
    cnf.add(first, -second)
    cnf.add()
    assert cnf.dimacs() == "c two lines\nc of comment\nc 1 = first\np cnf 2 2\n1 -2 0\n0\n"


def test_dimacs_in_pieces_is_the_same():
    cnf = Cnf(variables=3, clauses=[[1, -2], [3], []] * 50_000)
    lines = cnf.dimacs().splitlines()
    assert lines == ["p cnf 3 150000", *["1 -2 0", "3 0", "0"] * 50_000]
    assert len(list(cnf.dimacs_pieces())) > 2


def test_parity_and_equality_of_rows():
    cnf = Cnf(variables=4)
    a, b = np.array([1, -2], np.int64), np.array([3, 4], np.int64)
    parity = cnf.parity(a, b)
    assert parity.tolist() == [5, 6]
    truth = expected(lambda v: v[4] == (v[0] != v[2]) and v[5] == ((not v[1]) != v[3]), 6)
    assert_same(projected_models(cnf, 6), truth, "parity")

    cnf = Cnf(variables=6)
    condition = np.array([1, 2], np.int64)
    left, right = np.array([[3, 4], [-3, 5]], np.int64), np.array([[5, -6], [6, 6]], np.int64)
    cnf.equal_where(condition, left, right)

    def equal(v) -> bool:
        first = v[2] == v[4] and v[3] == (not v[5])
        second = (not v[2]) == v[5] and v[4] == v[5]
        return (first or not v[0]) and (second or not v[1])

    assert_same(projected_models(cnf, 6), expected(equal, 6), "equal_where")


def test_a_clock_strikes_while_clauses_are_added():
    rows = np.ones(200_000, np.int64)
    cnf = Cnf(variables=1, clock=Clock(1000))
    cnf.add_rows(rows, -rows)
    assert len(cnf.clauses) == 200_000
    cnf = Cnf(variables=1, clock=Clock(0))
    with pytest.raises(OutOfTimeError):
        cnf.add_rows(rows, -rows)
    assert cnf.clauses == []
