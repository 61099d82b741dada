"""Which options can be combined: one table for all verbs, checked before a verb runs."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import click
from click.core import ParameterSource

# Stands for the puzzles on the command line, arguments and files.
PUZZLES = "PUZZLE"


class _Rule(NamedTuple):
    """option: the subject of the rule. needed: whether it needs one of the others; else it excludes
    all of them.
    """

    option: str
    needed: bool
    others: tuple[str, ...]


def _excludes(option: str, *others: str) -> _Rule:
    return _Rule(option, False, others)


def _needs(option: str, *others: str) -> _Rule:
    return _Rule(option, True, others)


_SAMPLE = ("--algorithm", "--size", "--count", "--wrap")

RULES: dict[str, tuple[_Rule, ...]] = {
    "verify": (
        _excludes(PUZZLES, *_SAMPLE),
        _needs("--proof", PUZZLES),
        _needs("--features", PUZZLES),
        _needs("--features", "--json"),
        _needs("--cpu-seconds", "--isolated"),
    ),
    "compare": (
        _excludes(PUZZLES, *_SAMPLE),
        _needs("--features", "--json"),
        _needs("--cpu-seconds", "--isolated"),
    ),
    "solve": (_excludes("--all", "--limit"),),
    "explain": (
        _excludes("--table", "--save", "--draw", "--picture", "--gif"),
        _needs("--step", "--picture"),
    ),
    "generate": (_excludes("--table", "--solved"),),
    "hardness": (
        _excludes("--exact-median", "--limit"),
        _excludes("--one-set", "--outer"),
        _excludes("--clues", "--exact-median", "--estimate"),
        _excludes("--estimate", "--exact-median", "--limit", "--seconds", "--executor"),
    ),
    "play": (
        _excludes("--figures", "--file", "--puzzle", "--format", "--grade", *_SAMPLE),
        _excludes(PUZZLES, "--grade", *_SAMPLE),
        _needs("--format", "--file"),
    ),
    "convert": (
        _excludes("--what", "--to", "--sheet", "--from-assignment", "--set"),
        _excludes("--set", "--sheet", "--from-assignment", "--out"),
        _excludes("--answers", "--to", "--second", "--solver", PUZZLES),
        _excludes(PUZZLES, *_SAMPLE),
        _needs("--answers", "--set"),
        *(_needs(option, "--set") for option in _SAMPLE),
        _needs("--json", "--what"),
    ),
    "check": (_needs("--moves", "--puzzle"),),
    "study": (_needs("--figures", "--compare"),),
}


class Verb(click.Command):
    """A command that checks its rules before it runs."""

    def invoke(self, ctx: click.Context) -> Any:
        """See click. Raises click.UsageError if options cannot be combined."""
        given = set(_given(ctx))
        for option, needed, others in RULES.get(self.name or "", ()):
            met = [other for other in others if other in given]
            if option in given and needed and not met:
                raise click.UsageError(f"{option} needs {' or '.join(others)}")
            if option in given and met and not needed:
                raise click.UsageError(f"{option} does not go with {', '.join(met)}")
        return super().invoke(ctx)


def _given(context: click.Context) -> Iterator[str]:
    """The options on the command line, by their first long names."""
    for parameter in context.command.params:
        source = context.get_parameter_source(str(parameter.name))
        if source is ParameterSource.DEFAULT or not context.params.get(str(parameter.name), True):
            continue
        yield next((name for name in parameter.opts if name.startswith("--")), "")
        if parameter.name in ("texts", "files"):
            yield PUZZLES
