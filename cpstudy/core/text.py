"""Reading files of puzzles: lists of text forms, and which format of a kind a file is in.

A list has one puzzle a line. Anything after a TAB is ignored, so what the CLI prints can be read
again; blank lines and lines that begin with ``#`` are skipped. A faulty line becomes an InputError
in its place, and reading continues. Cost: one line in memory at a time.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cpstudy.core.errors import InputError, meant

if TYPE_CHECKING:
    from cpstudy.core.kind import Format, Kind
    from cpstudy.core.puzzle import Puzzle


class NoBoardError(InputError):
    """A program's answer is "no solution", so it holds no board."""


@dataclass(frozen=True)
class Item:
    """One puzzle of an input: the line it begins on (from 1) and the puzzle or what is wrong.

    title: its name in a collection, "" where it has none there; None outside collections.
    """

    line: int
    text: str
    puzzle: Any | InputError
    title: str | None = None


@dataclass(frozen=True)
class Located:
    """A puzzle or an InputError, and where it was read: ``FILE:LINE`` or ``argument N``.

    number: which of its file it is, from 1; None of an argument. title: as of an :class:`Item`.
    """

    place: str
    puzzle: Any
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


def readable(kind: Kind) -> dict[str, Format]:
    """The kind's formats that can be read."""
    return {name: form for name, form in kind.formats.items() if form.read is not None}


def check_format(kind: Kind, name: str | None) -> None:
    """Raise InputError where a kind cannot read a format of that name; None: it is detected."""
    names = readable(kind)
    if name is not None and name not in names:
        raise InputError(
            f"format {name!r}: choose from {', '.join(names)} for {kind.name}{meant(name, names)}"
        )


def items(kind: Kind, lines: Iterable[str], format_name: str | None = None) -> Iterator[Item]:
    """The puzzles of a file's lines, each fault in its place.

    format_name: one of :func:`readable`; None: detected from the first significant line.
    """
    head: list[str] = []
    source = iter(lines)
    for line in source:
        head.append(line)
        if line.strip() and not line.lstrip().startswith("#"):
            break
    if format_name is None:
        format_name = recognised(kind, head[-1] if head else "")
    read = kind.formats[format_name].read
    assert read is not None
    return read(itertools.chain(head, source))


def recognised(kind: Kind, line: str) -> str:
    """The format whose reader recognises a file by its first significant line, else ``text``."""
    for name, form in readable(kind).items():
        if form.recognises is not None and form.recognises(line):
            return name
    return "text"
