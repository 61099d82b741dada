"""The output of results, the rows of ``--json``, and the exit code for several puzzles."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeVar, cast

import click

from cpstudy.cli.inputs import MOST_FAULTS, more_faults
from cpstudy.cli.terminal import Notes, complain, emit_lines, print_picture, tracked
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.result import Best, Result, Verdict
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from cpstudy.jobs.printing_answers import Printout

T = TypeVar("T")
L = TypeVar("L", bound="Placed")

BAD_INPUT, UNDECIDED, NO = 2, 3, 1
OUR_FAULT = 70
# Exit codes by precedence.
_CODES = (BAD_INPUT, UNDECIDED, NO)


@dataclass(frozen=True)
class Output:
    """The output of a verb: JSON or text, a file or standard output, with or without progress."""

    as_json: bool
    out: str | None
    quiet: bool

    @contextlib.contextmanager
    def stream(self, inputs: Iterable[str] = ()) -> Iterator[TextIO]:
        """The file named by ``--out``, or standard output.

        The file is opened, and its content replaced, only at the first result. Raises
        click.UsageError if it is one of the files ``inputs``, which are being read.
        """
        check_out(self.out, inputs)
        if self.out is None:
            yield sys.stdout
            return
        with click.open_file(self.out, "w", encoding="utf-8", lazy=True) as file:
            yield cast(TextIO, file)

    def tracked(
        self, items: Iterable[T], what: str, total: int | None = None, ending: str = ""
    ) -> Iterator[T]:
        """``items`` with progress on standard error, unless it is quiet."""
        return tracked(items, what, total, self.quiet, ending=ending)

    def each(
        self,
        items: Iterable[L],
        what: str,
        work: Callable[[TextIO, L], int],
        inputs: Iterable[str] = (),
    ) -> int:
        """Call ``work`` to print each item and return its exit code; return the overall code."""
        with self.stream(inputs) as stream:
            return each(self.tracked(items, what), lambda item: work(stream, item))

    def printed(
        self,
        printouts: Iterable[Printout],
        kind: Kind,
        what: str,
        inputs: Iterable[str] = (),
        proof: Callable[[str, str], None] | None = None,
    ) -> int:
        """Print the workers' output; return the overall exit code.

        proof: stores the name of a certificate with the text form of its puzzle.
        """
        with self.stream(inputs) as stream:
            passing = _Passing(stream, kind, proof, Notes(self.quiet))
            for printout in tracked(printouts, what, None, self.quiet, _puzzles_of):
                passing.take(printout)
            passing.end_file()
        return exit_code(passing.codes | {0})


def _puzzles_of(printout: Printout) -> int:
    return printout.puzzles


class _Passing:
    """Prints the parts of printouts; of a file's faults the first ten, and the number of others."""

    def __init__(
        self, stream: TextIO, kind: Kind, proof: Callable[[str, str], None] | None, notes: Notes
    ) -> None:
        self.codes: set[int] = set()
        self._stream, self._kind, self._proof, self._notes = stream, kind, proof, notes
        self._file, self._faults = "", 0

    def take(self, printout: Printout) -> None:
        """Print one printout."""
        self.codes |= printout.codes
        for what, content in printout.parts:
            if what == "line":
                emit_lines(self._stream, content)
            elif what == "complaint":
                complain(content)
            elif what == "fault":
                self._fault(*content)
            elif what == "note":
                self._notes.take(*content)
            elif what == "picture":
                draw_solutions(self._stream, self._kind, *content)
            elif self._proof is not None:
                self._proof(*content)

    def _fault(self, place: str, words: str) -> None:
        file = place.rpartition(":")[0]
        if file != self._file:
            self.end_file()
            self._file = file
        self._faults += 1
        if not file or self._faults <= MOST_FAULTS:
            complain(f"{place}: {words}")

    def end_file(self) -> None:
        """Print the number of the file's faults that were not printed."""
        if self._file and self._faults > MOST_FAULTS:
            complain(f"{self._file}: {more_faults(self._faults)}")
        self._faults = 0


class Placed(Protocol):
    """A puzzle, or its result, with its place in the input."""

    @property
    def place(self) -> str:
        """``FILE:LINE`` or ``argument N``."""

    @property
    def fault(self) -> Exception | None:
        """The fault of the input, if there is one."""


def each(items: Iterable[L], work: Callable[[L], int]) -> int:
    """Call ``work`` for the exit code of each item; return the overall exit code.

    An item with a fault, or one that raises InputError, gives one line on standard error and a 2.
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
    """The overall exit code for puzzles with these codes: 2 before 3 before 1."""
    return next((code for code in _CODES if code in codes), 0)


def check_out(path: str | Path | None, inputs: Iterable[str]) -> None:
    """Raise click.UsageError if writing ``path`` would destroy an input that is being read."""
    for name in inputs:
        with contextlib.suppress(OSError, ValueError):  # there is no such file, or name
            if path is not None and Path(path).is_file() and Path(path).samefile(name):
                raise click.UsageError(f"output {path}: is an input too")


def say_how_kernels_run() -> None:
    """Warn on standard error that kernels are not compiled, unless the environment demands it."""
    from cpstudy.core.building import build, wants_sources

    if build() == "pure" and not wants_sources():
        complain(
            "kernels are not compiled: searches take about 50 times as long "
            "(install with gcc and Python's headers)"
        )


def result_row(puzzle: Any, result: Result) -> dict[str, Any]:
    """A result as the JSON object of ``--json``."""
    assert result.provenance is not None
    versions = result.provenance.versions
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
        **({"versions": dict(versions)} if versions else {}),
        **({"fault": result.fault} if result.fault else {}),
        **({"traceback": result.traceback} if result.traceback else {}),
        **({"best": _best(result.best)} if result.best else {}),
    }


def _best(best: Best) -> dict[str, Any]:
    return {best.what: best.score, "of": best.most, "depth": best.depth, "board": best.board}


def show_trace(printout: Printout, place: str, puzzle: Any, result: Result, as_json: bool) -> None:
    """Print the curve of a result's best board: separate rows, or lines on standard error."""
    best = result.best
    assert result.provenance is not None
    for seconds, iterations, depth, score in best.trace if best else ():
        assert best is not None
        if as_json:
            row = {"row": "trace", "puzzle": puzzle.encode(), "solver": result.provenance.solver}
            row |= {"seconds": seconds, "iterations": iterations, "depth": depth, best.what: score}
            printout.line(row)
        else:
            words = f"{score} of {best.most} {best.what}, {counted(depth, 'cell')} filled"
            printout.complain(f"{place}: {seconds:.3f} s, {iterations:,}: {words}")


def best_in_words(result: Result) -> str:
    """The best board, to be appended to the words for an unfinished search; "" if there is none."""
    best = result.best
    if best is None:
        return ""
    filled = counted(best.depth, "cell")
    return f"; best board: {best.score} of {best.most} {best.what}, {filled} filled"


def read_as(item: Located) -> dict[str, Any]:
    """The reader's choices as a field of the puzzle's JSON objects; {} if there are none."""
    note = item.about.get("read as")
    return {"read_as": note} if note else {}


def verdict_code(verdict: Verdict) -> int:
    """The exit code of a verdict."""
    return {Verdict.UNIQUE: 0, Verdict.UNKNOWN: UNDECIDED}.get(verdict, NO)


def featured(kind: Kind, puzzle: Any) -> dict[str, Any]:
    """The puzzle's features as a field of its JSON objects."""
    found = {} if kind.features is None else kind.features(puzzle)
    return {"features": {name: round(value, 6) for name, value in found.items()}}


def draw_solutions(stream: TextIO, kind: Kind, puzzle: Any, solutions: Sequence[Any]) -> None:
    """Draw solutions side by side if the kind has pictures."""
    if kind.pictures is not None:
        print_picture(stream, kind.pictures.text(puzzle, solutions))
