"""Lists of puzzles: one a line.

Text after a TAB is ignored, so the CLI's output can be read again; blank lines and lines that begin
with ``#``, ``;``, ``%`` or ``//`` are skipped. A faulty line becomes an InputError in its place,
and reading continues. Cost: one line in memory at a time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.core.puzzle import Puzzle


# The beginnings of comments.
COMMENTS = ("#", ";", "%", "//")
# An address with a list number, brackets or quotation marks before it, and a comment after it.
_ADDRESS = re.compile(
    r"(?:[-*]\s+|[0-9]{1,6}[.):]\s+)?(?:\[[^\]]*\]\()?[<(\"'`]*(https?://[^\s<>\"'`]+?)[>)\"'`,;]*"
    r"(?:\s+#.*)?",
    re.IGNORECASE,
)


class NoBoardError(InputError):
    """A program's answer is "no solution", so it holds no board."""


def read_text(puzzle: type[Puzzle], lines: Iterable[str]) -> Iterator[Item]:
    """Text forms of one kind, one a line."""
    return read_list(lines, puzzle.decode)


def write_text(puzzle: Puzzle) -> str:
    """The text form, as a line."""
    return puzzle.encode() + "\n"


def read_list(lines: Iterable[str], decode: Callable[[str], Any]) -> Iterator[Item]:
    """The puzzles of a list file, in order; ``decode`` may give an Item with further facts."""
    for number, line in enumerate(lines, 1):
        text = field(line)
        if text and not text.startswith(COMMENTS):
            found = decoded(text, decode)
            if isinstance(found, Item):
                yield replace(found, line=number, text=text)
            else:
                yield Item(number, text, found)


def field(line: str) -> str:
    """The puzzle's text in a line of a list: before a TAB, and an address without its markup.

    >>> field("2. [easy](https://puzz.link/p?slither/2/2/2d), by A # new")
    '2. [easy](https://puzz.link/p?slither/2/2/2d), by A # new'
    >>> field("2. [easy](https://puzz.link/p?slither/2/2/2d)  # new")
    'https://puzz.link/p?slither/2/2/2d'
    """
    text = line.strip().split("\t", 1)[0].rstrip()
    address = _ADDRESS.fullmatch(text) if "://" in text else None
    return text if address is None else address[1]


def decoded(text: str, decode: Callable[[str], Any]) -> Any | InputError:
    """``decode(text)``, or the InputError that it raises."""
    try:
        return decode(text)
    except InputError as error:
        return error
