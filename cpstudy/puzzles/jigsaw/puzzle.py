"""Jigsaw: Sudoku whose boxes are given regions of any shape.

Every row, column and region of N cells has each value once; with ``diagonals`` the two long
diagonals too. A region is connected by sides: the text form cannot express others.

Text form: the game ID of Solo, ``Nj:VALUES,BLOCKS`` (``Njx:`` with diagonals): the clues, then the
lines between regions (``latin/game_ids.py``). Source: Tatham2004.
"""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Self

from cpstudy.core.errors import InputError
from cpstudy.core.puzzle_urls import game_id
from cpstudy.puzzles.latin.game_ids import (
    decode_blocks,
    decode_values,
    encode_blocks,
    encode_values,
    numbered,
    solo_head,
)
from cpstudy.puzzles.latin.rules import (
    LARGEST_ORDER,
    Uncaged,
    Unit,
    check_board,
    diagonals,
    distinct,
    is_connected,
    parts,
    rows_and_columns,
)


@dataclass(frozen=True)
class Jigsaw(Uncaged):
    """One puzzle. clues: a value a cell, 0 if it is empty. regions: a label a cell.

    Regions are renumbered from 0 in the order of their first cells. Raises an InputError that names
    the cell.
    """

    order: int
    clues: bytes
    regions: bytes
    diagonals: bool = False

    kind: ClassVar[str] = "jigsaw"

    def __post_init__(self) -> None:
        check_board(self.order, self.clues)
        if len(self.regions) != len(self.clues):
            raise InputError(f"regions of {len(self.regions)} cells, expected {len(self.clues)}")
        object.__setattr__(self, "regions", bytes(numbered(self.regions)))
        for cells in parts(self.regions):
            if len(cells) != self.order:
                raise InputError(
                    f"the region of {self.cell(cells[0])}: {len(cells)} cells, "
                    f"expected {self.order}"
                )
            if not is_connected(self.order, cells):
                raise InputError(f"the region of {self.cell(cells[0])} is not connected")

    @property
    def units(self) -> tuple[Unit, ...]:
        """Rows, columns, regions, diagonals."""
        return _units(self.order, self.regions, self.diagonals)

    @property
    def labels(self) -> bytes:
        """The regions."""
        return self.regions

    def encode(self) -> str:
        """See the module."""
        blocks = encode_blocks(self.order, self.regions, shorten=False)
        crossed = "x" if self.diagonals else ""
        return f"{self.order}j{crossed}:{encode_values(self.clues)},{blocks}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the cell."""
        text = game_id(text.strip(), "solo")
        head = solo_head(text)
        if head is None:
            raise InputError(f"{text[:30]!a}: expected Nj:VALUES,BLOCKS")
        if not head.jigsaw:
            raise InputError("a Sudoku with boxes, not regions: --puzzle sudoku reads it")
        order = head.columns
        if not 1 <= order <= LARGEST_ORDER:
            raise InputError(f"order {order}: expected 1 to {LARGEST_ORDER}")
        values, comma, blocks = head.rest.partition(",")
        if not comma:
            raise InputError("no ',' before the blocks")
        clues = decode_values(values, order)
        regions = decode_blocks(blocks, order)
        if max(regions) >= order:
            raise InputError(f"{max(regions) + 1} regions, expected {order}")
        return cls(order, clues, bytes(regions), head.diagonals)


@cache
def _units(order: int, regions: bytes, crossed: bool) -> tuple[Unit, ...]:
    named = [Unit(f"region {i}", cells) for i, cells in enumerate(parts(regions), 1)]
    more = diagonals(order) if crossed else ()
    return distinct((*rows_and_columns(order), *named, *more))
