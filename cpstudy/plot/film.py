"""A deduction, or anything else in steps, as an animated GIF.

A film has hundreds of pictures of a few hundred labels each, for which figures are far too slow, so
shapes are drawn directly, twice as large and then made smaller: a few milliseconds a picture. All
pictures have one size and one palette, so that nothing flickers.

Limits: shapes in flat colours; pictures of at most LARGEST cells a side.
"""

import io
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from PIL import Image, ImageColor, ImageDraw

from cpstudy.core.drawing import INK, LIT, PAPER, Disc, Drawing, Label, Line, Polygon, Shape
from cpstudy.core.errors import InputError
from cpstudy.plot.layout import DASHES, layered, plain
from cpstudy.plot.typeface import BOLD, typeface, wrapped

# Cells a side.
LARGEST = 150

# Pixels: of a cell at most, of a board's longer side, of the least picture, around the board.
_CELL, _SIDE, _LEAST_WIDTH, _MARGIN = 48, 720, 420, 14
_FINER = 2  # times as large when drawn

# A caption's type size and the height of its lines, in pixels.
_TYPE, _LINE, _MOST_LINES = 14, 19, 5

# As in the other formats: from a label's middle down to its baseline, in ems.
_BASELINE = 0.276

_COLOURS = 256
_BLURS = _FINER**2  # shades between two colours that meet, one of them included
_LAST = 3  # the last picture stays so many times as long

# GIFs count hundredths of a second in 16 bits; players take less than two of them for ten.
_SHORTEST, _LONGEST = 0.02, 200.0


class Frame(NamedTuple):
    """One picture: the drawing, what stands under it in bold, and the words below that."""

    drawing: Drawing
    heading: str
    words: str


def gif(frames: Sequence[Frame], seconds: float) -> bytes:
    """The frames as a GIF that loops, each shown so long, the last three times as long.

    The same bytes in every run.
    Raises InputError where there is no frame, a drawing has more than LARGEST cells a side, or the
    time is not between 0.02 and 200 seconds.
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
    """The colours of all shapes, then what their edges on paper and on lit cells are blurred to."""
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
    """What all pictures of a film share: size, scale, room for the words."""

    def __init__(self, frames: Sequence[Frame], width: float, height: float) -> None:
        self.scale = min(_CELL, _SIDE / max(width, height))
        board = round(width * self.scale)
        self.width = max(_LEAST_WIDTH, board + 2 * _MARGIN)
        self.left = (self.width - board) / 2
        self.below = round(height * self.scale) + 2 * _MARGIN
        lines = max(len(self._wrapped(frame.words)) for frame in frames)
        self.height = self.below + (lines + 1) * _LINE + _MARGIN

    def picture(self, frame: Frame) -> Any:
        """The frame in colours of 24 bits."""
        size = (self.width * _FINER, self.height * _FINER)
        image = Image.new("RGB", size, PAPER)
        canvas = _Canvas(image, self.scale * _FINER, self.left * _FINER, _MARGIN * _FINER)
        for shape in layered(frame.drawing.shapes):
            canvas.draw(shape)
        image = image.reduce(_FINER)
        pen: Any = ImageDraw.Draw(image)
        place = (_MARGIN, self.below)
        pen.text(place, plain(frame.heading), fill=INK, font=typeface(_TYPE, BOLD))
        for number, line in enumerate(self._wrapped(frame.words), 1):
            place = (_MARGIN, self.below + number * _LINE)
            pen.text(place, line, fill=INK, font=typeface(_TYPE))
        return image

    def _wrapped(self, words: str) -> list[str]:
        lines = wrapped(words, _TYPE, self.width - 2 * _MARGIN)
        if len(lines) > _MOST_LINES:
            lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1][:-2]} …"]
        return lines


class _Canvas:
    """Shapes drawn on an image, ``scale`` pixels a cell."""

    def __init__(self, image: Any, scale: float, left: float, above: float) -> None:
        self._pen: Any = ImageDraw.Draw(image)
        self._scale, self._left, self._above = scale, left, above
        self._writers: dict[type[Shape], Callable[[Any], None]] = {
            Polygon: self._polygon,
            Line: self._line,
            Disc: self._disc,
            Label: self._label,
        }

    def draw(self, shape: Shape) -> None:
        self._writers[type(shape)](shape)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        return self._left + x * self._scale, self._above + y * self._scale

    def _polygon(self, shape: Polygon) -> None:
        corners = [self._at(x, y) for x, y in shape.points]
        if shape.fill != "none":
            self._pen.polygon(corners, fill=shape.fill)
        if shape.edge:
            for (x1, y1), (x2, y2) in zip(
                shape.points, (*shape.points[1:], shape.points[0]), strict=True
            ):
                self._line(Line(x1, y1, x2, y2, shape.edge, shape.width, shape.dashed))

    def _line(self, shape: Line) -> None:
        width = max(1, round(shape.width * self._scale))
        if shape.dashed:
            self._dashes(shape, width)
            return
        start, end = self._at(shape.x1, shape.y1), self._at(shape.x2, shape.y2)
        self._pen.line((start, end), fill=shape.colour, width=width)
        for x, y in (start, end) if width > 2 else ():
            self._pen.circle((x, y), (width - 1) / 2, fill=shape.colour)

    def _dashes(self, shape: Line, width: int) -> None:
        x, y = shape.x2 - shape.x1, shape.y2 - shape.y1
        length = (x * x + y * y) ** 0.5
        stroke, gap = (part * shape.width for part in DASHES)
        at = 0.0
        while at < length:
            ends = (at / length, min(at + stroke, length) / length)
            points = [self._at(shape.x1 + part * x, shape.y1 + part * y) for part in ends]
            self._pen.line(points, fill=shape.colour, width=width)
            at += stroke + gap

    def _disc(self, shape: Disc) -> None:
        self._pen.circle(self._at(shape.x, shape.y), shape.radius * self._scale, fill=shape.fill)

    def _label(self, shape: Label) -> None:
        x, y = self._at(shape.x, shape.y)
        size = shape.size * self._scale
        if size >= 1:
            place = (x, y + _BASELINE * size)
            font = typeface(round(size, 1))
            self._pen.text(place, plain(shape.text), fill=shape.colour, font=font, anchor="ms")
