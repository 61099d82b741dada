"""Limits of isolated runs with every solver of every kind, on puzzles that no solver finishes.

A normal run tests one solver of each formalism for a tenth of a second. The whole runs on demand:
``pytest -m slow tests/jobs/test_isolated_limits.py -s`` prints what exceeded its limit most.
"""

import sys

import pytest

from cpstudy import Budget, Stop
from cpstudy.api import named_solver
from cpstudy.core.errors import NotApplicable
from cpstudy.jobs import isolation
from cpstudy.jobs.isolation import solve_isolated
from cpstudy.puzzles import PUZZLES, kind
from tests.puzzles.test_budgets import SOLVERS, hard_puzzles, large_puzzles

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are Linux's")

MEMORY = 64 << 20


def runs(name, solver, budget, boards):
    """Yield the results of a solver on the boards that it accepts."""
    row = named_solver(kind(name), solver)
    for board in boards:
        try:
            yield solve_isolated(board, row, budget=budget, seed=1, limit=None)
        except NotApplicable:
            continue


def beyond(spent, limit):
    """Return the excess over a limit, as a multiple of the tolerance of 5 % and 50 ms."""
    return (spent - limit) / (limit / 20 + 0.05)


def most_beyond(name, solver, boards, seconds):
    """Return for each limit the greatest excess of a run; 1 is the whole tolerance."""
    found = {"wall": -1.0, "cpu": -1.0, "memory": -1.0}
    for result in runs(name, solver, Budget(seconds=seconds), boards):
        found["wall"] = max(found["wall"], beyond(result.seconds, seconds))
    for result in runs(name, solver, Budget(seconds=20 * seconds, cpu_seconds=seconds), boards):
        found["cpu"] = max(found["cpu"], beyond(result.cpu_seconds, seconds))
    for result in runs(name, solver, Budget(seconds=3 * seconds, memory=MEMORY), boards):
        assert result.stop is Stop.MEMORY or result.peak_bytes <= MEMORY
        found["memory"] = max(found["memory"], (result.peak_bytes - MEMORY) / (MEMORY / 20))
    return found


@pytest.fixture(autouse=True)
def no_workers_stay():
    yield
    while isolation._idle:
        isolation._idle.popitem()[1].end()


@pytest.mark.parametrize("solver", ["search", "cpsat", "sat:lazy", "smt", "cdcl"])
def test_a_solver_of_each_formalism_keeps_its_limits(solver):
    pytest.importorskip("pysat")
    pytest.importorskip("z3")
    (result,) = runs(
        "pipes", solver, Budget(seconds=0.1, memory=1 << 30), hard_puzzles("pipes")[1:]
    )
    assert result.stop is Stop.TIME


@pytest.mark.slow
@pytest.mark.parametrize(("name", "solver"), SOLVERS)
def test_every_solver_keeps_its_limits(name, solver):
    boards = [*hard_puzzles(name)[:1], *large_puzzles(name)[:1]]
    found = most_beyond(name, solver, boards, 0.5)
    shown = ", ".join(f"{limit} {share:.2f}" for limit, share in found.items())
    print(f"\n{name} {solver}: {shown}", file=sys.stderr)
    assert max(found.values()) < 1, shown


def test_the_boards_are_of_every_kind_that_is_solved():
    for name in PUZZLES:
        assert not kind(name).solvers or hard_puzzles(name)
