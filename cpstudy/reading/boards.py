"""Boards as rows of clues, for the kinds whose cells hold a clue or none.

A row is a line: fields with spaces, TABs or commas between, or a sign a cell. A line of two numbers
may stand before a board, its rows and columns, which it must have, or two lines of one each, or one
line of one, a square's side; behind the size a blank line is none. Blank lines separate boards;
lines that begin with ``#``, ``;``, ``%`` or ``//`` are skipped. Cells without a clue are ``.``,
``-`` or ``_``, or what ``--blank`` says; then nothing else is.

Rows with a blank line behind each, or a square in one row, are no boards of one row before the user
says so: by ``--blank``, or by a size.

*Spaces that are cells.* Some programs leave cells blank, and a row of blank cells is a line of
spaces. Where that is the only reading that gives rectangles, it is taken, and what is known of the
board says so. Where there are two, they are refused with both named: ``--blank ' '`` says that a
space is a cell, any other sign that spaces and blank lines separate. Single signs with one space
between in all rows are fields, and so is what fits the size before it. Under ``--blank ' '`` rows
that lost spaces at their end get them back, and an empty line separates boards if rows of spaces
show that the file kept them.

Cost: linear; a file is in memory.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.reading.records import Record

HINTS = {"blank": "the sign of cells without a clue; ' ' where spaces are cells"}
_SIZES = re.compile(r"([0-9]{1,4})(?: +|\t)([0-9]{1,4})", re.ASCII)
# The same as other programs write it; behind ``x`` may be the rows or the columns.
_OTHER_SIZES = re.compile(r"([0-9]{1,4}) ?([,xX×]) ?([0-9]{1,4})", re.ASCII)
_COMMENTS = ("#", ";", "%", "//")
_NUMBER = re.compile(r"[0-9]{1,4}", re.ASCII)
_PLAIN = re.compile(r"\S(?: \S)*")
# Signs of cells without a clue, of which a board has one; the first two may be mixed.
_BLANKS = (".", "-", "_")
_MIXED = frozenset(_BLANKS[:2])
_READ_AS = "spaces are cells"
# A row is at most so many times as wide as what is written of it.
_MOST = 100

Line = tuple[int, str]


@dataclass(frozen=True)
class Signs:
    """What the fields of a kind's boards mean.

    clue: the value of a field, None where it is none. expected: what a field should have been, in
    words. make: the puzzle of rows, columns and values. lone: a sign that is blank where there is
    no other.
    """

    clue: Callable[[str], int | None]
    no_clue: int
    expected: str
    make: Callable[[int, int, tuple[int, ...]], Any]
    lone: str = ""


class Grid(NamedTuple):
    """Rows of fields, the line of the first, and the columns that a size said."""

    line: int
    rows: list[list[str]]
    columns: int | None
    about: dict[str, str]


def recognises(signs: Signs, document: Document) -> bool:
    """Whether a document's lines are rows or sizes: the first of them, and half of all."""
    blank = document.hints.get("blank", "")
    lines = [line for line in document.significant if not _is_comment(line, blank)]
    looks = [_looks(signs, line, blank) for line in lines]
    if len(lines) > 2:  # what is a size on a line or two
        looks[:1] = [looks[0] or _NUMBER.fullmatch(lines[0]) is not None]
    return bool(looks) and looks[0] and 2 * sum(looks) >= len(looks)


def _is_comment(line: str, blank: str | None) -> bool:
    return line.lstrip().startswith(tuple(sign for sign in _COMMENTS if sign != blank))


def _looks(signs: Signs, line: str, blank: str) -> bool:
    known = {*_BLANKS, blank, signs.lone} - {""}
    fields = line.replace(",", " ").split()
    return (
        any(pattern.fullmatch(line) for pattern in (_SIZES, _OTHER_SIZES))
        or all(text in known or signs.clue(text) is not None for text in fields)
        or all(sign in known or signs.clue(sign) is not None for sign in "".join(fields))
    )


def read(signs: Signs, lines: Iterable[str]) -> Iterator[Item]:
    """The boards of a document, each fault in its place."""
    try:
        blank = _blank(lines)
    except InputError as error:
        yield Item(1, "", error)
        return
    rows = [(number, line.rstrip("\r\n")) for number, line in enumerate(lines, 1)]
    rows = [(n, text) for n, text in rows if not _is_comment(text, blank)]
    try:
        grids = _grids(signs, rows, blank)
    except LineError as error:
        yield Item(error.line, "", error)
        return
    for grid in grids:
        yield _item(signs, grid, blank)


def decode(signs: Signs, text: str) -> Any:
    """The puzzle of one board. Raises InputError."""
    items = list(read(signs, text.splitlines(keepends=True)))
    for item in items:
        if isinstance(item.puzzle, InputError):
            raise item.puzzle
    if len(items) != 1:
        raise InputError(f"{len(items)} boards, expected one" if items else "no rows")
    return items[0].puzzle


def of_record(signs: Signs, of_text: Callable[[str], Any], record: Record) -> Any:
    """The puzzle of a JSON record, which has a board or a text form. Raises InputError."""
    text = record.text
    return of_text(text) if "/" in text else decode(signs, text)


def _blank(lines: Iterable[str]) -> str | None:
    """The sign that the user says. Raises InputError where it is not one."""
    said = hint_of(lines, "blank")
    if said in ("space", ""):
        return " "
    if said is not None and (len(said) != 1 or said in "\t\r\n"):
        raise InputError(f"--blank {said[:30]!a}: expected one sign, ' ' where spaces are cells")
    return said


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
            raise InputError(f"row {number} has {len(row)} fields, expected {width}")
    blanks = _blanks_of(signs, grid, blank)
    values = []
    for number, row in enumerate(grid.rows):
        for column, text in enumerate(row):
            value = signs.no_clue if text in blanks else signs.clue(text)
            if value is None:
                raise InputError(f"cell {(number, column)}: {shortened(text)} is {signs.expected}")
            values.append(value)
    return signs.make(len(grid.rows), width, tuple(values))


def _blanks_of(signs: Signs, grid: Grid, blank: str | None) -> set[str]:
    """The signs of cells without a clue. Raises InputError where a board has several."""
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
    """The boards of a document, in one of its readings. Raises LineError where it has two."""
    if blank == " ":
        return list(_spaced(rows))
    separated = [_fields(block) for block in _with_sizes(list(_blocks(rows)))]
    if blank is not None:
        return separated
    fields_fit = all(_fits(signs, grid) for grid in separated)
    spaced = _rectangles(rows) if _may_be_spaced(signs, rows) else []
    spaces_fit = bool(spaced) and all(_fits(signs, grid) for grid in spaced)
    if spaces_fit and not fields_fit:
        _check_not_between(spaced)
        return list(spaced)
    lost = _lost(signs, rows)
    if not fields_fit and lost:
        number, words = _first_fault(signs, separated)
        raise LineError(number, f"{words}; where spaces and blank lines are cells: --blank ' '")
    natural = _plain(rows) or (_said_size(separated) and not (spaces_fit and _spaces_below(rows)))
    if fields_fit and not natural and (spaces_fit or lost):
        raise LineError(rows[0][0], _rivals(spaced if spaces_fit else lost, separated))
    _check_not_one_board(separated)
    return separated


def _check_not_between(spaced: Sequence[Grid]) -> None:
    """Raise LineError where the spaces may as well stand between cells that are blank."""
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
    """Raise LineError for boards of a row that may be the rows of one, or a square in one row."""
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
    """All lines as one board whose rows lost spaces at their ends, empty where that cannot be."""
    sized = _sized(rows, whole=False) if len(list(_blocks(rows))) > 1 else None
    if sized is None and not _may_be_spaced(signs, rows):
        return []
    return [grid for grid in ([sized] if sized else _padded(rows)) if _fits(signs, grid)]


def _first_fault(signs: Signs, grids: Sequence[Grid | LineError]) -> tuple[int, str]:
    for grid in grids:
        fault = _item(signs, grid, None).puzzle
        if isinstance(fault, InputError):
            return grid.line, str(fault)
    raise RuntimeError("all of them fit")


def _spaces_below(rows: list[Line]) -> bool:
    """Whether there are spaces behind the first line."""
    texts = [text for _, text in rows if text.strip()]
    return any(" " in text for text in texts[1:])


def _said_size(grids: Sequence[Grid | LineError]) -> bool:
    """Whether there is one board, and its size before it."""
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
    """Both readings in words."""

    def words(grids: Sequence[Grid | LineError]) -> str:
        sizes = {f"{len(g.rows[0])}x{len(g.rows)}" for g in grids if isinstance(g, Grid)}
        boards = "one board" if len(grids) == 1 else f"{len(grids)} boards"
        return f"{boards} of {' and '.join(sorted(sizes))}"

    return (
        f"{words(spaced)} whose spaces are cells, or {words(separated)} with spaces between "
        "fields: say --blank ' ' or --blank ."
    )


def _blocks(rows: list[Line]) -> Iterator[list[Line]]:
    """The lines between blank ones."""
    block: list[Line] = []
    for line in (*rows, (0, "")):
        if line[1].strip():
            block.append(line)
        elif block:
            yield block
            block = []


def _with_sizes(blocks: list[list[Line]]) -> Iterator[list[Line]]:
    """The blocks, each with the size before it where a blank line is between."""
    size: list[Line] = []
    for block, following in itertools.zip_longest(blocks, blocks[1:], fillvalue=[]):
        fits = following and len(block) == 1 and not size
        if fits and isinstance(_fields([*block, *following]), Grid) and _said([*block, *following]):
            size = block
            continue
        yield [*size, *block]
        size = []


def _said(block: list[Line]) -> bool:
    """Whether the first line is the size of a board of the other ones."""
    grid = _fields(block)
    return (
        isinstance(grid, Grid)
        and grid.columns is not None
        and len(grid.rows) == len(block) - 1
        and all(len(row) == grid.columns for row in grid.rows)
    )


def _fields(block: list[Line]) -> Grid | LineError:
    """A board whose fields are separated, or are a sign each."""
    first = block[0][0]
    texts = [text.strip() for _, text in block]
    sizes, said = _sizes(texts) or _side(texts), 1
    if sizes is None and (sizes := _pencilbox_sizes(texts)) is not None:
        said = 2
    if any("," in text for text in texts[said if sizes else 0 :]):
        block = [(line, re.sub(" *, *", "\t", text)) for line, text in block]
        texts = [text.strip(" ") for _, text in block]
    if sizes is not None:
        if "\t" in texts[0] and len(texts[1].split()) == 2:
            words = "rows and columns, or a row of cells? A space between them says that of sizes"
            return LineError(first, f"{shortened(texts[0])}: {words}")
        block, texts = block[said:], texts[said:]
        if len(texts) != sizes[0]:
            return LineError(first, f"{len(texts)} rows, but the first line says {sizes[0]}")
    columns = None if sizes is None else sizes[1]
    if any("\t" in text for text in texts):
        return _tabbed(block, first, columns)
    if columns == 1:
        return Grid(first, [[text] for text in texts], columns, {})
    return Grid(first, [_cut(text) for text in texts], columns, {})


def _cut(text: str) -> list[str]:
    return re.split(r"[ ,]+", text) if " " in text or "," in text else list(text)


def _side(texts: list[str]) -> tuple[int, int] | None:
    """Rows and columns of a square whose side is on a line before it."""
    side = int(texts[0]) if _NUMBER.fullmatch(texts[0]) else 0
    fits = side > 1 and side == len(texts) - 1 and len(_cut(texts[1])) == side
    return (side, side) if fits else None


def _pencilbox_sizes(texts: list[str]) -> tuple[int, int] | None:
    """Rows and columns on two lines, as kanpen's files have them, where they fit."""
    if len(texts) < 3 or not all(map(_NUMBER.fullmatch, texts[:2])):
        return None
    rows, columns = map(int, texts[:2])
    fits = columns > 1 and rows == len(texts) - 2 and len(_cut(texts[2])) == columns
    return (rows, columns) if fits else None


def _sizes(texts: list[str]) -> tuple[int, int] | None:
    """Rows and columns where the first line gives them.

    A board of two columns whose first row is two numbers is one with sizes only if they fit it.
    """
    found = _SIZES.fullmatch(texts[0]) if len(texts) > 1 else None
    other = _OTHER_SIZES.fullmatch(texts[0]) if len(texts) > 1 else None
    if found is None and other is None:
        return None
    rows, columns = (int(found[1]), int(found[2])) if found else (int(other[1]), int(other[3]))
    if other is not None and other[2] != "," and rows != len(texts) - 1:
        rows, columns = columns, rows
    fits = (rows, columns) == (len(texts) - 1, 2)
    return (rows, columns) if fits or len(texts[1].replace(",", " ").split()) != 2 else None


def _tabbed(block: list[Line], first: int, columns: int | None) -> Grid | LineError:
    """A board with TABs between fields: nothing between two of them is a blank cell, or a fault."""
    whole = texts = [text for _, text in block]
    while all(text.startswith("\t") for text in texts):
        texts = [text[1:] for text in texts]
    while all(text.endswith("\t") for text in texts):
        texts = [text[:-1] for text in texts]
    plain = [text.split() for text in texts]
    cells = [[cell.strip() or "." for cell in text.split("\t")] for text in texts]
    if cells != plain and texts != whole:
        if {len(text.split("\t")) for text in whole} != {columns}:
            words = "is a first or last column blank? Write a sign in every cell"
            return LineError(first, f"{len(cells[0])} columns or more: {words}")
        cells = [[cell.strip() or "." for cell in text.split("\t")] for text in whole]
    if cells != plain and len({len(row) for row in cells}) == 1:
        if len({len(row) for row in plain}) == 1 and all(plain):
            words = "nothing between two TABs: write a sign in every cell"
            return LineError(first, f"{len(cells[0])} or {len(plain[0])} columns: {words}")
        return Grid(first, cells, columns, {"read as": "nothing between TABs is a blank cell"})
    return Grid(first, plain, columns, {})


# -- spaces that are cells -----------------------------------------------------------------------


def _may_be_spaced(signs: Signs, rows: list[Line]) -> bool:
    """Whether spaces may be cells: there are some, and no other sign is blank."""
    texts = [text for _, text in rows]
    first = next((place for place, text in enumerate(texts) if text.strip()), 0)
    below = "".join(texts[first + 1 :])
    sized = bool(below.strip()) and _SIZES.fullmatch(texts[first].strip()) is not None
    used = set(below if sized else "".join(texts))
    known = all(signs.clue(sign) is not None for sign in used - {" "})
    return known and " " in used and not used & {"\t", *_BLANKS}


def _plain(rows: list[Line]) -> bool:
    """Whether all rows are single signs with one space between, as people write them."""
    return all(not text or _PLAIN.fullmatch(text) for _, text in rows)


def _sized(rows: list[Line], *, whole: bool) -> Grid | None:
    """The board of a document that begins with its size, None where it is not just that.

    whole: no row may lack spaces at its end.
    """
    place = next((place for place, (_, text) in enumerate(rows) if text.strip()), 0)
    found = _SIZES.fullmatch(rows[place][1].strip()) if rows else None
    if found is None:
        return None
    height, width = int(found[1]), int(found[2])
    body = [text for _, text in rows[place + 1 :]]
    while len(body) > height and not body[-1]:
        body.pop()
    short = len(body) < height or any(len(text) < width for text in body)
    if len(body) > height or any(len(text) > width for text in body) or (whole and short):
        return None
    if (
        min(height, width) < 1
        or height > len(body) + 1
        or width > _MOST * max(map(len, body), default=0)
    ):
        return None
    cells = [list(text.ljust(width)) for text in [*body, *[""] * (height - len(body))]]
    return Grid(rows[place][0], cells, width, {"read as": _READ_AS})


def _rectangles(rows: list[Line]) -> list[Grid]:
    """The boards whose rows are equally long as they stand; none where two readings are possible.

    Empty lines part them where rows of spaces show that the file kept its spaces.
    """
    sized = _sized(rows, whole=True)
    blocks = list(_between_empty(rows))
    even = all(len({len(text) for _, text in block}) == 1 for block in blocks)
    if sized is not None:
        return [] if even and len(blocks) == 1 else [sized]
    if not even or (len(blocks) > 1 and not _kept(blocks)):
        return []
    return [
        Grid(block[0][0], [list(text) for _, text in block], None, {"read as": _READ_AS})
        for block in blocks
    ]


def _kept(blocks: list[list[Line]]) -> bool:
    return any(not text.strip() for block in blocks for _, text in block)


def _padded(rows: list[Line]) -> list[Grid]:
    """All lines as one board, as if rows had lost the spaces at their ends."""
    while rows and not rows[0][1]:
        rows = rows[1:]
    while rows and not rows[-1][1]:
        rows = rows[:-1]
    width = max((len(text) for _, text in rows), default=0)
    cells = [list(text.ljust(width)) for _, text in rows]
    return [Grid(rows[0][0], cells, None, {"read as": _READ_AS})] if rows else []


def _between_empty(rows: list[Line]) -> Iterator[list[Line]]:
    block: list[Line] = []
    for line in (*rows, (0, "")):
        if line[1]:
            block.append(line)
        elif block:
            yield block
            block = []


def _spaced(rows: list[Line]) -> Iterator[Grid | LineError]:
    """The boards of a document whose spaces are cells."""
    sized = _sized(rows, whole=False)
    blocks = list(_between_empty(rows))
    if sized is not None:
        if len(blocks) == 1 and len({len(text) for _, text in blocks[0]}) == 1:
            words = "rows and columns, or a row of cells? Two spaces between them say that of sizes"
            yield LineError(sized.line, f"{shortened(blocks[0][0][1])}: {words}")
        else:
            yield sized
    elif len(blocks) > 1 and not _kept(blocks):
        yield LineError(
            blocks[1][0][0] - 1,
            "an empty line: of blank cells, or between boards? Write rows and columns on a line "
            "before the board",
        )
    else:
        for block in blocks:
            yield from _padded(block)
