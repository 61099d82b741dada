"""A run by its parameters reports what the verbs report for the same puzzle."""

import sys

import pytest

from cpstudy import Budget, Solvable, Stop, Verdict, generate, solve
from cpstudy.api import explore, puzzle
from cpstudy.core.result import Result
from cpstudy.jobs.studies.measuring import drawn, measure, study_of
from cpstudy.puzzles import kind
from cpstudy.study.grid import Task

CROSSING = "fox,goose,beans:fox-goose,goose-beans"
MAZES = {"algorithm": "prim", "rows": 6, "columns": 5}


def outcomes(kind_name, method, params, seeds=(1,), budget=None):
    fields = {"cells": [params], "seeds": range(1, 2), "budget": budget or Budget()}
    (cell,) = study_of(kind(kind_name), method, **fields)
    return list(measure(Task(cell, tuple(seeds))))


def test_verdicts_and_counters_are_those_of_solve():
    verdicts = set()
    seeds = range(1, 40)
    found = outcomes("pipes", "deduce", MAZES, seeds)
    for seed, outcome in zip(seeds, found, strict=True):
        ((board, _),) = generate("pipes", "prim", (6, 5), 1, seed)
        assert drawn("pipes", MAZES, seed) == board
        answer = solve(board, "deduce", seed=seed)
        assert (outcome.verdict, outcome.stop) == (answer.verdict, answer.stop)
        assert outcome.counters == answer.counters
        assert outcome.iterations == answer.counters["steps"]
        assert outcome.extra["cpu_seconds"] > 0
        verdicts.add(outcome.verdict)
    assert verdicts == {Verdict.UNIQUE, Verdict.UNKNOWN}


def holding(board, request):
    """Return a result that reports its peak memory, as if a program had run in this process."""
    return Result(exhausted=True, counters={"searches": 1}, peak_bytes=5)


def test_memory_of_a_program_in_this_process():
    (outcome,) = outcomes("pipes", f"{__name__}:holding", {"puzzle": "2x2:1111"})
    assert (outcome.verdict, outcome.extra["peak_bytes"]) == (Verdict.NONE, 5)
    assert "startup_seconds" not in outcome.extra


def test_a_path_is_told_by_its_counters():
    (outcome,) = outcomes("river_crossing", "bfs", {"puzzle": CROSSING, "texts": True})
    answer = explore(puzzle("river_crossing", CROSSING), "bfs")
    assert outcome.iterations == answer.states
    assert outcome.counters["moves"] == len(answer.path) == 7
    assert outcome.counters["transitions"] == answer.transitions
    assert (outcome.solvable, outcome.stop) == (Solvable.YES, Stop.LIMIT)
    assert outcome.extra["text"] == CROSSING
    options = {"puzzle": CROSSING, "options": {"whole": True}}
    (whole,) = outcomes("river_crossing", "bfs", options)
    assert (whole.iterations, whole.stop) == (10, Stop.DONE)


def test_none_many_and_unknown():
    answers = {}
    for text in ("2x1:55", "2x1w:11", "2x1:11"):
        (outcome,) = outcomes("pipes", "search", {"puzzle": text})
        answers[text] = outcome.verdict
    assert set(answers.values()) == {Verdict.NONE, Verdict.MANY, Verdict.UNIQUE}
    (stopped,) = outcomes("pipes", "search", {"puzzle": "2x1:11"}, budget=Budget(seconds=0))
    assert (stopped.verdict, stopped.stop) == (Verdict.UNKNOWN, Stop.TIME)


def test_unreachable_and_stopped():
    (outcome,) = outcomes("bridge_torch", "bfs", {"puzzle": "1,3,5,8:15"})
    assert (outcome.solvable, outcome.stop) == (Solvable.NO, Stop.DONE)
    assert "moves" not in outcome.counters
    budget = Budget(states=5)
    (outcome,) = outcomes("bridge_torch", "bfs", {"puzzle": "1,2,5,8:15"}, budget=budget)
    assert (outcome.solvable, outcome.stop) == (Solvable.UNKNOWN, Stop.STATES)


def test_names_that_are_none():
    with pytest.raises(ValueError, match="solver 'bfs' of pipes"):
        study_of(kind("pipes"), "bfs", cells=[MAZES], seeds=range(1))
    with pytest.raises(ValueError, match="strategy 'search' of bloxorz"):
        study_of(kind("bloxorz"), "search", cells=[MAZES], seeds=range(1))


@pytest.mark.skipif(sys.platform != "linux", reason="limits of a process are Linux's")
def test_an_isolated_run_says_the_same_and_what_it_held():
    params = {"puzzle": "2x1w:11"}
    (alone,) = outcomes("pipes", "search", params | {"isolated": True}, budget=Budget(seconds=60))
    (here,) = outcomes("pipes", "search", params)
    assert (alone.verdict, alone.counters) == (here.verdict, here.counters)
    assert 0 < alone.extra["peak_bytes"] < 1 << 20
    assert alone.extra["startup_seconds"] > alone.seconds
    assert {"peak_bytes", "startup_seconds"}.isdisjoint(here.extra)
