"""Windows of a board with all their fillings; repairs near ambiguous regions by few changes.

A *window* is a few tiles; a *filling* turns each of them so that sides that meet inside agree and
there is no cycle and no closed component. From outside, a filling looks like the sides that lead
out of the window and the connections between them inside. Fillings that look the same from outside
can replace each other in every solution. If every filling has another that looks the same, a board
with these tiles in that window never has only one solution: every repair must change a tile of the
window, whatever else it changes. Disjoint windows give a lower bound on the number of changes.

A window grows tile by tile, and a single table describes it. It begins with tiles in which two
solutions differ, and takes the neighbour after which the fewest fillings look different from all
others: the further away, the less a filling can require from the rest of the board.

*Local repairs.* Each ambiguous region has a window around it. All ways to change one of its tiles,
then two, are tried, until exactly one filling of the window is a tree with the rest of the
solution: then the board still has a solution, and that region is no longer ambiguous. Meanwhile the
rest of the board is neither examined nor changed. Afterwards the board is decided as a whole, and
if regions are left, everything is repeated. Limits: two changes in a window do not repair every
region.

Cost: a table has one entry for each look of the fillings, some tens; a tile multiplies them by its
orientations and divides them by two for each side that meets another. A table of a window of about
16 tiles takes some tenths of a millisecond, and a repair makes one for each way.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from cpstudy.puzzles.pipes.puzzle import OPEN_SIDES, ORIENTATIONS, Pipes, tile_type

# -- windows ------------------------------------------------------------------------------------

# The most entries of a table. A window grows to _TILES tiles while its table has at most _FEW.
_ENTRIES = 200
_TILES = 16
_FEW = 60

# The look from outside: for each side that leads out, the part to which it belongs inside, numbered
# in the order of the sides; closed sides have no part.
Seen = tuple[int, ...]
_CLOSED = -1


class Window(NamedTuple):
    """Some tiles of a board and all their fillings.

    tiles: in the order in which they were added. sides: those that lead out, as 4 tile + side.
    fillings: for each look from outside, the number of fillings that have it.
    """

    tiles: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    fillings: Mapping[Seen, int] = {(): 1}

    @property
    def single(self) -> int:
        """The number of fillings that no other filling can replace."""
        return sum(number == 1 for number in self.fillings.values())


class Shape:
    """The neighbours of a board's tiles, the non-empty tiles, and the colours of tiles: like a
    chessboard if every edge joins both colours, else one colour."""

    def __init__(self, puzzle: Pipes) -> None:
        n = len(puzzle.tiles)
        self.beyond = [
            [
                None if (beyond := puzzle.neighbour(tile, side)) == tile else beyond
                for side in range(4)
            ]
            for tile in range(n)
        ]
        self.filled = [tile for tile in range(n) if puzzle.tiles[tile]]
        two = not (puzzle.wrap and (puzzle.rows % 2 or puzzle.columns % 2))
        self.colours = [sum(divmod(tile, puzzle.columns)) % 2 * two for tile in range(n)]

    def joined(self, window: Window, tile: int, turns: Iterable[int]) -> Window:
        """The window with one more tile, which can have each orientation in ``turns``."""
        met: list[tuple[int, int]] = []
        out: list[int] = []
        shut = 0
        for side, beyond in enumerate(self.beyond[tile]):
            if beyond is None:
                shut |= 1 << side
            elif (facing := 4 * beyond + (side ^ 2)) in window.sides:
                met.append((side, window.sides.index(facing)))
            else:
                out.append(side)
        closed = {place for _, place in met}
        kept = [place for place in range(len(window.sides)) if place not in closed]
        within = {*window.tiles, tile}
        last = len(within) >= len(self.filled) and within.issuperset(self.filled)
        inner = sum(1 << side for side, _ in met)
        fitting: dict[int, list[int]] = {}
        for mask in turns:
            if not mask & shut:
                fitting.setdefault(mask & inner, []).append(mask)
        fillings: dict[Seen, int] = {}
        for seen, number in window.fillings.items():
            required = 0
            parts = []
            for side, place in met:
                if seen[place] != _CLOSED:
                    required |= 1 << side
                    parts.append(seen[place])
            if len(set(parts)) < len(parts):
                continue  # a cycle
            left = [seen[place] for place in kept]
            for mask in fitting.get(required, ()):
                more = _seen(left, parts, [mask >> side & 1 for side in out], mask == 0 or last)
                if more is not None:
                    fillings[more] = fillings.get(more, 0) + number
        sides = (*(window.sides[place] for place in kept), *(4 * tile + side for side in out))
        return Window((*window.tiles, tile), sides, fillings)

    def window(
        self,
        tiles: Iterable[int],
        types: Sequence[int],
        solution: Sequence[int] | None = None,
    ) -> Window | None:
        """All fillings of some tiles; with a solution, those with its sides out of the window.

        None if the table grows too large.
        """
        order = list(tiles)
        within = set(order)
        window = Window()
        for tile in order:
            turns: Iterable[int] = ORIENTATIONS[types[tile]]
            if solution is not None:
                outside = sum(1 << s for s, b in enumerate(self.beyond[tile]) if b not in within)
                turns = [mask for mask in turns if not (mask ^ solution[tile]) & outside]
            window = self.joined(window, tile, turns)
            if len(window.fillings) > _ENTRIES:
                return None
        return window

    def grown(self, tiles: Iterable[int], types: Sequence[int]) -> Window | None:
        """A window around some tiles that every change that makes the board unique must touch.

        None if none was found.
        """
        window = self.window(tiles, types)
        while window is not None and window.single:
            if len(window.tiles) >= _TILES or len(window.fillings) > _FEW:
                return None
            around = {self.beyond[side >> 2][side & 3] for side in window.sides}
            larger = [
                self.joined(window, tile, ORIENTATIONS[types[tile]])
                for tile in sorted(tile for tile in around if tile is not None)
            ]
            if not larger:
                return None
            window = min(larger, key=lambda w: (w.single, len(w.fillings)))
        return window

    def near(self, tiles: Iterable[int]) -> list[int]:
        """Some tiles and all that touch one of them, including at a corner; row-major."""
        ring = set(tiles)
        for tile in tuple(ring):
            for side in range(4):
                neighbour = self.beyond[tile][side]
                if neighbour is not None:
                    ring.add(neighbour)
                    corner = self.beyond[neighbour][(side + 1) % 4]
                    ring.add(neighbour if corner is None else corner)
        return sorted(ring)


def _seen(
    left: Sequence[int], joined: Sequence[int], out: Sequence[int], may_end: bool
) -> Seen | None:
    """The look after a tile has joined some parts, renumbered; None for a closed component.

    left: the sides that still lead out. out: whether the tile's own outer sides are open.
    """
    new = joined[0] if joined else 4 * len(left) + 4  # an unused number
    numbers = {_CLOSED: _CLOSED}
    parts = [new if part in joined else part for part in left]
    parts += [new if opened else _CLOSED for opened in out]
    if not may_end and new not in parts:
        return None
    return tuple(numbers.setdefault(part, len(numbers) - 1) for part in parts)


# -- local repairs ------------------------------------------------------------------------------

# The new types of a changed tile: a dead end, straight, corner or T, in their first orientation.
_NEW = (1, 5, 3, 7)

# Tables made for one region, and the most after which another repair is tried.
_TABLES = 400
_TABLES_AGAIN = 300

Changes = tuple[tuple[int, int], ...]
# The tiles of a window in the order in which they are changed.
Order = Callable[[list[int]], list[int]]


class LocalRepairs:
    """Repairs of one board near its regions. tables: the number of tables made for windows."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self.tables = 0

    @property
    def orders(self) -> Iterator[Order]:
        """The orders in which changes are tried, one for each repair, while that is cheap."""
        for order in (list, _backwards, _inwards):
            if self.tables <= _TABLES_AGAIN:
                yield order

    def changes(
        self, region: Sequence[int], types: Sequence[int], solution: Sequence[int], order: Order
    ) -> Changes | None:
        """One or two changes (tile, new type) that leave the fewest fillings around a region.

        None if no change leaves fewer than the present ones. types, solution: a mask per tile.
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
        for changes in islice(_changes(self._shape, region, filled, types), _TABLES):
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
    """The tiles alternately from both ends."""
    pairs = zip(tiles, tiles[::-1], strict=True)
    return list(dict.fromkeys(tile for pair in pairs for tile in pair))


class _Outside:
    """The rest of a solution around a window: its connected parts."""

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
                        assert beyond is not None  # no side is open towards a wall
                        stack.append(beyond)

    def fitting(self, window: Window) -> int:
        """The number of fillings of the window that are a tree with the rest."""
        faced = (self._shape.beyond[side >> 2][side & 3] for side in window.sides)
        outer = [self._part.get(-1 if tile is None else tile, -1) for tile in faced]
        return sum(number for seen, number in window.fillings.items() if _fits(seen, outer))


def _fits(inner: Seen, outer: Sequence[int]) -> bool:
    """Whether the parts of a window and those outside are connected without a cycle."""
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
    """The representative of all parts that are connected with one."""
    while parent[part] != part:
        part = parent[part]
    return part


def _changes(
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
