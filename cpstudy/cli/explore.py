"""``cpstudy explore``: can the goal be reached, and by which moves?"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import emit, exit_code, print_picture, results_to, to_json

if TYPE_CHECKING:
    from cpstudy.core.exploring import Progress
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import PathResult
    from cpstudy.core.text import Located
    from cpstudy.explore.space import StateSpace

_FRAME_SECONDS = 0.25

# Names that -o must not take: what stands behind them is no text.
_NOT_THE_PUZZLES = {
    "strategy": "use --strategy",
    "whole": "use --whole",
    "count": "use --count",
    "budget": "use --states, --memory, --seconds",
    "report": "there is none of that name",
}


@click.command()
@click.argument("kind_name", metavar="KIND", type=options.kind_name)
@click.argument("levels", metavar="[LEVEL]...", nargs=-1)
@click.option("-f", "--file", "files", metavar="FILE", multiple=True, help="Read FILE; - is stdin.")
@click.option("--format", "format_name", metavar="NAME", help="The files' format.")
@click.option(
    "--strategy", "strategy_name", metavar="NAME",
    help="bfs, dfs, astar, bidirectional or one of the kind's own ('cpstudy solvers').",
)  # fmt: skip
@click.option("--whole", is_flag=True, help="Search on past the goal: all states.")
@click.option("--count", "count_shortest", is_flag=True, help="Count all shortest solutions (bfs).")
@click.option(
    "--option", "-o", "more", metavar="NAME=VALUE", multiple=True,
    help="An option of the kind or strategy, e.g. moves=steps for rush_hour.",
)  # fmt: skip
@click.option("--trace", is_flag=True, help="Print the states along the path.")
@click.option("--animate", is_flag=True, help="Show the path state by state in the terminal.")
@click.option("--dot", metavar="FILE", help="Write the state graph for Graphviz.")
@click.option("--graphml", metavar="FILE", help="Write the state graph as GraphML.")
@click.option("--svg", metavar="FILE", help="Draw the state graph, forbidden states dashed.")
@click.option("--states", type=click.IntRange(min=0), metavar="N", help="Keep at most N states.")
@click.option(
    "--memory", type=options.gibibytes, metavar="GIB", default="4", show_default=True,
    help="Use at most so much memory, in GiB.",
)  # fmt: skip
@click.option("--seconds", type=click.FloatRange(min=0), metavar="S", help="Seconds for one level.")
@options.as_json
@options.out
@options.quiet
def explore(
    kind_name: str,
    levels: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    strategy_name: str | None,
    whole: bool,
    count_shortest: bool,
    more: tuple[str, ...],
    trace: bool,
    animate: bool,
    dot: str | None,
    graphml: str | None,
    svg: str | None,
    states: int | None,
    memory: int,
    seconds: float | None,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Search the states of puzzles of moves for a way to the goal.

    LEVEL is a text form or the name of a file. Prints the text form, a TAB, the verdict and the
    moves. Exit code 0: every goal is reached; 1: some cannot be reached; 3: some is undecided
    within its budget; 2: bad input.
    """
    from cpstudy import api, puzzles
    from cpstudy.cli.output import complain
    from cpstudy.core.result import Budget, Reachability

    kind = puzzles.kind(kind_name)
    strategy = api.named_strategy(kind, strategy_name)
    if not levels and not files:
        raise click.UsageError("no level: give text forms, file names, or -f FILE (-f - for stdin)")
    budget = Budget(seconds=seconds, states=states, memory=memory)
    graphs = {
        name: file for name, file in (("dot", dot), ("graphml", graphml), ("svg", svg)) if file
    }
    extra = _options(whole, count_shortest, more)
    codes = {0}
    explored = 0
    with results_to(out, (*levels, *files)) as stream:
        for item in _levels(kind, levels, files, format_name):
            try:
                puzzle = item.puzzle
                if isinstance(puzzle, ValueError):
                    raise puzzle
                if graphs and explored:
                    raise ValueError("a second level: a state graph is of one")
                with _reporting(quiet) as report:
                    result = api.explore(
                        puzzle, strategy.name, budget=budget, report=report, **extra
                    )
                explored += 1
                if graphs:
                    space = api.space_of(kind).searched_by(strategy, puzzle, extra)
                    _write_graphs(space, result, graphs)
            except (ValueError, OSError) as error:
                complain(f"{item.place}: {error}")
                codes.add(2)
                continue
            codes.add({Reachability.FOUND: 0, Reachability.UNKNOWN: 3}.get(result.verdict, 1))
            if as_json:
                emit(stream, to_json(_object(puzzle, result)))
            else:
                _print(stream, puzzle, result, trace)
            if animate and result.trace and not as_json:
                _animate(kind, puzzle, result)
    return exit_code(codes)


def _options(whole: bool, count: bool, more: Iterable[str]) -> dict[str, Any]:
    """What goes to the strategy: flags where they are set, and NAME=VALUE as given."""
    chosen: dict[str, Any] = {}
    for text in more:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise click.UsageError(f"option {text!r}: expected NAME=VALUE")
        if name in _NOT_THE_PUZZLES:
            raise click.UsageError(f"option {name!r}: {_NOT_THE_PUZZLES[name]}")
        chosen[name] = value
    if whole:
        chosen["whole"] = True
    if count:
        chosen["count"] = True
    return chosen


def _levels(
    kind: Kind, levels: Iterable[str], files: Iterable[str], format_name: str | None
) -> Iterator[Located]:
    """Text forms and files named by arguments, in order, then the files of ``-f``."""
    from cpstudy.cli.inputs import read_puzzles
    from cpstudy.core.text import Located

    for number, level in enumerate(levels, 1):
        name = level.split("\t", 1)[0]
        if _is_file(name):
            yield from read_puzzles(kind, (), (name,), format_name)
        else:
            for item in read_puzzles(kind, (name,), (), format_name):
                yield Located(f"argument {number}", item.puzzle)
    yield from read_puzzles(kind, (), files, format_name)


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


def _object(puzzle: Any, result: PathResult) -> dict[str, Any]:
    """One result as the JSON object that the CLI contract names."""
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
        "cost": result.cost,
        "deadlocks": result.deadlocks,
        "shortest": result.shortest,
    }


def _print(stream: TextIO, puzzle: Any, result: PathResult, trace: bool) -> None:
    from cpstudy.core.result import Reachability

    note = ""
    if result.path is not None:
        moves = cast(tuple[str, ...], result.path)
        short = all(len(move) == 1 for move in moves)
        cost = f", cost {result.cost}" if result.cost not in (None, len(moves)) else ""
        if result.shortest is not None:
            cost += f", one of {result.shortest}"
        note = f" in {len(moves)} moves{cost}\t{('' if short else ' ').join(moves)}"
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


def _write_graphs(space: StateSpace[Any], result: PathResult, graphs: dict[str, str]) -> None:
    from cpstudy.explore.state_graph import state_graph
    from cpstudy.plot.boards import figure
    from cpstudy.plot.saving import rendered

    graph = state_graph(space, path=result.trace)
    for name, file in graphs.items():
        if name == "svg":
            data = rendered(figure(graph.drawing()), "svg")
        else:
            data = (graph.dot() if name == "dot" else graph.graphml()).encode()
        Path(file).write_bytes(data)
