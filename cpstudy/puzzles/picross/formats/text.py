"""Game IDs of Pattern, one a line; the kind's text form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.text import Item, read_list
from cpstudy.puzzles.picross.puzzle import Picross


def read_text(lines: Iterable[str]) -> Iterator[Item]:
    """Game IDs, one a line."""
    return read_list(lines, Picross.decode)


def write_text(puzzle: Picross) -> str:
    """The game ID."""
    return puzzle.encode() + "\n"
