"""The sources of puzzles: arguments, files, standard input. One at a time, faults in place."""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli.terminal import Notes
from cpstudy.core.documents import Document, Item, Located
from cpstudy.core.errors import InputError, UnknownFormat
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.core.solving import Solver
from cpstudy.reading.door import check_format, check_hints, items, stretches
from cpstudy.reading.naming import kind_of
from cpstudy.reading.opening import opened, read_bytes

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Run
    from cpstudy.jobs.printing_answers import Task
    from cpstudy.jobs.samples import Sample
    from cpstudy.study.pace import Pace

DEFAULT_KIND = "pipes"
_LIKE_DEFAULT = re.compile(r"[0-9]+(?:x[0-9]+)?w?g?:")
# A text that looks like a file name; but not an address, as nurikabe/5/5/g.h1.
_FILE_NAME = re.compile(r"(?!\w+/\d+/)[^:|]*\.[A-Za-z0-9]{1,6}")
# The maximum number of complaints about one file.
MOST_FAULTS = 10
_NOTHING = "no puzzle in it"


@dataclass(frozen=True)
class Inputs:
    """The puzzles of a command line: texts and files of one kind.

    kind_name: None: the kind that they state, pipes if none does. hints: the user's statements
    about them, by the options' names; see :class:`.Document`.
    """

    kind_name: str | None
    texts: tuple[str, ...]
    files: tuple[str, ...]
    format_name: str | None = None
    hints: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def kind(self) -> Kind:
        """The record of the kind. Raises InputError if inputs state different ones."""
        from cpstudy.puzzles import kind

        return kind(self.kind_name or self._stated_kind or DEFAULT_KIND)

    @cached_property
    def stdin(self) -> Document:
        """Standard input, whose head can be examined before it is read."""
        return read_bytes(sys.stdin.buffer, self.hints)

    @cached_property
    def _stated_kind(self) -> str | None:
        """The kind that texts and files state, if any of them states one."""
        found: dict[str, str] = {}
        for place, document in self._documents():
            name = _stated_by(place, document)
            if name is not None:
                found.setdefault(name, place)
        if len(found) > 1:
            (one, here), (other, there), *_ = found.items()
            raise InputError(f"{there} is of {other}, {here} of {one}: one kind at a time")
        return next(iter(found), None)

    def _documents(self) -> Iterator[tuple[str, Document]]:
        """Each input with its place, without those that cannot be opened."""
        for number, text in enumerate(self.texts, 1):
            yield f"argument {number}", Document.of(text)
        for name in self.files:
            if name == "-":
                yield "stdin", self.stdin
                continue
            with suppress(OSError, InputError), opened(name) as document:
                yield name, document

    def _with(self, other: Inputs) -> Inputs:
        """These inputs with the other's standard input, whose head may have been examined."""
        if "-" in self.files:
            vars(self)["stdin"] = other.stdin
        return self

    def by_kind(self) -> list[Inputs]:
        """The inputs of each stated kind; those that state none have the default kind."""
        if self.kind_name is not None or not self.given:
            return [self]
        parts: dict[str, tuple[list[str], list[str]]] = {}
        for number, text in enumerate(self.texts, 1):
            name = _stated_by(f"argument {number}", Document.of(text)) or DEFAULT_KIND
            parts.setdefault(name, ([], []))[0].append(text)
        for file in self.files:
            one = replace(self, texts=(), files=(file,))._with(self)
            stated = [_stated_by(*document) for document in one._documents()]
            name = next(filter(None, stated), DEFAULT_KIND)
            parts.setdefault(name, ([], []))[1].append(file)
        return [
            replace(self, kind_name=name, texts=tuple(texts), files=tuple(files))._with(self)
            for name, (texts, files) in parts.items()
        ]

    @property
    def given(self) -> bool:
        """Whether the command line names any input."""
        return bool(self.texts or self.files)

    def puzzles(self) -> Iterator[Located]:
        """All puzzles, lazily; see :func:`read_puzzles`. Raises click.UsageError for none."""
        if not self.given:
            raise click.UsageError("no puzzle: give text forms, or -f FILE (-f - for stdin)")
        kind, examined = self.kind, vars(self).get("stdin")
        return self._advised(
            read_puzzles(kind, self.texts, self.files, self.format_name, self.hints, examined)
        )

    def _advised(self, items: Iterable[Located]) -> Iterator[Located]:
        """The puzzles; if no format recognises one, the complaint names an assumed kind."""
        for item in items:
            fault = item.puzzle
            assumed = not (self.kind_name or self._stated_kind) and isinstance(fault, UnknownFormat)
            if assumed and not _LIKE_DEFAULT.match(fault.first):
                words = f"{fault}; read as {DEFAULT_KIND}, as no --puzzle is given"
                if others := " or ".join(_kinds_of(fault.first)):
                    words += f"; --puzzle {others} reads it"
                yield replace(item, puzzle=InputError(words))
            else:
                yield item

    def tasks(self, pace: Pace) -> Iterator[Task]:
        """All puzzles as tasks of ``pace.size`` puzzles; lists are not read yet.

        Raises click.UsageError as :meth:`puzzles`.
        """
        from cpstudy.jobs.printing_answers import in_tasks

        self.puzzles()
        arguments = replace(self, files=()).puzzles() if self.texts else ()
        return itertools.chain(
            in_tasks(arguments, pace), *(self._tasks_of(name, pace) for name in self.files)
        )

    def _tasks_of(self, name: str, pace: Pace) -> Iterator[Task]:
        from cpstudy.jobs.printing_answers import in_tasks

        parse = partial(items, self.kind, format_name=self.format_name)
        shown, notes = _shown(name), Notes(_quiet())
        try:
            with _opening(name, self.hints, vars(self).get("stdin")) as document:
                size = pace.next_size
                lines = stretches(self.kind, document, shown, self.format_name, size)
                if lines is None:
                    found = _of_document(document, shown, parse, _NOTHING)
                    yield from in_tasks(self._advised(notes.taken(_numbered(found))), pace)
                else:
                    yield from lines
        except OSError as error:
            yield [Located(shown, InputError(error.strerror or "cannot be read"))]
        except InputError as error:
            yield [Located(shown, error)]


def _stated_by(place: str, document: Document) -> str | None:
    """The kind that a document states, if any. Raises InputError that names the place."""
    try:
        return kind_of(document)
    except InputError as error:
        raise InputError(f"{place}: {error}") from None


@dataclass(frozen=True)
class Settings:
    """The settings for solving, as given on the command line."""

    solver_name: str | None
    seconds: float | None
    iterations: int | None
    jobs: int | None
    seed: int

    @property
    def budget(self) -> Budget:
        """The budget for one puzzle."""
        return Budget(seconds=self.seconds, iterations=self.iterations)

    def run(self, solver: Solver, limit: int | None, *, memory: int | None = None) -> Run:
        """A solver within these limits. limit: solutions wanted. memory: bytes for one puzzle."""
        from cpstudy.jobs.answering import Run

        return Run(solver, replace(self.budget, memory=memory), self.seed, limit, self.jobs)


@dataclass(frozen=True)
class Drawn:
    """Puzzles to generate if none is given, as the command line describes them."""

    algorithms: tuple[str, ...]
    sizes: tuple[tuple[int, int], ...]
    count: int | None
    wrap: bool

    def sample(self, kind: Kind, seed: int) -> Sample:
        """These puzzles of a kind. Raises InputError."""
        from cpstudy.jobs.samples import Sample, algorithms

        chosen = algorithms(kind, self.algorithms)
        return Sample(kind, chosen, self.sizes or ((5, 5),), self.count or 100, seed, self.wrap)


def only_first(items: Iterable[Located], what: str) -> Iterator[Located]:
    """The items, with faults instead of all puzzles after the first; ``what`` is the reason."""
    good = 0
    for item in items:
        good += item.fault is None
        yield replace(item, puzzle=InputError(what)) if good > 1 else item


def _kinds_of(text: str) -> list[str]:
    """The kinds that read a line."""
    from cpstudy.puzzles import kind, kinds
    from cpstudy.reading.what import contents

    try:
        found = contents(map(kind, kinds()), lambda: nullcontext(Document.of(text)))
    except InputError:
        return []
    return [content.kind for content in found if not content.faults]


def read_puzzles(
    kind: Kind,
    texts: Iterable[str],
    files: Iterable[str],
    format_name: str | None,
    hints: Mapping[str, str] | None = None,
    stdin: Document | None = None,
) -> Iterator[Located]:
    """All puzzles of the command line, arguments first, lazily.

    stdin: standard input if its head has been examined. An input that cannot be opened, or that
    holds no puzzle, is a fault in its place. A reader's choice is a line on standard error, unless
    --quiet is given. Raises click.UsageError for an unknown format, and for hints that the kind
    does not know.
    """
    try:
        check_format(kind, format_name)
        check_hints(kind, hints or {})
    except InputError as error:
        raise click.UsageError(str(error)) from None
    return Notes(_quiet()).taken(_puzzles(kind, texts, files, format_name, hints or {}, stdin))


def _quiet() -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.params.get("quiet"))


@dataclass(frozen=True)
class Attempt(Located):
    """A puzzle of moves with an answer to it, as read."""

    moves: str = ""


def read_answers(kind: Kind, texts: Iterable[str], files: Iterable[str]) -> Iterator[Attempt]:
    """Puzzles with their moves on the command line, arguments first.

    An input that cannot be opened, or that holds no row, is a fault in its place.
    """
    from cpstudy.jobs.path_answers import answers

    for number, text in enumerate(texts, 1):
        for answer in answers(kind, (text,)):
            yield Attempt(f"argument {number}", answer.puzzle, moves=answer.moves)
    for name in files:
        for place, found in _read(name, partial(answers, kind), "no answer in it"):
            fault = isinstance(found, InputError)
            puzzle, moves = (found, "") if fault else (found.puzzle, found.moves)
            yield Attempt(place, puzzle, moves=moves)


def _puzzles(
    kind: Kind,
    texts: Iterable[str],
    files: Iterable[str],
    format_name: str | None,
    hints: Mapping[str, str],
    stdin: Document | None,
) -> Iterator[Located]:
    for number, text in enumerate(texts, 1):
        yield from _argument(kind, f"argument {number}", text, hints)
    parse = partial(items, kind, format_name=format_name)
    for name in files:
        yield from _numbered(_read(name, parse, _NOTHING, hints, stdin))


def _numbered(puzzles: Iterable[tuple[str, Any]]) -> Iterator[Located]:
    """The items of a file with their places, numbered."""
    for number, (place, item) in enumerate(puzzles, 1):
        if isinstance(item, InputError):
            yield Located(place, item)
        else:
            yield Located(place, item.puzzle, number, item.title, item.about)


def _argument(kind: Kind, place: str, text: str, hints: Mapping[str, str]) -> Iterator[Located]:
    """The puzzles of an argument, usually one."""
    found = list(items(kind, Document.of(text, hints))) or [Item(1, text, InputError(_NOTHING))]
    for item in found:
        where = f"{place}:{item.line}" if item.line > 1 else place
        puzzle = item.puzzle
        if isinstance(puzzle, InputError) and _FILE_NAME.fullmatch(text):
            puzzle = InputError(f"{puzzle}; there is no file of that name")
        yield Located(where, puzzle, title=item.title, about=item.about)


def _read(
    name: str,
    parse: Callable[[Document], Iterable[Any]],
    nothing: str,
    hints: Mapping[str, str] | None = None,
    stdin: Document | None = None,
) -> Iterator[tuple[str, Any]]:
    """The contents of a file of the user (``-`` is standard input), each with its place.

    If the file cannot be read, or holds nothing, an InputError is among them. Faults after the
    first ten are only counted.
    """
    shown = _shown(name)
    try:
        with _opening(name, hints, stdin) as document:
            yield from _of_document(document, shown, parse, nothing)
    except OSError as error:
        yield shown, InputError(error.strerror or "cannot be read")
    except InputError as error:
        yield shown, error


def _opening(
    name: str, hints: Mapping[str, str] | None, stdin: Document | None
) -> AbstractContextManager[Document]:
    """A file's document; for standard input the one given, if its head has been examined."""
    return nullcontext(stdin) if name == "-" and stdin is not None else opened(name, hints)


def _shown(name: str) -> str:
    return "stdin" if name == "-" else name


def _of_document(
    document: Document, shown: str, parse: Callable[[Document], Iterable[Any]], nothing: str
) -> Iterator[tuple[str, Any]]:
    empty, faults = True, 0
    for item in parse(document):
        empty = False
        faults += _is_fault(item)
        if not _is_fault(item) or faults <= MOST_FAULTS:
            yield f"{shown}:{item.line}", item
    if empty:
        yield shown, InputError(nothing)
    if faults > MOST_FAULTS:
        yield shown, InputError(more_faults(faults))


def more_faults(faults: int) -> str:
    """The message that replaces the faults of a file after the first ten."""
    return f"… and {faults - MOST_FAULTS} more"


def _is_fault(item: Any) -> bool:
    return isinstance(getattr(item, "puzzle", item), InputError)
