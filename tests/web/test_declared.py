"""Declared kinds on the page: one script for all, with Python's rules."""

import random
from itertools import pairwise

import pytest

from cpstudy import api, puzzles
from cpstudy.declared.model import model_of
from cpstudy.web.entries import entry
from tests.web.rules import complete, hinted, mistakes, refusals
from tests.web.test_loops import DRAG

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


def test_lines_alone_complete_a_board_whose_numbers_nobody_plays(judge):
    puzzle = api.puzzle("numberlink", puzzles.kind("numberlink").puzzle.unique[0])
    model, record = model_of(puzzle), entry(puzzle)
    (solution,) = api.solve(puzzle).solutions
    played = [group.mark != "" for group, _ in model.place]
    texts = [text_of(model, solution)]
    lines = [at for at, value in enumerate(solution) if value and played[at]]
    texts += [texts[0][:at] + "2" + texts[0][at + 1 :] for at in lines[:3]]
    texts = ["".join(c if p else "0" for c, p in zip(t, played, strict=True)) for t in texts]
    assert not all(played) and complete(judge, record, texts) == [True, False, False, False]
    assert hinted(judge, record) > 0


def test_solved_by_clicks(browser):
    record = entry(api.puzzle("akari", "akari:3x3:.../.4./..."))
    page = browser.open([record])
    for at in (1, 3, 5, 7):
        page.get_by_role("gridcell").nth(at).click()
    assert page.locator(".status").text_content() == "Complete: every rule holds."
    assert page.locator(".symbol").count() == 4


def random_drag(rng, lines):
    """A way over cells between which lines may run, points near their middles, the lines passed.

    A step back takes the line back.
    """
    way = [rng.choice(sorted({cell for pair in lines for cell in pair}))]
    walked = list(way)
    for _ in range(rng.randrange(1, 9)):
        walked.append(rng.choice(sorted(other for one, other in lines if one == walked[-1])))
        if len(way) > 1 and walked[-1] == way[-2]:
            way.pop()
        else:
            way.append(walked[-1])
    points = [
        [c + 0.5 + rng.uniform(-0.25, 0.25), r + 0.5 + rng.uniform(-0.25, 0.25)] for r, c in walked
    ]
    return points, {lines[pair] for pair in pairwise(way)}


@pytest.mark.parametrize("name", ["yajilin", pytest.param("numberlink", marks=pytest.mark.slow)])
def test_drags_draw_what_the_pointer_passed(browser, name):
    rng = random.Random(7)
    puzzle = api.puzzle(name, puzzles.kind(name).puzzle.unique[0])
    pairs = {
        place: at
        for at, (group, place) in enumerate(model_of(puzzle).place)
        if group.mark == "line"
    }
    lines = pairs | {(other, one): at for (one, other), at in pairs.items()}
    drags = [random_drag(rng, lines) for _ in range(200)]
    page = browser.open([entry(puzzle)])
    found = page.evaluate(DRAG, [[points for points, _ in drags], 0])
    for (points, passed), drawn in zip(drags, found, strict=True):
        assert set(drawn) == passed, points
    assert sum(len(passed) > 2 for _, passed in drags) > 60
    assert sum(not passed for _, passed in drags) > 5


def test_strange_texts_are_refused(browser):
    record = entry(api.puzzle("hitori", "hitori:2x2:11/12"))
    page = browser.open([record])
    words = refusals(page, record, ["000", "0009", "2100"])
    assert [bool(word) for word in words] == [True, True, False]
