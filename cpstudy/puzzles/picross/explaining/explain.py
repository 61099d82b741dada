"""A deduction told from its beginning to its end, and the grade of a puzzle.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried only
where all before it are stuck); "search" where all rules are.
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.explaining import Explanation, Hint, Step
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import check_agreement, checked
from cpstudy.puzzles.picross.deduction.solver import LINE, RULES, STUCK, Deduction
from cpstudy.puzzles.picross.explaining.steps import steps_of
from cpstudy.puzzles.picross.portfolio import solve
from cpstudy.puzzles.picross.puzzle import Picross

GRADES = (*RULES, "search")


def explain(puzzle: Picross) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction, found = _deduced(puzzle)
    solution = None
    if found.verdict is Verdict.UNIQUE:
        solution = checked(puzzle, found.solutions[0], "explain")
    steps = tuple(steps_of(puzzle, deduction.log))
    return Explanation(puzzle, steps, found.verdict, _grade(deduction, found), solution)


def grade(puzzle: Picross) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return _grade(*_deduced(puzzle))


def _grade(deduction: Deduction, found: Result) -> str | None:
    if found.verdict is not Verdict.UNIQUE:
        return None
    if deduction.end == STUCK:
        return "search"
    return RULES[max((step.rule for step in deduction.log), default=0)]


def _deduced(puzzle: Picross) -> tuple[Deduction, Result]:
    """The deduction at its end; what it says of the solutions, or search where it is stuck.

    Where lines alone are stuck a puzzle is searched first: with several solutions, looking ahead
    still finds what they share, but is no way to see them. Raises WrongAnswerError where the two
    disagree.
    """
    deduction = Deduction(puzzle)
    if deduction.run(LINE) != STUCK:
        return deduction, deduction.result()
    searched = solve(puzzle, Budget(), np.random.default_rng(0), 2)
    for solution in searched.solutions:
        checked(puzzle, solution, "search")
    deduction.run()
    told = deduction.result()
    check_agreement(puzzle, {"deduce": told, "search": searched})
    return deduction, searched if deduction.end == STUCK else told


def hint(explanation: Explanation) -> Hint | None:
    """The first step from what is given; None where there is none, or no solution."""
    if explanation.verdict is Verdict.NONE or not explanation.steps:
        return None
    step = explanation.steps[0]
    return Hint(step.cells[0], step.words, step, step.change)


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
