"""All ways to fill a window of a board, as far as the rest of the board can tell them apart.

A *window* is a few tiles; a *filling* turns each of them so that sides that meet inside agree and
no cycle and no closed component arises. The rest of the board sees of it which sides lead out of
the window, and which of these hang together inside. Fillings that are the same in that can take
each other's place in every solution. So where every one has another that is the same to the rest,
no solution of any board with these tiles in that window is the only one: whoever makes the board
unique must change a tile of the window, whatever else is changed. Windows that share no tile give a
lower bound on the number of changes.

A window grows tile by tile, and what is known of it is one table. It begins with tiles in which two
solutions differ, and takes the neighbour after which the fewest fillings have no other: the further
away, the less a filling can ask of the rest of the board.

Cost: the table has about as many entries as a part of a board has fillings with any surroundings,
some tens; a tile multiplies them by its turns and divides them by two for each side that meets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes

# The most entries of a table; a window grows to so many tiles while its table has few.
_ENTRIES = 200
_TILES = 16
_FEW = 60

# What the rest of the board sees: for each side that leads out the part it hangs on inside,
# numbered in the order of the sides; closed sides have none.
Seen = tuple[int, ...]
_CLOSED = -1


class Window(NamedTuple):
    """Some tiles of a board and all their fillings.

    tiles: in the order in which they came. sides: those that lead out, as 4 tile + side. fillings:
    for each look to the rest of the board how many fillings have it.
    """

    tiles: tuple[int, ...] = ()
    sides: tuple[int, ...] = ()
    fillings: Mapping[Seen, int] = {(): 1}

    @property
    def single(self) -> int:
        """How many fillings there are that nothing can take the place of."""
        return sum(number == 1 for number in self.fillings.values())


class Shape:
    """The neighbours of a board's tiles, which of them are not empty, and their colours: like a
    chessboard where every edge joins both colours, else one colour."""

    def __init__(self, puzzle: Pipes) -> None:
        n = len(puzzle.tiles)
        self.beyond = [
            [None if beyond == tile else beyond for beyond in _around(puzzle, tile)]
            for tile in range(n)
        ]
        self.filled = [tile for tile in range(n) if puzzle.tiles[tile]]
        two = not (puzzle.wrap and (puzzle.rows % 2 or puzzle.columns % 2))
        self.colours = [sum(divmod(tile, puzzle.columns)) % 2 * two for tile in range(n)]

    def joined(self, window: Window, tile: int, turns: Iterable[int]) -> Window:
        """The window with one more tile, which may lie in each of ``turns``."""
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
        gone = {place for _, place in met}
        kept = [place for place in range(len(window.sides)) if place not in gone]
        within = {*window.tiles, tile}
        last = len(within) >= len(self.filled) and within.issuperset(self.filled)
        inner = sum(1 << side for side, _ in met)
        fitting: dict[int, list[int]] = {}
        for mask in turns:
            if not mask & shut:
                fitting.setdefault(mask & inner, []).append(mask)
        fillings: dict[Seen, int] = {}
        for seen, number in window.fillings.items():
            asked = 0
            parts = []
            for side, place in met:
                if seen[place] != _CLOSED:
                    asked |= 1 << side
                    parts.append(seen[place])
            if len(set(parts)) < len(parts):
                continue  # a cycle
            left = [seen[place] for place in kept]
            for mask in fitting.get(asked, ()):
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
        """All fillings of some tiles; with a solution, those whose sides lead out as there.

        None where the table grows too large.
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

        None where none was found.
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
        """Some tiles and all that touch one of them, at a corner too; row-major."""
        ring = set(tiles)
        for tile in tuple(ring):
            for side in range(4):
                beside = self.beyond[tile][side]
                if beside is not None:
                    ring.add(beside)
                    corner = self.beyond[beside][(side + 1) % 4]
                    ring.add(beside if corner is None else corner)
        return sorted(ring)


def _around(puzzle: Pipes, tile: int) -> list[int | None]:
    return [puzzle.neighbour(tile, side) for side in range(4)]


def _seen(
    left: Sequence[int], joined: Sequence[int], out: Sequence[int], may_end: bool
) -> Seen | None:
    """What is seen after a tile has joined some parts, numbered anew; None for a closed component.

    left: the sides that lead out still. out: whether the tile's own that do are open.
    """
    new = joined[0] if joined else 4 * len(left) + 4  # no number that is there
    numbers = {_CLOSED: _CLOSED}
    parts = [new if part in joined else part for part in left]
    parts += [new if opened else _CLOSED for opened in out]
    if not may_end and new not in parts:
        return None
    return tuple(numbers.setdefault(part, len(numbers) - 1) for part in parts)
