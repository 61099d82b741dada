"""Picross on the page: its rules against Python's; play by strokes, by keys and by hints alone."""

import numpy as np

from cpstudy import api
from cpstudy.puzzles.picross.drawing import board
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.web.entries import entry
from tests.web.rules import (
    NOW,
    complete,
    hint_by_buttons,
    hinted,
    mistakes,
    refusals,
    refused_moves,
)

PLAIN = "5x5:2/4/4/4/2/1.1/5/5/3/1"
COLOURED = "3x2:2/1b.1/1b/1.2b/2"
AHEAD = "7x7:3/1.2/1.1/1.1/1.1.1/1.1.2/2.2/1.1.1/2.1.1/1.1/2/2.1/1.1.2/1.2"
LINES = "6x6:1.1/2.1/3.2/1.1/1.1/2/3/2/1.1/2.1/4/1.1"
MANY = "2x2:1/1/1/1"
GIVEN = "4x1:1/1//1/2.1,Abb"


def record_of(puzzle):
    return {
        "kind": "picross",
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "board": board(puzzle),
    }


def boards(rng):
    """Yield (puzzle, picture) with one to three colours and some given cells. In some puzzles the
    row clues and the column clues belong to different pictures.
    """
    for index in range(40):
        rows, columns, colours = (int(rng.integers(1, most)) for most in (6, 7, 4))
        cells = bytes(rng.integers(0, colours + 1, rows * columns, np.uint8))
        drawn = Picross.of_picture(rows, columns, cells)
        result = bytes((rng.random(len(cells)) < 0.2) * (1 + np.frombuffer(cells, np.uint8)))
        yield Picross(drawn.row_clues, drawn.column_clues, result), cells
        if index % 6 == 0:
            other = bytes(rng.integers(0, drawn.colours + 1, rows * columns, np.uint8))
            clues = Picross.of_picture(rows, columns, other).column_clues
            yield Picross(drawn.row_clues, clues), cells


def positions(puzzle, cells, rng):
    """Yield 60 pairs (values on the page, picture): the picture, one cell changed, all cells
    shifted. Half of the empty cells are left open.
    """
    for index in range(60):
        changed = np.frombuffer(cells, np.uint8).copy()
        if index % 3 == 1:
            changed[rng.integers(len(changed))] = rng.integers(0, puzzle.colours + 1)
        elif index % 3 == 2:
            changed = np.roll(changed, int(rng.integers(1, 3)))
        values = changed + 1
        values[(changed == 0) & (rng.random(len(values)) < 0.5)] = 0
        for at, given in enumerate(puzzle.given):
            values[at] = given or values[at]
        yield values, bytes(np.maximum(values, 1) - 1)


def text_of(values):
    return "".join("0123456789"[value] for value in values)


def test_thousands_of_positions_are_complete_where_python_says_so(judge):
    rng = np.random.default_rng(3)
    met = {True: 0, False: 0}
    parts = 0
    for puzzle, cells in boards(rng):
        record = record_of(puzzle)
        shown = list(positions(puzzle, cells, rng))
        said = complete(judge, record, [text_of(values) for values, _ in shown])
        for (values, picture), result in zip(shown, said, strict=True):
            assert result is (puzzle.violation(picture) == ""), (puzzle.encode(), values)
            met[result] += 1
        if puzzle.violation(cells):
            continue
        # The page never reports a line that can still have its runs, and reports every full line
        # that does not have them.
        whole = np.frombuffer(cells, np.uint8) + 1
        left = [
            text_of(np.where((rng.random(len(whole)) < 0.5) | fixed(puzzle), whole, 0))
            for _ in range(5)
        ]
        assert mistakes(judge, record, left) == [""] * 5
        full = [(bytes(values - 1), text_of(values)) for values, _ in shown if all(values)]
        result = mistakes(judge, record, [text for _, text in full])
        assert [words == "" for words in result] == [not puzzle.violation(one) for one, _ in full]
        parts += len(full)
    assert sum(met.values()) > 2500 and min(met.values()) > 300 and parts > 300


def fixed(puzzle):
    cells = puzzle.rows * puzzle.columns
    return np.frombuffer(puzzle.given or bytes(cells), np.uint8) > 0


def test_solved_by_strokes_one_move_each(browser):
    record = entry(api.puzzle("picross", PLAIN))
    page = browser.open([record])
    cells = page.get_by_role("gridcell")
    strokes = 0
    for row in range(5):
        line = record["answer"][5 * row : 5 * row + 5]
        for first in (at for at in range(5) if line[at] and not (at and line[at - 1])):
            last = next(at for at in range(first, 6) if at == 5 or not line[at]) - 1
            cells.nth(5 * row + first).hover()
            page.mouse.down()
            cells.nth(5 * row + last).hover()
            page.mouse.up()
            strokes += 1
    assert page.locator(".status").text_content() == "Complete: every line has its runs."
    assert page.locator(".numbers").text_content().endswith(f"{strokes} moves")
    # A stroke that leaves the board ends where the button is released.
    page.get_by_role("button", name="Undo").click()
    cells.nth(0).hover()
    page.mouse.down(button="right")
    page.mouse.move(1, 1)
    page.mouse.up(button="right")
    cells.nth(24).hover()
    assert page.locator(".numbers").text_content().endswith(f"{strokes} moves")
    assert "Complete" not in page.locator(".status").text_content()


def test_solved_by_keys_in_colours(browser):
    record = entry(api.puzzle("picross", COLOURED))
    page = browser.open([record])
    page.get_by_role("grid").focus()
    for row in range(2):
        for colour in record["answer"][3 * row : 3 * row + 3]:
            page.keyboard.press(str(colour) if colour else "x")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    assert "Complete" in page.locator(".status").text_content()
    assert page.locator(".hint.done").count() == 5
    assert page.locator(".filled.colour2").count() == 2
    page.get_by_role("button", name="colour b").click()
    page.get_by_role("gridcell").first.click()
    assert page.locator(".filled.colour2").count() == 3


def test_a_click_cycles_and_the_right_button_crosses(browser):
    page = browser.open([entry(api.puzzle("picross", PLAIN))])
    cell = page.get_by_role("gridcell").first
    for wanted in ("2", "1", "0"):
        cell.click()
        assert page.evaluate(NOW)[0] == wanted
    cell.click(button="right")
    assert page.evaluate(NOW)[0] == "1"
    page.keyboard.press("Shift+ArrowRight")
    assert page.evaluate(NOW)[:3] == "110"
    # The third row has no place left for its run of 4.
    page.get_by_role("gridcell").nth(11).click(button="right")
    broken = page.locator(".hint.broken").count()
    page.get_by_label("show conflicts").uncheck()
    assert broken > 0 and page.locator(".hint.broken").count() == 0


def test_a_long_touch_crosses(browser):
    page = browser.open([entry(api.puzzle("picross", PLAIN))], has_touch=True)
    box = page.get_by_role("gridcell").nth(6).bounding_box()
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": 0}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    page.wait_for_selector(".crossed")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate(NOW) == "000000" + "1" + "0" * 18
    page.touchscreen.tap(point["x"], point["y"])
    assert page.evaluate(NOW) == "0" * 25
    # A second finger moves the page, so there is no stroke.
    other = {"x": point["x"] + box["width"], "y": point["y"], "id": 1}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point, other]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert page.evaluate("cpstudy.session.history.moves.length") == 2


def test_hints_by_their_buttons(browser):
    page = browser.open([entry(api.puzzle("picross", COLOURED))])
    assert "Complete" in hint_by_buttons(page)


def test_hints_alone_lead_to_the_end_from_anywhere(judge):
    rng = np.random.default_rng(4)
    rules = set()
    drawn = [
        puzzle
        for algorithm, size in (("coloured", 6), ("blobs", 8))
        for puzzle, _ in api.generate("picross", algorithm, size, 2, 2, unique=True)
    ]
    for puzzle in (
        *drawn,
        *(api.puzzle("picross", text) for text in (COLOURED, MANY, GIVEN, LINES, AHEAD)),
    ):
        record = entry(puzzle)
        rules |= {step["rule"] for step in record["steps"]}
        assert hinted(judge, record) >= 0
        for _ in range(3):
            values = rng.integers(0, puzzle.colours + 2, puzzle.rows * puzzle.columns)
            for at, given in enumerate(puzzle.given):
                values[at] = given or values[at]
            if not complete(judge, record, [text_of(values)])[0]:
                assert hinted(judge, record, text_of(values)) > 0
    assert rules == {"overlap", "line", "lookahead"}


def test_what_contradicts_the_deduction_is_a_mistake(judge):
    record = entry(api.puzzle("picross", PLAIN))
    right = [1 + colour for colour in record["answer"]]
    wrong = ["0" * at + str(3 - value) + "0" * (24 - at) for at, value in enumerate(right)]
    assert all(mistakes(judge, record, wrong))
    assert not any(
        mistakes(judge, record, [text_of(right[:n] + [0] * (25 - n)) for n in range(26)])
    )


def test_texts_and_moves_of_strangers_are_refused(judge):
    record = entry(api.puzzle("picross", GIVEN))
    assert refusals(judge, record, ["2010", "2212"]) == ["", ""]
    assert all(
        refusals(judge, record, ["", "201", "0000", "2020", "2310", "2x10", "20100", "-010"])
    )
    moves = [None, [], ["paint"], ["paint", 3, [0]], ["paint", 1, [4]], ["paint", 1, 2]]
    moves += [["place", [[0]]], ["place", [7]], ["place", [[0, -1]]], ["turn", 1, 1]]
    assert all(refused_moves(judge, record, moves))


def test_a_reload_replay_and_solutions(browser):
    records = [entry(api.puzzle("picross", text)) for text in (PLAIN, MANY)]
    page = browser.open(records)
    page.get_by_role("gridcell").first.click()
    before = page.evaluate(NOW)
    page = browser.open(records, page=page)
    assert page.evaluate(NOW) == before != "0" * 25
    page.get_by_role("tab", name="Deduction").click()
    page.get_by_role("slider").fill(str(len(records[0]["steps"])))
    assert page.locator(".picross .filled").count() == sum(records[0]["answer"])
    page.get_by_role("tab", name="Hints").click()
    assert page.locator(".picross .filled").count() == 1
    page.get_by_role("button", name="Next puzzle").click()
    page.locator("select[name=size]").select_option("2×2")
    page.get_by_role("tab", name="Solutions").click()
    assert page.locator(".place .ghost").count() == 4
