"""Isolated runs, each in its own process: the same answers, and limits that bind any method."""

import os
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from cpstudy import Budget, Result, Stop, Verdict, puzzle
from cpstudy.api import named_solver
from cpstudy.core.errors import InputError
from cpstudy.core.solving import WrongAnswerError, solve
from cpstudy.jobs import isolation
from cpstudy.jobs.isolation import solve_isolated
from cpstudy.jobs.warm_worker import Readiness, Shape
from cpstudy.puzzles import kind

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are Linux's")

BOARD = puzzle("pipes", "5x5:28b58bdc165751a55193137e2")
SEARCH = named_solver(kind("pipes"), "search")


NOTHING = Result(exhausted=True, counters={"nodes": 0})


def sleeping(board, request):
    if board == BOARD:  # not in a rehearsal
        time.sleep(100)


def working(board, request):
    while board == BOARD:
        pass


def eating(board, request):
    if board == BOARD:
        np.ones(300 << 20, np.uint8)  # 300 MiB, touched
    return NOTHING


def reserving(board, request):
    np.empty(1 << 40, np.uint8)
    return NOTHING


def dying(board, request):
    os.kill(os.getpid(), signal.SIGKILL)


def crashing(board, request):
    os.kill(os.getpid(), signal.SIGSEGV)


def refusing(board, request):
    raise ValueError("not this one")


class OddError(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def odd(board, request):
    raise OddError(1, 2)


def leaving(board, request):
    sys.exit(5)


def lying(board, request):
    return Result((bytes(25),), exhausted=True, counters={"nodes": 0})


def threaded(board, request):
    threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    return NOTHING


def counting(board, request):
    """Count the runs in this process and in the processes that it was forked from."""
    RUNS.append(board)
    return Result(exhausted=True, counters={"nodes": len(RUNS)})


RUNS = []
SHAPE = Shape.of(BOARD)

# A program that uses CPU seconds and MiB, prints that it has, and then sleeps.
PROGRAM = """
import sys, time
held = bytearray(int(sys.argv[2]) << 20)
while time.process_time() < float(sys.argv[1]):
    pass
print("worked", flush=True)
time.sleep(float(sys.argv[3]))
"""


def started(seconds, mebibytes, asleep, **how):
    command = [sys.executable, "-IS", "-c", PROGRAM, *map(str, (seconds, mebibytes, asleep))]
    return subprocess.Popen(command, stdout=subprocess.PIPE, **how)


def with_a_program(board, request):
    if board == BOARD:
        with started(0.2, 60, 0) as program:
            program.stdout.read()
    return NOTHING


def leaving_programs(board, request):
    if board == BOARD:
        programs = [started(0, 0, 300, start_new_session=apart) for apart in (False, True)]
        for program in programs:
            program.stdout.readline()
        Path("numbers").write_text(" ".join(str(program.pid) for program in programs))
        time.sleep(300 * (request.seed == 2))
    return NOTHING


def made(function, readiness=Readiness.BARE):
    """Return a solver; its worker tries this readiness first."""
    solver = replace(SEARCH, function=function)
    isolation._readiness[solver, SHAPE] = readiness
    return solver


def isolated(solver, seed=1, **limits):
    return solve_isolated(BOARD, solver, budget=Budget(**limits), seed=seed, limit=2)


@pytest.fixture(autouse=True)
def no_workers_stay():
    yield
    while isolation._idle:
        isolation._idle.popitem()[1].end()


@pytest.mark.parametrize("name", ["search", "cpsat:workers2", "sat:planar", "smt"])
def test_answers_are_the_same_and_the_start_is_no_part_of_them(name):
    pytest.importorskip("pysat")
    pytest.importorskip("z3")
    solver, results, workers = named_solver(kind("pipes"), name), [], []
    for _ in range(2):
        results.append(isolated(solver, seconds=60, memory=8 << 30))
        workers.append([*isolation._idle.values()])
    for result in results:
        assert result.verdict is Verdict.UNIQUE
        assert BOARD.violation(result.solutions[0]) == ""
        assert result.provenance.budget.seconds == 60
        assert 0 < result.peak_bytes < 20 << 20  # the libraries do not count
        assert 0 < result.cpu_seconds < results[0].phases["start-up"]
    assert workers[0]
    assert workers[1] == workers[0]  # the worker was reused


def test_each_run_comes_from_the_same_rehearsal():
    first, second = (isolated(made(counting, Readiness.WARM)) for _ in range(2))
    assert first.counters == second.counters
    assert first.counters["nodes"] > 1


def test_a_method_whose_threads_stay_runs_without_a_rehearsal():
    solver = made(threaded, Readiness.WARM)
    assert isolated(solver).verdict is Verdict.NONE
    assert isolation._readiness[solver, SHAPE] is Readiness.LOADED


def test_a_method_that_does_not_look_at_the_clock_is_ended():
    result = isolated(made(sleeping), seconds=0.05)
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.TIME)
    assert result.provenance.budget == Budget(seconds=0.05)
    assert 0.05 < result.seconds < 100  # the seconds that it sleeps


def test_cpu_seconds_are_a_limit_of_their_own():
    assert isolated(made(sleeping), seconds=0.2, cpu_seconds=0.1).seconds > 0.2
    result = isolated(made(working), cpu_seconds=0.1)
    assert (result.stop, result.provenance.budget) == (Stop.TIME, Budget(cpu_seconds=0.1))
    assert result.cpu_seconds > 0.1
    with pytest.raises(InputError, match="only isolated runs"):
        solve(BOARD, SEARCH, budget=Budget(cpu_seconds=1))


def test_a_method_that_takes_too_much_memory_is_ended():
    result = isolated(made(eating), memory=100 << 20)
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.MEMORY)
    assert 100 << 20 < result.peak_bytes < 200 << 20
    enough = isolated(made(eating), memory=320 << 20)
    assert enough.verdict is Verdict.NONE
    assert 299 << 20 <= enough.peak_bytes < 303 << 20
    assert isolated(made(reserving), memory=100 << 20).stop is Stop.MEMORY


def test_the_programs_of_a_run_are_measured_with_it():
    result = isolated(made(with_a_program), seconds=60)
    assert result.cpu_seconds > 0.2
    assert 60 << 20 < result.peak_bytes < 100 << 20
    assert isolated(made(with_a_program), cpu_seconds=0.1).stop is Stop.TIME
    assert isolated(made(with_a_program), memory=30 << 20).stop is Stop.MEMORY


@pytest.mark.parametrize("seed", [1, 2])
def test_the_programs_of_a_run_end_with_it(seed, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    # Only the second run sleeps until its time is up. A busy machine may start it late.
    result = isolated(made(leaving_programs), seed, seconds={1: 60.0, 2: 2.0}[seed])
    assert result.stop is (Stop.DONE if seed == 1 else Stop.TIME)
    for number in Path("numbers").read_text().split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(number), 0)


def test_a_killed_run_is_interrupted():
    result = isolated(made(dying))
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.INTERRUPTED)


def test_a_crash_and_what_was_raised_are_raised():
    with pytest.raises(RuntimeError, match=r"its process ended \(SIGSEGV"):
        isolated(made(crashing))
    with pytest.raises(ValueError, match="not this one"):
        isolated(made(refusing))
    with pytest.raises(ValueError, match="not this one") as raised:
        isolated(made(refusing))
    assert any("in refusing" in note for note in raised.value.__notes__)
    with pytest.raises(RuntimeError, match="OddError: 1 and 2"):
        isolated(made(odd))
    with pytest.raises(RuntimeError, match="its process ended"):
        isolated(made(leaving))
    with pytest.raises(WrongAnswerError):
        isolated(made(lying))
