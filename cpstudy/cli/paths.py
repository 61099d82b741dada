"""The output of ``cpstudy explore``: progress, rows, pictures of a path, numbers of levels."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import click

from cpstudy.cli.output import NO, UNDECIDED, draw_solutions, read_as
from cpstudy.cli.terminal import emit
from cpstudy.core.exploring import Progress, Strategy
from cpstudy.core.kind import Kind
from cpstudy.core.result import PathResult, Provenance, Reachability
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from cpstudy.jobs.explorations import Explored

T = TypeVar("T")

# The maximum number of levels that the last line names.
_MOST_NUMBERS = 30


class Status:
    """A line of progress on standard error while a search runs; nothing in a pipe."""

    def __init__(self, quiet: bool) -> None:
        self._shown: Any = None
        self.report = None if quiet or not sys.stderr.isatty() else self._update

    def __enter__(self) -> None:
        """Show nothing before there is progress."""

    def __exit__(self, *_: object) -> None:
        self._clear()

    def _update(self, progress: Progress) -> None:
        rate = progress.states / max(progress.seconds, 1e-9)
        words = (
            f"{progress.states:,} states, {rate:,.0f} a second, frontier "
            f"{progress.frontier:,}, depth {progress.depth:,}"
        )
        if self._shown is None:
            from rich.console import Console

            self._shown = Console(stderr=True).status(words)
            self._shown.start()
        self._shown.update(words)

    def pausing(self, items: Iterable[T]) -> Iterator[T]:
        """Yield the items; the line is hidden while one is printed."""
        for item in items:
            self._clear()
            yield item

    def _clear(self) -> None:
        if self._shown is not None:
            self._shown.stop()
            self._shown = None


class Tally:
    """The verdicts on levels. collection: whether they are several levels of a collection."""

    def __init__(self) -> None:
        self._numbers: dict[Reachability, list[str]] = {verdict: [] for verdict in Reachability}
        self._titled = False

    @property
    def collection(self) -> bool:
        """Whether the levels need a summary."""
        return self._titled and self._total > 1

    @property
    def _total(self) -> int:
        return sum(map(len, self._numbers.values()))

    def take(self, explored: Explored) -> int:
        """Count a level; return its exit code."""
        located, verdict = explored.located, cast(PathResult, explored.result).verdict
        self._titled = self._titled or located.title is not None
        self._numbers[verdict].append(str(located.number or located.place))
        return {Reachability.FOUND: 0, Reachability.UNKNOWN: UNDECIDED}.get(verdict, NO)

    def __str__(self) -> str:
        """``75 of 78 solved; undecided: 7, 8; unreachable: 30``."""
        words = [f"{len(self._numbers[Reachability.FOUND])} of {self._total} solved"]
        for verdict, name in (
            (Reachability.UNKNOWN, "undecided"), (Reachability.UNREACHABLE, "unreachable"),
        ):  # fmt: skip
            numbers = self._numbers[verdict]
            if len(numbers) > _MOST_NUMBERS:
                words.append(f"{len(numbers)} {name}")
            elif numbers:
                words.append(f"{name}: {', '.join(numbers)}")
        return "; ".join(words)


def row(kind: Kind, explored: Explored, strategy: Strategy) -> dict[str, Any]:
    """One result as the JSON object of the CLI contract."""
    located, result = explored.located, cast(PathResult, explored.result)
    puzzle: Any = located.puzzle
    answer = _answer(kind, puzzle, result)
    moves = None if result.path is None else list(result.path)
    made = cast(Provenance, result.provenance)
    return {
        "puzzle": puzzle.encode(),
        "kind": puzzle.kind,
        "strategy": made.solver,
        "verdict": result.verdict.value,
        "moves": moves or [],
        "length": None if moves is None else len(moves),
        "states": result.states,
        "transitions": result.transitions,
        "depth": result.depth,
        "seconds": round(result.seconds, 6),
        "stop": result.stop.value,
        "cpu_seconds": round(result.cpu_seconds, 6),
        "cost": result.cost,
        "least": (strategy.least or None) if result.path is not None else None,
        "deadlocks": result.deadlocks,
        "shortest": result.shortest,
        "level": located.number,
        "title": located.title,
        **read_as(located),
        "answer": answer,
        "tally": _tally(kind, answer),
        "build": made.build,
        **({"engine": result.engine} if result.engine else {}),
    }


def lines(
    kind: Kind, explored: Explored, strategy: Strategy, *, whole: bool, trace: bool
) -> Iterator[str]:
    """One result as text. whole: with the number of all states. trace: with the path's states."""
    located, result = explored.located, cast(PathResult, explored.result)
    puzzle: Any = located.puzzle
    columns = [puzzle.encode()]
    answer = _answer(kind, puzzle, result)
    if answer is not None and result.path is not None:
        moves = len(result.path)
        costs = result.cost not in (None, moves)
        words = f"{result.verdict} in {counted(moves, 'move')}" + (
            f", cost {result.cost}" if costs else ""
        )
        words += f", one of {result.shortest}" if result.shortest is not None else ""
        words += _seen(result) if whole else ""
        columns += [words, answer]
        least = _least(kind, strategy) if costs else ""
        columns += [least] if least else []
        tallied = ", ".join(f"{n} {what}" for what, n in _tally(kind, answer).items())
        columns += [tallied] if tallied else []
    elif result.verdict is Reachability.UNKNOWN:
        stopped = f" (stopped: {result.stop}) after {counted(result.states, 'state')}"
        columns.append(f"{result.verdict}{stopped}")
    else:
        states = counted(result.states, "state")
        columns.append(f"{result.verdict}: {result.reason or f'all {states} seen'}")
    if located.title is not None:
        columns.append(" ".join(f"level {located.number}: {located.title}".split()).rstrip(":"))
    yield "\t".join(columns)
    if trace:
        from cpstudy.api import state_space

        space = state_space(puzzle)
        for state, move in zip(result.trace, ("", *(result.path or ())), strict=False):
            yield f"  {move:12} {space.describe(state)}"


def _seen(result: PathResult) -> str:
    states = counted(result.states, "state")
    if result.exhausted:
        return f"; all {states} seen"
    return f"; {states} seen (stopped: {result.stop})"


def _answer(kind: Kind, puzzle: Any, result: PathResult) -> str | None:
    """The moves in the players' notation; None if there is no path."""
    from cpstudy.jobs.path_answers import written

    return None if result.path is None else written(kind, puzzle, map(str, result.path))


def _tally(kind: Kind, answer: str | None) -> Mapping[str, int]:
    from cpstudy.jobs.path_answers import tally

    return {} if answer is None else tally(kind, answer)


def _least(kind: Kind, strategy: Strategy) -> str:
    """What is least for a strategy's paths, for kinds whose moves differ in cost."""
    if strategy.least != "moves":
        return "least cost" if strategy.least == "cost" else ""
    cheapest = next((row.name for row in kind.strategies.values() if row.least == "cost"), "")
    return f"fewest moves; least cost: --strategy {cheapest}" if cheapest else ""


def animate(stream: TextIO, kind: Kind, explored: Explored, delay: float) -> None:
    """Show the states of a path; on a terminal each replaces the last after ``delay`` seconds.

    In a pipe they are printed one below another, without delay.
    """
    from cpstudy.api import state_space

    puzzle, result = cast(Any, explored.located.puzzle), cast(PathResult, explored.result)
    space = state_space(puzzle)
    in_place = stream.isatty()
    for number, state in enumerate(result.trace):
        if in_place:
            click.clear()
        move = (result.path or ())[number - 1] if number else "start"
        emit(stream, f"{number}/{len(result.trace) - 1} {move}")
        if kind.pictures is not None:
            draw_solutions(stream, kind, puzzle, (state,))
        else:
            emit(stream, space.describe(state))
        if in_place:
            time.sleep(delay)


def write_film(kind: Kind, puzzle: Any, result: PathResult, delay: float, file: Path) -> None:
    """Write the path as a film. Raises InputError or OSError if that fails."""
    from cpstudy.core.files import write_whole
    from cpstudy.jobs.printing.films import solution_film

    write_whole(file, solution_film(kind, puzzle, result, file.suffix[1:], delay))
