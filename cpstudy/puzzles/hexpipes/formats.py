"""Files of Pipes on hexagons: lists of text forms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.text import Item, read_list
from cpstudy.puzzles.hexpipes.puzzle import HexPipes


def read_text(lines: Iterable[str]) -> Iterator[Item]:
    """Text forms, one a line."""
    return read_list(lines, HexPipes.decode)


def write_text(puzzle: HexPipes) -> str:
    """The text form."""
    return puzzle.encode() + "\n"
