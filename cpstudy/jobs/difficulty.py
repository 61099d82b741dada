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


def rated(explainer: Explainer, found: Explanation) -> Difficulty:
    """The difficulty of a puzzle, computed from its explanation."""
    level = None if found.grade is None else explainer.levels.get(found.grade)
    return Difficulty(
        level, found.grade, explainer.score(found), len(found.steps), found.verdict.value
    )


def in_words(found: Difficulty) -> str:
    """Level, grade, score and steps, separated by TABs; without a grade the verdict first."""
    grade = f"{found.level or 'no level'}\t{found.grade}" if found.grade else f"{found.verdict}\t–"
    return f"{grade}\tscore {found.score}\t{counted(found.steps, 'step')}"
