"""XML of webpbn.com as it stands: what each puzzle of a file has, by the names of the file.

The file is read by expat, event by event. A document type is allowed, since most files name one,
but nothing is fetched for it, and a declaration of an entity is refused: expanded, a few lines of
them fill a memory. Cost: the file is in memory once, as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from cpstudy.core.errors import LineError
from cpstudy.puzzles.picross.formats import clues as shared

# What is known of a puzzle, by our names.
WORDS = {
    "author": "author", "copyright": "copyright", "source": "source", "id": "catalogue",
    "description": "description", "license": "license", "note": "note",
}  # fmt: skip


@dataclass
class Found:
    """A puzzle as the file has it. lines: by their kind, pairs (line of the file, counts)."""

    line: int
    attributes: Mapping[str, str]
    words: dict[str, str] = field(default_factory=dict)
    colours: dict[str, tuple[str, str]] = field(default_factory=dict)
    clues: dict[str, list[tuple[int, list[tuple[str, str]]]]] = field(default_factory=dict)
    goal: tuple[int, str] | None = None


class Reader:
    """Collects the puzzles while a file is parsed."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        # The encoding is given: the text was decoded before, whatever its head says.
        self._parser = expat.ParserCreate(encoding="utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._skipped
        self._text: list[str] = []
        self._attributes: dict[str, str] = {}
        self._puzzle: Found | None = None
        self._lines: list[tuple[int, list[tuple[str, str]]]] | None = None
        self._solution: dict[str, str] | None = None

    def parse(self, text: str) -> None:
        """Parse a file. Raises expat.ExpatError, LineError."""
        self._parser.Parse(text.encode("utf-8", "backslashreplace"), True)

    @property
    def _line(self) -> int:
        return self._parser.CurrentLineNumber

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        name = name.lower()
        self._text, self._attributes = [], attributes
        if name == "puzzle":
            self._puzzle = Found(self._line, attributes)
        elif self._puzzle is None:
            return
        elif name == "clues":
            kind = attributes.get("type", "").lower()
            if kind in self._puzzle.clues:
                raise LineError(self._line, f"the clues of the {kind} are given twice")
            self._lines = self._puzzle.clues[kind] = []
        elif name == "line" and self._lines is not None:
            self._lines.append((self._line, []))
        elif name == "solution":
            self._solution = attributes

    def _characters(self, text: str) -> None:
        self._text.append(text)

    def _end(self, name: str) -> None:
        name, text = name.lower(), "".join(self._text)
        puzzle = self._puzzle
        if puzzle is None:
            return
        if name == "puzzle":
            self.found.append(puzzle)
            self._puzzle = None
        elif name == "clues":
            self._lines = None
        elif name == "count" and self._lines:
            self._lines[-1][1].append((text.strip(), self._attributes.get("color", "")))
        elif name == "color":
            value = shared.colour_value(text), self._attributes.get("char", "")
            puzzle.colours[self._attributes.get("name", "")] = value
        elif name == "image" and self._solution is not None:
            if self._solution.get("type", "goal").lower() == "goal":
                puzzle.goal = self._line, text
        elif name == "solution":
            self._solution = None
        elif self._solution is None and (name == "title" or name in WORDS) and text.strip():
            puzzle.words[WORDS.get(name, name)] = " ".join(text.split())
        self._text = []

    def _entity(self, name: str, *_: Any) -> None:
        raise LineError(self._line, f"it declares the entity {name[:30]!a}")

    def _skipped(self, name: str, _: bool) -> None:
        # Those of HTML, which files with a document type use without a declaration.
        self._text.append({"copy": "©", "nbsp": " "}.get(name, f"&{name};"))
