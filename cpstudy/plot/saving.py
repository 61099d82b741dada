"""Figures as bytes that are the same in every run: no dates, no random identifiers."""

from __future__ import annotations

import io

import matplotlib as mpl
from matplotlib.figure import Figure

FORMATS = ("svg", "png")


def rendered(figure: Figure, file_format: str) -> bytes:
    """The figure as ``"svg"`` or ``"png"``. Raises ValueError for another format."""
    if file_format not in FORMATS:
        raise ValueError(f"picture format {file_format!r}: choose {' or '.join(FORMATS)}")
    metadata = {"Date": None} if file_format == "svg" else {"Software": None}
    buffer = io.BytesIO()
    with mpl.rc_context({"svg.hashsalt": "cpstudy", "svg.fonttype": "path"}):
        figure.savefig(buffer, format=file_format, metadata=metadata, dpi=100)
    return buffer.getvalue()
