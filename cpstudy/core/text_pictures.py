"""Pictures in characters, as data: what a puzzle returns for a terminal to print."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """A run of characters in one style: "" or a style name of rich, e.g. "bold red"."""

    text: str
    style: str = ""


# A picture in characters: lines of spans. Meaning never rests on the style alone.
TextPicture = tuple[tuple[Span, ...], ...]


# Between boards that stand side by side.
_GAP = Span("    ")


def side_by_side(boards: Sequence[Sequence[Sequence[Span]]]) -> TextPicture:
    """Text pictures of equally many lines beside each other. InputError where they are not."""
    return tuple(
        tuple(
            span for place, line in enumerate(lines) for span in ((_GAP, *line) if place else line)
        )
        for lines in zip(*boards, strict=True)
    )
