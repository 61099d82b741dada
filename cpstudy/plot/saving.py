"""Figures as bytes that are the same in every run: no dates, no random identifiers."""

from __future__ import annotations

import io
import re

import matplotlib as mpl
from matplotlib.figure import Figure

from cpstudy.core.errors import InputError
from cpstudy.plot.layout import MILLIMETRES_PER_INCH, POINTS_PER_INCH

FORMATS = ("svg", "png")


def rendered(figure: Figure, file_format: str, dots: int = 100) -> bytes:
    """The figure as ``"svg"`` or ``"png"``. Raises InputError for another format.

    dots: of a PNG, an inch.
    """
    if file_format not in FORMATS:
        raise InputError(f"picture format {file_format!r}: choose {' or '.join(FORMATS)}")
    metadata = {"Date": None} if file_format == "svg" else {"Software": None}
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "cpstudy", "svg.fonttype": "path"}):
        figure.savefig(buffer, format=file_format, metadata=metadata, dpi=dots)
    data = buffer.getvalue()
    return _in_millimetres(data) if file_format == "svg" else data


def _in_millimetres(data: bytes) -> bytes:
    """An SVG in points, which few programs but browsers read, with its size in millimetres."""

    def millimetres(size: re.Match[bytes]) -> bytes:
        length = float(size[2]) / POINTS_PER_INCH * MILLIMETRES_PER_INCH
        return b'%s="%.7gmm"' % (size[1], length)

    return re.sub(rb'\b(width|height)="([0-9.]+)pt"', millimetres, data, count=2)
