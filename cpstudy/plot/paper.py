"""Sheets of paper as data, and as a PDF: drawings and lines of text placed in millimetres.

The PDF is made of outlines and text, with the typeface embedded as it is (Type 42), without dates:
the same bytes in every run. x to the right, y downwards, from the upper left corner of a sheet.

Cost: 10 µs a shape, 0.3 ms a label.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.font_manager import FontProperties, findfont, get_font

from cpstudy.core.drawing import Disc, Drawing, Label, Line, Polygon, Shape, scaled
from cpstudy.core.palette import GRID, INK
from cpstudy.plot.board_figures import figure
from cpstudy.plot.layout import MILLIMETRES_PER_INCH, layered, plain
from cpstudy.plot.pixels import png
from cpstudy.plot.svg import svg
from cpstudy.plot.typeface import BOLD, MONO, REGULAR

MILLIMETRES_PER_POINT = MILLIMETRES_PER_INCH / 72

_DOTS_PER_INCH = 300

# Thin lines that a screen shows light, dark enough for any printer.
_PRINTED = {GRID: "#8b929b"}

_FONTS: dict[str, Any] = {
    REGULAR: {"family": "DejaVu Sans"},
    BOLD: {"family": "DejaVu Sans", "weight": "bold"},
    MONO: {"family": "DejaVu Sans Mono"},
}


class Text(NamedTuple):
    """A line of text on the baseline y, from x on, around it or up to it; points: its size."""

    x: float
    y: float
    text: str
    points: float
    typeface: str = REGULAR
    align: str = "left"
    colour: str = INK


class Placed(NamedTuple):
    """A drawing whose upper left corner is at (x, y), ``cell`` mm a cell; name: what it is."""

    drawing: Drawing
    x: float
    y: float
    cell: float
    name: str

    @property
    def right(self) -> float:
        """Where it ends to the right."""
        return self.x + self.drawing.width * self.cell

    @property
    def bottom(self) -> float:
        """Where it ends below."""
        return self.y + self.drawing.height * self.cell


@dataclass(frozen=True)
class Sheet:
    """One side of paper, in mm. marks: shapes in mm, e.g. lines to cut along."""

    width: float
    height: float
    placed: tuple[Placed, ...] = ()
    texts: tuple[Text, ...] = ()
    marks: tuple[Shape, ...] = ()


def pdf(sheets: Iterable[Sheet], title: str) -> bytes:
    """The sheets as the pages of a PDF."""
    buffer = io.BytesIO()
    about = {"Title": plain(title), "Creator": "cpstudy", "CreationDate": None, "Producer": None}
    settings: Any = {"pdf.fonttype": 42, "pdf.compression": 9}
    with mpl.rc_context(settings), PdfPages(buffer, metadata=about) as pages:
        for sheet in sheets:
            pages.savefig(_page(sheet))
    return buffer.getvalue()


def picture(sheet: Sheet, file_format: str) -> bytes:
    """A sheet without texts as ``"svg"`` or ``"png"``, in its size; 300 dots an inch.

    Raises RuntimeError for texts, which an SVG would not show as they are.
    """
    if sheet.texts:
        raise RuntimeError("a picture of a sheet has no texts")
    if file_format == "svg":
        return svg(_drawing(sheet), millimetres=1.0, margin=0.0).encode()
    return png(_drawing(sheet), _DOTS_PER_INCH / MILLIMETRES_PER_INCH, margin=0.0)


def _drawing(sheet: Sheet) -> Drawing:
    """All that lies on a sheet, in mm."""
    shapes = [
        printed(shape, placed)
        for placed in sheet.placed
        for shape in layered(placed.drawing.shapes)
    ]
    return Drawing(sheet.width, sheet.height, (*shapes, *sheet.marks))


def _page(sheet: Sheet) -> Any:
    page = figure(_drawing(sheet), inches=1 / MILLIMETRES_PER_INCH, margin=0.0)
    (axes,) = page.axes
    for x, y, text, points, typeface, align, colour in sheet.texts:
        font = FontProperties(size=points, **_FONTS[typeface])
        style: Any = {"fontproperties": font, "color": colour, "ha": align, "va": "baseline"}
        axes.text(x, y, _shown(text, font), parse_math=False, **style)
    return page


def _shown(text: str, font: FontProperties) -> str:
    """``?`` for signs that the typeface lacks: no box, and no warning about it."""
    has = get_font(findfont(font)).get_char_index
    return "".join(sign if has(ord(sign)) else "?" for sign in plain(text))


def printed(shape: Shape, place: Placed) -> Shape:
    """The shape of a drawing in mm, in colours that a printer shows. TypeError for another."""
    here = scaled(shape, place.x, place.y, place.cell)
    match here:
        case Polygon():
            return here._replace(fill=_dark(here.fill), edge=here.edge and _dark(here.edge))
        case Disc(x, y, radius, fill):
            # A dot of a round pen: four curves would be ten times as long.
            return Line(x, y, x, y, _dark(fill), 2 * radius)
        case Line() | Label():
            return here._replace(colour=_dark(here.colour))


def _dark(colour: str) -> str:
    return _PRINTED.get(colour, colour)
