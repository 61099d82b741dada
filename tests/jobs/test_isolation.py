"""Runs in processes of their own: the same answers, and limits that hold against any method."""

import os
import signal
import sys
import time
from dataclasses import replace

import numpy as np
import pytest

from cpstudy import Budget, Result, Stop, Verdict, puzzle
from cpstudy.api import named_solver
from cpstudy.core.solving import WrongAnswerError
from cpstudy.jobs.isolation import solve_isolated
from cpstudy.puzzles import kind

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are Linux's")

BOARD = puzzle("pipes", "5x5:28b58bdc165751a55193137e2")
SEARCH = named_solver(kind("pipes"), "search")


def sleeping(board, request):
    time.sleep(100)


def eating(board, request):
    np.ones(300 << 20, np.uint8)  # 300 MiB, touched
    return Result(exhausted=True, counters={"nodes": 0})


def dying(board, request):
    os.kill(os.getpid(), signal.SIGKILL)


def crashing(board, request):
    os.kill(os.getpid(), signal.SIGSEGV)


def refusing(board, request):
    raise ValueError("not this one")


def lying(board, request):
    return Result((bytes(25),), exhausted=True, counters={"nodes": 0})


def made(function):
    return replace(SEARCH, function=function)


def isolated(solver, **limits):
    return solve_isolated(BOARD, solver, budget=Budget(**limits), seed=1, limit=2)


@pytest.mark.parametrize("name", ["search", "cpsat", "sat:planar"])
def test_answers_are_the_same(name):
    pytest.importorskip("pysat")
    result = isolated(named_solver(kind("pipes"), name), seconds=60, memory=8 << 30)
    assert result.verdict is Verdict.UNIQUE
    assert BOARD.violation(result.solutions[0]) == ""
    assert result.provenance.budget.seconds == 60
    assert result.peak_bytes > 10 << 20
    assert result.cpu_seconds > 0


def test_a_method_that_does_not_look_at_the_clock_is_ended():
    result = isolated(made(sleeping), seconds=0.05)
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.TIME)
    assert result.provenance.budget == Budget(seconds=0.05)


def test_a_method_that_takes_too_much_memory_is_ended():
    result = isolated(made(eating), memory=100 << 20)
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.MEMORY)
    enough = isolated(made(eating), memory=2 << 30)
    assert enough.verdict is Verdict.NONE
    assert enough.peak_bytes > 300 << 20


def test_a_killed_run_is_interrupted():
    result = isolated(made(dying))
    assert (result.verdict, result.stop) == (Verdict.UNKNOWN, Stop.INTERRUPTED)


def test_a_crash_and_what_was_raised_are_raised():
    with pytest.raises(RuntimeError, match=r"its process ended \(SIGSEGV"):
        isolated(made(crashing))
    with pytest.raises(ValueError, match="not this one"):
        isolated(made(refusing))
    with pytest.raises(WrongAnswerError):
        isolated(made(lying))
