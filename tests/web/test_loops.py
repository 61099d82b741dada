"""Slitherlink and Masyu on the page: its rules against Python's; play by pointer, by keys and by
hints alone.
"""

import random
from itertools import pairwise

import numpy as np
import pytest

from cpstudy import api
from cpstudy.puzzles import kind
from cpstudy.puzzles.loops.drawing import board
from cpstudy.web.entries import entry
from tests.puzzles.loops.instances import KINDS, random_board, truth
from tests.web.rules import (
    NOW,
    complete,
    hint_by_buttons,
    hinted,
    mistakes,
    refusals,
    refused_moves,
)

OPEN, LINE, CROSS = 0, 1, 2
MANY = {"slitherlink": "slither/2/2/j", "masyu": "mashu/3/3/000"}
BY_KIND = pytest.mark.parametrize("name", KINDS)
# Both kinds share one script, so on Masyu its behaviour is tested only under -m slow.
SHARED = pytest.mark.parametrize(
    "name", ["slitherlink", pytest.param("masyu", marks=pytest.mark.slow)]
)


def example(name):
    return api.puzzle(name, kind(name).example)


def record_of(puzzle):
    result = {"kind": puzzle.kind, "rows": puzzle.rows, "columns": puzzle.columns}
    return {**result, "board": board(puzzle)}


def text_of(values):
    return "".join("012"[value] for value in values)


def positions(solution, rng):
    """Yield 32 pairs (values on the page, runs): the solution, one edge flipped, random runs. Some
    or all of the other edges are crossed.
    """
    for index in range(32):
        runs = np.frombuffer(solution, np.uint8).copy()
        if index % 4 == 1:
            runs[rng.integers(len(runs))] ^= 1
        elif index % 4 == 3:
            runs = rng.integers(0, 2, len(runs), np.uint8)
        crossed = rng.random(len(runs)) < rng.choice((0.5, 1.0))
        yield np.where(runs == 1, LINE, np.where(crossed, CROSS, OPEN)), bytes(runs)


@BY_KIND
def test_positions_are_complete_where_python_says_so(judge, name):
    rng = np.random.default_rng(6)
    boards = random.Random(5)
    met = {True: 0, False: 0}
    full = 0
    for _ in range(30):
        puzzle = random_board(boards, name)
        if not puzzle.lattice.edges:
            continue
        record = record_of(puzzle)
        solutions = sorted(truth(puzzle)) or [bytes(puzzle.lattice.edges)]
        shown = list(positions(boards.choice(solutions), rng))
        texts = [text_of(values) for values, _ in shown]
        result = zip(
            shown, complete(judge, record, texts), mistakes(judge, record, texts), strict=True
        )
        for (values, runs), said, wrong in result:
            valid = puzzle.violation(runs) == ""
            assert said is valid, (puzzle.encode(), runs.hex())
            if all(values):  # every edge is decided, so every error is reported
                assert (wrong == "") is valid, (puzzle.encode(), runs.hex(), wrong)
                full += 1
            met[said] += 1
        if truth(puzzle):
            whole = np.where(np.frombuffer(solutions[0], np.uint8) == 1, LINE, CROSS)
            parts = [np.where(rng.random(len(whole)) < 0.6, whole, 0) for _ in range(4)]
            assert mistakes(judge, record, [text_of(part) for part in parts]) == [""] * 4
    assert min(met.values()) > 80 and full > 60, met


def middles(page, puzzle):
    """Return the middle of each edge on the screen."""
    shift = 0.0 if puzzle.on_faces else 0.5
    points = []
    for edge in range(puzzle.lattice.edges):
        row, column, down = puzzle.lattice.place(edge)
        points.append([column + shift + (not down) / 2, row + shift + down / 2])
    return page.evaluate(
        """(points) => {
          const plane = document.querySelector(".board > g").getScreenCTM();
          return points.map(([x, y]) => {
            const point = new DOMPoint(x, y).matrixTransform(plane);
            return [point.x, point.y];
          });
        }""",
        points,
    )


@BY_KIND
def test_solved_by_clicks_and_crossed_by_the_other_button(browser, name):
    puzzle = example(name)
    record = entry(puzzle)
    page = browser.open([record])
    points = middles(page, puzzle)
    for (x, y), runs in zip(points, record["answer"], strict=True):
        if runs:
            page.mouse.click(x, y)
    assert page.locator(".status").text_content().startswith("Complete: one loop")
    off = record["answer"].index(0)
    page.mouse.click(*points[off], button="right")
    assert page.locator(".edge.cross").count() == 1
    page.mouse.click(*points[off])
    assert page.locator(".edge.cross").count() == 0


@SHARED
def test_a_stroke_is_one_move(browser, name):
    puzzle = example(name)
    page = browser.open([entry(puzzle)])
    points = middles(page, puzzle)
    first = [puzzle.lattice.across(1, column) for column in range(3)]
    page.mouse.move(*points[first[0]])
    page.mouse.down()
    page.mouse.move(*points[first[2]])
    page.mouse.up()
    assert page.locator(".edge.line").count() == 3
    assert page.locator(".numbers").text_content().endswith("1 move")
    before = page.evaluate(NOW)
    page = browser.open([entry(puzzle)], page=page)
    assert page.evaluate(NOW) == before


# Drags by events, as fast as the page handles them; returns the lines on the board after each.
DRAG = """([drags, shift]) => {
  const { board } = cpstudy.view;
  const plane = board.plane.getScreenCTM();
  const send = (type, [x, y]) => {
    const at = new DOMPoint(x + shift, y + shift).matrixTransform(plane);
    const where = { clientX: at.x, clientY: at.y, pointerId: 1, pointerType: "mouse" };
    board.node.dispatchEvent(new PointerEvent(type, { ...where, bubbles: true }));
  };
  return drags.map((points) => {
    send("pointerdown", points[0]);
    for (const point of points.slice(1)) send("pointermove", point);
    send("pointerup", points[points.length - 1]);
    const position = [...cpstudy.session.position()];
    if (cpstudy.session.history.canUndo) cpstudy.session.undo();
    return position.flatMap((value, edge) => (value === 1 ? [edge] : []));
  });
}"""


def edge_between(lattice, one, other):
    (row, column), down = min(one, other), one[0] != other[0]
    return (lattice.down if down else lattice.across)(row, column)


def random_drag(rng, lattice):
    """Return the points of a random walk from vertex to vertex, each a little off, and the edges
    passed.

    A step back removes its edge. A walk may begin and end on the middle of an edge.
    """
    rows, columns = lattice.rows, lattice.columns
    way = [(rng.randrange(rows), rng.randrange(columns))]
    walked = list(way)
    for _ in range(rng.randrange(1, 9)):
        row, column = walked[-1]
        near = [(row - 1, column), (row, column - 1), (row + 1, column), (row, column + 1)]
        there = [(r, c) for r, c in near if 0 <= r < rows and 0 <= c < columns]
        walked.append(rng.choice(there))
        if len(way) > 1 and walked[-1] == way[-2]:
            way.pop()
        else:
            way.append(walked[-1])
    edges = {edge_between(lattice, *pair) for pair in pairwise(way)}

    def near_by(vertex):
        return [vertex[1] + rng.uniform(-0.25, 0.25), vertex[0] + rng.uniform(-0.25, 0.25)]

    def halfway(one, other):
        return [(one[1] + other[1]) / 2, (one[0] + other[0]) / 2]

    points = [near_by(vertex) for vertex in walked]
    if rng.random() < 0.3 and len(walked) > 1 and walked[0] not in walked[2:]:
        points[0] = halfway(*walked[:2])
    if rng.random() < 0.3 and len(walked) > 1 and walked[-1] not in walked[:-2]:
        points[-1] = halfway(*walked[-2:])
    return points, edges


@BY_KIND
def test_drags_draw_what_the_pointer_passed(browser, name):
    rng = random.Random(9)
    puzzle = example(name)
    lattice = puzzle.lattice
    page = browser.open([entry(puzzle)])
    drags = [random_drag(rng, lattice) for _ in range(200)]
    # A pointer that does not leave its start, or returns to it, draws nothing.
    shift = 0.0 if puzzle.on_faces else 0.5
    found = page.evaluate(DRAG, [[points for points, _ in drags], shift])
    for (points, edges), drawn in zip(drags, found, strict=True):
        assert set(drawn) == edges, points
    assert sum(len(edges) > 2 for _, edges in drags) > 60
    assert sum(not edges for _, edges in drags) > 5


@SHARED
def test_a_stroke_over_a_line_takes_it_away(browser, name):
    puzzle = example(name)
    page = browser.open([entry(puzzle)])
    points = middles(page, puzzle)
    edges = [puzzle.lattice.across(1, column) for column in range(4)]

    def drag(first, last, button="left"):
        page.mouse.move(*points[edges[first]])
        page.mouse.down(button=button)
        page.mouse.move(*points[edges[last]], steps=5)
        page.mouse.up(button=button)

    drag(0, 2)
    drag(3, 3, "right")
    assert (page.locator(".edge.line").count(), page.locator(".edge.cross").count()) == (3, 1)
    drag(1, 3)
    assert (page.locator(".edge.line").count(), page.locator(".edge.cross").count()) == (1, 1)
    drag(3, 0, "right")
    assert (page.locator(".edge.line").count(), page.locator(".edge.cross").count()) == (1, 0)


@BY_KIND
def test_solved_by_keys(browser, name):
    puzzle = example(name)
    record = entry(puzzle)
    page = browser.open([record])
    page.get_by_role("grid").focus()
    lattice = puzzle.lattice
    for row in range(puzzle.rows):
        for column in range(puzzle.columns):
            keys = {"d": lattice.across(row, column), "s": lattice.down(row, column)}
            if puzzle.on_faces:
                keys = {"w": lattice.across(row, column), "a": lattice.down(row, column)}
                if row == puzzle.rows - 1:
                    keys["s"] = lattice.across(row + 1, column)
                if column == puzzle.columns - 1:
                    keys["d"] = lattice.down(row, column + 1)
            for key, edge in keys.items():
                if edge >= 0 and record["answer"][edge]:
                    page.keyboard.press(key)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
    assert "Complete" in page.locator(".status").text_content()
    page.keyboard.press("Delete")
    assert "Complete" not in page.locator(".status").text_content()


@SHARED
def test_hints_by_their_buttons(browser, name):
    page = browser.open([entry(api.puzzle(name, MANY[name]))])
    assert "Complete" in hint_by_buttons(page)


@BY_KIND
def test_hints_alone_lead_to_the_end_from_anywhere(judge, name):
    rng = np.random.default_rng(7)
    for puzzle in (example(name), api.puzzle(name, MANY[name])):
        record = entry(puzzle)
        assert hinted(judge, record) > 0
        for _ in range(3):
            values = rng.integers(0, 3, puzzle.lattice.edges)
            assert complete(judge, record, [text_of(values)]) == [False]
            assert hinted(judge, record, text_of(values)) > 0


@BY_KIND
def test_what_contradicts_the_deduction_is_a_mistake(judge, name):
    record = entry(example(name))
    right = [LINE if runs else CROSS for runs in record["answer"]]
    start = [OPEN] * len(right)
    wrong = [
        text_of([*start[:at], LINE + CROSS - value, *start[at + 1 :]])
        for at, value in enumerate(right)
    ]
    assert all(mistakes(judge, record, wrong))
    assert not any(
        mistakes(judge, record, [text_of(right[:n] + start[n:]) for n in range(0, 30, 5)])
    )


@BY_KIND
def test_texts_and_moves_of_strangers_are_refused(judge, name):
    record = entry(api.puzzle(name, MANY[name]))
    assert refusals(judge, record, ["0" * 12, "120" * 4]) == ["", ""]
    assert all(refusals(judge, record, ["", "0" * 11, "3" + "0" * 11, "x" + "0" * 11]))
    moves = [None, [], ["paint"], ["paint", 3, [0]], ["paint", 1, [12]], ["place", [[1, 1.5]]]]
    assert all(refused_moves(judge, record, moves))


@SHARED
def test_replay_and_other_solutions(browser, name):
    records = [entry(example(name)), entry(api.puzzle(name, MANY[name]))]
    page = browser.open(records)
    page.get_by_role("tab", name="Deduction").click()
    page.get_by_role("slider").fill(str(len(records[0]["steps"])))
    assert page.locator(".edge.line").count() == sum(records[0]["answer"])
    page.get_by_role("tab", name="Hints").click()
    assert page.locator(".edge.line").count() == 0
    page.locator("select[name=size]").select_option(f"{records[1]['columns']}×{records[1]['rows']}")
    page.get_by_role("tab", name="Solutions").click()
    assert page.locator(".place .ghost").count() > 0
