"""Large boards put together from the looks of their cells: as if drawn whole."""

import io
import random

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.image import imread

from cpstudy.core.drawing import Copies, Disc, Drawing, Label, Line, Polygon, box
from cpstudy.plot import board_figures as boards
from cpstudy.plot.atlas import _png, atlas
from cpstudy.plot.pictures import rendered
from cpstudy.puzzles.pipes.drawing import drawing
from cpstudy.puzzles.pipes.puzzle import Pipes


def whole(drawn, side):
    """The drawing in one piece, without a margin."""
    figure = boards.figure(drawn, inches=1.0, margin=0.0)
    figure.set_dpi(side)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3]


def put_together(drawn, side):
    data = atlas(drawn, side)
    assert data is not None
    margin = round(side / 10)
    pixels = np.round(imread(io.BytesIO(data))[..., :3] * 255)
    assert pixels.shape[:2] == (drawn.height * side + 2 * margin, drawn.width * side + 2 * margin)
    return pixels[margin : len(pixels) - margin, margin : pixels.shape[1] - margin]


def assert_alike(drawn, side):
    """No pixel is another; where two cells meet, the order of their fills may show a little."""
    apart = np.abs(put_together(drawn, side) - whole(drawn, side)).max(axis=2)
    assert (apart > 40).mean() < 0.0001


@pytest.mark.parametrize(("side", "mode"), [(2, ""), (3, "w"), (7, "g"), (13, ""), (39, "w")])
def test_the_same_pixels_as_in_one_piece(side, mode):
    """Fewer pixels a cell, more neighbours that are seen in it, so more looks."""
    columns, rows = (31, 25) if side > 7 else (81, 51)
    rng = random.Random(side)
    tiles = [rng.choice("17") for _ in range(columns * rows)]
    tiles[::90] = [rng.choice(("2v", "8h", "0", "f", "1v", "7h")) for _ in tiles[::90]]
    puzzle = Pipes.decode(f"{columns}x{rows}{mode}:{''.join(tiles)}")
    changed = bytes(tile << 1 & 15 if i % 50 == 0 else tile for i, tile in enumerate(puzzle.tiles))
    assert_alike(drawing(puzzle, [puzzle.tiles, changed]), side)


def test_every_shape_and_what_lies_over_a_border():
    cells = tuple((x, y) for y in range(20) for x in range(20))
    parts = (
        Copies((Polygon(box(0, 0), "#ffeeaa", "#888888"), Disc(0.9, 0.9, 0.3, "#008800")), cells),
        Copies((Line(0.2, 0.3, 0.8, 1.4, "#000088", 0.2, dashed=True),), cells[::7]),
        Copies((Label(0.5, 0.5, "x", "#880000", 0.6),), cells[::3]),
        Line(3.0, 0.0, 3.0, 20.0, "#111111", 0.3),
        Line(-0.5, 4.5, 30.0, 4.5, "#111111", 0.1),
        Polygon(box(7.6, 7.7, width=1.5), "#123456"),
    )
    drawn = Drawing(20, 20, parts)
    assert_alike(drawn, 20)
    assert len(np.unique(put_together(drawn, 20).reshape(-1, 3), axis=0)) > 50


def test_what_is_no_board_of_like_cells_is_left_to_the_figure():
    cells = tuple((x, y) for y in range(20) for x in range(20))
    square = Copies((Polygon(box(0, 0)),), cells)
    assert atlas(Drawing(20, 20, (square,)), 10) is not None
    assert atlas(Drawing(20, 20, tuple(Disc(x, y, 0.2) for x, y in cells)), 10) is None
    for large in (Line(0, 0, 20, 20), Disc(10, 10, 3), Label(5, 5, "a title", size=1)):
        assert atlas(Drawing(20, 20, (square, large)), 10) is None
    unlike = [Copies((Disc(0.5, 0.5, 0.001 * i),), (cell,)) for i, cell in enumerate(cells)]
    assert atlas(Drawing(20, 20, tuple(unlike)), 10) is None


def test_a_large_board_is_drawn_from_a_few_looks(monkeypatch):
    """Of the 160,000 shapes of a 200×200 board some thousand reach the renderer."""
    reached = []
    figure = boards.figure

    def counted(drawn, **more):
        reached.append(len(drawn.shapes))
        return figure(drawn, **more)

    monkeypatch.setattr(boards, "figure", counted)
    rng = random.Random(1)
    board = Pipes.decode("200x200:" + "".join(rng.choice("1248359ac7bde6") for _ in range(40_000)))
    picture = rendered(drawing(board), "png")
    assert picture.startswith(b"\x89PNG")
    assert len(picture) < 1_500_000
    (count,) = reached
    assert count < 10_000
    assert rendered(drawing(board), "png") == picture


@pytest.mark.parametrize("count", [1, 2, 255, 256, 257, 5000])
def test_pixels_come_back(count):
    rng = np.random.default_rng(count)
    colours = rng.integers(0, 256, (count, 3), np.uint8)
    numbers = rng.integers(0, count, (7, 301))
    data = _png(numbers, colours)
    assert data == _png(numbers, colours)
    read = imread(io.BytesIO(data))
    assert read.shape[:2] == (7, 301)
    assert (np.round(read[..., :3] * 255) == colours[numbers]).all()
