"""``enumerate_models`` over a recorded session: limits, clocks, lazy clauses, closing."""

import numpy as np
import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Stop
from cpstudy.encode.sessions import enumerate_models


class Playback:
    """A session that returns given answers in order and records the calls that it receives."""

    def __init__(self, *answers, exhausted=False):
        self.answers = list(answers)
        self.exhausted = exhausted
        self.outcome: list[object] = []

    def next_solution(self, clock, iterations):
        self.outcome.append(("asked", iterations))
        answer = self.answers.pop(0)
        if isinstance(answer, type):
            raise answer
        return answer

    def forbid(self, solution):
        self.outcome.append(("forbidden", *solution.tolist()))

    def add(self, clauses):
        self.outcome.append(("added", *clauses))

    def counters(self):
        return {"searches": sum(what[0] == "asked" for what in self.outcome)}

    def close(self):
        self.outcome.append("closed")


A, B, C = (np.array([number == place for place in range(3)]) for number in range(3))


def test_solutions_are_forbidden_and_told_at_once():
    session, found = Playback(A, B, Stop.DONE), []
    known = [C]
    outcome = enumerate_models(session, None, iterations=9, known=known, found=found.append)
    assert (outcome.stop, outcome.counters) == (Stop.DONE, {"searches": 3})
    assert [s.tolist() for s in outcome.solutions] == [s.tolist() for s in found]
    assert session.outcome == [
        ("forbidden", False, False, True),
        ("asked", 9), ("forbidden", True, False, False),
        ("asked", 9), ("forbidden", False, True, False),
        ("asked", 9), "closed",
    ]  # fmt: skip


def test_a_limit_is_no_proof_unless_the_session_says_so():
    for exhausted, stop in ((False, Stop.LIMIT), (True, Stop.DONE)):
        session = Playback(A, B, exhausted=exhausted)
        outcome = enumerate_models(session, 2)
        assert (outcome.stop, len(outcome.solutions)) == (stop, 2)
        assert session.outcome[-1] == "closed"


def test_candidates_that_lack_something_are_no_solutions():
    session = Playback(A, B, C, Stop.ITERATIONS)
    outcome = enumerate_models(session, 5, lacking=lambda values: [[-1]] if values[0] else [])
    assert outcome.stop is Stop.ITERATIONS
    assert [s.tolist() for s in outcome.solutions] == [B.tolist(), C.tolist()]
    assert outcome.lacking == [[-1]]
    assert outcome.counters == {"searches": 4, "cuts": 1}
    assert ("added", [-1]) in session.outcome


def test_time_and_faults_close_the_session():
    session = Playback(A, OutOfTimeError)
    outcome = enumerate_models(session, None, clock=Clock(5))
    assert (outcome.stop, len(outcome.solutions)) == (Stop.TIME, 1)
    for fault in (KeyboardInterrupt, MemoryError):
        session = Playback(A, fault)
        with pytest.raises(fault):
            enumerate_models(session, None)
        assert session.outcome[-1] == "closed"
