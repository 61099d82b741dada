"""Lessons on the page: each opens its board where its rule comes next; hints as in Python."""

import pytest

from cpstudy import api
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.web.entries import entry
from cpstudy.web.lessons import lessons
from cpstudy.web.page import lessons_file, packed
from tests.web.rules import NOW, asked

TAUGHT = [name for name in PUZZLES if (result := kind(name).explaining) and result.lessons()]

# Of each lesson with a board: its rule, and that of the hint where it opens.
_NEXT = """(name) => cpstudy.lessons(name).flatMap((one) => {
  if (!one.board) return [];
  const kind = cpstudy.kinds.find((kind) => kind.name === name);
  return [[one.lesson.rule, kind.hint(one, cpstudy.lessonBegins(kind, one)).rule]];
})"""

_HINT = """([name, entry]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === name);
  return kind.hint(entry, kind.start(entry)).words;
}"""


@pytest.mark.parametrize("name", ["nurikabe", "masyu", "hexpipes"])
def test_what_is_kept_is_what_is_taught(name):
    assert lessons_file(name).read_text(encoding="ascii") == packed(lessons(kind(name)))


@pytest.mark.parametrize("name", TAUGHT)
def test_each_board_opens_before_its_rule(judge, name):
    pairs = asked(judge, _NEXT, name)
    boards = [lesson for lesson in kind(name).explaining.lessons() if lesson.board]
    assert len(pairs) == len(boards) > 1
    assert all(rule == following for rule, following in pairs)


@pytest.mark.parametrize("name", [name for name in TAUGHT if name != "kenken"])
def test_a_hint_is_the_same_in_python(judge, name):
    """On the page and by ``hint``; KenKen's by ``hint`` names a value and what leads to it."""
    record = kind(name)
    puzzle = record.puzzle.decode(record.example)
    explainer = record.explaining.explainer
    hint = explainer.hint(explainer.explain(puzzle))
    assert asked(judge, _HINT, [name, entry(puzzle)]).rstrip(".") == hint.words.rstrip(".")


def test_a_lesson_is_read_and_played(browser):
    page = browser.open([entry(api.puzzle("nurikabe", "nurikabe/5/5/h3q5k1h3g"))])
    page.get_by_role("tab", name="Learn").click()
    page.get_by_role("button", name="No pools").click()
    assert page.locator(".lesson").text_content().startswith("No poolsTwo by two cells")
    assert page.evaluate("cpstudy.session.history.done") == 0
    before = page.evaluate(NOW)
    page.get_by_role("button", name="Show it").click()
    assert "otherwise two by two cells would be sea." in page.locator(".words").text_content()
    page.get_by_role("tab", name="Hints").click()
    for name in ("Hint", "Which rule?", "Do it"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.evaluate(NOW) != before
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("cpstudy.session.entry.lesson.rule") == "pool"


def test_the_rules_own_name_is_behind_a_click(browser):
    page = browser.open([entry(api.puzzle("pipes", "3x3:654eb6414"))])
    for name in ("Hint", "Which rule?"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.locator(".levels li").last.text_content().startswith("Only one way left.")
    name = page.locator(".levels code")
    assert not name.is_visible()
    page.get_by_text("About this rule").click()
    assert name.is_visible() and name.text_content() == "local"
