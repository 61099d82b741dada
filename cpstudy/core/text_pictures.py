"""Pictures in characters, as data: a puzzle returns them for a terminal to print."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A run of characters in one style: "" or a style name of rich, e.g. "bold red"."""

    text: str
    style: str = ""


# A picture in characters: lines of spans. The style alone never carries a meaning.
TextPicture = tuple[tuple[Span, ...], ...]


# The space between boards in a row.
_GAP = Span("    ")


def side_by_side(boards: Sequence[Sequence[Sequence[Span]]]) -> TextPicture:
    """Text pictures with equal numbers of lines, side by side. ValueError if numbers differ."""
    return tuple(
        tuple(
            span for place, line in enumerate(lines) for span in ((_GAP, *line) if place else line)
        )
        for lines in zip(*boards, strict=True)
    )
