"""Nonograms as JSON records and as TOML: arrays of clues under the names used by programs.

A record is an object with the clues of rows (``rows``, ``row_clues``, ``rowHints``, ``left``,
``across`` …) and of columns (``top``, ``down`` …); names of keys are compared without case,
underscores and hyphens. Records may be anywhere in the document: in arrays, in nested objects, or
one a line (JSON Lines). :mod:`.values` describes a clue. The clues of one direction may also be a
single text with one clue a line. In such a text, commas separate runs or clues (``--reading
commas=runs`` or ``clues``): they separate clues if spaces separate lengths, otherwise the user must
choose. Comments after ``#`` and ``;`` in such a text are skipped.

A record may instead have a ``problem`` (``puzzle``): a text form, or a list of hints, whose order
its ``solution`` may decide. Title, author and solution of a record are kept; ``width`` and
``height`` must agree with the clues. A solution that breaks a clue is a fault.

Cost: the document in memory. Limits: values nested deeper than Python's own reader allows are
refused.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.formats import hints, ini
from cpstudy.puzzles.picross.formats.values import (
    NamedRun,
    declared_colours,
    key_of,
    named_clue,
    numbered,
    solution_of,
)
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.reading.records import loads

_ENDS = ("", "clues", "clue", "hints", "hint", "runs", "constraints", "rules", "numbers")
_ROWS = frozenset(
    f"{name}{end}" for name in ("row", "rows") for end in _ENDS
) | {"left", "across"}  # fmt: skip
_COLUMNS = frozenset(
    f"{name}{end}" for name in ("col", "cols", "column", "columns") for end in _ENDS
) | {"top", "down"}
_SIZES = frozenset({"rows", "height", "columns", "cols", "width"})
_PROBLEM = ("problem", "puzzle")
_SOLUTION = ("solution", "goal")
_ABOUT = {
    "author": "author", "by": "author", "creator": "author", "difficulty": "difficulty",
    "copyright": "copyright", "license": "license", "source": "source", "catalogue": "catalogue",
    "algorithm": "generator", "generator": "generator", "version": "version", "seed": "seed",
    "level": "difficulty", "score": "rating", "symmetry": "symmetry",
}  # fmt: skip

_COLOURS = ("colors", "colours", "palette")
_INHERITED = frozenset({"title", "name", *_ABOUT, *_SOLUTION, *_COLOURS})

_JSON_KEY = re.compile(r'"([A-Za-z_ -]{3,20})"\s*:')
_TOML_KEY = re.compile(r"\s*\"?([A-Za-z_-]{3,20})\"?\s*=")

_Value = dict[str, Any]

# A record, or why a line is not a record: the key that contains it, the record itself, and the
# inherited properties of the objects around it.
_NamedRecord = tuple[str, _Value | LineError, _Value]


def _names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {key_of(match[1]) for match in pattern.finditer(text)}


def recognises_json(document: Document) -> bool:
    """Whether the first characters are those of JSON, with keys of clues or of problems."""
    text = "".join(document.head)
    opened = re.match(r"\s*(?:\{|\[\s*[\[{\"0-9])", text)
    names = _names(_JSON_KEY, text)
    both = bool(names & _ROWS) and bool(names & _COLUMNS)
    return opened is not None and (both or not names.isdisjoint(_PROBLEM))


def recognises_toml(document: Document) -> bool:
    """Whether lines of a document assign values to keys of clues."""
    found = (_TOML_KEY.match(line) for line in document.head)
    names = {key_of(match[1]) for match in found if match is not None}
    return bool(names & _ROWS) and bool(names & _COLUMNS)


def read_json(lines: Iterable[str]) -> Iterator[Item]:
    """Read the records of a document in order; in JSON Lines each fault is an item in its place."""
    kept = list(lines)
    filled = [(number, line) for number, line in enumerate(kept, 1) if line.strip()]
    try:
        values = [(1, loads("".join(kept)))]
    except LineError as error:
        values = [(number, _loaded_line(number, line)) for number, line in filled]
        if not values or not isinstance(values[0][1], dict):
            yield shared.fault_of(error)
            return
    yield from _items(lines, [(n, found) for n, value in values for found in _records(value)])


def _loaded_line(number: int, line: str) -> Any:
    try:
        return loads(line)
    except LineError as error:
        return LineError(number, str(error))


def read_toml(lines: Iterable[str]) -> Iterator[Item]:
    """Read the tables that have clues, in order; :mod:`.ini` reads those of INI files."""
    text = "".join(line.rstrip("\r\n") + "\n" for line in lines)
    try:
        value = ini.loads(text) if ini.is_ini(text) else tomllib.loads(text)
    except LineError as error:
        yield shared.fault_of(error)
    except (ValueError, RecursionError) as error:  # the errors of tomllib are ValueErrors
        match = re.search(r"line (\d+)", str(error))
        fault = LineError(int(match[1]) if match else 1, f"no TOML: {error}"[:120])
        yield shared.fault_of(fault)
    else:
        yield from _items(lines, [(1, found) for found in _records(value)])


def _records(value: Any) -> Iterator[_NamedRecord]:
    """All objects with clues or a problem, in order."""
    waiting: list[tuple[str, Any, _Value]] = [("", value, {})]
    while waiting:
        name, inner, around = waiting.pop()
        if isinstance(inner, LineError):
            yield name, inner, {}
        elif isinstance(inner, dict):
            known = {key: one for key, one in inner.items() if key_of(key) in _INHERITED}
            if _is_record(inner):
                yield name, inner, around
            else:
                waiting += reversed([(str(key), one, around | known) for key, one in inner.items()])
        elif isinstance(inner, list):
            waiting += reversed([("", one, around) for one in inner])


def _is_record(value: _Value) -> bool:
    """Whether an object has clues of rows and of columns, or a problem."""
    keys = {key_of(key): value[key] for key in value}
    return _is_record_of_clues(value) or any(isinstance(keys.get(key), str) for key in _PROBLEM)


def _is_record_of_clues(value: _Value) -> bool:
    keys = {key_of(key): value[key] for key in value}
    return all(
        any(not isinstance(keys[key], int) for key in names & keys.keys())
        for names in (_ROWS, _COLUMNS)
    )


def _items(lines: Iterable[str], named: list[tuple[int, _NamedRecord]]) -> Iterator[Item]:
    if not named:
        yield Item(1, "", InputError("no record with clues of rows and of columns"))
    several = len(named) > 1
    for number, (name, record, around) in named:
        if isinstance(record, LineError):
            yield shared.fault_of(record, title="")
            continue
        whole = around | record
        title = (_title(record) or name) if several else _title(whole)
        shown = title or ("" if several else None)
        try:
            puzzle, about = _puzzle(lines, whole)
        except InputError as error:
            words = f"{title}: {error}" if title and several else str(error)
            yield shared.fault_of(LineError(number, words), title=shown)
        else:
            yield shared.item_of(number, puzzle, about, shown)


def _title(record: Mapping[str, Any]) -> str:
    named = (record.get(key) for key in ("title", "name"))
    return next((" ".join(text.split()) for text in named if isinstance(text, str)), "")


def _puzzle(lines: Iterable[str], record: _Value) -> tuple[Picross, dict[str, str]]:
    """The puzzle of a record, and its other properties. Raises InputError."""
    keys = {key_of(key): key for key in record}
    about = _words(record, keys)
    solution = next((record[keys[key]] for key in _SOLUTION if key in keys), None)
    if not _is_record_of_clues(record):
        text = next(record[keys[key]] for key in _PROBLEM if key in keys)
        return _of_text(lines, text, solution, about)
    found = [_direction(lines, record, keys, names) for names in (_ROWS, _COLUMNS)]
    colours = next((record[keys[key]] for key in _COLOURS if key in keys), None)
    rows, columns, shown = numbered(found[0], found[1], declared_colours(colours))
    puzzle = shared.puzzle_of(1, rows, columns, ())
    if any(isinstance(record[keys[key]], str) for key in keys if key in _ROWS | _COLUMNS):
        shared.check_totals(puzzle)
    for name, given in record.items():
        size = {"rows": puzzle.rows, "height": puzzle.rows}.get(key_of(name), puzzle.columns)
        if key_of(name) in _SIZES and isinstance(given, int) and given != size:
            raise InputError(f"{name} {str(given)[:20]}, but {size} clues")
    return puzzle, about | shown | solution_of(puzzle, solution)


def _words(record: _Value, keys: Mapping[str, str]) -> dict[str, str]:
    """Author, difficulty and other properties, by our names."""
    found = ((ours, record.get(keys.get(name, ""))) for name, ours in _ABOUT.items())
    words = ((ours, " ".join(str(x).split())) for ours, x in found if isinstance(x, str | int))
    return {ours: text for ours, text in words if text}


# -- clues ---------------------------------------------------------------------------------------


def _direction(
    lines: Iterable[str], record: _Value, keys: Mapping[str, str], names: frozenset[str]
) -> list[list[NamedRun]]:
    """The clues of rows or of columns. Raises InputError."""
    found = [keys[key] for key in keys if key in names and not isinstance(record[keys[key]], int)]
    if len(found) > 1:
        raise InputError(f"clues under both {found[0][:20]!a} and {found[1][:20]!a}")
    value = record[found[0]]
    if isinstance(value, str):
        value = _of_lines(lines, record, found[0])
    if not isinstance(value, list) or not value:
        raise InputError(f"{found[0][:20]}: an array of clues expected")
    return [named_clue(f"{found[0][:20]} {place + 1}", clue) for place, clue in enumerate(value)]


def _of_lines(lines: Iterable[str], record: _Value, name: str) -> list[str]:
    """The clues of a single text. Raises InputError if the meaning of commas is ambiguous."""
    rows = _lines_of(record[name])
    parted = any("," in row for row in rows)
    choice = hint_of(lines, "commas", ("runs", "clues"))
    if choice is None and parted and not _has_blanks(record):
        raise InputError(
            f"{name[:20]}: commas between runs or between clues? say --reading commas=runs or "
            "commas=clues"
        )
    if choice == "runs" or not parted:
        return rows
    pieces = [piece.strip() for row in rows for piece in row.split(",")]
    if "" in pieces:
        raise InputError(
            f"{name[:20]} {pieces.index('')}: nothing between commas: 0 is a line without runs"
        )
    return pieces


def _has_blanks(record: _Value) -> bool:
    """Whether only spaces separate lengths in some text of clues."""
    texts = (
        record[key]
        for key in record
        if key_of(key) in _ROWS | _COLUMNS and isinstance(record[key], str)
    )
    return any(re.search(r"\w\s+\w", row) for text in texts for row in _lines_of(text))


def _lines_of(text: str) -> list[str]:
    """The lines of a text of clues, without comments and quotation marks."""
    rows = (re.sub("[\"']", " ", re.sub(r"[#;].*", "", row)) for row in text.split("\n"))
    return [row.strip().removesuffix(",") for row in rows if row.strip()]


# -- problems in words, and solutions --------------------------------------------------------------


def _of_text(
    lines: Iterable[str], text: Any, solution: Any, about: dict[str, str]
) -> tuple[Picross, dict[str, str]]:
    """The puzzle of a text form or of a list of hints. Raises InputError."""
    if not isinstance(text, str):
        raise InputError("no clues of rows and of columns")
    document = Document.of(f"{text}\n")
    if not hints.recognises_hints(document):
        puzzle = Picross.decode(text.strip())
        return puzzle, about | solution_of(puzzle, solution)
    choices = {"columns": hints.read_hints, "rows": hints.read_nin}
    order = hint_of(lines, "order", choices)
    found: dict[str, tuple[Picross, dict[str, str]]] = {}
    fault = InputError("no clues")
    for name, read in choices.items():
        (item,) = read(document)
        try:
            if isinstance(item.puzzle, InputError):
                raise item.puzzle
            found[name] = item.puzzle, about | solution_of(item.puzzle, solution)
        except InputError as error:
            fault = error if name == (order or "columns") else fault
    if order is not None:
        found = {name: one for name, one in found.items() if name == order}
    if not found:
        raise InputError(f"problem: {fault}")
    first = next(iter(found.values()))
    if any(one[0] != first[0] for one in found.values()):
        raise InputError(
            "the columns may come first or the rows: say --reading order=columns or order=rows"
        )
    return first
