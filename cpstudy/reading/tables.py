"""Tables: a header with the names of the columns, and one puzzle a row.

Columns are separated by TABs, ``,``, ``;`` or ``|``. The column of the puzzles has one of the given
names; other columns are reported by the names of :data:`.records.ABOUT`. Cost: one row in memory at
a time.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.core.wording import counted
from cpstudy.reading.records import Record

_SEPARATORS = "\t,;|"


def recognises(document: Document, names: Sequence[str]) -> bool:
    """Whether a document's first line is a header with one of the names, and rows are as long."""
    header = _columns(document.first)
    if not any(name in header for name in names) or len(document.significant) < 2:
        return False
    row = document.significant[1]
    return row.count(_separator(document.first)) >= len(header) - 1 and all(
        re.fullmatch(r"[a-z_][\w .()/%#-]*|", column) for column in header
    )


def _columns(line: str) -> list[str]:
    separator = _separator(line)
    return [name.strip().strip("\"'").lower() for name in line.strip().split(separator)]


def _separator(line: str) -> str:
    return max(_SEPARATORS, key=line.count)


def read_table(
    lines: Iterable[str], names: Sequence[str], decode: Callable[[Record], Any]
) -> Iterator[Item]:
    """The puzzles of a table. decode: decodes a record; may raise InputError."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if _says(line))
    at, first = next(numbered, (1, ""))
    header, separator = _columns(first), _separator(first)
    where = next((header.index(name) for name in names if name in header), None)
    if where is None:
        yield Item(at, "", LineError(at, f"no column {' or '.join(names)}"))
        return
    for number, line in numbered:
        try:
            row = next(csv.reader([line.rstrip("\r\n")], delimiter=separator, strict=True))
        except csv.Error as error:
            yield Item(number, line.strip(), LineError(number, str(error)))
        else:
            yield _item(number, line, header, row, where, decode)


def _says(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _item(
    number: int, line: str, header: list[str], row: list[str], where: int,
    decode: Callable[[Record], Any],
) -> Item:  # fmt: skip
    if len(row) <= where or len(row) > len(header):
        fault = f"{counted(len(row), 'column')}, expected {len(header)}"
        return Item(number, line.strip(), LineError(number, fault))
    fields = {name: value.strip() for name, value in zip(header, row, strict=False)}
    record = Record(number, "", row[where].strip(), fields)
    try:
        puzzle = decode(record)
    except InputError as error:
        puzzle = error
    return Item(number, record.text, puzzle, record.title or None, record.about)
