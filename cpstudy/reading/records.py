"""JSON records: puzzles in objects and lists, at any depth, with facts about each.

A *record* is an object with the puzzle in one of :data:`FIELDS`: a text, a list of rows, or rows of
cells. Records occur alone, in lists, in objects by their names, one a line (JSON Lines), or inside
other objects; a list of texts and a board as rows of cells are puzzles without a record. Fields of
:data:`ABOUT` go to :attr:`.Item.about`.

Cost: the text is in memory, and decoded once for each level of nesting, so that each record knows
its line. Limits: 20 levels.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError, shortened

# The fields that may hold a record's puzzle, in order of preference.
FIELDS = (
    "problem", "puzzle", "quiz", "clues", "board", "grid", "givens", "task", "mission", "cages",
    "values", "value", "data", "cells",
)  # fmt: skip
# The facts of a record besides its puzzle; each is reported under the last of its names.
ABOUT = {
    name: names[-1]
    for names in (
        ("solutions", "answer", "solved", "solution"),
        ("level", "grade", "difficulty"),
        ("score", "rating"),
        ("algorithm", "generator"),
        ("version",),
        ("seed",),
        ("symmetry",),
        ("creator", "designer", "author"),
        ("url", "publisher", "source"),
        ("created", "date"),
        ("comment", "description", "info"),
        ("copyright",),
        ("license",),
        ("id",),
    )
    for name in names
}
_TITLES = ("title", "name")
_ROW = ("kind", "puzzle")
_DEEPEST = 20
# A list with at least this number of texts of one or two characters has cells, not puzzles.
_FEWEST_CELLS = 16
_BEGIN = re.compile(r'\s*(?:\{|\[\s*(?:[\[{"\]]|-?[0-9]|null\b))')
_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class Record:
    """One puzzle: the line it begins on, its data, and all other fields.

    name: its key in an object of records, or its number; "" if it is alone.
    """

    line: int
    name: str
    problem: Any
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The puzzle as lines of text. Raises InputError; see :func:`text_of`."""
        return text_of(self.problem)

    @property
    def title(self) -> str:
        """The title, or else the name."""
        given = (value for key, value in self.fields.items() if key.lower() in _TITLES)
        return next((value for value in given if isinstance(value, str)), self.name)

    @property
    def about(self) -> dict[str, str]:
        """The record's facts besides the puzzle, as texts."""
        found = {}
        # If both are given, the level is the difficulty, and not the grade within it.
        for key, value in sorted(self.fields.items(), key=lambda field: field[0] == "level"):
            name = ABOUT.get(key.lower())
            if name is not None and value is not self.problem and not isinstance(value, dict):
                try:
                    found[name] = text_of(value)
                except InputError:
                    continue
        return {name: text for name, text in found.items() if text}


def text_of(value: Any) -> str:
    """A text unchanged; rows as lines; rows of cells as words, ``.`` for null or "".

    Raises InputError for anything else.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value:
        if all(isinstance(row, str) for row in value):
            return "\n".join(value)
        if all(isinstance(row, list) for row in value):
            return "\n".join(" ".join(map(_word, row)) for row in value)
        return " ".join(map(_word, value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise InputError(f"{shortened(json.dumps(value))} is neither a text nor rows")


def _word(cell: Any) -> str:
    if cell in (None, ""):
        return "."
    if isinstance(cell, str | int) and not isinstance(cell, bool) and str(cell).strip():
        return str(cell)
    raise InputError(f"{shortened(json.dumps(cell))} is not a cell")


def recognises(document: Document) -> bool:
    """Whether a document begins like JSON: an object, or a list of anything but words.

    >>> recognises(Document.of('[{"puzzle": "…"}]')), recognises(Document.of("[Puzzle]"))
    (True, False)
    """
    return _BEGIN.match("\n".join(document.significant[:3])) is not None


def are_rows(document: Document) -> bool:
    """Whether a document begins with a row of ``generate --json``: kind and text form."""
    try:
        row = json.loads(document.first)
    except (ValueError, RecursionError):
        return False
    return isinstance(row, dict) and all(isinstance(row.get(key), str) for key in _ROW)


def read_rows(kind: str, decode: Callable[[str], Any], lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of such rows, with their facts. decode: decodes a text form of the kind."""

    def of_row(record: Record) -> Any:
        stated = record.fields.get("kind", kind)
        if stated != kind:
            raise InputError(f"a row of {stated}, expected {kind}")
        return decode(record.text)

    return read_records(lines, of_row, ("puzzle",))


def without_comments(lines: Iterable[str]) -> str:
    """The text of a document; lines before it that begin with ``#`` become blank."""
    kept = list(lines)
    for place, line in enumerate(kept):
        if line.strip() and not line.lstrip().startswith("#"):
            break
        kept[place] = "\n"
    return "".join(kept)


def loads(text: str) -> Any:
    """The value of a JSON text. Raises LineError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise LineError(error.lineno, f"no JSON: {error.msg} (column {error.colno})") from None
    except (ValueError, RecursionError):  # numbers of thousands of digits, unclosed nested arrays
        raise LineError(1, "no JSON that can be read: too deep, or a number too long") from None


def read_records(
    lines: Iterable[str], decode: Callable[[Record], Any], fields: Iterable[str] = FIELDS
) -> Iterator[Item]:
    """The puzzles of a JSON document. decode: decodes a record; may raise InputError.

    fields: the fields that may hold a record's puzzle, in order of preference.
    """
    fields = tuple(fields)
    text = without_comments(lines)
    for found in _records(text, fields):
        if isinstance(found, LineError):
            yield Item(found.line, "", found)
            continue
        try:
            puzzle = decode(found)
        except InputError as error:
            where = f"record {shortened(found.name)}: " if found.name else ""
            puzzle = InputError(f"{where}{error}")
        yield Item(found.line, found.name, puzzle, found.title, found.about)


def _records(text: str, fields: tuple[str, ...]) -> Iterator[Record | LineError]:
    """The records of a text, and faults in their places."""
    several = _begins_of_values(text)
    walk = _Walk(text, fields)
    try:
        for begin, end in several:
            place = _SPACE.match(text, begin).end()  # type: ignore[union-attr]
            try:
                value = loads(text[begin:end])
            except LineError as error:
                yield LineError(walk.line(begin) - 1 + error.line, str(error))
                continue
            before = walk.met
            yield from walk.records(value, place, "" if len(several) == 1 else str(before + 1))
            if walk.met == before:
                yield LineError(walk.line(place), f"no record with a puzzle ({fields[0]}, …)")
    except RecursionError:
        yield LineError(1, "no JSON: nested too deep")


def _begins_of_values(text: str) -> list[tuple[int, int]]:
    """The spans of the values of a text: each line in JSON Lines, else the whole text."""
    lines = [
        match.span()
        for match in re.finditer(r"[^\n]+", text)
        if match[0].strip() and not match[0].lstrip().startswith("#")
    ]
    if len(lines) > 1 and all(text[begin:end].lstrip()[0] in "{[" for begin, end in lines):
        try:
            loads(text[slice(*lines[0])])
        except LineError:
            return [(0, len(text))]
        return lines
    return [(0, len(text))]


class _Walk:
    """Searches objects and lists for records; ``met`` counts them, including faults."""

    def __init__(self, text: str, fields: tuple[str, ...]) -> None:
        self.text, self.fields, self.met = text, fields, 0
        self._ends = [match.start() for match in re.finditer("\n", text)]

    def line(self, place: int) -> int:
        """The line of a position, from 1."""
        return bisect_right(self._ends, place - 1) + 1

    def problem_in(self, value: Any) -> Any:
        """The puzzle of a record; None if it holds none."""
        if not isinstance(value, dict):
            return None
        given = {key.lower(): entry for key, entry in value.items()}
        for name in self.fields:
            if isinstance(given.get(name), str | list) and given[name]:
                return given[name]
        return None

    def records(
        self, value: Any, place: int, name: str, depth: int = 0
    ) -> Iterator[Record | LineError]:
        """The records in a value that begins at a position."""
        problem = self.problem_in(value)
        if problem is not None and not _holds_records(problem):
            self.met += 1
            yield Record(self.line(place), name, problem, value)
        elif isinstance(value, str) or _is_board(value):
            self.met += 1
            yield Record(self.line(place), name, value)
        elif isinstance(value, dict | list) and depth < _DEEPEST:
            yield from self._members(value, place, depth)

    def _members(self, value: Any, place: int, depth: int) -> Iterator[Record | LineError]:
        entries = value.values() if isinstance(value, dict) else value
        of_records = any(self.problem_in(entry) is not None for entry in entries)
        for number, (key, begin, at, entry) in enumerate(_entries(self.text, place), 1):
            is_metadata = key is not None and key.lower() in (*ABOUT, *_TITLES)
            # Texts in objects describe the objects; texts in lists are puzzles.
            if is_metadata or (key is not None and isinstance(entry, str)):
                continue
            name = str(number) if key is None else key
            before = self.met
            for found in self.records(entry, at, name, depth + 1):
                if key is not None and isinstance(found, Record) and found.name == name:
                    found = Record(self.line(begin), name, found.problem, found.fields)  # noqa: PLW2901
                yield found
            if of_records and self.met == before:
                self.met += 1
                words = f"record {shortened(name)}: no text under {self.fields[0]!r}"
                yield LineError(self.line(begin), words)


def _holds_records(problem: Any) -> bool:
    """Whether a list in place of a puzzle holds records: {"data": [{…}, …]}."""
    return isinstance(problem, list) and any(
        isinstance(entry, dict) and ("cells" not in entry or "puzzle" in entry) for entry in problem
    )


def _is_board(value: Any) -> bool:
    """A square of rows of cells or of rows as texts (9 texts of 9 characters), or cells alone."""
    if not isinstance(value, list) or not value:
        return False
    if len(value) >= _FEWEST_CELLS and all(
        cell is None or (isinstance(cell, str | int) and len(str(cell)) <= 2) for cell in value
    ):
        return True
    if all(isinstance(row, str) for row in value):
        lengths = {len(row) if len(row.split()) == 1 else len(row.split()) for row in value}
        return lengths == {len(value)}
    return all(
        isinstance(row, list)
        and len(row) == len(value)
        and all(cell is None or isinstance(cell, str | int) for cell in row)
        for row in value
    )


def _entries(text: str, place: int) -> Iterator[tuple[str | None, int, int, Any]]:
    """The entries of an object or a list: key (None in lists), its position, the value's, value."""
    in_object = text[place] == "{"
    place = _skipped(text, place + 1)
    while text[place] not in "]}":
        begin, key = place, None
        if in_object:
            key, place = _DECODER.raw_decode(text, place)
            place = _skipped(text, _skipped(text, place) + 1)
        value, end = _DECODER.raw_decode(text, place)
        yield key, begin, place, value
        place = _skipped(text, end)
        if text[place] == ",":
            place = _skipped(text, place + 1)


def _skipped(text: str, place: int) -> int:
    """The next position that is not white space."""
    match = _SPACE.match(text, place)
    assert match is not None
    return match.end()
