"""``settled`` combines deduction and search: verdict, grade, wrong answers and budgets."""

import pytest

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.grading import Deducing, settled
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import WrongAnswerError

NONE = Result(exhausted=True)
UNIQUE = Result((b"a",), exhausted=True)
MANY = Result((b"a", b"b"), stop=Stop.LIMIT)
STUCK = Result(stop=Stop.STUCK)


class Board:
    """A puzzle that accepts every solution except "x"."""

    def violation(self, solution):
        return "an x" if solution == b"x" else ""

    def encode(self):
        return "board"


class Told(Deducing):
    """A deduction with one given result of its rules and another of its lookahead."""

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
    outcome = found.explanation(())
    assert outcome.solution == (b"a" if verdict is Verdict.UNIQUE else None)


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


class OutOfTime(Told):
    """A deduction whose time ends in the rules or in lookahead."""

    def __init__(self, in_rules):
        super().__init__(STUCK)
        self._in_rules = in_rules

    def keep(self, budget):
        self.clock = Clock(budget.seconds)

    def _end(self):
        self.clock.seconds = 0.0
        raise OutOfTimeError

    def run_rules(self):
        if self._in_rules:
            self._end()
        return False

    def run(self):
        self._end()


def test_time_ends_in_the_rules():
    found = settled(Board(), OutOfTime(in_rules=True), never, Budget(seconds=1000))
    assert (found.result.verdict, found.grade, found.stop) == (Verdict.UNKNOWN, None, Stop.TIME)


@pytest.mark.parametrize("searched", [UNIQUE, MANY, NONE, STUCK])
def test_time_ends_in_lookahead(searched):
    """The verdict of the search is reported and the grade stays unknown."""
    budgets = []

    def search(board, request):
        budgets.append(request.budget)
        return searched

    found = settled(Board(), OutOfTime(in_rules=False), search, Budget(seconds=1000))
    assert (found.result.verdict, found.grade, found.stop) == (searched.verdict, None, Stop.TIME)
    outcome = found.explanation(())
    assert outcome.stop is Stop.TIME
    assert outcome.solution == (b"a" if searched is UNIQUE else None)
    assert 0 < budgets[0].seconds <= 1000


def test_steps_end_before_a_search():
    cut = Result(stop=Stop.STUCK, counters={"steps": 3})
    deduction = Told(STUCK)
    deduction.result = lambda stop=Stop.STUCK: cut
    found = settled(Board(), deduction, never, Budget(iterations=3))
    assert (found.result.verdict, found.grade, found.stop) == (
        Verdict.UNKNOWN,
        None,
        Stop.ITERATIONS,
    )
