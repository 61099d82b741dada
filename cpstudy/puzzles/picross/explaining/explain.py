"""A deduction told from its beginning to its end (core/settling.py), and the grade of a puzzle."""

from __future__ import annotations

from cpstudy.core.explaining import Explanation, Step
from cpstudy.core.settling import SEARCH, settled
from cpstudy.puzzles.picross.deduction.solver import RULES, Deduction
from cpstudy.puzzles.picross.explaining.steps import steps_of
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import Picross

GRADES = (*RULES, SEARCH)


def explain(puzzle: Picross) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction = Deduction(puzzle)
    told = settled(puzzle, deduction, solve)
    return told.explanation(tuple(steps_of(puzzle, deduction.log)))


def grade(puzzle: Picross) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return settled(puzzle, Deduction(puzzle), solve).grade


def refutes(step: Step, puzzle: Picross, picture: bytes) -> bool:
    """Whether a picture contradicts a step."""
    return any(picture[r * puzzle.columns + c] == colour for r, c, colour in step.change["removed"])


def mistake(explanation: Explanation, attempt: bytes) -> str:
    """The first step that a picture contradicts, else the first rule that it breaks, or ""."""
    puzzle: Picross = explanation.puzzle
    fault = puzzle.why_not(attempt)
    if not fault or len(attempt) != puzzle.rows * puzzle.columns:
        return fault
    wrong = next((step for step in explanation.steps if refutes(step, puzzle, attempt)), None)
    return fault if wrong is None else wrong.words
