"""What verbs print: JSON objects, progress, pictures. Standard error for all but results."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeVar, cast

import click

from cpstudy.core.deferred_signals import undisturbed
from cpstudy.core.drawing import TextPicture
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.result import Result, Verdict

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from cpstudy.study.run import Progress as Advance

T = TypeVar("T")
L = TypeVar("L", bound="Placed")

BAD_INPUT, UNDECIDED, NO = 2, 3, 1
OUR_FAULT = 70
# By urgency.
_CODES = (BAD_INPUT, UNDECIDED, NO)

# Tables in a pipe are not folded at 80 characters.
_PIPE_WIDTH = 160


@dataclass(frozen=True)
class Output:
    """Where and how a verb prints: JSON or text, a file or standard output, progress or none."""

    as_json: bool
    out: str | None
    quiet: bool

    @contextlib.contextmanager
    def stream(self, inputs: Iterable[str] = ()) -> Iterator[TextIO]:
        """Where results go: the file named by ``--out``, or standard output.

        The file is opened, and what it held replaced, only when there is a first result. Raises
        click.UsageError where it is one of the files ``inputs``, which are read meanwhile.
        """
        check_out(self.out, inputs)
        if self.out is None:
            yield sys.stdout
            return
        with click.open_file(self.out, "w", encoding="utf-8", lazy=True) as file:
            yield cast(TextIO, file)

    def tracked(self, items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
        """``items`` with a progress bar on standard error, where that is wanted."""
        return tracked(items, what, total, self.quiet)

    def each(
        self,
        items: Iterable[L],
        what: str,
        work: Callable[[TextIO, L], int],
        inputs: Iterable[str] = (),
    ) -> int:
        """Have ``work`` print each item and return its exit code; the exit code of all."""
        with self.stream(inputs) as stream:
            return each(self.tracked(items, what), lambda item: work(stream, item))


class Placed(Protocol):
    """A puzzle, or what became of it, with its place in the input."""

    @property
    def place(self) -> str:
        """``FILE:LINE`` or ``argument N``."""

    @property
    def fault(self) -> Exception | None:
        """What is wrong with the input."""


def each(items: Iterable[L], work: Callable[[L], int]) -> int:
    """Let ``work`` give an exit code for each item; the exit code of all.

    Items with a fault, and those that raise InputError, are one line on standard error and a 2.
    """
    codes = {0}
    for item in items:
        try:
            if item.fault is not None:
                raise item.fault
            codes.add(work(item))
        except InputError as error:
            complain(f"{item.place}: {error}")
            codes.add(BAD_INPUT)
    return exit_code(codes)


def exit_code(codes: Collection[int]) -> int:
    """The exit code of a run whose puzzles had these: 2 before 3 before 1."""
    return next((code for code in _CODES if code in codes), 0)


def check_out(path: str | Path | None, inputs: Iterable[str]) -> None:
    """Raise click.UsageError where writing ``path`` would destroy an input that is being read."""
    for name in inputs:
        with contextlib.suppress(OSError, ValueError):  # there is no such file, or name
            if path is not None and Path(path).is_file() and Path(path).samefile(name):
                raise click.UsageError(f"output {path}: is an input too")


# The bar on the terminal, while there is one.
_bar: Progress | None = None


def complain(message: str) -> None:
    """One line on standard error; nothing where nobody reads it, as on a closed terminal."""
    remark("cpstudy: " + " ".join(message.split()))


def remark(line: str) -> None:
    """The same without a name in front."""
    with contextlib.suppress(OSError):
        if _bar is not None:  # there is one on standard error only where that is a terminal
            _bar.console.out(line, highlight=False)
        else:
            click.echo(line, err=True)


def _above_the_bar(stream: TextIO) -> Console | None:
    """The bar's console where ``stream`` is written to the terminal that has the bar, else None.

    What is written past it would be overwritten when the bar is drawn again.
    """
    if _bar is None or not stream.isatty():
        return None
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no terminals with names
        if os.ttyname(stream.fileno()) != os.ttyname(_bar.console.file.fileno()):
            return None
    return _bar.console


def emit(stream: TextIO, line: str | dict[str, Any]) -> None:
    """One line, or a row as JSON, flushed, so that a reader in a pipe and Ctrl-C both find it."""
    if isinstance(line, dict):
        line = json.dumps(line, ensure_ascii=False)
    above = _above_the_bar(stream)
    if above is not None:
        above.out(line, highlight=False)
        return
    stream.write(line + "\n")
    stream.flush()


def say_how_kernels_run() -> None:
    """Say on standard error that kernels are not compiled, where nobody asked for that."""
    from cpstudy.core.building import build, wants_sources

    if build() == "pure" and not wants_sources():
        complain(
            "kernels are not compiled: searches take about 50 times as long "
            "(install with gcc and Python's headers)"
        )


def result_row(puzzle: Any, result: Result) -> dict[str, Any]:
    """One result as the JSON object that the CLI contract names."""
    assert result.provenance is not None
    return {
        "puzzle": puzzle.encode(),
        "kind": puzzle.kind,
        "solver": result.provenance.solver,
        "verdict": result.verdict.value,
        "solvable": result.solvable.value,
        "solutions": [puzzle.encode_solution(solution) for solution in result.solutions],
        "count": result.count,
        "stop": result.stop.value,
        "seconds": round(result.seconds, 6),
        "counters": dict(result.counters),
        "cpu_seconds": round(result.cpu_seconds, 6),
        "phases": {name: round(spent, 6) for name, spent in result.phases.items()},
        "seed": result.provenance.seed,
        "solver_version": result.provenance.solver_version,
        "cpstudy": result.provenance.cpstudy,
        "build": result.provenance.build,
        **({"engine": result.engine} if result.engine else {}),
        **({} if result.peak_bytes is None else {"peak_bytes": result.peak_bytes}),
    }


def verdict_code(verdict: Verdict) -> int:
    """The exit code that a verdict asks for."""
    return {Verdict.UNIQUE: 0, Verdict.UNKNOWN: UNDECIDED}.get(verdict, NO)


def featured(kind: Kind, puzzle: Any) -> dict[str, Any]:
    """The puzzle's features as a field of its JSON objects."""
    found = {} if kind.features is None else kind.features(puzzle)
    return {"features": {name: round(value, 6) for name, value in found.items()}}


def console(stream: TextIO) -> Console:
    """A rich console on a stream: colours on a terminal, wide and plain in a pipe."""
    from rich.console import Console

    above = _above_the_bar(stream)
    width = None if stream.isatty() else _PIPE_WIDTH
    return above or Console(file=stream, width=width, highlight=False)


def print_table(stream: TextIO, table: Table) -> None:
    """A table; where a terminal is too narrow, without room around its cells and nothing cut."""
    target = console(stream)
    if _width(target, table) > target.width:
        table.padding = 0
        for column in table.columns:
            column.overflow = "fold"
    target.print(table)


def _width(target: Console, table: Table) -> int:
    """How wide a table would be where nothing is folded."""
    from rich.measure import Measurement

    return Measurement.get(target, target.options.update(width=1 << 16), table).maximum


def print_picture(stream: TextIO, picture: TextPicture) -> None:
    """A text picture, in colour where the terminal has it."""
    from rich.text import Text

    target = console(stream)
    for line in picture:
        target.print(Text.assemble(*((span.text, span.style) for span in line)), soft_wrap=True)


def draw_solutions(stream: TextIO, kind: Kind, puzzle: Any, solutions: Sequence[Any]) -> None:
    """Draw solutions side by side where the kind has pictures."""
    if kind.pictures is not None:
        print_picture(stream, kind.pictures.text(puzzle, solutions))


def tracked(items: Iterable[T], what: str, total: int | None, quiet: bool) -> Iterator[T]:
    """``items`` with a progress bar on standard error; silent in a pipe and with ``--quiet``."""
    if quiet or not sys.stderr.isatty():
        yield from items
        return
    progress = _progress("{task.description}")
    global _bar  # noqa: PLW0603
    task = progress.add_task(what, total=total)
    try:
        _bar = _start(progress)
        for item in items:
            yield item
            progress.advance(task)
            _bar = _start(progress)
    finally:
        _bar = None
        _stop(progress)


def describe(words: str) -> None:
    """Change what the bar says is being done, where there is a bar."""
    if _bar is not None:
        _bar.update(_bar.task_ids[0], description=words)


def _progress(*words: str) -> Progress:
    """A bar on standard error that leaves nothing: the first words, how far, the others, times."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    first, *others = map(TextColumn, words)
    return Progress(
        first,
        BarColumn(),
        MofNCompleteColumn(),
        *others,
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def _start(bar: Progress) -> Progress | None:
    """The bar, shown where no other process has one; None while one has: verbs in a pipeline would
    draw over each other. A signal meanwhile would leave the cursor hidden by nobody's bar.
    """
    if not bar.live.is_started and _locked(True):
        with undisturbed():
            bar.start()
    return bar if bar.live.is_started else None


def _stop(bar: Progress) -> None:
    """Take the bar away and give the cursor, and the terminal, back."""
    if bar.live.is_started:
        with undisturbed():
            bar.stop()
            _locked(False)


def _locked(wanted: bool) -> bool:
    """Lock standard error's terminal for this process, or release it; False: another has it.

    A record lock, which ends with its process. Where there are none, nobody has the terminal.
    """
    with contextlib.suppress(ImportError, OSError, ValueError):
        import fcntl

        try:
            fcntl.lockf(
                sys.stderr.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB if wanted else fcntl.LOCK_UN
            )
        except (BlockingIOError, PermissionError):
            return False
    return True


@contextlib.contextmanager
def advancing(quiet: bool, what: str, unit: str = "") -> Iterator[Callable[[Advance], None] | None]:
    """A callback that shows a study's runs, its pace and the time left on a terminal; else None.

    unit: what iterations are, shown in millions a second; "": runs a second. However the
    body ends, the bar is gone and the terminal has its cursor again.
    """
    if quiet or not sys.stderr.isatty():
        yield None
        return
    bar = _progress(what, "{task.fields[rate]}")
    task = bar.add_task("", total=None, rate="")

    def show(state: Advance) -> None:
        _start(bar)
        elapsed = bar.tasks[0].elapsed or 0.0
        rate = ""
        if elapsed > 0:
            runs, millions = (state.done - state.stored) / elapsed, state.iterations / elapsed / 1e6
            rate = f"{millions:.1f} M {unit}/s" if unit else f"{runs:,.0f} runs/s"
        bar.update(task, completed=state.done, total=state.total, rate=rate)

    try:
        yield show
    finally:
        _stop(bar)
