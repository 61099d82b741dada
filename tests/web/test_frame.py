"""The frame of the page: accessible in every view, in light and dark and on a phone; controls,
settings and the work of a turn.
"""

import pytest

from cpstudy import api
from cpstudy.puzzles.pipes.drawing import board
from cpstudy.web.entries import entry

MANY = "4x4:195ce72154716ab2"
UNIQUE = "5x5:28b58bdc165751a55193137e2"

WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


def records(*texts):
    return [entry(api.puzzle("pipes", text)) for text in texts]


# To save time, axe describes no rule that passes, computes no selectors, and reads no style sheets
# for rules that do not run.
AXE = """async ([rules, within]) => {
  const options = {
    resultTypes: ["violations"], selectors: false, preload: false, ...(rules && { runOnly: rules }),
  };
  const { violations } = await axe.run(within ?? document, options);
  return violations.flatMap((rule) => rule.nodes.map((node) => [rule.id, node.html.slice(0, 120)]));
}"""

# The rules that depend on the colours.
COLOURS = ["color-contrast", "link-in-text-block"]

# The parts of the page that another tab can change.
CHANGING = {"include": ["[role=tabpanel]", ".place"]}


def axe_finds(page, rules=None, within=None):
    """Return the violations that axe-core finds, best practices included, as pairs of rule and
    element. rules: run only these; within: check only these parts of the page.
    """
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    return [tuple(found) for found in page.evaluate(AXE, [rules, within])]


# Every run checks the views of this kind with those of all others (test_every_kind.py).
@pytest.mark.slow
@pytest.mark.parametrize(("scheme", "rules"), [("light", None), ("dark", COLOURS)])
def test_axe_finds_nothing_in_any_view(browser, scheme, rules):
    page = browser.open(records(MANY), viewport=WIDE, color_scheme=scheme)
    tabs = page.get_by_role("tab")
    for at in range(tabs.count()):
        tabs.nth(at).click()
        assert axe_finds(page, rules) == []


def test_these_checks_can_fail(browser):
    page = browser.open(records(UNIQUE))
    page.evaluate("document.querySelector('.board').removeAttribute('aria-label')")
    page.evaluate("document.querySelector('main').append(document.createElement('select'))")
    assert "select-name" in {rule for rule, _ in axe_finds(page)}
    assert "select-name" not in {rule for rule, _ in axe_finds(page, within=CHANGING)}
    page.evaluate("document.querySelector('.panel').append(document.createElement('select'))")
    assert "select-name" in {rule for rule, _ in axe_finds(page, within=CHANGING)}
    page.evaluate("document.querySelector('h1').style.color = '#bbb'")
    assert {rule for rule, _ in axe_finds(page, COLOURS)} == {"color-contrast"}


def test_a_phone_shows_all_without_scrolling_sideways(browser):
    page = browser.open(records(UNIQUE, MANY), viewport=PHONE, has_touch=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    tile = page.get_by_role("gridcell").first.bounding_box()
    assert tile["width"] >= 44
    for button in page.get_by_role("button").all():
        assert button.bounding_box()["height"] >= 40


def test_touches_turn_and_lock(browser):
    page = browser.open(records(UNIQUE), viewport=PHONE, has_touch=True)
    first = page.get_by_role("gridcell").first
    page.touchscreen.tap(*centre(first))
    assert page.evaluate("cpstudy.session.history.moves") == [["turn", 0, -1]]
    hold = "(node) => node.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true, "
    x, y = centre(first)
    hold += f"pointerId: 9, pointerType: 'touch', clientX: {x}, clientY: {y}}}))"
    first.evaluate(hold)
    page.locator(".locked").wait_for()
    assert page.evaluate("cpstudy.session.history.moves[1]") == ["lock", 0]


TWO_FINGERS = """(node) => {
  const { x, y, width, height } = node.getBoundingClientRect();
  const [clientX, clientY] = [x + width / 2, y + height / 2];
  for (const [type, pointerId] of [["down", 1], ["down", 2], ["up", 1], ["up", 2]]) {
    const touch = { bubbles: true, pointerId, pointerType: "touch", clientX, clientY };
    node.dispatchEvent(new PointerEvent(`pointer${type}`, touch));
  }
}"""


def test_two_fingers_turn_back(browser):
    page = browser.open(records(UNIQUE), viewport=PHONE, has_touch=True)
    page.get_by_role("gridcell").nth(7).evaluate(TWO_FINGERS)
    assert page.evaluate("cpstudy.session.history.moves") == [["turn", 7, 1]]


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_everything_by_keyboard_alone(browser):
    """The Tab key reaches buttons, choices, inputs, the board, the tabs and their panel."""
    page = browser.open(records(UNIQUE, MANY))
    met = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        met.add(
            page.evaluate(
                "document.activeElement.getAttribute('role') ?? document.activeElement.tagName"
            )
        )
    assert {"BUTTON", "SELECT", "INPUT", "grid", "tab", "tabpanel"} <= met


def test_what_happens_is_said(browser):
    page = browser.open(records(UNIQUE))
    said = page.get_by_role("status").last
    page.get_by_role("button", name="Hint", exact=True).click()
    assert said.text_content().startswith("Look at row ")
    grid = page.get_by_role("grid")
    active = page.locator(f"#{grid.get_attribute('aria-activedescendant')}")
    assert active.get_attribute("aria-label").startswith("row 1, column 1, dead end open ")


def test_a_hint_and_a_panel_stay_when_more_is_known_of_the_puzzle(browser):
    page = browser.open(records(UNIQUE))
    again = "cpstudy.buildPanels(cpstudy.session.kind, cpstudy.session.entry)"
    page.get_by_role("button", name="Hint", exact=True).click()
    page.evaluate(again)
    assert page.locator(".levels li").count() == 1
    page.get_by_role("tab", name="Help").click()
    page.evaluate(again)
    assert page.get_by_role("tab", selected=True).text_content() == "Help"


def test_the_first_mistake_is_named(browser):
    page = browser.open(records(UNIQUE))
    judge = page.get_by_role("button", name="Is anything wrong?")
    judge.click()
    assert page.locator(".levels").text_content() == "Nothing is wrong."
    page.evaluate(
        "(() => { const tile = cpstudy.session.entry.answer.findIndex("
        "(sides, at) => sides === cpstudy.session.position().tiles[at] && sides < 15);"
        "cpstudy.session.play(['turn', tile, 1]); cpstudy.session.play(['lock', tile]); })()"
    )
    judge.click()
    assert ", which cannot be. " in page.locator(".levels").text_content()
    assert page.locator(".mark.wrong").count() == 1


def test_a_replay_comes_to_the_solution(browser):
    page = browser.open(records(UNIQUE))
    page.get_by_role("tab", name="Deduction").click()
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    assert page.locator(".known.settled").count() == 25
    page.keyboard.press("Home")
    assert page.locator(".known.settled").count() == 0
    page.get_by_role("tab", name="Help").click()
    assert page.locator(".known").count() == 0


def test_solutions_are_laid_over_each_other_and_repaired(browser):
    page = browser.open(records(MANY))
    tabs = page.get_by_role("tab").all_text_contents()
    assert tabs == ["Hints", "Deduction", "Solutions", "Learn", "Help"]
    page.get_by_role("tab", name="Solutions").click()
    assert page.locator(".place .ghost").count() > 0
    assert page.locator(".place .mark.region").count() > 0
    page.get_by_role("button", name="Solution ▶").click()
    assert "Solution 2 of" in page.locator(".panel .words").text_content()
    assert page.locator(".panel .small .board").count() == 1
    page.get_by_role("tab", name="Hints").click()
    assert page.locator(".ghost, .mark").count() == 0


def test_settings_are_kept(browser):
    page = browser.open(records(UNIQUE), reduced_motion="no-preference")
    assert page.locator("html.still").count() == 0
    page.get_by_label("colours").select_option("dark")
    page.get_by_label("animate").uncheck()
    page = browser.open(records(UNIQUE), page=page)
    assert page.locator("html.still[data-theme=dark]").count() == 1


def test_reduced_motion_is_respected(browser):
    page = browser.open(records(UNIQUE), reduced_motion="reduce")
    assert page.locator("html.still").count() == 1


def test_choosing_another_puzzle(browser):
    page = browser.open(records(UNIQUE, MANY, "2x1:11"))
    page.get_by_role("button", name="Next puzzle").press("Enter")
    assert page.evaluate("document.activeElement.classList.contains('board')")
    page.get_by_label("size").focus()
    page.get_by_label("size").select_option("4×4")
    assert page.evaluate("document.activeElement.name") == "size"
    assert page.evaluate("cpstudy.session.entry.text") == MANY
    page = browser.open(records(UNIQUE, MANY, "2x1:11"), page=page)
    assert page.evaluate("cpstudy.session.entry.text") == MANY  # the page resumes there


def test_wrapping_boards_move_along(browser):
    page = browser.open([entry(next(iter(api.generate("pipes", "wilson", 4, 1, 1, wrap=True)))[0])])
    page.get_by_role("grid").focus()
    before = page.get_by_role("gridcell").first.bounding_box()
    page.keyboard.press("Shift+ArrowRight")
    after = page.get_by_role("gridcell").first.bounding_box()
    assert after["x"] > before["x"] and after["y"] == before["y"]
    assert page.evaluate("cpstudy.session.history.done") == 0


def test_a_turn_on_a_large_board_touches_little(browser):
    """One turn among 900 tiles changes fewer than 200 nodes: the tile, and those whose water
    changes.

    The test counts the work instead of the time.
    """
    (puzzle, _), *_ = api.generate("pipes", "wilson", 30, 1, 1)
    record = {"kind": "pipes", "text": puzzle.encode(), "board": board(puzzle)}
    page = browser.open([{**record, "rows": 30, "columns": 30}])
    changed = page.evaluate(
        """() => {
          const observer = new MutationObserver(() => {});
          observer.observe(document.querySelector(".board"),
              {subtree: true, attributes: true, childList: true});
          cpstudy.session.play(["turn", 0, -1]);
          return new Set(observer.takeRecords().map((record) => record.target)).size;
        }"""
    )
    assert 0 < changed < 200


def test_a_hint_of_a_board_without_solutions_says_so(browser):
    """It said that nothing follows by rules, and that nothing is wrong."""
    page = browser.open([entry(api.puzzle("pipes", "2x2:1111"))])
    none = "This puzzle has no solution."
    page.get_by_role("button", name="Hint", exact=True).click()
    assert page.locator(".levels").text_content() == none
    page.get_by_role("button", name="Is anything wrong?").click()
    assert page.locator(".levels").text_content() == f"No rule is broken so far. {none}"


def test_words_count_as_players_do(browser):
    page = browser.open(records(UNIQUE))
    for name in ("Hint", "Which rule?", "What follows?"):
        page.get_by_role("button", name=name, exact=True).click()
    said = page.locator(".levels").text_content()
    assert "row 1, column 3" in said and "(0, " not in said
    # The tile is its own reason, so the hint names nothing else to look at.
    assert ", too." not in said
    assert page.locator(".line-number").all_text_contents() == ["1", "3"]
    page.get_by_role("tab", name="Deduction").click()
    page.get_by_role("button", name="Next ▶").click()
    assert "in row 1, column " in page.locator(".panel .words").text_content()
    panel = page.locator(".panel").text_content()
    assert "easy: the hardest rule that it needs is “Only one way left”" in panel
    assert "Step 1 of" in panel
