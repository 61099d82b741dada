"""Files of Pipes on hexagons: downloads of hexapipes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.errors import InputError
from cpstudy.core.text import Item, decoded
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.downloads import Download, read, written


def read_download(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzle of a download."""
    text = "".join(lines)
    yield Item(1, text, decoded(text, _puzzle))


def write_download(puzzle: HexPipes) -> str:
    """The board as a download. Raises InputError for free graphs, which it lacks."""
    if puzzle.free:
        raise InputError("hexapipes knows no free graphs")
    return written("hexagonal", Download(puzzle.columns, puzzle.rows, puzzle.wrap, puzzle.tiles))


def _puzzle(text: str) -> HexPipes:
    found = read(text, "hexagonal", 6)
    return HexPipes(found.rows, found.columns, found.tiles, found.wrap)
