"""Unique puzzles have one solution by another solver, differ from each other, and have a grade."""

import pytest

from cpstudy.core.generating import Wanted
from cpstudy.core.result import Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.nurikabe.explaining import EXPLAINER
from cpstudy.puzzles.nurikabe.generating import canonical_puzzle, unique
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.solvers import SOLVERS


def test_puzzles_have_one_solution():
    drawn = list(unique(Wanted("islands", 4, 5, 4, 2)))
    assert drawn[:2] == list(unique(Wanted("islands", 4, 5, 2, 2)))
    assert len({canonical_puzzle(puzzle) for puzzle, _ in drawn}) == 4
    for puzzle, solution in drawn:
        found = solve(puzzle, SOLVERS["cpsat"])
        assert found.verdict is Verdict.UNIQUE
        assert found.solutions == (solution,)


def test_grades_as_asked():
    ((puzzle, _),) = unique(Wanted("islands", 4, 4, 1, 3, grade="sea bottleneck"))
    assert EXPLAINER.grade(puzzle) == "sea bottleneck"
    with pytest.raises(ValueError, match="grade 'nothing'"):
        next(unique(Wanted("islands", 5, 5, 1, 3, grade="nothing")))


def test_turned_puzzles_are_the_same():
    one = Nurikabe(2, 3, (0, 2, 0, 1, 0, 0))
    other = Nurikabe(3, 2, (0, 1, 2, 0, 0, 0))
    third = Nurikabe(2, 3, (0, 2, 0, 2, 0, 0))
    assert canonical_puzzle(one) == canonical_puzzle(other)
    assert canonical_puzzle(one) != canonical_puzzle(third)


def test_too_many_of_a_small_board(monkeypatch):
    monkeypatch.setattr("cpstudy.puzzles.nurikabe.generating._BOARDS", 30)
    with pytest.raises(ValueError, match="2 puzzles, then 30 draws"):
        list(unique(Wanted("islands", 1, 1, 3, 1)))
