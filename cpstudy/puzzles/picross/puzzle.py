"""Picross (nonogram, Pattern): the puzzle as data, its text form and its rules.

A grid of ``rows`` × ``columns`` cells; each cell is blank or has one of the colours. Each line (row
or column) has a *clue*: the lengths and colours of its runs in order, from the left or the top. A
run is a maximal sequence of cells of one colour. Two consecutive runs of the same colour have a
blank cell between them; runs of different colours may touch. A solution is a picture whose lines
have exactly these runs. Cells may be given: their colour, or that they are blank, is known.

Colours are numbered from 1; 0 is blank. A solution is one byte a cell, row by row; cells are (row,
column), counted from 0. Lines are numbered rows first: row r is line r, column c is line rows + c.

The text form is the game ID of Pattern in Simon Tatham's collection: ``WxH:``, the clues of the
columns, then those of the rows, joined by ``/``. The lengths of a clue are joined by ``.``; a line
without runs is empty. Given cells follow after a comma, row by row. A letter states how many cells
are skipped before the next given cell (``a`` none, ``b`` one … ``y`` 24; ``z``: 25 are skipped and
no cell is given); a capital letter means that this cell is coloured, a small letter that it is
blank.

*Our extension to several colours:* a letter after a length is the run's colour, ``b`` the second,
``c`` the third … (``a`` may be written for the first), as in ``.non`` files. A number after a
capital letter of the given cells is the colour, from the second on. So ``3x1:1/1b/1/1.1b.1`` is
a row of three cells, the middle one in the second colour.

Sources: Tatham2004 (notation), Ueda1996 (excluding another solution is hard).
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import itemgetter
from typing import ClassVar, Self

from cpstudy.core import codes, wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle_urls import Address, filled, game_id, puzz_link
from cpstudy.core.result import Rectangular

# The runs of a line: (length, colour) each.
Clue = tuple[tuple[int, int], ...]

BLANK = 0
MOST_COLOURS = 26
# The letter of each colour from 1 on.
LETTERS = "abcdefghijklmnopqrstuvwxyz"

# The symbols of colours in solutions: blank, the first colour, the others.
SYMBOLS = "." + "#" + LETTERS[1:]

# In ``given``: the cell is not given. A larger value means that its colour is value - 1.
FREE = 0

# The largest number of cells of a board in an address; nobody could open a larger one there.
_LARGEST_ADDRESS = 10_000

_SIZE = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?")
_RUN = re.compile(r"([0-9]{1,6})([a-z]?)")
_GIVEN = re.compile(r"([a-z])|([A-Z])([0-9]{0,2})")
_SKIP = 25

# A maximal sequence of cells of one colour.
_STRETCH = re.compile(rb"([^\x00])\1*")


def runs_of(line: bytes) -> Clue:
    """The runs of a line of colours."""
    return tuple((len(run), run[0]) for run in map(itemgetter(0), _STRETCH.finditer(line)))


def least_length(clue: Clue) -> int:
    """The smallest number of cells into which the runs of a clue fit."""
    pairs = pairwise(clue)
    return sum(length for length, _ in clue) + sum(a[1] == b[1] for a, b in pairs)


def clue_text(clue: Clue, separator: str = ".") -> str:
    """``3.1b``: the lengths; from the second colour on, each with its colour's letter."""
    return separator.join([f"{n}{LETTERS[c - 1]}" if c > 1 else str(n) for n, c in clue])


def clue_of(text: str, separator: str = ".") -> Clue:
    """The inverse of ``clue_text``. Raises an InputError that names the run."""
    clue = []
    for place, piece in enumerate(text.split(separator) if text else ()):
        match = _RUN.fullmatch(piece)
        if match is None:
            raise InputError(
                f"run {place + 1}: {shortened(piece)} is not a length with a colour's letter"
            )
        colour = LETTERS.index(match[2]) + 1 if match[2] else 1
        clue.append((int(match[1]), colour))
    return tuple(clue)


@dataclass(frozen=True)
class Picross(Rectangular):
    """One puzzle. row_clues, column_clues: a clue for each line, from the top and from the left.

    given: empty, or one byte a cell: FREE, or 1 + its colour.

    Raises InputError for wrong sizes, lengths or colours, or if runs do not fit into a line.
    """

    row_clues: tuple[Clue, ...]
    column_clues: tuple[Clue, ...]
    given: bytes = b""

    kind: ClassVar[str] = "picross"

    def __post_init__(self) -> None:
        for name in ("row_clues", "column_clues"):
            clues = tuple(tuple((int(n), int(c)) for n, c in clue) for clue in getattr(self, name))
            object.__setattr__(self, name, clues)
        self.check_size()
        for line, clue in enumerate(self.clues):
            for place, (length, colour) in enumerate(clue):
                if length < 1 or not 1 <= colour <= MOST_COLOURS:
                    fault = f"length {length}, colour {colour}"
                    raise InputError(f"{self.line_name(line)}, run {place + 1}: {fault}")
            if least_length(clue) > self.length(line):
                raise InputError(
                    f"{self.line_name(line)}: its runs need {least_length(clue)} cells, "
                    f"there are {self.length(line)}"
                )
        object.__setattr__(self, "given", bytes(self.given))
        if not any(self.given):
            object.__setattr__(self, "given", b"")
        elif len(self.given) != self.rows * self.columns:
            raise InputError(f"{len(self.given)} given cells, expected {self.rows * self.columns}")
        for cell, value in enumerate(self.given):
            if value > self.colours + 1:
                raise InputError(f"{self.cell(cell)} is given: no run has colour {value - 1}")

    @property
    def rows(self) -> int:  # type: ignore[override]
        """The number of rows."""
        return len(self.row_clues)

    @property
    def columns(self) -> int:  # type: ignore[override]
        """The number of columns."""
        return len(self.column_clues)

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """The clues of all lines: rows, then columns."""
        return self.row_clues + self.column_clues

    @cached_property
    def colours(self) -> int:
        """The highest colour of a run, at least 1."""
        return max((colour for clue in self.clues for _, colour in clue), default=1)

    def length(self, line: int) -> int:
        """The number of cells of a line."""
        return self.columns if line < self.rows else self.rows

    def cells_of(self, line: int) -> range:
        """The cells of a line, in order."""
        if line < self.rows:
            return range(line * self.columns, (line + 1) * self.columns)
        return range(line - self.rows, self.rows * self.columns, self.columns)

    def line_name(self, line: int) -> str:
        """``row 3`` or ``column 1``."""
        return f"row {line + 1}" if line < self.rows else f"column {line + 1 - self.rows}"

    @classmethod
    def of_picture(cls, rows: int, columns: int, picture: bytes) -> Self:
        """The puzzle whose clues are the runs of a picture, one byte a cell."""
        return cls(
            tuple(runs_of(picture[r * columns : (r + 1) * columns]) for r in range(rows)),
            tuple(runs_of(picture[c::columns]) for c in range(columns)),
        )

    # -- the rules ---------------------------------------------------------------------------

    def violation(self, solution: bytes) -> str:
        """ "" if ``solution`` is valid, else the first violation: values, given cells, lines."""
        if len(solution) != self.rows * self.columns:
            return f"{len(solution)} cells, expected {self.rows * self.columns} ({self.size})"
        picture = bytes(solution)
        if max(picture) > (colours := self.colours):
            cell = next(i for i, colour in enumerate(picture) if colour > colours)
            return f"{self.cell(cell)}: no colour {picture[cell]}"
        for cell, value in enumerate(self.given):
            if value != FREE and picture[cell] != value - 1:
                return f"{self.cell(cell)}: given as {SYMBOLS[value - 1]!r}"
        for line, clue in enumerate(self.clues):
            cells = self.cells_of(line)
            runs = runs_of(picture[cells.start : cells.stop : cells.step])
            if runs != clue:
                words = f"{clue_text(runs) or 'none'}, not {clue_text(clue) or 'none'}"
                return f"{self.line_name(line)}: its runs are {words}"
        return ""

    def canonical(self, solution: bytes) -> bytes:
        """The picture itself."""
        return bytes(solution)

    # -- the text form -----------------------------------------------------------------------

    def encode(self) -> str:
        """The game ID; see the module's docstring."""
        clues = "/".join(clue_text(clue) for clue in (*self.column_clues, *self.row_clues))
        return f"{self.size}:{clues}{',' if self.given else ''}{self._given_text()}"

    def _given_text(self) -> str:
        text = []
        skipped = 0
        for value in self.given:
            if value == FREE:
                skipped += 1
                if skipped == _SKIP:
                    text.append("z")
                    skipped = 0
                continue
            letter = LETTERS[skipped]
            skipped = 0
            text.append(letter if value == 1 else letter.upper())
            if value > 2:
                text.append(str(value - 1))
        # Cells after the last given one must be skipped too.
        return "".join(text) + (LETTERS[skipped] if skipped else "")

    @classmethod
    def _of_address(cls, address: Address) -> Self:
        """A nonogram of puzz.link: the columns' runs, then the rows', each line's last run first.

        Each line has a field for each run that could fit into it; unused fields are empty.
        """
        name, columns, rows, body = address[:4]
        if name != "nonogram":
            raise InputError(f"an address of {name}, expected nonogram")
        if not 1 <= rows * columns <= _LARGEST_ADDRESS:
            raise InputError(f"size {columns}x{rows}: 1 to {_LARGEST_ADDRESS} cells in an address")
        high, wide = (rows + 1) // 2, (columns + 1) // 2
        size = columns * high + rows * wide
        tokens = filled(codes.NUMBERS.read(body, wide)[0], address, codes.BLANK, size)
        if "?" in tokens:
            raise InputError("a run whose length is unknown")
        places = [0 if token == codes.BLANK else int(token) for token in tokens]
        starts = [(at * high, high) for at in range(columns)]
        starts += [(columns * high + at * wide, wide) for at in range(rows)]
        clues = [
            tuple(
                (length, 1)
                for length in reversed(places[start : start + places_taken])
                if length > 0
            )
            for start, places_taken in starts
        ]
        return cls(tuple(clues[columns:]), tuple(clues[:columns]))

    @classmethod
    def decode(cls, text: str) -> Self:
        """The puzzle of a game ID or an address. Raises InputError that names the line or cell."""
        address = puzz_link(text.strip())
        if address is not None:
            return cls._of_address(address)
        head, colon, body = game_id(text.strip(), "pattern").partition(":")
        if not colon:
            raise InputError(f"no ':' after the size, in {shortened(text)}")
        match = _SIZE.fullmatch(head)
        if match is None:
            raise InputError(f"size {shortened(head)}: expected WxH")
        columns = int(match[1])
        rows = int(match[2]) if match[2] is not None else columns
        if rows < 1 or columns < 1:
            raise InputError(f"size {head}: a board needs at least one row and one column")
        lines, comma, given = body.partition(",")
        texts = lines.split("/")
        if len(texts) != rows + columns:
            raise InputError(f"{len(texts)} clues, expected {rows + columns} ({columns}x{rows})")
        clues = []
        for place, clue in enumerate(texts):
            name = f"column {place + 1}" if place < columns else f"row {place + 1 - columns}"
            try:
                clues.append(clue_of(clue))
            except InputError as error:
                raise InputError(f"{name}, {error}") from None
        values = bytes(_given_values(given, rows * columns)) if comma else b""
        return cls(tuple(clues[columns:]), tuple(clues[:columns]), values)

    def encode_solution(self, solution: bytes) -> str:
        """Rows joined by ``/``: ``.`` blank, ``#`` the first colour, ``b`` the second …"""
        return "/".join(
            "".join(SYMBOLS[colour] for colour in solution[start : start + self.columns])
            for start in range(0, len(solution), self.columns)
        )

    def decode_solution(self, text: str) -> bytes:
        """The inverse of ``encode_solution``. Raises InputError; does not check the rules."""
        rows = text.strip().split("/")
        if len(rows) != self.rows:
            raise InputError(f"{wording.counted(len(rows), 'row')}, expected {self.rows}")
        values = bytearray()
        for row, line in enumerate(rows):
            if len(line) != self.columns:
                raise InputError(f"row {row + 1}: {len(line)} cells, expected {self.columns}")
            for column, symbol in enumerate(line):
                colour = SYMBOLS.find(symbol)
                if colour < 0:
                    raise InputError(f"{wording.place((row, column))}: {symbol!a} is not a colour")
                values.append(colour)
        return bytes(values)


def _given_values(text: str, size: int) -> Iterator[int]:
    """The values that the letters of the given cells encode, one a cell. Raises InputError."""
    place, number = 0, 0
    while place < len(text):
        match = _GIVEN.match(text, place)
        if match is None:
            raise InputError(f"given cells: {text[place]!a} is not a letter")
        place = match.end()
        letter = match[1] or match[2]
        skipped = LETTERS.index(letter.lower())
        values = [FREE] * skipped
        # The last letter may only skip the rest.
        if skipped < _SKIP and number + skipped < size:
            values.append(1 if match[1] else 1 + int(match[3] or 1))
        number += len(values)
        if number > size or not values:
            raise InputError(f"given cells: more than {size}")
        if max(values, default=0) > MOST_COLOURS + 1:
            raise InputError(f"given cell {number}: no colour {match[3]}")
        yield from values
    if number < size:
        raise InputError(f"given cells: {number}, expected {size}")
