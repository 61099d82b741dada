"""Nurikabe on the page: its rules against Python's; play by clicks, by keys and by hints alone."""

import random

import numpy as np

from cpstudy import api
from cpstudy.puzzles.nurikabe.drawing import board
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from cpstudy.web.entries import entry
from tests.puzzles.nurikabe.instances import random_board, truth
from tests.web.rules import (
    NOW,
    complete,
    hint_by_buttons,
    hinted,
    middles,
    mistakes,
    refusals,
    refused_moves,
)

SMALL = "nurikabe/5/5/h3q5k1h3g"
MANY = "nurikabe/2/2/2i"
OPEN, SEA, LAND = 0, 1, 2


def record_of(puzzle):
    return {
        "kind": "nurikabe",
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "board": board(puzzle),
    }


def text_of(values):
    return "".join("012"[value] for value in values)


def boards():
    """Yield (board, colouring): random solvable boards, and generated ones, of which some have
    clues of any size or clues cut to 3, which the colouring need not satisfy.
    """
    rng = random.Random(5)
    for _ in range(40):
        puzzle = random_board(rng)
        for solution in sorted(truth(puzzle))[:2]:
            yield puzzle, solution
    for index, (puzzle, solution) in enumerate(api.generate("nurikabe", "islands", 7, 8, 3)):
        clues = tuple(ANY_SIZE if clue and index % 2 else clue for clue in puzzle.clues)
        yield Nurikabe(7, 7, clues), solution
        yield Nurikabe(7, 7, tuple(min(clue, 3) for clue in clues)), solution


def positions(puzzle, solution, rng):
    """Yield 48 pairs (values on the page, sea): the solution, one cell changed, two neighbours
    exchanged, random cells. Half of the land without clues is left unmarked.
    """
    for index in range(48):
        sea = np.frombuffer(solution, np.uint8).copy()
        if index % 4 == 1:
            sea[rng.integers(len(sea))] ^= 1
        elif index % 4 == 2 and len(sea) > 1:
            at = int(rng.integers(len(sea) - 1))
            sea[at], sea[at + 1] = sea[at + 1], sea[at]
        elif index % 4 == 3:
            sea = rng.integers(0, 2, len(sea), np.uint8)
        sea[np.array(puzzle.clues) != 0] = 0
        open_land = (sea == 0) & (rng.random(len(sea)) < 0.5) & (np.array(puzzle.clues) == 0)
        yield np.where(sea == 1, SEA, np.where(open_land, OPEN, LAND)), bytes(sea)


def test_thousands_of_positions_are_complete_where_python_says_so(judge):
    rng = np.random.default_rng(6)
    met = {True: 0, False: 0}
    full = 0
    for puzzle, solution in boards():
        record = record_of(puzzle)
        shown = list(positions(puzzle, solution, rng))
        texts = [text_of(values) for values, _ in shown]
        result = zip(
            shown, complete(judge, record, texts), mistakes(judge, record, texts), strict=True
        )
        for (values, sea), said, wrong in result:
            valid = puzzle.violation(sea) == ""
            assert said is valid, (puzzle.encode(), sea.hex())
            if all(values):  # every cell is decided, so every error is reported
                assert (wrong == "") is valid
                full += 1
            met[said] += 1
        if puzzle.violation(solution) == "":
            clued = np.array(puzzle.clues) != 0
            whole = np.where(np.frombuffer(solution, np.uint8) == 1, SEA, LAND)
            parts = [np.where(clued | (rng.random(len(whole)) < 0.6), whole, 0) for _ in range(4)]
            assert mistakes(judge, record, [text_of(part) for part in parts]) == [""] * 4
    assert sum(met.values()) > 2500 and min(met.values()) > 500 and full > 100


def test_solved_by_clicks(browser):
    record = entry(api.puzzle("nurikabe", SMALL))
    page = browser.open([record])
    for place, sea in zip(middles(page), record["answer"], strict=True):
        if sea:
            page.mouse.click(*place)
    words = "Complete: one sea, and every island has its size."
    assert page.locator(".status").text_content() == words
    assert page.locator(".done").count() == 1  # only the island of size 1 has its land marked


def test_solved_by_keys(browser):
    record = entry(api.puzzle("nurikabe", SMALL))
    page = browser.open([record])
    page.get_by_role("grid").focus()
    for row in range(5):
        for sea in record["answer"][5 * row : 5 * row + 5]:
            page.keyboard.press("s" if sea else "x")
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    assert "Complete" in page.locator(".status").text_content()
    assert page.locator(".done").count() == 4


def test_hints_by_their_buttons(browser):
    page = browser.open([entry(api.puzzle("nurikabe", MANY))])
    assert "Complete" in hint_by_buttons(page)


def test_hints_alone_lead_to_the_end_from_anywhere(judge):
    rng = np.random.default_rng(7)
    rules = set()
    for text in (SMALL, MANY, "nurikabe/5/5/1n21l4i1i", "nurikabe/5/5/j2k6o1i1"):
        puzzle = api.puzzle("nurikabe", text)
        record = entry(puzzle)
        rules |= {step["rule"] for step in record["steps"]}
        assert hinted(judge, record) > 0
        for _ in range(3):
            values = np.where(puzzle.clues, LAND, rng.integers(0, 3, len(puzzle.clues)))
            if not complete(judge, record, [text_of(values)])[0]:
                assert hinted(judge, record, text_of(values)) > 0
    assert {"complete", "between", "pool", "reach", "sea bottleneck", "lookahead"} <= rules


def test_what_contradicts_the_deduction_is_a_mistake(judge):
    record = entry(api.puzzle("nurikabe", SMALL))
    clues = record["board"]["clues"]
    start = [LAND if clue else OPEN for clue in clues]
    right = [SEA if sea else LAND for sea in record["answer"]]
    wrong = [
        text_of([*start[:at], SEA + LAND - right[at], *start[at + 1 :]])
        for at, clue in enumerate(clues)
        if not clue
    ]
    assert all(mistakes(judge, record, wrong))
    assert not any(mistakes(judge, record, [text_of(right[:n] + start[n:]) for n in range(26)]))


def test_texts_and_moves_of_strangers_are_refused(judge):
    record = entry(api.puzzle("nurikabe", MANY))
    assert refusals(judge, record, ["2000", "2121"]) == ["", ""]
    assert all(refusals(judge, record, ["", "2", "0000", "1000", "2300", "2x00", "20000"]))
    moves = [None, [], ["paint"], ["paint", 3, [0]], ["paint", 1, [4]], ["place", [[1, 1.5]]]]
    assert all(refused_moves(judge, record, moves))


def test_pools_are_marked_a_reload_replay_and_solutions(browser):
    records = [entry(api.puzzle("nurikabe", text)) for text in (SMALL, MANY)]
    page = browser.open(records)
    cells = page.get_by_role("gridcell")
    free = [at for at in (0, 1, 5, 6) if not records[0]["board"]["clues"][at]]
    assert len(free) == 4
    cells.nth(0).hover()
    page.mouse.down()
    for at in (1, 6, 5):
        cells.nth(at).hover()
    page.mouse.up()
    assert page.locator(".sea.wrong").count() == 4
    assert page.locator(".numbers").text_content().endswith("1 move")
    before = page.evaluate(NOW)
    page = browser.open(records, page=page)
    assert page.evaluate(NOW) == before
    page.get_by_role("tab", name="Deduction").click()
    page.get_by_role("slider").fill(str(len(records[0]["steps"])))
    assert page.locator(".nurikabe .sea").count() == sum(records[0]["answer"])
    page.get_by_role("tab", name="Hints").click()
    assert page.locator(".nurikabe .sea").count() == 4
    page.locator("select[name=size]").select_option("2×2")
    page.get_by_role("tab", name="Solutions").click()
    assert page.locator(".place .ghost").count() > 0
