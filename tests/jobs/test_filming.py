"""What is known after each step of a deduction, drawn: every kind that explains."""

import io
from dataclasses import replace

import pytest
from PIL import Image

from cpstudy import api
from cpstudy.core.drawing import CHANGED, LIT, Polygon
from cpstudy.core.solving import load
from cpstudy.jobs import filming
from cpstudy.jobs.filming import film, known_after, steps_a_frame
from cpstudy.puzzles import PUZZLES, kind

EXPLAINED = [name for name in PUZZLES if kind(name).explaining]
# Boards with more rules, shapes and ends than the examples have.
MORE = {
    "pipes": ("2x1:55", "2x1w:11", "3x3w:654eb6414", "2x2g:0000", "1x1:0"),
    "sudoku": ("2x2:1_1n",),
    "picross": ("3x3:1/1/1/1/1/1",),
    "nurikabe": ("nurikabe/2/2/1h1",),
}


def explained(name, text=None):
    record = kind(name)
    puzzle = api.puzzle(name, text or record.example)
    return record, load(record.explaining.explainer).explain(puzzle)


def boards():
    for name in EXPLAINED:
        yield name, None
        yield from ((name, text) for text in MORE.get(name, ()))


def test_every_kind_that_explains_draws_what_is_known():
    assert len(EXPLAINED) >= 6
    assert all(kind(name).pictures.known for name in EXPLAINED)


@pytest.mark.parametrize(("name", "text"), [*boards()])
def test_each_step_is_seen(name, text):
    """The cells of a step are lit, its reasons outlined, and something changes."""
    record, told = explained(name, text)
    draw = load(record.pictures.known)
    before = draw(told.puzzle, (), 0)
    assert not [s for s in before.shapes if isinstance(s, Polygon) and s.fill == LIT]
    for number, step in enumerate(told.steps, 1):
        shown = known_after(record, told, number, number)
        assert (shown.width, shown.height) == (before.width, before.height)
        lit = [s for s in shown.shapes if isinstance(s, Polygon) and s.fill == LIT]
        framed = [s for s in shown.shapes if isinstance(s, Polygon) and s.edge == CHANGED]
        assert len(lit) == len(set(step.cells))
        assert len(framed) == len(set(step.because))
        plain = draw(told.puzzle, told.steps[:number], 0)
        if name != "pipes" or "side" in step.change:  # orientations of a tile that lies already
            assert plain.shapes != draw(told.puzzle, told.steps[: number - 1], 0).shapes
    with pytest.raises(ValueError, match=f"there are {len(told.steps)} steps"):
        known_after(record, told, 1, len(told.steps) + 1)
    with pytest.raises(ValueError, match="there are"):
        known_after(record, told, 0, 0)


@pytest.mark.parametrize("name", EXPLAINED)
def test_all_steps_lead_to_the_solution(name):
    """At its end a deduction that solves a puzzle shows what the solution's drawing shows."""
    record, told = explained(name)
    assert told.grade not in (None, "search")
    end = load(record.pictures.known)(told.puzzle, told.steps, 0)
    solved = load(record.pictures.drawing)(told.puzzle, (told.solution,))
    if name == "pipes" or "units" in dir(told.puzzle):
        assert {s for s in solved.shapes if not isinstance(s, Polygon)} == {
            s for s in end.shapes if not isinstance(s, Polygon)
        }
    else:
        colours = {s.fill for s in solved.shapes if isinstance(s, Polygon)}
        assert colours == {s.fill for s in end.shapes if isinstance(s, Polygon)}


@pytest.mark.parametrize("name", [name for name in EXPLAINED if name != "sudoku"])
def test_a_film_of_each_kind(name):
    record, told = explained(name)
    picture = Image.open(io.BytesIO(film(record, told, 1.0)))
    assert picture.n_frames == len(told.steps) + 2


@pytest.mark.parametrize(("most", "joined", "pictures"), [(21, 1, 21), (20, 2, 11), (5, 5, 5)])
def test_long_deductions_are_joined(monkeypatch, most, joined, pictures):
    monkeypatch.setattr(filming, "MOST_FRAMES", most)
    record, told = explained("pipes")
    assert len(told.steps) == 21
    assert steps_a_frame(told) == joined
    assert Image.open(io.BytesIO(film(record, told, 1.0))).n_frames == pictures + 2


def test_a_kind_without_such_a_drawing():
    record, told = explained("pipes")
    bare = replace(record, pictures=replace(record.pictures, known=None))
    with pytest.raises(ValueError, match="no drawing of what is known"):
        film(bare, told, 1.0)
