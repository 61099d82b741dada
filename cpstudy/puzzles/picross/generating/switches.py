"""Ways to change a picture that left its clues as they were, kept to be tried on other pictures.

Two solutions of one puzzle differ in some cells. Where another picture looks in these cells as the
one does, it may be made to look there as the other does; and where the clues of all lines that are
touched stay as they were, its puzzle is not unique either: two pictures are the witness. Pictures
that are looked at one after the other differ in few cells, so few switches settle most of them.

Cost: a comparison of the picture with each switch, and for those that fit the runs of some lines.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, groupby
from typing import NamedTuple

# Boards of up to so many free cells begin with their rectangles.
_MOST_CELLS = 64


class _Switch(NamedTuple):
    """The cells of a switch; colours: what they are, first and last; the lines that they lie in."""

    cells: tuple[int, ...]
    colours: tuple[bytes, bytes]
    rows: tuple[int, ...]
    columns: tuple[int, ...]


class Switches:
    """The switches of pictures with some free cells, the latest that fitted first.

    At first those of two cells that change their places with two others, the corners of a
    rectangle, unless there are many.
    """

    def __init__(self, columns: int, free: Sequence[int]) -> None:
        self._columns = columns
        self._known: list[_Switch] = []
        within = set(free)
        rows = sorted({cell // columns for cell in free})
        if len(free) > _MOST_CELLS:
            return
        for upper, lower in combinations(rows, 2):
            for left, right in combinations(range(columns), 2):
                ends = upper * columns + left, upper * columns + right
                cells = (*ends, lower * columns + left, lower * columns + right)
                if within.issuperset(cells):
                    colours = bytes([1, 0, 0, 1]), bytes([0, 1, 1, 0])
                    self._known.append(_Switch(cells, colours, (upper, lower), (left, right)))

    def learn(self, one: bytes, two: bytes) -> None:
        """Keep in which cells two pictures of one puzzle differ."""
        cells = tuple(i for i, (a, b) in enumerate(zip(one, two, strict=True)) if a != b)
        rows = tuple(sorted({cell // self._columns for cell in cells}))
        columns = tuple(sorted({cell % self._columns for cell in cells}))
        colours = (_at(one, cells), _at(two, cells))
        self._known.insert(0, _Switch(cells, colours, rows, columns))

    def fit(self, picture: bytes) -> bool:
        """Whether some switch leaves the clues of this picture as they are."""
        for place, switch in enumerate(self._known):
            here = _at(picture, switch.cells)
            if here in switch.colours and self._leaves_clues(picture, switch, here):
                self._known.insert(0, self._known.pop(place))
                return True
        return False

    def _leaves_clues(self, picture: bytes, switch: _Switch, here: bytes) -> bool:
        changed = bytearray(picture)
        other = switch.colours[here == switch.colours[0]]
        for cell, colour in zip(switch.cells, other, strict=True):
            changed[cell] = colour
        after, width = bytes(changed), self._columns
        return all(
            _runs(picture[row * width : row * width + width])
            == _runs(after[row * width : row * width + width])
            for row in switch.rows
        ) and all(_runs(picture[c::width]) == _runs(after[c::width]) for c in switch.columns)


def _at(picture: bytes, cells: Sequence[int]) -> bytes:
    return bytes([picture[cell] for cell in cells])


@lru_cache(maxsize=100_000)
def _runs(line: bytes) -> tuple[tuple[int, int], ...]:
    return tuple((colour, sum(1 for _ in run)) for colour, run in groupby(line) if colour)
