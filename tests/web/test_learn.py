"""Lessons on the page: each opens its board before its rule; hints against Python's."""

import re

import pytest

from cpstudy import api
from cpstudy.puzzles import DECLARED, PUZZLES, kind
from cpstudy.web.entries import entry
from cpstudy.web.lessons import lessons
from cpstudy.web.page import lessons_file, packed
from cpstudy.web.page import unpacked as unpack
from tests.web.rules import NOW, asked, unpacked

TAUGHT = [name for name in PUZZLES if (result := kind(name).explaining) and result.lessons()]
TAUGHT += DECLARED

# For each lesson with a board: what it teaches, and the hint where it opens.
_NEXT = """(name) => cpstudy.lessons(name).flatMap((one) => {
  if (!one.board) return [];
  const kind = cpstudy.kinds.find((kind) => kind.name === name);
  const { rule, words } = kind.hint(one, cpstudy.lessonBegins(kind, one));
  return [[one.lesson.rule, one.lesson.words ?? "", rule, words]];
})"""

_HINT = """([name, entry]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === name);
  return kind.hint(entry, kind.start(entry)).words;
}"""


@pytest.mark.parametrize("name", ["nurikabe", "masyu", "hexpipes", "shikaku"])
def test_what_is_kept_is_what_is_taught(name):
    assert lessons_file(name).read_text(encoding="ascii") == packed(lessons(kind(name)))


@pytest.mark.parametrize("name", TAUGHT)
def test_each_board_opens_before_its_rule(judge, name):
    told = asked(judge, _NEXT, name)
    boards = [lesson for lesson in kind(name).explaining.lessons() if lesson.board]
    assert len(told) == len(boards) > 1
    assert all(rule == following for rule, _, following, _ in told)
    assert all(re.search(pattern, words) for _, pattern, _, words in told)


@pytest.mark.parametrize("name", [n for n in TAUGHT if n != "kenken" and n not in DECLARED])
def test_a_hint_is_the_same_in_python(judge, name):
    """The page and the explainer give the same hint. KenKen's explainer names a value and what
    leads to it, so KenKen is left out.
    """
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
    assert "1 puzzle" in page.locator(".chooser").text_content()
    assert page.evaluate("cpstudy.session.history.done") == 0
    before = page.evaluate(NOW)
    page.get_by_role("button", name="Show it").click()
    assert "otherwise two by two cells would be all sea." in page.locator(".words").text_content()
    page.get_by_role("tab", name="Hints").click()
    for name in ("Hint", "Which rule?", "Do it"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.evaluate(NOW) != before
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert page.evaluate("cpstudy.session.entry.lesson.rule") == "pool"


def test_a_declared_kind_is_taught_by_its_own_rules(browser):
    """The board of a rule opens before that rule, and hints name the step by its title."""
    page = browser.open([entry(api.puzzle("akari", "akari:3x3:.../.4./..."))])
    for name in ("Hint", "Which rule?"):
        page.get_by_role("button", name=name, exact=True).click()
    said = page.locator(".levels li").last
    assert said.text_content().startswith("A number counts its lamps.")
    page.get_by_role("tab", name="Learn").click()
    page.get_by_role("button", name="Every cell is lit").click()
    assert page.locator(".lessons [aria-pressed=true]").all_text_contents() == ["Every cell is lit"]
    page.get_by_role("button", name="Show it").click()
    said = page.locator(".words").text_content()
    assert "must be lit" in said and said.startswith("Row ") and said.endswith(".")
    page.get_by_role("tab", name="Deduction").click()
    page.get_by_role("button", name="Next ▶").click()
    assert re.fullmatch(r"Row .*\.", page.locator(".panel .words").text_content())
    page.get_by_role("tab", name="Learn").click()
    page.get_by_role("button", name="Every cell is lit").click()
    page.get_by_role("button", name="Show it").click()
    assert page.locator(".lesson .quiet").count() == 0
    page.get_by_role("button", name="By one rule").click()
    assert page.locator(".lesson").text_content().startswith("By one rule")


def test_the_rules_own_name_is_behind_a_click(browser):
    page = browser.open([entry(api.puzzle("pipes", "3x3:654eb6414"))])
    for name in ("Hint", "Which rule?"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.locator(".levels li").last.text_content().startswith("Only one way left.")
    name = page.locator(".levels code")
    assert not name.is_visible()
    page.get_by_text("About this rule").click()
    assert name.is_visible() and name.text_content() == "local"


_THINGS = "cell|star|bridge|lamp|tent|height|run|tile|pipe|edge|line|step|move|pair|way|piece|end"
_MISCOUNTED = re.compile(
    rf"(?<!row )(?<!column )(?<!to )\b(?:1 (?:\w+ )?(?:{_THINGS})s"
    rf"|(?:[02-9]|\d\d+) (?:\w+ )?(?:{_THINGS}))\b"
)


@pytest.mark.parametrize("name", TAUGHT)
def test_one_thing_is_no_plural(name):
    """A number agrees with its noun in all sentences of the bundled puzzles and of the lessons."""
    entries = [*unpacked(name), *unpack(lessons_file(name).read_text(encoding="ascii"))]
    sentences = [s for one in entries for s in one.get("log", {"sentences": ()})["sentences"]]
    assert len(sentences) > 5
    assert [found[0] for s in sentences for found in _MISCOUNTED.finditer(s)] == []
