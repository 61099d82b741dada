"""Figures as bytes that are the same in every run: no dates, no random identifiers.

PGF is for ``\\input`` in LaTeX, which sets the texts in the document's typeface. Matplotlib asks
LaTeX for their widths; here its own typeface is measured instead, so that only reading such a file
needs LaTeX, not writing it, and centred or right-aligned texts stay so.
"""

import io
import re
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from cpstudy.core.errors import InputError, choose_from
from cpstudy.plot.layout import MILLIMETRES_PER_INCH, POINTS_PER_INCH
from cpstudy.plot.style import DOTS, FORMATS, PRINTED, PRINTED_DOTS, style

_SETTINGS: Any = {
    "svg.hashsalt": "cpstudy",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
    "pgf.rcfonts": False,
    "pgf.texsystem": "pdflatex",
}
_DATED = {"svg": {"Date": None}, "png": {"Software": None}, "pdf": {"CreationDate": None}}


def rendered(figure: Figure, file_format: str) -> bytes:
    """The figure as one of ``FORMATS`` or ``PRINTED``. Raises InputError for another format."""
    if file_format not in (*FORMATS, *PRINTED):
        raise InputError(
            f"picture format {file_format!r}: {choose_from(file_format, (*FORMATS, *PRINTED))}"
        )
    dots = DOTS if style().width is None else PRINTED_DOTS
    with mpl.rc_context(_SETTINGS):
        if file_format == "pgf":
            return _pgf(figure).encode()
        buffer = io.BytesIO()
        figure.savefig(buffer, format=file_format, metadata=_DATED[file_format], dpi=dots)
    data = buffer.getvalue()
    return _in_millimetres(data) if file_format == "svg" else data


def _pgf(figure: Figure) -> str:
    """The figure as a ``pgfpicture``, which needs the package pgf."""
    from matplotlib.backend_bases import RendererBase
    from matplotlib.backends.backend_pgf import RendererPgf

    class Renderer(RendererPgf):  # type: ignore[misc, unused-ignore]
        """A renderer that measures texts in matplotlib's typeface."""

        get_text_width_height_descent = RendererBase.get_text_width_height_descent

    file = io.StringIO()
    figure.set_dpi(POINTS_PER_INCH)
    width, height = figure.get_size_inches()
    file.write(
        "% To be included by \\input in LaTeX: \\usepackage{pgf}\n"
        "\\begingroup\n\\makeatletter\n\\providecommand{\\mathdefault}[1]{#1}\n"
        "\\begin{pgfpicture}\n\\pgfpathrectangle{\\pgfpointorigin}"
        f"{{\\pgfqpoint{{{width:f}in}}{{{height:f}in}}}}\n"
        "\\pgfusepath{use as bounding box, clip}\n"
    )
    renderer: Any = Renderer
    figure.draw(renderer(figure, file))
    file.write("\\end{pgfpicture}\n\\makeatother\n\\endgroup\n")
    return file.getvalue()


def _in_millimetres(data: bytes) -> bytes:
    """An SVG with its size in millimetres; few programs but browsers interpret points."""

    def millimetres(size: re.Match[bytes]) -> bytes:
        length = float(size[2]) / POINTS_PER_INCH * MILLIMETRES_PER_INCH
        return b'%s="%.7gmm"' % (size[1], length)

    return re.sub(rb'\b(width|height)="([0-9.]+)pt"', millimetres, data, count=2)
