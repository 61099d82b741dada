"""Test pictures of boards of hexagons: text pictures, and the positions of shapes in drawings."""

from math import dist, isclose

import pytest

from cpstudy import api
from cpstudy.core.drawing import Disc, Label, Line, Polygon
from cpstudy.core.palette import CHANGED, INK, LIT, WALL
from cpstudy.puzzles.hexpipes.drawing import (
    STEP,
    TO_SIDE,
    along,
    ambiguity_drawing,
    drawing,
    extent,
    hexagon,
    known,
    middle,
    printed,
)
from cpstudy.puzzles.hexpipes.explainer import EXPLAINER
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.hexpipes.text_drawing import ambiguity_picture, text_picture

SEVERAL = "4x4:02244412642001011075370420025020"
BOARD = HexPipes.decode("3x2:016010006211")


def written(picture):
    return ["".join(span.text for span in line).rstrip() for line in picture]


def test_the_plane_is_that_of_the_rules():
    """Neighbours are at distance one, in the direction of the side that they share."""
    board = HexPipes(4, 5, bytes(20))
    for cell, side, other, back in board.edges():
        here, there = middle(cell, 5), middle(other, 5)
        step = (2 * TO_SIDE[side][0], 2 * TO_SIDE[side][1])
        assert isclose(dist(here, there), 1)
        assert dist((here[0] + step[0], here[1] + step[1]), there) < 1e-9
        x1, y1, x2, y2 = along(here, side)
        assert dist((x2, y2, x1, y1), along(there, back)) < 1e-9
    width, height = extent(4, 5)
    corners = [corner for cell in range(20) for corner in hexagon(middle(cell, 5))]
    assert isclose(min(x for x, _ in corners), 0, abs_tol=1e-9)
    assert isclose(max(x for x, _ in corners), width)
    assert isclose(min(y for _, y in corners), 0, abs_tol=1e-9)
    assert isclose(max(y for _, y in corners), height)
    assert extent(1, 5)[0] == 5 and isclose(middle(5, 5)[1] - middle(0, 5)[1], STEP)


def test_characters():
    """Text pictures show a tree, an open side that leads to a hole, and the source."""
    tree = HexPipes.decode("4x3:400130406462002402060512")
    assert written(text_picture(tree)) == TREE
    loose = HexPipes.decode("2x1:0100")
    assert written(text_picture(loose)) == ["  ◎──"]


TREE = [
    "  ◎     ●─────○     ●",
    "   ╲         ╱       ╲",
    "    ╲       ╱         ╲",
    "     ○     ○           ○",
    "    ╱ ╲   ╱ ╲         ╱",
    "   ╱   ╲ ╱   ╲       ╱",
    "  ●     ○     ○─────○",
]


def test_solutions_differ_in_heavy_strokes():
    puzzle = api.puzzle("hexpipes", SEVERAL)
    first, second = api.solve(puzzle, limit=2).solutions
    one = "\n".join(written(text_picture(puzzle, [first])))
    both = "\n".join(written(text_picture(puzzle, [first, second])))
    changed = sum(a != b for a, b in zip(first, second, strict=True))
    assert "◆" not in one and both.count("◆") == changed
    assert both.count("━") > 0
    shapes = drawing(puzzle, [first, second]).shapes
    assert sum(isinstance(s, Polygon) and s.fill == "#fbe3d9" for s in shapes) == changed
    width, height = extent(4, 4)
    assert drawing(puzzle, [first, second]).width == 2 * width + 1
    assert drawing(puzzle).height == height


def test_strokes_begin_in_the_middle_and_end_at_the_side():
    shapes = drawing(BOARD).shapes
    lines = [shape for shape in shapes if isinstance(shape, Line) and shape.colour != WALL]
    assert len(lines) == sum(tile.bit_count() for tile in BOARD.tiles)
    assert all(isclose(dist((x1, y1), (x2, y2)), 0.5) for x1, y1, x2, y2, *_ in lines)
    cells = sum(tile > 0 for tile in BOARD.tiles)
    assert sum(isinstance(shape, Polygon) for shape in shapes) == cells
    outer = sum(
        (beyond := BOARD.across(cell, side)) is None or not BOARD.tiles[beyond[0]]
        for cell, tile in enumerate(BOARD.tiles)
        for side in range(6)
        if tile
    )
    assert sum(isinstance(s, Line) and s.colour == WALL for s in shapes) == outer


@pytest.mark.parametrize("text", ["3x3w:045410712220012402", "2x2g:01020304", "1x1:00"])
def test_printed(text):
    puzzle = HexPipes.decode(text)
    shapes = printed(puzzle).shapes
    black = [s for s in shapes if isinstance(s, Disc) and s.fill == INK and isclose(s.radius, 0.13)]
    assert len(black) == (not puzzle.free and any(puzzle.tiles))
    dashed = [shape for shape in shapes if isinstance(shape, Line) and shape.dashed]
    inner = list(HexPipes(3, 3, bytes(9)).edges())
    # A board of nine cells has 54 sides; each inner edge takes two of them.
    assert len(dashed) == (54 - 2 * len(inner) if puzzle.wrap else 0)


def test_ambiguity():
    found = EXPLAINER.ambiguity(api.puzzle("hexpipes", SEVERAL))
    labels = [s for s in ambiguity_drawing(found).shapes if isinstance(s, Label)]
    assert sorted(label.text for label in labels) == ["a"] * len(found.regions[0].cells)
    text = "".join(written(ambiguity_picture(found)))
    assert text.count("a") == len(labels)


def test_a_deduction_is_drawn_step_by_step():
    puzzle = api.puzzle("hexpipes", "3x3:045410712220012402")
    result = EXPLAINER.explain(puzzle)
    for count in range(len(result.steps) + 1):
        shapes = known(puzzle, result.steps[:count], 1).shapes
        shaded = [s for s in shapes if isinstance(s, Polygon) and s.fill == LIT]
        assert len(shaded) == (len(set(result.steps[count - 1].cells)) if count else 0)
        framed = [s for s in shapes if isinstance(s, Polygon) and s.edge == CHANGED]
        assert len(framed) == (len(set(result.steps[count - 1].because)) if count else 0)
    last = known(puzzle, result.steps).shapes
    plain_board = drawing(puzzle, [result.solution]).shapes
    assert {s for s in last if isinstance(s, Line)} == {
        s for s in plain_board if isinstance(s, Line)
    }
