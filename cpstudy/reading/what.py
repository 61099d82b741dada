"""Describe documents without solving anything: kind, format, encoding, puzzles and their titles.

Each kind that recognises a document's head reads it once, so documents are passed as functions that
open them.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError, LineError
from cpstudy.core.kind import Kind
from cpstudy.reading.door import as_it_stands, opened_up, readable, recognised
from cpstudy.reading.naming import kind_of
from cpstudy.reading.text_type import text_type

Opening = Callable[[], AbstractContextManager[Document]]

# The maximum number of stored titles.
_MOST_TITLES = 1000


@dataclass
class Content:
    """A document as read by a kind. format: for a list, the formats of its lines.

    puzzles, faults: their numbers. titles: those of the puzzles, in order. about: the facts about
    the first puzzle, without its title. read_as: the reader's choices, without repetitions.
    """

    kind: str
    format: str
    encoding: str
    puzzles: int = 0
    faults: int = 0
    titles: list[str] = field(default_factory=list)
    about: Mapping[str, str] = field(default_factory=dict)
    read_as: list[str] = field(default_factory=list)


def contents(
    kinds: Iterable[Kind], opening: Opening, format_name: str | None = None
) -> list[Content]:
    """The document as read by those of the kinds that find puzzles, and no faults, in it.

    Inner boards count only if no kind finds puzzles in the document as it stands.

    If all kinds find faults, those that also find puzzles are returned. Raises OSError; and if no
    kind finds a puzzle, InputError, perhaps with a ``line``: the fault of the kind that the
    document states, or of the only kind that knows its format.
    """
    kinds = list(kinds)
    found: list[Content] = []
    faults: dict[str, InputError] = {}
    for inside in (False, True):
        for kind in kinds if not found else ():
            with opening() as document:
                try:
                    inner = opened_up(kind, document, format_name) if inside else document
                    found.append(_content(kind, inner, format_name))
                except InputError as error:
                    faults.setdefault(kind.name, error)
    if found:
        return [content for content in found if not content.faults] or found
    with opening() as document:
        named = kind_of(document) if len(kinds) > 1 else kinds[0].name
        guess = document.binary or text_type(document)
    fault = faults.get(named or "")
    known = [error for error in faults.values() if type(error) is LineError]
    if fault or len(known) == 1:
        raise fault or known[0]
    raise InputError(f"{guess + ': ' if guess else ''}no kind of puzzle is recognised in it")


def _content(kind: Kind, document: Document, format_name: str | None) -> Content:
    """The document as read by a kind. Raises InputError if the kind finds no puzzle in it."""
    form = readable(kind)[format_name] if format_name else recognised(kind, document)
    content = Content(kind.name, form.name, document.encoding)
    first: InputError | None = None
    for item in as_it_stands(kind, document, format_name):
        if isinstance(item.puzzle, InputError):
            content.faults += 1
            first = first or LineError(item.line, str(item.puzzle))
            continue
        if not content.puzzles:
            content.about = {key: item.about[key] for key in item.about if key != "read as"}
        content.puzzles += 1
        if item.title and len(content.titles) < _MOST_TITLES:
            content.titles.append(item.title)
        note = item.about.get("read as")
        if note and note not in content.read_as:
            content.read_as.append(note)
    if not content.puzzles:
        raise first or InputError("no puzzle in it")
    return content
