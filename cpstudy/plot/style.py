"""The style of figures: their size, whether they have a title, and their file formats.

Figures drawn inside :func:`styled` use its style, however deep the call: a journal's column is 84
mm wide and has the words in its caption. With a given width, texts have the size of a journal's
figures, 8 points, and pixel pictures have 300 dots an inch.
"""

import textwrap
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from cpstudy.plot.layout import MILLIMETRES_PER_INCH, POINTS_PER_INCH

FORMATS = ("svg", "png")
PRINTED = ("pdf", "pgf")

# Dots an inch of pixel pictures: on a screen, and with a given width.
DOTS, PRINTED_DOTS = 100, 300

# The font size of figures in points: on a screen, and in a column of a journal.
_POINTS, _PRINTED_POINTS = 10.0, 8.0
# The average width of a letter, relative to its height.
_LETTER = 0.52
# Inches next to the axes, for their labels and a colour bar.
_MARGINS = 1.2


@dataclass(frozen=True)
class Style:
    """width, height: in mm (None: the figure's own). sheet: a matplotlib style, name or file."""

    width: float | None = None
    height: float | None = None
    title: bool = True
    formats: tuple[str, ...] = FORMATS
    sheet: str | None = None

    def inches(self, width: float, height: float) -> tuple[float, float]:
        """The size of a figure with this default size; a given width keeps its proportions."""
        wide = width if self.width is None else self.width / MILLIMETRES_PER_INCH
        if self.height is not None:
            return wide, self.height / MILLIMETRES_PER_INCH
        return wide, height * wide / width


_STYLE = Style()
_style: ContextVar[Style] = ContextVar("style", default=_STYLE)


def style() -> Style:
    """The style of figures drawn now."""
    return _style.get()


@contextmanager
def styled(wanted: Style) -> Iterator[None]:
    """Use a style inside the context."""
    before = _style.set(wanted)
    try:
        with ExitStack() as settings:
            if wanted.sheet is not None:
                from matplotlib import style as sheets

                settings.enter_context(sheets.context(wanted.sheet))
            if wanted.width is not None:
                import matplotlib as mpl

                settings.enter_context(mpl.rc_context({"font.size": _PRINTED_POINTS}))
            yield
    finally:
        _style.reset(before)


def is_sheet(name: str) -> bool:
    """Whether matplotlib has a style of this name, or can read the file."""
    from matplotlib import style as sheets

    try:
        with sheets.context(name):
            return True
    except OSError:
        return False


def points(size: float) -> float:
    """A font size relative to that of ordinary text."""
    import matplotlib as mpl

    return float(size * mpl.rcParams["font.size"] / _POINTS)


def set_title(axes: Any, text: str) -> None:
    """Set the title, wrapped to the figure's width, unless the style has no titles."""
    if not style().title:
        return
    width = (axes.figure.get_figwidth() - _MARGINS) * POINTS_PER_INCH
    letters = max(20, int(width / (_LETTER * points(_POINTS))))
    lines = (textwrap.fill(line, letters) for line in text.splitlines())
    axes.set_title("\n".join(lines), fontsize=points(_POINTS))
