"""CP-SAT's sessions: the methods that find all solutions, budgets, faults and Ctrl-C."""

import os
import signal
import subprocess
import sys
import threading
from itertools import combinations

import numpy as np
import pytest
from ortools.sat.python import cp_model

from cpstudy.core.clock import Clock
from cpstudy.core.result import Stop
from cpstudy.encode import cpsat
from cpstudy.encode.cpsat import FAST_PARAMETERS, CpsatSession
from cpstudy.encode.sessions import enumerate_models

# The search lists the assignments of many free Booleans, which would take very long. The signal is
# sent after the first solution, so CP-SAT is searching.
SEARCHING = """
import signal, threading, time
from cpstudy.cli import main
from cpstudy.encode import cpsat

def interrupt():
    while not searching.is_set():
        time.sleep(0.01)
    time.sleep({delay})
    signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)

searching = threading.Event()
collect = cpsat._Search.on_solution_callback
cpsat._Search.on_solution_callback = lambda self: (searching.set(), collect(self))
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Thread(target=interrupt, daemon=True).start()
main(["solve", "--all", "--solver", "cpsat", "12x12g:" + "1" * 144])
"""


def interrupted(delay: float) -> tuple[int, list[str], str]:
    done = subprocess.run(
        [sys.executable, "-c", SEARCHING.format(delay=delay)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env=dict(os.environ),
    )
    return done.returncode, done.stderr.split("\n"), done.stdout


def test_variables_that_are_not_watched_multiply_no_solution():
    """With three unwatched free Booleans, each solution has eight models and is given once."""
    for known in (0, 1):
        for whole in (False, True):
            model = cp_model.CpModel()
            watched = [model.new_int_var(0, 2 if whole else 1, "") for _ in range(2)]
            for _ in range(3):
                model.new_bool_var("")
            session = CpsatSession(model, watched, np.random.default_rng(1), whole=whole)
            forbidden = [np.array([0, 1], np.int64 if whole else np.bool_)] * known
            got = enumerate_models(session, None, known=forbidden)
            assert len({values.tobytes() for values in got.solutions}) == len(got.solutions)
            assert (len(got.solutions), got.stop) == ((9 if whole else 4) - known, Stop.DONE)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(
    ("runs", "apart"),
    [pytest.param(2, 0.1, id="2"), pytest.param(24, 0.05, id="24", marks=pytest.mark.slow)],
)
def test_ctrl_c_ends_the_process_in_order(runs, apart):
    """Ctrl-C ends the search before the process; otherwise the C++ library aborts the process."""
    for run in range(runs):
        code, got, printed = interrupted(apart * run)
        assert (code, [line for line in got if line]) == (130, ["cpstudy: interrupted"])
        assert all(len(line) == len("12x12g:") + 144 for line in printed.splitlines())


def free_booleans(number: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    return model, [model.new_bool_var("") for _ in range(number)]


def session(number: int, **options) -> CpsatSession:
    return CpsatSession(*free_booleans(number), np.random.default_rng(0), **options)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_before_the_search_has_begun_stops_it_too(monkeypatch):
    """A request to stop that comes before the search is lost, so it is repeated."""
    solve = cp_model.CpSolver.solve

    def late(self, *arguments):
        signal.pthread_kill(threading.main_thread().ident, signal.SIGINT)
        for _ in range(3):
            requested.wait()
            requested.clear()
        try:
            return solve(self, *arguments)
        finally:
            ended.append(True)

    ended: list[bool] = []
    requested = threading.Event()
    stop = cp_model.CpSolver.stop_search
    monkeypatch.setattr(cp_model.CpSolver, "solve", late)
    monkeypatch.setattr(
        cp_model.CpSolver, "stop_search", lambda self: (requested.set(), stop(self))
    )
    with pytest.raises(KeyboardInterrupt):
        enumerate_models(session(64), None)
    assert ended == [True]


class Interrupt:
    """A trace that interrupts the search's own code, or the threading code that it calls.

    It raises KeyboardInterrupt at the ``at``-th entry or exit of a function, where Python checks
    for signals.
    """

    def __init__(self, at: int) -> None:
        self.left = at
        self.struck = ""

    def __call__(self, frame, event, argument):
        if not frame.f_code.co_filename.endswith(("cpsat.py", "threading.py", "_base.py")):
            return None
        frame.f_trace_lines = False
        if event in ("call", "return"):
            self.left -= 1
            if self.left == 0:
                self.struck = f"{event} {frame.f_code.co_name}"
                sys.settrace(None)
                raise KeyboardInterrupt
        return self


def test_no_interrupt_leaves_the_search_waiting():
    """A search for 4096 solutions ends after an interrupt at each of its first 59 places."""
    struck = []
    for at in range(1, 60):
        interrupt, got = Interrupt(at), []

        def run(interrupt=interrupt, got=got):
            asked = session(12)
            sys.settrace(interrupt)
            try:
                enumerate_models(asked, None)
            except KeyboardInterrupt:
                got.append("interrupted")
            finally:
                sys.settrace(None)
                asked.close()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(20)
        assert not thread.is_alive(), f"hangs after an interrupt at {interrupt.struck}"
        assert got == ["interrupted"]
        struck.append(interrupt.struck)
    assert {"call begin", "return begin", "call next_solution"} < set(struck)


def test_where_there_are_no_more_threads_nothing_waits(monkeypatch):
    def refuse(*arguments):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(cpsat, "start_new_thread", refuse)
    with pytest.raises(RuntimeError, match="new thread"):
        enumerate_models(session(2), None)


def test_a_fault_of_the_search_reaches_the_caller(monkeypatch):
    def fault(self, *arguments):
        raise MemoryError("no room")

    monkeypatch.setattr(cp_model.CpSolver, "solve", fault)
    with pytest.raises(MemoryError, match="no room"):
        enumerate_models(session(2), None)


def test_a_fault_of_the_caller_ends_the_search():
    ended = threading.Event()

    def fault(values):
        raise ZeroDivisionError

    running = session(64)
    end = running._end
    running._end = lambda: (end(), ended.set())
    with pytest.raises(ZeroDivisionError):
        enumerate_models(running, None, found=fault)
    assert ended.is_set()


def test_every_way_finds_the_same_solutions():
    """Four methods agree: one enumerating search, a search each, two workers, bounded conflicts."""
    ways = (
        ({}, {}),
        ({"one_by_one": True}, {}),
        ({"parameters": {**FAST_PARAMETERS, "num_workers": 2}}, {}),
        ({}, {"iterations": 1000}),
    )
    for options, more in ways:
        found = enumerate_models(session(4, **options), None, **more)
        assert found.stop is Stop.DONE
        assert len({tuple(values) for values in found.solutions}) == len(found.solutions) == 2**4
        assert ("searches" in found.counters) is ("one_by_one" in options)
        some = enumerate_models(session(4, **options), 5, **more)
        assert (some.stop, len(some.solutions)) == (Stop.LIMIT, 5)
    known = np.ones(4, np.bool_)
    assert len(enumerate_models(session(4), None, known=[known]).solutions) == 2**4 - 1


def test_a_search_that_had_ended_at_the_limit_is_done():
    """If CP-SAT has already proved that there is no second solution, the stop is DONE."""
    model, watched = free_booleans(2)
    model.add_bool_and(watched)
    for options, stop in (({}, Stop.DONE), ({"one_by_one": True}, Stop.LIMIT)):
        asked = CpsatSession(model, watched, np.random.default_rng(0), **options)
        assert enumerate_models(asked, 1).stop is stop


def test_budgets_strike():
    assert enumerate_models(session(3), None, clock=Clock(0)).stop is Stop.TIME
    got = enumerate_models(session(40), None, clock=Clock(0.2))
    assert got.stop is Stop.TIME
    assert len({tuple(values) for values in got.solutions}) == len(got.solutions) > 1
    model, watched = pigeons(9)
    got = enumerate_models(CpsatSession(model, watched, np.random.default_rng(0)), 1, iterations=7)
    assert got.stop is Stop.ITERATIONS
    assert got.counters["conflicts"] >= 7


def pigeons(holes: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """Return the pigeonhole problem in clauses that presolve does not refute."""
    model = cp_model.CpModel()
    rows = [[model.new_bool_var("") for _ in range(holes)] for _ in range(holes + 1)]
    for row in rows:
        model.add_bool_or(row)
    for column in zip(*rows, strict=True):
        for a, b in combinations(column, 2):
            model.add_bool_or(~a, ~b)
    return model, rows[0]


def test_models_and_budgets_that_do_not_go_together():
    with pytest.raises(ValueError, match="several workers"):
        several = session(2, parameters={**FAST_PARAMETERS, "num_workers": 2})
        enumerate_models(several, None, iterations=5)
    model, watched = free_booleans(1)
    model.proto.variables[0].domain.clear()
    with pytest.raises(RuntimeError, match="invalid CP-SAT model"):
        enumerate_models(CpsatSession(model, watched, np.random.default_rng(0)), None)
