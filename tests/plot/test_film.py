"""Films are read back: their pictures, sizes and times, and the colours at some places."""

import io

import pytest
from PIL import Image, ImageSequence

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, box, outlines
from cpstudy.core.palette import INK, LIT, PAPER
from cpstudy.plot.film import LARGEST, Frame, gif

CELL, MARGIN = 48, 14


def board(*shapes, width=9.0, height=2.0):
    return Drawing(width, height, (Polygon(box(0, 0, 0, width, height), PAPER), *shapes))


def read(data):
    assert data.startswith(b"GIF89a")
    film = Image.open(io.BytesIO(data))
    times = []
    pictures = []
    for frame in ImageSequence.Iterator(film):
        times.append(frame.info["duration"])
        pictures.append(frame.convert("RGB"))
    return pictures, times, film.info.get("loop")


def at(picture, x, y):
    pixel = picture.getpixel((MARGIN + round(x * CELL), MARGIN + round(y * CELL)))
    return "#" + "".join(f"{part:02x}" for part in pixel)


SHAPES = (
    Label(0.5, 0.5, "\x07█", INK, 0.6),
    Disc(1.5, 0.5, 0.3, "#00ff00"),
    Line(2, 0.5, 3, 0.5, "#0000ff", 0.2),
    Polygon(box(3, 0), LIT, "#ff0000", 0.1),
    Line(4, 0.5, 6, 0.5, "#ff00ff", 0.2, True),
    *outlines([(1, 8)]),
)


def test_shapes_are_where_they_were_put():
    ((picture,), times, loop) = read(gif([Frame(board(*SHAPES), "heading", "words")], 0.5))
    assert (times, loop) == ([1500], 0)  # the last stays three times as long
    assert at(picture, 8.5, 0.5) == PAPER
    assert at(picture, 1.5, 0.5) == "#00ff00"
    assert at(picture, 1.5, 0.9) == PAPER
    assert at(picture, 2.5, 0.5) == "#0000ff"
    assert at(picture, 2.5, 0.7) == PAPER
    assert at(picture, 3.5, 0.5) == LIT
    assert at(picture, 3.02, 0.9) == "#ff0000"
    dashes = [at(picture, 4 + step / 100, 0.5) for step in range(200)]
    assert {"#ff00ff", PAPER} <= set(dashes)
    assert at(picture, 8.5, 1.5) == PAPER
    assert at(picture, 8.07, 1.5) == "#c8442f", "an outline is hollow"
    assert any(at(picture, 0.2 + step / 100, 0.5) == INK for step in range(60)), "a label"


def test_frames_sizes_and_times():
    words = ["", "one", "many " * 40, "x" * 500]
    frames = [Frame(board(Disc(i + 0.5, 0.5, 0.3)), str(i), w) for i, w in enumerate(words)]
    data = gif(frames, 0.25)
    assert data == gif(frames, 0.25)
    pictures, times, _ = read(data)
    assert times == [250, 250, 250, 750]
    assert len({picture.size for picture in pictures}) == 1
    assert len({picture.tobytes() for picture in pictures}) == len(frames)
    for i, picture in enumerate(pictures):
        seen = [at(picture, x + 0.5, 0.5) for x in range(9)]
        assert seen == [INK if x == i else PAPER for x in range(9)]
    # The words fit: the last columns and rows of pixels are paper.
    for picture in pictures:
        width, height = picture.size
        assert picture.crop((width - 10, 0, width, height)).getcolors() == [
            (10 * height, (255, 255, 255))
        ]
        assert picture.crop((0, height - 5, width, height)).getcolors() == [
            (5 * width, (255, 255, 255))
        ]


@pytest.mark.parametrize("size", [(1, 1), (1, LARGEST), (LARGEST, 1)])
def test_sizes_at_their_ends(size):
    width, height = size
    (picture,), _, _ = read(gif([Frame(board(width=width, height=height), "h", "w")], 1))
    assert max(picture.size) < 1000
    assert min(picture.size) > 50


@pytest.mark.parametrize(
    ("frames", "seconds", "result"),
    [
        ([], 1, "no pictures"),
        ([Frame(board(), "", "")], 0, "seconds a picture"),
        ([Frame(board(), "", "")], 1000, "seconds a picture"),
        ([Frame(board(width=LARGEST + 1), "", "")], 1, "at most 150 a side"),
    ],
)
def test_what_is_no_film(frames, seconds, result):
    with pytest.raises(ValueError, match=result):
        gif(frames, seconds)
