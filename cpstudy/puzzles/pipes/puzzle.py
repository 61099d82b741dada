"""Pipes (Net, FreeNet): the puzzle as data, its text form and its rules.

A board of ``rows`` × ``columns`` tiles. Each tile has up to four open sides and may be turned by
quarter turns. A placement is a solution when every open side meets an open side, nothing opens
towards the border or a barrier, and the non-empty tiles form one tree (connected, no cycle). In
the *free graph* variant (Yurichev) the last demand falls away: cycles and several components are
allowed.

Tiles are bit sets: right 1, up 2, left 4, down 8, as in the game IDs of Simon Tatham's Net. Sides
are numbered 0…3 in that order, so turning by a quarter anticlockwise adds one to a side. Tiles
are numbered row by row; cells are (row, column), counted from 0.

Wrapping boards are tori, read literally also where sides are short. The right side of the last
tile of a row meets the left side of the first. With two columns two neighbours share *two* edges
(both open is a cycle of length two); with one column a tile's right side meets its own left side
(that edge open is a cycle of length one). Trees use neither; free graphs may.

Empty tiles are no vertices of the tree; a board of empty tiles only has exactly one solution.

Sources: Hegeman2022 (rules, the four tile types), Yurichev (free graphs, crosses, empty tiles),
Tatham's Net (notation, wrapping, barriers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from cpstudy.core.errors import InputError
from cpstudy.core.notebook_display import Drawn
from cpstudy.core.puzzle_urls import game_id

RIGHT, UP, LEFT, DOWN = 1, 2, 4, 8
SIDE_NAMES = ("right", "up", "left", "down")

BARRIER_RIGHT, BARRIER_BELOW = 1, 2

TYPE_NAMES = ("empty", "dead end", "straight", "corner", "T", "cross")
_TYPE_OF_MASK = bytes([0, 1, 1, 3, 1, 2, 3, 4, 1, 3, 2, 4, 3, 4, 4, 5])
OPEN_SIDES = bytes(mask.bit_count() for mask in range(16))


def turned(tile: int, quarters: int = 1) -> int:
    """``tile`` turned anticlockwise by ``quarters`` quarter turns."""
    quarters %= 4
    return ((tile << quarters) | (tile >> (4 - quarters))) & 15


def tile_type(tile: int) -> int:
    """The tile's type as an index into TYPE_NAMES; the same for all its rotations."""
    return _TYPE_OF_MASK[tile]


def _orientations(tile: int) -> tuple[int, ...]:
    return tuple(sorted({turned(tile, quarters) for quarters in range(4)}))


# The distinct rotations of each tile in increasing order: the same tuple for all rotations of a
# tile, so that a model built on it does not depend on how the tile lies now.
ORIENTATIONS: tuple[tuple[int, ...], ...] = tuple(_orientations(tile) for tile in range(16))

_SIZE = re.compile(r"([0-9]{1,6})(?:x([0-9]{1,6}))?(w?)(g?)")
_HEX = "0123456789abcdef"
_UP_TO = {15: bytes(range(16)), 3: bytes(range(4))}
# The same as tables for whole boards at once: value to digit, and digit to value (else 255).
_DIGITS = _HEX.encode("ascii") + bytes(240)
_VALUES = bytes(_HEX.find(chr(code).lower()) & 255 for code in range(128)) + b"\xff" * 128


@dataclass(frozen=True)
class Pipes(Drawn):
    """One board. ``tiles`` says which tile lies where; how it is turned there means nothing.

    tiles: one byte a tile, row-major, 0…15. wrap: opposite borders are joined. free: cycles and
    several components are allowed. barriers: empty, or one byte a tile with BARRIER_RIGHT and
    BARRIER_BELOW set where a wall stands on that side.

    Raises InputError where sizes, lengths or values are off.
    """

    rows: int
    columns: int
    tiles: bytes
    wrap: bool = False
    free: bool = False
    barriers: bytes = b""

    kind: ClassVar[str] = "pipes"

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise InputError(f"a board needs at least one row and one column, got {self.size}")
        object.__setattr__(self, "tiles", bytes(self.tiles))
        object.__setattr__(self, "barriers", bytes(self.barriers))
        for name, values, largest in (("tile", self.tiles, 15), ("barrier", self.barriers, 3)):
            if len(values) != self.rows * self.columns and (values or name == "tile"):
                raise InputError(
                    f"{len(values)} {name}s, expected {self.rows * self.columns} ({self.size})"
                )
            if values.translate(None, _UP_TO[largest]):  # far faster than to look for the largest
                place = next(i for i, value in enumerate(values) if value > largest)
                raise InputError(f"{name} {self.cell(place)}: {values[place]} is above {largest}")
        if not any(self.barriers):
            object.__setattr__(self, "barriers", b"")

    @property
    def size(self) -> str:
        """The size as written: columns x rows."""
        return f"{self.columns}x{self.rows}"

    def cell(self, tile: int) -> str:
        """The tile's place in words: ``(row, column)``, from 0."""
        return f"({tile // self.columns}, {tile % self.columns})"

    @property
    def centre(self) -> int:
        """The tile at row rows//2, column columns//2: where the power source is drawn."""
        return self.rows // 2 * self.columns + self.columns // 2

    def neighbour(self, tile: int, side: int) -> int | None:
        """The tile that side 0…3 of ``tile`` faces; None at a border or a barrier."""
        row, column = divmod(tile, self.columns)
        row += (0, -1, 0, 1)[side]
        column += (1, 0, -1, 0)[side]
        if self.wrap:
            row, column = row % self.rows, column % self.columns
        elif not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        other = row * self.columns + column
        if self.barriers:
            owner = tile if side in (0, 3) else other
            wall = BARRIER_RIGHT if side in (0, 2) else BARRIER_BELOW
            if self.barriers[owner] & wall:
                return None
        return other

    def edges(self) -> Iterator[tuple[int, int, int]]:
        """Every edge once as (tile, side, neighbour), side 0 (right) or 3 (down), row-major.

        Two edges may join the same two tiles, and one may join a tile with itself, on short
        wrapping sides.
        """
        for tile in range(self.rows * self.columns):
            for side in (0, 3):
                other = self.neighbour(tile, side)
                if other is not None:
                    yield tile, side, other

    def tree_impossible(self) -> str:
        """Why no placement can be a tree, by counting alone; "" where counting allows one.

        Turning keeps the number of open sides, so the number of edges is fixed: a tree on k
        non-empty tiles needs 2(k - 1) open sides. Boards of a maze always have them; boards from
        outside may not, and every shortcut "connected, hence no cycle" rests on it.
        """
        sides = sum(map(OPEN_SIDES.__getitem__, self.tiles))
        vertices = len(self.tiles) - self.tiles.count(0)
        if vertices and sides != 2 * (vertices - 1):
            return (
                f"{sides} open sides on {vertices} non-empty tiles; "
                f"a tree needs {2 * (vertices - 1)}"
            )
        return ""

    # -- the rules ---------------------------------------------------------------------------

    def violation(self, solution: bytes) -> str:
        """ "" where ``solution`` (open sides, one byte a tile) is valid, else the first fault."""
        if len(solution) != len(self.tiles):
            return f"{len(solution)} tiles, expected {len(self.tiles)} ({self.size})"
        for tile, (here, given) in enumerate(zip(solution, self.tiles, strict=True)):
            if here not in ORIENTATIONS[given]:
                return f"tile {self.cell(tile)}: {here} is no rotation of {given}"
        for tile, here in enumerate(solution):
            for side in range(4):
                if here >> side & 1:
                    other = self.neighbour(tile, side)
                    if other is None:
                        return f"tile {self.cell(tile)}: open {SIDE_NAMES[side]} towards a wall"
                    if not solution[other] >> ((side + 2) % 4) & 1:
                        return (
                            f"tile {self.cell(tile)}: open {SIDE_NAMES[side]} towards a closed "
                            f"side of {self.cell(other)}"
                        )
        return "" if self.free else self._why_no_tree(solution)

    def _why_no_tree(self, solution: bytes) -> str:
        start = next((tile for tile, here in enumerate(solution) if here), None)
        if start is None:
            return ""
        # Depth-first over half-edges: the edge a tile was entered by is not taken back, every
        # other edge to a tile already seen closes a cycle (also to itself, also a second edge).
        entered: dict[int, int] = {start: -1}
        stack = [start]
        while stack:
            tile = stack.pop()
            for side in range(4):
                if solution[tile] >> side & 1 and side != entered[tile]:
                    other = self.neighbour(tile, side)
                    assert other is not None  # every open side meets an open side by now
                    if other in entered:
                        return f"tile {self.cell(other)}: lies on a cycle"
                    entered[other] = (side + 2) % 4
                    stack.append(other)
        for tile, here in enumerate(solution):
            if here and tile not in entered:
                return f"tile {self.cell(tile)}: not connected with {self.cell(start)}"
        return ""

    def canonical(self, solution: bytes) -> bytes:
        """The set of open sides: turning a cross or an empty tile changes nothing."""
        return bytes(solution)

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """The game ID: ``WxH[w][g]:`` and a hex digit a tile, ``v``/``h`` for barriers."""
        return self._game_id(self.tiles)

    def _game_id(self, tiles: bytes) -> str:
        head = f"{self.size}{'w' if self.wrap else ''}{'g' if self.free else ''}:"
        if not self.barriers:
            return head + tiles.translate(_DIGITS).decode("ascii")
        suffix = ("", "v", "h", "vh")
        return head + "".join(
            _HEX[tile] + suffix[wall] for tile, wall in zip(tiles, self.barriers, strict=True)
        )

    @classmethod
    def decode(cls, text: str) -> Self:
        """The board of a game ID. Raises InputError that names the tile."""
        head, colon, body = game_id(text.strip(), "net").partition(":")
        if not colon:
            if "#" in head:
                raise InputError("a random-seed ID: copy the game's 'Specific' ID instead")
            raise InputError(f"no ':' after the size, in {_short(text)}")
        match = _SIZE.fullmatch(head)
        if match is None:
            raise InputError(f"size {_short(head)}: expected WxH, then w (wraps), then g (free)")
        columns = int(match[1])
        rows = int(match[2]) if match[2] is not None else columns
        if rows < 1 or columns < 1:
            raise InputError(f"size {head}: a board needs at least one row and one column")
        if len(body) == rows * columns and body.isascii():  # no barriers, most likely
            values = body.encode("ascii").translate(_VALUES)
            if not values.translate(None, _UP_TO[15]):
                return cls(rows, columns, values, bool(match[3]), bool(match[4]))
        tiles, barriers = bytearray(), bytearray()
        for place, character in enumerate(body.lower()):
            value = _HEX.find(character)
            if value >= 0:
                tiles.append(value)
                barriers.append(0)
            elif character in "vh":
                wall = BARRIER_RIGHT if character == "v" else BARRIER_BELOW
                if not tiles:
                    raise InputError(f"'{character}' before the first tile")
                if barriers[-1] & wall:
                    raise InputError(
                        f"tile {_cell(len(tiles) - 1, columns)}: '{character}' given twice"
                    )
                barriers[-1] |= wall
            else:
                raise InputError(
                    f"tile {_cell(len(tiles), columns)}: {_short(body[place])} is no hex digit "
                    f"and no barrier (v, h)"
                )
        if len(tiles) != rows * columns:
            raise InputError(f"{len(tiles)} tiles, expected {rows * columns} ({columns}x{rows})")
        return cls(rows, columns, bytes(tiles), bool(match[3]), bool(match[4]), bytes(barriers))

    def encode_solution(self, solution: bytes) -> str:
        """A solution in the same notation: the game ID with every tile turned into place."""
        return self._game_id(bytes(solution))

    def decode_solution(self, text: str) -> bytes:
        """The open sides in a game ID of the same size. Raises InputError; checks no rule."""
        board = type(self).decode(text)
        if (board.rows, board.columns) != (self.rows, self.columns):
            raise InputError(f"a solution of size {board.size} for a board of size {self.size}")
        return board.tiles


def _cell(tile: int, columns: int) -> str:
    return f"({tile // columns}, {tile % columns})"


def _short(text: str) -> str:
    """``text`` quoted on one line, cut where it is long."""
    return ascii(text if len(text) <= 30 else text[:30] + "…")
