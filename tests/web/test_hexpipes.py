"""Pipes on hexagons on the page: its rules and geometry against Python's; play by clicks, keys and
hints.
"""

import math
import random

import pytest

from cpstudy import api
from cpstudy.puzzles.hexpipes.drawing import RADIUS, extent, middle
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.drawing import board
from cpstudy.puzzles.tilings.rules import turned
from cpstudy.web.entries import entry
from tests.puzzles.tilings.instances import random_board
from tests.web.rules import NOW, asked, complete, hinted, middles, mistakes, refusals, refused_moves

EXAMPLE = "3x3:045410712220012402"
SEVERAL = "4x4:02244412642001011075370420025020"

# The cells that the page finds at points.
UNDER = "(points) => points.map(([x, y]) => cpstudy.view.board.options.layout.under(x, y))"


def record_of(puzzle):
    return {
        "kind": "hexpipes",
        "text": puzzle.encode(),
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "board": board(puzzle),
    }


def summary(text):
    return entry(api.puzzle("hexpipes", text))


def digits(position, locked=()):
    """Return the page's text of a position: two digits of base 32 for each tile."""
    values = [tile + 64 * (cell in locked) for cell, tile in enumerate(position)]
    alphabet = "0123456789abcdefghijklmnopqrstuv"
    return "".join(alphabet[value >> 5] + alphabet[value & 31] for value in values)


def positions(puzzle, solution, rng):
    yield solution
    for _ in range(3):
        nearly = bytearray(solution)
        at = rng.randrange(len(nearly))
        nearly[at] = turned(nearly[at], rng.randint(1, 5), 6)
        yield bytes(nearly)
    yield bytes(rng.choice(puzzle.orientations[tile]) for tile in puzzle.tiles)


def boards(rng):
    """Yield boards with a position: solved ones, trees, tori, free graphs with loops, and empty
    tiles.
    """
    for index in range(60):
        algorithm = ("wilson", "depth-first", "kruskal", "prim")[index % 4]
        size = (rng.randint(1, 4), rng.randint(2, 4))
        wrap = index % 3 == 0
        puzzle, solution = next(api.generate("hexpipes", algorithm, size, 1, index, wrap=wrap))
        yield puzzle, solution
        yield HexPipes(*size, solution, wrap, free=True), solution
        lying = random_board(rng, HexPipes)
        yield lying, lying.tiles
    every = bytes([63] * 9)
    yield HexPipes(3, 3, every, wrap=True, free=True), every
    yield HexPipes(3, 3, every, wrap=True), every
    yield HexPipes(1, 2, bytes(2)), bytes(2)


@pytest.fixture
def page(browser):
    return browser.open([summary(EXAMPLE)])


def test_positions_are_complete_where_python_says_so(judge):
    rng = random.Random(7)
    met = {True: 0, False: 0}
    for puzzle, solution in boards(rng):
        shown = list(positions(puzzle, solution, rng))
        said = complete(judge, record_of(puzzle), [digits(one) for one in shown])
        for one, whole in zip(shown, said, strict=True):
            assert whole is (puzzle.violation(one) == ""), (puzzle.encode(), one.hex())
            met[whole] += 1
    assert sum(met.values()) > 800 and min(met.values()) > 150


def test_a_point_belongs_to_the_nearest_hexagon(page):
    rng = random.Random(1)
    width, height = extent(3, 3)
    points = [(rng.uniform(-1, width + 1), rng.uniform(-1, height + 1)) for _ in range(500)]
    inside = 0
    for point, cell in zip(points, asked(page, UNDER, points), strict=True):
        far = sorted((math.dist(point, middle(cell, 3)), cell) for cell in range(9))
        if far[0][0] < 0.5:  # inside the hexagon's inscribed circle
            assert cell == list(divmod(far[0][1], 3))
            inside += 1
        elif far[0][0] > RADIUS:
            assert cell is None
    assert inside > 100


def turns_to(start, target):
    return next(times for times in range(6) if turned(start, -times, 6) == target)


def test_solved_by_clicks(browser):
    record = summary(EXAMPLE)
    page = browser.open([record])
    cells, places = page.get_by_role("gridcell"), middles(page)
    for cell, pair in enumerate(zip(record["board"]["tiles"], record["answer"], strict=True)):
        for _ in range(turns_to(*pair)):
            page.mouse.click(*places[cell])
    assert page.locator(".status").text_content() == "Complete: every tile has water."
    assert cells.first.get_attribute("aria-label").startswith("row 1, column 1, dead end open")


def test_solved_by_keys(browser):
    record = summary(EXAMPLE)
    page = browser.open([record])
    page.get_by_role("grid").focus()
    for row in range(3):
        for column in range(3):
            cell = 3 * row + column
            turns = turns_to(record["board"]["tiles"][cell], record["answer"][cell])
            for key in ("", "d", "dd", "f", "aa", "a")[turns]:
                page.keyboard.press(key)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    assert "Complete" in page.locator(".status").text_content()


def test_hints_lead_to_the_end_and_say_how_to_turn(page):
    for text in (EXAMPLE, SEVERAL, "3x3w:045410712220012402"):
        record = summary(text)
        if record["verdict"] != "none":
            assert hinted(page, record) > 0
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Which rule?", exact=True).click()
    page.get_by_role("button", name="Do it", exact=True).click()
    assert page.locator(".locked").count() == 1


def test_mistakes_are_what_the_deduction_forbids(judge):
    record = summary(EXAMPLE)
    answer = bytes(record["answer"])
    assert mistakes(judge, record, [digits(answer, range(9))]) == [""]
    wrong = [
        bytes([*answer[:cell], turned(answer[cell], 1, 6), *answer[cell + 1 :]])
        for cell in range(9)
        if turned(answer[cell], 1, 6) != answer[cell]
    ]
    for words in mistakes(judge, record, [digits(one, range(9)) for one in wrong]):
        assert "which cannot be. " in words and "open " in words


def test_what_strangers_send_is_refused(judge):
    record = summary(EXAMPLE)
    texts = ["", "0", digits(bytes(9)), "zz" * 9, digits(bytes(record["answer"]))[:-2] + "40"]
    said = refusals(judge, record, texts)
    assert all(said) and said[0] == "the position has 0 tiles, the board 9"
    assert said[2] == "the position turns the tile in row 1, column 1 into another one"
    moves = [["turn", 0, 2], ["turn", 9, 1], ["place", 0, 63], ["place", 0, 64], ["lock", -1]]
    assert all(refused_moves(judge, record, moves))


def test_a_link_holds_board_and_position(page, browser):
    page.get_by_role("gridcell").nth(4).click()
    page.get_by_role("gridcell").nth(4).click(button="right")
    page.get_by_role("button", name="Copy link").click()
    before, fragment = page.evaluate(NOW), page.evaluate("location.hash")
    again = browser.open([summary("1x2:2004")], fragment)
    assert again.evaluate("cpstudy.session.entry.text") == EXAMPLE
    assert again.evaluate(NOW) == before
    for text, words in (("3x3:1", "no board of hexagons"), ("2x2:0101", "2 tiles, expected 4")):
        again.evaluate(f"history.replaceState(null, '', '#hexpipes;{text}'); cpstudy.follow();")
        assert words in again.locator(".note").text_content()
