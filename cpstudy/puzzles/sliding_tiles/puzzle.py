"""Sliding tiles (the 8-puzzle, the 15-puzzle …): the board as data, its text form and its rules.

A frame contains numbered tiles and one empty cell. A move slides a tile next to the empty cell into
it and is named by the tile's number. At the goal the tiles are in order row by row, with the empty
cell last or, as in Korf1985, first; or they form a spiral from the upper left corner inwards, with
the empty cell at its end (the *snail* of a school exercise).

*Which boards can be solved.* Read the board as a permutation of its cells, with the empty cell as
tile 0. A move exchanges 0 with a neighbour, so it changes both the permutation's parity and the
colour (as on a chessboard) of the cell of 0. So in every solvable board both differ from those of
the goal, or neither does. Therefore half of all boards are unsolvable (Johnson1879), and on boards
of at least 2×2 all others are solvable (Story1879; Wilson1974 for all graphs).

Text form: ``WxH:`` and the tiles row by row, 0 for the empty cell: ``3x3:1,2,3,4,5,6,7,0,8``. An
``f`` before the colon means that the empty cell comes first at the goal,
``3x3f:1,0,2,3,4,5,6,7,8``; an ``s`` means that the goal is the snail.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from cpstudy.core import wording
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle import PuzzleOfMoves

SMALLEST, LARGEST = 2, 5
_HEAD = re.compile(r"([0-9]{1,3})x([0-9]{1,3})([fs]?)")
_NUMBER = re.compile(r"[0-9]{1,3}")
_WAYS = ((-1, 0), (0, -1), (0, 1), (1, 0))

# The tiles by cell, row by row; 0 is the empty cell.
State = tuple[int, ...]


@dataclass(frozen=True)
class SlidingTiles(PuzzleOfMoves[State]):
    """One board of 2 to 5 rows and columns. tiles: by cell; first: at the goal the empty cell comes
    first; snail: the goal is a spiral.

    Raises an InputError that names the cell.
    """

    rows: int
    columns: int
    tiles: State
    first: bool = False
    snail: bool = False

    kind: ClassVar[str] = "sliding_tiles"

    def __post_init__(self) -> None:
        size = f"{self.columns}x{self.rows}"
        if not all(SMALLEST <= side <= LARGEST for side in (self.rows, self.columns)):
            raise InputError(f"size {size}: sides are {SMALLEST} to {LARGEST} cells long")
        if self.first and self.snail:
            raise InputError("a spiral does not begin with the empty cell")
        number = self.rows * self.columns
        if len(self.tiles) != number:
            raise InputError(f"{len(self.tiles)} tiles, expected {number} ({size})")
        for cell, tile in enumerate(self.tiles):
            if not 0 <= tile < number:
                raise InputError(f"{self.at(cell)}: tile {tile} is none of 0 to {number - 1}")
            if tile in self.tiles[:cell]:
                raise InputError(f"{self.at(cell)}: tile {tile} is given twice")

    def at(self, cell: int) -> str:
        """The name of a cell: ``row 1, column 3``."""
        return wording.place(divmod(cell, self.columns))

    def encode(self) -> str:
        """``3x3:1,2,3,4,5,6,7,0,8``."""
        goal = "f" if self.first else "s" if self.snail else ""
        return f"{self.columns}x{self.rows}{goal}:{','.join(map(str, self.tiles))}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the cell."""
        head, colon, tiles = text.strip().partition(":")
        match = _HEAD.fullmatch(head)
        if match is None or not colon:
            raise InputError(
                f"head {head[:30]!a}: expected WxH, then f where 0 comes first or s for "
                f"the snail, then :"
            )
        columns, rows = int(match[1]), int(match[2])
        numbers = []
        for cell, tile in enumerate(tiles.split(",")):
            if not _NUMBER.fullmatch(tile):
                place = wording.place(divmod(cell, columns)) if columns else f"tile {cell + 1}"
                raise InputError(f"{place}: {tile[:30]!a} is not a tile")
            numbers.append(int(tile))
        return cls(rows, columns, tuple(numbers), match[3] == "f", match[3] == "s")

    # -- the rules -----------------------------------------------------------------------------

    @property
    def start(self) -> State:
        """The given tiles."""
        return self.tiles

    @cached_property
    def goal(self) -> State:
        """The tiles at the goal."""
        tiles = tuple(range(self.rows * self.columns))
        if self.snail:
            order = {cell: place for place, cell in enumerate(_spiral(self.rows, self.columns))}
            return tuple((order[cell] + 1) % len(tiles) for cell in tiles)
        return tiles if self.first else (*tiles[1:], 0)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """By cell, the adjacent cells: above, left, right, below."""
        return tuple(tuple(self._neighbours(cell)) for cell in range(self.rows * self.columns))

    def _neighbours(self, cell: int) -> Iterator[int]:
        row, column = divmod(cell, self.columns)
        for down, right in _WAYS:
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns:
                yield cell + down * self.columns + right

    def slid(self, state: State, cell: int) -> State:
        """The state after the tile at ``cell`` slid into the adjacent empty cell."""
        tiles = list(state)
        tiles[state.index(0)], tiles[cell] = tiles[cell], 0
        return tuple(tiles)

    def is_goal(self, state: State) -> bool:
        """Whether all tiles are at the goal."""
        return state == self.goal

    def after(self, state: State, move: str) -> tuple[State, int]:
        """The state after a move, and its cost. Raises InputError if the move is impossible."""
        for cell in self.neighbours[state.index(0)]:
            if str(state[cell]) == move:
                return self.slid(state, cell), 1
        raise InputError(f"not possible in {self.describe(state)}")

    def why_unsolvable(self) -> str:
        """Why the goal is unreachable, in words: the invariant parity; "" if it is reachable."""
        moved = _parity(self.tiles) != _parity(self.goal)
        coloured = self._colour(self.tiles) != self._colour(self.goal)
        if moved == coloured:
            return ""
        exchanges = "odd" if moved else "even"
        steps = "odd" if coloured else "even"
        return (
            f"an {exchanges} number of exchanges puts the tiles in order, but the empty cell is an "
            f"{steps} number of steps from its place: each move is one of both"
        )

    def _colour(self, state: State) -> int:
        row, column = divmod(state.index(0), self.columns)
        return (row + column) % 2

    def describe(self, state: State) -> str:
        """The rows of the board: ``1 2 3/4 5 6/7 0 8``."""
        lines = (state[at : at + self.columns] for at in range(0, len(state), self.columns))
        return "/".join(" ".join(map(str, line)) for line in lines)


def _spiral(rows: int, columns: int) -> list[int]:
    """The cells from the upper left corner clockwise inwards."""
    found: list[int] = []
    at, step = (0, 0), (0, 1)
    while len(found) < rows * columns:
        found.append(at[0] * columns + at[1])
        row, column = at[0] + step[0], at[1] + step[1]
        if not (0 <= row < rows and 0 <= column < columns) or row * columns + column in found:
            step = (step[1], -step[0])
            row, column = at[0] + step[0], at[1] + step[1]
        at = (row, column)
    return found


def _parity(permutation: Sequence[int]) -> int:
    """0 for an even permutation of 0, 1, …, 1 for an odd one: cells minus cycles, modulo 2."""
    seen = [False] * len(permutation)
    parity = 0
    for start in range(len(permutation)):
        at = start
        while not seen[at]:
            seen[at] = True
            at = permutation[at]
            parity ^= at != start
    return parity
