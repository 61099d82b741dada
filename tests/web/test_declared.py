"""Declared kinds on the page: one script handles them all, and its rules are compared with
Python's.
"""

import json
import random
from itertools import pairwise, product

import pytest

from cpstudy import api, puzzles
from cpstudy.core.drawing import Disc, Label, Line
from cpstudy.core.palette import GRID, INK, PAPER, WALL
from cpstudy.declared.drawing import cells as drawn_cells
from cpstudy.declared.drawing import clues as drawn_clues
from cpstudy.declared.model import model_of
from cpstudy.declared.page import board as page_board
from cpstudy.web.entries import entry
from tests.declared.brute_force import visible
from tests.web.rules import NOW, asked, complete, hinted, middles, mistakes, refusals
from tests.web.test_linked import declared_texts
from tests.web.test_loops import DRAG

# Every run tests these three, which have each kind of mark and constraint; the others are slow.
ALWAYS = ("akari", "killer_sudoku", "yajilin")
NAMES = [
    name if name in ALWAYS else pytest.param(name, marks=pytest.mark.slow)
    for name in puzzles.DECLARED
]


START = """([entry]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === entry.kind);
  return kind.encode(kind.start(entry));
}"""


def positions(model, solution, start, rng):
    """Yield 16 assignments: the solution, one or two of its values changed, random values.

    start: the values that are given at the start stay.
    """
    for index in range(16):
        values = list(solution)
        for place, variable in enumerate(model.answer):
            if start[place] != "0":
                continue
            if index % 4 == 3 or (index % 4 and rng.random() < 1.5 / len(values)):
                values[place] = rng.randint(int(variable.lb), int(variable.ub))
        yield bytes(values)


def text_of(model, values):
    """Return the page's text of a position in which every value is decided."""
    digits = "0123456789abcdefghijklmnopqrstuvwxyz"
    states = [
        (1 if value else 2) if group.boolean else value - group.low + 1
        for value, (group, _) in zip(values, model.place, strict=True)
    ]
    return "".join(digits[state] for state in states)


# The shapes that the page draws for a board's clues, and the cells that are walls.
DRAWN = """([name, entries]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === name);
  const numbers = (node, names) => names.flatMap((name) =>
    (node.getAttribute(name) ?? "0").match(/-?[0-9.]+(?:e-?[0-9]+)?/g).map(Number));
  const of = { circle: ["cx", "cy", "r"], path: ["d", "stroke-width"], text: ["x", "y"],
    rect: ["width", "height", "stroke-width"] };
  const looks = ["inside", "soft", "leaves", "dashed"];
  return entries.map((entry) => {
    const { node } = kind.view(entry, { play() {}, announce() {} });
    const size = (one) => one.style.fontSize ? [parseFloat(one.style.fontSize)] : [];
    const shapes = [...node.querySelectorAll(".border, .disc, .clue")].map((one) => [
      [...numbers(one, of[one.tagName]), ...size(one)],
      looks.filter((look) => one.classList.contains(look)).join(" "),
      one.textContent,
    ]);
    const cells = [...node.querySelectorAll("[role=gridcell]")];
    return [shapes, cells.flatMap((cell, at) => (cell.querySelector(".wall") ? [at] : []))];
  });
}"""
LOOKS = {INK: "", PAPER: "inside", GRID: "soft", "#3f8a5b": "leaves"}


def shape_of(shape):
    """Return the same description of a shape that Python draws: numbers, look, text."""
    if isinstance(shape, Line):
        look = " ".join(filter(None, (LOOKS[shape.colour], "dashed" * shape.dashed)))
        return [[shape.x1, shape.y1, shape.x2, shape.y2, shape.width], look, ""]
    if isinstance(shape, Disc):
        return [[*shape[:3]], LOOKS[shape.fill], ""]
    if isinstance(shape, Label):
        return [[shape.x, shape.y, shape.size], LOOKS[shape.colour], shape.text]
    return [[*shape.points[2], shape.width], "", ""]


def rounded(shapes):
    return sorted([[round(n, 6) for n in numbers], look, words] for numbers, look, words in shapes)


@pytest.mark.parametrize("name", puzzles.DECLARED)
def test_clues_are_drawn_as_python_draws_them(judge, name):
    boards = [puzzles.kind(name).puzzle.decode(text) for text in declared_texts(name)[:12]]
    records = [{"kind": name, "text": b.encode(), "board": page_board(b)} for b in boards]
    records = [record | record["board"] for record in records]
    for board, (shapes, walls) in zip(boards, asked(judge, DRAWN, [name, records]), strict=True):
        assert rounded(shapes) == rounded(map(shape_of, drawn_clues(board))), board.encode()
        grounds = drawn_cells(board)
        assert walls == [at for at, ground in enumerate(grounds) if ground.fill == WALL]


@pytest.mark.parametrize("name", NAMES)
def test_positions_are_complete_where_python_says_so(judge, name):
    rng = random.Random(name)
    met = set()
    kind = puzzles.kind(name)
    for text in (*kind.puzzle.unique, kind.puzzle.many):
        puzzle = kind.puzzle.decode(text)
        model, record = model_of(puzzle), entry(puzzle)
        start = asked(judge, START, [record])
        shown = list(positions(model, api.solve(puzzle).solutions[0], start, rng))
        texts = [text_of(model, values) for values in shown]
        valid = [puzzle.violation(values) == "" for values in shown]
        assert complete(judge, record, texts) == valid, text
        wrong = mistakes(judge, record, texts)
        if record["verdict"] == "unique":
            assert [not words for words in wrong] == valid
        assert hinted(judge, record) >= 0
        met |= set(valid)
    assert met == {True, False}


def test_a_sight_is_wrong_only_if_no_heights_complete_it(judge):
    puzzle = api.puzzle("skyscrapers", "skyscrapers:4x4:")
    record = {"kind": "skyscrapers", "text": puzzle.encode(), "board": page_board(puzzle)}
    record |= record["board"] | {"verdict": "unknown"}
    rng = random.Random(4)
    lines = [[rng.choice([0, 0, 1, 2, 3, 4]) for _ in range(4)] for _ in range(40)]
    lines += product((2, 3, 4), repeat=4)
    texts = ["".join(map(str, line)) + 12 * "0" for line in lines]
    for clue in range(1, 5):
        record["rules"] = record["board"]["rules"] = [
            ["seen", [], ["==", ["v", *range(4)], ["#", clue]]]
        ]
        for line, words in zip(lines, mistakes(judge, record, texts), strict=True):
            open_ = [range(1, 5) if height == 0 else [height] for height in line]
            able = clue in map(visible, product(*open_))
            assert not (words and able), (line, clue)
            assert words or able or 0 in line, (line, clue)


def test_the_rules_of_a_large_board_are_short():
    """Those of Skyscrapers 10×10 were 450 kB: each sight was written as a sum over heights."""
    text = f"skyscrapers:10x10:{';'.join(['4362423144'] * 4)}"
    assert len(json.dumps(page_board(api.puzzle("skyscrapers", text)))) < 20_000


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
    assert page.locator(".lamp").count() == 4
    assert page.locator(".lamplit").count() == 8


def test_numbers_by_taps_and_a_keypad_and_walls_between_areas(browser):
    """Taps and a keypad enter numbers, a given number stays, and walls separate unequal numbers."""
    record = entry(api.puzzle("fillomino", "fillomino:4x2:.122/.555"))
    page = browser.open([record], viewport={"width": 390, "height": 844}, has_touch=True)
    walls = page.locator(".declared path.stroke").last
    assert walls.get_attribute("d") == "M2 0v1M1 1h1M2 1h1M3 1h1"
    cells, before = middles(page), page.evaluate(NOW)

    def enter(at, value):
        page.touchscreen.tap(*cells[at])
        page.get_by_role("button", name=f"value {value}").tap()

    enter(1, 3)
    assert page.evaluate(NOW) == before
    assert page.locator(".status").text_content() == "0 of 2 decided."
    enter(0, 5)
    enter(4, 5)
    assert page.locator(".status").text_content() == "Complete: every rule holds."
    assert walls.get_attribute("d") == "M1 0v1M2 0v1M1 1h1M2 1h1M3 1h1"
    page.get_by_role("button", name="Erase").tap()
    assert page.locator(".status").text_content() == "1 of 2 decided."


def test_bridges_by_drags_clicks_and_keys(browser):
    """The first stroke draws one bridge, the next two; a click on a bridge removes it."""
    page = browser.open([entry(api.puzzle("hashi", "hashi:3x3:1.2/.../..1"))])
    cells = middles(page)
    assert page.evaluate(NOW) == "00"

    def drag(one, other, button="left"):
        page.mouse.move(*cells[one])
        page.mouse.down(button=button)
        page.mouse.move(*cells[other], steps=4)
        page.mouse.up(button=button)

    def drawn():
        return [page.locator(f".declared path.{one}[d^=M]").count() for one in ("stroke", "no")]

    drag(0, 2)
    assert page.evaluate(NOW) == "20" and drawn() == [1, 0]
    drag(0, 2)
    assert page.evaluate(NOW) == "30" and drawn() == [2, 0]
    assert page.locator(".declared .wrong path.stroke").count() == 2  # of the island with one
    page.mouse.click(*cells[1])
    assert page.evaluate(NOW) == "00"
    page.mouse.click(*cells[1])
    page.mouse.click(*cells[5], button="right")
    assert page.evaluate(NOW) == "21" and drawn() == [1, 1]
    drag(8, 2)
    assert page.locator(".status").text_content() == "Complete: every rule holds."
    page.get_by_role("button", name="Restart").click()
    page.locator(".place .board").focus()
    page.mouse.click(*cells[0])
    for wanted in ("20", "30", "10", "00"):
        page.keyboard.press("d")
        assert page.evaluate(NOW) == wanted


def test_equal_numbers_are_marked_whatever_they_are(browser):
    """Cells with the same number in a line are marked, whatever the number."""
    page = browser.open([entry(api.puzzle("futoshiki", "futoshiki:4x4:"))])
    cells = middles(page)
    for at, value in ((0, 3), (1, 2), (3, 3)):
        page.mouse.click(*cells[at])
        page.keyboard.press(str(value))
    assert page.locator(".declared .wrong .value").all_text_contents() == ["3", "3"]
    page.get_by_role("button", name="Is anything wrong?").click()
    assert "This is broken: row 1 has each number once" in page.locator(".panel").text_content()
    sign = page.locator(".mark.wrong text").first
    assert sign.evaluate("(text) => getComputedStyle(text).textDecorationLine") == "none"


def test_cells_that_can_have_no_tent_say_so(browser):
    """Cells without a tree next to them are drawn as empty from the start."""
    page = browser.open([entry(api.puzzle("tents", "tents:4x2:....;..;T.../...T"))])
    assert page.locator(".place [role=gridcell] .no").count() == 2
    assert page.locator(".status").text_content() == "0 of 4 decided."


def test_a_stroke_of_a_loop_over_a_wall_shades_nothing(browser):
    page = browser.open([entry(api.puzzle("yajilin", "yajilin:3x3:.,.,./.,0e,./.,.,."))])
    cells = middles(page)
    page.mouse.move(*cells[0])
    page.mouse.down()
    for at in (1, 4, 7):
        page.mouse.move(*cells[at], steps=4)
    page.mouse.up()
    assert page.locator(".declared path.stroke[d^=M]").count() == 1
    assert page.locator(".declared .shade").count() == 0


def test_a_click_in_a_rectangle_takes_it_back(browser):
    page = browser.open([entry(api.puzzle("shikaku", "shikaku:3x2:4.2/..."))])
    cells = middles(page)
    page.mouse.move(*cells[0])
    page.mouse.down()
    page.mouse.move(*cells[4], steps=4)
    page.mouse.up()
    assert page.locator(".declared rect.stroke").count() == 1
    page.mouse.click(*cells[3])
    assert page.locator(".declared rect.stroke").count() == 0


def test_conflicts_are_those_in_sight(browser):
    """Touching ones are marked; that no 3 can reach a cell is left to hints."""
    text = "fillomino:7x7:...6.3./46.1..3/..3555./.4.2.6./.5443../3..4.44/.5.4..."
    board = page_board(api.puzzle("fillomino", text))
    assert "no 3 reaches row 1, column 1" in {words for words, *_ in board["rules"]}
    page = browser.open([{"kind": "fillomino", "text": text, "board": board} | board])
    cells = middles(page)
    for at, value in ((0, 3), (9, 1)):
        page.mouse.click(*cells[at])
        page.keyboard.press(str(value))
    assert page.locator(".declared .wrong .value").all_text_contents() == ["1"]


def test_sums_stand_clear_of_the_borders_of_their_cells(browser):
    page = browser.open([entry(api.puzzle("kakuro", puzzles.kind("kakuro").example))])
    places = page.locator(".declared text.clue.inside").evaluate_all(
        "(all) => all.map((one) => one.getBBox()).map(({ x, width }) => [x % 1, x % 1 + width])"
    )
    assert places and all(left > 0.05 and right < 0.95 for left, right in places)


def test_white_cells_with_numbers_have_rings(browser):
    """A white cell with a number has a ring, since a dot would cover the number. On Shikaku a
    rectangle that is excluded shows nothing.
    """
    page = browser.open([entry(api.puzzle("hitori", "hitori:2x2:11/12"))])
    page.mouse.click(*middles(page)[0], button="right")
    assert page.locator(".ring").count() == 1
    page = browser.open([entry(api.puzzle("shikaku", "shikaku:4x3:6.12/..2./...1"))], page=page)
    page.evaluate(
        "cpstudy.session.play(['place', cpstudy.session.position().map(() => 2)"
        ".reduce((all, state, at) => [...all, [at, state]], [])])"
    )
    assert page.locator(".ring").count() == 0


def random_drag(rng, lines):
    """Return the points of a random walk over cells between which lines may run, each near the
    middle of its cell, and the lines passed.

    A step back removes its line.
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
