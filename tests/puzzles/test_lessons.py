"""Lessons: every board needs the rule that it teaches, and reaches this rule soon."""

import pytest

from cpstudy.core.result import Verdict
from cpstudy.puzzles import DECLARED, PUZZLES, kind
from docs.tables import lessons as written

ALL = (*PUZZLES, *DECLARED)
TAUGHT = [name for name in ALL if (outcome := kind(name).explaining) and outcome.lessons()]
# All declared kinds use the same deduction, so only three of them are tested in every run.
SELDOM = set(DECLARED) - {"akari", "shikaku", "yajilin"}
LESSONS = [
    pytest.param(
        name,
        lesson,
        id=f"{name}-{lesson.title}",
        marks=[pytest.mark.slow] if name in SELDOM else [],
    )
    for name in TAUGHT
    for lesson in kind(name).explaining.lessons()
    if lesson.board
]

# The most steps by other rules that may precede the lesson's rule on its board.
MOST_BEFORE = 12


@pytest.mark.parametrize("name", TAUGHT)
def test_every_rule_is_taught(name):
    explaining = kind(name).explaining
    rules = [*dict.fromkeys(lesson.rule for lesson in explaining.lessons())]
    assert rules == [rule for rule in explaining.explainer.rules if rule in rules]
    missing = set(explaining.explainer.rules) - set(rules)
    # A Sudoku has no cages; no KenKen was found that needs locked candidates.
    assert missing <= ({"locked candidates"} if name == "kenken" else {"cage"})
    assert all(lesson.title and lesson.text.endswith(".") for lesson in explaining.lessons())
    assert all(explaining.title(rule) != rule for rule in rules)
    assert explaining.title("search") == "search"


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_the_board_comes_to_the_rule(name, lesson):
    record = kind(name)
    explainer = record.explaining.explainer
    puzzle = record.puzzle.decode(lesson.board)
    found = explainer.explain(puzzle)
    assert found.verdict is Verdict.UNIQUE
    assert explainer.graded(puzzle) == (found.grade, len(found.steps))
    if name in ("pipes", "hexpipes"):
        assert explainer.hint(found).step.rule == lesson.rule
    else:
        assert any(map(lesson.teaches, found.steps[: MOST_BEFORE + 1]))


def test_the_page_of_lessons_shows_every_step():
    text = "\n".join(written())
    for name in TAUGHT:
        for lesson in kind(name).explaining.lessons():
            assert f"### {lesson.title}\n\n{lesson.text}\n" in text
    assert "> Row 3, column 2 is land: otherwise two by two cells would be all sea.\n" in text
    assert text.count("\n> ") == len(LESSONS)
