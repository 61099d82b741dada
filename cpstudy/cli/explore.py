"""``cpstudy explore``: can the goal be reached, and by which moves?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from cpstudy.cli import completing, options, paths
from cpstudy.cli.output import check_out, complain, emit, exit_code, to_json
from cpstudy.cli.paths import Status, Told
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs
    from cpstudy.cli.output import Output
    from cpstudy.core.exploring import Strategy
    from cpstudy.core.kind import Kind
    from cpstudy.core.result import Budget
    from cpstudy.core.text import Located
    from cpstudy.jobs.explorations import Explored

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
    hardest: bool
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
    """What is to be shown beside the result. delay: seconds that a state is shown."""

    trace: bool
    animate: bool
    film: Path | None
    delay: float
    dot: str | None
    graphml: str | None
    svg: str | None

    @property
    def graphs(self) -> dict[str, str]:
        """Files of the state graph, by format."""
        named = {"dot": self.dot, "graphml": self.graphml, "svg": self.svg}
        return {form: file for form, file in named.items() if file}

    @property
    def files(self) -> list[str]:
        """All files that are written of one level."""
        return [*self.graphs.values(), *([str(self.film)] if self.film else [])]

    def check(self, inputs: Inputs) -> None:
        """Raise click.UsageError where a film has no format, or a file is an input too."""
        if self.film is not None and self.film.suffix not in (".gif", ".svg"):
            raise click.UsageError(f"--film {self.film}: expected a name in .gif or .svg")
        for file in self.files:
            check_out(file, (*inputs.texts, *inputs.files))


_LEVELS: dict[str, Any] = {
    "kind_name": click.argument("kind_name", metavar="KIND", type=options.kind_name),
    "texts": click.argument(
        "texts", metavar="[LEVEL]...", nargs=-1, shell_complete=completing.files
    ),
    "files": options.files,
    "format_name": options.format_name,
}
_WHICH = click.option(
    "--level", "wanted", type=options.span, help="Only level N of each file, or levels A to B."
)
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
    "hardest": click.option(
        "--hardest",
        is_flag=True,
        help="Begin where the goal is farthest, of all states that can be reached (rush_hour).",
    ),
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
    "film": click.option(
        "--film",
        type=options.FilePath(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The path of one level, state by state, as FILE.gif or FILE.svg.",
    ),
    "delay": click.option(
        "--delay",
        type=options.Seconds(),
        metavar="S",
        default="0.25",
        show_default=True,
        help="Seconds that a state is shown by --animate and --film.",
    ),
    "dot": click.option(
        "--dot", type=options.FilePath(), metavar="FILE", help="Write the state graph for Graphviz."
    ),
    "graphml": click.option(
        "--graphml",
        type=options.FilePath(),
        metavar="FILE",
        help="Write the state graph as GraphML.",
    ),
    "svg": click.option(
        "--svg",
        type=options.FilePath(),
        metavar="FILE",
        help="Draw the state graph, forbidden states dashed.",
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
        help="Use at most so much memory for one level, in GiB.",
    ),
    "seconds": click.option(
        "--seconds", type=options.Seconds(), metavar="S", help="Seconds for one level."
    ),
}


@click.command()
@options.record("inputs", options.make_inputs, _LEVELS)
@_WHICH
@options.record("search", Search, {**_SEARCH, **_BUDGET})
@options.record("shown", Shown, _SHOWN)
@options.jobs
@options.output
def explore(
    inputs: Inputs,
    wanted: tuple[int, int] | None,
    search: Search,
    shown: Shown,
    jobs: int | None,
    output: Output,
) -> int:
    """Search the states of puzzles of moves for a way to the goal.

    LEVEL is a text form or the name of a file. Prints the text form, a TAB, the verdict, a TAB and
    the moves: of Sokoban in LURD, of Bloxorz the keys to press; behind them what players count, and
    of a collection the level's number and title. How many levels were solved is told at the end, on
    standard error.

    Exit code 0: every goal is reached; 1: some cannot be reached; 3: some is undecided within its
    budget; 2: bad input, or a state graph or a film that cannot be written.
    """
    from cpstudy import api
    from cpstudy.jobs.explorations import Exploration, explorations

    chosen = search.options
    strategy = api.named_strategy(inputs.kind, search.strategy_name, chosen)
    if not inputs.given:
        raise click.UsageError("no level: give text forms, file names, or -f FILE (-f - for stdin)")
    if wanted is not None and not 1 <= wanted[0] <= wanted[1]:
        raise click.UsageError(f"--level {wanted[0]}..{wanted[1]}: expected N or A..B, from 1")
    shown.check(inputs)
    levels = _selected(inputs, wanted)
    if shown.files:
        levels = _one(levels)
    if search.hardest and not api.space_of(inputs.kind).hardest:
        raise click.UsageError(f"--hardest: moves of {inputs.kind.name} cannot be taken back")
    how = Exploration(strategy.name, search.budget, chosen, search.hardest)
    codes = {0}
    told = Told()
    status = Status(output.quiet)
    with output.stream((*inputs.texts, *inputs.files)) as stream, status:
        for explored in explorations(levels, how, jobs, status.report):
            status.clear()
            place, result = explored.located.place, explored.result
            if isinstance(result, InputError):
                complain(f"{place}: {result}")
                codes.add(2)
                continue
            codes.add(told.take(explored.located, result))
            _tell(stream, inputs, explored, strategy, search, shown, output.as_json)
            for fault in _write_files(inputs.kind, explored, strategy, search, shown):
                complain(f"{place}: {fault}")
                codes.add(2)
    if told.collection and not output.quiet:
        click.echo(str(told), err=True)
    return exit_code(codes)


def _selected(inputs: Inputs, wanted: tuple[int, int] | None) -> Iterator[Located]:
    """The levels asked for, all without ``wanted``; a file that has none of them is a fault."""
    from cpstudy.core.text import Located

    if wanted is None:
        yield from _levels(inputs)
        return
    first, last = wanted
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


def _one(levels: Iterator[Located]) -> Iterator[Located]:
    """Faults in place of all levels behind the first: a graph or a film is of one."""
    good = 0
    for item in levels:
        good += not isinstance(item.puzzle, InputError)
        if good > 1:
            yield replace(item, puzzle=InputError("a second level: a state graph is of one"))
        else:
            yield item


def _levels(inputs: Inputs) -> Iterator[Located]:
    for _, items in _sources(inputs):
        yield from items


def _sources(inputs: Inputs) -> Iterator[tuple[str, Iterable[Located]]]:
    """Text forms and files named by arguments, in order, then the files of ``-f``, by name."""
    from cpstudy.cli.inputs import read_puzzles
    from cpstudy.core.text import Located

    kind, form = inputs.kind, inputs.format_name
    for number, level in enumerate(inputs.texts, 1):
        name = level.split("\t", 1)[0]
        if _is_file(name):
            yield name, read_puzzles(kind, (), (name,), form)
        else:
            (item,) = read_puzzles(kind, (name,), (), form)
            found = item.puzzle
            if isinstance(found, InputError) and _FILE_NAME.fullmatch(name):
                found = InputError(f"{found}; there is no file of that name")
            place = f"argument {number}"
            yield place, (Located(place, found),)
    for name in inputs.files:
        yield name, read_puzzles(kind, (), (name,), form)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # too long, or a null character
        return False


def _tell(
    stream: TextIO, inputs: Inputs, explored: Explored, strategy: Strategy, search: Search,
    shown: Shown, as_json: bool,
) -> None:  # fmt: skip
    """Print one result, behind the pictures of its path where they are wanted."""
    kind, result = inputs.kind, explored.result
    assert not isinstance(result, InputError)
    if as_json:
        emit(stream, to_json(paths.row(kind, explored, strategy)))
        return
    if shown.animate and result.trace:
        paths.animate(stream, kind, explored.located.puzzle, result, shown.delay)
    for line in paths.lines(kind, explored, strategy, whole=search.whole, trace=shown.trace):
        emit(stream, line)


def _write_files(
    kind: Kind, explored: Explored, strategy: Strategy, search: Search, shown: Shown
) -> Iterator[InputError | OSError]:
    """Write the film and the graphs; what could not be written."""
    from cpstudy import api
    from cpstudy.jobs.explorations import write_graphs

    puzzle: Any = explored.located.puzzle
    result = explored.result
    assert not isinstance(result, InputError)
    if shown.film is not None:
        try:
            paths.write_film(kind, puzzle, result, shown.delay, shown.film)
        except (InputError, OSError) as fault:
            yield fault
    if shown.graphs:
        space = api.space_of(kind).searched_by(strategy, puzzle, search.options)
        yield from write_graphs(space, result, shown.graphs, search.budget)
