"""Nurikabe: the puzzle as data, its text form and its rules.

Some cells of a board contain clues. Every cell must be *sea* or *island* (black or white) so that

- each island, a maximal set of white cells connected by their sides, contains exactly one clue, and
  as many cells as the clue says; a clue ``?`` allows any number;
- the sea is connected by sides too (if there is no sea, nothing is required);
- no four cells of a 2×2 square are all sea.

A solution is one byte a cell, row by row: 1 for sea. Cells are (row, column), counted from 0. Text
form: the part of a puzz.link address after the ``?``, ``nurikabe/COLUMNS/ROWS/BODY``; the whole
address is read too, and so is ``COLUMNS/ROWS/BODY``. In BODY, row by row, a hexadecimal digit is a
clue, ``-xx`` and ``+xxx`` are larger clues of two and three digits, ``.`` is ``?``, and a letter
from ``g`` (one) to ``z`` (twenty) is that number of cells without a clue. If a BODY in a whole
address is too short, it is filled with such cells, as on the site.

Sources: Nikoli for the rules, puzz.link (``PuzzLink``) for the notation.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Self

from cpstudy.core import wording
from cpstudy.core.codes import NUMBERS
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle_urls import board_of, filled
from cpstudy.core.result import Rectangular

NO_CLUE, ANY_SIZE = 0, -1
LAND, SEA = 0, 1
_SHOWN = {NO_CLUE: ".", ANY_SIZE: "?"}

# The largest clue that the notation of this text form supports.
_LARGEST_CLUE = 4095


@dataclass(frozen=True)
class Nurikabe(Rectangular):
    """One board.

    clues: a number for each cell, row by row: NO_CLUE, ANY_SIZE, or the size of the island,
    1 … 4095. Raises InputError for wrong sizes, lengths or values.
    """

    rows: int
    columns: int
    clues: tuple[int, ...]

    kind: ClassVar[str] = "nurikabe"

    def __post_init__(self) -> None:
        self.check_size()
        object.__setattr__(self, "clues", tuple(map(int, self.clues)))
        if len(self.clues) != self.rows * self.columns:
            raise InputError(
                f"{len(self.clues)} cells, expected {self.rows * self.columns} ({self.size})"
            )
        for cell, clue in enumerate(self.clues):
            if not (ANY_SIZE <= clue <= _LARGEST_CLUE):
                raise InputError(f"{self.cell(cell)}: no island has size {clue}")

    @cached_property
    def clue_cells(self) -> tuple[int, ...]:
        """The cells with clues, in order; islands are numbered in this order."""
        return tuple(cell for cell, clue in enumerate(self.clues) if clue != NO_CLUE)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that share a side with it, in increasing order."""
        rows, columns = self.rows, self.columns
        return tuple(
            tuple(
                other
                for other, there in (
                    (cell - columns, cell >= columns),
                    (cell - 1, cell % columns > 0),
                    (cell + 1, cell % columns < columns - 1),
                    (cell + columns, cell // columns < rows - 1),
                )
                if there
            )
            for cell in range(rows * columns)
        )

    @cached_property
    def squares(self) -> tuple[tuple[int, int, int, int], ...]:
        """The cells of each 2×2 square."""
        down = self.columns
        return tuple(
            (cell, cell + 1, cell + down, cell + down + 1)
            for row in range(self.rows - 1)
            for cell in range(row * down, row * down + down - 1)
        )

    # -- the rules ---------------------------------------------------------------------------

    def violation(self, solution: bytes) -> str:
        """ "" if ``solution`` (one byte a cell, 1 is sea) is valid, else the first violation."""
        if len(solution) != len(self.clues):
            return f"{len(solution)} cells, expected {len(self.clues)} ({self.size})"
        for cell, (here, clue) in enumerate(zip(solution, self.clues, strict=True)):
            if here not in (LAND, SEA):
                return f"{self.cell(cell)}: {here} is neither island nor sea"
            if here == SEA and clue != NO_CLUE:
                return f"{self.cell(cell)}: sea where there is a clue"
        for square in self.squares:
            if all(solution[cell] == SEA for cell in square):
                return f"{self.cell(square[0])}: a 2x2 pool begins here"
        return self._why_no_islands(solution) or self._why_no_sea(solution)

    def _why_no_islands(self, solution: bytes) -> str:
        seen: set[int] = set()
        for cell, here in enumerate(solution):
            if here == SEA or cell in seen:
                continue
            island = self._connected(solution, cell)
            seen |= island
            clues = sorted(island.intersection(self.clue_cells))
            if not clues:
                return f"{self.cell(cell)}: an island without a clue"
            if len(clues) > 1:
                return f"{self.cell(clues[1])}: on one island with {self.cell(clues[0])}"
            wanted = self.clues[clues[0]]
            if wanted not in (ANY_SIZE, len(island)):
                return f"{self.cell(clues[0])}: an island of {len(island)}, not {wanted}"
        return ""

    def _why_no_sea(self, solution: bytes) -> str:
        sea = [cell for cell, here in enumerate(solution) if here == SEA]
        if sea:
            joined = self._connected(solution, sea[0])
            for cell in sea:
                if cell not in joined:
                    return f"{self.cell(cell)}: sea apart from {self.cell(sea[0])}"
        return ""

    def _connected(self, solution: bytes, cell: int) -> set[int]:
        """The cells of the same colour that are connected with ``cell``."""
        seen, stack = {cell}, [cell]
        while stack:
            for other in self.neighbours[stack.pop()]:
                if solution[other] == solution[cell] and other not in seen:
                    seen.add(other)
                    stack.append(other)
        return seen

    def canonical(self, solution: bytes) -> bytes:
        """The solution itself: different seas are different solutions."""
        return bytes(solution)

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """``nurikabe/COLUMNS/ROWS/BODY``, as after the ``?`` of a puzz.link address."""
        body = NUMBERS.write([_SHOWN.get(clue, str(clue)) for clue in self.clues])
        return f"nurikabe/{self.columns}/{self.rows}/{body}"

    @classmethod
    def decode(cls, text: str) -> Self:
        """The board of a text form or an address. Raises an InputError that names the cell."""
        board = board_of(text, ("nurikabe",))
        columns, rows, body = board[1:4]
        tokens, _ = NUMBERS.read(body, columns)
        if "0" in tokens:
            where = wording.place(divmod(tokens.index("0"), columns))
            raise InputError(f"{where}: no island has size 0")
        meant = {token: clue for clue, token in _SHOWN.items()}
        clues = [meant[token] if token in meant else int(token) for token in tokens]
        return cls(rows, columns, tuple(filled(clues, board, NO_CLUE)))

    def encode_solution(self, solution: bytes) -> str:
        """Rows of ``#`` (sea) and ``.``, joined by ``/``."""
        drawn = "".join("#" if here == SEA else "." for here in solution)
        return "/".join(
            drawn[start : start + self.columns] for start in range(0, len(drawn), self.columns)
        )

    def decode_solution(self, text: str) -> bytes:
        """The inverse of ``encode_solution``. Raises InputError; does not check the rules."""
        rows = text.strip().split("/")
        if len(rows) != self.rows:
            raise InputError(f"{wording.counted(len(rows), 'row')}, expected {self.rows}")
        for number, row in enumerate(rows):
            if len(row) != self.columns or not set(row) <= {"#", "."}:
                raise InputError(
                    f"row {number + 1}: expected {self.columns} of '#' and '.', "
                    f"got {shortened(row)}"
                )
        return bytes(SEA if here == "#" else LAND for here in "".join(rows))
