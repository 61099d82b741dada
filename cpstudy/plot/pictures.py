"""A drawing of a board as a picture file: SVG written directly, PNG through a figure.

Boards of many cells, which are drawn smaller, are put together from the looks of their cells.
"""

from collections.abc import Iterator
from pathlib import Path

from cpstudy.core.drawing import Curves, Drawing, Heatmap
from cpstudy.core.errors import InputError
from cpstudy.core.files import write_whole
from cpstudy.plot.layout import MARGIN, MILLIMETRES_PER_INCH, inches_per_cell, is_shrunk
from cpstudy.plot.style import style
from cpstudy.plot.svg import svg

_DOTS_PER_INCH = 100
_LEAST_DOTS = 2


def rendered(drawing: Drawing, file_format: str) -> bytes:
    """The drawing as a picture, as wide as the style says; the same bytes in every run.

    Raises InputError for another format, and where a PNG would not show the cells.
    """
    width = style().width
    if width is not None:
        cell = width / (drawing.width + 2 * MARGIN)
        if file_format == "svg":
            return svg(drawing, millimetres=cell).encode()
        return _of_figure(drawing, file_format, cell / MILLIMETRES_PER_INCH)
    if file_format == "svg":
        return svg(drawing).encode()
    dots = int(inches_per_cell(drawing) * _DOTS_PER_INCH)
    if dots < _LEAST_DOTS:
        raise InputError(
            f"a PNG of {drawing.width:g}x{drawing.height:g} cells would have less than "
            f"{_LEAST_DOTS} pixels a cell: take svg"
        )
    if file_format == "png" and is_shrunk(drawing):
        from cpstudy.plot.atlas import atlas

        picture = atlas(drawing, dots)
        if picture is not None:
            return picture
    return _of_figure(drawing, file_format)


def _of_figure(drawing: Drawing, file_format: str, inches: float | None = None) -> bytes:
    from cpstudy.plot.board_figures import figure
    from cpstudy.plot.saving import rendered as saved

    return saved(figure(drawing, inches), file_format)


def written(shown: Drawing | Curves | Heatmap, folder: Path, stem: str) -> Iterator[Path]:
    """Write a picture in the formats of the style, each file named when it is written.

    folder: made where there is none. Raises OSError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for file_format, data in _in_formats(shown):
        path = folder / f"{stem}.{file_format}"
        write_whole(path, data)
        yield path


def _in_formats(shown: Drawing | Curves | Heatmap) -> Iterator[tuple[str, bytes]]:
    formats = style().formats
    if isinstance(shown, Drawing):
        yield from ((file_format, rendered(shown, file_format)) for file_format in formats)
        return
    from cpstudy.plot import curves, heatmap, saving

    figure = curves.figure(shown) if isinstance(shown, Curves) else heatmap.figure(shown)
    yield from ((file_format, saving.rendered(figure, file_format)) for file_format in formats)
