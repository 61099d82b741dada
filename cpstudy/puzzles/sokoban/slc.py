"""Sokoban collections in XML (SLC): levels with titles and copyrights, as on the community's sites.

``SokobanLevels`` contains a ``LevelCollection`` of ``Level Id="title"``, each with lines ``<L>`` in
XSB characters. All other elements are ignored. expat reads the file, event by event. A document
type is allowed, since most files name one, but it is never fetched. An entity declaration is
refused: a few lines of them can expand to fill the memory.

Cost: the file is in memory once, as text.
"""

from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from cpstudy.core.documents import Document, Item
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.sokoban.formats import decoded_level, framed
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.reading.xml import FORBIDDEN, Elements

_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<SokobanLevels>\n'
    "  <Title>{title}</Title>\n  <LevelCollection>\n"
)
_TAIL = "  </LevelCollection>\n</SokobanLevels>\n"


def recognises(document: Document) -> bool:
    """Whether a document looks like XML."""
    return document.first.lstrip("\ufeff \t").startswith("<")


def read(lines: Iterable[str]) -> Iterator[Item]:
    """Read the levels in order; if the XML is faulty, the fault follows the levels before it."""
    reader = _Reader(getattr(lines, "hints", {}))
    fault: LineError | None = None
    try:
        reader.parse("".join(lines))
    except LineError as error:
        fault = error
    yield from reader.levels
    if fault is not None:
        yield Item(fault.line, "", fault, "")


class _Reader(Elements):
    """Collects the levels while a file is parsed."""

    def __init__(self, hints: Mapping[str, str]) -> None:
        super().__init__()
        self._hints = hints
        self.levels: list[Item] = []
        self._title, self._begun = "", 0
        self._rows: list[str] | None = None
        self._row: list[str] | None = None

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        if name == "Level":
            self._title, self._begun = " ".join(attributes.get("Id", "").split()), self.line
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
            self.levels.append(Item(self._begun, self._title, found, self._title))
            self._rows = None


def write_all(levels: Iterable[tuple[Mapping[str, str], Sokoban]]) -> str:
    """A collection of levels with their titles."""
    body = "".join(_level(about.get("title", ""), puzzle) for about, puzzle in levels)
    return _HEAD.format(title="") + body + _TAIL


def _level(title: str, puzzle: Sokoban) -> str:
    # A blank at the end of a row is floor too; XML needs no escape for it.
    rows = [line.replace("-", " ") for line in framed(puzzle)]
    identity = quoteattr(FORBIDDEN.sub("\ufffd", title))
    lines = "".join(f"      <L>{escape(row)}</L>\n" for row in rows)
    size = f'Width="{len(rows[0])}" Height="{len(rows)}"'
    return f"    <Level Id={identity} {size}>\n{lines}    </Level>\n"
