"""Budgets of explainers: an explanation that is cut short is a prefix of the whole explanation."""

import pytest

from cpstudy import Budget, Stop, Verdict, puzzle
from cpstudy.puzzles import PUZZLES, kind

KINDS = [name for name in PUZZLES if kind(name).explaining]


def explainer_of(name):
    return kind(name).explaining.explainer


@pytest.mark.parametrize("name", KINDS)
def test_what_is_told_is_the_beginning(name):
    board = puzzle(name, kind(name).example)
    explain = explainer_of(name).explain
    whole = explain(board)
    assert whole.stop is Stop.DONE
    assert whole.grade
    for most in (0, 1, len(whole.steps) // 2):
        result = explain(board, Budget(iterations=most))
        assert result.steps == whole.steps[: len(result.steps)]
        if result.stop is Stop.DONE:  # the rules ended before the explainer checked its budget
            assert result == whole
        else:
            assert result.stop is Stop.ITERATIONS
            assert result.grade is None
            assert result.verdict in (Verdict.UNKNOWN, whole.verdict)  # a search may know it
    assert explain(board, Budget(seconds=1000, iterations=100_000)) == whole


@pytest.mark.parametrize("name", KINDS)
def test_without_time_nothing_is_known(name):
    result = explainer_of(name).explain(puzzle(name, kind(name).example), Budget(seconds=0))
    assert (result.stop, result.verdict, result.grade) == (Stop.TIME, Verdict.UNKNOWN, None)
    assert result.solution is None
