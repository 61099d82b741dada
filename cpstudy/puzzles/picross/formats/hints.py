"""Lists of hints: the size, then one line of lengths for each row and each column.

Lengths are separated by spaces or commas; an empty line or ``0`` is a line without runs. A file is
one puzzle. Programs use different orders:

*hints*: ``ROWS COLUMNS``, then the clues of the columns, then those of the rows.
*nin*: ``WIDTH HEIGHT``, then the clues of the rows, then those of the columns (Wilk2006).
*mk*: ``ROWS COLUMNS``, then the clues of the rows, a line ``#``, then those of the columns.
*cwd*: like mk, but the sizes are on two lines, and an empty line replaces the ``#``.

A file read as hints and as nin gives two puzzles, one reflected at the diagonal of the other: both
readings have the same numbers of clues and the same lengths. Only a file name that ends with
``.nin`` decides between them. Otherwise, if the puzzles differ, the file is refused, and
``--format`` or ``--reading order=rows`` (or ``columns``) decides. Lists that we write as hints
begin with a comment that states the order, so they are read without this question.

These files cannot contain given cells; a puzzle with given cells is not written.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from cpstudy.core.documents import Document, Item, hint_of, with_fault
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.puzzles.picross.puzzle import Picross

# The comment that states the order of a list.
_ORDER = "# ROWS COLUMNS, then the clues of the columns, then those of the rows"

# The values of the reading hint: which clues come first.
_ORDERS = ("columns", "rows")

_SIZES = re.compile(r"\s*([0-9]{1,9})\s+([0-9]{1,9})\s*")
_DIVIDER = re.compile(r"\s*#\s*")


# -- which of them -------------------------------------------------------------------------------


def recognises_hints(document: Document) -> bool:
    """Whether it may be a list with columns first: a size, lines of lengths, no line ``#``."""
    return _undivided(document) and _order_of(document) != "rows"


def recognises_nin(document: Document) -> bool:
    """The same for rows first; a comment or the user may exclude either order."""
    return _undivided(document) and _order_of(document) != "columns"


def _order_of(document: Document) -> str | None:
    """Which clues come first, according to the user, a comment or the name of the file."""
    named = "rows" if document.suffix == ".nin" else None
    declared = any(line.strip() == _ORDER for line in document.head)
    return hint_of(document, "order", _ORDERS) or ("columns" if declared else named)


def recognises_mk(document: Document) -> bool:
    """Whether a document is a size and lines of lengths, with a line ``#``."""
    return _is_list(document) and _divided(document)


def recognises_cwd(document: Document) -> bool:
    """Whether a document is two sizes, that many lines of lengths, an empty line, and lengths."""
    lines = _without_comments(document.head)
    if len(lines) < 3 or not all(re.fullmatch(r"\s*[0-9]{1,4}\s*", line) for _, line in lines[:2]):
        return False
    rows = int(lines[0][1])
    clues = [line for _, line in lines[2:]]
    return rows < len(clues) and not clues[rows].strip() and _mostly_lengths(clues)


def _is_list(document: Document) -> bool:
    lines = _without_comments(document.head)
    return bool(lines) and bool(_SIZES.fullmatch(lines[0][1])) and _mostly_lengths(
        line for _, line in lines[1:]
    )  # fmt: skip


def _mostly_lengths(lines: Iterable[str]) -> bool:
    filled = [line for line in lines if line.strip()]
    return 2 * sum(map(bool, map(shared.CLUE_LINE.fullmatch, filled))) >= len(filled)


def _undivided(document: Document) -> bool:
    return _is_list(document) and not _divided(document)


def _divided(document: Document) -> bool:
    return any(_DIVIDER.fullmatch(line) for line in document.head)


def _comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _without_comments(lines: Iterable[str]) -> list[shared.Line]:
    """The lines with their numbers, from the first line that is not empty."""
    found = [(number, line) for number, line in enumerate(lines, 1) if not _comment(line)]
    while found and not found[0][1].strip():
        del found[0]
    return found


# -- read ----------------------------------------------------------------------------------------


@with_fault
def read_hints(lines: Iterable[str]) -> Iterator[Item]:
    """Read one puzzle, sizes and clues in the order of *hints*."""
    yield _item(_without_comments(lines), "ROWS COLUMNS", rows_first=False)


@with_fault
def read_nin(lines: Iterable[str]) -> Iterator[Item]:
    """Read one puzzle, sizes and clues in the order of *nin*."""
    yield _item(_without_comments(lines), "WIDTH HEIGHT", rows_first=True)


@with_fault
def read_mk(lines: Iterable[str]) -> Iterator[Item]:
    """Read one puzzle in the order of *mk*; the line ``#`` may be missing."""
    numbered = list(enumerate(lines, 1))
    kept = [pair for pair in numbered if not _comment(pair[1]) or _DIVIDER.fullmatch(pair[1])]
    while kept and (not kept[0][1].strip() or _comment(kept[0][1])):
        del kept[0]
    number, rows, columns = _sizes(kept, "ROWS COLUMNS")
    parts = [at for at, (_, line) in enumerate(kept) if _comment(line)]
    if parts and parts != [rows + 1]:
        raise LineError(kept[parts[0]][0], f"'#' in the wrong place: {rows} rows come before")
    clues = [pair for pair in kept[1:] if not _comment(pair[1])]
    yield shared.item_of(number, _of_clues(clues, rows, columns, rows_first=True), {})


@with_fault
def read_cwd(lines: Iterable[str]) -> Iterator[Item]:
    """Read one puzzle in the order of *cwd*."""
    kept = _without_comments(lines)
    sizes = [line.strip() for _, line in kept[:2]]
    if len(sizes) < 2 or not all(shared.SIZE.fullmatch(x) and int(x) for x in sizes):
        raise LineError(1, "expected the number of rows and that of columns on a line each")
    rows, columns = map(int, sizes)
    clues = kept[2:]
    if len(clues) <= rows or clues[rows][1].strip():
        line = clues[rows][0] if len(clues) > rows else kept[-1][0]
        raise LineError(line, f"no empty line after the clues of {rows} rows")
    del clues[rows]
    yield shared.item_of(kept[0][0], _of_clues(clues, rows, columns, rows_first=True), {})


def _item(lines: list[shared.Line], names: str, rows_first: bool) -> Item:
    number, first, second = _sizes(lines, names)
    rows, columns = (second, first) if rows_first else (first, second)
    try:
        puzzle = _of_clues(lines[1:], rows, columns, rows_first)
        return shared.item_of(number, puzzle, {})
    except InputError as error:
        if first != second and _fits(lines, first, second):
            words = f"{error}; with the rows first it fits: --format mk"
            raise LineError(getattr(error, "line", number), words) from None
        raise


def _fits(lines: list[shared.Line], rows: int, columns: int) -> bool:
    """Whether the lengths agree if the rows' clues come first."""
    try:
        puzzle = _of_clues(lines[1:], rows, columns, rows_first=True)
    except InputError:
        return False
    down, across = shared.totals(puzzle)
    return down == across


def _sizes(lines: list[shared.Line], names: str) -> tuple[int, int, int]:
    """The number of the line of the sizes, and the two sizes. Raises LineError."""
    if not lines:
        raise LineError(1, "no size")
    number, line = lines[0]
    sizes = line.split()
    if len(sizes) != 2 or not all(shared.SIZE.fullmatch(x) and int(x) for x in sizes):
        raise LineError(number, f"size {line.strip()[:30]!a}: expected {names}")
    return number, int(sizes[0]), int(sizes[1])


def _of_clues(lines: Sequence[shared.Line], rows: int, columns: int, rows_first: bool) -> Picross:
    """The puzzle of the clues of one direction, then of the other. Raises LineError."""
    first, size, second = ("row", rows, "column") if rows_first else ("column", columns, "row")
    count = rows + columns
    if len(lines) < count:
        # If a word is not a clue, this is the better error message.
        names = [f"{first} {place + 1}" for place in range(size)]
        names += [f"{second} {place + 1}" for place in range(count - size)]
        for name, (number, text) in zip(names, lines, strict=False):
            shared.clue_at(number, name, text)
        number = lines[-1][0] if lines else 1
        raise LineError(number, f"{names[len(lines)]} is missing: {count} clues expected")
    for line, text in lines[count:]:
        if text.strip():
            raise LineError(line, f"{text.strip()[:30]!a} after the last clue")
    parts = lines[:size], lines[size:count]
    return shared.puzzle_of_parts(1, parts if rows_first else parts[::-1], shared.clue_at)


# -- written -------------------------------------------------------------------------------------


def write_hints(puzzle: Picross) -> str:
    """The puzzle as hints. Raises InputError if cells are given."""
    shared.check_writable(puzzle)
    clues = puzzle.column_clues + puzzle.row_clues
    return f"{_ORDER}\n{puzzle.rows} {puzzle.columns}\n{shared.clue_lines(clues)}"


def write_nin(puzzle: Picross) -> str:
    """The puzzle in the order of *nin*. Raises InputError for given cells and several colours."""
    shared.check_writable(puzzle, in_colours=False)
    return f"{puzzle.columns} {puzzle.rows}\n{shared.clue_lines(puzzle.clues)}"


def write_mk(puzzle: Picross) -> str:
    """The puzzle in the order of *mk*. Raises InputError like ``write_nin``."""
    shared.check_writable(puzzle, in_colours=False)
    rows, columns = map(shared.clue_lines, (puzzle.row_clues, puzzle.column_clues))
    return f"{puzzle.rows} {puzzle.columns}\n{rows}#\n{columns}"
