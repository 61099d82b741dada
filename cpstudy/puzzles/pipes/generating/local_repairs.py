"""A board with several solutions made unique near its ambiguous regions, by few changes in each.

Around each region lies a window (:mod:`.windows`). All ways to change one of its tiles, then two,
are gone through, until the window has a single filling that looks to the rest of the board as the
solution's does: then the board has a solution still, and what was ambiguous there no longer is. The
rest of the board is neither asked nor changed meanwhile. Afterwards the board is decided as a whole,
and where there are regions still, all is done again.

Cost: a table of a window of some 16 tiles for each way, some tenths of a millisecond plainly; one
search of the board a round. Limits: not every region is repaired by two changes of its window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from cpstudy.puzzles.pipes.generating.windows import Seen, Shape, Window
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, tile_type

# What a changed tile may become: a dead end, straight, corner or T, as they lie first.
_NEW = (1, 5, 3, 7)

# Ways that are tried for one region.
_TABLES = 400

# Beyond so many tiles of a window only the region itself is changed.
_WIDE = 30

Changes = tuple[tuple[int, int], ...]


def local_change(
    shape: Shape, region: Sequence[int], types: Sequence[int], solution: Sequence[int]
) -> Changes | None:
    """One or two changes (tile, new type) that leave one filling around a region; None for none.

    types, solution: a mask a tile.
    """
    order = shape.near(region)
    outside = _Outside(shape, order, solution)
    fewest = outside.fitting(shape.window(order, types, solution))
    near = [tile for tile in (order if len(order) <= _WIDE else region) if types[tile]]
    best = None
    for changes in islice(_ways(shape, region, near, types), _TABLES):
        tried = list(types)
        for tile, new in changes:
            tried[tile] = new
        number = outside.fitting(shape.window(order, tried, solution))
        if 0 < number < fewest:
            best, fewest = changes, number
            if number == 1:
                break
    return best


class _Outside:
    """The rest of a solution around a window: what hangs together there."""

    def __init__(self, shape: Shape, within: Sequence[int], solution: Sequence[int]) -> None:
        self._part: dict[int, int] = dict.fromkeys(within, -1)
        self._shape = shape
        for part, tile in enumerate(shape.filled):
            stack = [] if tile in self._part else [tile]
            while stack:
                here = stack.pop()
                self._part[here] = part
                for side, beyond in enumerate(shape.beyond[here]):
                    if solution[here] >> side & 1 and beyond not in self._part:
                        assert beyond is not None  # nothing is open towards a wall
                        stack.append(beyond)

    def fitting(self, window: Window) -> int:
        """How many fillings of the window are a tree with the rest."""
        faced = (self._shape.beyond[side >> 2][side & 3] for side in window.sides)
        outer = [self._part.get(-1 if tile is None else tile, -1) for tile in faced]
        return sum(
            number for seen, number in window.fillings.items() if _fits(seen, outer)
        )


def _fits(inner: Seen, outer: Sequence[int]) -> bool:
    """Whether the parts of a window and those outside hang together without a cycle."""
    joined = [(part, ~other) for part, other in zip(inner, outer, strict=True) if part >= 0]
    root = {part: part for pair in joined for part in pair}
    parts = len(root)
    for one, two in joined:
        while root[one] != one:
            one = root[one]
        while root[two] != two:
            two = root[two]
        if one == two:
            return False
        root[one] = two
        parts -= 1
    return parts <= 1


def _ways(
    shape: Shape, region: Sequence[int], near: Sequence[int], types: Sequence[int]
) -> Iterator[Changes]:
    """The ways to change one tile, then two, that keep the number of open sides of each colour."""
    for tile in near:
        for new in _others(types[tile]):
            if OPEN_SIDES[new] == OPEN_SIDES[types[tile]]:
                yield ((tile, new),)
    within = set(region)
    for place, one in enumerate(near):
        for two in near[place + 1 :]:
            if one not in within and two not in within:
                continue
            for first in _others(types[one]):
                added = OPEN_SIDES[first] - OPEN_SIDES[types[one]]
                if added and shape.colours[one] != shape.colours[two]:
                    continue
                for second in _others(types[two]):
                    if OPEN_SIDES[second] - OPEN_SIDES[types[two]] == -added:
                        yield (one, first), (two, second)


def _others(mask: int) -> list[int]:
    return [new for new in _NEW if tile_type(new) != tile_type(mask)]
