"""XML as a stream of elements, read safely: entities are refused, faults have their lines.

A container subclasses :class:`Elements` and collects its data. Cost: the text is in memory.
"""

import re
from xml.parsers import expat

from cpstudy.core.errors import LineError

# Characters that XML cannot contain, not even escaped.
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Entities of HTML, which files with a document type use without a declaration.
_ENTITIES = {"copy": "©", "nbsp": " "}


class Elements:
    """Receives the elements of a document while :meth:`parse` reads it.

    above: the number of lines before the document, which count too.
    """

    def __init__(self) -> None:
        self.above = 0
        # The encoding is fixed: the text was decoded before, whatever its head states.
        self._parser = expat.ParserCreate(encoding="utf-8")
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._begin
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.EntityDeclHandler = self._entity
        self._parser.SkippedEntityHandler = self._skipped

    @property
    def line(self) -> int:
        """The parser's line, from 1."""
        return self.above + self._parser.CurrentLineNumber

    def parse(self, text: str) -> None:
        """Parse a document. Raises LineError if it is not XML or declares an entity."""
        try:
            self._parser.Parse(text.encode("utf-8", "backslashreplace"), True)
        except expat.ExpatError as error:
            # Expat may count one line more than there are.
            line = min(error.lineno, max(1, len(text.splitlines())))
            words = f"no XML: {expat.ErrorString(error.code)}"
            raise LineError(self.above + line, words) from None

    def _begin(self, name: str, attributes: dict[str, str]) -> None:
        """Called at the beginning of an element."""

    def _characters(self, text: str) -> None:
        """Called for text of the innermost open element, perhaps in parts."""

    def _end(self, name: str) -> None:
        """Called at the end of an element."""

    def _entity(self, name: str, *_: object) -> None:
        raise LineError(self.line, f"no XML: it declares the entity {name[:30]!a}")

    def _skipped(self, name: str, _: bool) -> None:
        self._characters(_ENTITIES.get(name, f"&{name};"))
