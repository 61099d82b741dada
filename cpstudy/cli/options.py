"""Options that mean the same in every verb."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from cpstudy.puzzles import PUZZLES

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


def _together(*options: Callable[[F], F]) -> Callable[[F], F]:
    def decorate(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


kind = click.option(
    "--puzzle",
    "kind_name",
    type=click.Choice(list(PUZZLES)),
    default="pipes",
    show_default=True,
    help="Kind of puzzle.",
)
inputs = _together(
    click.argument("texts", metavar="[PUZZLE]...", nargs=-1),
    click.option(
        "-f", "--file", "files", metavar="FILE", multiple=True, help="Read FILE; - is stdin."
    ),
    click.option("--format", "format_name", metavar="NAME", help="The files' format."),
    kind,
)
budget = _together(
    click.option(
        "--solver",
        "solver_name",
        metavar="NAME[:OPTION]",
        help="See 'cpstudy solvers'; options follow after colons.",
    ),
    click.option(
        "--seconds",
        type=click.FloatRange(min=0),
        metavar="S",
        help="Budget for one puzzle, in seconds.",
    ),
    click.option(
        "--iterations",
        type=click.IntRange(min=0),
        metavar="N",
        help="Budget for one puzzle, in the solver's own counter.",
    ),
    click.option(
        "--jobs", type=click.IntRange(min=1), metavar="N", help="Processes (default: all cores)."
    ),
)
seed = click.option(
    "--seed", type=click.IntRange(min=0), default=1, show_default=True, help="Random seed."
)
as_json = click.option("--json", "as_json", is_flag=True, help="JSON Lines on standard output.")
out = click.option(
    "--out", "out", type=click.Path(dir_okay=False), metavar="FILE", help="Write results to FILE."
)
quiet = click.option("-q", "--quiet", is_flag=True, help="No progress on standard error.")
size = Size()
gibibytes = Gibibytes()
