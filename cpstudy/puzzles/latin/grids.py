"""Boards as grids of words, and collections of them: what the kinds' own grid formats share.

*Grid*: a file is one puzzle: a line ``ROWS COLUMNS``, then a line a row with a word a cell, then as
many lines with the label of the region (or cage) of each cell. Spaces separate words; blank lines
and ``#`` comments are skipped.

*Records*: a JSON object ``{"id": {"problem": "GRID", …}, …}``, each grid with its line ends; other
fields are ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.core.text import decoded
from cpstudy.puzzles.latin.rules import LARGEST_ORDER

# Words for an empty cell.
EMPTY = (".", "-", "0", "_")

# The number of a line, and its words.
Row = tuple[int, list[str]]


class LineError(InputError):
    """A fault at a line of a file."""

    def __init__(self, line: int, words: str) -> None:
        super().__init__(words)
        self.line = line


def rows_of(lines: Iterable[str]) -> list[Row]:
    """The significant lines."""
    found = []
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if words:
            found.append((number, words))
    return found


def blocks_of(rows: list[Row], blocks: int) -> tuple[int, list[list[Row]]]:
    """The order in the first line, and ``blocks`` blocks of that many rows.

    Raises LineError where a line does not have a word a cell, or for missing or excess lines.
    """
    if not rows:
        raise LineError(1, "no grid")
    number, head = rows[0]
    if len(head) != 2 or not all(re.fullmatch("[0-9]{1,4}", word) for word in head):
        raise LineError(number, "expected rows and columns")
    order = int(head[0])
    if head[0] != head[1] or not 1 <= order <= LARGEST_ORDER:
        raise LineError(number, f"{' '.join(head)}: expected a square of 1 to {LARGEST_ORDER}")
    body = rows[1:]
    for place, (number, words) in enumerate(body):
        if place == blocks * order:
            raise LineError(number, f"more than {blocks} blocks of {order} rows")
        if len(words) != order:
            where = f"row {place % order}"
            raise LineError(number, f"{where}: {len(words)} cells, expected {order}")
    if len(body) < blocks * order:
        last = body[-1][0] if body else number
        raise LineError(last, f"{len(body)} rows, expected {blocks * order}")
    return order, [body[start * order : (start + 1) * order] for start in range(blocks)]


def values_of(rows: Sequence[Row], order: int) -> bytes:
    """The values of a block, 0 for empty cells. Raises LineError that names the cell."""
    values = []
    for row, (number, words) in enumerate(rows):
        for column, word in enumerate(words):
            if word in EMPTY:
                values.append(0)
            elif re.fullmatch("[0-9]{1,2}", word) and 1 <= int(word) <= order:
                values.append(int(word))
            else:
                fault = f"({row}, {column}): {word[:20]!a} is not a value from 1 to {order}"
                raise LineError(number, fault)
    return bytes(values)


def read_one(puzzle_of: Callable[[list[Row]], Any], lines: Iterable[str]) -> Iterator[Item]:
    """The puzzle of a file, or its fault, with the line."""
    rows = rows_of(lines)
    try:
        puzzle = puzzle_of(rows)
    except LineError as error:
        yield Item(error.line, "", InputError(str(error)))
    except InputError as error:
        yield Item(rows[0][0] if rows else 1, "", error)
    else:
        yield Item(rows[0][0], puzzle.encode(), puzzle)


def recognises_grid(line: str) -> bool:
    """Whether a file's first significant line is a size."""
    return re.fullmatch(r"\s*[0-9]+\s+[0-9]+\s*", line) is not None


def recognises_records(line: str) -> bool:
    """Whether a file's first significant line begins a JSON object."""
    return line.lstrip().startswith("{")


def read_records(puzzle_of: Callable[[list[Row]], Any], lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a collection, with the lines of their identifiers."""
    text = "".join(lines)
    try:
        records = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        yield Item(line, "", InputError(f"no JSON: {getattr(error, 'msg', 'too deep')}"))
        return
    if not isinstance(records, dict):
        yield Item(1, "", InputError("expected an object of records"))
        return
    begun = 0
    for name, record in records.items():
        begun = max(begun, text.find(json.dumps(name), begun))
        line = text.count("\n", 0, begun) + 1
        problem = record.get("problem") if isinstance(record, dict) else None

        if isinstance(problem, str):
            puzzle = decoded(problem, lambda grid: puzzle_of(rows_of(grid.split("\n"))))
        else:
            puzzle = InputError("no problem")
        if isinstance(puzzle, InputError):
            puzzle = InputError(f"record {name[:30]!a}: {puzzle}")
        yield Item(line, name, puzzle)


def written(order: int, *blocks: Sequence[str]) -> str:
    """A grid: the size, then each block, a word a cell."""
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
