"""Sokoban collections in XML (SLC): levels with their titles and copyrights, as the community's
sites offer them.

``SokobanLevels`` holds a ``LevelCollection`` of ``Level Id="title"``, each of lines ``<L>`` in XSB
characters. All else is ignored. The file is read by expat, event by event. A document type is
allowed, since most files name one, but nothing is fetched for it, and a declaration of an entity is
refused: expanded, a few lines of them fill a memory.

Cost: the file is in memory once, as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.sokoban.formats import decoded_level, framed
from cpstudy.puzzles.sokoban.puzzle import Sokoban

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<SokobanLevels>\n'
    "  <Title>{title}</Title>\n  <LevelCollection>\n"
)
_TAIL = "  </LevelCollection>\n</SokobanLevels>\n"

# Characters that XML cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def recognises(document: Document) -> bool:
    """Whether a document looks like XML."""
    return document.first.lstrip("\ufeff \t").startswith("<")


def read(lines: Iterable[str]) -> Iterator[Item]:
    """The levels in order; XML that ends in the middle is a fault behind those before it."""
    reader, rows = _Reader(getattr(lines, "hints", {})), list(lines)
    try:
        reader.parse("".join(rows))
    except (expat.ExpatError, InputError) as error:
        line = reader.line
        what = expat.ErrorString(error.code) if isinstance(error, expat.ExpatError) else error
        if isinstance(error, expat.ExpatError):
            line = min(error.lineno, max(1, len(rows)))  # expat counts one behind the last break
        yield from reader.levels
        yield Item(line, "", InputError(f"no XML: {what}"), "")
    else:
        yield from reader.levels


class _Reader:
    """Collects the levels while a file is parsed."""

    def __init__(self, hints: Mapping[str, str]) -> None:
        self._hints = hints
        self.levels: list[Item] = []
        # The encoding is given: the text was decoded before, whatever its head says.
        self._parser = expat.ParserCreate(encoding="utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._title, self._line = "", 0
        self._rows: list[str] | None = None
        self._row: list[str] | None = None

    @property
    def line(self) -> int:
        """Where the parser is, from 1."""
        return self._parser.CurrentLineNumber

    def parse(self, text: str) -> None:
        """Parse a file. Raises expat.ExpatError, or InputError where it declares an entity."""
        self._parser.Parse(text.encode("utf-8", "backslashreplace"), True)

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Level":
            self._title, self._line = " ".join(attributes.get("Id", "").split()), self.line
            self._rows = []
        elif name == "L" and self._rows is not None:
            self._row = []

    def _characters(self, text: str) -> None:
        if self._row is not None:
            self._row.append(text)

    def _end(self, name: str) -> None:
        if name == "L" and self._rows is not None and self._row is not None:
            self._rows.append("".join(self._row).strip("\r\n").rstrip())
            self._row = None
        elif name == "Level" and self._rows is not None:
            found = (
                decoded_level(self._rows, self._hints)
                if self._rows
                else InputError("a level of no rows")
            )
            self.levels.append(Item(self._line, self._title, found, self._title))
            self._rows = None

    def _entity(self, name: str, *_: Any) -> None:
        raise InputError(f"it declares the entity {name[:30]!a}")


def write(puzzle: Sokoban) -> str:
    """A collection of one level without a title."""
    return write_all([({}, puzzle)])


def write_all(levels: Iterable[tuple[Mapping[str, str], Sokoban]]) -> str:
    """A collection of levels with their titles."""
    body = "".join(_level(about.get("title", ""), puzzle) for about, puzzle in levels)
    return _HEAD.format(title="") + body + _TAIL


def _level(title: str, puzzle: Sokoban) -> str:
    # A blank at the edge of a row is floor too, and stands for itself in XML.
    rows = [line.replace("-", " ") for line in framed(puzzle)]
    identity = quoteattr(_FORBIDDEN.sub("\ufffd", title))
    lines = "".join(f"      <L>{escape(row)}</L>\n" for row in rows)
    size = f'Width="{len(rows[0])}" Height="{len(rows)}"'
    return f"    <Level Id={identity} {size}>\n{lines}    </Level>\n"
