"""Masyu: the puzzle as data, its text form and its rules.

Some cells of a board have a pearl, white or black. A loop runs from cell to cell through their
sides, from middle to middle, so that

- it is one loop: it never ends, branches or crosses itself, and there is no second one;
- it passes every pearl;
- at a white pearl it goes straight on, and turns in the cell before or the one after it, or both;
- at a black pearl it turns, and goes straight on in the cells before and after it.

The lattice of the loop has a vertex in each cell. loops/rules.py defines how
solutions are written. Cells are (row, column), counted from 0.

Text form: the part of a puzz.link address after the ``?``, ``mashu/COLUMNS/ROWS/BODY``; the whole
address and ``COLUMNS/ROWS/BODY`` are also read. In BODY each character is three cells, row by
row, as a number to the base 3 with the first cell in front: 0 no pearl, 1 white, 2 black; digits
above 9 are letters from a on. The last one is padded with cells beyond the board. In a whole
address, a BODY that is too short is padded with empty cells, as on the site.

Sources: Nikoli for the rules, puzz.link (``PuzzLink``) for the notation.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import ClassVar, Self

from cpstudy.core.codes import DIGITS, Code
from cpstudy.core.puzzle_urls import board_of, filled
from cpstudy.core.wording import place
from cpstudy.puzzles.loops.rules import Group, Loops, exactly

NO_PEARL, WHITE, BLACK = 0, 1, 2

_CELLS = 3
_CODE = Code(
    lambda: dict(zip(DIGITS, product("012", repeat=_CELLS), strict=False)),
    "{} is not three cells, 0 to 9 or a to q",
)
_STEPS = ((0, 1), (-1, 0), (0, -1), (1, 0))  # right, up, left, down, as in Lattice.sides


@dataclass(frozen=True)
class Masyu(Loops):
    """One board.

    clues: a number a cell, row-major: NO_PEARL, WHITE or BLACK.
    """

    kind: ClassVar[str] = "masyu"
    names: ClassVar[tuple[str, ...]] = ("mashu", "masyu", "pearl")
    no_clue: ClassVar[int] = NO_PEARL
    on_faces: ClassVar[bool] = False
    vertex_name: ClassVar[str] = "cell"
    marks: ClassVar[Mapping[int, str]] = {WHITE: "○", BLACK: "●"}
    fields: ClassVar[Mapping[str, int]] = {"w": WHITE, "b": BLACK}
    # The numbers of pzpr and others.
    others: ClassVar[Mapping[str, int]] = {"1": WHITE, "2": BLACK}
    least: ClassVar[int] = 2
    key: ClassVar[int] = 2

    def clue_violation(self, solution: bytes) -> str:
        """The first pearl that the loop misses or passes in the wrong way."""
        for cell in self.clue_cells:
            sides = self._sides(solution, cell)
            name = f"{self.cell(cell)}: the loop"
            if not sides:
                return f"{name} misses the pearl"
            straight = self._is_straight(sides)
            beyond = [self._is_straight(self._sides(solution, c)) for c in self._next(cell, sides)]
            if self.clues[cell] == WHITE:
                if not straight:
                    return f"{name} turns at a white pearl"
                if all(beyond):
                    return f"{name} turns neither before nor after a white pearl"
            elif straight:
                return f"{name} goes straight on at a black pearl"
            elif not all(beyond):
                return f"{name} turns next to a black pearl"
        return ""

    def _sides(self, solution: bytes, cell: int) -> list[int]:
        """The sides of a cell that the loop uses: right 0, up 1, left 2, down 3."""
        return [i for i, edge in enumerate(self._edges(cell)) if edge >= 0 and solution[edge]]

    @staticmethod
    def _is_straight(sides: list[int]) -> bool:
        """Whether two sides are opposite each other."""
        return sides[1] - sides[0] == 2

    def _next(self, cell: int, sides: list[int]) -> list[int]:
        """The cells beyond some sides of a cell."""
        return [cell + _STEPS[side][0] * self.columns + _STEPS[side][1] for side in sides]

    # -- what loops/ needs --------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The meaning of each pearl for the edges at it and beyond."""
        return tuple(group for cell in self.clue_cells for group in self._groups_of(cell))

    def _groups_of(self, cell: int) -> Iterator[Group]:
        here, pearl = self._edges(cell), self.clue(cell)
        taken = tuple(edge for edge in here if edge >= 0)
        ahead = [self._beyond(cell, side) for side in range(4)]
        straight = [
            pattern
            for pattern in exactly(2, len(taken))
            if sum(here.index(edge) % 2 for i, edge in enumerate(taken) if pattern >> i & 1) != 1
        ]
        if self.clues[cell] == WHITE:
            yield Group(cell, taken, tuple(straight), f"the loop goes straight on at {pearl}")
            for side in (0, 1):
                one, other = ahead[side], ahead[side + 2]
                if here[side] >= 0 and one >= 0 and other >= 0:
                    edges = (here[side], one, other)
                    words = f"the loop turns just before or just after {pearl}"
                    yield Group(cell, edges, tuple(p for p in range(8) if p != 7), words)
            return
        turns = set(exactly(2, len(taken))) - set(straight)
        yield Group(cell, taken, tuple(sorted(turns)), f"the loop turns at {pearl}")
        for side, edge in enumerate(here):
            if edge >= 0 and ahead[side] >= 0:
                words = f"the loop runs straight through the cells before and after {pearl}"
                yield Group(cell, (edge, ahead[side]), (0, 2, 3), words)
            elif edge >= 0:
                words = f"there is no room to go two cells straight on from {pearl}"
                yield Group(cell, (edge,), (0,), words)

    def _edges(self, cell: int) -> tuple[int, int, int, int]:
        """The edges at a cell: right, up, left, down; -1 if there is none."""
        return self.lattice.sides(*divmod(cell, self.columns))

    def _beyond(self, cell: int, side: int) -> int:
        """The edge straight ahead, beyond the next cell; -1 if there is none."""
        if self._edges(cell)[side] < 0:
            return -1
        return self._edges(self._next(cell, [side])[0])[side]

    @classmethod
    def of_loop(cls, rows: int, columns: int, solution: bytes) -> Self:
        """The board with every pearl that a loop allows."""
        empty = cls(rows, columns, (NO_PEARL,) * (rows * columns))
        return cls(rows, columns, tuple(empty._pearl(solution, c) for c in range(rows * columns)))

    def _pearl(self, solution: bytes, cell: int) -> int:
        """The pearl that a loop allows in a cell."""
        sides = self._sides(solution, cell)
        if not sides:
            return NO_PEARL
        beyond = [self._is_straight(self._sides(solution, c)) for c in self._next(cell, sides)]
        if self._is_straight(sides):
            return NO_PEARL if all(beyond) else WHITE
        return BLACK if all(beyond) else NO_PEARL

    def edge(self, edge: int) -> str:
        """``the way between row 1, column 3 and row 1, column 4``."""
        one, other = (place(divmod(cell, self.columns)) for cell in self.lattice.ends[edge])
        return f"the way between {one} and {other}"

    def clue(self, cell: int) -> str:
        """``the white pearl in row 1, column 3``."""
        colour = "white" if self.clues[cell] == WHITE else "black"
        return f"the {colour} pearl in {place(divmod(cell, self.columns))}"

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """``mashu/COLUMNS/ROWS/BODY``, as after the ``?`` of a puzz.link address."""
        beyond = -len(self.clues) % _CELLS
        body = _CODE.write([*map(str, self.clues), *[str(NO_PEARL)] * beyond])
        return f"mashu/{self.columns}/{self.rows}/{body}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The board of a text form or an address. Raises an InputError that names the cell."""
        board = board_of(text, cls.names)
        columns, rows, body = board[1:4]
        tokens, _ = _CODE.read(body, columns)
        clues = [*map(int, tokens)]
        excess = len(clues) - rows * columns
        if 0 < excess < _CELLS and not any(clues[-excess:]):
            del clues[-excess:]
        return cls(rows, columns, tuple(filled(clues, board, NO_PEARL)))
