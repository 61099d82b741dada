"""``cpstudy explore``: can the goal be reached, and by which moves?"""

from __future__ import annotations

import contextlib
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import completing, options
from cpstudy.cli.output import complain, emit, exit_code, print_picture, to_json

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs
    from cpstudy.cli.output import Output
    from cpstudy.core.exploring import Progress, Strategy
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import Budget, PathResult
    from cpstudy.core.text import Located

_FRAME_SECONDS = 0.25

# What somebody means who types the name of a file.
_FILE_NAME = re.compile(r"[^:|]*\.[A-Za-z0-9]{1,6}")

# Names that -o must not take: what stands behind them is no text.
_NOT_THE_PUZZLES = {
    "strategy": "use --strategy",
    "whole": "use --whole",
    "count": "use --count",
    "budget": "use --states, --memory, --seconds",
    "report": "there is none of that name",
}


@dataclass(frozen=True)
class Search:
    """How the states are to be searched, as the command line says it."""

    strategy_name: str | None
    whole: bool
    count: bool
    more: tuple[str, ...]
    states: int | None
    memory: int
    seconds: float | None

    @property
    def budget(self) -> Budget:
        """For one level."""
        from cpstudy.core.result import Budget

        return Budget(seconds=self.seconds, states=self.states, memory=self.memory)

    @property
    def options(self) -> dict[str, Any]:
        """What goes to the strategy: flags where they are set, and NAME=VALUE as given.

        Raises click.UsageError.
        """
        chosen: dict[str, Any] = {}
        for text in self.more:
            name, equals, value = text.partition("=")
            if not equals or not name:
                raise click.UsageError(f"option {text!r}: expected NAME=VALUE")
            if name in _NOT_THE_PUZZLES:
                raise click.UsageError(f"option {name!r}: {_NOT_THE_PUZZLES[name]}")
            chosen[name] = value
        flags = {"whole": self.whole, "count": self.count}
        return {**chosen, **{name: True for name, given in flags.items() if given}}


@dataclass(frozen=True)
class Shown:
    """What is to be shown beside the result."""

    trace: bool
    animate: bool
    dot: str | None
    graphml: str | None
    svg: str | None

    @property
    def graphs(self) -> dict[str, str]:
        """Files of the state graph, by format."""
        named = {"dot": self.dot, "graphml": self.graphml, "svg": self.svg}
        return {form: file for form, file in named.items() if file}


_LEVELS: dict[str, Any] = {
    "kind_name": click.argument("kind_name", metavar="KIND", type=options.kind_name),
    "texts": click.argument(
        "texts", metavar="[LEVEL]...", nargs=-1, shell_complete=completing.files
    ),
    "files": options.files,
    "format_name": options.format_name,
}
_SEARCH: dict[str, Any] = {
    "strategy_name": click.option(
        "--strategy",
        "strategy_name",
        metavar="NAME",
        shell_complete=completing.strategies,
        help="bfs, dfs, astar, bidirectional or one of the kind's own ('cpstudy solvers').",
    ),
    "whole": click.option("--whole", is_flag=True, help="Search on past the goal: all states."),
    "count": click.option("--count", is_flag=True, help="Count all shortest solutions (bfs)."),
    "more": click.option(
        "--option",
        "-o",
        "more",
        metavar="NAME=VALUE",
        multiple=True,
        help="An option of the kind or strategy, e.g. moves=steps for rush_hour.",
    ),
}
_SHOWN: dict[str, Any] = {
    "trace": click.option("--trace", is_flag=True, help="Print the states along the path."),
    "animate": click.option(
        "--animate", is_flag=True, help="Show the path state by state in the terminal."
    ),
    "dot": click.option("--dot", metavar="FILE", help="Write the state graph for Graphviz."),
    "graphml": click.option("--graphml", metavar="FILE", help="Write the state graph as GraphML."),
    "svg": click.option(
        "--svg", metavar="FILE", help="Draw the state graph, forbidden states dashed."
    ),
}
_BUDGET: dict[str, Any] = {
    "states": click.option(
        "--states", type=options.number, metavar="N", help="Keep at most N states."
    ),
    "memory": click.option(
        "--memory",
        type=options.gibibytes,
        metavar="GIB",
        default="4",
        show_default=True,
        help="Use at most so much memory, in GiB.",
    ),
    "seconds": click.option(
        "--seconds", type=options.Seconds(), metavar="S", help="Seconds for one level."
    ),
}


@click.command()
@options.record("inputs", options.make_inputs, _LEVELS)
@options.record("search", Search, {**_SEARCH, **_BUDGET})
@options.record("shown", Shown, _SHOWN)
@options.output
def explore(inputs: Inputs, search: Search, shown: Shown, output: Output) -> int:
    """Search the states of puzzles of moves for a way to the goal.

    LEVEL is a text form or the name of a file. Prints the text form, a TAB, the verdict and the
    moves. Exit code 0: every goal is reached; 1: some cannot be reached; 3: some is undecided
    within its budget; 2: bad input, or a state graph that cannot be written.
    """
    from cpstudy import api
    from cpstudy.core.result import Reachability

    strategy = api.named_strategy(inputs.kind, search.strategy_name)
    if not inputs.given:
        raise click.UsageError("no level: give text forms, file names, or -f FILE (-f - for stdin)")
    chosen, graphs = search.options, shown.graphs
    codes = {0}
    explored = 0
    with output.stream((*inputs.texts, *inputs.files)) as stream:
        for item in _levels(inputs):
            try:
                puzzle = item.puzzle
                if isinstance(puzzle, ValueError):
                    raise puzzle
                if graphs and explored:
                    raise ValueError("a second level: a state graph is of one")
                with _reporting(output.quiet) as report:
                    result = api.explore(
                        puzzle, strategy.name, budget=search.budget, report=report, **chosen
                    )
                explored += 1
            except ValueError as error:
                complain(f"{item.place}: {error}")
                codes.add(2)
                continue
            codes.add({Reachability.FOUND: 0, Reachability.UNKNOWN: 3}.get(result.verdict, 1))
            if output.as_json:
                emit(stream, to_json(_object(puzzle, result, strategy.least)))
            else:
                _print(stream, puzzle, result, shown.trace, _least(inputs.kind, strategy))
            if shown.animate and result.trace and not output.as_json:
                _animate(inputs.kind, puzzle, result)
            if graphs:
                from cpstudy.jobs.graphs import write_graphs

                space = api.space_of(inputs.kind).searched_by(strategy, puzzle, chosen)
                for fault in write_graphs(space, result, graphs, search.budget):
                    complain(f"{item.place}: {fault}")
                    codes.add(2)
    return exit_code(codes)


def _levels(inputs: Inputs) -> Iterator[Located]:
    """Text forms and files named by arguments, in order, then the files of ``-f``."""
    from cpstudy.cli.inputs import read_puzzles
    from cpstudy.core.text import Located

    kind, form = inputs.kind, inputs.format_name
    for number, level in enumerate(inputs.texts, 1):
        name = level.split("\t", 1)[0]
        if _is_file(name):
            yield from read_puzzles(kind, (), (name,), form)
        else:
            for item in read_puzzles(kind, (name,), (), form):
                found = item.puzzle
                if isinstance(found, ValueError) and _FILE_NAME.fullmatch(name):
                    found = ValueError(f"{found}; there is no file of that name")
                yield Located(f"argument {number}", found)
    yield from read_puzzles(kind, (), inputs.files, form)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or a null character
        return False


@contextlib.contextmanager
def _reporting(quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """A line of progress on standard error while a search runs; nothing in a pipe."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("searching") as status:

        def report(progress: Progress) -> None:
            rate = progress.states / max(progress.seconds, 1e-9)
            status.update(
                f"{progress.states:,} states, {rate:,.0f} a second, frontier "
                f"{progress.frontier:,}, depth {progress.depth:,}"
            )

        yield report


def _object(puzzle: Any, result: PathResult, least: str) -> dict[str, Any]:
    """One result as the JSON object that the CLI contract names; least: as of a strategy."""
    assert result.provenance is not None
    moves = None if result.path is None else list(result.path)
    return {
        "puzzle": puzzle.encode(),
        "kind": puzzle.kind,
        "strategy": result.provenance.solver,
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
        "least": (least or None) if result.path is not None else None,
        "deadlocks": result.deadlocks,
        "shortest": result.shortest,
    }


def _least(kind: Kind, strategy: Strategy) -> str:
    """What is least of the paths that a strategy finds, for kinds whose moves differ in cost."""
    if strategy.least != "moves":
        return "least cost" if strategy.least == "cost" else ""
    cheapest = next((row.name for row in kind.strategies.values() if row.least == "cost"), "")
    return f"fewest moves; least cost: --strategy {cheapest}" if cheapest else ""


def _print(stream: TextIO, puzzle: Any, result: PathResult, trace: bool, least: str) -> None:
    from cpstudy.core.result import Reachability

    note = ""
    if result.path is not None:
        moves = cast(tuple[str, ...], result.path)
        short = all(len(move) == 1 for move in moves)
        costs = result.cost not in (None, len(moves))
        cost = f", cost {result.cost}" if costs else ""
        if result.shortest is not None:
            cost += f", one of {result.shortest}"
        note = f" in {len(moves)} moves{cost}\t{('' if short else ' ').join(moves)}"
        note += f"\t{least}" if costs and least else ""
    elif result.verdict is Reachability.UNKNOWN:
        note = f" (stopped: {result.stop}) after {result.states} states"
    else:
        note = f": all {result.states} states seen"
    emit(stream, f"{puzzle.encode()}\t{result.verdict}{note}")
    if trace:
        from cpstudy.api import state_space

        space = state_space(puzzle)
        for state, move in zip(result.trace, ("", *(result.path or ())), strict=False):
            emit(stream, f"  {move:12} {space.describe(state)}")


def _animate(kind: Kind, puzzle: Any, result: PathResult) -> None:
    """Show the states one after another, in place on a terminal, one below another in a pipe."""
    import time

    from cpstudy.api import state_space
    from cpstudy.core.solving import load

    picture = load(kind.pictures.text) if kind.pictures is not None else None
    space = state_space(puzzle)
    for number, state in enumerate(result.trace):
        if sys.stdout.isatty():
            if number:
                time.sleep(_FRAME_SECONDS)
            click.clear()
        move = (result.path or ())[number - 1] if number else "start"
        click.echo(f"{number}/{len(result.trace) - 1} {move}")
        if picture is not None:
            print_picture(sys.stdout, picture(puzzle, (state,)))
        else:
            click.echo(space.describe(state))
