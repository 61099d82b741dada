"""The format *.non*: keys with values, one a line, and clues line by line.

``width`` and ``height`` (or ``columns`` and ``rows`` with a number) come first. ``rows`` and
``columns`` are each followed by that many lines of lengths with commas; ``0`` or an empty line is a
line without runs, and a letter after a length is a colour: ``a`` or no letter is the first. If
the number of lines with lengths equals the number of clues, empty lines between them are ignored.
``color a #ff0000`` describes a colour. ``goal`` is the solution, cells row by row: ``0`` blank,
``1`` the first colour, else the colour's letter; it may also follow on separate lines, one a row.
Any other key (title, by, copyright …) is a property, whose value may be in quotation marks and
contain HTML entities; properties are kept and written again. A line ``====`` separates the puzzles
of a bundle. Source: Simpson2011.

The format cannot contain given cells; such a puzzle is not written. Cost: one puzzle in memory.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import SYMBOLS, Clue, Picross

_DIVIDER = "===="
_KEY = re.compile(r"([A-Za-z]+)\b\s*:?\s*(.*)")
_GOAL_LINE = re.compile(r"[01a-z]+")

# The keys of sizes; those of clues, each with its size; properties under another name.
_SIZES = {"width": "width", "height": "height"}
_CLUES = {"rows": "height", "columns": "width", "cols": "width"}
_OTHERS = {"by": "author"}

# The properties written before the size, in this order; other properties follow.
_FIRST = ("catalogue", "title", "author", "copyright", "license")
_APART = (*_FIRST, "colours", "solution", "read as")
_PLAIN = re.compile(r"[A-Za-z0-9.+-]+")


def recognises(document: Document) -> bool:
    """Whether a document has at least two keys of sizes and clues, and a size."""
    found: dict[str, str] = {}
    for line in document.significant:
        match = _KEY.fullmatch(line)
        if match is not None and (not match[2] or shared.SIZE.fullmatch(match[2])):
            found[match[1].lower()] = match[2] or found.get(match[1].lower(), "")
    keys = found.keys() & {*_SIZES, *_CLUES}
    return len(keys) > 1 and any(found[key] for key in keys)


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read the puzzles of a file or bundle. A fault ends only the puzzle that contains it."""
    block: list[tuple[int, str]] = []
    bundle = False
    for number, line in enumerate(lines, 1):
        if line.strip() == _DIVIDER:
            bundle = True
            yield from _items(block, bundle)
            block = []
        else:
            block.append((number, line.strip()))
    yield from _items(block, bundle)


def _items(block: list[tuple[int, str]], bundle: bool) -> Iterator[Item]:
    if not any(line for _, line in block):
        return
    reader = _Reader(block)
    title = "" if bundle else None
    try:
        puzzle = reader.puzzle()
    except InputError as error:
        yield shared.fault_of(error, title=reader.title or title)
    else:
        first = next(number for number, line in block if line)
        yield shared.item_of(first, puzzle, reader.about, reader.title or title)


class _Reader:
    """Reads the lines of one puzzle."""

    def __init__(self, block: list[tuple[int, str]]) -> None:
        self.about: dict[str, str] = {}
        self.title = ""
        self._lines = block
        self._at = 0
        self._sizes: dict[str, int] = {}
        self._clues: dict[str, list[tuple[int, Clue]]] = {}
        self._goal: tuple[int, str] | None = None
        self._empty = 0  # the first empty line that is a clue
        self._colours: list[tuple[str, str]] = []

    def puzzle(self) -> Picross:
        """The puzzle; sets ``about`` and ``title``. Raises LineError."""
        while self._at < len(self._lines):
            number, line = self._lines[self._at]
            self._at += 1
            match = _KEY.fullmatch(line)
            if match is not None:
                self._key(number, match[1].lower(), match[2].strip())
            elif line[:1].isdigit():
                raise LineError(number, f"{line[:30]!a}: a clue where none is expected")
        for key in ("rows", "columns"):
            if key not in self._clues:
                raise LineError(self._lines[-1][0], f"no {key}")
        rows, columns = self._clues["rows"], self._clues["columns"]
        places = [place for place, _ in rows + columns]
        puzzle = shared.puzzle_of(
            places[0], [clue for _, clue in rows], [clue for _, clue in columns], places
        )
        if self._empty:
            self._check_empty(puzzle)
        if self._colours:
            self.about["colours"] = shared.colours_text(self._colours)
        self._check_goal(puzzle)
        return puzzle

    def _key(self, number: int, key: str, value: str) -> None:
        if key in _SIZES:
            self._size(number, key, key, value)
        elif key in _CLUES:
            self._clues_or_size(number, "columns" if key == "cols" else key, value)
        elif key in ("color", "colour"):
            letter, _, colour = value.partition(" ")
            self._colours += [(letter, shared.colour_value(colour))] if letter and colour else []
        elif key == "goal":
            self._read_goal(number, value)
        elif key == "title":
            self.title = _property(value)
        elif value:
            self._property(_OTHERS.get(key, key), _property(value))

    def _property(self, key: str, value: str) -> None:
        if value:
            known = self.about.get(key)
            self.about[key] = f"{known}; {value}" if known else value

    def _size(self, number: int, name: str, key: str, value: str) -> None:
        if name in self._sizes:
            raise LineError(number, f"{name} is given twice")
        if not shared.SIZE.fullmatch(value) or int(value) < 1:
            raise LineError(number, f"{key}: {value[:30]!a} is not a size")
        self._sizes[name] = int(value)

    def _clues_or_size(self, number: int, key: str, value: str) -> None:
        """``rows`` begins clues; ``rows 5`` is the height, and begins clues if lengths follow."""
        name = _CLUES[key]
        if value and self._sizes.get(name) != _number(value):
            self._size(number, name, key, value)
        below = next((line for _, line in self._lines[self._at :] if line), "")
        if value and not below[:1].isdigit():
            return
        if key in self._clues:
            raise LineError(number, f"{key} is given twice")
        if name not in self._sizes:
            raise LineError(number, f"{key}: height and width must come before")
        self._clues[key] = self._read_clues(number, key, self._sizes[name])

    def _read_clues(self, number: int, key: str, size: int) -> list[tuple[int, Clue]]:
        rest = self._lines[self._at :]
        length = next((at for at, (_, line) in enumerate(rest) if _KEY.fullmatch(line)), len(rest))
        filled = [at for at in range(length) if rest[at][1]]
        # If the lines with lengths are all the clues, empty lines are gaps, else lines without
        # runs.
        chosen = filled if len(filled) == size else range(size)
        found = []
        for place, at in enumerate(chosen):
            below, line = rest[at] if at < len(rest) else (self._lines[-1][0], "?")
            found.append((below, shared.clue_at(below, f"{key[:-1]} {place + 1}", line)))
            self._empty = self._empty or (0 if line else below)
        self._at += chosen[-1] + 1
        return found

    def _check_empty(self, puzzle: Picross) -> None:
        try:
            shared.check_totals(puzzle)
        except InputError as error:
            raise LineError(self._empty, f"an empty line as a clue, but {error}") from None

    def _read_goal(self, number: int, value: str) -> None:
        if self._goal is not None:
            raise LineError(number, "goal is given twice")
        if "width" not in self._sizes or "height" not in self._sizes:
            raise LineError(number, "goal: height and width must come before")
        text = "".join(value.strip("\"'").split())
        wanted = self._sizes["width"] * self._sizes["height"]
        while len(text) < wanted and self._at < len(self._lines):
            line = "".join(self._lines[self._at][1].strip("\"'").split())
            whole = len(line) == self._sizes["width"] and _GOAL_LINE.fullmatch(line)
            if line in _CLUES or (line and not whole):
                break
            text += line
            self._at += 1
        self._goal = number, text

    def _check_goal(self, puzzle: Picross) -> None:
        if self._goal is None:
            return
        number, text = self._goal
        used = {colour for clue in puzzle.clues for _, colour in clue}
        symbols = dict(shared.GOAL_SYMBOLS)
        if len(used) == 1:  # every coloured cell has that colour
            symbols["1"] = min(used)
        try:
            cells = shared.cells_of(text, symbols, "goal")
            self.about["solution"] = shared.checked_solution(puzzle, cells, "goal")
        except InputError as error:
            raise LineError(number, str(error)) from None


def _number(text: str) -> int | None:
    return int(text) if shared.SIZE.fullmatch(text) else None


def _property(value: str) -> str:
    """A value without quotation marks and HTML entities."""
    if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
        value = value[1:-1]
    return " ".join(unescape(value).split())


# -- written -------------------------------------------------------------------------------------


def write_all(puzzles: Sequence[tuple[Mapping[str, str], Picross]]) -> str:
    """Write puzzles with their properties; several puzzles become a bundle.

    Raises InputError if cells are given.
    """
    return f"\n{_DIVIDER}\n".join(_written(about, puzzle) for about, puzzle in puzzles)


def _written(about: Mapping[str, str], puzzle: Picross) -> str:
    shared.check_writable(puzzle)
    keys = [key for key in _FIRST if about.get(key)]
    keys += [key for key in about if key not in _APART and re.fullmatch("[a-z]+", key)]
    names = {name: key for key, name in _OTHERS.items()}
    head = [f"{names.get(key, key)} {_value(key, about[key])}" for key in keys if about[key]]
    head += [f"width {puzzle.columns}", f"height {puzzle.rows}"]
    for letter, colour in shared.colours_of(about.get("colours", "")):
        head.append(f"color {letter} {colour}")
    parts = ["\n".join(head), _clue_lines("rows", puzzle.row_clues)]
    parts.append(_clue_lines("columns", puzzle.column_clues))
    if about.get("solution"):
        parts.append(f'goal "{_goal(puzzle, about["solution"])}"')
    return "\n\n".join(parts) + "\n"


def _clue_lines(key: str, clues: Sequence[Clue]) -> str:
    return f"{key}\n{shared.clue_lines(clues, ',')}".rstrip("\n")


def _value(key: str, text: str) -> str:
    """A value in quotation marks, except for the names of licenses."""
    if key == "license" and _PLAIN.fullmatch(text):
        return text
    escaped = " ".join(text.split()).replace("&", "&amp;").replace('"', "&quot;")
    return f'"{escaped}"'


def _goal(puzzle: Picross, solution: str) -> str:
    """A solution as digits if there is one colour, else as letters."""
    cells = puzzle.decode_solution(solution)
    shared.checked_solution(puzzle, cells)
    names = "01" if puzzle.colours == 1 else "0a" + SYMBOLS[2:]
    return "".join(names[cell] for cell in cells)
