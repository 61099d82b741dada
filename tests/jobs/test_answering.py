"""Answers to streams of puzzles: one budget covers all questions about a puzzle."""

from dataclasses import replace

import pytest

from cpstudy import Budget, Result, Stop, puzzle
from cpstudy.api import named_solver
from cpstudy.core import clock
from cpstudy.core.documents import Located
from cpstudy.jobs.answering import Run, answers
from cpstudy.puzzles import kind

BOARD = puzzle("pipes", "3x3:654eb6414")


@pytest.mark.parametrize(("spent", "left"), [(4.0, 6.0), (10.0, None)])
def test_safe_states_get_the_seconds_that_the_solver_left(spent, left, monkeypatch):
    now, asked = [0.0], []
    monkeypatch.setattr(clock.time, "perf_counter", lambda: now[0])

    def solving(board, request):
        now[0] += spent
        return Result(stop=Stop.TIME, counters={"nodes": 0})

    def safe_states(board, budget):
        asked.append(budget.seconds)
        return Result(count=7, exhausted=True)

    solver = replace(named_solver(kind("pipes"), "search"), function=solving)
    run = Run(solver, Budget(seconds=10), jobs=1)
    located = Located("argument 1", BOARD)
    (answer,) = answers([located], run, safe_states=safe_states)
    assert asked == ([] if left is None else [left])
    assert answer.result.counters.get("safe_states") == (None if left is None else 7)
