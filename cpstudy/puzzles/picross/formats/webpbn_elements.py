"""XML of webpbn.com as it stands: what each puzzle of a file has, by the names of the file.

The file is read by expat, event by event. A document type is allowed, since most files name one,
but nothing is fetched for it, and a declaration of an entity is refused: expanded, a few lines of
them fill a memory. Cost: the file is in memory once, as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cpstudy.core.errors import LineError
from cpstudy.puzzles.picross.formats import clues as shared
from cpstudy.reading.xml import Elements

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


class Reader(Elements):
    """Collects the puzzles while a file is parsed."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Found] = []
        self._text: list[str] = []
        self._attributes: dict[str, str] = {}
        self._puzzle: Found | None = None
        self._lines: list[tuple[int, list[tuple[str, str]]]] | None = None
        self._solution: dict[str, str] | None = None

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        name = name.lower()
        self._text, self._attributes = [], attributes
        if name == "puzzle":
            self._puzzle = Found(self.line, attributes)
        elif self._puzzle is None:
            return
        elif name == "clues":
            kind = attributes.get("type", "").lower()
            if kind in self._puzzle.clues:
                raise LineError(self.line, f"the clues of the {kind} are given twice")
            self._lines = self._puzzle.clues[kind] = []
        elif name == "line" and self._lines is not None:
            self._lines.append((self.line, []))
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
                puzzle.goal = self.line, text
        elif name == "solution":
            self._solution = None
        elif self._solution is None and (name == "title" or name in WORDS) and text.strip():
            puzzle.words[WORDS.get(name, name)] = " ".join(text.split())
        self._text = []
