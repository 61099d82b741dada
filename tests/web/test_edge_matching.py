"""Edge matching on the page: its rules against Python's; play in every way; playback."""

import json
import re
from urllib.parse import quote

import numpy as np
import pytest

from cpstudy import api
from cpstudy.puzzles.edge_matching.courses import course
from cpstudy.puzzles.edge_matching.generating.clues import clued_on
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.page import board as board_of
from cpstudy.puzzles.edge_matching.page import searches, small
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, turned
from cpstudy.puzzles.edge_matching.search.standing import matched
from cpstudy.web.entries import entry
from cpstudy.web.page import packed
from tests.puzzles.edge_matching.instances import placed
from tests.web.rules import asked, hint_by_buttons, middles, unpacked

# The page's judgement of positions: whether each is complete.
JUDGED = """(boards) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === "edge_matching");
  return boards.map(([entry, positions]) =>
    positions.map((text) => kind.status(entry, kind.decode(entry, text)).complete));
}"""
NOW = "cpstudy.session.kind.encode(cpstudy.session.position())"


def drawn(size, inner, outer, seed=2016):
    return next(puzzles(size, size, inner, outer, 1, seed))[0]


@pytest.fixture(scope="module")
def record():
    """A puzzle of nine distinct pieces with one solution."""
    for seed in range(100):
        puzzle = drawn(3, 3, 5, seed)
        found = entry(puzzle)
        if (
            found["verdict"] == "unique"
            and len({min(turned(p, q) for q in range(4)) for p in puzzle.pieces}) == 9
        ):
            return found
    raise AssertionError("no such puzzle")


def text_of(placement):
    turns = dict(placement)
    pieces = ".".join(str(piece) for piece, _ in placement)
    return f"{pieces}/{''.join(str(turns[piece]) for piece in range(len(turns)))}"


def boards(rng):
    """Yield boards with a solution: framed ones, the same unframed, some with given places; one
    cell, one row.
    """
    for index in range(60):
        rows, columns = int(rng.integers(2, 5)), int(rng.integers(2, 5))
        inner = 0 if min(rows, columns) == 2 and rows * columns == 4 else 1
        puzzle, solution = next(puzzles(rows, columns, inner, 1 + index % 2, 1, index))
        yield puzzle, solution
        yield EdgeMatching(rows, columns, puzzle.pieces, framed=False), solution
        given = placed(puzzle, rng)
        if found := api.solve(given, limit=1).solutions:
            yield given, found[0]
    yield EdgeMatching(1, 1, ((0, 0, 0, 0),)), ((0, 0),)
    yield EdgeMatching(1, 2, ((0, 1, 0, 0), (1, 0, 0, 0))), ((0, 0), (1, 3))


def positions(size, solution, rng):
    """Yield the solution, the solution with two pieces exchanged or one turned, and random
    placements.
    """
    yield tuple(solution)
    for _ in range(8):
        near = list(solution)
        at, other = rng.integers(size, size=2)
        near[at], near[other] = near[other], near[at]
        yield tuple(near)
        near = list(solution)
        near[at] = near[at][0], int(rng.integers(4))
        yield tuple(near)
        yield tuple((int(piece), int(rng.integers(4))) for piece in rng.permutation(size))


def test_thousands_of_positions_are_complete_where_python_says_so(judge, record):
    rng = np.random.default_rng(7)
    met = {True: 0, False: 0}
    given = [(puzzle, list(positions(len(one), one, rng))) for puzzle, one in boards(rng)]
    outcome = asked(
        judge, JUDGED, [[about(puzzle), list(map(text_of, shown))] for puzzle, shown in given]
    )
    for (puzzle, shown), complete in zip(given, outcome, strict=True):
        for one, said in zip(shown, complete, strict=True):
            assert said is (puzzle.violation(one) == ""), (puzzle.encode(), one)
            met[said] += 1
    assert sum(met.values()) > 3_000 and min(met.values()) > 200
    less = text_of([divmod(oriented, 4) for oriented in record["answer"]])
    assert asked(judge, JUDGED, [[record, [less, re.sub(r"^\d+", "", less)]]]) == [[True, False]]


def test_places_of_a_link_are_read_and_kept(browser):
    rng = np.random.default_rng(5)
    puzzle = api.puzzle("edge_matching", "2x2:0,1,2,0@0,0,0;0,0,3,1@0,1;2,4,0,0!0,0;3,0,0,4")
    page = browser.open([entry(puzzle)])
    assert page.evaluate(NOW) == "0.1../0000"
    for move in (["take", 0], ["put", 2, 0], ["put", 0, 2], ["clear"], ["turn", 0, 1]):
        page.evaluate("(move) => cpstudy.session.play(move)", move)
        assert page.evaluate(NOW) == "0.1../0000", move
    page.evaluate("cpstudy.session.play(['turn', 1, 1])")
    assert page.evaluate(NOW) == "0.1../0100"
    texts = [placed(drawn(3, 2, 3, seed), rng).encode() for seed in range(40)]
    read = """(texts) => {
      const kind = cpstudy.kinds.find((kind) => kind.name === "edge_matching");
      return texts.map((text) => kind.parse(text).board);
    }"""
    for text, board in zip(texts, page.evaluate(read, texts), strict=True):
        assert board == json.loads(json.dumps(board_of(api.puzzle("edge_matching", text))))


def test_a_partial_board_has_its_score_and_its_clues_are_locked(browser):
    ((puzzle, solution),) = puzzles(4, 5, 12, 6, 1, 2)
    cells = (0, 1, 6, 7, 13)
    clued = clued_on(puzzle, solution, cells)
    page = browser.open([entry(clued)])
    status, board = page.locator(".status"), page.get_by_role("grid").first
    edges = matched(
        clued, [p if c in cells else None for c, p in enumerate(clued.picture(solution))]
    )
    assert edges == 3
    words = "{} of 20 pieces placed; score {} of 31 edges{}."
    assert status.text_content() == words.format(5, 3, "")
    # A clue neither turns nor returns to the tray, by click or by key.
    before = page.evaluate(NOW)
    board.get_by_role("gridcell").nth(6).click()
    board.get_by_role("gridcell").nth(7).click(button="right")
    page.keyboard.press("Delete")
    assert page.evaluate(NOW) == before
    for cell in (5, 12):
        page.evaluate(
            "(move) => cpstudy.session.play(move)",
            ["lay", solution[cell][0], cell, solution[cell][1]],
        )
    assert status.text_content() == words.format(7, 7, "")
    wrong = ["turn", solution[12][0], 1]
    page.evaluate("(move) => cpstudy.session.play(move)", wrong)
    assert status.text_content() == words.format(7, 5, "; 2 sides do not match")


def about(puzzle):
    return {"rows": puzzle.rows, "columns": puzzle.columns, "board": board_of(puzzle)}


def complete(page):
    return page.locator(".status").text_content().startswith("Complete")


def grids(page):
    return [page.get_by_role("grid", name=name) for name in ("Board, 3 by 3", "Tray")]


def slot(page, piece):
    """Return the place of a piece in the tray."""
    return page.get_by_role("grid", name="Tray").locator(f'[aria-label^="piece {piece}"]')


def test_solved_by_clicks(browser, record):
    page = browser.open([record])
    cells = middles(page, ".desk > .board [role=gridcell]")
    for cell, oriented in zip(cells, record["answer"], strict=True):
        assert not complete(page)
        slot(page, oriented // 4).click()
        for _ in range(1 + oriented % 4):
            page.mouse.click(*cell)
    assert complete(page)
    assert page.locator("#app.complete").count() == 1


def test_solved_by_keys(browser, record):
    page = browser.open([record])
    _, tray = grids(page)
    slots = page.evaluate("cpstudy.view.slots")
    for cell, oriented in enumerate(record["answer"]):
        tray.focus()
        place = slots.index(oriented // 4)
        for _ in range(8):
            page.keyboard.press("ArrowUp")
        page.keyboard.press("Home")
        for key, times in (("ArrowDown", place // 8), ("ArrowRight", place % 8)):
            for _ in range(times):
                page.keyboard.press(key)
        page.keyboard.press("Enter")  # picked; the board has the focus
        for _ in range(oriented % 4):
            page.keyboard.press("r")
        for key, times in (
            ("ArrowUp", 2),
            ("Home", 1),
            ("ArrowDown", cell // 3),
            ("ArrowRight", cell % 3),
        ):
            for _ in range(times):
                page.keyboard.press(key)
        page.keyboard.press("Enter")
    assert complete(page)


def test_solved_by_hints_alone_from_a_board_turned_round(browser, record):
    page = browser.open([record])
    corner = record["answer"][0]
    page.evaluate(
        "([piece, turn]) => cpstudy.session.play(['lay', piece, 8, turn])",
        [corner // 4, (corner + 2) % 4],
    )
    assert hint_by_buttons(page, 9).startswith("Complete")
    assert page.evaluate("cpstudy.session.position().at[8]") == corner // 4  # the hints kept it


HINTS = """([entry, positions]) => {
  const kind = cpstudy.kinds.find((kind) => kind.name === "edge_matching");
  return positions.map((text) => {
    const position = kind.decode(entry, text);
    return [kind.hint(entry, position), kind.mistake(entry, position)];
  });
}"""


def test_what_follows_from_the_pieces_that_lie_is_so_by_trying_all(judge):
    """On parts of solutions, each hint is true by trying all pieces: one piece fits the cell, or
    the piece fits one cell.
    """
    rng, met = np.random.default_rng(5), set()
    for seed in range(6):
        puzzle, solution = next(puzzles(4, 4, 2 + seed % 2, 2, 1, seed))
        size = len(solution)
        turns = "".join(str(dict(solution)[piece]) for piece in range(size))
        kept = [rng.permutation(size)[: 4 + number % 10] for number in range(40)]
        ats = [
            ".".join(str(solution[cell][0]) if cell in cells else "" for cell in range(size))
            for cells in kept
        ]
        record = {"kind": "edge_matching", "rows": 4, "columns": 4, "board": board_of(puzzle)}
        outcome = asked(judge, HINTS, [record, [f"{at}/{turns}" for at in ats]])
        seen = [turned(puzzle.pieces[piece], quarters) for piece, quarters in solution]
        for cells, (hint, mistake) in zip(kept, outcome, strict=True):
            assert mistake is None
            lying = {cell: seen[cell] for cell in cells}
            ways = {
                (cell, piece, look)
                for cell in set(range(size)) - set(cells)
                for piece in {solution[cell][0] for cell in set(range(size)) - set(cells)}
                for look in {turned(puzzle.pieces[piece], quarters) for quarters in range(4)}
                if fits(puzzle, lying, cell, look)
            }
            if hint is None:
                for where in {cell for cell, _, _ in ways}:
                    assert len({look for cell, _, look in ways if cell == where}) > 1
                continue
            _, piece, where, quarters = hint["move"]
            by_cell = hint["rule"] == "one piece fits"
            alike = [way for way in ways if (way[0] == where if by_cell else way[1] == piece)]
            look = turned(puzzle.pieces[piece], quarters)
            assert (
                {(cell, one) for cell, _, one in alike} == {(where, look)} == {(where, seen[where])}
            )
            met.add(hint["rule"])
    assert met == {"one piece fits", "one cell left"}


def fits(puzzle, lying, cell, seen):
    """Return whether a piece, as it is turned, matches the frame and the placed neighbours of a
    cell.
    """
    for side in range(4):
        other = puzzle.neighbour(cell, side)
        if (other is None) != (seen[side] == 0):
            return False
        if other in lying and lying[other][(side + 2) % 4] != seen[side]:
            return False
    return True


def test_a_cell_that_no_piece_fits_is_a_mistake(judge, record):
    puzzle = EdgeMatching.decode(record["text"])
    corners = [p for p, piece in enumerate(puzzle.pieces) if piece.count(0) == 2]
    middle = next(p for p, piece in enumerate(puzzle.pieces) if 0 not in piece)
    assert len(corners) == 4
    # A corner piece in the middle of the left side does not match its neighbours.
    at = ["", "", "", corners[0], middle, "", "", "", ""]
    ((_, mistake),) = asked(judge, HINTS, [record, [f"{'.'.join(map(str, at))}/000000000"]])
    assert mistake is not None


def test_dragged_swapped_taken_back_and_reloaded(browser, record):
    page = browser.open([record])
    board, tray = grids(page)
    cells = board.get_by_role("gridcell")

    def drag(source, target):
        for step, box in enumerate((source.bounding_box(), target.bounding_box())):
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
            page.mouse.down() if step == 0 else page.mouse.up()

    drag(slot(page, 0), cells.nth(0))
    drag(slot(page, 1), cells.nth(4))
    drag(cells.nth(0), cells.nth(4))
    at = page.evaluate("cpstudy.session.position().at")
    assert (at[0], at[4]) == (1, 0)
    drag(slot(page, 2), cells.nth(4))  # the replaced piece goes to the tray
    assert page.evaluate("cpstudy.session.position().at[4]") == 2
    cells.nth(4).click(modifiers=["Shift"])
    assert page.evaluate("cpstudy.session.position().turns[2]") == 3
    cells.nth(0).click(button="right")
    assert page.evaluate("cpstudy.session.position().at[0]") == -1
    drag(cells.nth(4), tray.get_by_role("gridcell").nth(0))
    assert page.evaluate("cpstudy.session.position().at") == [-1] * 9
    page.get_by_role("button", name="Undo").click()
    before = page.evaluate(NOW)
    page = browser.open([record], page=page)
    assert page.evaluate(NOW) == before and page.evaluate("cpstudy.session.position().at[4]") == 2


@pytest.mark.parametrize(("width", "height"), [(390, 844), (820, 1180)])
def test_the_buttons_of_the_tray_are_in_sight(browser, width, height):
    """On a tablet they lay below the border of their place."""
    record = next(one for one in unpacked("edge_matching") if one["rows"] == 5)
    page = browser.open([record], viewport={"width": width, "height": height})
    place = page.locator(".place").bounding_box()
    turn = page.get_by_role("button", name="Turn").last.bounding_box()
    assert turn["y"] + turn["height"] <= place["y"] + place["height"]


def test_dragged_by_a_finger(browser, record):
    """A piece is dragged by real touches, which the browser could treat as scrolling."""
    page = browser.open([record], viewport={"width": 390, "height": 844}, has_touch=True)
    board, _ = grids(page)
    session = page.context.new_cdp_session(page)

    def touch(kind, points):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def middle(locator):
        box = locator.bounding_box()
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    slot(page, 3).scroll_into_view_if_needed()
    start, end = middle(slot(page, 3)), middle(board.get_by_role("gridcell").nth(7))
    touch("touchStart", [start])
    for part in (0.2, 0.4, 0.6, 0.8, 1):
        touch(
            "touchMove", [{axis: start[axis] + part * (end[axis] - start[axis]) for axis in "xy"}]
        )
    touch("touchEnd", [])
    assert page.evaluate("cpstudy.session.history.moves") == [["put", 3, 7]]
    page.touchscreen.tap(*middle(board.get_by_role("gridcell").nth(7)).values())
    assert page.evaluate("cpstudy.session.position().turns[3]") == 1


def test_sides_that_do_not_match_are_marked(browser, record):
    page = browser.open([record])
    inner = next(p for p, piece in enumerate(record["board"]["pieces"]) if 0 not in piece)
    page.evaluate("(piece) => cpstudy.session.play(['put', piece, 0])", inner)
    assert page.locator(".fault").count() == 2
    assert (
        page.locator(".status").text_content()
        == "1 of 9 pieces placed; score 0 of 12 edges; 2 sides do not match."
    )
    page.get_by_role("button", name="Is anything wrong?").click()
    assert (
        "Colours do not match at the top of row 1, column 1"
        in page.locator(".levels").text_content()
    )


MOMENTS = """(moments) => moments.map((moment) => {
  const slider = document.querySelector("[aria-label='Placements made']");
  slider.value = moment;
  slider.dispatchEvent(new Event("input"));
  const cells = [...document.querySelectorAll(".desk > .board [role=gridcell]")];
  return cells.map((cell) => [cell.getAttribute("aria-label"), cell.classList.contains("next")]);
})"""


def fitting(puzzle, board, cell, equal_once):
    """Return how many oriented pieces fit an empty cell, by the rules; equal_once: count equal ones
    once.
    """
    found = []
    used = {oriented // 4 for oriented in board.values()}
    for piece in set(range(len(puzzle.pieces))) - used:
        for quarters in range(4):
            sides = turned(puzzle.pieces[piece], quarters)
            good = True
            for side in range(4):
                other = puzzle.neighbour(cell, side)
                good &= (other is None) == (sides[side] == 0)
                if other in board:
                    there = turned(puzzle.pieces[board[other] // 4], board[other] % 4)
                    good &= there[(side + 2) % 4] == sides[side]
            found += [sides] if good else []
    return len(set(found) if equal_once else found)


@pytest.mark.parametrize(("method", "equal_once"), [("dfs", True), ("snopf", False)])
def test_a_search_is_played_back_as_python_made_it(browser, method, equal_once):
    puzzle = drawn(5, 4, 3)
    record = {"kind": "edge_matching", "text": puzzle.encode(), **about(puzzle)}
    record["extras"] = searches(puzzle)
    outcome = course(puzzle, method, 2_000)
    page = browser.open([record])
    page.get_by_role("tab", name="Search").click()
    page.get_by_label("Solver").select_option(method)
    moments = [0, 1, 2, 3, *range(10, len(outcome.placements), 61)]
    for moment, cells in zip(moments, asked(page, MOMENTS, moments), strict=True):
        board, stack = {}, []
        for level, cell, oriented in outcome.placements[:moment]:
            stack[level:] = [(cell, oriented)]
            board = dict(stack)
        counts = {c: fitting(puzzle, board, c, equal_once) for c in range(25) if c not in board}
        for cell, (label, _) in enumerate(cells):
            wanted = f"piece {board[cell] // 4}:" if cell in board else f"empty, {counts[cell]} fit"
            assert wanted in label, (moment, cell)
        (following,) = [cell for cell, (_, marked) in enumerate(cells) if marked]
        assert following == (min(counts) if method == "dfs" else min(counts, key=counts.get))


def test_a_playback_ends_with_the_solution_and_the_game_comes_back(browser, record):
    page = browser.open([record])
    page.evaluate("cpstudy.session.play(['put', 0, 0])")
    page.get_by_role("tab", name="Search").click()
    page.get_by_label("Speed").fill("100")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(".search .words", has_text="Solved.").wait_for()
    assert page.locator(".desk.complete").count() == 1
    page.locator(".desk .piece").first.click()  # no move while a search is shown
    page.get_by_role("tab", name="Hints").click()
    assert page.evaluate("cpstudy.session.history.moves") == [["put", 0, 0]]
    assert page.locator(".desk > .board .piece").count() == 1


def test_links_bring_puzzles_or_a_word(browser, record):
    puzzle = drawn(3, 2, 2)
    page = browser.open([record], fragment=f"#edge_matching;{quote(puzzle.encode())};")
    assert page.evaluate("cpstudy.session.entry.text") == puzzle.encode()
    for bad, words in (
        ("2x2:0,0,1,1", "the link has 1 pieces"),
        ("1x1:0,0,0,0,0", "has not four colours"),
        ("2x2:0,1,0,1;0,0,1,1;0,0,1,1;0,0,1,1", "piece 0 of the link has frame sides"),
        ("99x99:0,0,1,1", "boards of links have"),
    ):
        page = browser.open([record], fragment=f"#edge_matching;{quote(bad)};", page=page)
        assert words in page.locator(".note").text_content()
    for position in ("0/0", "0.0......./000000000", "9......../000000000", "x"):
        page = browser.open(
            [record], fragment=f"#edge_matching;{quote(record['text'])};{position}", page=page
        )
        assert page.locator(".note").text_content().startswith("The position could not be restored")


def test_what_is_brought_along_is_small_and_telling():
    """The bundled puzzles have answers and recorded searches with Python's counts, in under 6,000
    bytes.
    """
    records = [entry(puzzle, words) for puzzle, words in small()]
    assert all(record["verdict"] in ("unique", "many") and "answer" in record for record in records)
    for record in records:
        puzzle = api.puzzle("edge_matching", record["text"])
        for search in record["extras"]["searches"]:
            result = api.solve(puzzle, search["name"], limit=1)
            assert search["total"] == result.counters["placements"]
    assert len(packed(records)) < 6_000
