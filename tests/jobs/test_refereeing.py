"""Deciding which solver is wrong: by solutions that the rules allow, then by a certificate, never
by a majority.
"""

from math import inf

import pytest

from cpstudy import Result, Solvable, Stop, Verdict
from cpstudy.api import puzzle, solve
from cpstudy.jobs import refereeing
from cpstudy.jobs.refereeing import Claim, claim_of, claim_of_answer, ruled, rulings

UNIQUE, MANY = puzzle("pipes", "3x3:654eb6414"), puzzle("pipes", "2x1w:11")


def claim(low, high):
    return Claim(low, high, f"{low} to {high}")


def outcomes(board, claims, **more):
    return {name: one.stop for name, one in rulings(board, claims, **more).items()}


def test_claims_of_results():
    one, many = solve(UNIQUE, "search"), solve(MANY, "search")
    assert claim_of(one)[:2] == (1, 1)
    assert claim_of(many)[:2] == (2, inf)
    assert claim_of(solve(UNIQUE, "search", limit=1))[:2] == (1, inf)
    assert claim_of(Result(count=5, exhausted=True))[:2] == (5, 5)
    assert claim_of(Result(exhausted=True))[:2] == (0, 0)
    assert claim_of(Result(stop=Stop.TIME))[:2] == (0, inf)
    for verdict, low, high in (
        (Verdict.NONE, 0, 0), (Verdict.UNIQUE, 1, 1), (Verdict.MANY, 2, inf),
    ):  # fmt: skip
        assert claim_of_answer(verdict, Solvable.UNKNOWN, None)[:2] == (low, high)
    for solvable, low, high in ((Solvable.NO, 0, 0), (Solvable.YES, 1, inf)):
        assert claim_of_answer(Verdict.UNKNOWN, solvable, None)[:2] == (low, high)
    assert claim_of_answer(Verdict.MANY, Solvable.YES, 7) == (7, 7, "7 solutions")
    assert claim_of_answer(Verdict.UNIQUE, Solvable.YES, 1).words == "1 solution"
    assert claim_of(Result(count=1, exhausted=True)).words == "1 solution"


def test_a_solution_refutes_who_says_none():
    results = {
        "a": solve(UNIQUE, "search"),
        "b": Result(exhausted=True),
        "c": Result(stop=Stop.TIME),
    }
    found = ruled(UNIQUE, results)
    assert found["a"] is results["a"]
    assert found["c"] is results["c"]
    assert (found["b"].stop, found["b"].verdict) == (Stop.WRONG, Verdict.UNKNOWN)
    assert found["b"].fault.startswith("none, but there is a solution, 3x3:")
    assert found["b"].fault.endswith(": 3x3:654eb6414")


def test_a_majority_is_no_evidence():
    """The referee finds two solutions itself, although no solver showed them."""
    claims = {"a": claim(1, 1), "b": claim(1, 1), "c": claim(3, 3)}
    assert outcomes(MANY, claims) == {"a": Stop.WRONG, "b": Stop.WRONG}


def test_a_certificate_refutes_who_counts_more():
    pytest.importorskip("pysat")
    found = rulings(UNIQUE, {"a": claim(1, 1), "b": claim(2, 2)})
    assert [*found] == ["b"]
    assert "a certificate proves that" in found["b"].words


def test_without_evidence_all_are_disputed(monkeypatch):
    monkeypatch.setattr(refereeing, "_own_solutions", lambda puzzle: ())
    claims = {"a": claim(0, 0), "b": claim(2, 2), "c": claim(0, inf), "d": claim(1, 2)}
    assert outcomes(MANY, claims) == {"a": None, "b": None, "d": None}
    # A known number of checked solutions decides, even if the solutions are not available.
    assert outcomes(MANY, claims, least=1) == {"a": Stop.WRONG}


def test_a_referee_that_crashes_decides_nothing(monkeypatch):
    def crash(*arguments, **more):
        raise RuntimeError("no")

    monkeypatch.setattr(refereeing, "solve", crash)
    assert outcomes(MANY, {"a": claim(1, 1), "b": claim(3, 3)}) == {"a": None, "b": None}


def test_where_all_agree_nothing_is_asked(monkeypatch):
    monkeypatch.setattr(refereeing, "_own_solutions", lambda puzzle: pytest.fail("asked"))
    assert rulings(MANY, {"a": claim(2, inf), "b": claim(5, 5), "c": claim(0, inf)}) == {}
    assert ruled(MANY, {}) == {}
