"""How figures look: their size, whether they have a title, in which formats they are written.

Figures that are drawn inside :func:`styled` take its style, however deep they are made: a journal's
column is 84 mm wide and has the words in its caption. With a width given, texts are as large as in
a journal's figures, 8 points, and pictures of pixels have 300 dots an inch.
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

# An inch, of pictures of pixels: on a screen, and where a width is given.
DOTS, PRINTED_DOTS = 100, 300

# Points of the text of figures on a screen, and in a column of a journal.
_POINTS, _PRINTED_POINTS = 10.0, 8.0
# Width of a letter by its height, on average.
_LETTER = 0.52
# Inches beside the axes, for their labels and a bar of colours.
_BESIDE = 1.2


@dataclass(frozen=True)
class Style:
    """width, height: mm (None: as the figure is drawn). sheet: of matplotlib, a name or a file."""

    width: float | None = None
    height: float | None = None
    title: bool = True
    formats: tuple[str, ...] = FORMATS
    sheet: str | None = None

    def inches(self, width: float, height: float) -> tuple[float, float]:
        """The size of a figure that has these inches of its own; a width keeps its shape."""
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
    """Draw in a style."""
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
    """A size of text, by that of ordinary text."""
    import matplotlib as mpl

    return float(size * mpl.rcParams["font.size"] / _POINTS)


def set_title(axes: Any, text: str) -> None:
    """The title, in as many lines as the figure's width makes it, where there is to be one."""
    if not style().title:
        return
    room = (axes.figure.get_figwidth() - _BESIDE) * POINTS_PER_INCH
    letters = max(20, int(room / (_LETTER * points(_POINTS))))
    lines = (textwrap.fill(line, letters) for line in text.splitlines())
    axes.set_title("\n".join(lines), fontsize=points(_POINTS))
