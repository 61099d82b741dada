"""Drawings of what is known after each step of a deduction, for every kind that explains."""

import io
from dataclasses import replace
from math import floor

import pytest
from PIL import Image

from cpstudy import api
from cpstudy.core.drawing import Disc, Label, Line, Polygon
from cpstudy.core.palette import CHANGED, INK, LIT, PAPER, PIPE
from cpstudy.core.wording import counted
from cpstudy.jobs.printing import films
from cpstudy.jobs.printing.films import film, known_after, steps_a_frame
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.puzzles.picross.drawing import colour_of, margins

COLOURED = "5x5:1c.1b.1/2b.1/1b.1b/1c.1/1.1b.1.1c.1/2b.1/1c.1b.1c.1b/1b.2/1b.1.1c/1.1"
EXPLAINED = [name for name in PUZZLES if kind(name).explaining]
# Boards with more rules, shapes and outcomes than the examples have.
MORE = {
    "pipes": ("2x1:55", "2x1w:11", "3x3w:654eb6414", "2x2g:0000", "1x1:0"),
    "sudoku": ("2x2:1_1n",),
    "picross": ("3x3:1/1/1/1/1/1",),
    "nurikabe": ("nurikabe/2/2/1h1",),
}


def explained(name, text=None):
    record = kind(name)
    puzzle = api.puzzle(name, text or record.example)
    return record, record.explaining.explainer.explain(puzzle)


def boards():
    for name in EXPLAINED:
        yield name, None
        yield from ((name, text) for text in MORE.get(name, ()))


def test_every_kind_that_explains_draws_what_is_known():
    assert len(EXPLAINED) >= 6
    assert all(kind(name).pictures.known for name in EXPLAINED)


@pytest.mark.parametrize(("name", "text"), [*boards()])
def test_each_step_is_seen(name, text):
    """Each step lights its cells, outlines its reasons and changes the drawing."""
    record, got = explained(name, text)
    draw = record.pictures.known
    before = draw(got.puzzle, (), 0)
    assert not [s for s in before.shapes if isinstance(s, Polygon) and s.fill == LIT]
    for number, step in enumerate(got.steps, 1):
        shown = known_after(record, got, number, number)
        assert (shown.width, shown.height) == (before.width, before.height)
        lit = [s for s in shown.shapes if isinstance(s, Polygon) and s.fill == LIT]
        framed = [s for s in shown.shapes if isinstance(s, Polygon) and s.edge == CHANGED]
        assert len(lit) == len(set(step.cells))
        assert len(framed) == len(set(step.because))
        plain = draw(got.puzzle, got.steps[:number], 0)
        if (
            name not in ("pipes", "hexpipes") or "side" in step.change
        ):  # removed orientations may not be visible
            assert plain.shapes != draw(got.puzzle, got.steps[: number - 1], 0).shapes
    with pytest.raises(ValueError, match=f"the deduction has {counted(len(got.steps), 'step')}$"):
        known_after(record, got, 1, len(got.steps) + 1)
    with pytest.raises(ValueError, match="the deduction has"):
        known_after(record, got, 0, 0)


@pytest.mark.parametrize("name", EXPLAINED)
def test_all_steps_lead_to_the_solution(name):
    """At its end, a deduction that solves a puzzle shows what the drawing of the solution shows."""
    record, got = explained(name)
    assert got.grade not in (None, "search")
    end = record.pictures.known(got.puzzle, got.steps, 0)
    solved = record.pictures.drawing(got.puzzle, (got.solution,))
    if name == "pipes" or "units" in dir(got.puzzle):
        assert {s for s in solved.shapes if not isinstance(s, Polygon)} == {
            s for s in end.shapes if not isinstance(s, Polygon)
        }
    else:
        colours = {s.fill for s in solved.shapes if isinstance(s, Polygon)}
        assert colours == {s.fill for s in end.shapes if isinstance(s, Polygon)}


@pytest.mark.parametrize("name", [name for name in EXPLAINED if name != "sudoku"])
def test_a_film_of_each_kind(name):
    record, got = explained(name)
    picture = Image.open(io.BytesIO(film(record, got, 1.0)))
    assert picture.n_frames == len(got.steps) + 2


@pytest.mark.parametrize(("most", "joined", "pictures"), [(21, 1, 21), (20, 2, 11), (5, 5, 5)])
def test_long_deductions_are_joined(monkeypatch, most, joined, pictures):
    monkeypatch.setattr(films, "MOST_FRAMES", most)
    record, got = explained("pipes")
    assert len(got.steps) == 21
    assert steps_a_frame(got) == joined
    assert Image.open(io.BytesIO(film(record, got, 1.0))).n_frames == pictures + 2


def test_a_kind_without_such_a_drawing():
    record, got = explained("pipes")
    bare = replace(record, pictures=replace(record.pictures, known=None))
    with pytest.raises(ValueError, match="no drawing of a deduction"):
        film(bare, got, 1.0)


def seen_in_cells(shapes, kind_of_shape, left=0.0, above=0.0):
    """Return the shapes of a type by the cell (row, column) that contains their middle."""
    found = {}
    for shape in shapes:
        if not isinstance(shape, kind_of_shape):
            continue
        x, y = shape[:2]
        if isinstance(shape, Polygon):
            x, y = (sum(place) / 4 for place in zip(*shape.points, strict=True))
        found.setdefault((floor(y - above), floor(x - left)), []).append(shape)
    return found


def values_hold(puzzle, solution, shapes):
    labels = seen_in_cells(shapes, Label)
    for cell, value in enumerate(solution):
        here = labels[divmod(cell, puzzle.order)]
        large = [label.text for label in here if label.size >= 0.42]
        marks = {label.text for label in here if label.size < 0.42}
        assert large == [str(value)] if large else str(value) in marks


def sides_hold(puzzle, solution, shapes):
    shown = {s for s in shapes if isinstance(s, Line) and s.colour == PIPE}
    solved = kind("pipes").pictures.drawing(puzzle, (solution,))
    assert shown <= set(solved.shapes)
    for bar in (s for s in shapes if isinstance(s, Line) and s.width == 0.06):
        x, y = (bar.x1 + bar.x2) / 2, (bar.y1 + bar.y2) / 2
        row, column = floor(y), floor(x)
        if 0.05 < x < puzzle.columns - 0.05 and 0.05 < y < puzzle.rows - 0.05:
            across, down = x - column - 0.5, y - row - 0.5
            side = 0 if across > 0.4 else 2 if across < -0.4 else 1 if down < 0 else 3
            assert not solution[row * puzzle.columns + column] >> side & 1


def sea_holds(puzzle, solution, shapes):
    boxes, dots = seen_in_cells(shapes, Polygon), seen_in_cells(shapes, Disc)
    for cell, is_sea in enumerate(solution):
        place = divmod(cell, puzzle.columns)
        if any(shape.fill == INK for shape in boxes.get(place, ())):
            assert is_sea
        assert not (is_sea and place in dots)


def colours_hold(puzzle, solution, shapes):
    left, above = margins(puzzle)
    boxes = seen_in_cells(shapes, Polygon, left, above)
    crosses = seen_in_cells(shapes, Label, left, above)
    for cell, colour in enumerate(solution):
        place = divmod(cell, puzzle.columns)
        if any(label.text == "×" for label in crosses.get(place, ())):
            assert colour == 0
        whole = [s for s in boxes[place] if s.fill not in (PAPER, LIT, "none") and s.edge is None]
        assert {s.fill for s in whole} <= {colour_of(colour)} if colour else not whole


@pytest.mark.parametrize(
    ("name", "text", "holds"),
    [
        ("pipes", "5x5:821926d6773355447ee21eaa4", sides_hold),
        ("pipes", "4x4:2da617144ed81db1", sides_hold),
        ("pipes", "5x5w:b1ce68246a4a8e9a54e27c99e", sides_hold),
        ("sudoku", None, values_hold),
        ("jigsaw", None, values_hold),
        ("kenken", None, values_hold),
        ("picross", None, colours_hold),
        ("picross", COLOURED, colours_hold),
        ("nurikabe", None, sea_holds),
    ],
)
def test_nothing_shown_contradicts_the_solution(name, text, holds):
    """At every step of a film, the drawing agrees with the solution."""
    record, got = explained(name, text)
    assert got.solution is not None
    draw = record.pictures.known
    for number in range(len(got.steps) + 1):
        for latest in (0, 1):
            holds(got.puzzle, got.solution, draw(got.puzzle, got.steps[:number], latest).shapes)
