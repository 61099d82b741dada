"""Sudoku in containers: JSON records, tables with a header, XML of OpenSudoku and KSudoku.

*OpenSudoku*: ``<opensudoku>`` with ``<game data="…"/>``: 81 digits, or since version 2 of the
program ``version: N`` and for each cell ``VALUE|NOTES|EDITABLE|``, where a clue is a value that
cannot be edited. ``<name>``, ``<author>``, ``<level>``, ``<description>`` and folders give more
information.

*KSudoku*: ``<ksudoku>`` with ``<graph type="sudoku" order="N"/>`` and ``<values>``, a letter per
cell, column by column: ``b`` is 1, ``_`` empty. Other graphs have other rules.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from math import isqrt
from typing import Any

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.puzzles.latin.signs import Hints
from cpstudy.puzzles.sudoku.formats.boards import hints_of, of_line, of_record
from cpstudy.reading import records, tables
from cpstudy.reading.xml import Elements

_NAMES = ("puzzle", "puzzles", "quizzes", "quiz", "problem", "board", "sudoku", "grid", "question",
          "unsolved", "givens", "start")  # fmt: skip
_ABOUT = {"author": "author", "level": "difficulty", "description": "info", "source": "source",
         "created": "date"}  # fmt: skip
_CELLS = 81


def read_records(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a JSON document."""
    hints = hints_of(lines)
    return records.read_records(lines, partial(of_record, hints=hints))


def recognises_table(document: Document) -> bool:
    """Whether the first line names a column of puzzles."""
    return tables.recognises(document, _NAMES)


def read_table(lines: Iterable[str]) -> Iterator[Item]:
    """The puzzles of a table, one per row."""
    hints = hints_of(lines)
    return tables.read_table(lines, _NAMES, partial(of_record, hints=hints))


def recognises_xml(root: str, document: Document) -> bool:
    """Whether a document is XML with this root."""
    text = "\n".join(document.significant[:20])
    return text.startswith("<") and re.search(rf"<{root}[\s>]", text) is not None


def read_xml(lines: Iterable[str]) -> Iterator[Item]:
    """The games of a collection of OpenSudoku, or of a file of KSudoku."""
    reader = _Reader(hints_of(lines))
    try:
        # The declaration must come first.
        text = records.without_comments(lines)
        reader.above = len(text) - len(text.lstrip("\n"))
        reader.parse(text[reader.above :])
    except LineError as error:
        yield Item(error.line, "", error)
        return
    if not reader.games:
        yield Item(1, "", InputError("no <game> in it"))
    for line, text, puzzle, title in reader.games:
        yield Item(line, text, puzzle, title or reader.title, dict(reader.about))


class _Reader(Elements):
    """Collects the games of a collection, and the information about all of them."""

    def __init__(self, hints: Hints) -> None:
        super().__init__()
        self.games: list[tuple[int, str, Any, str]] = []
        self.title, self.about = "", dict[str, str]()
        self._hints, self._folder, self._open = hints, "", ""
        self._graph, self._values = dict[str, str](), ""

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._open = name
        if name == "folder":
            self._folder = attributes.get("name", "")
        elif name == "graph":
            self._graph, self._values = attributes, ""
        elif name == "game" and "data" in attributes:
            self._add(attributes["data"], _plain)

    def _add(self, text: str, plain: Callable[[str], str]) -> None:
        """Add a game. plain: returns the signs of its text."""
        try:
            puzzle: Any = of_line(plain(text), self._hints)
        except InputError as error:
            puzzle = error
        self.games.append((self.line, text, puzzle, self._folder))

    def _end(self, name: str) -> None:
        self._open = ""
        if name == "values":
            self._add(self._values.strip(), partial(_by_columns, self._graph))

    def _characters(self, text: str) -> None:
        if self._open == "values":
            self._values += text
        if self._open == "name":
            self.title += text.strip()
        elif self._open in _ABOUT and text.strip():
            self.about[_ABOUT[self._open]] = text.strip()


def _plain(data: str) -> str:
    """The 81 signs of a game's data. Raises InputError."""
    head, _, body = data.strip().partition(" " if "\n" not in data.strip() else "\n")
    if not head.startswith("version:"):
        return data.strip()
    body = data.strip()[len("version:") :].strip().partition("\n")[2] or body.partition(" ")[2]
    fields = body.strip().split("|")[:-1]
    width, rest = divmod(len(fields), _CELLS)
    if rest or width not in (3, 4):
        raise InputError(f"{len(fields)} fields, expected 3 or 4 for each of {_CELLS} cells")
    cells = [fields[start : start + width] for start in range(0, len(fields), width)]
    return "".join(cell[0] if cell[-1] == "0" else "0" for cell in cells)


def _by_columns(graph: Mapping[str, str], values: str) -> str:
    """The numbers of KSudoku's values, row by row. Raises InputError."""
    if graph.get("type") != "sudoku":
        which = graph.get("specific-type") or graph.get("name") or graph.get("type", "")
        raise InputError(f"a board of KSudoku's type {shortened(which)}, expected a plain Sudoku")
    order = isqrt(len(values))
    if not values or graph.get("order") != str(order) or order * order != len(values):
        wanted = f"order {graph.get('order', 'unknown')[:9]}"
        raise InputError(f"{len(values)} values, expected those of {wanted}")
    numbers = ["0" if sign == "_" else str(ord(sign) - ord("a")) for sign in values]
    return " ".join(numbers[c * order + r] for r in range(order) for c in range(order))
