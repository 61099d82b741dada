"""Deduction and search together: who settles a puzzle, its grade, and what may not pass."""

import pytest

from cpstudy.core.result import Result, Stop, Verdict
from cpstudy.core.settling import Deducing, settled
from cpstudy.core.solving import WrongAnswerError

NONE = Result(exhausted=True)
UNIQUE = Result((b"a",), exhausted=True)
MANY = Result((b"a", b"b"), stop=Stop.LIMIT)
STUCK = Result(stop=Stop.STUCK)


class Board:
    """Every solution but "x" is right."""

    def why_not(self, solution):
        return "an x" if solution == b"x" else ""

    def encode(self):
        return "board"


class Told(Deducing):
    """A deduction that says first one thing, and with lookahead another."""

    hardest = "look"

    def __init__(self, rules, ahead=STUCK):
        self._told, self._ahead = rules, ahead
        self.spared = []

    def run_rules(self):
        return self._told is not STUCK

    def run(self):
        self._told = self._ahead

    def result(self, stop=Stop.STUCK):
        return self._told

    def spare(self, solution):
        self.spared.append(solution)


def never(*_):
    raise AssertionError("searched")


@pytest.mark.parametrize(
    ("rules", "ahead", "searched", "verdict", "grade"),
    [
        (NONE, None, None, Verdict.NONE, None),
        (UNIQUE, None, None, Verdict.UNIQUE, "look"),
        (STUCK, UNIQUE, UNIQUE, Verdict.UNIQUE, "look"),
        (STUCK, STUCK, UNIQUE, Verdict.UNIQUE, "search"),
        (STUCK, STUCK, MANY, Verdict.MANY, None),
        (STUCK, STUCK, STUCK, Verdict.UNKNOWN, None),
        (STUCK, NONE, NONE, Verdict.NONE, None),
    ],
)
def test_who_settles_it(rules, ahead, searched, verdict, grade):
    deduction = Told(rules, ahead)
    found = settled(Board(), deduction, (lambda *_: searched) if searched else never)
    assert (found.result.verdict, found.grade) == (verdict, grade)
    assert deduction.spared == list(searched.solutions if searched else ())
    told = found.explanation(())
    assert told.solution == (b"a" if verdict is Verdict.UNIQUE else None)


@pytest.mark.parametrize(
    ("rules", "ahead", "searched", "why"),
    [
        (STUCK, NONE, UNIQUE, "disagree"),
        (STUCK, UNIQUE, MANY, "disagree"),
        (STUCK, STUCK, Result((b"x",), stop=Stop.LIMIT), "an x"),
        (Result((b"x",), exhausted=True), None, None, "an x"),
    ],
)
def test_wrong_answers_do_not_get_out(rules, ahead, searched, why):
    with pytest.raises(WrongAnswerError, match=why):
        settled(Board(), Told(rules, ahead), lambda *_: searched).explanation(())
