"""Clues, colours and solutions of nonograms as values of JSON and TOML.

A clue is an array of lengths, one length, or a text such as ``"2 1"``, ``"2,1"``, ``"2.1b"``. ``0``
or no length is a line without runs; zeros before or after the lengths are padding. A run may have a
colour: letters after its length, or an object with ``count`` and ``color``. If a document declares
colours by name (an object, or lines ``b = (blue) *`` as in nonogrid), they are numbered in that
order, the colour of runs without a name first; otherwise a colour is a letter from ``a`` on, as in
.non files.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cpstudy.core.errors import InputError, shortened
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import LETTERS, Clue, Picross

# A run: its length and the name of its colour.
NamedRun = tuple[int, str]

_RUN = re.compile(r"([0-9]{1,6})([A-Za-z_]\w*)?")
_DECLARED = re.compile(r"\s*(\w+)\s*=\s*\(([^()]*)\).*")
_BLANK = frozenset("0.-_ ")


def key_of(name: str) -> str:
    """A key in the form used for comparison: only its letters, in lower case."""
    return re.sub(r"[^a-z]", "", name.lower())


# -- clues ---------------------------------------------------------------------------------------


def named_clue(name: str, value: Any) -> list[NamedRun]:
    """The runs of an array, a length or a text. Raises an InputError that names clue and run."""
    if isinstance(value, str):
        runs: list[Any] = [word for word in re.split(r"[\s,.]+", value) if word]
    else:
        runs = value if isinstance(value, list) else [value]
    found = [_run(f"{name}, run {place + 1}", run) for place, run in enumerate(runs)]
    lengths = [length for length, _ in found]
    filled = [place for place, length in enumerate(lengths) if length]
    return found[filled[0] : filled[-1] + 1] if filled else [] if 0 in lengths else found


def _run(name: str, value: Any) -> NamedRun:
    colour: Any = ""
    if isinstance(value, dict):
        keys = {key_of(key): key for key in value}
        colour = next((value[keys[key]] for key in ("color", "colour") if key in keys), "")
        value = next((value[keys[key]] for key in ("count", "length") if key in keys), "")
    match = _RUN.fullmatch(f"{value}{colour}")
    if match is None:
        raise InputError(f"{name}: {shortened(value)} is not a length with a colour's name")
    return int(match[1]), match[2] or ""


def numbered(
    rows: Sequence[list[NamedRun]], columns: Sequence[list[NamedRun]], declared: Mapping[str, str]
) -> tuple[list[Clue], list[Clue], dict[str, str]]:
    """The clues with numbers of colours, and the entry of ``about`` for these colours.

    declared: the colours by their names. Raises InputError for an unknown colour.
    """
    used = {colour for clue in (*rows, *columns) for _, colour in clue}
    about: dict[str, str] = {}
    if declared:
        unknown = sorted(used - {"", *declared})
        if unknown:
            raise InputError(f"colour {unknown[0][:20]!a} is not declared")
        palette = shared.Palette(declared, "")
        numbers = palette.numbers(used)
        about["colours"] = palette.text(numbers)
    else:
        numbers = {letter: number for number, letter in enumerate(LETTERS, 1)} | {"": 1}
        unknown = sorted(used - numbers.keys())
        if unknown:
            raise InputError(f"colour {unknown[0][:20]!a}: neither declared nor a letter a … z")
    found = [
        [tuple((length, numbers[colour]) for length, colour in clue) for clue in clues]
        for clues in (rows, columns)
    ]
    return found[0], found[1], about


def declared_colours(value: Any) -> dict[str, str]:
    """The colours that a document declares, by their names; unknown shapes are ignored."""
    found: dict[str, str] = {}
    if isinstance(value, dict) and not isinstance(value.get("defs"), list):
        for name, colour in value.items():
            if isinstance(colour, str | list):
                found[str(name)] = shared.colour_value(colour if isinstance(colour, str) else
                                                       ",".join(map(str, colour)))  # fmt: skip
        return found
    lines = value.get("defs") if isinstance(value, dict) else value
    for line in lines if isinstance(lines, list) else ():
        match = _DECLARED.fullmatch(line) if isinstance(line, str) else None
        if match is not None:
            found[match[1]] = shared.colour_value(match[2])
    return found


# -- solutions -----------------------------------------------------------------------------------


def solution_of(puzzle: Picross, value: Any) -> dict[str, str]:
    """A record's solution as an entry of ``about``. Raises InputError if it breaks a clue."""
    rows = _solution_rows(puzzle, value)
    if rows is None:
        return {}
    symbols = {symbol for row in rows for symbol in row} - _BLANK
    letters = dict.fromkeys(_BLANK, 0) | {"1": 1, "#": 1}
    letters |= {letter: number for number, letter in enumerate(LETTERS, 1)}
    used = {colour for clue in puzzle.clues for _, colour in clue}
    if len(symbols) == 1 and len(used) == 1:  # one colour, whatever its sign is
        letters[symbols.pop()] = used.pop()
    cells = bytes(letters.get(symbol, 255) for row in rows for symbol in row)
    if 255 in cells:
        return {}
    return {"solution": shared.checked_solution(puzzle, cells)}


def _solution_rows(puzzle: Picross, value: Any) -> list[str] | None:
    """The rows of a solution, one character a cell; None if it is not a picture.

    Raises InputError if the picture has another size than the puzzle.
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
