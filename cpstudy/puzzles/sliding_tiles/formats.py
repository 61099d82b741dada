"""File formats of sliding tiles beside the text form.

*Numbers*: a square board a line, its tiles row by row with spaces between, perhaps after the number
of the board; the empty cell, 0, is to come first. This is how the hundred boards of Korf1985 go
from hand to hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from math import isqrt

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.core.text import read_list
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles

_NUMBERS = re.compile(r"[0-9]{1,3}(?:\s+[0-9]{1,3})+")


def recognises_numbers(line: str) -> bool:
    """Whether a file's first significant line holds numbers with spaces between."""
    return _NUMBERS.fullmatch(line.split("\t", 1)[0].strip()) is not None


def read_numbers(lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a file of numbers."""
    return read_list(lines, _numbers)


def _numbers(line: str) -> SlidingTiles:
    if not recognises_numbers(line):
        raise InputError(f"expected numbers with spaces between, got {line.strip()[:60]!a}")
    numbers = [int(number) for number in line.split()]
    side = isqrt(len(numbers))
    if side * side not in (len(numbers), len(numbers) - 1):
        raise InputError(f"{len(numbers)} numbers: no square board, with or without its number")
    return SlidingTiles(side, side, tuple(numbers[len(numbers) - side * side :]), first=True)
