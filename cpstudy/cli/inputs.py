"""Where puzzles come from: arguments, files, standard input. One at a time, faults in place."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO, cast

import click

from cpstudy.core.errors import InputError
from cpstudy.core.format_detection import check_format, items
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.core.text import Located, decoded

if TYPE_CHECKING:
    from cpstudy.jobs.path_answers import Answer


@dataclass(frozen=True)
class Inputs:
    """The puzzles of a command line: text forms and files of one kind."""

    kind_name: str
    texts: tuple[str, ...]
    files: tuple[str, ...]
    format_name: str | None

    @property
    def kind(self) -> Kind:
        """The record of the kind."""
        from cpstudy.puzzles import kind

        return kind(self.kind_name)

    @property
    def given(self) -> bool:
        """Whether the command line names any input."""
        return bool(self.texts or self.files)

    def puzzles(self) -> Iterator[Located]:
        """All of them, lazily; see :func:`read_puzzles`. Raises click.UsageError for none."""
        need_puzzles(self.texts, self.files)
        return read_puzzles(self.kind, self.texts, self.files, self.format_name)


@dataclass(frozen=True)
class Settings:
    """How puzzles are to be solved, as the command line says it."""

    solver_name: str | None
    seconds: float | None
    iterations: int | None
    jobs: int | None
    seed: int

    @property
    def budget(self) -> Budget:
        """For one puzzle."""
        return Budget(seconds=self.seconds, iterations=self.iterations)


def need_puzzles(texts: Collection[str], files: Collection[str]) -> None:
    """Raise click.UsageError where the command line names no input at all."""
    if not texts and not files:
        raise click.UsageError("no puzzle: give text forms, or -f FILE (-f - for standard input)")


def read_puzzles(
    kind: Kind, texts: Iterable[str], files: Iterable[str], format_name: str | None
) -> Iterator[Located]:
    """All puzzles of the command line, arguments first, lazily.

    An input that cannot be opened, or that holds no puzzle, is a fault in its place. Raises
    click.UsageError for an unknown format.
    """
    try:
        check_format(kind, format_name)
    except InputError as error:
        raise click.UsageError(str(error)) from None
    return _puzzles(kind, texts, files, format_name)


def read_answers(
    kind: Kind, texts: Iterable[str], files: Iterable[str]
) -> Iterator[tuple[str, Answer]]:
    """The rows of puzzles with their moves on the command line, arguments first, by their places.

    What cannot be opened, or holds no row, is a fault in its place.
    """
    from cpstudy.jobs.path_answers import Answer, answers

    for number, text in enumerate(texts, 1):
        for answer in answers(kind, (text,)):
            yield f"argument {number}", answer
    for name in files:
        shown = "stdin" if name == "-" else name
        empty = True
        try:
            with _opened(name) as lines:
                for answer in answers(kind, lines):
                    empty = False
                    yield f"{shown}:{answer.line}", answer
        except OSError as error:
            yield shown, Answer(0, InputError(error.strerror or "cannot be read"), "")
        except InputError as error:
            yield shown, Answer(0, error, "")
        else:
            if empty:
                yield shown, Answer(0, InputError("no answer in it"), "")


def _opened(name: str) -> TextIO:
    """A file of the user's, ``-`` for standard input. Raises OSError, InputError.

    A byte order mark is skipped; bytes that are no UTF-8 become visible escapes, which no format
    accepts.
    """
    try:
        opened = click.open_file(name, encoding="utf-8-sig", errors="backslashreplace")
    except ValueError as error:  # a name with a null character, or that cannot be encoded
        raise InputError(str(error)) from None
    return cast(TextIO, opened)


def _puzzles(
    kind: Kind, texts: Iterable[str], files: Iterable[str], format_name: str | None
) -> Iterator[Located]:
    decode = kind.puzzle.decode
    for number, text in enumerate(texts, 1):
        found = decoded(text.split("\t", 1)[0], decode)
        if isinstance(found, InputError) and os.path.isfile(text):  # noqa: PTH113 (any text will do)
            found = InputError(f"{found}; there is a file of that name: -f {text} reads it")
        yield Located(f"argument {number}", found)
    for name in files:
        shown = "stdin" if name == "-" else name
        empty = True
        try:
            with _opened(name) as lines:
                for number, item in enumerate(items(kind, lines, format_name), 1):
                    empty = False
                    yield Located(f"{shown}:{item.line}", item.puzzle, number, item.title)
        except OSError as error:
            yield Located(shown, InputError(error.strerror or "cannot be read"))
        except InputError as error:
            yield Located(shown, error)
        else:
            if empty:
                yield Located(shown, InputError("no puzzle in it"))
