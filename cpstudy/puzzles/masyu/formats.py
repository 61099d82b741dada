"""Files of Masyu beside the text form: grids of pearls.

*Grids* are those of loops/grids.py, with ``w`` for a white pearl and ``b`` for a black one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cpstudy.core.text import Item
from cpstudy.puzzles.loops import grids
from cpstudy.puzzles.masyu.puzzle import BLACK, WHITE, Masyu

_FIELDS = {"w": WHITE, "b": BLACK}


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file, separated by blank lines."""
    return grids.read(lines, Masyu, _FIELDS)


def write_grid(puzzle: Masyu) -> str:
    """The board, a row a line, after its sizes; then a blank line."""
    return grids.write(puzzle, _FIELDS)
