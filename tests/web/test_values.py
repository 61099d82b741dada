"""Sudoku, jigsaw and KenKen on the page: its rules against Python's; play by buttons, by keys and
by hints alone.
"""

from dataclasses import replace
from urllib.parse import quote

import numpy as np

from cpstudy import api
from cpstudy.puzzles.latin.drawing import board
from cpstudy.puzzles.latin.rules import DIGITS
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from cpstudy.web.entries import entry
from cpstudy.web.page import page_of
from tests.web.rules import (
    NOW,
    choose_kind,
    complete,
    hint_by_buttons,
    hinted,
    middles,
    mistakes,
    refusals,
    refused_moves,
)

SUDOKU = "....4.1......3.4"
HARD = "..3.29.5.245....7..9.5.823...28.....7.8.1.3.94.6..5.2...9.5..1.....96483....835.7"
AHEAD = "7j:e5b1d4c4f1a2_3a7a2d4e5f,bfbeb__a_cb__aee____a_b______a_abaaa_aa"
MANY = "12..3..........4"
KENKEN = "3:a_3aab_,a3d3s1m6"
JIGSAW = "4j:a3c1a4a4f,b__b__bc___c_"
GENERATED = (
    ("sudoku", "minimal", 4),
    ("sudoku", "diagonal", 4),
    ("sudoku", "symmetric", 6),
    ("jigsaw", "minimal", 5),
    ("kenken", "cages", 3),
    ("kenken", "hidden", 4),
    ("kenken", "products", 4),
)


def record_of(puzzle):
    return {
        "kind": puzzle.kind,
        "rows": puzzle.order,
        "columns": puzzle.order,
        "board": board(puzzle),
    }


def text_of(values):
    return "".join(DIGITS[value - 1] if value else "0" for value in values)


def boards():
    for kind, algorithm, order in GENERATED:
        for puzzle, solution in api.generate(kind, algorithm, order, 4, 5):
            yield puzzle, solution
            if kind != "kenken":
                yield puzzle.with_clues(bytes(order**2)), solution
                continue
            first, *others = puzzle.cages
            other = replace(first, target=first.target + 1)
            yield replace(puzzle, cages=(other, *others)), solution


def positions(puzzle, solution, rng):
    """Return the solution; the solution with one cell changed, two cells or two rows exchanged, or
    cells left out; and random values.
    """
    order = puzzle.order
    free = [cell for cell, clue in enumerate(puzzle.clues) if not clue]
    shown = [solution]
    for _ in range(9):
        one, other = rng.choice(free, 2)
        changed, swapped, rows, few = (bytearray(solution) for _ in range(4))
        changed[one] = rng.integers(1, order + 1)
        swapped[one], swapped[other] = solution[other], solution[one]
        a, b = rng.choice(order, 2, replace=False) * order
        rows[a : a + order], rows[b : b + order] = rows[b : b + order], rows[a : a + order]
        for cell in rng.choice(free, 3):
            few[cell] = 0
        shown += [changed, swapped, rows, few, rng.integers(1, order + 1, order**2).tolist()]
    return [
        bytes(clue or value for clue, value in zip(puzzle.clues, one, strict=True)) for one in shown
    ]


def test_thousands_of_positions_are_complete_where_python_says_so(judge):
    rng = np.random.default_rng(1)
    met = {True: 0, False: 0}
    for puzzle, solution in boards():
        record = record_of(puzzle)
        shown = positions(puzzle, solution, rng)
        texts = [text_of(one) for one in shown]
        result = zip(
            shown, complete(judge, record, texts), mistakes(judge, record, texts), strict=True
        )
        for one, said, wrong in result:
            valid = puzzle.violation(one) == ""
            assert said is valid, (puzzle.encode(), one.hex())
            if all(one):
                assert (wrong == "") is valid
            elif puzzle.violation(solution) == "":  # a part of a solution
                assert wrong == ""
            met[said] += 1
    assert sum(met.values()) > 2500 and min(met.values()) > 100


EXAMPLES = (("sudoku", SUDOKU), ("jigsaw", JIGSAW), ("kenken", KENKEN))


def test_solved_by_the_buttons_below(browser):
    records = [entry(api.puzzle(kind, text)) for kind, text in EXAMPLES]
    page = browser.open(records)
    for record, name in zip(records, ("Sudoku", "Jigsaw", "KenKen"), strict=True):
        choose_kind(page, name)
        cells, buttons = middles(page), middles(page, '[aria-label^="value "]')
        for at, value in enumerate(record["answer"]):
            if not record["board"]["clues"][at]:
                page.mouse.click(*cells[at])
                page.mouse.click(*buttons[value - 1])
        assert page.locator(".status").text_content() == "Complete: every value is in its place."
        assert page.locator("#app.complete").count() == 1


def test_each_kind_is_solved_by_keys(browser):
    records = [entry(api.puzzle(kind, text)) for kind, text in EXAMPLES]
    page = browser.open(records)
    for record, name in zip(records, ("Sudoku", "Jigsaw", "KenKen"), strict=True):
        choose_kind(page, name)
        page.get_by_role("grid").focus()
        answer, order = record["answer"], record["columns"]
        for row in range(order):
            for value in answer[row * order : (row + 1) * order]:
                page.keyboard.press(DIGITS[value - 1])
                page.keyboard.press("ArrowRight")
            page.keyboard.press("Home")
            page.keyboard.press("ArrowDown")
        assert page.locator("#app.complete").count() == 1, name


def test_style_sheets_of_what_a_kind_imports_come_along():
    assert ".values .bold" in page_of([record_of(api.puzzle("sudoku", SUDOKU))])


def test_solved_by_keys_with_values_above_nine(browser):
    whole = [
        (5 * (row % 2) + row // 2 + column) % 10 + 1 for row in range(10) for column in range(10)
    ]
    record = entry(Sudoku(2, 5, bytes(10) + bytes(whole[10:])))
    page = browser.open([record])
    page.get_by_role("grid").focus()
    for value in whole[:10]:
        page.keyboard.press(DIGITS[value - 1])
        page.keyboard.press("ArrowRight")
    assert "Complete" in page.locator(".status").text_content()


def test_hints_by_their_buttons(browser):
    page = browser.open([entry(api.puzzle("kenken", KENKEN))])
    assert "Complete" in hint_by_buttons(page)


def test_hints_alone_lead_to_the_end_from_anywhere(judge):
    rng = np.random.default_rng(2)
    drawn = [
        next(iter(api.generate(kind, algorithm, order, 1, 7)))[0]
        for kind, algorithm, order in GENERATED
    ]
    rules = set()
    for puzzle in (*drawn, api.puzzle("jigsaw", AHEAD), api.puzzle("sudoku", MANY)):
        record = entry(puzzle)
        rules |= {step["rule"] for step in record["steps"]} | {record.get("grade")}
        assert hinted(judge, record) > 0
        order = puzzle.order
        for _ in range(3):
            values = [
                clue or int(rng.integers(order + 1)) * int(rng.integers(2)) for clue in puzzle.clues
            ]
            marks = ["" if value else str(int(rng.integers(8))) for value in values]
            assert hinted(judge, record, text_of(values) + "_" + ".".join(marks)) > 0
    assert {"naked single", "hidden single", "cage", "one step ahead"} <= rules


def named(cell):
    return f"Row {cell // 9 + 1}, column {cell % 9 + 1}"


def test_what_contradicts_the_deduction_is_a_mistake(judge):
    record = entry(api.puzzle("sudoku", HARD))
    answer = record["answer"]
    texts = []
    free = [at for at, clue in enumerate(record["board"]["clues"]) if not clue]
    for at in free:
        wrong = list(record["board"]["clues"])
        wrong[at] = answer[at] % 9 + 1
        texts.append(text_of(wrong))
    assert all(mistakes(judge, record, texts))
    # Marks that lack the cell's value are a mistake; but if a wrong value elsewhere removed it, the
    # page blames that value.
    at, other = free[0], next(cell for cell in free[1:] if cell // 9 == free[0] // 9)
    bits = [value - 1 for value in range(1, 10) if value != answer[at]][:2]
    marks = ["."] * 80
    marks.insert(at, format(sum(1 << bit for bit in bits), "x"))
    clues = list(record["board"]["clues"])
    (lacking,) = mistakes(judge, record, [text_of(clues) + "_" + "".join(marks)])
    assert lacking.startswith(f"{named(at)} has no pencil mark {answer[at]}, which cannot be. ")
    clues[other] = answer[at]
    (blamed,) = mistakes(judge, record, [text_of(clues) + "_" + "".join(marks)])
    assert blamed.startswith(f"{named(other)} is {answer[at]}, which cannot be. ")
    right = [text_of(answer[:n] + record["board"]["clues"][n:]) for n in range(82)]
    assert not any(mistakes(judge, record, right))


def test_texts_and_moves_of_strangers_are_refused(browser):
    record = entry(api.puzzle("sudoku", SUDOKU))
    page = browser.open([record])
    start = "0000401000000304"
    marks = ["."] * 15
    good = [start, start + "_" + "".join(marks), start + "_3" + "".join(marks)]
    assert refusals(page, record, good) == [""] * 3
    bad = [
        "",
        "0",
        start + "0",
        start.replace("4", "3"),
        "5" + start[1:],
        "x" + start[1:],
        start + "_",
        start + "_" + "." * 16,
        start + "_g" + "." * 15,
        start + "_-1" + "." * 15,
        start + "_....1" + "." * 11,
        start + "_" + "." * 15 + "_",
    ]
    assert all(refusals(page, record, bad))
    moves = [None, {}, [], ["set"], ["set", 16, 1], ["set", 0, 5], ["set", 0, -1], ["set", 0.5, 1]]
    moves += [["mark", 0, 0], ["marks", 3], ["marks", [[0, 16]]], ["marks", [[99, 1]]], ["x", 0, 1]]
    assert all(refused_moves(page, record, moves))
    page = browser.open([record], f"#sudoku;{quote(record['text'])};%3Cb%3E_", page=page)
    assert "could not be restored" in page.locator(".note").text_content()


def test_conflicts_are_marked_and_can_be_hidden(browser):
    page = browser.open([entry(api.puzzle("sudoku", SUDOKU)), entry(api.puzzle("kenken", KENKEN))])
    page.get_by_role("gridcell").first.click()
    page.keyboard.press("4")
    assert page.locator(".clashing").count() == 2
    assert "conflict" in page.get_by_role("gridcell").first.get_attribute("aria-label")
    page.get_by_label("show conflicts").uncheck()
    assert page.locator(".clashing").count() == 0
    choose_kind(page, "KenKen")
    page.get_by_label("show conflicts").check()
    page.get_by_role("gridcell").first.click()
    page.keyboard.press("3")
    assert page.locator(".cage.broken").count() == 1


def test_pencil_marks_a_reload_replay_and_solutions(browser):
    records = [entry(api.puzzle("sudoku", SUDOKU)), entry(api.puzzle("sudoku", MANY))]
    page = browser.open(records)
    page.get_by_role("gridcell").first.click()
    page.keyboard.press("Shift+3")
    page.keyboard.press("n")
    page.keyboard.press("4")
    page.get_by_role("button", name="Pencil", exact=True).click()
    before = page.evaluate(NOW)
    assert before.split("_")[1].startswith("c.")
    page = browser.open(records, page=page)
    assert page.evaluate(NOW) == before
    page.get_by_role("tab", name="Deduction").click()
    steps = len(records[0]["steps"])
    page.get_by_role("slider").fill(str(steps))
    assert page.locator(".values.knowing .value").count() == 16
    page.get_by_role("tab", name="Hints").click()
    assert page.locator(".values .value").count() == 4
    page.get_by_role("button", name="Next puzzle").click()
    page.get_by_role("tab", name="Solutions").click()
    assert page.locator(".place .ghost").count() > 0 and page.locator(".mark.region").count() > 0
