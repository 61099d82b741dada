"""The terminal: lines, tables and pictures, and the only progress bar on standard error.

If standard error is not a terminal, :mod:`.progress_state` prints a line each minute instead of the
bar.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from cpstudy.cli import progress_state
from cpstudy.cli.progress_state import ProgressState, every_minute
from cpstudy.core.deferred_signals import undisturbed
from cpstudy.core.documents import Located
from cpstudy.core.text_pictures import TextPicture

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from cpstudy.study.run import Progress as Advance

T = TypeVar("T")

# The width of tables in a pipe, which are not folded at 80 characters.
_PIPE_WIDTH = 160

# The maximum number of notes on readers' choices, for each document.
_MOST_NOTES = 5

# The bar on the terminal; None if there is none.
_bar: Progress | None = None


def complain(message: str) -> None:
    """Print a line on standard error, or nothing if that fails, as on a closed terminal."""
    remark("cpstudy: " + " ".join(message.split()))


def remark(line: str) -> None:
    """Print a line on standard error without the program's name."""
    with contextlib.suppress(OSError):
        if _bar is not None:  # there is a bar only if standard error is a terminal
            _bar.console.out(line, highlight=False)
        else:
            click.echo(line, err=True)


class Notes:
    """Prints readers' choices, each once for a document. quiet: print nothing."""

    def __init__(self, quiet: bool) -> None:
        self._quiet = quiet
        self._printed: Counter[tuple[str, str]] = Counter()

    def take(self, place: str, note: str) -> None:
        """Print a note, unless the document already had it, or had many."""
        argument = place.startswith("argument ")
        before, after = place.partition(":")[0], place.rpartition(":")[0]
        document = before if argument else after or place
        new = not self._printed[document, note] and self._printed[document, ""] < _MOST_NOTES
        if new and not self._quiet:
            self._printed.update(((document, note), (document, "")))
            complain(f"{place}: read as: {note}")

    def taken(self, items: Iterable[Located]) -> Iterator[Located]:
        """Yield the puzzles and print their notes."""
        for item in items:
            if note := item.about.get("read as"):
                self.take(item.place, note)
            yield item


def _console_of_bar(stream: TextIO) -> Console | None:
    """The bar's console if ``stream`` is written to the terminal of the bar, else None.

    Otherwise the next redraw of the bar would overwrite the output.
    """
    if _bar is None or not stream.isatty():
        return None
    with contextlib.suppress(OSError, ValueError, AttributeError):  # terminals without names
        if os.ttyname(stream.fileno()) != os.ttyname(_bar.console.file.fileno()):
            return None
    return _bar.console


def emit(stream: TextIO, line: str | dict[str, Any]) -> None:
    """Print a line, or a row as JSON, and flush it, for readers of a pipe and for Ctrl-C."""
    if isinstance(line, dict):
        line = json.dumps(line, ensure_ascii=False)
    above = _console_of_bar(stream)
    if above is not None:
        above.out(line, highlight=False)
        return
    stream.write(line + "\n")
    stream.flush()


def emit_lines(stream: TextIO, lines: str) -> None:
    """Print lines and flush once. lines: joined, without the last line end."""
    if _console_of_bar(stream) is not None:
        for line in lines.split("\n"):
            emit(stream, line)
        return
    stream.write(lines)
    stream.write("\n")
    stream.flush()


def console(stream: TextIO) -> Console:
    """A rich console on a stream: colours on a terminal, wide and plain in a pipe."""
    from rich.console import Console

    above = _console_of_bar(stream)
    width = None if stream.isatty() else _PIPE_WIDTH
    return above or Console(file=stream, width=width, highlight=False)


def print_table(stream: TextIO, table: Table, spare: Iterable[str] = ()) -> None:
    """Print a table; if a terminal is too narrow, without padding, and with cells folded.

    spare: headings of columns that are left out before that, in this order; the caption says so.
    """
    target, left_out = console(stream), list[str]()
    for heading in spare:
        if _width(target, table) <= target.width:
            break
        if of := [column for column in table.columns if column.header == heading]:
            table.columns.remove(of[0])
            left_out.append(heading.replace("\n", " "))
    if left_out:
        words = f"no room for {', '.join(left_out)}: see --json"
        table.caption = f"{table.caption}\n{words}" if table.caption else words
    if _width(target, table) > target.width:
        table.padding = 0
        for column in table.columns:
            column.overflow = "fold"
    target.print(table)


def _width(target: Console, table: Table) -> int:
    """The width of a table without folded cells."""
    from rich.measure import Measurement

    return Measurement.get(target, target.options.update(width=1 << 16), table).maximum


def print_picture(stream: TextIO, picture: TextPicture) -> None:
    """Print a text picture, in colour if the terminal supports it."""
    from rich.text import Text

    target = console(stream)
    for line in picture:
        target.print(Text.assemble(*((span.text, span.style) for span in line)), soft_wrap=True)


def tracked(
    items: Iterable[T],
    what: str,
    total: int | None,
    quiet: bool,
    weight: Callable[[T], int] = lambda _: 1,
    ending: str = "",
) -> Iterator[T]:
    """``items`` with a progress bar on standard error, or a line a minute; none with ``--quiet``.

    weight: how far the bar advances for an item. ending: printed if it is interrupted.
    """
    if quiet:
        yield from items
        return
    state = progress_state.begin(ProgressState(what, total=total, ending=ending))
    counted = _counted(items, state, weight)
    if sys.stderr.isatty():
        yield from _with_a_bar(counted, what, total, weight)
    else:
        with every_minute(state, remark):
            yield from counted
    progress_state.forget()


def _counted(items: Iterable[T], state: ProgressState, weight: Callable[[T], int]) -> Iterator[T]:
    for item in items:
        yield item
        state.done += weight(item)


def _with_a_bar(
    items: Iterable[T], what: str, total: int | None, weight: Callable[[T], int]
) -> Iterator[T]:
    progress = _progress("{task.description}")
    global _bar  # noqa: PLW0603
    task = progress.add_task(what, total=total)
    try:
        _bar = _start(progress)
        for item in items:
            yield item
            progress.advance(task, weight(item))
            _bar = _start(progress)
    finally:
        _bar = None
        _stop(progress)


def describe(words: str) -> None:
    """Change the words on the bar, if there is one."""
    if _bar is not None:
        _bar.update(_bar.task_ids[0], description=words)


def _progress(*words: str) -> Progress:
    """A bar on standard error, removed at its end: first words, progress, other words, times."""
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
    """Show the bar unless another process has one: verbs in a pipeline would overwrite each other.

    Returns None if it is not shown. Signals wait, so that the cursor cannot stay hidden.
    """
    if not bar.live.is_started and _locked(True):
        with undisturbed():
            bar.start()
    return bar if bar.live.is_started else None


def _stop(bar: Progress) -> None:
    """Remove the bar, show the cursor and release the terminal."""
    if bar.live.is_started:
        with undisturbed():
            bar.stop()
            _locked(False)


def _locked(wanted: bool) -> bool:
    """Lock standard error's terminal for this process, or release it; False: another has it.

    A record lock ends with its process; if the system has none, the terminal counts as free.
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
def advancing(
    quiet: bool, what: str, unit: str = "", ending: str = "the same command resumes"
) -> Iterator[Callable[[Advance], None] | None]:
    """A callback that shows a study's runs, its pace and the time left; None with ``--quiet``.

    unit: of iterations, shown in millions a second; "": runs a second. However the body ends, the
    bar is removed; if there was no bar or work is left, a line shows the progress. ending: what
    that line says about the rest.
    """
    if quiet:
        yield None
        return
    state = progress_state.begin(ProgressState(unit="runs", ending=ending, settled=True))
    with _bar_of_runs(what, unit) if sys.stderr.isatty() else _lines_of_runs(state) as show:

        def note(now: Advance) -> None:
            state.total, state.done, state.stored = now.total, now.done, now.stored
            show(now)

        yield note
    progress_state.forget()
    if state.total is not None and (state.done < state.total or not sys.stderr.isatty()):
        remark(state.end)


@contextlib.contextmanager
def _lines_of_runs(state: ProgressState) -> Iterator[Callable[[Advance], None]]:
    with every_minute(state, remark):
        yield lambda _: None


@contextlib.contextmanager
def _bar_of_runs(what: str, unit: str) -> Iterator[Callable[[Advance], None]]:
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
