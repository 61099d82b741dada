"""CP-SAT's loop: what it does when it is interrupted, and where a fault goes."""

import os
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from ortools.sat.python import cp_model

from cpstudy.core.result import Budget
from cpstudy.encode import cpsat
from cpstudy.encode.cpsat import enumerate_solutions

# Counting the assignments of many free Booleans, which takes longer than anybody waits. The signal
# comes once solutions do, so CP-SAT is at it.
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
collect = cpsat._Collector.on_solution_callback
cpsat._Collector.on_solution_callback = lambda self: (searching.set(), collect(self))
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
        env={**os.environ, "CPSTUDY_COMPILE": "never"},
    )
    return done.returncode, done.stderr.split("\n"), done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("runs", [6, pytest.param(24, marks=pytest.mark.slow)])
def test_ctrl_c_ends_the_process_in_order(runs):
    """A process that ends beside a running search is aborted by the C++ library."""
    for run in range(runs):
        code, told, printed = interrupted(0.05 * run)
        assert (code, [line for line in told if line]) == (130, ["cpstudy: interrupted"])
        assert printed == ""


def free_booleans(number: int) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    model = cp_model.CpModel()
    return model, [model.new_bool_var("") for _ in range(number)]


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_before_the_search_has_begun_stops_it_too(monkeypatch):
    """A request to stop that comes too early is lost; there must be another."""
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
    model, watched = free_booleans(64)
    with pytest.raises(KeyboardInterrupt):
        enumerate_solutions(model, watched, Budget(), np.random.default_rng(0), None)
    assert ended == [True]


def test_a_fault_beside_the_search_reaches_the_caller(monkeypatch):
    def fault(self, *arguments):
        raise MemoryError("no room")

    monkeypatch.setattr(cp_model.CpSolver, "solve", fault)
    model, watched = free_booleans(2)
    with pytest.raises(MemoryError, match="no room"):
        enumerate_solutions(model, watched, Budget(), np.random.default_rng(0), None)


def test_no_solution_of_free_booleans_is_lost():
    model, watched = free_booleans(6)
    found = enumerate_solutions(model, watched, Budget(), np.random.default_rng(0), None)
    assert len({tuple(values) for values in found.solutions}) == 2**6
    assert cpsat.FAST_PARAMETERS["num_workers"] == 1
