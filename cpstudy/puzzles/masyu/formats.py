"""Files of Masyu: lists of text forms and addresses, grids of pearls.

*Grids* are those of loops/grids.py, with ``w`` for a white pearl and ``b`` for a black one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.text import Item, read_list
from cpstudy.puzzles.loops import grids
from cpstudy.puzzles.masyu.puzzle import BLACK, WHITE, Masyu

_FIELDS = {"w": WHITE, "b": BLACK}


def read_text(lines: Iterable[str]) -> Iterator[Item]:
    """Text forms or puzz.link addresses, one a line."""
    return read_list(lines, Masyu.decode)


def write_text(puzzle: Masyu) -> str:
    """The text form."""
    return puzzle.encode() + "\n"


def write_address(puzzle: Masyu) -> str:
    """The address at which puzz.link shows the puzzle."""
    return f"https://puzz.link/p?{puzzle.encode()}\n"


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file, separated by blank lines."""
    return grids.read(lines, Masyu, _FIELDS)


def write_grid(puzzle: Masyu) -> str:
    """The board, a row a line, after its sizes; then a blank line."""
    return grids.write(puzzle, _FIELDS)
