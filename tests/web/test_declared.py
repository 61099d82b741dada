"""Declared kinds on the page: one script for all, with Python's rules."""

import random

import pytest

from cpstudy import api, puzzles
from cpstudy.declared.model import model_of
from cpstudy.web.entries import entry
from tests.web.rules import complete, hinted, mistakes, refusals

# In every run one with each kind of mark and constraint; the others under -m slow.
ALWAYS = ("akari", "killer_sudoku", "yajilin")
NAMES = [
    name if name in ALWAYS else pytest.param(name, marks=pytest.mark.slow)
    for name in puzzles.DECLARED
]


def positions(model, solution, rng):
    """16: the solution, a value or two of it changed, any values; of the page and of Python."""
    for index in range(16):
        values = list(solution)
        for place, variable in enumerate(model.answer):
            if index % 4 == 3 or (index % 4 and rng.random() < 1.5 / len(values)):
                values[place] = rng.randint(int(variable.lb), int(variable.ub))
        yield bytes(values)


def text_of(model, values):
    """As the script writes a position: everything is said."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    states = [
        (1 if value else 2) if group.boolean else value - group.low + 1
        for value, (group, _) in zip(values, model.place, strict=True)
    ]
    return "".join(digits[state] for state in states)


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_complete_where_python_says_so(judge, name):
    rng = random.Random(name)
    met = set()
    kind = puzzles.kind(name)
    for text in (*kind.puzzle.unique, kind.puzzle.many):
        puzzle = kind.puzzle.decode(text)
        model, record = model_of(puzzle), entry(puzzle)
        shown = list(positions(model, api.solve(puzzle).solutions[0], rng))
        texts = [text_of(model, values) for values in shown]
        valid = [puzzle.violation(values) == "" for values in shown]
        assert complete(judge, record, texts) == valid, text
        wrong = mistakes(judge, record, texts)
        if record["verdict"] == "unique":
            assert [not words for words in wrong] == valid
        assert hinted(judge, record) >= 0
        met |= set(valid)
    assert met == {True, False}


def test_solved_by_clicks(browser):
    record = entry(api.puzzle("akari", "akari:3x3:.../.4./..."))
    page = browser.open([record])
    for at in (1, 3, 5, 7):
        page.get_by_role("gridcell").nth(at).click()
    assert page.locator(".status").text_content() == "Complete: every rule holds."
    assert page.locator(".symbol").count() == 4


def test_strange_texts_are_refused(browser):
    record = entry(api.puzzle("hitori", "hitori:2x2:11/12"))
    page = browser.open([record])
    words = refusals(page, record, ["000", "0009", "2100"])
    assert [bool(word) for word in words] == [True, True, False]
