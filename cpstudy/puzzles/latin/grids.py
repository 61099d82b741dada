"""Boards as grids of words, and collections of them: the common part of the kinds' grid formats.

*Grid*: a line ``ROWS COLUMNS`` (or ``ROWS``), then one line per row with a word per cell, then as
many lines with the label of the region (or cage) of each cell. The line with the size may be
missing, and the cells of a row may be single characters or separated by commas. Blank lines, ``#``
comments, headings (``Regions:``, ``[Regions]``) and the lines of frames are skipped. A file may
have several grids.

*Line*: the cells of both blocks as two words of N² characters.

*Records*: JSON, see :mod:`cpstudy.reading.records`: such a grid, or the blocks in two fields, as
rows of cells, texts or lists.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isqrt
from typing import Any

from cpstudy.core import wording
from cpstudy.core.documents import Document, Item, hint_of
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.latin.rules import LARGEST_ORDER, Latin
from cpstudy.puzzles.latin.signs import CellError, Hints
from cpstudy.puzzles.latin.signs import values_of as values_of_signs
from cpstudy.reading import records

# Words for an empty cell.
EMPTY = (".", "-", "0", "_", "*", "?")
# The names in records for the regions or cages of cells.
_REGIONS = ("regions", "areas", "blocks", "cages", "layout", "shapes", "boxes")
_SIZE = re.compile(r"[0-9]{1,4}")
_HEADING = re.compile(r"\[[A-Za-z ]{2,30}\]|[A-Za-z ]{2,30}:")
_RULE = re.compile(r"\+[-+=]{2,}\+|[-=]{3,}\+[-+=]*")
_BLOCKS = 2
_SMALLEST_LINE = 16

# The number of a line, and its words.
Row = tuple[int, list[str]]
OfRows = Callable[[list[Row], Hints], Any]


def rows_of(lines: Iterable[str]) -> list[Row]:
    """The significant lines."""
    found = []
    for number, line in enumerate(lines, 1):
        text = line.split("#", 1)[0].strip()
        if text and not _HEADING.fullmatch(text) and not _RULE.fullmatch(text):
            found.append((number, _words(text)))
    return found


def _words(text: str) -> list[str]:
    """The cells of a row, between commas or between spaces."""
    between = [word.strip() for word in text.strip(",|").split("," if "," in text else "|")]
    return between if len(between) > 1 and all(between) else text.strip("|").split()


def _is_size(words: Sequence[str]) -> bool:
    return len(words) == 2 and all(map(_SIZE.fullmatch, words))


def _is_order(rows: Sequence[Row]) -> bool:
    """Whether the first line is the number of rows in each of the blocks below it."""
    first = rows[0][1]
    alone = len(first) == 1 and _SIZE.fullmatch(first[0]) is not None
    return alone and len(rows) > 1 and len(rows) == 1 + _BLOCKS * int(first[0])


def _width(words: Sequence[str]) -> int:
    """The number of cells in a row without a preceding size."""
    return len(words) if len(words) > 1 else len(words[0])


def _cut(words: list[str], order: int) -> list[str]:
    """The cells of a row: its words, or its characters if their number fits."""
    joined = "".join(words)
    return list(joined) if len(words) != order == len(joined) else words


def blocks_of(rows: list[Row], blocks: int) -> tuple[int, list[list[Row]]]:
    """The order in the first line, or of the rows, and ``blocks`` blocks of that many rows.

    Raises LineError if a line does not have one word per cell, or for missing or excess lines.
    """
    if not rows:
        raise LineError(1, "no grid")
    number, head = rows[0]
    if _is_order(rows):
        head = [*head, *head]
    sized = _is_size(head)
    if not sized and _width(head) < 2:
        raise LineError(number, "expected rows and columns")
    order = int(head[0]) if sized else _width(head)
    if (sized and head[0] != head[1]) or not 1 <= order <= LARGEST_ORDER:
        raise LineError(number, f"{' '.join(head)}: expected a square of 1 to {LARGEST_ORDER}")
    body = [(number, _cut(words, order)) for number, words in (rows[1:] if sized else rows)]
    for place, (number, words) in enumerate(body):
        if place == blocks * order:
            raise LineError(number, f"more than {blocks} blocks of {order} rows")
        if len(words) != order:
            where = f"row {place % order + 1}"
            raise LineError(number, f"{where}: {len(words)} cells, expected {order}")
    if len(body) < blocks * order:
        last = body[-1][0] if body else number
        raise LineError(last, f"{wording.counted(len(body), 'row')}, expected {blocks * order}")
    return order, [body[start * order : (start + 1) * order] for start in range(blocks)]


def values_of(rows: Sequence[Row], order: int, hints: Hints) -> bytes:
    """The values of a block, 0 for empty cells. Raises a LineError that names the cell."""
    try:
        return values_of_signs([word for _, words in rows for word in words], order, hints)
    except CellError as error:
        row, column = divmod(error.cell, order)
        raise LineError(rows[row][0], f"{wording.place((row, column))}: {error}") from None


def hints_of(lines: Iterable[str]) -> Hints:
    """The user's settings for the signs of a document."""
    return Hints(hint_of(lines, "blank"))


# -- grids ---------------------------------------------------------------------------------------


def recognises(document: Document) -> bool:
    """Whether a document begins with a size, or has rows of one width."""
    rows = [words for _, words in rows_of(document.significant)]
    if not rows or rows[0][0][0] in "{[<" or any(_is_no_row(words) for words in rows):
        return False
    if _is_size(rows[0]) or _is_order(list(enumerate(rows))):
        return True
    width = _width(rows[0])
    alike = sum(_width(words) == width for words in rows)
    return _BLOCKS < width <= LARGEST_ORDER and len(rows) > _BLOCKS and 2 * alike > len(rows)


def _is_no_row(words: Sequence[str]) -> bool:
    """Whether words are of a game ID, an address or a save file; targets end with their signs."""
    return any(sign in word[:-1] for word in words for sign in ":/")


def read_grids(puzzle_of: OfRows, lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a file, or their faults, with the lines."""
    hints = hints_of(lines)
    for rows in _split(rows_of(lines)):
        number = rows[0][0] if rows else 1
        try:
            puzzle = puzzle_of(rows, hints)
        except LineError as error:
            yield Item(error.line, "", InputError(str(error)))
        except InputError as error:
            yield Item(number, "", error)
        else:
            yield Item(number, puzzle.encode(), puzzle)


def _split(rows: list[Row]) -> Iterator[list[Row]]:
    """The rows of each grid: from size to size; without sizes as many as a row has cells."""
    if not rows or not _is_size(rows[0][1]):
        width = _width(rows[0][1]) if rows else 0
        step = _BLOCKS * width if width > 1 and len(rows) % (_BLOCKS * width) == 0 else len(rows)
        yield from (rows[start : start + step] for start in range(0, len(rows), step or 1))
        if not rows:
            yield []
        return
    begin = 0
    order = int(rows[0][1][0])
    for place, (number, words) in enumerate(rows):
        # An incomplete grid ends at a size only if a blank line separates them.
        whole = place - begin > _BLOCKS * order and place + 1 < len(rows)
        ends = whole or number > rows[place - 1][0] + 1
        if place > begin and _is_size(words) and ends and words[0] == words[1]:
            yield rows[begin:place]
            begin, order = place, int(words[0])
    yield rows[begin:]


# -- lines ---------------------------------------------------------------------------------------


def claims_line(text: str) -> bool:
    """Whether a line has two words of the same length, a square from 4 × 4 on."""
    return _blocks_on_line(text) is not None


def _blocks_on_line(text: str) -> list[str] | None:
    words = re.split(r"\s*[,;|/]\s*|\s+", text.strip())
    length = len(words[0])
    square = length >= _SMALLEST_LINE and isqrt(length) ** 2 == length
    return words if len(words) == _BLOCKS and square and len(words[1]) == length else None


def decode_line(puzzle_of: OfRows, hints: Hints, text: str) -> Any:
    """The puzzle of a line. Raises InputError."""
    words = _blocks_on_line(text)
    if words is None:
        raise InputError(f"{text[:30]!a}: expected two words of a character a cell")
    return puzzle_of([(1, row) for word in words for row in _rows(word)], hints)


def _rows(text: str) -> list[list[str]]:
    order = isqrt(len(text))
    return [list(text[start : start + order]) for start in range(0, len(text), order)]


# -- records -------------------------------------------------------------------------------------


def read_records(puzzle_of: OfRows, lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of JSON records."""
    hints = hints_of(lines)

    def decode(record: records.Record) -> Any:
        puzzle = puzzle_of(rows_of_record(record), hints)
        check_solution(puzzle, record.about.get("solution", ""))
        return puzzle

    return records.read_records(lines, decode)


def rows_of_record(record: records.Record) -> list[Row]:
    """The rows of a record: of its puzzle, then of its regions if these are a separate field."""
    regions = next((record.fields[name] for name in _REGIONS if name in record.fields), None)
    is_separate = regions is not None and regions is not record.problem
    texts = [record.text, records.text_of(regions)] if is_separate else [record.text]
    rows: list[Row] = []
    for text in texts:
        words = text.split()
        cells = list(words[0]) if len(words) == 1 else words
        if "\n" not in text and isqrt(len(cells)) ** 2 == len(cells):
            order = isqrt(len(cells))
            rows += [(1, cells[start : start + order]) for start in range(0, len(cells), order)]
        else:
            rows += rows_of(text.split("\n"))
    return rows


def check_solution(puzzle: Latin, text: str) -> None:
    """Raise InputError if a solution given with a puzzle contradicts it.

    A text is ignored unless it has as many signs as the puzzle has cells.
    """
    lines = text.strip().split("\n")
    size = lines[0].split()
    rows = lines[1:] if len(lines) > 2 and _is_size(size) else lines
    signs = list("".join("".join(rows).split()))
    words = re.split(r"[\s,;|]+", " ".join(rows).strip())
    cells = words if len(words) == puzzle.order**2 else signs
    if len(cells) != puzzle.order**2:
        return
    try:
        solution = values_of_signs(cells, puzzle.order, blanks=())
    except CellError as error:
        raise InputError(f"the solution given: {puzzle.cell(error.cell)}: {error}") from None
    fault = puzzle.violation(solution)
    if fault:
        raise InputError(f"the solution given contradicts the puzzle: {fault}")


# -- writing -------------------------------------------------------------------------------------


def written(order: int, *blocks: Sequence[str]) -> str:
    """A grid: the size, then each block, with one word per cell."""
    lines = [f"{order} {order}"]
    for words in blocks:
        width = max(map(len, words))
        for start in range(0, len(words), order):
            row = (f"{word:>{width}}" for word in words[start : start + order])
            lines.append(" ".join(row))
    return "\n".join(lines) + "\n"


def value_words(values: bytes) -> list[str]:
    """Values as words, ``-`` for none."""
    return [str(value) if value else "-" for value in values]
