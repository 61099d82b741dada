"""``solve`` checks witnesses, drops duplicate solutions and compares counts."""

import sys
import time
from dataclasses import replace

import pytest

from cpstudy import Budget, Result, Stop, Verdict
from cpstudy.core.deferred_imports import Deferred
from cpstudy.core.solving import Solver, WrongAnswerError, check_agreement, solve, solve_batch
from cpstudy.puzzles.template.logic import SOLVERS, Coins

ANSWER: Result = Result(exhausted=True)


def summary(puzzle, request):
    """A solver that returns the result that the test has set."""
    return ANSWER


TELLER = Solver("teller", "", summary, "", "choices", version=3)


def ask(monkeypatch, **fields):
    monkeypatch.setitem(globals(), "ANSWER", Result(**fields))
    return solve(Coins((1, 2, 2), 3), TELLER)


def test_a_wrong_witness_is_an_exception_with_the_text_form(monkeypatch):
    with pytest.raises(WrongAnswerError, match="1,2,2=3: the coins add up to 2, not 3"):
        ask(monkeypatch, solutions=((False, True, False),), stop=Stop.LIMIT)


def test_the_same_solution_twice_is_one(monkeypatch):
    twins = ((True, True, False), (True, False, True))
    result = ask(monkeypatch, solutions=twins, exhausted=True)
    assert result.solutions == twins[:1]
    assert result.verdict is Verdict.UNIQUE
    assert ask(monkeypatch, solutions=twins, stop=Stop.LIMIT).verdict is Verdict.UNKNOWN


def test_fewer_counted_than_shown(monkeypatch):
    with pytest.raises(WrongAnswerError, match="counts 0 but shows 1"):
        ask(monkeypatch, solutions=((True, True, False),), count=0, exhausted=True)


def test_provenance_is_enough_to_run_again():
    puzzle = Coins((3, 5, 8), 8)
    result = solve(puzzle, SOLVERS["brute-force"], budget=Budget(iterations=99), seed=5, limit=1)
    origin = result.provenance
    again = solve(
        Coins.decode(origin.puzzle),
        SOLVERS[origin.solver],
        budget=origin.budget,
        seed=origin.seed,
        limit=origin.limit,
    )
    assert again.solutions == result.solutions
    assert replace(again.provenance) == origin
    assert result.seconds > 0


def test_a_limit_below_one_is_refused():
    with pytest.raises(ValueError, match="limit"):
        solve(Coins((1,), 1), SOLVERS["brute-force"], limit=0)


def test_disagreement_is_an_exception():
    puzzle = Coins((1,), 1)
    one = Result(((True,),), exhausted=True)
    none = Result(exhausted=True)
    undecided = Result(stop=Stop.TIME)
    check_agreement(puzzle, {"a": one, "b": one, "c": undecided})
    with pytest.raises(WrongAnswerError, match="verdicts disagree on 1=1: a: unique, b: none"):
        check_agreement(puzzle, {"a": one, "b": none})
    with pytest.raises(WrongAnswerError, match="solvables disagree"):
        check_agreement(puzzle, {"a": Result(((True,),), stop=Stop.LIMIT), "b": none})
    with pytest.raises(WrongAnswerError, match="counts disagree"):
        many = Result(count=2, exhausted=True)
        check_agreement(puzzle, {"a": many, "b": Result(count=3, exhausted=True)})


# -- seconds: clocks that only the solver's module moves ---------------------------------------

SLOW_TO_IMPORT = """
from tests.core import test_solving as here
here.CLOCKS["wall"] += 100
here.CLOCKS["cpu"] += 90

def solve(puzzle, request):
    here.CLOCKS["wall"] += 3
    here.CLOCKS["cpu"] += 2
    return here.ANSWER

def batch(puzzles):
    here.CLOCKS["wall"] += 3 * len(puzzles)
    here.CLOCKS["cpu"] += 2 * len(puzzles)
    return [here.ANSWER] * len(puzzles)

def built(puzzle, request):
    here.CLOCKS["wall"] += 3
    return here.replace(here.ANSWER, phases={"build": 1, "search": 1.5})
"""
CLOCKS = {"wall": 0.0, "cpu": 0.0}
THREE_AND_TWO = (3, 2)


@pytest.fixture(name="slow")
def _slow(tmp_path, monkeypatch):
    """Yield the name of a module whose import takes 100 s on clocks that only this module moves."""
    name = f"slow_{tmp_path.name}"
    (tmp_path / f"{name}.py").write_text(SLOW_TO_IMPORT)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(time, "perf_counter", lambda: CLOCKS["wall"])
    monkeypatch.setattr(time, "process_time", lambda: CLOCKS["cpu"])
    yield name
    sys.modules.pop(name, None)


def test_loading_a_solver_is_not_solving(slow):
    row = replace(TELLER, function=Deferred(slow, "solve"))
    first, second = (solve(Coins((1, 2, 2), 3), row) for _ in range(2))
    assert (first.seconds, first.cpu_seconds) == THREE_AND_TWO
    assert (second.seconds, second.cpu_seconds) == THREE_AND_TWO
    assert first.phases == {"loading": 100}
    assert second.phases == {}


def test_loading_is_not_shared_over_a_batch(slow):
    row = replace(TELLER, function=Deferred(slow, "solve"), batch=Deferred(slow, "batch"))
    results = solve_batch([Coins((1, 2, 2), 3)] * 4, row)
    assert [(r.seconds, r.cpu_seconds) for r in results] == [THREE_AND_TWO] * 4


def test_phases_add_up(slow):
    result = solve(Coins((1, 2, 2), 3), replace(TELLER, function=Deferred(slow, "built")))
    assert result.phases == {"loading": 100, "build": 1, "search": 1.5, "other": 0.5}
    assert result.seconds == 3
    assert result.provenance.build in ("compiled", "pure")
