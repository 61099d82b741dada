"""Pipes (Net, FreeNet): the puzzle as data, its text form and its rules.

A board of ``rows`` × ``columns`` tiles. Each tile has up to four open sides and may be turned by
quarter turns. A placement is a solution if every open side meets an open side, no side opens
towards the border or a barrier, and the non-empty tiles form one tree (connected, no cycle). The
*free graph* variant (Yurichev) has no tree rule: it allows cycles and several components.

Tiles are bit sets: right 1, up 2, left 4, down 8, as in the game IDs of Simon Tatham's Net. Sides
are numbered 0…3 in that order, so a quarter turn anticlockwise adds one to a side. Tiles
are numbered row by row; cells are (row, column), counted from 0.

Wrapping boards are tori, read literally even if sides are short. The right side of the last
tile of a row meets the left side of the first. With two columns, two neighbours share *two* edges
(both open is a cycle of length two); with one column, a tile's right side meets its own left side
(that edge open is a cycle of length one). Trees use neither; free graphs may.

Empty tiles are not vertices of the tree; a board with only empty tiles has exactly one solution.

Sources: Hegeman2022 (rules, the four tile types), Yurichev (free graphs, crosses, empty tiles),
Tatham's Net (notation, wrapping, barriers).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Self

from cpstudy.core import errors
from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.errors import InputError, shortened
from cpstudy.puzzles.tilings.rules import Tiling, rotations

with deferred_imports():
    from cpstudy.core import puzzle_urls

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


# The distinct rotations of each tile in increasing order. All rotations of a tile have the same
# tuple, so that a model built on it does not depend on the present position of the tile.
ORIENTATIONS: tuple[tuple[int, ...], ...] = rotations(4)

# Two parts of a size change no rule: the share of barriers, and whether boards may be ambiguous.
_SIZE = re.compile(
    r"([0-9]{1,6})(?:x([0-9]{1,6}))?(w?)(?:b[0-9.]{1,20}(?:e[-+]?[0-9]{1,3})?)?a?(g?)", re.ASCII
)
_HEX = "0123456789abcdef"
_TILES = bytes(range(16))
# The same as tables for whole boards: value to digit, and digit to value (255 if it is not one).
_DIGITS = _HEX.encode("ascii") + bytes(240)
_VALUES = bytes(_HEX.find(chr(code).lower()) & 255 for code in range(128)) + b"\xff" * 128


@dataclass(frozen=True)
class Pipes(Tiling):
    """One board. ``tiles`` gives the tile of each cell; its rotation has no meaning.

    tiles: one byte a tile, row-major, 0…15. wrap: opposite borders are joined. free: cycles and
    several components are allowed. barriers: empty, or one byte a tile with BARRIER_RIGHT and
    BARRIER_BELOW set if there is a wall on that side.

    Raises InputError if sizes, lengths or values are invalid.
    """

    barriers: bytes = b""

    kind: ClassVar[str] = "pipes"
    side_names: ClassVar[tuple[str, ...]] = SIDE_NAMES
    outside: ClassVar[str] = "a wall"
    orientations: ClassVar[tuple[tuple[int, ...], ...]] = ORIENTATIONS
    spelled: ClassVar[tuple[str, ...]] = tuple(_HEX)
    turn: ClassVar[int] = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.barriers):
            object.__setattr__(self, "barriers", bytes(self.barriers))
            self._check_cells("barrier", self.barriers, BARRIER_RIGHT | BARRIER_BELOW)
            if not any(self.barriers):
                object.__setattr__(self, "barriers", b"")

    def neighbour(self, tile: int, side: int) -> int | None:
        """The tile beyond side 0…3 of ``tile``; None at a border or a barrier."""
        beyond = self.across(tile, side)
        return None if beyond is None else beyond[0]

    def across(self, cell: int, side: int) -> tuple[int, int] | None:
        """The tile beyond a side, and its side that is the same edge; None at a wall."""
        row, column = divmod(cell, self.columns)
        row += (0, -1, 0, 1)[side]
        column += (1, 0, -1, 0)[side]
        if self.wrap:
            row, column = row % self.rows, column % self.columns
        elif not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        other = row * self.columns + column
        if self.barriers:
            owner = cell if side in (0, 3) else other
            wall = BARRIER_RIGHT if side in (0, 2) else BARRIER_BELOW
            if self.barriers[owner] & wall:
                return None
        return other, side ^ 2

    def edges(self) -> Iterator[tuple[int, int, int, int]]:
        """Every edge once, row by row, by its left or upper tile; right before down."""
        for tile in range(self.rows * self.columns):
            for side in (0, 3):
                beyond = self.across(tile, side)
                if beyond is not None:
                    yield tile, side, *beyond

    # -- the text form -----------------------------------------------------------------------

    def encode_solution(self, solution: bytes) -> str:
        """The game ID: ``WxH[w][g]:`` and a hex digit a tile, ``v``/``h`` for barriers."""
        head = f"{self.size}{'w' if self.wrap else ''}{'g' if self.free else ''}:"
        if not self.barriers:
            return head + solution.translate(_DIGITS).decode("ascii")
        suffix = ("", "v", "h", "vh")
        return head + "".join(
            _HEX[tile] + suffix[wall] for tile, wall in zip(solution, self.barriers, strict=True)
        )

    @classmethod
    def decode(cls, text: str) -> Self:
        """The board of a game ID. Raises an InputError that names the tile."""
        text = text.strip()
        if not _SIZE.fullmatch(text.partition(":")[0]):  # an address, or no board at all
            text = puzzle_urls.game_id(text, "net")
        head, colon, body = text.partition(":")
        if not colon:
            if "#" in head:
                raise InputError("a random-seed ID: copy the game's 'Specific' ID instead")
            raise InputError(f"no ':' after the size, in {shortened(text)}")
        match = _SIZE.fullmatch(head)
        if match is None:
            raise InputError(f"size {shortened(head)}: expected WxH, then w (wraps), then g (free)")
        columns = int(match[1])
        rows = int(match[2]) if match[2] is not None else columns
        if rows < 1 or columns < 1:
            raise InputError(f"size {head}: a board needs at least one row and one column")
        if len(body) == rows * columns and body.isascii():  # no barriers, most likely
            values = body.encode("ascii").translate(_VALUES)
            if not values.translate(None, _TILES):
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
                    raise InputError(f"{_cell(len(tiles) - 1, columns)}: '{character}' given twice")
                barriers[-1] |= wall
            else:
                raise InputError(
                    f"{_cell(len(tiles), columns)}: {shortened(body[place])} is not a hex "
                    f"digit or a barrier (v, h)"
                )
        if len(tiles) != rows * columns:
            raise InputError(f"{len(tiles)} tiles, expected {rows * columns} ({columns}x{rows})")
        return cls(rows, columns, bytes(tiles), bool(match[3]), bool(match[4]), bytes(barriers))


def _cell(tile: int, columns: int) -> str:
    return errors.place(divmod(tile, columns))
