"""What people bring, as lines of text: a file, standard input or an argument.

A format reads a :class:`Document`, which is an iterable of lines. Recognising looks at the head
of it, the first 64 KiB or less, so a list of any length is read with one line in memory. Where
the first line opens a block of code in Markdown (three backticks), such lines are blank ones.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, wraps
from typing import Any, Generic, ParamSpec, TypeVar

from cpstudy.core.errors import InputError, choose_from

P = ParamSpec("P")
T = TypeVar("T")

# Characters of a document that recognising may look at.
HEAD = 1 << 16
_FENCE = re.compile(r"\s*```+[ \t]*[\w+-]*\s*")


@dataclass(frozen=True)
class Item:
    """One puzzle of a document: the line it begins on (from 1) and the puzzle or what is wrong.

    title: its name in a collection, "" where it has none there; None outside collections. about:
    what else the document says of it: ``author``, ``difficulty``, ``solution``, …, and under
    ``read as`` what the reader had to choose.
    """

    line: int
    text: str
    puzzle: Any | InputError
    title: str | None = None
    about: Mapping[str, str] = field(default_factory=dict)


def with_fault(read: Callable[P, Iterator[Item]]) -> Callable[P, Iterator[Item]]:
    """A reader whose InputError, with which it ends, is an item on the line that it names."""

    @wraps(read)
    def reading(*args: P.args, **kwargs: P.kwargs) -> Iterator[Item]:
        try:
            yield from read(*args, **kwargs)
        except InputError as error:
            yield Item(getattr(error, "line", 1), "", error)

    return reading


@dataclass(frozen=True)
class Located:
    """A puzzle or an InputError, and where it was read: ``FILE:LINE`` or ``argument N``.

    number: which of its file it is, from 1; None of an argument. title, about: as of an
    :class:`Item`.
    """

    place: str
    puzzle: Any
    number: int | None = None
    title: str | None = None
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def fault(self) -> InputError | None:
        """What is wrong with the input."""
        return self.puzzle if isinstance(self.puzzle, InputError) else None


@dataclass(frozen=True)
class Answered(Generic[T]):
    """A puzzle of the input with what a verb found, or with what is wrong with it."""

    located: Located
    result: T | InputError

    @property
    def place(self) -> str:
        """Where the puzzle was read."""
        return self.located.place

    @property
    def fault(self) -> InputError | None:
        """What is wrong with the input."""
        return self.result if isinstance(self.result, InputError) else None


@dataclass(frozen=True)
class Stretch:
    """Some lines of a list that are still to be read, each a puzzle in one of these formats.

    shown: the document's name. first: the number of the first line, from 1. text: the lines,
    joined, since one text travels to a worker faster than its lines.
    """

    shown: str
    first: int
    text: str
    formats: tuple[str, ...]


class Document:
    """Lines, each with its line end but perhaps the last, and what is known of where they are from.

    encoding: by its name in Python. hints: what the user says of the document, by the names of
    :attr:`.Format.hints`. suffix: of the file's name, in lower case (``".nin"``). binary: what the
    document is where it is not text (``"a PNG picture"``), with all its bytes in ``data``; it has
    no lines then.
    """

    def __init__(
        self,
        lines: Iterable[str],
        *,
        encoding: str = "utf-8",
        hints: Mapping[str, str] | None = None,
        suffix: str = "",
        binary: str = "",
        data: bytes = b"",
    ) -> None:
        self.encoding, self.hints, self.suffix = encoding, hints or {}, suffix
        self.binary, self.data = binary, data
        self._rest = _unfenced(lines)
        self._lines: list[str] = []
        room = HEAD
        while room > 0 and (line := next(self._rest, None)) is not None:
            self._lines.append(line)
            room -= len(line)
        following = next(self._rest, None)
        self.whole = following is None
        self._rest = itertools.chain(() if following is None else (following,), self._rest)

    @classmethod
    def of(cls, text: str, hints: Mapping[str, str] | None = None) -> Document:
        """A text, as an argument brings it."""
        return cls(text.splitlines(keepends=True), hints=hints)

    @property
    def head(self) -> list[str]:
        """The lines that recognising may look at; all of them where ``whole``."""
        return self._lines

    @cached_property
    def significant(self) -> list[str]:
        """The head's lines that are neither blank nor begin with ``#``, stripped."""
        stripped = (line.strip() for line in self._lines)
        return [line for line in stripped if line and not line.startswith("#")]

    @property
    def first(self) -> str:
        """The first significant line, "" where the head has none."""
        return self.significant[0] if self.significant else ""

    def __iter__(self) -> Iterator[str]:
        """All lines; once only where the document is not ``whole``."""
        return itertools.chain(self._lines, self._rest)

    def text(self) -> str:
        """All lines in one."""
        return "".join(self)


def _unfenced(lines: Iterable[str]) -> Iterator[str]:
    """The lines, those of Markdown's fences blank if the first line with anything is one."""
    rest = iter(lines)
    for line in rest:
        fenced = _FENCE.fullmatch(line) is not None
        yield "\n" if fenced else line
        if line.strip():
            if not fenced:
                break
            rest = ("\n" if _FENCE.fullmatch(line) else line for line in rest)
            break
    yield from rest


def joined(lines: Iterable[str], begins: Callable[[str], bool]) -> Iterator[tuple[int, list[str]]]:
    """Files of one puzzle each that ``cat`` joined, each with the number of its first line, from 1.

    begins: whether a line is the first of a file. Blank lines and comments before it are skipped.
    """
    first, kept, met = 1, list[str](), False
    for number, line in enumerate(lines, 1):
        if begins(line):
            if met:
                yield first, kept
                kept = []
            met = True
        if kept or (line.strip() and not line.lstrip().startswith("#")):
            first = first if kept else number
            kept.append(line)
    if kept or not met:
        yield first, kept


def spelled(name: str) -> str:
    """A hint as the command line has it."""
    return f"--{name}" if name in ("blank", "red", "frame", "clue") else f"--reading {name}="


def hint_of(lines: Iterable[str], name: str, choices: Iterable[str] = ()) -> str | None:
    """What the user says of a document under a name, None where nothing.

    choices: the values that are possible, where they are few. Raises InputError for any other.
    """
    return said_choice(lines.hints if isinstance(lines, Document) else {}, name, choices)


def said_choice(hints: Mapping[str, str], name: str, choices: Iterable[str] = ()) -> str | None:
    """The same of hints. Raises InputError."""
    value = hints.get(name)
    choices = tuple(choices)
    if value is not None and choices and value not in choices:
        raise InputError(f"{name} {value[:30]!a}: {choose_from(value, choices)}")
    return value
