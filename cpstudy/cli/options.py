"""Options that mean the same in every verb."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

import click
from click.shell_completion import CompletionItem

from cpstudy.cli import completing
from cpstudy.core.errors import meant
from cpstudy.puzzles import kinds

F = TypeVar("F", bound=Callable[..., Any])

_GIBIBYTE = 1 << 30


class Size(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``N`` or ``WxH`` (columns x rows) as (rows, columns)."""

    name = "N|WxH"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Parse, with click's error where it is no size."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([0-9]{1,5})(?:x([0-9]{1,5}))?", str(value))
        if match is None or int(match[1]) < 1 or int(match[2] or match[1]) < 1:
            self.fail(f"{value!r} is no size: expected N or WxH, at least 1", param, ctx)
        return int(match[2] or match[1]), int(match[1])


class FilePath(click.Path):  # type: ignore[type-arg, unused-ignore]
    """A name that the file system can hold; click's own fails only when the file is opened."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Parse, with click's error where no file can have this name."""
        try:
            fault = b"\0" in os.fsencode(value)
        except UnicodeEncodeError:
            fault = True
        if fault:
            self.fail(f"{str(value)[:30]!a} is no file name", param, ctx)
        return super().convert(value, param, ctx)


class Gibibytes(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A number of GiB as bytes."""

    name = "GIB"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse, with click's error where it is no size of a memory."""
        if isinstance(value, int):
            return value
        try:
            size = int(float(value) * _GIBIBYTE)
        except (ValueError, OverflowError):
            size = -1
        if size < 0:
            self.fail(f"{value!r} is no number of GiB: expected 0 or more", param, ctx)
        return size


def record(
    name: str, make: Callable[..., Any], options: Mapping[str, Callable[[F], F]]
) -> Callable[[F], F]:
    """A decorator that gives a command the values of several options as one record.

    options: by the parameter that each gives; ``make`` gets these, the command gets ``name``.
    """

    def decorate(command: F) -> F:
        @functools.wraps(command)
        def call(**given: Any) -> Any:
            made = make(**{parameter: given.pop(parameter) for parameter in options})
            return command(**given, **{name: made})

        decorated = cast(F, call)
        for option in reversed([*options.values()]):
            decorated = option(decorated)
        return decorated

    return decorate


def _together(*options: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


class Number(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A whole number in plain digits, at least ``least``.

    click's own integers take underscores, digits of other scripts and numbers of any length. Above
    ``most``, which nothing reaches and engines with 64 bits could not hold, it is taken as that;
    None: all digits count, as in a seed.
    """

    name = "integer"

    def __init__(self, least: int = 0, most: int | None = 1 << 62) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Parse, with click's error where it is no number or too small."""
        if isinstance(value, int):
            return value
        text = str(value)
        if not re.fullmatch(r"-?[0-9]{1,4000}", text, re.ASCII):
            self.fail(f"{text[:30]!a} is not a valid integer.", param, ctx)
        number = int(text)
        if number < self.least:
            self.fail(f"{text[:30]} is not in the range x>={self.least}.", param, ctx)
        return number if self.most is None else min(number, self.most)


class Seconds(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A number of seconds in plain digits."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Parse, with click's error where it is none."""
        if isinstance(value, float):
            return value
        text = str(value)
        if not re.fullmatch(r"-?([0-9]+\.?[0-9]*|\.[0-9]+)(e[-+]?[0-9]+)?|inf", text, re.ASCII):
            self.fail(f"{text[:30]!a} is not a valid number of seconds.", param, ctx)
        seconds = float(text)
        if seconds < 0:
            self.fail(f"{seconds} is not in the range x>=0.", param, ctx)
        return seconds


class Span(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``N`` or ``A..B``: the first and the last of what is counted from 1."""

    name = "N|A..B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Parse, with click's error where it is none."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", str(value), re.ASCII)
        if match is None:
            self.fail(f"{value!r}: expected N or A..B", param, ctx)
        return int(match[1]), int(match[2] or match[1])


class KindName(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """The name of a kind; a hyphen is as good as an underscore."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name as the table has it, with click's error where it has not."""
        name = str(value).replace("-", "_")
        if name not in kinds():
            told = f"{', '.join(map(repr, kinds()))}{meant(name, kinds())}"
            self.fail(f"{value!r} is not one of {told}", param, ctx)
        return name

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The kinds, for the shell."""
        return completing.kinds(ctx, param, incomplete)

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """The kinds, for the help."""
        return f"[{'|'.join(kinds())}]"


size = Size()
gibibytes = Gibibytes()
number = Number()
positive = Number(least=1)
span = Span()
kind_name = KindName()

_PUZZLE = click.option(
    "--puzzle",
    "kind_name",
    type=kind_name,
    default="pipes",
    show_default=True,
    help="Kind of puzzle.",
)
_INPUTS: dict[str, Any] = {
    "texts": click.argument("texts", metavar="[PUZZLE]...", nargs=-1),
    "files": click.option(
        "-f",
        "--file",
        "files",
        metavar="FILE",
        multiple=True,
        shell_complete=completing.files,
        help="Read FILE; - is stdin.",
    ),
    "format_name": click.option(
        "--format",
        "format_name",
        metavar="NAME",
        shell_complete=completing.readable_formats,
        help="The files' format.",
    ),
    "kind_name": _PUZZLE,
}
_SECONDS = click.option(
    "--seconds", type=Seconds(), metavar="S", help="Budget for one puzzle, in seconds."
)
_ITERATIONS = click.option(
    "--iterations",
    type=number,
    metavar="N",
    help="Budget for one puzzle, in the solver's own counter.",
)
_SEED = click.option(
    "--seed", type=Number(most=None), default=1, show_default=True, help="Random seed."
)
_JOBS = click.option("--jobs", type=positive, metavar="N", help="Processes (default: all cores).")
_RUN: dict[str, Any] = {
    "solver_name": click.option(
        "--solver",
        "solver_name",
        metavar="NAME[:OPTION]",
        shell_complete=completing.solvers,
        help="See 'cpstudy solvers'; options follow after colons.",
    ),
    "seconds": _SECONDS,
    "iterations": _ITERATIONS,
    "jobs": _JOBS,
    "seed": _SEED,
}
_EXECUTOR = click.option(
    "--executor",
    "--scheduler",
    "executor",
    metavar="ADDRESS",
    help="Compute on a Dask cluster instead: dask://HOST:PORT.",
)
_OUTPUT: dict[str, Any] = {
    "as_json": click.option(
        "--json", "as_json", is_flag=True, help="JSON Lines on standard output."
    ),
    "out": click.option(
        "--out", type=FilePath(dir_okay=False), metavar="FILE", help="Write results to FILE."
    ),
    "quiet": click.option("-q", "--quiet", is_flag=True, help="No progress on standard error."),
}


def make_inputs(**given: Any) -> Any:
    """The record of where puzzles come from."""
    from cpstudy.cli.inputs import Inputs

    return Inputs(**given)


def _settings(**given: Any) -> Any:
    from cpstudy.cli.inputs import Settings

    return Settings(**given)


def _budget(seconds: float | None, iterations: int | None) -> Any:
    from cpstudy.core.result import Budget

    return None if seconds is None and iterations is None else Budget(seconds, iterations)


def _output(**given: Any) -> Any:
    from cpstudy.cli.output import Output, say_how_kernels_run

    if not given["quiet"]:
        say_how_kernels_run()
    return Output(**given)


def refuse_uncompiled(pure: bool) -> None:
    """Studies measure: uncompiled kernels need ``--pure``. Raises UsageError."""
    from cpstudy.core.building import build

    if build() == "pure" and not pure:
        raise click.UsageError("kernels are not compiled, so times say nothing: --pure runs anyway")


pure: Callable[[F], F] = click.option(
    "--pure", is_flag=True, help="Run although kernels are not compiled; rows say so."
)
# The three records that most verbs take: puzzles, how to solve them, where to print.
puzzles: Callable[[F], F] = record("inputs", make_inputs, _INPUTS)
settings: Callable[[F], F] = record("settings", _settings, _RUN)
# A budget alone, None where nothing is said, for verbs that choose no solver.
budget: Callable[[F], F] = record(
    "budget", _budget, {"seconds": _SECONDS, "iterations": _ITERATIONS}
)
output: Callable[[F], F] = record("output", _output, _OUTPUT)

# Single options, for verbs that take some of these only.
files: Callable[[F], F] = _INPUTS["files"]
format_name: Callable[[F], F] = _INPUTS["format_name"]
kind: Callable[[F], F] = _PUZZLE
jobs: Callable[[F], F] = _JOBS
seed: Callable[[F], F] = _SEED
executor: Callable[[F], F] = _EXECUTOR
inputs: Callable[[F], F] = _together(*_INPUTS.values())
seconds: Callable[[F], F] = _SECONDS
as_json: Callable[[F], F] = _OUTPUT["as_json"]
out: Callable[[F], F] = _OUTPUT["out"]
quiet: Callable[[F], F] = _OUTPUT["quiet"]
