"""Gestures as players make them, by a real mouse, real touches and keys, on a board of every kind.

A double click is two clicks, a long press acts as the right button, two fingers zoom and play
nothing; swipes and drags move. Nothing is selected, no menu opens, and the page itself stays
unchanged.
"""

import random
from itertools import pairwise

import pytest

from cpstudy import puzzles
from cpstudy.web.sets import kinds_with_a_page
from tests.web.conftest import watched
from tests.web.moving import CROSSINGS
from tests.web.rules import NOW
from tests.web.test_layout import BOARD, touches, typical

PHONE = {"width": 390, "height": 844}
LONG = 650  # milliseconds; 500 are a long press

# On UNCLICKED kinds a click on a cell changes nothing: values are chosen, pieces picked, blocks
# slid, lines drawn.
VALUES = ("sudoku", "jigsaw", "kenken")
DRAWN = ("hashi", "numberlink", "shikaku", "yajilin")
NUMBERS = ("fillomino", "futoshiki", "kakuro", "killer_sudoku", "skyscrapers")
CELLS = tuple(name for name in puzzles.DECLARED if name not in (*DRAWN[:3], *NUMBERS))
UNCLICKED = (*VALUES, *NUMBERS, *DRAWN[:3], "edge_matching", "rush_hour", "bloxorz")
SWIPED = ("sokoban", "bloxorz", "sliding_tiles")
# Every run tests these kinds; each stands for the kinds that share its view.
BROAD = {"pipes", "masyu", "sudoku", "bloxorz", "yajilin"}


def of(names):
    return [pytest.param(one, marks=[] if one in BROAD else pytest.mark.slow) for one in names]


@pytest.fixture(scope="module")
def every(tabs, tmp_path_factory):
    """A phone with a board of each kind."""
    with watched(tabs, tmp_path_factory.mktemp("gestures")) as pages:
        records = [typical(name) for name in kinds_with_a_page()]
        yield pages.open(records, viewport=PHONE, has_touch=True)


def fresh(page, name):
    """Open the board of a kind at its start and return its position."""
    page.evaluate(
        "(kind) => { cpstudy.open(cpstudy.entries.find((one) => one.kind === kind));"
        "cpstudy.session.restart(); scrollTo(0, 0); }",
        name,
    )
    return now(page)


def now(page):
    return page.evaluate(NOW)


def spots(page, name):
    """Yield where cells or their edges are clicked; on crossings, the items on a bank."""
    what = {"bloxorz": ".place svg"}.get(name, ".place [role=gridcell]")
    if name in CROSSINGS:
        what = ".bank .token:not([disabled])"
    boxes = page.locator(what).evaluate_all(
        "(cells) => cells.map((cell) => { const { x, y, width, height } ="
        " cell.getBoundingClientRect(); return [x, y, width, height]; })"
    )
    across = {"slitherlink": 0.0, "masyu": 1.0}.get(name, 0.5)
    columns = page.evaluate("cpstudy.session.entry.columns")
    for at, (x, y, width, height) in enumerate(boxes):
        if across < 1 or (at + 1) % columns:
            yield x + across * width, y + height / 2


def acting(page, name, act):
    """Return the first spot where a gesture changes the position; if none may, the first spot."""
    fresh(page, name)
    if name in (*UNCLICKED, *CROSSINGS):
        return next(spots(page, name))
    for spot in list(spots(page, name)):
        before = fresh(page, name)
        act(*spot)
        if now(page) != before:
            return spot
    raise AssertionError(f"{name}: nothing happens anywhere")


def untouched(page):
    """Return whether nothing is selected and the browser has neither zoomed nor scrolled."""
    return page.evaluate("[String(getSelection()), visualViewport.scale, scrollY]") == ["", 1, 0]


@pytest.mark.parametrize("name", of(kinds_with_a_page()))
def test_a_double_click_is_two_clicks(every, name):
    x, y = acting(every, name, every.mouse.click)
    before = fresh(every, name)
    every.mouse.click(x, y)
    assert (now(every) == before) == (name in (*UNCLICKED, *CROSSINGS))
    every.wait_for_timeout(600)
    every.mouse.click(x, y)
    twice = now(every)
    fresh(every, name)
    every.mouse.dblclick(x, y)
    assert now(every) == twice
    fresh(every, name)
    for _ in range(2):
        every.touchscreen.tap(x, y)
    assert now(every) == twice
    assert untouched(every)


@pytest.mark.parametrize("name", of(kinds_with_a_page()))
def test_a_long_press_is_the_right_button(every, name):
    def right(x, y):
        every.mouse.click(x, y, button="right")

    if name in SWIPED:  # the right button plays nothing
        fresh(every, name)
        x, y = next(spots(every, name))
    else:
        x, y = acting(every, name, right)
    fresh(every, name)
    right(x, y)
    wanted = now(every)
    fresh(every, name)
    every.evaluate(
        "document.addEventListener('contextmenu', (event) => {"
        " window.menu = !event.defaultPrevented; }, { once: true })"
    )
    session = every.context.new_cdp_session(every)
    touches(session, "touchStart", (0, (x, y)))
    every.wait_for_timeout(LONG)
    touches(session, "touchEnd")
    assert now(every) == wanted
    assert not every.evaluate("window.menu") and untouched(every)


@pytest.mark.parametrize("name", of([one for one in kinds_with_a_page() if one not in CROSSINGS]))
def test_two_fingers_zoom_and_play_nothing(every, name):
    before, (left, top, width, height) = fresh(every, name), every.evaluate(BOARD)
    x, y = left + width / 2, top + height / 2
    session = every.context.new_cdp_session(every)
    touches(session, "touchStart", (0, (x - 40, y)))
    touches(session, "touchStart", (0, (x - 40, y)), (1, (x + 40, y)))
    for by in range(10, 60, 10):
        touches(session, "touchMove", (0, (x - 40 - by, y)), (1, (x + 40 + by, y)))
    touches(session, "touchEnd", (0, (x - 90, y)))
    touches(session, "touchEnd")
    assert every.evaluate(BOARD)[2] > 1.4 * width
    assert now(every) == before
    assert untouched(every)


KEYS = [
    "Enter",
    "1",
    "2",
    "d",
    "s",
    "ArrowRight",
    "ArrowRight",
    "ArrowDown",
    "ArrowDown",
    "ArrowLeft",
    "ArrowUp",
    "Space",
    "r",
    "t",
]


@pytest.mark.parametrize("name", of(kinds_with_a_page()))
def test_keys_play_and_take_back(every, name):
    """Random keys change the position but never scroll the page, and Ctrl+Z undoes every move."""
    before = fresh(every, name)
    every.locator(".place [role=grid], .place .banks, .place .board").first.focus()
    rng = random.Random(name)
    for _ in range(300):
        every.keyboard.press(rng.choice(KEYS))
        if now(every) != before:
            break
    assert now(every) != before and (name in CROSSINGS or untouched(every))
    every.keyboard.press("Enter")  # a block that is held is put down
    for _ in range(every.evaluate("cpstudy.session.history.done")):
        every.keyboard.press("Control+z")
    assert now(every) == before


def stroke(page, name):
    """Return three spots in a line on which a drag of the mouse draws something."""
    fresh(page, name)
    boxes = list(spots(page, name))
    columns = page.evaluate("cpstudy.session.entry.columns")
    for at in range(len(boxes)):
        for step in (1, columns):
            way = boxes[at : at + 2 * step + 1 : step]
            before = fresh(page, name)
            if len(way) == 3:
                mouse(page, way)
                if now(page) != before:
                    return way
    raise AssertionError(f"{name}: nothing is drawn anywhere")


def mouse(page, way):
    page.mouse.move(*way[0])
    page.mouse.down()
    for point in way[1:]:
        page.mouse.move(*point, steps=3)
    page.mouse.up()


@pytest.mark.parametrize("name", of(DRAWN))
def test_a_finger_draws_as_the_mouse_does(every, name):
    way = stroke(every, name)
    drawn = now(every)
    fresh(every, name)
    session = every.context.new_cdp_session(every)
    touches(session, "touchStart", (0, way[0]))
    for one, other in pairwise(way):
        for part in (1 / 3, 2 / 3, 1):
            here = [a + part * (b - a) for a, b in zip(one, other, strict=True)]
            touches(session, "touchMove", (0, here))
    touches(session, "touchEnd")
    assert now(every) == drawn and untouched(every)


@pytest.mark.parametrize("name", of((*VALUES, *NUMBERS)))
def test_values_by_touch_keys_and_a_long_press(every, name):
    empty = fresh(every, name)
    free = """[...document.querySelectorAll(".place [role=gridcell]")].findIndex(
      (cell) => /(empty|[0-9])$/.test(cell.ariaLabel) && !cell.querySelector(".wall"))"""
    clues = every.evaluate("cpstudy.session.entry.board.clues ?? null")
    start = every.evaluate("Array.from(cpstudy.session.position())") if clues is None else clues
    at = start.index(0) if name != "kakuro" else every.evaluate(free)
    x, y = list(spots(every, name))[at]
    every.touchscreen.tap(x, y)
    every.get_by_role("button", name="value 2").tap()
    assert now(every) != empty
    session = every.context.new_cdp_session(every)
    touches(session, "touchStart", (0, (x, y)))
    every.wait_for_timeout(LONG)
    touches(session, "touchEnd")
    assert now(every) == empty
    every.mouse.dblclick(x, y)
    every.keyboard.press("2")
    assert now(every) != empty
    every.keyboard.press("Backspace")
    assert now(every) == empty and untouched(every)


@pytest.mark.parametrize("name", of(SWIPED))
def test_a_swipe_moves(every, name):
    left, top, width, height = every.evaluate(BOARD)
    moved = 0
    session = every.context.new_cdp_session(every)
    for right, down in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        before = fresh(every, name)
        left, top, width, height = every.evaluate(BOARD)
        x, y = left + width / 2, top + height / 2
        touches(session, "touchStart", (0, (x, y)))
        for part in range(1, 7):
            touches(session, "touchMove", (0, (x + 15 * part * right, y + 15 * part * down)))
        touches(session, "touchEnd")
        moved += now(every) != before
    assert moved >= 1 and untouched(every)


@pytest.mark.slow
def test_blocks_are_slid_by_a_finger(every):
    session = every.context.new_cdp_session(every)

    def slide(x, y):
        for right, down in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            touches(session, "touchStart", (0, (x, y)))
            for part in range(1, 7):
                touches(session, "touchMove", (0, (x + 12 * part * right, y + 12 * part * down)))
            touches(session, "touchEnd")

    acting(every, "rush_hour", slide)
    assert untouched(every)


@pytest.mark.slow
@pytest.mark.parametrize("name", CROSSINGS)
def test_crossings_by_taps(every, name):
    before = fresh(every, name)
    every.locator(".bank .token:not([disabled])").first.tap()
    every.locator(".banks .buttons button:not([disabled])").first.tap()
    assert now(every) != before or every.locator(".vessel .token").count() > 0
    assert untouched(every)


@pytest.mark.parametrize(
    "name",
    of(
        (
            "picross",
            "nurikabe",
            "slitherlink",
            "masyu",
            *CELLS,
        )
    ),
)
def test_a_stroke_that_leaves_the_board_ends_there(every, name):
    """After a stroke ends outside the board, moving the pointer back draws nothing more."""
    x, y = acting(every, name, every.mouse.click)
    fresh(every, name)
    _, top, _, _ = every.evaluate(BOARD)
    every.mouse.move(x, y)
    every.mouse.down()
    every.mouse.move(x, top - 30, steps=4)
    every.mouse.up()
    once = now(every)
    every.mouse.move(x, y, steps=3)
    every.mouse.move(x + 30, y + 30, steps=3)
    assert now(every) == once and untouched(every)
