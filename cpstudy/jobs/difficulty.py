"""The difficulty of puzzles for people: level, grade and score, as rows of a table."""

from typing import NamedTuple

from cpstudy.core.explaining import Explainer, Explanation
from cpstudy.core.wording import counted


class Difficulty(NamedTuple):
    """level: "easy" to "expert". grade: the hardest rule needed. score: within the grade.

    level and grade are None if there is not exactly one solution, or it is unknown. steps: the
    number of steps of the deduction. verdict: how many solutions there are.
    """

    level: str | None
    grade: str | None
    score: int
    steps: int
    verdict: str


def rated(explainer: Explainer, explanation: Explanation) -> Difficulty:
    """The difficulty of a puzzle, computed from its explanation."""
    level = None if explanation.grade is None else explainer.levels.get(explanation.grade)
    return Difficulty(
        level,
        explanation.grade,
        explainer.score(explanation),
        len(explanation.steps),
        explanation.verdict.value,
    )


def in_words(difficulty: Difficulty) -> str:
    """Level, grade, score and steps, separated by TABs; without a grade the verdict first."""
    grade = (
        f"{difficulty.level or 'no level'}\t{difficulty.grade}"
        if difficulty.grade
        else f"{difficulty.verdict}\t–"
    )
    return f"{grade}\tscore {difficulty.score}\t{counted(difficulty.steps, 'step')}"
