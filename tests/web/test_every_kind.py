"""Properties of every kind on the page, tested on its bundled puzzles.

The page loads offline from a file; every view is accessible, in light and dark and on a phone;
invalid links, positions and moves are refused; the stored record of a puzzle is up to date.
"""

import json
import random
from itertools import islice
from urllib.parse import quote

import pytest

from cpstudy import api, puzzles
from cpstudy.core.kind import Bundled
from cpstudy.web.sets import SEED, drawn, kinds_with_a_page
from tests.web.conftest import watched
from tests.web.rules import asked, brought_along, unpacked
from tests.web.test_frame import CHANGING, COLOURS, PHONE, WIDE, axe_finds

# The declared kinds share a script: one with cells, one with lines and one with numbers are tested.
SHARED = set(puzzles.DECLARED) - {"akari", "hashi", "killer_sudoku"}
KINDS = [name for name in kinds_with_a_page() if name not in SHARED]


@pytest.fixture(scope="module", params=KINDS)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def page(tabs, name, tmp_path_factory):
    """One page for each kind, for all tests that leave it unchanged."""
    with watched(tabs, tmp_path_factory.mktemp(name)) as pages:
        yield pages.open(brought_along(name), viewport=WIDE, has_touch=True)


def test_the_page_says_what_it_is(page):
    kind = page.evaluate("(({title, goal, keys}) => ({title, goal, keys}))(cpstudy.kinds[0])")
    assert kind["title"] and kind["goal"].endswith(".") and len(kind["keys"]) >= 2
    assert page.locator(".place [aria-label]").count() > 0
    assert page.locator("h2").text_content() == kind["title"]


SHOW = """(title) => {
  const tabs = [...document.querySelectorAll("[role=tab]")];
  tabs.find((tab) => tab.textContent === title).click();
}"""


def show(page, title):
    """Show a tab by a script; the tests of each kind check that a click opens it."""
    page.evaluate(SHOW, title)
    assert page.locator("[role=tab][aria-selected=true]").text_content() == title


# These kinds share a view with another kind; their views are checked under -m slow.
ALIKE = (
    "jigsaw", "kenken", "masyu", "missionaries", "bridge_torch", "hexpipes", "akari",
    "killer_sudoku", "slitherlink", "sliding_tiles", "bloxorz",
)  # fmt: skip


@pytest.mark.parametrize(
    "name",
    [pytest.param(n, marks=pytest.mark.slow) if n in ALIKE else n for n in KINDS],
    indirect=True,
    scope="module",
)
def test_every_view_is_accessible(page):
    """axe finds nothing on the whole page in its first view, nor in the parts that other views
    change.
    """
    for scheme, rules in (("light", None), ("dark", COLOURS)):
        page.get_by_label("colours").select_option(scheme)
        for at, title in enumerate(page.get_by_role("tab").all_text_contents()):
            show(page, title)
            assert axe_finds(page, rules, CHANGING if at else None) == [], (scheme, title)


def test_a_phone_shows_it_without_scrolling_sideways(page):
    page.set_viewport_size(PHONE)
    for title in page.get_by_role("tab").all_text_contents():
        show(page, title)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    heights = page.get_by_role("button").evaluate_all(
        "(all) => all.map((one) => [one.textContent, one.getBoundingClientRect().height])"
    )
    for words, height in heights:
        assert height == 0 or height >= 32, words  # 0: not shown
    page.set_viewport_size(WIDE)


# A stranger's text may only raise an Error with a sentence, made by the kind.
_WORDS = """(error) => error instanceof Error && !(error instanceof TypeError)
    ? error.message : "thrown: " + error"""

TWISTED = f"""(positions) => {{
  const words = {_WORDS};
  const {{ kind, entry }} = cpstudy.session;
  return positions.map((text) => {{
    try {{
      const position = kind.decode(entry, text);
      kind.status(entry, position);
      const again = kind.decode(entry, kind.encode(position));
      return kind.encode(again) === kind.encode(position);
    }} catch (error) {{
      return words(error);
    }}
  }});
}}"""


def test_positions_of_strangers_are_read_or_refused_in_words(page, name):
    first = page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())")
    rng = random.Random(name)
    alphabet = "0123456789abcdefghijklmnopqrstuvwxyz,.;:-_|/#!<>[]{}\"' ~\u00e9\U0001f600"
    positions = [
        first,
        "",
        "null",
        "[]",
        "{}",
        first * 2,
        first[:-1],
        first + "0",
        "\x00",
        "9" * 400,
    ]
    for _ in range(100):
        characters = list(first or "0")
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(characters) + 1)
            characters[at : at + rng.randint(0, 1)] = rng.choice(alphabet)
        positions.append("".join(characters))
    result = asked(page, TWISTED, positions)
    assert result[0] is True
    for position, said in zip(positions, result, strict=True):
        assert said is True or (isinstance(said, str) and not said.startswith("thrown")), position
    assert any(isinstance(said, str) for said in result)
    link = f"#{name};{quote(brought_along(name, 1)[0]['text'], safe='')};%00%00"
    page.evaluate("(link) => { history.replaceState(null, '', link); cpstudy.follow(); }", link)
    assert page.locator(".note").is_visible() and page.locator(".place > *").count() == 1


MOVES = f"""(moves) => {{
  const words = {_WORDS};
  const {{ kind, entry }} = cpstudy.session;
  const first = kind.encode(cpstudy.session.position());
  const told = moves.map((move) => {{
    try {{
      kind.play(entry, kind.start(entry), move);
      return "";
    }} catch (error) {{
      return words(error);
    }}
  }});
  return [told, kind.encode(cpstudy.session.position()) === first];
}}"""


def test_moves_of_strangers_are_refused(page):
    moves = [None, 1, "x", [], {}, [None], ["x"], [[]], ["turn"], ["place", -1], {"move": 1}]
    moves += [["set", 10**9, 1], ["jumble", 0.5], [0] * 5, True, -1, 10**12, "", ["lock", "0"]]
    result, unchanged = page.evaluate(MOVES, moves)
    assert unchanged
    assert not [said for said in result if said.startswith("thrown")]
    assert any(result)


def test_what_comes_along_is_as_it_would_be_told_now(name):
    """The first puzzle of the kind's smallest line, drawn again, has the stored record."""
    stored = {entry["text"]: entry for entry in unpacked(name)}
    record = puzzles.kind(name)
    assert record.page is not None and stored
    bundled = min(record.page.bundled, key=lambda line: line.size)
    made = bundled.made and (lambda: islice(bundled.made(), 1))
    count, texts = min(bundled.count, 1), bundled.texts[:1]
    one = Bundled(**{**vars(bundled), "count": count, "texts": texts, "made": made})
    for entry in drawn(record, one):
        kept_entry = stored[entry["text"]]
        assert kept_entry["board"] == json.loads(json.dumps(entry["board"]))
        assert kept_entry.get("answer") == json.loads(json.dumps(entry.get("answer")))
        assert kept_entry.get("grade") == entry.get("grade")


def test_texts_are_those_of_the_verbs(name):
    kind = puzzles.kind(name)
    for entry in unpacked(name)[:5]:
        assert kind.puzzle.decode(entry["text"]).encode() == entry["text"]
    assert SEED == 2026 and api.puzzle(name, kind.example)


def test_kinds_on_one_page_leave_each_other_alone(browser):
    """With the style sheets of all kinds, each button on a phone has at least 28 by 32 pixels."""
    page = browser.open([brought_along(name)[0] for name in KINDS], viewport=PHONE)
    for name in KINDS:
        page.evaluate("(kind) => cpstudy.open(cpstudy.entries.find((e) => e.kind === kind))", name)
        sizes = page.locator("main button").evaluate_all(
            "(all) => all.map((one) => [one.textContent, one.offsetWidth, one.offsetHeight])"
        )
        assert sizes
        for words, width, height in sizes:
            assert not width or (width >= 28 and height >= 32), (name, words, width)
