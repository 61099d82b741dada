"""Links to puzzles: an invalid link gives at most one line of explanation, and the page stays
usable.
"""

import random
from urllib.parse import quote

import pytest

from cpstudy import api
from cpstudy.web.entries import entry
from tests.web.conftest import watched
from tests.web.rules import asked

UNIQUE = "5x5:28b58bdc165751a55193137e2"
_PUT = """(fragments) => fragments.map((fragment) => {
  cpstudy.tell("");
  %s
  const note = document.querySelector(".note");
  const boards = document.querySelectorAll(".board").length;
  return [note.hidden, note.textContent, cpstudy.session.entry.text, boards];
})"""
PUT = (
    _PUT
    % """history.replaceState(null, "", location.href.split("#")[0] + fragment);
  cpstudy.follow();"""
)
# Reads addresses without changing the browser's location, which would take most of the time.
READ = _PUT % "cpstudy.follow(new URL(fragment, location.href).hash);"


@pytest.fixture
def page(browser):
    return browser.open([entry(api.puzzle("pipes", UNIQUE))])


@pytest.fixture(scope="module")
def reader(tabs, tmp_path_factory):
    """One page for all links that are only read."""
    with watched(tabs, tmp_path_factory.mktemp("links")) as pages:
        yield pages.open([entry(api.puzzle("pipes", UNIQUE))])


def link(*parts):
    return "#" + ";".join(quote(part, safe="") for part in parts)


def test_a_link_holds_board_and_position(page, browser):
    page.get_by_role("gridcell").first.click()
    page.get_by_role("button", name="Copy link").click()
    before = page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())")
    fragment = page.evaluate("location.hash")
    again = browser.open([entry(api.puzzle("pipes", "2x1:11"))], fragment)
    assert again.evaluate("cpstudy.session.entry.text") == UNIQUE
    assert again.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())") == before


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        (link("chess", "8x8"), "no such kind"),
        (link("pipes", "<script>"), "no game ID"),
        (link("pipes", "3x3:12"), "has 2 tiles, expected 9"),
        (link("pipes", "999x999:1"), "1 to 10,000 tiles"),
        (link("pipes", UNIQUE, "123"), "the position has 3 tiles, the board 25"),
        (link("pipes", UNIQUE, "f" * 25), "turns the tile in row 1, column 1 into another one"),
        ("#a;b;c;d", "more parts"),
        ("#%E0%A4%A", "damaged"),
        ("#" + "a" * 70_000, "too long"),
    ],
)
def test_a_bad_link_is_one_line(reader, fragment, words):
    ((hidden, result, _, boards),) = reader.evaluate(PUT, [fragment])
    assert not hidden and words in result and "\n" not in result
    assert boards == 1


@pytest.mark.parametrize("count", [90, pytest.param(5000, marks=pytest.mark.slow)])
def test_mutated_links(page, count):
    good = link("pipes", UNIQUE, UNIQUE.partition(":")[2])
    rng = random.Random(5)
    alphabet = "#;%:xwgvh0123456789abcdef<>\"'&\\/ \u202e\U0001f600\x00"
    mutated = []
    for _ in range(count):
        characters = list(good)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(1, len(characters))
            what = rng.choice(("drop", "put", "swap"))
            if what == "drop":
                del characters[at]
            elif what == "put":
                characters.insert(at, rng.choice(alphabet))
            else:
                characters[at] = rng.choice(alphabet)
        mutated.append("".join(characters))
    result = asked(page, READ, mutated)
    refused = [words for hidden, words, _, _ in result if not hidden]
    assert all(boards == 1 for *_, boards in result)
    assert all(words.startswith(("This link", "The position")) for words in refused)
    assert count / 3 < len(refused) < count
    # The page still plays.
    page.evaluate(PUT, [link("pipes", UNIQUE)])
    page.get_by_role("gridcell").first.click()
    assert page.locator(".numbers").text_content().endswith("1 move")


def test_what_was_stored_is_not_trusted_either(page, browser):
    for moves in ('[["turn",999,1]]', '[["turn",0,7]]', '"x"', "[null]", '[["place",0,15]]'):
        page.evaluate(
            f"localStorage.setItem('cpstudy/game/pipes/{UNIQUE}', "
            f'\'{{"base":null,"moves":{moves},"done":1}}\')'
        )
        page.evaluate("cpstudy.session.save = () => {}")
        page = browser.open([entry(api.puzzle("pipes", UNIQUE))], page=page)
        assert page.locator(".numbers").text_content().endswith("0 moves")
