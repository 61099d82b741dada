"""The layout: the board is wholly visible on every screen, and wheel, pinch and keys zoom it. The
home view.
"""

import pytest

from cpstudy import api
from cpstudy.web.entries import entry
from cpstudy.web.sets import kinds_with_a_page
from tests.web.conftest import watched
from tests.web.rules import brought_along, choose_kind, unpacked
from tests.web.test_frame import COLOURS, axe_finds

SCREENS = {"large": (1920, 1080), "wide": (1280, 800), "tablet": (820, 1180), "phone": (390, 844)}
# At 60 % of a phone's width, a board that is twice as wide as high would be wider than the phone.
LONG = 1.9

_BOX = """
  const { left, top, width, height } =
    document.querySelector(".place .board, .place .scene").getBoundingClientRect();
"""
BOARD = f"() => {{ {_BOX} return [left, top, width, height]; }}"

# For each board: its box, the width of its place, the top of the title, the ends of the lowest
# buttons.
_LAID_OUT = f"""() => cpstudy.entries.map((entry) => {{
  cpstudy.open(entry);
  {_BOX}
  const room = document.querySelector(".place").clientWidth;
  const title = document.querySelector("h2").getBoundingClientRect();
  const names = ["Undo", "Restart", "right"];
  const named = (one) => names.includes(one.ariaLabel ?? one.textContent) && one.checkVisibility();
  const low = [...document.querySelectorAll("button")].filter(named);
  const bottoms = low.map((one) => one.getBoundingClientRect().bottom);
  return [entry.kind + " " + entry.text, left, top, width, height, room, title.top, ...bottoms];
}})"""


@pytest.fixture(scope="module")
def typicals(tabs, tmp_path_factory):
    """One page with a board of each kind."""
    with watched(tabs, tmp_path_factory.mktemp("layout")) as pages:
        yield pages.open([typical(name) for name in kinds_with_a_page()])


def typical(name):
    """Return a board of a size that people play."""
    boards = brought_along(name, 12)
    return next((one for one in boards if min(one["rows"], one["columns"]) >= 3), boards[0])


@pytest.mark.parametrize("screen", ["wide", "phone"])
def test_boards_are_wholly_in_sight_and_large(typicals, screen):
    laid_out(typicals, screen)


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_boards_of_every_size_are_wholly_in_sight_and_large(browser, screen):
    every = [entry for name in kinds_with_a_page() for entry in unpacked(name)]
    sizes = {(one["kind"], one["rows"], one["columns"]): one for one in every}
    laid_out(browser.open([*sizes.values()]), screen)


def laid_out(page, screen):
    """Both sides of a board are at least 60 % of a screen's shorter side.

    A long board fills the available width instead. Every board and its buttons are visible.
    """
    width, height = SCREENS[screen]
    page.set_viewport_size({"width": width, "height": height})
    for name, left, top, wide, high, room, title, *bottoms in page.evaluate(_LAID_OUT):
        assert title >= 0 and left >= 0 and left + wide <= width + 1, name
        assert top >= 0 and top + high <= height + 1, name
        assert len(bottoms) >= 2 and all(0 < bottom <= height for bottom in bottoms), name
        if min(wide, high) < 0.6 * min(width, height):
            assert wide == pytest.approx(room, abs=2) and wide > LONG * high, name


def test_large_boards_fit_too_and_are_zoomed(browser):
    (puzzle, _), *_ = api.generate("pipes", "wilson", 25, 1, 1)
    page = browser.open([entry(puzzle)], viewport={"width": 1280, "height": 800})
    before = page.evaluate(BOARD)
    assert before[1] + before[3] <= 800
    page.mouse.move(600, 400)
    page.keyboard.press("+")
    assert page.evaluate(BOARD)[2] == pytest.approx(1.25 * before[2], rel=0.01)
    page.keyboard.press("-")
    page.evaluate(
        "document.querySelector('.board').dispatchEvent(new WheelEvent('wheel', "
        "{ctrlKey: true, deltaY: -300, clientX: 400, clientY: 300, bubbles: true, "
        "cancelable: true}))"
    )
    zoomed = page.evaluate(BOARD)
    assert zoomed[2] == pytest.approx(2.718 * before[2], rel=0.01)
    # The point under the pointer stays there.
    assert (400 - zoomed[0]) / zoomed[2] == pytest.approx((400 - before[0]) / before[2], abs=0.01)
    assert page.evaluate("document.documentElement.scrollHeight") <= 800
    page.get_by_role("button", name="Next puzzle").click()
    assert page.evaluate(BOARD) == before


def test_titles_are_whole_on_a_phone(typicals):
    typicals.set_viewport_size({"width": 390, "height": 844})
    assert not typicals.evaluate(
        "cpstudy.entries.filter((entry) => { cpstudy.open(entry); const title ="
        " document.querySelector('h2'); return title.scrollWidth > title.clientWidth; })"
        ".map(({ kind }) => kind)"
    )


def touches(session, kind, *points):
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in points]},
    )


def test_on_a_phone_the_board_stays_in_sight_beside_what_a_hint_says(browser):
    page = browser.open(brought_along("sudoku", 1), viewport={"width": 390, "height": 844})
    before = page.evaluate(BOARD)
    page.get_by_role("button", name="Hints").click()
    for name in ("Hint", "Which rule?", "What follows?"):
        page.get_by_role("button", name=name, exact=True).click()
    page.locator(".levels li").last.scroll_into_view_if_needed()
    _, top, _, high = page.evaluate(BOARD)
    said = page.locator(".levels li").last.bounding_box()
    assert top >= 0 and top + high < said["y"] and said["y"] + said["height"] <= 844
    for number in page.locator(".line-number").all():
        assert number.bounding_box()["height"] >= 10
    page.get_by_role("button", name="Rules").click()
    assert "Fill the cells so that" in page.locator(".panel").text_content()
    page.locator(".bar").get_by_role("button", name="Hints").click()
    assert page.get_by_role("button", name="Hint", exact=True).is_visible()
    assert page.evaluate(BOARD) != before
    page.locator(".bar").get_by_role("button", name="Hints").click()
    assert page.evaluate(BOARD) == before


def test_on_a_phone_the_notes_of_a_crossing_stay_in_sight_beside_a_hint(browser):
    """With many items and long notes, the button and the note once lay below their place."""
    boards = [unpacked(name)[at] for name, at in (("river_crossing", -1), ("missionaries", 5))]
    page = browser.open(boards, viewport={"width": 390, "height": 844})
    for at in range(len(boards)):
        page.evaluate(f"cpstudy.open(cpstudy.entries[{at}])")
        page.evaluate("cpstudy.host.classList.add('asking')")
        place = page.locator(".place").bounding_box()
        for part in (page.locator(".banks-note"), page.locator(".banks").get_by_text("Cross")):
            box = part.bounding_box()
            assert box["y"] + box["height"] <= place["y"] + place["height"] + 1
        page.get_by_role("button", name="Hint", exact=True).click()
        lit, scene = page.locator(".token.lit").first, page.locator(".scene").bounding_box()
        box = lit.bounding_box()
        assert scene["y"] <= box["y"] and box["y"] + box["height"] <= scene["y"] + scene["height"]


@pytest.mark.parametrize("name", ["pipes", "slitherlink"])
def test_two_fingers_zoom_and_play_nothing(browser, name):
    page = browser.open(
        brought_along(name, 1), viewport={"width": 390, "height": 844}, has_touch=True
    )
    before = page.evaluate(BOARD)
    session = page.context.new_cdp_session(page)
    touches(session, "touchStart", (0, (150, 400)))
    touches(session, "touchStart", (0, (150, 400)), (1, (250, 400)))
    for by in range(10, 60, 10):
        touches(session, "touchMove", (0, (150 - by, 400)), (1, (250 + by, 400)))
    touches(session, "touchEnd", (0, (100, 400)))
    touches(session, "touchEnd")
    assert page.evaluate(BOARD)[2] > 1.5 * before[2]
    assert page.evaluate("cpstudy.session.history.done") == 0


def test_home_shows_kinds_last_games_and_what_is_solved(browser):
    records = [brought_along(name, 2)[at] for name in ("pipes", "sudoku", "masyu") for at in (0, 1)]
    page = browser.open(records, viewport={"width": 390, "height": 844})
    assert page.locator(".card").count() == 3
    assert page.locator(".again").count() == 0
    assert page.get_by_role("button", name="All puzzles").count() == 0
    page.get_by_role("button", name="Masyu", exact=True).click()
    page.evaluate(
        "cpstudy.session.play(['paint', 1, cpstudy.session.entry.answer.flatMap("
        "(runs, edge) => (runs ? [edge] : []))])"
    )
    assert page.locator(".finish").is_visible()
    assert "with 1 move." in page.locator(".finish").text_content()
    page.get_by_role("button", name="All puzzles").click()
    assert "2 puzzles, 1 solved" in page.locator(".card").nth(2).text_content()
    assert "Masyu" in page.locator(".again").text_content()
    assert "✓" in page.locator(".again").text_content()
    page = browser.open(records, page=page)
    assert page.evaluate("cpstudy.session.entry.kind") == "masyu"
    choose_kind(page, "Sudoku")
    assert page.locator("h2").text_content() == "Sudoku"


def test_the_puzzle_of_the_day_is_that_of_its_date(browser):
    """``daily`` gives one puzzle from midnight to midnight, and different ones on other days."""
    page = browser.open(
        [one for name in ("pipes", "sudoku", "masyu") for one in brought_along(name, 5)]
    )
    todays = page.evaluate("""() => [1, 2, 3, 4, 5, 6, 7, 8].map((day) => [0, 23].map((hour) => {
      const now = new Date(2026, 0, day, hour, 30);
      const real = Date;
      globalThis.Date = class extends real {
        constructor(...given) { super(...(given.length ? given : [now])); }
      };
      cpstudy.showHome();
      globalThis.Date = real;
      const button = document.querySelector(".greeting .primary");
      const words = button.textContent;
      button.click();
      return [words, document.querySelector("h2").textContent, cpstudy.session.entry.text];
    }))""")
    assert all(early == late for early, late in todays)
    assert len({text for (_, _, text), _ in todays}) > 4
    for (words, title, _), _ in todays:
        assert words.startswith(f"Today: {title}, ")


def test_a_choice_that_nothing_has_opens_what_comes_nearest(browser):
    records = [
        entry(api.puzzle("pipes", "3x3:654eb6414"), "one"),
        entry(api.puzzle("pipes", "2x1:11"), "other"),
    ]
    page = browser.open(records)
    page.locator("select[name=source]").select_option("other")
    assert page.evaluate("cpstudy.session.entry.text") == "2x1:11"
    page.locator("select[name=size]").select_option("3×3")
    assert page.evaluate("cpstudy.session.entry.text") == "3x3:654eb6414"


def test_all_new_puzzles_have_one_choice_that_fits_the_panel(browser):
    """Each was a choice, as long as all that is told of it, and wider than the panel."""
    texts = ("3x3:654eb6414", "2x1:11", "1x2:88")
    sources = ("one", "new: pipes 2x1 1314516157-1, score 6", "new: pipes 1x2 1314516158-1")
    puzzles = [api.puzzle("pipes", text) for text in texts]
    page = browser.open([entry(one, of) for one, of in zip(puzzles, sources, strict=True)])
    options = page.locator("select[name=source] option").all_text_contents()
    assert options == ["any", "one", "new"]


FEW = ("pipes", "sudoku", "slitherlink")


@pytest.mark.parametrize(
    ("screen", "names"),
    [("wide", FEW), pytest.param("phone", kinds_with_a_page(), marks=pytest.mark.slow)],
    ids=("few", "all"),
)
def test_axe_finds_nothing_at_home_and_on_a_board(browser, screen, names):
    """Headings and landmarks differ between the two views, and on a phone; all cards are alike."""
    width, height = SCREENS[screen]
    page = browser.open(
        [typical(name) for name in names], viewport={"width": width, "height": height}
    )
    page.evaluate("cpstudy.showHome()")
    for scheme, rules in (("light", None), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        assert axe_finds(page, rules) == [], scheme
    page.emulate_media(color_scheme="light")
    choose_kind(page, "Slitherlink")
    assert axe_finds(page) == []
