"""Pipes on a tiling of the plane: everything that does not depend on the shape of the cells.

Every cell contains a tile with open sides, which may be turned by the tile's angle. A placement is
a solution if every open side meets an open side, nothing opens towards the border, and the
non-empty tiles form one tree (connected, no cycle). For a *free graph*, the last condition does not
apply.

A tile is a bit set of its open sides, numbered anticlockwise from 0, so turning adds one to each.
An empty tile is a hole: it does not belong to the tree, and nothing opens towards it. Boards with
holes and of any outline are boards with empty tiles. A board of empty tiles only has one solution.

The *geometry* of a kind is the number of sides of a cell and :meth:`Tiling.across`: the cell beyond
a side, and which of its sides that is. Two cells may share several edges, and a cell may face
itself (on short boards that wrap); both are taken literally: two shared open edges are a cycle of
length two, an open edge from a cell to itself is a cycle of length one. Trees use neither, free
graphs may.

Text form: ``WxH[w][g]:`` and each tile in the characters of the kind, row by row.

A kind inherits :class:`Tiling`. This file contains rules only, no solver. Cells are (row, column),
counted from 0. Sources: Hegeman2022 (rules), Yurichev (free graphs).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from cpstudy.core import errors
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.result import Rectangular

# Bytes in increasing order.
_FIRST = bytes(range(256))

_SIZE = re.compile(r"([0-9]{1,6})x([0-9]{1,6})(w?)(g?)")


def rotations(sides: int) -> tuple[tuple[int, ...], ...]:
    """Return for each tile with ``sides`` sides its distinct rotations, in increasing order."""
    return tuple(
        tuple(sorted({turned(tile, times, sides) for times in range(sides)}))
        for tile in range(1 << sides)
    )


def turned(tile: int, times: int, sides: int) -> int:
    """Return a tile turned anticlockwise ``times`` times by the angle of one side."""
    times %= sides
    return (tile << times | tile >> (sides - times)) & ((1 << sides) - 1)


@dataclass(frozen=True)
class Tiling(Rectangular):
    """A board. ``tiles`` defines which tile is in each cell; its orientation has no meaning.

    tiles: one byte per cell, row by row. wrap: the borders are joined. free: cycles and several
    components are allowed. Attributes of the kind: side_names: the names of a cell's sides.
    orientations: for each tile its rotations in increasing order. spelled: the notation of each
    tile, in lower-case characters of equal number. turn: an edge is side s of a cell and side s +
    turn, modulo the number of sides, of the cell beyond.
    """

    rows: int
    columns: int
    tiles: bytes
    wrap: bool = False
    free: bool = False

    kind: ClassVar[str]
    side_names: ClassVar[tuple[str, ...]]
    outside: ClassVar[str] = "the border"
    orientations: ClassVar[tuple[tuple[int, ...], ...]]
    spelled: ClassVar[tuple[str, ...]]
    turn: ClassVar[int]

    def __post_init__(self) -> None:
        """Raise InputError if the board has no cells, or not exactly one valid tile per cell."""
        self.check_size()
        if type(self.tiles) is not bytes:
            object.__setattr__(self, "tiles", bytes(self.tiles))
        self._check_cells("tile", self.tiles, len(self.orientations) - 1)

    def _check_cells(self, name: str, values: bytes, largest: int) -> None:
        """Raise InputError unless there is one value up to the largest for each cell."""
        expected = self.rows * self.columns
        if len(values) != expected:
            raise InputError(f"{len(values)} {name}s, expected {expected} ({self.size})")
        if values.translate(None, _FIRST[: largest + 1]):  # faster than searching for the largest
            cell, value = next(each for each in enumerate(values) if each[1] > largest)
            raise InputError(f"{self.cell(cell)}: {name} {value} is above {largest}")

    def across(self, cell: int, side: int) -> tuple[int, int] | None:
        """Return the cell beyond a side, and the side of it that is the same edge, or None.

        The result is None at a border. It depends only on rows, columns and wrap.
        """
        raise NotImplementedError

    @property
    def sides(self) -> int:
        """The number of sides of a cell."""
        return len(self.side_names)

    @property
    def centre(self) -> int:
        """The cell in the middle: row rows//2, column columns//2."""
        return self.rows // 2 * self.columns + self.columns // 2

    @property
    def root(self) -> int:
        """The root of trees: the cell in the middle, or the first tile if it is a hole.

        On a board of holes only, it is the middle.
        """
        middle = self.centre
        if self.tiles[middle]:
            return middle
        return next((cell for cell, tile in enumerate(self.tiles) if tile), middle)

    def with_tiles(self, tiles: bytes) -> Self:
        """Return the same board with other tiles."""
        return replace(self, tiles=tiles)

    def shape(self, tiles: bytes) -> Self:
        """Return the board with other tiles, the same for trees and free graphs."""
        return replace(self, tiles=tiles, free=False)

    def edges(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield every edge once as (cell, side, cell beyond, side of that), by the first two.

        Two edges may join the same two cells, and one may join a cell with itself.
        """
        for cell in range(self.rows * self.columns):
            for side in range(self.sides):
                beyond = self.across(cell, side)
                if beyond is not None and (cell, side) < beyond:
                    yield cell, side, *beyond

    def tree_impossible(self) -> str:
        """Explain by counting why no placement can be a tree; "" if counting allows one.

        Turning keeps the number of open sides, so the number of edges is fixed: a tree on k
        non-empty tiles needs 2(k - 1) open sides.
        """
        opened = sum(map(int.bit_count, self.tiles))
        vertices = len(self.tiles) - self.tiles.count(0)
        if vertices and opened != 2 * (vertices - 1):
            return (
                f"{opened} open sides on {vertices} non-empty tiles; "
                f"a tree needs {2 * (vertices - 1)}"
            )
        return ""

    # -- the rules ---------------------------------------------------------------------------

    def violation(self, solution: bytes) -> str:
        """Return "" if ``solution`` (open sides, one byte each) is valid, else the first fault."""
        if len(solution) != len(self.tiles):
            return f"{len(solution)} tiles, expected {len(self.tiles)} ({self.size})"
        orientations, across, sides = self.orientations, self.across, range(self.sides)
        for cell, (here, given) in enumerate(zip(solution, self.tiles, strict=True)):
            if here not in orientations[given]:
                return f"{self.cell(cell)}: {here} is not a rotation of {given}"
        for cell, here in enumerate(solution):
            for side in sides:
                if here >> side & 1:
                    beyond = across(cell, side)
                    if beyond is None:
                        name = self.side_names[side]
                        return f"{self.cell(cell)}: open {name} towards {self.outside}"
                    other, other_side = beyond
                    if not solution[other] >> other_side & 1:
                        name = self.side_names[side]
                        return (
                            f"{self.cell(cell)}: open {name} towards a closed side of "
                            f"{self.cell(other)}"
                        )
        return "" if self.free else self._why_no_tree(solution)

    def _why_no_tree(self, solution: bytes) -> str:
        start = next((cell for cell, here in enumerate(solution) if here), None)
        if start is None:
            return ""
        # Depth-first over half-edges: the edge by which a cell was entered is not followed back;
        # every other edge to a visited cell closes a cycle (also to itself, also a second edge).
        across, sides = self.across, range(self.sides)
        entered: dict[int, int] = {start: -1}
        stack = [start]
        while stack:
            cell = stack.pop()
            here, back = solution[cell], entered[cell]
            for side in sides:
                if here >> side & 1 and side != back:
                    beyond = across(cell, side)
                    assert beyond is not None  # every open side meets an open side at this point
                    if beyond[0] in entered:
                        return f"{self.cell(beyond[0])}: lies on a cycle"
                    entered[beyond[0]] = beyond[1]
                    stack.append(beyond[0])
        for cell, here in enumerate(solution):
            if here and cell not in entered:
                return f"{self.cell(cell)}: not connected with {self.cell(start)}"
        return ""

    def canonical(self, solution: bytes) -> bytes:
        """Return the set of open sides: turning a tile onto itself changes nothing."""
        return bytes(solution)

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """Return the text form."""
        return self.encode_solution(self.tiles)

    @classmethod
    def decode(cls, text: str) -> Self:
        """Return the board of a text form. Raises an InputError that names the tile."""
        head, colon, body = text.strip().partition(":")
        if not colon:
            raise InputError(f"no ':' after the size, in {shortened(text)}")
        match = _SIZE.fullmatch(head)
        if match is None:
            raise InputError(f"size {shortened(head)}: expected WxH, then w (wraps), then g (free)")
        columns, rows = int(match[1]), int(match[2])
        if rows < 1 or columns < 1:
            raise InputError(f"size {head}: a board needs at least one row and one column")
        width = len(cls.spelled[0])
        values = {spelled: tile for tile, spelled in enumerate(cls.spelled)}
        tiles = bytearray()
        for place in range(0, len(body), width):
            spelled = body[place : place + width].lower()
            if spelled not in values:
                where = errors.place(divmod(len(tiles), columns))
                first, last = cls.spelled[0], cls.spelled[-1]
                raise InputError(
                    f"{where}: {shortened(spelled)} is not a tile, expected {first} to {last}"
                )
            tiles.append(values[spelled])
        if len(tiles) != rows * columns:
            raise InputError(f"{len(tiles)} tiles, expected {rows * columns} ({columns}x{rows})")
        return cls(rows, columns, bytes(tiles), bool(match[3]), bool(match[4]))

    def encode_solution(self, solution: bytes) -> str:
        """Return a solution in the same notation: the text form with every tile in position."""
        head = f"{self.size}{'w' if self.wrap else ''}{'g' if self.free else ''}:"
        return head + "".join(map(self.spelled.__getitem__, solution))

    def decode_solution(self, text: str) -> bytes:
        """Return the open sides in a text form of the same size. Raises InputError.

        It checks no rule.
        """
        board = type(self).decode(text)
        if (board.rows, board.columns) != (self.rows, self.columns):
            raise InputError(f"a solution of size {board.size} for a board of size {self.size}")
        return board.tiles
