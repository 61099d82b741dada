"""Reading lists: one puzzle a line, in its text form.

Anything after a TAB is ignored, so what the CLI prints can be read again; blank lines and lines
that begin with ``#`` are skipped. A faulty line becomes a InputError in its place, so the others
are still processed. Cost: one line in memory at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.core.puzzle import Puzzle


class NoBoardError(InputError):
    """A program's answer says that there is no solution, so it holds no board."""


@dataclass(frozen=True)
class Item:
    """One puzzle of an input: the line it begins on (from 1) and the puzzle or what is wrong.

    title: its name in a collection, "" where it has none there; None in what is no collection.
    """

    line: int
    text: str
    puzzle: Any | InputError
    title: str | None = None


@dataclass(frozen=True)
class Located:
    """A puzzle or a fault, and where it was read: ``FILE:LINE`` or ``argument N``.

    number: which of its file it is, from 1; None of an argument. title: as of an :class:`Item`.
    """

    place: str
    puzzle: Any | InputError
    number: int | None = None
    title: str | None = None

    @property
    def fault(self) -> InputError | None:
        """What is wrong with the input."""
        return self.puzzle if isinstance(self.puzzle, InputError) else None


def read_text(puzzle: type[Puzzle], lines: Iterable[str]) -> Iterator[Item]:
    """Text forms of one kind, one a line."""
    return read_list(lines, puzzle.decode)


def write_text(puzzle: Puzzle) -> str:
    """The text form, as a line."""
    return puzzle.encode() + "\n"


def read_list(lines: Iterable[str], decode: Callable[[str], Any]) -> Iterator[Item]:
    """The puzzles of a list file, in order."""
    for number, line in enumerate(lines, 1):
        text = line.split("\t", 1)[0].strip()
        if text and not text.startswith("#"):
            yield Item(number, text, decoded(text, decode))


def decoded(text: str, decode: Callable[[str], Any]) -> Any | InputError:
    """``decode(text)``, or the InputError that it raises."""
    try:
        return decode(text)
    except InputError as error:
        return error
