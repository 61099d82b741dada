"""Boards as rows of clues, for the kinds whose cells hold a clue or none.

A row is a line: fields separated by spaces, TABs or commas, or one sign for each cell. A board may
be preceded by its size, which it must match: a line of two numbers (rows and columns), two lines of
one number each, or one line with a square's side; a blank line after the size is skipped. Blank
lines separate boards; lines that begin with ``#``, ``;``, ``%`` or ``//`` are skipped. Cells
without a clue are ``.``, ``-`` or ``_``, or the sign given by ``--blank``, which replaces these.

Rows with a blank line after each, and a square in one row, are refused until the user states, by
``--blank`` or by a size, that they are boards of one row.

*Spaces that are cells.* Some programs leave cells blank, and a row of blank cells is a line of
spaces. If that is the only reading that gives rectangles, it is used, and a note of the board says
so. If there are two readings, the board is refused and both are named: ``--blank ' '`` means that a
space is a cell, any other sign that spaces and blank lines separate. Single signs with one space
between them in all rows are fields, and so are rows that fit the given size. With ``--blank ' '``,
rows that lost spaces at their end get them back, and an empty line separates boards if rows of
spaces show that the file kept them.

Cost: linear; a file is held in memory.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item, hint_of, with_fault
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.core.kind import Format
from cpstudy.reading import records
from cpstudy.reading.records import Record
from cpstudy.reading.rows import (
    NUMBER,
    OTHER_SIZES,
    SIZES,
    Grid,
    Line,
    blocks_of,
    grid_of,
    with_sizes,
)
from cpstudy.reading.spaces import is_plain, padded_boards, rectangles, sized_board, spaced_boards

HINTS = {"blank": "the sign of cells without a clue; ' ' if spaces are cells"}
_COMMENTS = ("#", ";", "%", "//")
# Signs of cells without a clue, of which a board has one; the first two may be mixed.
_BLANKS = (".", "-", "_")
_MIXED = frozenset(_BLANKS[:2])


@dataclass(frozen=True)
class Signs:
    """The meaning of the fields of a kind's boards.

    clue: the value of a field, None if it is not a clue. expected: the expected fields, in words.
    make: makes the puzzle from rows, columns and values. lone: a sign that is blank if there is no
    other blank sign.
    """

    clue: Callable[[str], int | None]
    no_clue: int
    expected: str
    make: Callable[[int, int, tuple[int, ...]], Any]
    lone: str = ""


def formats(
    signs: Callable[[], Signs], decode: Callable[[str], Any], write: Callable[[Any], str], grid: str
) -> tuple[Format, Format]:
    """The formats of a kind: grids, and JSON records of grids or of texts for ``decode``.

    grid: a description of a grid's content.
    """
    return (
        Format(
            "grid",
            grid,
            lambda lines: read(signs(), lines),
            write,
            lambda document: recognises(signs(), document),
            hints=HINTS,
        ),
        Format(
            "records",
            "JSON records with a grid under 'problem', 'puzzle', 'clues' or 'board'",
            partial(read_boards, signs, decode),
            recognises=records.recognises,
            has_syntax=True,
        ),
    )


def read_boards(
    signs: Callable[[], Signs], decode: Callable[[str], Any], lines: Iterable[str]
) -> Iterator[Item]:
    """The puzzles of JSON records, each of which has a board or a text form."""

    def of_record(record: Record) -> Any:
        text = record.text
        return decode(text) if "/" in text else of_text(signs(), text)

    return records.read_records(lines, of_record)


def recognises(signs: Signs, document: Document) -> bool:
    """Whether a document's first line, and at least half of all, look like rows or sizes."""
    blank = document.hints.get("blank", "")
    lines = [line for line in document.significant if not _is_comment(line, blank)]
    looks = [_looks(signs, line, blank) for line in lines]
    if len(lines) > 2:  # a size may take one line or two
        looks[:1] = [looks[0] or NUMBER.fullmatch(lines[0]) is not None]
    return bool(looks) and looks[0] and 2 * sum(looks) >= len(looks)


def _is_comment(line: str, blank: str | None) -> bool:
    return line.lstrip().startswith(tuple(sign for sign in _COMMENTS if sign != blank))


def _looks(signs: Signs, line: str, blank: str) -> bool:
    known = {*_BLANKS, blank, signs.lone} - {""}
    fields = line.replace(",", " ").split()
    return (
        any(pattern.fullmatch(line) for pattern in (SIZES, OTHER_SIZES))
        or all(text in known or signs.clue(text) is not None for text in fields)
        or all(sign in known or signs.clue(sign) is not None for sign in "".join(fields))
    )


@with_fault
def read(signs: Signs, lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a document, each fault in its place."""
    blank = _blank(lines)
    rows = [(number, line.rstrip("\r\n")) for number, line in enumerate(lines, 1)]
    rows = [(n, text) for n, text in rows if not _is_comment(text, blank)]
    for grid in _grids(signs, rows, blank):
        yield _item(signs, grid, blank)


def of_text(signs: Signs, text: str) -> Any:
    """The puzzle of one board. Raises InputError."""
    items = list(read(signs, text.splitlines(keepends=True)))
    for item in items:
        if isinstance(item.puzzle, InputError):
            raise item.puzzle
    if len(items) != 1:
        raise InputError(f"{len(items)} boards, expected one" if items else "no rows")
    return items[0].puzzle


def _blank(lines: Iterable[str]) -> str | None:
    """The sign given by the user. Raises InputError if it is not one sign."""
    blank = hint_of(lines, "blank")
    if blank in ("space", ""):
        return " "
    if blank is not None and (len(blank) != 1 or blank in "\t\r\n"):
        raise InputError(f"--blank {blank[:30]!a}: expected one sign, ' ' if spaces are cells")
    return blank


def _item(signs: Signs, grid: Grid | LineError, blank: str | None) -> Item:
    if isinstance(grid, LineError):
        return Item(grid.line, "", grid)
    text = "\n".join(" ".join(row) for row in grid.rows)
    try:
        puzzle = _puzzle(signs, grid, blank)
    except InputError as error:
        return Item(grid.line, text, error)
    return Item(grid.line, text, puzzle, about=grid.about)


# -- a board -------------------------------------------------------------------------------------


def _puzzle(signs: Signs, grid: Grid, blank: str | None) -> Any:
    """The puzzle of a grid. Raises InputError that names the row and the cell."""
    width = len(grid.rows[0]) if grid.columns is None else grid.columns
    for number, row in enumerate(grid.rows):
        if len(row) != width:
            raise InputError(
                f"row {number + 1} has {wording.counted(len(row), 'field')}, expected {width}"
            )
    blanks = _blanks_of(signs, grid, blank)
    values = []
    for number, row in enumerate(grid.rows):
        for column, text in enumerate(row):
            value = signs.no_clue if text in blanks else signs.clue(text)
            if value is None:
                raise InputError(
                    f"{wording.place((number, column))}: {shortened(text)} is {signs.expected}"
                )
            values.append(value)
    return signs.make(len(grid.rows), width, tuple(values))


def _blanks_of(signs: Signs, grid: Grid, blank: str | None) -> set[str]:
    """The signs of cells without a clue. Raises InputError if a board has several."""
    if blank is not None:
        return {blank}
    used = {text for row in grid.rows for text in row}
    found = used & {*_BLANKS, " "}
    if len(found) > 1 and not found <= _MIXED:
        shown = " and ".join(ascii(sign) for sign in sorted(found))
        raise InputError(f"{shown}: a board has one sign for blank cells; say which by --blank")
    return found or {signs.lone}


# -- rows ----------------------------------------------------------------------------------------


def _grids(signs: Signs, rows: list[Line], blank: str | None) -> list[Grid | LineError]:
    """The boards of a document in its only reading. Raises LineError if there are two."""
    if blank == " ":
        return list(spaced_boards(rows))
    separated = [grid_of(block) for block in with_sizes(list(blocks_of(rows)))]
    if blank is not None:
        return separated
    fields_fit = all(_fits(signs, grid) for grid in separated)
    spaced = rectangles(rows) if _may_be_spaced(signs, rows) else []
    spaces_fit = bool(spaced) and all(_fits(signs, grid) for grid in spaced)
    if spaces_fit and not fields_fit:
        _check_not_between(spaced)
        return list(spaced)
    lost = _lost(signs, rows)
    if not fields_fit and lost:
        number, words = _first_fault(signs, separated)
        raise LineError(number, f"{words}; if spaces and blank lines are cells: --blank ' '")
    natural = is_plain(rows) or (
        _states_size(separated) and not (spaces_fit and _spaces_below(rows))
    )
    if fields_fit and not natural and (spaces_fit or lost):
        raise LineError(rows[0][0], _rivals(spaced if spaces_fit else lost, separated))
    _check_not_one_board(separated)
    return separated


def _check_not_between(spaced: Sequence[Grid]) -> None:
    """Raise LineError if the spaces may also stand between cells that are blank."""
    for grid in spaced:
        width = len(grid.rows[0])
        between = {text for row in grid.rows for text in row[1::2]}
        if grid.columns is None and width > 2 and width % 2 and between == {" "}:
            raise LineError(
                grid.line,
                f"{width} columns, or {width // 2 + 1} with spaces between? Write a sign in every "
                "cell, or say --blank ' '",
            )


def _check_not_one_board(grids: Sequence[Grid | LineError]) -> None:
    """Raise LineError for boards of one row that may be rows of one board, or a square in a row."""
    rows = [grid for grid in grids if isinstance(grid, Grid) and grid.columns is None]
    widths = {len(grid.rows[0]) for grid in rows}
    if len(rows) < len(grids) or any(len(grid.rows) > 1 for grid in rows):
        return
    if len(rows) > 1 and len(widths) == 1 and widths != {1}:
        raise LineError(
            rows[0].line,
            f"{len(rows)} boards of one row, which --blank . says, or one board with blank lines "
            "between its rows? Take them out",
        )
    for grid, width in zip(rows, (len(grid.rows[0]) for grid in rows), strict=True):
        side = math.isqrt(width)
        if side > 2 and side * side == width:
            raise LineError(
                grid.line,
                f"one row of {width} cells, which --blank . says, or {side} rows in one line? "
                "Write them as lines",
            )


def _lost(signs: Signs, rows: list[Line]) -> list[Grid]:
    """All lines as one board whose rows lost spaces at their ends; empty if that is impossible."""
    sized = sized_board(rows, whole=False) if len(list(blocks_of(rows))) > 1 else None
    if sized is None and not _may_be_spaced(signs, rows):
        return []
    return [grid for grid in ([sized] if sized else padded_boards(rows)) if _fits(signs, grid)]


def _may_be_spaced(signs: Signs, rows: list[Line]) -> bool:
    """Whether spaces may be cells: there are some, and no other sign is blank."""
    texts = [text for _, text in rows]
    first = next((place for place, text in enumerate(texts) if text.strip()), 0)
    below = "".join(texts[first + 1 :])
    sized = bool(below.strip()) and SIZES.fullmatch(texts[first].strip()) is not None
    used = set(below if sized else "".join(texts))
    known = all(signs.clue(sign) is not None for sign in used - {" "})
    return known and " " in used and not used & {"\t", *_BLANKS}


def _first_fault(signs: Signs, grids: Sequence[Grid | LineError]) -> tuple[int, str]:
    for grid in grids:
        fault = _item(signs, grid, None).puzzle
        if isinstance(fault, InputError):
            return grid.line, str(fault)
    raise RuntimeError("all of them fit")


def _spaces_below(rows: list[Line]) -> bool:
    """Whether there are spaces after the first line."""
    texts = [text for _, text in rows if text.strip()]
    return any(" " in text for text in texts[1:])


def _states_size(grids: Sequence[Grid | LineError]) -> bool:
    """Whether there is one board with its size before it."""
    return len(grids) == 1 and isinstance(grids[0], Grid) and grids[0].columns is not None


def _fits(signs: Signs, grid: Grid | LineError) -> bool:
    if isinstance(grid, LineError):
        return False
    try:
        _puzzle(signs, grid, None)
    except InputError:
        return False
    return True


def _rivals(spaced: Sequence[Grid | LineError], separated: Sequence[Grid | LineError]) -> str:
    """Both readings, in words."""

    def words(grids: Sequence[Grid | LineError]) -> str:
        sizes = {f"{len(g.rows[0])}x{len(g.rows)}" for g in grids if isinstance(g, Grid)}
        boards = "one board" if len(grids) == 1 else f"{len(grids)} boards"
        return f"{boards} of {' and '.join(sorted(sizes))}"

    return (
        f"{words(spaced)} whose spaces are cells, or {words(separated)} with spaces between "
        "fields: say --blank ' ' or --blank ."
    )
