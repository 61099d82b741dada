"""Short constructors of options, and the options that mean the same in every verb."""

import functools
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from cpstudy.cli import completing, values
from cpstudy.cli.inputs import Drawn, Inputs, Settings
from cpstudy.cli.output import Output, say_how_kernels_run
from cpstudy.cli.rules import Verb
from cpstudy.core.result import Budget
from cpstudy.plot.style import FORMATS, PRINTED, Style

F = TypeVar("F", bound=Callable[..., Any])

# A command that checks its rules; its help is the docstring.
verb = functools.partial(click.command, cls=Verb)

# -- constructors of options; ``what`` is the help -----------------------------------------------


def flag(names: str, what: str) -> Callable[[F], F]:
    """A flag. names: the option's, and the parameter's if it differs."""
    return click.option(*names.split(), is_flag=True, help=what)


def file(names: str, what: str, *endings: str, **more: Any) -> Callable[[F], F]:
    """An option that names a file, with one of the endings if some are given."""
    kind = values.FilePath(*endings, dir_okay=False, path_type=Path)
    return click.option(*names.split(), type=kind, help=what, **{"metavar": "FILE", **more})


def folder(names: str, what: str) -> Callable[[F], F]:
    """An option that names a folder."""
    kind = values.FilePath(file_okay=False, path_type=Path)
    return click.option(*names.split(), type=kind, metavar="FOLDER", help=what)


def named(names: str, what: str, known: completing.Complete, **more: Any) -> Callable[[F], F]:
    """An option whose value is a name that the shell can complete."""
    given = {"metavar": "NAME", "shell_complete": known, "help": what, **more}
    return click.option(*names.split(), **given)


def number(names: str, what: str, least: int = 1, **more: Any) -> Callable[[F], F]:
    """An option whose value is a whole number."""
    kind = values.at_least(least)
    return click.option(*names.split(), type=kind, help=what, **{"metavar": "N", **more})


def time(names: str, what: str, **more: Any) -> Callable[[F], F]:
    """An option whose value is a number of seconds."""
    return click.option(*names.split(), type=values.seconds, metavar="S", help=what, **more)


def gibibytes(what: str, **more: Any) -> Callable[[F], F]:
    """The option ``--memory``, in GiB."""
    return click.option("--memory", type=values.gibibytes, metavar="GIB", help=what, **more)


def together(*options: Callable[[F], F]) -> Callable[[F], F]:
    """A decorator that gives a command several options, in this order in its help."""

    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def record(name: str, make: Callable[..., Any], *options: Callable[[F], F]) -> Callable[[F], F]:
    """A decorator that gives a command the values of several options as one record.

    ``make`` gets them by the options' parameters; the command gets ``name``.
    """

    def probe() -> None:
        """Collect the options: they have no names before they belong to a command."""

    together(*options)(cast(F, probe))
    names = [parameter.name for parameter in vars(probe)["__click_params__"]]

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(**given: Any) -> Any:
            made = make(**{parameter: given.pop(parameter) for parameter in names})
            return command(**given, **{name: made})

        return together(*options)(cast(F, call))

    return decorate


# -- options of several verbs --------------------------------------------------------------------

texts: Callable[[F], F] = click.argument("texts", metavar="[PUZZLE]...", nargs=-1)
files: Callable[[F], F] = click.option(
    "-f", "--file", "files", metavar="FILE", multiple=True, shell_complete=completing.files,
    help="Read FILE; - is stdin.",
)  # fmt: skip
format_name: Callable[[F], F] = named(
    "--format format_name", "The format of the files.", completing.readable_formats
)
kind: Callable[[F], F] = click.option(
    "--puzzle", "kind_name", type=values.kind_name, default="pipes",
    show_default=True, help="Kind of puzzle; see 'cpstudy puzzles'.",
)  # fmt: skip
# For verbs that read puzzles: the input may state its kind.
kind_of_inputs: Callable[[F], F] = click.option(
    "--puzzle", "kind_name", type=values.kind_name,
    help="See 'cpstudy puzzles' (default: what the input says, or pipes).",
)  # fmt: skip
hints: Callable[[F], F] = together(
    click.option("--blank", metavar="SIGN", help="Input: the sign of empty cells."),
    click.option("--red", metavar="CAR", help="Input: the letter of the car that must leave."),
    click.option("--frame", metavar="COLOUR", help="Input: the colour of the frame."),
    click.option(
        "--clue", "clues", multiple=True, metavar="PIECE@ROW,COLUMN[,TURNS]",
        help="Edge matching: a fixed piece, from 0; 139@I8; or a viewer's board. Repeatable.",
    ),
    click.option(
        "--reading", multiple=True, metavar="NAME=VALUE",
        help="Input: another choice between readings; messages name it.",
    ),
)  # fmt: skip
inputs: Callable[[F], F] = together(texts, files, format_name, hints, kind_of_inputs)
seconds: Callable[[F], F] = time("--seconds", "Budget for one puzzle, in seconds.")
iterations: Callable[[F], F] = number(
    "--iterations", "Budget for one puzzle, in the solver's own counter.", least=0
)
seed: Callable[[F], F] = click.option(
    "--seed", type=values.at_least(0, most=None), default=1, show_default=True, help="Random seed."
)
jobs: Callable[[F], F] = number("--jobs", "Processes (default: all cores).")
executor: Callable[[F], F] = click.option(
    "--executor", "--scheduler", "executor", metavar="ADDRESS",
    help="Compute on a Dask cluster instead: dask://HOST:PORT.",
)  # fmt: skip
as_json: Callable[[F], F] = flag("--json as_json", "JSON Lines on standard output.")
out: Callable[[F], F] = click.option(
    "--out", type=values.FilePath(dir_okay=False), metavar="FILE", help="Write results to FILE."
)
quiet: Callable[[F], F] = flag("-q --quiet", "No progress and no notes on standard error.")
draw: Callable[[F], F] = flag("--draw", "Draw the solutions, with differing tiles marked.")
trace: Callable[[F], F] = flag(
    "--trace", "For searches that keep a best board: show how it improved over time."
)
algorithm: Callable[[F], F] = named(
    "--algorithm", "See 'cpstudy puzzles' (default: the first that can).", completing.algorithms
)
wrap: Callable[[F], F] = flag("--wrap", "Wrapping boards: opposite borders are joined.")
memory: Callable[[F], F] = gibibytes(
    "Memory for one run (the solver's own tables; with --isolated all its memory)."
)
isolated: Callable[[F], F] = flag(
    "--isolated",
    "A process per run, killed when it exceeds --seconds, --cpu-seconds or --memory.",
)
cpu_seconds: Callable[[F], F] = time(
    "--cpu-seconds", "With --isolated: CPU time for one run, of all its threads and programs."
)
features: Callable[[F], F] = flag(
    "--features", "With --json: add features computed before solving."
)
at_most_solutions: Callable[[F], F] = number(
    "--limit", "Stop at N different solutions.", least=2, default=2, show_default=True
)
pure: Callable[[F], F] = flag("--pure", "Run even if kernels are not compiled; rows say so.")


def grade(what: str) -> Callable[[F], F]:
    """The option ``--grade``."""
    return named("--grade", what, completing.grades, metavar="G")


def solver(known: str = "NAME[:OPTION]") -> Callable[[F], F]:
    """The option ``--solver`` of one name, or of the form ``known``."""
    return named(
        "--solver solver_name",
        "See 'cpstudy solvers'; options follow after colons. Your own: MODULE:FUNCTION.",
        completing.solvers, metavar=known,
    )  # fmt: skip


# -- records of options --------------------------------------------------------------------------


def _budget(seconds: float | None, iterations: int | None) -> Budget | None:
    return None if seconds is None and iterations is None else Budget(seconds, iterations)


def _output(**given: Any) -> Output:
    if not given["quiet"]:
        say_how_kernels_run()
    return Output(**given)


published: Callable[[F], F] = flag("--published", "Mark the peaks of Willems2016 on the maps.")


def _style(formats: tuple[str, ...], **given: Any) -> Style:
    return Style(formats=tuple(dict.fromkeys(formats)) or FORMATS, **given)


def figure_style(name: str = "--format") -> Callable[[F], F]:
    """The look of figures, as the argument ``look``. name: of the option for the formats."""
    return record(
        "look",
        _style,
        click.option("--width", type=values.length, help="Width of figures: 84mm, 8.4cm, 3.3in."),
        click.option("--height", type=values.length, help="Height (default: by the width)."),
        click.option("--no-title", "title", is_flag=True, default=True, flag_value=False,
                     help="Draw figures without a title."),
        click.option("--style", "sheet", type=values.sheet, metavar="NAME|FILE",
                     help="A matplotlib style for figures."),
        click.option(
            name, "formats", multiple=True, type=click.Choice((*FORMATS, *PRINTED)),
            help="Format of figures, repeatable (default: svg and png).",
        ),
    )  # fmt: skip


def refuse_uncompiled(pure: bool) -> None:
    """Require ``--pure`` for uncompiled kernels, since studies measure. Raises UsageError."""
    from cpstudy.core.building import build

    if build() == "pure" and not pure:
        raise click.UsageError(
            "kernels are not compiled, so times are not comparable: --pure runs anyway"
        )


def inputs_of(
    texts: tuple[str, ...], files: tuple[str, ...], blank: str | None, red: str | None,
    frame: str | None, clues: tuple[str, ...], reading: tuple[str, ...], **given: Any,
) -> Inputs:  # fmt: skip
    """The sources of puzzles and the hints for reading them. Raises click.UsageError."""
    named = {"blank": blank, "red": red, "frame": frame, "clue": " ".join(clues) or None}
    found = {name: value for name, value in named.items() if value is not None}
    for choice in reading:
        name, equals, value = choice.partition("=")
        if not equals or not name:
            raise click.UsageError(f"--reading {choice[:30]!a}: expected NAME=VALUE")
        found[name] = value
    # "-" is standard input, as in most commands; the name of a file means the file.
    read = tuple(text for text in texts if text == "-" or os.path.isfile(text))  # noqa: PTH113 (any text will do)
    boards = tuple(text for text in texts if text not in read)
    return Inputs(texts=boards, files=(*files, *dict.fromkeys(read)), hints=found, **given)


puzzles: Callable[[F], F] = record("inputs", inputs_of, inputs)
limits = (seconds, iterations, jobs, seed)
settings: Callable[[F], F] = record("settings", Settings, solver(), *limits)
# A budget alone, None if none is given, for verbs that choose no solver.
budget: Callable[[F], F] = record("budget", _budget, seconds, iterations)


def drawn(what: str) -> Callable[[F], F]:
    """Puzzles that are generated if none is given. what: the verb's use of them."""
    return record(
        "drawn",
        Drawn,
        named(
            "--algorithm algorithms", f"Without puzzles: {what} by this algorithm (default: all).",
            completing.algorithms, multiple=True,
        ),
        click.option(
            "--size", "sizes", type=values.size, multiple=True,
            help="Without puzzles: their size (default: 5); may be repeated.",
        ),
        number("--count", "Without puzzles: how many of each (default: 100).", metavar=None),
        flag("--wrap", "Without puzzles: on wrapping boards."),
    )  # fmt: skip


output: Callable[[F], F] = record("output", _output, as_json, out, quiet)
