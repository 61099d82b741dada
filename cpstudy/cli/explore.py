"""``cpstudy explore``: can the goal be reached, and by which moves?"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO, cast

import click

from cpstudy.cli import completing, options, paths, values
from cpstudy.cli.inputs import Inputs, only_first, read_puzzles
from cpstudy.cli.output import BAD_INPUT, Output, check_out, each
from cpstudy.cli.paths import Status, Tally
from cpstudy.cli.terminal import complain, emit, remark
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.exploring import Strategy
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget, PathResult

if TYPE_CHECKING:
    from cpstudy.jobs.explorations import Explored

# Names that -o must not take: their values are not texts.
_NOT_THE_PUZZLES = {
    "strategy": "use --strategy",
    "whole": "use --whole",
    "count": "use --count",
    "budget": "use --states, --memory, --seconds",
    "report": "there is none of that name",
}


@dataclass(frozen=True)
class Search:
    """The settings of the search, as given on the command line."""

    strategy_name: str | None
    whole: bool
    count: bool
    hardest: bool
    more: tuple[str, ...]
    states: int | None
    memory: int
    seconds: float | None

    @property
    def budget(self) -> Budget:
        """The budget for one level."""
        return Budget(seconds=self.seconds, states=self.states, memory=self.memory)

    @property
    def options(self) -> dict[str, Any]:
        """The strategy's options: flags that are set, and NAME=VALUE as given.

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
    """The output besides the result. delay: seconds for which a state is shown.

    graphs: files of the state graph, by format.
    """

    trace: bool
    animate: bool
    film: Path | None
    delay: float
    graphs: Mapping[str, str]

    @property
    def files(self) -> list[str]:
        """All files that are written for one level."""
        return [*self.graphs.values(), *([str(self.film)] if self.film else [])]


def _shown(
    trace: bool, animate: bool, film: Path | None, delay: float, **graphs: str | None
) -> Shown:
    given = {form: file for form, file in graphs.items() if file}
    return Shown(trace, animate, film, delay, given)


_LEVELS = (
    click.argument("kind_name", metavar="KIND", type=values.kind_name),
    click.argument("texts", metavar="[LEVEL]...", nargs=-1, shell_complete=completing.files),
    options.files,
    options.format_name,
    options.hints,
)
_SEARCH = (
    options.named(
        "--strategy strategy_name",
        "bfs, dfs, astar, bidirectional or one of the kind's own ('cpstudy solvers').",
        completing.strategies,
    ),
    options.flag("--whole", "Search all states, beyond the goal."),
    options.flag("--count", "Count all shortest solutions (bfs)."),
    options.flag(
        "--hardest",
        "Begin at the reachable state that is farthest from the goal (rush_hour).",
    ),
    click.option(
        "--option", "-o", "more", metavar="NAME=VALUE", multiple=True,
        help="An option of the kind or strategy, e.g. moves=steps for rush_hour.",
    ),
    options.number("--states", "Keep at most N states.", least=0),
    options.gibibytes("Memory limit per level.", default="4", show_default=True),
    options.time("--seconds", "Time limit per level."),
)  # fmt: skip
_SHOWN = (
    options.flag("--trace", "Print the states along the path."),
    options.flag("--animate", "Show the path state by state in the terminal."),
    options.file(
        "--film", "Write the path of one level as FILE.gif or FILE.svg.", ".gif", ".svg"
    ),
    options.time(
        "--delay", "Seconds per state of --animate and --film.", default="0.25",
        show_default=True,
    ),
    click.option("--dot", metavar="FILE", help="Write the state graph for Graphviz."),
    click.option("--graphml", metavar="FILE", help="Write the state graph as GraphML."),
    click.option("--svg", metavar="FILE", help="Draw the state graph (forbidden states dashed)."),
    click.option("--etf", metavar="FILE", help="Write the state graph for LTSmin."),
    click.option("--promela", metavar="FILE", help="Write the state graph for SPIN."),
)  # fmt: skip


@options.verb()
@options.record("inputs", options.inputs_of, *_LEVELS)
@click.option(
    "--level", "wanted", type=values.span(1), help="Only level N of each file, or levels A to B."
)
@options.record("search", Search, *_SEARCH)
@options.record("shown", _shown, *_SHOWN)
@options.jobs
@options.output
def explore(
    inputs: Inputs, wanted: tuple[int, int] | None, search: Search, shown: Shown, jobs: int | None,
    output: Output,
) -> int:  # fmt: skip
    """Search the states of puzzles of moves for a way to the goal.

    LEVEL is a text form or the name of a file. Prints the text form, a TAB, the verdict, a TAB and
    the moves (Sokoban: LURD; Bloxorz: the keys to press), then what players count and, in a
    collection, the level's number and title. At the end, standard error says how many levels were
    solved.

    Exit code 0: every goal is reached; 1: some goal cannot be reached; 3: some level is undecided
    within its budget; 2: bad input, or a state graph or a film that cannot be written.
    """
    from cpstudy import api
    from cpstudy.jobs.explorations import Exploration, explorations

    chosen = search.options
    strategy = api.named_strategy(inputs.kind, search.strategy_name, chosen)
    if not inputs.given:
        raise click.UsageError("no level: give text forms, file names, or -f FILE (-f - for stdin)")
    if search.hardest and not api.space_of(inputs.kind).hardest:
        raise click.UsageError(f"--hardest: moves of {inputs.kind.name} cannot be taken back")
    read = (*inputs.texts, *inputs.files)
    for file in shown.files:
        check_out(file, read)
    levels = _selected(inputs, *(wanted or (1, sys.maxsize)))
    if shown.files:
        levels = only_first(levels, "a second level: a state graph is of one")
    how = Exploration(strategy.name, search.budget, chosen, search.hardest)
    tally, status = Tally(), Status(output.quiet)

    def show(stream: TextIO, explored: Explored) -> int:
        code = tally.take(explored)
        _print(stream, inputs.kind, explored, strategy, search, shown, output.as_json)
        for fault in _write_files(inputs.kind, explored, strategy, search, shown):
            complain(f"{explored.place}: {fault}")
            code = BAD_INPUT
        return code

    with output.stream(read) as stream, status:
        found = status.pausing(explorations(levels, how, jobs, status.report))
        code = each(found, lambda explored: show(stream, explored))
    if tally.collection and not output.quiet:
        remark(str(tally))
    return code


def _selected(inputs: Inputs, first: int, last: int) -> Iterator[Located]:
    """Levels ``first`` to ``last`` of each source; a source without any of them is a fault."""
    for name, items in _sources(inputs):
        number = found = 0
        for number, item in enumerate(items, 1):
            if first <= number <= last:
                found += 1
                yield item
            if number >= last:
                break
        if not found:
            yield Located(name, InputError(f"no level {first}: there are {number}"))


def _sources(inputs: Inputs) -> Iterator[tuple[str, Iterable[Located]]]:
    """Yield the sources of levels: text forms, in order, then files, by name."""
    kind, how = inputs.kind, (inputs.format_name, inputs.hints)
    for number, level in enumerate(inputs.texts, 1):
        place = f"argument {number}"
        found = list(read_puzzles(kind, (level.split("\t", 1)[0],), (), *how))
        yield place, (replace(f, place=f.place.replace("argument 1", place, 1)) for f in found)
    for name in inputs.files:
        yield name, read_puzzles(kind, (), (name,), *how)


def _print(
    stream: TextIO, kind: Kind, explored: Explored, strategy: Strategy, search: Search,
    shown: Shown, as_json: bool,
) -> None:  # fmt: skip
    """Print one result, after the pictures of its path if they are requested."""
    if as_json:
        emit(stream, paths.row(kind, explored, strategy))
        return
    if shown.animate:
        paths.animate(stream, kind, explored, shown.delay)
    for line in paths.lines(kind, explored, strategy, whole=search.whole, trace=shown.trace):
        emit(stream, line)


def _write_files(
    kind: Kind, explored: Explored, strategy: Strategy, search: Search, shown: Shown
) -> Iterator[InputError | OSError]:
    """Write the film and the graphs; yield the faults."""
    from cpstudy import api
    from cpstudy.jobs.explorations import write_graphs

    puzzle, result = cast(Any, explored.located.puzzle), cast(PathResult, explored.result)
    if shown.film is not None:
        try:
            paths.write_film(kind, puzzle, result, shown.delay, shown.film)
        except (InputError, OSError) as fault:
            yield fault
    if shown.graphs:
        space = api.space_of(kind).searched_by(strategy, puzzle, search.options)
        yield from write_graphs(space, result, shown.graphs, search.budget)
