"""SAT solvers by name: their models, their budgets, and the errors about them."""

import sys
import time
from itertools import combinations, count

import numpy as np
import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Stop
from cpstudy.encode import sat
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import enumerate_models
from cpstudy.encode.solver_rows import IN_PROCESS, OWN_PROCESS
from tests.encode.interrupting import interrupted

pytest.importorskip("pysat.solvers")


def pigeons(holes: int) -> Cnf:
    """Return the pigeonhole formula, which is unsatisfiable and hard to refute."""
    cnf = Cnf()
    rows = [list(cnf.block(holes)) for _ in range(holes + 1)]
    cnf.clauses += rows
    for column in zip(*rows, strict=True):
        cnf.clauses += [[-a, -b] for a, b in combinations(column, 2)]
    return cnf


def two_of_four() -> Cnf:
    """Return a formula in which exactly two of four variables are true; it has six models."""
    cnf = Cnf(variables=4)
    for three in combinations(range(1, 5), 3):
        cnf.add(*three)
        cnf.add(*(-x for x in three))
    return cnf


@pytest.mark.parametrize("name", [*IN_PROCESS, *OWN_PROCESS])
@pytest.mark.parametrize("same_size", [False, True])
def test_every_solver_finds_every_model_once(name, same_size):
    found = enumerate_models(SatSession(two_of_four(), 4, solver=name, same_size=same_size), None)
    assert found.stop is Stop.DONE
    assert len({tuple(s) for s in found.solutions}) == len(found.solutions) == 6
    assert found.counters["searches"] == 7
    assert ("conflicts" in found.counters) is (name in IN_PROCESS)
    empty = Cnf(variables=1)
    empty.add()
    assert enumerate_models(SatSession(empty, 1, solver=name), 1).stop is Stop.DONE


def test_known_solutions_limits_and_lazy_clauses():
    known = np.array([True, True, False, False])
    found = enumerate_models(SatSession(two_of_four(), 4), None, known=[known])
    assert len(found.solutions) == 5
    assert len(enumerate_models(SatSession(two_of_four(), 4), 2).solutions) == 2

    def first_two_differ(values):
        return [] if values[0] != values[1] else [[1, 2], [-1, -2]]

    found = enumerate_models(SatSession(two_of_four(), 4), None, lacking=first_two_differ)
    assert len(found.solutions) == 4
    assert all(s[0] != s[1] for s in found.solutions)
    assert found.counters["cuts"] == len(found.lacking) == 2


@pytest.mark.parametrize("name", ["cadical153", "glucose4", "minicard", *OWN_PROCESS])
def test_a_clock_that_runs_out_is_unknown(name):
    clock = Clock(0.2)
    session = SatSession(pigeons(13), 1, solver=name, clock=clock)
    found = enumerate_models(session, 2, clock=clock)
    assert found.stop is Stop.TIME
    assert not found.solutions
    nothing = enumerate_models(SatSession(pigeons(3), 1, solver=name), 2, clock=Clock(0))
    assert nothing.stop is Stop.TIME


@pytest.mark.parametrize("name", IN_PROCESS)
def test_a_clock_strikes_while_a_formula_is_handed_over(name):
    with pytest.raises(OutOfTimeError):
        SatSession(pigeons(5), 1, solver=name, clock=Clock(0))


@pytest.mark.parametrize("name", ["cadical153", "maplechrono", "minicard"])
def test_a_bound_on_conflicts_is_kept(name):
    found = enumerate_models(SatSession(pigeons(9), 1, solver=name), 2, iterations=500)
    assert found.stop is Stop.ITERATIONS
    assert 500 <= found.counters["conflicts"] < 510
    found = enumerate_models(SatSession(pigeons(9), 1, solver=name), 2, iterations=0)
    assert (found.stop, found.counters["conflicts"]) == (Stop.ITERATIONS, 0)


def test_turns_are_short_where_a_formula_is_large(monkeypatch):
    """The first turn has fewer conflicts if the formula is large.

    The time of a turn grows with the formula, and the clock is checked only after a turn.
    """
    assert SatSession(pigeons(3), 1)._search._first == 1000
    for clauses, turn in ((50_000, 1000), (500_000, 100), (50_000_000, 10)):
        monkeypatch.setattr(sat, "_LARGE_FORMULA", 50_000 * len(pigeons(3).clauses) / clauses)
        assert round(SatSession(pigeons(3), 1)._search._first) == turn


@pytest.mark.parametrize("name", ["glucose4", "minicard"])
def test_a_slow_machine_finds_the_same(name, monkeypatch):
    """The lengths of turns do not depend on time, so the number of conflicts does not either."""

    def conflicts():
        return enumerate_models(SatSession(pigeons(7), 1, solver=name), 2).counters["conflicts"]

    assert (quick := conflicts()) > 2000
    seconds = count()
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(seconds)))
    assert conflicts() == quick


def test_faults_are_one_line():
    with pytest.raises(ValueError, match="'magic': choose from cadical103"):
        sat.open_search("magic", Cnf())
    with pytest.raises(ValueError, match="lingeling cannot bound its conflicts: give --seconds"):
        enumerate_models(SatSession(two_of_four(), 4, solver="lingeling"), None, iterations=5)


def test_a_missing_extra_is_reported(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for name in ("minicard", "lingeling"):
        with pytest.raises(ValueError, match=r"install cpstudy\[sat\]"):
            sat.open_search(name, two_of_four())


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    "name", ["minicard", pytest.param("cadical153", marks=pytest.mark.slow), "lingeling"]
)
def test_ctrl_c_ends_a_search(name):
    before = (
        "from cpstudy.encode.sat import SatSession\n"
        "from cpstudy.encode.sessions import enumerate_models\n"
        "from tests.encode.test_sat import pigeons\n"
        f"searched = SatSession(pigeons(13), 1, solver={name!r})\n"
    )
    assert interrupted(before, "enumerate_models(searched, 1)") == (130, "")
