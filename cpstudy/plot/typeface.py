"""The typeface of all formats, which is part of matplotlib: widths of words, and line breaks.

Sizes are font sizes in any unit; widths are in the same unit.
"""

from functools import cache
from pathlib import Path
from typing import Any

from PIL import ImageFont

from cpstudy.plot.layout import plain

REGULAR, BOLD, MONO = "DejaVuSans", "DejaVuSans-Bold", "DejaVuSansMono"

# The size at which widths are measured, so that rounding to pixels does not matter.
_MEASURED = 100.0


@cache
def typeface(size: float, name: str = REGULAR) -> Any:
    """The typeface at a size in pixels, for Pillow."""
    import matplotlib as mpl

    return ImageFont.truetype(Path(mpl.get_data_path()) / "fonts" / "ttf" / f"{name}.ttf", size)


def width(text: str, size: float, name: str = REGULAR) -> float:
    """The width of a line."""
    measured: float = typeface(_MEASURED, name).getlength(plain(text))
    return measured * size / _MEASURED


def wrapped(text: str, size: float, most: float, name: str = REGULAR) -> list[str]:
    """Lines no wider than ``most``, broken between words, and within words that are too wide.

    Blank text gives no line. If a single character is wider than ``most``, each line has one.
    """
    lines: list[str] = []
    for word in plain(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width(longer, size, name) <= most:
            lines[-1] = longer
        else:
            lines += _pieces(word, size, most, name)
    return lines


def _pieces(word: str, size: float, most: float, name: str) -> list[str]:
    """A word, cut if it is wider than a line; each piece is as long as possible."""
    pieces = []
    while width(word, size, name) > most and len(word) > 1:
        low, high = 1, len(word) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (
                (middle, high) if width(word[:middle], size, name) <= most else (low, middle - 1)
            )
        pieces.append(word[:low])
        word = word[low:]
    return [*pieces, word]
