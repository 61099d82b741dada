"""How difficult puzzles are for people: level, grade and score, as rows of a table."""

from typing import NamedTuple

from cpstudy.core.explaining import Explainer, Explanation


class Difficulty(NamedTuple):
    """level: "easy" to "expert". grade: the hardest rule needed. score: within the grade.

    level and grade are None where there is not exactly one solution, or not known. steps: of the
    deduction. verdict: how many solutions there are.
    """

    level: str | None
    grade: str | None
    score: int
    steps: int
    verdict: str


def rated(explainer: Explainer, found: Explanation) -> Difficulty:
    """Of a puzzle, from its explanation."""
    level = None if found.grade is None else explainer.levels.get(found.grade)
    return Difficulty(
        level, found.grade, explainer.score(found), len(found.steps), found.verdict.value
    )


def in_words(found: Difficulty) -> str:
    """Level, grade, score and steps, TABs between; without a grade the verdict stands first."""
    grade = f"{found.level or 'no level'}\t{found.grade}" if found.grade else f"{found.verdict}\t–"
    return f"{grade}\tscore {found.score}\t{found.steps} steps"
