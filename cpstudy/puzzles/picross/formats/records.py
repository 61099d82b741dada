"""Nonograms as JSON records and as TOML: arrays of clues under the names that programs give them.

A record is an object with the clues of rows (``rows``, ``row_clues``, ``rowHints``, ``left`` …) and
of columns; the names of keys are compared without case, underscores and hyphens. Records may stand
anywhere in the document: in arrays, in objects of objects, one a line (JSON Lines). A clue is an
array of lengths, one length, or a text such as ``"2 1"``, ``"2,1"``, ``"2.1b"``; ``0`` or nothing
is a line without runs. The clues of one direction may also be one text: a clue a line. There,
commas part runs or clues (``--reading commas=runs`` or ``clues``): clues where blanks stand between
lengths, else the user must say. Comments behind ``#`` and ``;`` in such a text are skipped.

Or a record has a ``problem`` (``puzzle``): a text form, or a list of hints, whose order its
``solution`` may decide. Title, author and solution of a record are kept; ``width`` and ``height``
must agree with the clues. A solution that breaks a clue is a fault.

Cost: the document in memory. Limits: what lies deeper than Python's own reader goes is refused.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.formats import hints
from cpstudy.puzzles.picross.puzzle import Clue, Picross

_ENDS = ("", "clues", "clue", "hints", "hint", "runs", "constraints", "rules", "numbers")
_ROWS = frozenset(f"{name}{end}" for name in ("row", "rows") for end in _ENDS) | {"left"}
_COLUMNS = frozenset(
    f"{name}{end}" for name in ("col", "cols", "column", "columns") for end in _ENDS
) | {"top"}
_SIZES = frozenset({"rows", "height", "columns", "cols", "width"})
_PROBLEM = ("problem", "puzzle")
_SOLUTION = ("solution", "goal")
_ABOUT = {
    "author": "author", "by": "author", "creator": "author", "difficulty": "difficulty",
    "copyright": "copyright", "license": "license", "source": "source", "catalogue": "catalogue",
}  # fmt: skip

_JSON_KEY = re.compile(r'"([A-Za-z_ -]{3,20})"\s*:')
_TOML_KEY = re.compile(r"\s*\"?([A-Za-z_-]{3,20})\"?\s*=")
_RUN = re.compile(r"([0-9]{1,6})([a-z]?)")
_BLANK = frozenset("0.-_ ")

_Value = dict[str, Any]


def _key(name: str) -> str:
    return re.sub(r"[^a-z]", "", name.lower())


def _names(pattern: re.Pattern[str], text: str) -> set[str]:
    return {_key(match[1]) for match in pattern.finditer(text)}


def recognises_json(document: Document) -> bool:
    """Whether a document is JSON by its first characters, with keys of clues or of problems."""
    text = "".join(document.head)
    opened = re.match(r"\s*(?:\{|\[\s*[\[{\"0-9])", text)
    names = _names(_JSON_KEY, text)
    both = bool(names & _ROWS) and bool(names & _COLUMNS)
    return opened is not None and (both or not names.isdisjoint(_PROBLEM))


def recognises_toml(document: Document) -> bool:
    """Whether lines of a document give keys of clues their values."""
    found = (_TOML_KEY.match(line) for line in document.head)
    names = {_key(match[1]) for match in found if match is not None}
    return bool(names & _ROWS) and bool(names & _COLUMNS)


def read_json(lines: Iterable[str]) -> Iterator[Item]:
    """The records of a document, in order."""
    kept = list(lines)
    try:
        values = [(1, _loaded("".join(kept)))]
    except LineError as error:
        whole = error
        try:
            filled = [(number, line) for number, line in enumerate(kept, 1) if line.strip()]
            values = [(number, _loaded(line)) for number, line in filled]
        except LineError:
            yield shared.fault_of(whole)
            return
    yield from _items(lines, [(n, *found) for n, value in values for found in _records(value)])


def read_toml(lines: Iterable[str]) -> Iterator[Item]:
    """The tables of a document that have clues, in order."""
    try:
        value = tomllib.loads("".join(line.rstrip("\r\n") + "\n" for line in lines))
    except (ValueError, RecursionError) as error:  # tomllib's own is a ValueError
        match = re.search(r"line (\d+)", str(error))
        fault = LineError(int(match[1]) if match else 1, f"no TOML: {error}"[:120])
        yield shared.fault_of(fault)
    else:
        yield from _items(lines, [(1, *found) for found in _records(value)])


def _loaded(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise LineError(error.lineno, f"no JSON: {error.msg}, column {error.colno}") from None
    except (ValueError, RecursionError):  # numbers of thousands of digits, arrays without end
        raise LineError(1, "no JSON that can be read: too deep, or a number too long") from None


def _records(value: Any) -> Iterator[tuple[str, _Value]]:
    """All objects with clues or a problem, in order, each with the key under which it stands."""
    waiting = [("", value)]
    while waiting:
        name, inner = waiting.pop()
        if isinstance(inner, dict) and _is_record(inner):
            yield name, inner
        elif isinstance(inner, dict):
            waiting += reversed([(str(key), one) for key, one in inner.items()])
        elif isinstance(inner, list):
            waiting += reversed([("", one) for one in inner])


def _is_record(value: _Value) -> bool:
    """Whether an object has clues of rows and of columns, or a problem."""
    keys = {_key(key): value[key] for key in value}
    clues = (
        any(not isinstance(keys[key], int) for key in names & keys.keys())
        for names in (_ROWS, _COLUMNS)
    )
    return all(clues) or any(isinstance(keys.get(key), str) for key in _PROBLEM)


def _items(lines: Iterable[str], found: list[tuple[int, str, _Value]]) -> Iterator[Item]:
    if not found:
        yield Item(1, "", InputError("no record with clues of rows and of columns"))
    for number, name, record in found:
        title = _title(record) or (name if len(found) > 1 else "")
        shown = title or ("" if len(found) > 1 else None)
        try:
            puzzle, about = _puzzle(lines, record)
        except InputError as error:
            words = f"{title}: {error}" if title else str(error)
            yield shared.fault_of(LineError(number, words), title=shown)
        else:
            yield shared.item_of(number, puzzle, about, shown)


def _title(record: Mapping[str, Any]) -> str:
    named = (record.get(key) for key in ("title", "name"))
    return next((" ".join(text.split()) for text in named if isinstance(text, str)), "")


def _puzzle(lines: Iterable[str], record: _Value) -> tuple[Picross, dict[str, str]]:
    """The puzzle of a record, and what else it states. Raises InputError."""
    keys = {_key(key): key for key in record}
    about = {
        ours: " ".join(str(record[key]).split())
        for name, ours in _ABOUT.items()
        if isinstance(record.get(key := keys.get(name, "")), str | int) and str(record[key]).strip()
    }
    solution = next((record[keys[key]] for key in _SOLUTION if key in keys), None)
    try:
        clues = [_direction(lines, record, keys, names) for names in (_ROWS, _COLUMNS)]
    except KeyError:
        text = next(record[keys[key]] for key in _PROBLEM if key in keys)
        return _of_text(lines, text, solution, about)
    puzzle = shared.puzzle_of(1, clues[0], clues[1], ())
    if any(isinstance(record[keys[key]], str) for key in keys if key in _ROWS | _COLUMNS):
        shared.check_totals(puzzle)
    for name, given in record.items():
        size = {"rows": puzzle.rows, "height": puzzle.rows}.get(_key(name), puzzle.columns)
        if _key(name) in _SIZES and isinstance(given, int) and given != size:
            raise InputError(f"{name} {str(given)[:20]}, but {size} clues")
    return puzzle, about | _solution(puzzle, solution)


# -- clues ---------------------------------------------------------------------------------------


def _direction(
    lines: Iterable[str], record: _Value, keys: Mapping[str, str], names: frozenset[str]
) -> list[Clue]:
    """The clues of rows or of columns. Raises InputError, KeyError where there are none."""
    found = [keys[key] for key in keys if key in names and not isinstance(record[keys[key]], int)]
    if not found:
        raise KeyError
    if len(found) > 1:
        raise InputError(f"clues under both {found[0][:20]!a} and {found[1][:20]!a}")
    value = record[found[0]]
    if isinstance(value, str):
        value = _of_lines(lines, record, found[0])
    if not isinstance(value, list) or not value:
        raise InputError(f"{found[0][:20]}: an array of clues expected")
    return [_clue(f"{found[0][:20]} {place}", clue) for place, clue in enumerate(value)]


def _of_lines(lines: Iterable[str], record: _Value, name: str) -> list[str]:
    """The clues of one text. Raises InputError where commas may part runs or clues."""
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
        raise InputError(f"{name[:20]} {pieces.index('')}: nothing between commas; 0 is no runs")
    return pieces


def _has_blanks(record: _Value) -> bool:
    """Whether blanks alone stand between lengths of some text of clues."""
    texts = (
        record[key]
        for key in record
        if _key(key) in _ROWS | _COLUMNS and isinstance(record[key], str)
    )
    return any(re.search(r"\w\s+\w", row) for text in texts for row in _lines_of(text))


def _lines_of(text: str) -> list[str]:
    """The lines of a text of clues, without comments and quotation marks."""
    rows = (re.sub("[\"']", " ", re.sub(r"[#;].*", "", row)) for row in text.split("\n"))
    return [row.strip().removesuffix(",") for row in rows if row.strip()]


def _clue(name: str, value: Any) -> Clue:
    """The clue of an array, a length or a text. Raises InputError that names it."""
    if isinstance(value, str):
        return shared.clue_at(1, name, value.replace(".", " "))
    runs = value if isinstance(value, list) else [value]
    found = [_run(f"{name}, run {place}", run) for place, run in enumerate(runs)]
    return () if [length for length, _ in found] == [0] else tuple(found)


def _run(name: str, value: Any) -> tuple[int, int]:
    """A run: a length, a text of a length with a letter, or an object with both."""
    letter: Any = ""
    if isinstance(value, dict):
        keys = {_key(key): key for key in value}
        letter = next((value[keys[key]] for key in ("color", "colour") if key in keys), "")
        value = next((value[keys[key]] for key in ("count", "length") if key in keys), "")
    match = _RUN.fullmatch(f"{value}{letter}")
    if match is None:
        raise InputError(f"{name}: {shortened(value)} is not a length with a colour's letter")
    return int(match[1]), shared.LETTERS.index(match[2]) + 1 if match[2] else 1


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
        return puzzle, about | _solution(puzzle, solution)
    choices = {"columns": hints.read_hints, "rows": hints.read_nin}
    order = hint_of(lines, "order", choices)
    found: dict[str, tuple[Picross, dict[str, str]]] = {}
    fault = InputError("no clues")
    for name, read in choices.items():
        (item,) = read(document)
        try:
            if isinstance(item.puzzle, InputError):
                raise item.puzzle
            found[name] = item.puzzle, about | _solution(item.puzzle, solution)
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


def _solution(puzzle: Picross, value: Any) -> dict[str, str]:
    """A record's solution as ``about`` has it. Raises InputError where it breaks a clue."""
    rows = _solution_rows(puzzle, value)
    if rows is None:
        return {}
    symbols = {symbol for row in rows for symbol in row} - _BLANK
    letters = dict.fromkeys(_BLANK, 0) | {"1": 1, "#": 1}
    letters |= {letter: number for number, letter in enumerate(shared.LETTERS, 1)}
    used = {colour for clue in puzzle.clues for _, colour in clue}
    if len(symbols) == 1 and len(used) == 1:  # one colour, whatever its sign
        letters[symbols.pop()] = used.pop()
    cells = bytes(letters.get(symbol, 255) for row in rows for symbol in row)
    if 255 in cells:
        return {}
    return {"solution": shared.checked_solution(puzzle, cells)}


def _solution_rows(puzzle: Picross, value: Any) -> list[str] | None:
    """The rows of a solution, a character a cell; None where it is not a picture.

    Raises InputError for a picture of another size.
    """
    if isinstance(value, str):
        rows = ["".join(row.split()) for row in re.split(r"[\n/|]", value.strip("\n"))]
        if len(rows) > 1 and re.fullmatch(r"\s*[0-9]+ [0-9]+\s*", value.split("\n", 1)[0]):
            rows = rows[1:]
    elif isinstance(value, list):
        rows = [_solution_row(row) for row in value]
    else:
        return None
    rows = [row for row in rows if row]
    if len(rows) == 1 and puzzle.rows > 1:
        size = puzzle.columns
        rows = [rows[0][start : start + size] for start in range(0, len(rows[0]), size)]
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        return None
    if (len(rows), len(rows[0])) != (puzzle.rows, puzzle.columns):
        raise InputError(f"solution of {len(rows[0])}x{len(rows)} cells, expected {puzzle.size}")
    return rows


def _solution_row(row: Any) -> str:
    if isinstance(row, str):
        return row
    if not isinstance(row, Sequence):
        return "?"
    cells = (str(int(cell)) if isinstance(cell, bool | int) else str(cell) for cell in row)
    return "".join(cell if len(cell) == 1 else "?" for cell in cells)
