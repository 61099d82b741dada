"""A deduction, or any other sequence of steps, as an animated GIF.

A film has hundreds of pictures with a few hundred labels each (:mod:`.pixels`: a few milliseconds a
picture). All have one size and one palette, so that nothing flickers.

Limits: shapes in flat colours; pictures of at most LARGEST cells a side.
"""

import io
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from PIL import Image, ImageColor, ImageDraw

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape
from cpstudy.core.errors import InputError
from cpstudy.core.palette import INK, LIT, PAPER
from cpstudy.plot.layout import plain
from cpstudy.plot.pixels import FINER, image
from cpstudy.plot.typeface import BOLD, typeface, wrapped

# The maximum number of cells a side.
LARGEST = 150

# In pixels: the largest cell, the longest side of a board, the least picture width, the margin.
_CELL, _SIDE, _LEAST_WIDTH, _MARGIN = 48, 720, 420, 14

# A caption's font size and line height, in pixels, and its maximum number of lines.
_TYPE, _LINE, _MOST_LINES = 14, 19, 5

_COLOURS = 256
_BLURS = FINER**2  # shades between two adjacent colours, including one of them
_LAST = 3  # how many times as long the last picture is shown

# GIFs count hundredths of a second in 16 bits; players treat less than two of them as ten.
_SHORTEST, _LONGEST = 0.02, 200.0


class Frame(NamedTuple):
    """One picture: the drawing, the heading below it in bold, and the words below that."""

    drawing: Drawing
    heading: str
    words: str


def gif(frames: Sequence[Frame], seconds: float) -> bytes:
    """The frames as a GIF that loops, each shown for ``seconds``, the last three times as long.

    The bytes are the same in every run. Raises InputError if there is no frame, a drawing has more
    than LARGEST cells a side, or the time is not between 0.02 and 200 seconds.
    """
    width, height = check_film(frames, seconds)
    sheet = _Sheet(frames, width, height)
    palette = _palette(frames)
    pictures = (
        sheet.picture(frame).quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames
    )
    milliseconds = round(100 * seconds) * 10
    first = next(pictures)
    out = io.BytesIO()
    first.save(
        out,
        "GIF",
        save_all=True,
        append_images=pictures,
        duration=[milliseconds] * (len(frames) - 1) + [_LAST * milliseconds],
        loop=0,
        optimize=False,
    )
    return out.getvalue()


def check_film(frames: Sequence[Frame], seconds: float) -> tuple[float, float]:
    """The size of a film's pictures in cells, (width, height). Raises InputError as :func:`gif`."""
    if not frames:
        raise InputError("a film of no pictures")
    if not _SHORTEST <= seconds <= _LONGEST:
        raise InputError(f"{seconds:g} seconds a picture: from {_SHORTEST:g} to {_LONGEST:g}")
    width = max(frame.drawing.width for frame in frames)
    height = max(frame.drawing.height for frame in frames)
    if max(width, height) > LARGEST:
        raise InputError(f"a film of {width:g}x{height:g} cells: at most {LARGEST} a side")
    return width, height


def _palette(frames: Iterable[Frame]) -> Any:
    """A palette of all shapes' colours, then of their edges' shades on paper and on lit cells."""
    shapes = chain.from_iterable(frame.drawing.shapes for frame in frames)
    used = {INK, PAPER, LIT} | set(chain.from_iterable(map(_colours, shapes)))
    flat = [ImageColor.getrgb(colour) for colour in sorted(used)]
    grounds = [ImageColor.getrgb(colour) for colour in (PAPER, LIT)]
    blurred = (
        tuple((part * a + (_BLURS - part) * b) // _BLURS for a, b in zip(one, ground, strict=True))
        for ground in grounds
        for one in flat
        for part in range(1, _BLURS)
    )
    colours = list(dict.fromkeys((*flat, *blurred)))[:_COLOURS]
    image = Image.new("P", (1, 1))
    image.putpalette(list(chain.from_iterable(colours)))
    return image


def _colours(shape: Shape) -> set[str]:
    match shape:
        case Polygon():
            return {shape.fill, shape.edge or "none"} - {"none"}
        case Disc():
            return {shape.fill}
        case Line() | Label():
            return {shape.colour}


class _Sheet:
    """The common layout of a film's pictures: size, scale, space for the words."""

    def __init__(self, frames: Sequence[Frame], width: float, height: float) -> None:
        self.scale = min(_CELL, _SIDE / max(width, height))
        board = round(width * self.scale)
        self.width = max(_LEAST_WIDTH, board + 2 * _MARGIN)
        self.left = (self.width - board) / 2
        self.below = round(height * self.scale) + 2 * _MARGIN
        lines = max(len(self._wrapped(frame.words)) for frame in frames)
        self.height = self.below + (lines + 1) * _LINE + _MARGIN

    def picture(self, frame: Frame) -> Any:
        """The frame in 24-bit colours."""
        size = self.width, self.height
        found = image(frame.drawing.shapes, size, self.scale, self.left, _MARGIN)
        pen: Any = ImageDraw.Draw(found)
        place = (_MARGIN, self.below)
        pen.text(place, plain(frame.heading), fill=INK, font=typeface(_TYPE, BOLD))
        for number, line in enumerate(self._wrapped(frame.words), 1):
            place = (_MARGIN, self.below + number * _LINE)
            pen.text(place, line, fill=INK, font=typeface(_TYPE))
        return found

    def _wrapped(self, words: str) -> list[str]:
        lines = wrapped(words, _TYPE, self.width - 2 * _MARGIN)
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1][:-2]} …"]
        return lines
