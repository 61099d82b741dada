"""A drawing of a board as a picture file: SVG and PNG drawn directly, others through a figure."""

from collections.abc import Iterator
from pathlib import Path

from cpstudy.core.drawing import Curves, Drawing, Heatmap
from cpstudy.core.errors import InputError
from cpstudy.core.files import write_whole
from cpstudy.plot.layout import MARGIN, MILLIMETRES_PER_INCH, inches_per_cell
from cpstudy.plot.style import DOTS, PRINTED_DOTS, style
from cpstudy.plot.svg import svg

_LEAST_DOTS = 2


def rendered(drawing: Drawing, file_format: str) -> bytes:
    """The drawing as a picture, in the width of the style; the same bytes in every run.

    Raises InputError for an unknown format, and if a PNG would not show the cells.
    """
    width = style().width
    dots = DOTS if width is None else PRINTED_DOTS
    inches = inches_per_cell(drawing)
    if width is not None:
        inches = width / (drawing.width + 2 * MARGIN) / MILLIMETRES_PER_INCH
    if file_format == "svg":
        return svg(drawing, millimetres=inches * MILLIMETRES_PER_INCH).encode()
    if file_format != "png":
        from cpstudy.plot.board_figures import figure
        from cpstudy.plot.saving import rendered as saved

        return saved(figure(drawing, inches), file_format)
    if inches * dots < _LEAST_DOTS:
        raise InputError(
            f"a PNG of {drawing.width:g}x{drawing.height:g} cells would have less than "
            f"{_LEAST_DOTS} pixels a cell: take svg"
        )
    from cpstudy.plot.pixels import png

    return png(drawing, inches * dots)


def written(shown: Drawing | Curves | Heatmap, folder: Path, stem: str) -> Iterator[Path]:
    """Write a picture in the formats of the style; yield each file when it is written.

    folder: created if it does not exist. Raises OSError.
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
