"""Drawings as SVG and as pixels show the same shapes, order and styles; the SVG is well-formed."""

import io
import math
import re
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from matplotlib.image import imread

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, box
from cpstudy.plot.layout import layered
from cpstudy.plot.pictures import rendered
from cpstudy.puzzles import PUZZLES, kind

NAMESPACE = "{http://www.w3.org/2000/svg}"
DRAWN = [name for name in PUZZLES if kind(name).pictures and kind(name).pictures.drawing]
SHAPES = (
    Disc(3.5, 0.5, 0.3, "#00ff00"),
    Polygon(box(0, 0), "#ff0000", "#000000", 0.1),
    Line(1, 0.5, 2, 0.5, "#0000ff", 0.2),
    Line(2, 0.5, 3, 0.5, "#0000ff", 0.2),
    Polygon(box(0.25, 0.25, 0, 0.5, 0.5), "#ffff00"),
    Label(0.5, 0.5, '<&">\x07', "#111111", 0.3),
    Line(0, 1.5, 4, 1.5, "#ff00ff", 0.2, True),
)
DRAWING = Drawing(4, 2, SHAPES)


def test_sizes_are_millimetres():
    """Boards and figures have sizes in millimetres: few programs except browsers read points."""
    from cpstudy.core.drawing import Heatmap, HeatmapCell
    from cpstudy.plot.heatmap import figure
    from cpstudy.plot.saving import rendered as saved

    board = rendered(Drawing(4, 2, ()), "svg").decode()
    assert 'width="42.672mm" height="22.352mm" viewBox="-0.1 -0.1 4.2 2.2"' in board
    chart = Heatmap("", "", "", "", (HeatmapCell(1, 1, 1.0, False),))
    drawn = saved(figure(chart), "svg").decode()
    assert 'width="127mm" height="88.9mm"' in drawn
    assert 'pt"' not in drawn[:400]


def elements(drawing):
    """Return all elements of the SVG with the attributes that apply to them, in order."""
    found = []

    def walk(node, inherited):
        own = {**inherited, **node.attrib}
        found.append((node.tag.removeprefix(NAMESPACE), own, node.text))
        for child in node:
            walk(child, own)

    walk(ElementTree.fromstring(rendered(drawing, "svg")), {})
    return [one for one in found if one[0] not in ("svg", "g")]


def test_every_shape_is_there_with_its_style_layer_by_layer():
    page, red, yellow, blue, dashed, disc, text = elements(DRAWING)
    assert page[1]["fill"] == "#ffffff"
    assert (red[0], red[1]["fill"], red[1]["stroke"]) == ("path", "#ff0000", "#000000")
    assert red[1]["stroke-width"] == "0.1"
    assert red[1]["d"] == "M0 0L1 0L1 1L0 1z"
    assert yellow[1]["fill"] == "#ffff00"
    assert "stroke" not in yellow[1]
    assert blue[1]["d"] == "M1 0.5L2 0.5M2 0.5L3 0.5", "neighbours of one style are one path"
    assert (blue[1]["stroke"], blue[1]["stroke-linecap"]) == ("#0000ff", "round")
    assert "stroke-dasharray" not in blue[1]
    assert dashed[1]["stroke-dasharray"] == "0.74 0.32"
    assert (disc[0], disc[1]["cx"], disc[1]["r"], disc[1]["fill"]) == (
        "circle", "3.5", "0.3", "#00ff00",
    )  # fmt: skip
    assert (text[0], text[2], text[1]["text-anchor"]) == ("text", '<&">?', "middle")


def test_layers_keep_their_order():
    kinds = [type(shape) for shape in layered(SHAPES)]
    assert kinds == [Polygon, Polygon, Line, Line, Line, Disc, Label]
    assert [shape for shape in layered(SHAPES) if isinstance(shape, Line)] == [
        shape for shape in SHAPES if isinstance(shape, Line)
    ]
    with pytest.raises(TypeError, match="no shape"):
        rendered(Drawing(1, 1, ("square",)), "svg")


def colour_at(image, drawing, x, y):
    """Return the colour of a PNG at a place of the drawing, written as in the drawing."""
    height, width = image.shape[:2]
    across = math.floor((x + 0.1) / (drawing.width + 0.2) * width)
    down = math.floor((y + 0.1) / (drawing.height + 0.2) * height)
    return "#" + "".join(f"{round(255 * float(part)):02x}" for part in image[down, across, :3])


def test_pixels_have_the_colours_of_the_shapes():
    image = imread(io.BytesIO(rendered(DRAWING, "png")))
    for x, y, colour in (
        (0.14, 0.85, "#ff0000"),
        (0.32, 0.32, "#ffff00"),
        (1.5, 0.5, "#0000ff"),
        (2.0, 0.5, "#0000ff"),
        (2.5, 0.5, "#0000ff"),
        (3.5, 0.5, "#00ff00"),
        (3.5, 1.0, "#ffffff"),
        (0.0, 1.5, "#ff00ff"),
        (0.9, 1.5, "#ffffff"),  # between two dashes
    ):
        assert colour_at(image, DRAWING, x, y) == colour, (x, y)
    dark = (image[..., :3] < 0.3).all(axis=2)
    middle = dark[round(0.4 * len(dark) / 2.2) : round(0.8 * len(dark) / 2.2)]
    assert middle[:, : middle.shape[1] // 4].any(), "the label"


@pytest.mark.parametrize("name", DRAWN)
def test_every_kind_is_drawn_the_same_in_every_run(name):
    record = kind(name)
    puzzle = record.puzzle.decode(record.example)
    drawing = record.pictures.drawing(puzzle)
    assert elements(drawing)
    for file_format in ("svg", "png"):
        assert rendered(drawing, file_format) == rendered(drawing, file_format)
    image = imread(io.BytesIO(rendered(drawing, "png")))
    head = rendered(drawing, "svg").decode()[:400]
    width, height = map(
        float, re.search(r'width="([0-9.]+)mm" height="([0-9.]+)mm"', head).groups()
    )
    assert np.allclose(image.shape[1::-1], (width * 100 / 25.4, height * 100 / 25.4), atol=1)


def test_what_pixels_cannot_show_is_refused():
    for width, height in ((2001, 1), (1, 2001)):
        with pytest.raises(ValueError, match="less than 2 pixels a cell"):
            rendered(Drawing(width, height, ()), "png")
        assert rendered(Drawing(width, height, ()), "svg")
    assert rendered(Drawing(1500, 2, ()), "png").startswith(b"\x89PNG")
    with pytest.raises(ValueError, match="picture format 'bmp'"):
        rendered(DRAWING, "bmp")


def test_long_runs_of_strokes_are_all_drawn():
    """A drawing is complete even with more strokes than the renderer takes in one path."""
    drawing = Drawing(1300, 2, tuple(Line(x, 1, x + 1, 1, "#000000", 0.5) for x in range(1300)))
    image = imread(io.BytesIO(rendered(drawing, "png")))
    row = image[len(image) // 2, :, 0]
    assert (row[5:-5] < 0.5).all()
