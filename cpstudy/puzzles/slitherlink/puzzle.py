"""Slitherlink: the puzzle as data, its text form and its rules.

Some cells of a board have a number from 0 to 3. A loop runs along the sides of cells, from dot to
dot, so that

- it is one loop: it never ends, branches or crosses itself, and there is no second one;
- the number in a cell is the number of its sides that are on the loop.

The lattice of the loop has one vertex more in each direction than the board has cells; its faces
are the cells. loops/rules.py defines how solutions are written. Cells and dots are (row, column),
counted from 0.

Text form: the part of a puzz.link address after the ``?``, ``slither/COLUMNS/ROWS/BODY``; the whole
address and ``COLUMNS/ROWS/BODY`` are also read. In BODY, row by row, 0 to 3 is a number, 5 to
8 a number (less 5) with an empty cell after it, a to d a number (less 10) with two; a letter from
``g`` (one) to ``z`` (twenty) is a run of empty cells, ``.`` a question mark, which gives no clue.
Empty cells of the last number may lie beyond the board; they are not written. In a whole
address, a BODY that is too short is padded with empty cells, as on the site.

Sources: Nikoli for the rules, puzz.link (``PuzzLink``) for the notation.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from cpstudy.core.codes import BLANK, four_cells
from cpstudy.core.puzzle_urls import board_of, filled
from cpstudy.core.wording import place
from cpstudy.puzzles.loops.lattice import lattice_of
from cpstudy.puzzles.loops.rules import Group, Loops, exactly

NO_CLUE = -1
LARGEST_CLUE = 3

_CODE = four_cells(LARGEST_CLUE, BLANK, f"{{}} is not a clue from 0 to {LARGEST_CLUE} and no gap")


@dataclass(frozen=True)
class Slitherlink(Loops):
    """One board.

    clues: a number a cell, row-major: NO_CLUE or 0 … 3.
    """

    kind: ClassVar[str] = "slitherlink"
    names: ClassVar[tuple[str, ...]] = ("slither", "slitherlink")
    no_clue: ClassVar[int] = NO_CLUE
    on_faces: ClassVar[bool] = True
    vertex_name: ClassVar[str] = "dot"
    marks: ClassVar[Mapping[int, str]] = {number: str(number) for number in range(4)}
    fields: ClassVar[Mapping[str, int]] = {str(number): number for number in range(4)}
    others: ClassVar[Mapping[str, int]] = {"?": NO_CLUE, "-1": NO_CLUE}
    least: ClassVar[int] = 1
    key: ClassVar[int] = 1

    def clue_violation(self, solution: bytes) -> str:
        """The first cell whose number of sides on the loop differs from its clue."""
        for cell, (clue, sides) in enumerate(zip(self.clues, self.lattice.around, strict=True)):
            taken = sum(solution[edge] for edge in sides)
            if clue not in (NO_CLUE, taken):
                words = "side" if taken == 1 else "sides"
                return f"{self.cell(cell)}: {taken} {words} on the loop, not {clue}"
        return ""

    # -- what loops/ needs --------------------------------------------------------------------

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The sides of each cell with a number, which is the number of them on the loop."""
        around = self.lattice.around
        return tuple(
            Group(cell, around[cell], exactly(self.clues[cell], 4)) for cell in self.clue_cells
        )

    @classmethod
    def of_loop(cls, rows: int, columns: int, solution: bytes) -> Self:
        """The board with the number of every cell."""
        around = lattice_of(rows + 1, columns + 1).around
        clues = (sum(solution[edge] for edge in sides) for sides in around)
        # Only a loop around a single cell has four.
        return cls(rows, columns, tuple(NO_CLUE if clue > LARGEST_CLUE else clue for clue in clues))

    def edge(self, edge: int) -> str:
        """``the top side of row 1, column 3``, ``the side between row 1, column 3 and …``."""
        cells = self.adjacent_cells(edge)
        names = [place(divmod(cell, self.columns)) for cell in cells]
        if len(cells) == 2:
            return f"the side between {names[0]} and {names[1]}"
        side = ("top", "left", "right", "bottom")[self.lattice.around[cells[0]].index(edge)]
        return f"the {side} side of {names[0]}"

    def clue(self, cell: int) -> str:
        """``the 3 in row 1, column 3``."""
        return f"the {self.clues[cell]} in {place(divmod(cell, self.columns))}"

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """``slither/COLUMNS/ROWS/BODY``, as after the ``?`` of a puzz.link address."""
        return f"slither/{self.columns}/{self.rows}/{_CODE.write(self.characters)}"

    @property
    def characters(self) -> str:
        """One character per cell: the number, or a dot."""
        return "".join("." if clue == NO_CLUE else str(clue) for clue in self.clues)

    @classmethod
    def decode(cls, text: str) -> Self:
        """The board of a text form or an address. Raises an InputError that names the cell."""
        board = board_of(text, cls.names)
        columns, rows, body = board[1:4]
        tokens, _ = _CODE.read(body, columns)
        excess = len(tokens) - rows * columns
        if excess > 0 and body[-1].isalnum() and body[-1] < "g" and {*tokens[-excess:]} == {BLANK}:
            del tokens[-excess:]
        clues = [NO_CLUE if token == BLANK else int(token) for token in tokens]
        return cls(rows, columns, tuple(filled(clues, board, NO_CLUE)))
