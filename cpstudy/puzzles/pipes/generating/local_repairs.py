"""A board with several solutions made unique near its ambiguous regions, by few changes in each.

Around each region lies a window (:mod:`.windows`). All ways to change one of its tiles, then two,
are gone through, until one filling of the window is left that is a tree with the rest of the
solution: then the board has a solution still, and what was ambiguous there no longer is. The rest
of the board is neither asked nor changed meanwhile. Afterwards the board is decided as a whole, and
where there are regions still, all is done again.

Cost: a table of a window of some 16 tiles for each way, some tenths of a millisecond; one
search of the board a round. Limits: not every region is repaired by two changes of its window.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from cpstudy.puzzles.pipes.generating.windows import Seen, Shape, Window
from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, tile_type

# What a changed tile may become: a dead end, straight, corner or T, as they lie first.
_NEW = (1, 5, 3, 7)

# Tables that are made for one region, and before another repair is tried.
_TABLES = 400
_TABLES_AGAIN = 300

Changes = tuple[tuple[int, int], ...]
# The tiles of a window in the order in which they are changed.
Order = Callable[[list[int]], list[int]]


class LocalRepairs:
    """Repairs of one board near its regions. tables: how many tables of a window were made."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self.tables = 0

    @property
    def orders(self) -> Iterator[Order]:
        """Orders in which changes are tried, each for another repair, while that is cheap."""
        for order in (list, _backwards, _inwards):
            if self.tables <= _TABLES_AGAIN:
                yield order

    def changes(
        self, region: Sequence[int], types: Sequence[int], solution: Sequence[int], order: Order
    ) -> Changes | None:
        """One or two changes (tile, new type) that leave the fewest fillings around a region.

        None where none leaves fewer than there are. types, solution: a mask a tile.
        """
        for tiles in (self._shape.near(region), list(region)):
            window = self._shape.window(tiles, types, solution)
            if window is not None:
                break
        else:
            return None
        outside = _Outside(self._shape, tiles, solution)
        fewest = outside.fitting(window)
        best = None
        filled = order([tile for tile in tiles if types[tile]])
        for changes in islice(_ways(self._shape, region, filled, types), _TABLES):
            tried = list(types)
            for tile, new in changes:
                tried[tile] = new
            self.tables += 1
            window = self._shape.window(tiles, tried, solution)
            number = 0 if window is None else outside.fitting(window)
            if 0 < number < fewest:
                best, fewest = changes, number
                if number == 1:
                    break
        return best


def _backwards(tiles: list[int]) -> list[int]:
    return tiles[::-1]


def _inwards(tiles: list[int]) -> list[int]:
    """From both ends in turn."""
    pairs = zip(tiles, tiles[::-1], strict=True)
    return list(dict.fromkeys(tile for pair in pairs for tile in pair))


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
        return sum(number for seen, number in window.fillings.items() if _fits(seen, outer))


def _fits(inner: Seen, outer: Sequence[int]) -> bool:
    """Whether the parts of a window and those outside hang together without a cycle."""
    joined = [(part, ~other) for part, other in zip(inner, outer, strict=True) if part >= 0]
    parent = {part: part for pair in joined for part in pair}
    parts = len(parent)
    for pair in joined:
        one, two = (_root(parent, part) for part in pair)
        if one == two:
            return False
        parent[one] = two
        parts -= 1
    return parts <= 1


def _root(parent: dict[int, int], part: int) -> int:
    """Who stands for what hangs together with a part."""
    while parent[part] != part:
        part = parent[part]
    return part


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
