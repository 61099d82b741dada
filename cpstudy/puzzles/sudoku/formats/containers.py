"""Sudoku in containers: JSON records, tables with a header, OpenSudoku's XML.

*OpenSudoku*: ``<opensudoku>`` with ``<game data="…"/>``: 81 digits, or since version 2 of the
program ``version: N`` and for each cell ``VALUE|NOTES|EDITABLE|``, where a clue is a value that
cannot be edited. ``<name>``, ``<author>``, ``<level>``, ``<description>`` and folders say more.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.latin.signs import Hints
from cpstudy.puzzles.sudoku.formats.boards import hints_of, of_line, of_record
from cpstudy.reading import records, tables
from cpstudy.reading.xml import Elements

_NAMES = ("puzzle", "puzzles", "quizzes", "quiz", "problem", "board", "sudoku", "grid", "question",
          "unsolved", "givens", "start")  # fmt: skip
_SAID = {"author": "author", "level": "difficulty", "description": "info", "source": "source",
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
    """The puzzles of a table, a row each."""
    hints = hints_of(lines)
    return tables.read_table(lines, _NAMES, partial(of_record, hints=hints))


def recognises_opensudoku(document: Document) -> bool:
    """Whether the root of an XML document is ``opensudoku``."""
    text = "\n".join(document.significant[:20])
    return text.startswith("<") and re.search(r"<opensudoku[\s>]", text) is not None


def read_opensudoku(lines: Iterable[str]) -> Iterator[Item]:
    """The games of a collection."""
    reader = _Reader(hints_of(lines))
    try:
        # The declaration has to come first.
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
    """Collects the games of a collection, and what it says of all of them."""

    def __init__(self, hints: Hints) -> None:
        super().__init__()
        self.games: list[tuple[int, str, Any, str]] = []
        self.title, self.about = "", dict[str, str]()
        self._hints, self._folder, self._open = hints, "", ""

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        self._open = name
        if name == "folder":
            self._folder = attributes.get("name", "")
        elif name == "game":
            text = attributes.get("data", "")
            try:
                puzzle: Any = of_line(_plain(text), self._hints)
            except InputError as error:
                puzzle = error
            self.games.append((self.line, text, puzzle, self._folder))

    def _end(self, name: str) -> None:
        self._open = ""

    def _characters(self, text: str) -> None:
        if self._open == "name":
            self.title += text.strip()
        elif self._open in _SAID and text.strip():
            self.about[_SAID[self._open]] = text.strip()


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
