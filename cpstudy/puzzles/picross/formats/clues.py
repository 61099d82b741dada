"""The shared parts of the formats of nonograms: clues, puzzles, colours and solutions.

A reader stores more about a puzzle (:attr:`.Item.about`) under these names: ``author``;
``colours``, each a letter and its colour, as in ``a #000000, b #ff0000``; ``background``, the
colour of blank cells; ``solution``, in the notation of :meth:`.Picross.encode_solution`; ``read
as``, what the reader had to choose. A solution in a file is checked: if it breaks a clue, the file
is faulty.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.picross.puzzle import LETTERS, MOST_COLOURS, Clue, Picross, clue_of, clue_text

# A line of clues: lengths, each optionally with the letter of its colour.
CLUE_LINE = re.compile(r"\s*[0-9]+[a-z]?(?:[\s,]+[0-9]+[a-z]?)*[\s,]*")

# A size as files state it.
SIZE = re.compile(r"[0-9]{1,4}")

# The number of a line, and its text.
Line = tuple[int, str]
T = TypeVar("T")

_HEX = re.compile(r"#?([0-9a-fA-F]{6})")
_NUMBERS = re.compile(r"(?:rgb)?\(?\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)?")
_SHORT_HEX = re.compile(r"#?([0-9a-fA-F]{3})")


def clue_at(line: int, name: str, text: str) -> Clue:
    """The clue of a line: lengths separated by commas or spaces; empty or 0 if it has no runs.

    Raises a LineError that names the clue and the run.
    """
    pieces = re.split(r"\s*,\s*|\s+", text.strip().rstrip(",").rstrip())
    if pieces in ([""], ["0"]):
        return ()
    try:
        return clue_of(",".join(pieces), ",")
    except InputError as error:
        raise LineError(line, f"{name}, {error}") from None


def puzzle_of(
    line: int, rows: Sequence[Clue], columns: Sequence[Clue], places: Sequence[int]
) -> Picross:
    """The puzzle of these clues. places: the line of the file of each row and column, or empty.

    Raises a LineError with the line of the wrong clue if it is known, else with ``line``.
    """
    try:
        return Picross(tuple(rows), tuple(columns))
    except InputError as error:
        match = re.match(r"(row|column) ([0-9]+)", str(error))
        if match is not None and places:
            line = places[int(match[2]) - 1 + (len(rows) if match[1] == "column" else 0)]
        raise LineError(line, str(error)) from None


def trimmed(lines: Sequence[Line]) -> list[Line]:
    """The lines without empty lines at both ends."""
    kept = list(lines)
    for end in (0, -1):
        while kept and not kept[end][1]:
            del kept[end]
    return kept


def check_filled(name: str, part: Sequence[Line]) -> None:
    """Raise LineError for an empty line, which may be a line without runs or no line at all."""
    empty = next((number for number, line in part if not line), None)
    if empty is not None:
        raise LineError(empty, f"an empty line in the {name}: 0 is a line without runs")


def puzzle_of_parts(
    line: int, parts: Sequence[Sequence[tuple[int, T]]], clue: Callable[[int, str, T], Clue]
) -> Picross:
    """The puzzle of the lines of the rows and of the columns. Raises LineError.

    clue: reads a clue from the line number, the clue's name and the line. line: see ``puzzle_of``.
    """
    found = [
        [clue(number, f"{name} {place + 1}", text) for place, (number, text) in enumerate(part)]
        for name, part in zip(("row", "column"), parts, strict=True)
    ]
    places = [number for part in parts for number, _ in part]
    return puzzle_of(line, found[0], found[1], places)


def check_totals(puzzle: Picross) -> None:
    """Raise InputError if rows and columns have different numbers of cells.

    For files without sizes, in which nothing else detects a missing line.
    """
    down, across = totals(puzzle)
    if down != across:
        raise InputError(
            f"the rows have {down} cells, the columns {across}: a clue is missing or wrong"
        )


def totals(puzzle: Picross) -> tuple[int, int]:
    """The numbers of coloured cells of all rows, and of all columns."""
    down, across = (
        sum(length for clue in clues for length, _ in clue)
        for clues in (puzzle.row_clues, puzzle.column_clues)
    )
    return down, across


def item_of(line: int, puzzle: Picross, about: Mapping[str, str], title: str | None = None) -> Item:
    """The item of a puzzle."""
    return Item(line, puzzle.encode(), puzzle, title, about)


def fault_of(error: InputError, line: int = 1, title: str | None = None) -> Item:
    """The item of a fault, on the fault's own line if it has one."""
    return Item(getattr(error, "line", line), str(error), error, title)


def checked_solution(puzzle: Picross, cells: bytes, name: str = "solution") -> str:
    """A given solution in our notation. Raises InputError if it breaks a clue."""
    if broken := puzzle.violation(cells):
        raise InputError(f"{name}: {broken}")
    return puzzle.encode_solution(cells)


def check_writable(puzzle: Picross, *, in_colours: bool = True) -> None:
    """Raise InputError if cells are given: files of clues cannot contain given cells.

    in_colours: whether the format supports several colours.
    """
    if puzzle.colours > 1 and not in_colours:
        raise InputError(
            "several colours cannot be written in this format: choose --to non, webpbn or olsak"
        )
    if puzzle.given:
        raise InputError("given cells cannot be written in this format, only in the text form")


def clue_lines(clues: Iterable[Clue], between: str = " ") -> str:
    """One line a clue, ``0`` for a line without runs."""
    return "".join(f"{clue_text(clue, between) or '0'}\n" for clue in clues)


# -- colours -------------------------------------------------------------------------------------


def colour_value(text: str) -> str:
    """``#rrggbb`` from hexadecimal digits or three numbers; any other text without commas."""
    text = text.strip()
    if match := _NUMBERS.fullmatch(text):
        return f"#{int(match[1]) % 256:02x}{int(match[2]) % 256:02x}{int(match[3]) % 256:02x}"
    if match := _HEX.fullmatch(text):
        return f"#{match[1].lower()}"
    if match := _SHORT_HEX.fullmatch(text):
        return "#" + "".join(2 * digit for digit in match[1].lower())
    return " ".join(text.replace(",", " ").split())


def colours_text(values: Iterable[tuple[str, str]]) -> str:
    """Pairs (letter, colour) in the notation of ``about``."""
    return ", ".join(f"{letter} {value}" for letter, value in values)


def colours_of(text: str) -> list[tuple[str, str]]:
    """The inverse of :func:`colours_text`."""
    pairs = (piece.strip().partition(" ") for piece in text.split(","))
    return [(letter, value) for letter, blank, value in pairs if blank]


def shown(colour: int) -> str:
    """A colour for a file that requires one: the first is black, the others are spread out."""
    return f"#{(colour - 1) * 0x5A3C97 & 0xFFFFFF:06x}"


class Palette:
    """Colours by their names in a file. Used colours are numbered in the order of ``values``.

    default: the name of the first colour, if it is used.
    """

    def __init__(self, values: Mapping[str, str], default: str | None = None) -> None:
        self._values = values
        self._order = [default] if default is not None else []
        self._order += [name for name in values if name != default]

    def numbers(self, used: Iterable[str]) -> dict[str, int]:
        """The number of each used colour. Raises InputError for too many."""
        wanted = set(used)
        names = [name for name in self._order if name in wanted]
        names += sorted(wanted - set(names))
        if len(names) > MOST_COLOURS:
            raise InputError(f"{len(names)} colours, at most {MOST_COLOURS} are possible")
        return {name: number for number, name in enumerate(names, 1)}

    def text(self, numbers: Mapping[str, int]) -> str:
        """The colours in the notation of ``about``."""
        named = ((LETTERS[number - 1], self._values.get(name)) for name, number in numbers.items())
        return colours_text((letter, value) for letter, value in named if value)


def cells_of(text: str, letters: Mapping[str, int], name: str) -> bytes:
    """The cells of a picture's characters. Raises an InputError that names the cell's number."""
    found = bytearray()
    for place, symbol in enumerate(text):
        if symbol not in letters:
            raise InputError(f"{name}: cell {place + 1}: {symbol!a} is not a colour")
        found.append(letters[symbol])
    return bytes(found)


# The signs of a solution in digits and letters: blank, the first colour, all colours by letters.
GOAL_SYMBOLS = {"0": 0, "1": 1} | {letter: number for number, letter in enumerate(LETTERS, 1)}
