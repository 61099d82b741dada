"""User input as lines of text: a file, standard input or an argument.

A format reads a :class:`Document`, which is an iterable of lines. Recognition examines only the
head, the first 64 KiB or less, so a list of any length is read with one line in memory. If the
first line opens a code block of Markdown (three backticks), such lines count as blank.
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

# Characters of a document that recognition may examine.
HEAD = 1 << 16
_FENCE = re.compile(r"\s*```+[ \t]*[\w+-]*\s*")


@dataclass(frozen=True)
class Item:
    """One puzzle of a document: the line it begins on (from 1) and the puzzle or its fault.

    title: its name in a collection, "" if it has none there; None outside collections. about:
    further entries of the document on this puzzle: ``author``, ``difficulty``, ``solution``, …, and
    under ``read as`` the choices that the reader made.
    """

    line: int
    text: str
    puzzle: Any | InputError
    title: str | None = None
    about: Mapping[str, str] = field(default_factory=dict)


def with_fault(read: Callable[P, Iterator[Item]]) -> Callable[P, Iterator[Item]]:
    """Wrap a reader: an InputError that ends it becomes an item on the line that it names."""

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

    number: its number within its file, from 1; None for an argument. title, about: as in
    :class:`Item`.
    """

    place: str
    puzzle: Any
    number: int | None = None
    title: str | None = None
    about: Mapping[str, str] = field(default_factory=dict)

    @property
    def fault(self) -> InputError | None:
        """The fault of the input, if there is one."""
        return self.puzzle if isinstance(self.puzzle, InputError) else None


@dataclass(frozen=True)
class Answered(Generic[T]):
    """A puzzle of the input with a verb's result, or with the fault of the input."""

    located: Located
    result: T | InputError

    @property
    def place(self) -> str:
        """Where the puzzle was read."""
        return self.located.place

    @property
    def fault(self) -> InputError | None:
        """The fault of the input, if there is one."""
        return self.result if isinstance(self.result, InputError) else None


@dataclass(frozen=True)
class Section:
    """Lines of a list that remain to be read, each a puzzle in one of these formats.

    shown: the document's name. first: the number of the first line, from 1. text: the lines,
    joined, since one text travels to a worker faster than its lines.
    """

    shown: str
    first: int
    text: str
    formats: tuple[str, ...]


class Document:
    """Lines, each with its line end except perhaps the last, and their origin.

    encoding: its name in Python. hints: statements of the user about the document, by the names of
    :attr:`.Format.hints`. suffix: of the file's name, in lower case (``".nin"``). binary: a
    description of the document if it is not text (``"a PNG picture"``); then its bytes are in
    ``data``, and it has no lines.
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
        remaining = HEAD
        while remaining > 0 and (line := next(self._rest, None)) is not None:
            self._lines.append(line)
            remaining -= len(line)
        following = next(self._rest, None)
        self.whole = following is None
        self._rest = itertools.chain(() if following is None else (following,), self._rest)

    @classmethod
    def of(cls, text: str, hints: Mapping[str, str] | None = None) -> Document:
        """The document of a text, such as an argument."""
        return cls(text.splitlines(keepends=True), hints=hints)

    @property
    def head(self) -> list[str]:
        """The lines that recognition may examine; all of them if ``whole``."""
        return self._lines

    @cached_property
    def significant(self) -> list[str]:
        """The head's lines that are neither blank nor begin with ``#``, stripped."""
        stripped = (line.strip() for line in self._lines)
        return [line for line in stripped if line and not line.startswith("#")]

    @property
    def first(self) -> str:
        """The first significant line, "" if the head has none."""
        return self.significant[0] if self.significant else ""

    def __iter__(self) -> Iterator[str]:
        """All lines; can be called only once if the document is not ``whole``."""
        return itertools.chain(self._lines, self._rest)

    def text(self) -> str:
        """All lines as one text."""
        return "".join(self)


def _unfenced(lines: Iterable[str]) -> Iterator[str]:
    """The lines; Markdown's fences are blank if the first line that is not blank is a fence."""
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
    """Split files of one puzzle each that ``cat`` joined; each with its first line's number.

    Numbers begin at 1. begins: whether a line is the first of a file. Blank lines and comments
    before it are skipped.
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
    """A hint as it is written on the command line."""
    return f"--{name}" if name in ("blank", "red", "frame", "clue") else f"--reading {name}="


def hint_of(lines: Iterable[str], name: str, choices: Iterable[str] = ()) -> str | None:
    """The user's hint under a name; None if there is none.

    choices: the possible values, if they are few. Raises InputError for any other value.
    """
    return chosen_hint(lines.hints if isinstance(lines, Document) else {}, name, choices)


def chosen_hint(hints: Mapping[str, str], name: str, choices: Iterable[str] = ()) -> str | None:
    """As ``hint_of``, from a mapping of hints. Raises InputError."""
    value = hints.get(name)
    choices = tuple(choices)
    if value is not None and choices and value not in choices:
        raise InputError(f"{name} {value[:30]!a}: {choose_from(value, choices)}")
    return value
