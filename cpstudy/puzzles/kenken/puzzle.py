"""KenKen, also called Keen or Kendoku: a Latin square whose cages have targets.

Every row and column has each value once. The board is divided into connected cages; the values of a
cage give its target by its operation: ``+``, ``x``, and for two cells ``-`` and ``/``; ``=`` is one
of these that is not given. The target of a cage of one cell is its value. Values in a cage may
repeat if rows and columns allow it.

Text form: the game ID of Keen, ``N:BLOCKS,CLUES``: the lines between cages (``latin/game_ids.py``),
then a letter and the target for each cage in the order of their first cells: ``a`` + (and one
cell), ``s`` −, ``m`` ×, ``d`` ÷. Keen has no hidden operations, which are ``e`` here, and no
boards above 9 × 9. Source: Tatham2004.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from cpstudy.core import wording
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle_urls import game_id
from cpstudy.puzzles.latin.game_ids import decode_blocks, encode_blocks, keen_head
from cpstudy.puzzles.latin.rules import (
    ADD,
    ANY,
    DIVIDE,
    LARGEST_ORDER,
    MULTIPLY,
    SUBTRACT,
    Cage,
    Latin,
    Unit,
    check_board,
    check_cage,
    is_connected,
    parts,
    rows_and_columns,
)

_LETTERS = {"a": ADD, "s": SUBTRACT, "m": MULTIPLY, "d": DIVIDE, "e": ANY}
_OF_OPERATION = {operation: letter for letter, operation in _LETTERS.items()}
_CLUE = re.compile(r"([a-z])([0-9]{1,18})")


@dataclass(frozen=True)
class KenKen(Latin):
    """One puzzle: its order and its cages, in the order of their first cells, each cell in one.

    The operation of a cage of one cell is always ANY. Raises an InputError that names the cell.
    """

    order: int
    cages: tuple[Cage, ...]

    kind: ClassVar[str] = "kenken"

    def __post_init__(self) -> None:
        check_board(self.order, bytes(self.order**2))
        if not all(cage.cells for cage in self.cages):
            raise InputError("cages: one has no cells")
        normal = sorted(map(_normal, self.cages), key=lambda cage: cage.cells[:1])
        object.__setattr__(self, "cages", tuple(normal))
        covered = sorted(cell for cage in self.cages for cell in cage.cells)
        if covered != list(range(self.order**2)):
            raise InputError("cages: expected every cell in just one of them")
        for cage in self.cages:
            try:
                check_cage(cage)
                if not is_connected(self.order, cage.cells):
                    raise InputError("it is not connected")
            except InputError as error:
                raise InputError(f"cage at {self.cell(cage.cells[0])}: {error}") from None

    @property
    def clues(self) -> bytes:  # type: ignore[override]
        """No values: given values are cages of one cell."""
        return bytes(self.order**2)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Rows and columns."""
        return rows_and_columns(self.order)

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """The number of each cell's cage."""
        found = [0] * self.order**2
        for number, cage in enumerate(self.cages):
            for cell in cage.cells:
                found[cell] = number
        return tuple(found)

    def with_clues(self, clues: bytes) -> Self:
        """Raises RuntimeError: KenKen has no given values."""
        raise RuntimeError("KenKen has no clues except its cages")

    def encode(self) -> str:
        """See the module."""
        blocks = encode_blocks(self.order, self.labels, shorten=True)
        clues = "".join(
            f"{'a' if len(cage.cells) == 1 else _OF_OPERATION[cage.operation]}{cage.target}"
            for cage in self.cages
        )
        return f"{self.order}:{blocks},{clues}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The inverse of ``encode``. Raises an InputError that names the cell."""
        text = game_id(text.strip(), "keen")
        head = keen_head(text)
        if head is None:
            raise InputError(f"{text[:30]!a}: expected N:BLOCKS,CLUES")
        order, rest = head
        if not 1 <= order <= LARGEST_ORDER:
            raise InputError(f"order {order}: expected 1 to {LARGEST_ORDER}")
        blocks, comma, clues = rest.partition(",")
        if not comma:
            raise InputError("no ',' before the clues")
        return cls(order, tuple(_cages(order, decode_blocks(blocks, order), clues)))


def _normal(cage: Cage) -> Cage:
    cells = tuple(sorted(cage.cells))
    return Cage(cells, ANY if len(cells) == 1 else cage.operation, cage.target)


def _cages(order: int, labels: Sequence[int], clues: str) -> list[Cage]:
    cages = []
    place = 0
    for cells in parts(labels):
        clue = _CLUE.match(clues, place)
        where = f"cage at {wording.place(divmod(cells[0], order))}"
        if clue is None:
            raise InputError(f"{where}: {clues[place : place + 10]!a} is not a clue")
        if clue[1] not in _LETTERS:
            raise InputError(f"{where}: no operation {clue[1]!a}")
        cages.append(Cage(cells, _LETTERS[clue[1]], int(clue[2])))
        place = clue.end()
    if place < len(clues):
        raise InputError(f"{clues[place : place + 10]!a} after the last clue")
    return cages
