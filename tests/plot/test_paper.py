"""A PDF of sheets: pages, fonts, the same bytes; lines of text no wider than their space."""

import re
import zlib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, box
from cpstudy.plot.paper import Placed, Sheet, Text, pdf, printed
from cpstudy.plot.typeface import MONO, REGULAR, width, wrapped

SHAPES = (
    Polygon(box(0, 0), "#ff0000", "#c9ced6", 0.02),
    Line(0, 0, 1, 1, "#c9ced6", 0.1),
    Disc(0.5, 0.5, 0.25, "#00ff00"),
    Label(0.5, 0.5, "12×÷−✂", "#0000ff", 0.5),
)
PLACED = Placed(Drawing(1, 1, SHAPES), 50, 60, 20, "one")


def sheet(*texts):
    return Sheet(100, 200, (PLACED,), texts)


def pages_of(data):
    return len(re.findall(rb"/Type /Page\b", data))


def streams(data):
    found = re.findall(rb"/FlateDecode.*?>>\nstream\n(.*?)\nendstream", data, re.DOTALL)
    return b"\n".join(zlib.decompress(one) for one in found)


@pytest.mark.parametrize("number", [1, 2])
def test_pages_and_fonts(number):
    data = pdf([sheet(Text(10, 10, "words – $x$ 数 \x07", 12))] * number, "A title")
    assert data.startswith(b"%PDF-1.")
    assert pages_of(data) == number
    assert data == pdf([sheet(Text(10, 10, "words – $x$ 数 \x07", 12))] * number, "A title")
    assert b"Date" not in data
    assert b"/FontFile2" in data, "the typeface is embedded as outlines of its own kind"
    assert b"/Type3" not in data
    assert b"/Subtype /Image" not in data
    assert re.search(rb"/MediaBox \[ 0 0 283\.46\d* 566\.92\d* \]", data)


def test_colours_are_there_and_thin_lines_dark():
    drawn = streams(pdf([sheet()], ""))
    for colour in (b"1 0 0", b"0 1 0"):
        assert colour in drawn
    assert b"0.788235 0.807843 0.839216" not in drawn, "the grid is printed darker"


def test_shapes_in_millimetres():
    polygon, line, disc, label = (printed(shape, PLACED) for shape in SHAPES)
    assert polygon.points == ((50, 60), (70, 60), (70, 80), (50, 80))
    assert polygon.width == pytest.approx(0.4)
    assert line[:4] == (50, 60, 70, 80)
    assert line.width == pytest.approx(2)
    assert disc == Line(60, 70, 60, 70, "#00ff00", 10)
    assert label == Label(60, 70, "12×÷−✂", "#0000ff", 10)
    assert (PLACED.right, PLACED.bottom) == (70, 80)
    with pytest.raises(TypeError, match="no shape"):
        printed("square", PLACED)


@given(st.text("abc WMi.,1", max_size=80), st.floats(1, 60), st.sampled_from([REGULAR, MONO]))
def test_lines_fit_and_nothing_is_lost(text, room, name):
    lines = wrapped(text, 4.0, room, name)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert line == line.strip() != ""
        assert width(line, 4.0, name) <= room or len(line) == 1
    # No word would fit on the line before.
    words = text.split()
    if all(width(word, 4.0, name) <= room for word in words):
        assert [word for line in lines for word in line.split()] == words
        for before, after in pairwise(lines):
            assert width(f"{before} {after.split()[0]}", 4.0, name) > room
