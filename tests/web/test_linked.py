"""Puzzles of every kind from a link: read as Python reads them, played without hints."""

import json
import random
from contextlib import suppress

import pytest

from cpstudy import api
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.puzzles import DECLARED, kind
from cpstudy.web.entries import entry
from cpstudy.web.sets import kinds_with_a_page
from tests.declared.test_kinds import PUBLISHED
from tests.golden import rows
from tests.web.conftest import watched
from tests.web.rules import asked, brought_along, middles
from tests.web.test_puzzle_urls import PUT, READ, link

BY_KIND = pytest.mark.parametrize("name", kinds_with_a_page())

# Features that no other program writes: thermometers, diagonals, cages with holes.
EXTRA = {
    "killer_sudoku": (
        "killer_sudoku:4x4:;aaab/a.ab/aaab/....;;;8se,.,.,3sw/.,.,.,./.,.,.,./7ne,.,.,.",
        "killer_sudoku:4x4:..1./..../..../....;;;a1,a2,.,b1/.,a3,.,b2/.,.,.,b3/.,.,.,.",
    ),
}

PARSED = """([name, texts]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === name);
  const like = cpstudy.entries.find((entry) => entry.kind === name);
  return texts.map((text) => {
    try {
      const { rows, columns, size, board } = (kind.parse ?? kind.sketch)(text, like);
      return { rows, columns, size, board };
    } catch (error) {
      return error.message;
    }
  });
}"""


def texts_of(name):
    """Return every 25th board of the golden rows, small and large, and bundled boards."""
    if name in DECLARED:
        return declared_texts(name)
    return [text for text, *_ in rows.read(name)[::25]] + [
        record["text"] for record in brought_along(name, 5)
    ]


def declared_texts(name):
    """Return boards of the kind and of other programs, some of them without some tokens."""
    puzzle, rng = kind(name).puzzle, random.Random(name)
    published = PUBLISHED["pzprjs"].get(name, {}).get("address")
    given = [*puzzle.unique, puzzle.many, *PUBLISHED["games"].get(name, ()), *EXTRA.get(name, ())]
    boards = [puzzle.decode(text) for text in (*given, *([published] if published else ()))]
    found = [board.encode() for board in boards]
    while len(found) < 24:
        board = rng.choice(boards)
        tokens = {
            block.name: {
                place: token
                for place, token in board.board.clues(block.name).items()
                if not block.blank or rng.random() < 0.8
            }
            for block in puzzle.blocks
        }
        with suppress(InputError):
            found.append(puzzle.of_blocks(board.rows, board.columns, tokens).encode())
    return found


def board_of(puzzle):
    """Return the board as the page gets it from Python, through JSON; None if no page takes it."""
    try:
        board = kind(puzzle.kind).page.board(puzzle)
    except NotApplicable:
        return None
    if puzzle.kind in DECLARED:  # a link contains no rules
        board["rules"] = None
    return json.loads(json.dumps(board))


@BY_KIND
def test_texts_are_read_as_python_reads_them(judge, name):
    met = 0
    texts = texts_of(name)
    for text, found in zip(texts, judge.evaluate(PARSED, [name, texts]), strict=True):
        board = board_of(api.puzzle(name, text))
        if board is None:
            assert isinstance(found, str), text
            continue
        assert found["board"] == board, text
        assert (found["rows"], found["columns"]) == (board["rows"], board["columns"]), text
        assert found.get("size") == board.get("size"), text
        met += 1
    assert met > 20


@pytest.fixture(scope="module")
def every(tabs, tmp_path_factory):
    """One page of all kinds, for all links."""
    with watched(tabs, tmp_path_factory.mktemp("linked")) as pages:
        yield pages.open([one for name in kinds_with_a_page() for one in brought_along(name, 1)])


@BY_KIND
def test_a_linked_puzzle_is_played_and_nothing_false_is_said(every, name):
    page, text = every, texts_of(name)[7]
    page.evaluate(PUT, [link(name, text)])
    assert page.evaluate("cpstudy.session.entry.text") == text
    assert page.locator(".note").is_hidden()
    page.get_by_role("button", name="Hint", exact=True).click()
    said = page.locator(".levels").text_content()
    honest = ("has no deduction of", "not known", "Look at", "It is complete.")
    assert any(words in said for words in honest), said
    assert "nothing that follows" not in said


@BY_KIND
def test_mutated_texts_open_or_are_one_line(every, name):
    rng = random.Random(5)
    page = every
    alphabet = "0123456789abcdefgxoAZ/.,:;-_#$@*| \u202e<"
    mutated = []
    for text in sorted(texts_of(name), key=len)[:5]:
        characters = list(text)
        for _ in range(rng.randint(1, 2)):
            at = rng.randrange(len(characters))
            characters[at : at + rng.randint(0, 1)] = rng.choice(["", *alphabet])
        mutated.append(link(name, "".join(characters)))
    result = asked(page, READ, mutated)
    assert all(words.startswith("This link") for hidden, words, *_ in result if not hidden)
    assert not all(hidden for hidden, *_ in result)
    again = page.evaluate(PUT, [link(name, texts_of(name)[0])])
    assert again[0][0]


def test_a_board_without_rules_is_drawn_on_and_never_judged(browser):
    """With any position, even the answer, the page states that it cannot check the board."""
    text, honest = "akari:3x3:.../.4./...", "this page cannot check it or give hints"
    held = entry(api.puzzle("akari", "akari:3x3:.../.#./..."))
    page = browser.open([held], link("akari", text))
    cells = middles(page)
    for at in (1, 0, 0, 3, 5, 7):
        page.mouse.click(*cells[at])
        assert honest in page.locator(".status").text_content()
    assert page.locator(".finish").is_hidden() and page.get_by_label("show conflicts").count() == 0
    page.get_by_role("button", name="Is anything wrong?").click()
    assert honest in page.locator(".levels").text_content()
    # A page with the rules reads the same position and calls it complete.
    position = page.evaluate("cpstudy.session.kind.encode(cpstudy.session.position())")
    page = browser.open([entry(api.puzzle("akari", text))], f"{link('akari', text)};{position}")
    assert page.locator(".status").text_content() == "Complete: every rule holds."


def test_a_linked_puzzle_of_pipes_is_not_called_hopeless(browser):
    """The board is easy, but the page lacks its deduction and says so."""
    text = "3x3:654eb6414"
    assert entry(api.puzzle("pipes", text))["grade"] == "local"
    page = browser.open([entry(api.puzzle("pipes", "2x1:11"))], link("pipes", text))
    page.get_by_role("button", name="Hint", exact=True).click()
    assert "has no deduction of" in page.locator(".levels").text_content()
    page.get_by_role("button", name="Is anything wrong?").click()
    assert "not known here" in page.locator(".levels").text_content()
