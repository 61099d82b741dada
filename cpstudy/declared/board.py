"""The parts of a declared board: blocks of tokens, and places.

A *cell* is (row, column), from 0; an *edge* is a pair of cells. A block has a token for each place
that it covers; ``.`` is the blank token. The text of a puzzle is its blocks in order.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import groupby, product
from math import isqrt
from typing import Literal, TypeVar

from cpstudy.core import wording
from cpstudy.core.errors import InputError

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
# The place of a variable: a cell or an edge.
Place = Cell | Edge

BLANK = "."
# The largest number of cells in a text.
LARGEST = 100_000
T = TypeVar("T")
# Directions by their letters, in reading order.
STEPS: Mapping[str, Cell] = {"n": (-1, 0), "w": (0, -1), "e": (0, 1), "s": (1, 0)}
_CORNERS = ((-1, -1), (-1, 1), (1, -1), (1, 1))

Over = Literal["cells", "left", "right", "top", "bottom", "beside", "below", "board"]
ClueMark = Literal[
    "", "number", "corner", "circle", "wall", "arrow", "sums", "regions", "cages",
    "thermometer", "diagonal", "tree",
]  # fmt: skip


@dataclass(frozen=True)
class Block:
    """Tokens of a text, one for each place.

    tokens: a regular expression of the tokens that are not blank; blank: whether ``.`` is allowed.
    over: the places: cells; rows (``left``, ``right``) or columns (``top``, ``bottom``) for clues
    outside; pairs of horizontal (``beside``) or vertical neighbours (``below``); or the ``board``.
    mark: how tokens are drawn: ``number`` (the token), ``corner`` (small), ``circle`` (with the
    token inside), ``wall`` (a black cell with the token, except ``#``), ``regions`` (lines between
    different tokens), ``cages`` (dashed, inside the boxes of a Sudoku), ``thermometer`` (``a1``,
    ``a2``, …), ``diagonal`` (small, with arrows), ``tree``.
    """

    name: str
    tokens: str
    blank: bool = True
    over: Over = "cells"
    mark: ClueMark = "number"

    def shape(self, rows: int, columns: int) -> tuple[int, int]:
        """Return rows and columns of tokens. Raises InputError for an empty or a huge board."""
        if min(rows, columns) < 1 or rows * columns > LARGEST:
            raise InputError(f"size {columns}x{rows}: 1 to {LARGEST:,} cells are possible")
        found = {"cells": (rows, columns), "beside": (rows, columns - 1), "board": (1, 1)}
        found |= {"below": (rows - 1, columns)} | dict.fromkeys(("left", "right"), (1, rows))
        return found.get(self.over, (1, columns))

    def middle(self, place: Cell, rows: int, columns: int) -> tuple[float, float]:
        """Return (x, y), the middle of the token of a place; cells are 1 wide, y points down."""
        r, c = place
        return {
            "board": (0.5, -0.5),
            "left": (-0.5, c + 0.5),
            "right": (columns + 0.5, c + 0.5),
            "top": (c + 0.5, -0.5),
            "bottom": (c + 0.5, rows + 0.5),
            "beside": (c + 1.0, r + 0.5),
            "below": (c + 0.5, r + 1.0),
        }.get(self.over, (c + 0.5, r + 0.5))

    def places(self, rows: int, columns: int) -> list[Cell]:
        """Return the row and column of each token in the block, in order."""
        height, width = self.shape(rows, columns)
        return list(product(range(height), range(width)))

    def check(self, tokens: tuple[str, ...], rows: int, columns: int) -> None:
        """Raise InputError for a wrong number of tokens, or the first invalid token."""
        places = self.places(rows, columns)
        if len(tokens) != len(places):
            raise InputError(f"{self.name}: {len(tokens)} tokens, expected {len(places)}")
        for place, token in zip(places, tokens, strict=True):
            allowed = self.blank if token == BLANK else re.fullmatch(self.tokens, token, re.ASCII)
            if not allowed:
                where = wording.place(place)
                raise InputError(f"{self.name}, {where}: {token[:30]!a} is not a clue")


class Board:
    """The places of a board, and its tokens by block and place."""

    def __init__(
        self, rows: int, columns: int, blocks: Iterable[tuple[Block, tuple[str, ...]]]
    ) -> None:
        self.rows, self.columns = rows, columns
        self.cells: list[Cell] = list(product(range(rows), range(columns)))
        self.tokens = {
            block.name: dict(zip(block.places(rows, columns), tokens, strict=True))
            for block, tokens in blocks
        }

    def __getitem__(self, block: str) -> dict[Cell, str]:
        """Return the tokens of a block, by row and column of the block."""
        return self.tokens[block]

    @cached_property
    def around(self) -> dict[Cell, list[Cell]]:
        """For each cell, the cells that share a side with it."""
        return {c: self._moved(c, STEPS.values()) for c in self.cells}

    @cached_property
    def touching(self) -> dict[Cell, list[Cell]]:
        """For each cell, the cells that share a side or a corner with it."""
        return {c: self._moved(c, (*STEPS.values(), *_CORNERS)) for c in self.cells}

    def _moved(self, cell: Cell, steps: Collection[Cell]) -> list[Cell]:
        moved = [(cell[0] + r, cell[1] + c) for r, c in steps]
        return [(r, c) for r, c in moved if 0 <= r < self.rows and 0 <= c < self.columns]

    @cached_property
    def edges(self) -> list[Edge]:
        """The pairs of cells that share a side, the upper or left one first."""
        return [(c, d) for c in self.cells for d in self.around[c] if c < d]

    @cached_property
    def lines(self) -> list[list[Cell]]:
        """The cells of each row, then of each column."""
        return [line for _, line in self.named_lines]

    @cached_property
    def named_lines(self) -> list[tuple[str, list[Cell]]]:
        """The lines with their names in words: ``row 1``."""
        rows, columns = range(self.rows), range(self.columns)
        lines = [(f"row {r + 1}", [(r, c) for c in columns]) for r in rows]
        return lines + [(f"column {c + 1}", [(r, c) for r in rows]) for c in columns]

    @cached_property
    def named_boxes(self) -> list[tuple[str, list[Cell]]]:
        """The boxes of a Sudoku with their names; they are 2×3 in a board of 6, 3×4 of 12."""
        high, boxes = box_height(self.rows), dict[Cell, list[Cell]]()
        for r, c in self.cells:
            boxes.setdefault((r // high, c * high // self.rows), []).append((r, c))
        return [(f"box {k}", box) for k, box in enumerate(boxes.values(), 1)]

    @cached_property
    def squares(self) -> list[list[Cell]]:
        """The four cells of every 2×2."""
        corners = product(range(self.rows - 1), range(self.columns - 1))
        return [[(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)] for r, c in corners]

    @cached_property
    def dots(self) -> list[Cell]:
        """The corners of cells; (0, 0) is the upper left corner of the board."""
        return list(product(range(self.rows + 1), range(self.columns + 1)))

    def ray(self, cell: Cell, step: Cell, stop: Collection[Cell] = ()) -> Iterator[Cell]:
        """Yield the cells after ``cell`` in a direction, before the first one of ``stop``."""
        r, c = cell[0] + step[0], cell[1] + step[1]
        while 0 <= r < self.rows and 0 <= c < self.columns and (r, c) not in stop:
            yield r, c
            r, c = r + step[0], c + step[1]

    def runs(self, walls: Collection[Cell]) -> Iterator[tuple[bool, list[Cell]]]:
        """Yield the cells between walls in each row, then column; and whether they go down."""
        for k, line in enumerate(self.lines):
            for wall, cells in groupby(line, walls.__contains__):
                if not wall:
                    yield k >= self.rows, list(cells)

    def reached(self, starts: Iterable[Cell], inside: Collection[Cell]) -> dict[Cell, int]:
        """Return the cells that paths inside reach from some cells, with their distances."""
        far = dict.fromkeys(starts, 0)
        for c in (queue := [*far]):
            fresh = [d for d in self.around[c] if d in inside and d not in far]
            far |= dict.fromkeys(fresh, far[c] + 1)
            queue += fresh
        return far

    def is_connected(self, cells: Collection[Cell]) -> bool:
        """Return whether there are cells and sides connect them."""
        return 0 < len(self.reached([*cells][:1], cells)) == len(cells)

    def numbers(self, block: str) -> dict[Cell, int]:
        """Return the tokens of a block that are numbers."""
        return {c: int(token) for c, token in self[block].items() if token.isdigit()}

    def clues(self, block: str) -> dict[Cell, str]:
        """Return the tokens of a block that are not blank."""
        return {c: token for c, token in self[block].items() if token != BLANK}

    def groups(self, block: str) -> dict[str, list[Cell]]:
        """Return the cells of each token of a block that is not blank."""
        found: dict[str, list[Cell]] = {}
        for cell, token in self.clues(block).items():
            found.setdefault(token, []).append(cell)
        return found

    def numbered(self, block: str) -> dict[str, dict[int, Cell]]:
        """Return for the letter of tokens ``a1``, ``a2``, … the cells by number."""
        found: dict[str, dict[int, Cell]] = {}
        for cell, token in self.clues(block).items():
            found.setdefault(token[0], {})[int(token[1:])] = cell
        return found


def box_height(order: int) -> int:
    """Return the rows of a box: the largest divisor of the order up to its root."""
    return max(k for k in range(1, isqrt(order) + 1) if order % k == 0)


def by_cell(parts: Mapping[tuple[Cell, ...], T]) -> dict[Cell, list[T]]:
    """Return for each cell the values of the edges, or larger parts, that contain it."""
    found: dict[Cell, list[T]] = {}
    for part, value in parts.items():
        for cell in part:
            found.setdefault(cell, []).append(value)
    return found


@lru_cache(1 << 14)
def at(place: object) -> str:
    """Return a place in words, counted from 1: ``row 1, column 3``; for an edge both ends."""
    if isinstance(place, tuple) and len(place) == 2:
        return " to ".join(map(at, place)) if isinstance(place[0], tuple) else wording.place(place)
    return str(place)
