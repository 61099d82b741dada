"""Downloads of hexapipes of square grids (tilings/downloads.py): the bits are Net's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.errors import InputError
from cpstudy.core.text import Item, decoded
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.downloads import Download, read, written


def read_download(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzle of a download."""
    text = "".join(lines)
    yield Item(1, text, decoded(text, _puzzle))


def write_download(puzzle: Pipes) -> str:
    """The board as a download. Raises InputError for free graphs and barriers, which it lacks."""
    if puzzle.free or puzzle.barriers:
        raise InputError("hexapipes knows neither free graphs nor barriers")
    return written("square", Download(puzzle.columns, puzzle.rows, puzzle.wrap, puzzle.tiles))


def _puzzle(text: str) -> Pipes:
    found = read(text, "square", 4)
    return Pipes(found.rows, found.columns, found.tiles, found.wrap)
