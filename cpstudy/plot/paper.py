"""Sheets of paper as data, and as a PDF: drawings and lines of text placed in millimetres.

The PDF consists of outlines and text, with an embedded typeface (Type 42), without dates: its bytes
are the same in every run. x to the right, y downwards, from the upper left corner of a sheet.

Cost: 10 µs for each shape, 0.3 ms for each label.
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

# Replacements of thin lines that are light on a screen; any printer shows these.
_PRINTED = {GRID: "#8b929b"}

_FONTS: dict[str, Any] = {
    REGULAR: {"family": "DejaVu Sans"},
    BOLD: {"family": "DejaVu Sans", "weight": "bold"},
    MONO: {"family": "DejaVu Sans Mono"},
}


class Text(NamedTuple):
    """A line of text on the baseline y, starting, centred or ending at x; points: its size."""

    x: float
    y: float
    text: str
    points: float
    typeface: str = REGULAR
    align: str = "left"
    colour: str = INK


class Placed(NamedTuple):
    """A drawing with its upper left corner at (x, y); ``cell``: mm of a cell; name: of the item."""

    drawing: Drawing
    x: float
    y: float
    cell: float
    name: str

    @property
    def right(self) -> float:
        """The x of its right edge."""
        return self.x + self.drawing.width * self.cell

    @property
    def bottom(self) -> float:
        """The y of its lower edge."""
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
    """A sheet without texts as ``"svg"`` or ``"png"``, in true size, with 300 dots an inch.

    Raises RuntimeError for texts, which an SVG would show in another typeface.
    """
    if sheet.texts:
        raise RuntimeError("a picture of a sheet has no texts")
    if file_format == "svg":
        return svg(_drawing(sheet), millimetres=1.0, margin=0.0).encode()
    return png(_drawing(sheet), _DOTS_PER_INCH / MILLIMETRES_PER_INCH, margin=0.0)


def _drawing(sheet: Sheet) -> Drawing:
    """Everything on a sheet, in mm."""
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
    """The text with ``?`` for signs that the typeface lacks, instead of a box and a warning."""
    has = get_font(findfont(font)).get_char_index
    return "".join(sign if has(ord(sign)) else "?" for sign in plain(text))


def printed(shape: Shape, place: Placed) -> Shape:
    """The shape in mm, in colours that a printer shows. TypeError for an unknown shape."""
    here = scaled(shape, place.x, place.y, place.cell)
    match here:
        case Polygon():
            return here._replace(fill=_dark(here.fill), edge=here.edge and _dark(here.edge))
        case Disc(x, y, radius, fill):
            # A dot of a round pen; a circle of four curves would take ten times the bytes.
            return Line(x, y, x, y, _dark(fill), 2 * radius)
        case Line() | Label():
            return here._replace(colour=_dark(here.colour))


def _dark(colour: str) -> str:
    return _PRINTED.get(colour, colour)
