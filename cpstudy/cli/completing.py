"""Shell completion of option values: names from the tables of the given kind.

click calls these functions while a command line is typed; the context's parameters hold the words
typed before. Nothing is computed, and only the needed parts of the kind's record are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from cpstudy.core.kind import Kind
    from cpstudy.core.options import Option

Complete = Callable[[click.Context, click.Parameter, str], list[CompletionItem]]

_DEFAULT_KIND = "pipes"


def _named(names: Callable[[Kind], Mapping[str, str]]) -> Complete:
    """Offer the names that a kind has, each with its summary."""

    def complete(
        context: click.Context, parameter: click.Parameter, typed: str
    ) -> list[CompletionItem]:
        return _matching(names(_kind(context)), typed)

    return complete


def _summaries(rows: Mapping[str, Any]) -> dict[str, str]:
    return {name: row.summary for name, row in rows.items()}


def _presets(kind: Kind) -> dict[str, str]:
    found = {} if kind.generating is None else kind.generating.presets
    return {name: row.algorithm for name, row in found.items()}


def _grades(kind: Kind) -> dict[str, str]:
    """Levels, then grades from easy to hard."""
    levels = {} if kind.explaining is None else dict(kind.explaining.explainer.levels)
    return dict.fromkeys(levels.values(), "") | levels


def _readable(kind: Kind) -> dict[str, str]:
    from cpstudy.reading.door import readable

    return _summaries(readable(kind))


def _written(kind: Kind) -> dict[str, str]:
    from cpstudy.jobs.converting import targets

    summaries = _summaries(kind.formats)
    return {name: summaries.get(name, "") for name in targets(kind)}


strategies = _named(lambda kind: _summaries(kind.strategies))
algorithms = _named(lambda kind: _summaries(kind.generators))
# The symmetries that some generator gives.
symmetries = _named(lambda kind: kind.generating.choices("symmetry") if kind.generating else {})
presets = _named(_presets)
grades = _named(_grades)
readable_formats = _named(_readable)
# Includes the kind's pictures and models.
written_formats = _named(_written)


def kinds(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Kinds of puzzles; a hyphen stands for an underscore."""
    from cpstudy.puzzles import kind, kinds

    return _matching({name: kind(name).summary for name in kinds()}, typed.replace("-", "_"))


def solvers(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Solvers of the kind; after a colon their options; after a comma another solver."""
    from cpstudy.external.named import other_solvers

    done, comma, last = typed.rpartition(",")
    kind = _kind(context)
    rows = kind.solvers
    names = _summaries(rows)
    names |= {name: f"of {whose}" for name, whose in other_solvers(kind).items()}
    if parameter.multiple or context.info_name in ("verify", "compare"):
        names["all"] = "every one that can run here"
    row = max((name for name in rows if last.startswith(f"{name}:")), key=len, default=None)
    if row is not None:
        names |= _with_options(last.rpartition(":")[0], rows[row].options)
    return _matching({f"{done}{comma}{name}": text for name, text in names.items()}, typed)


def published(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Published tables and figures that can be reproduced."""
    from cpstudy.reproducing.items import ITEMS

    names = {name: item.what for name, item in ITEMS.items() if item.function is not None}
    return _matching(names, typed)


def files(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Files, completed by the shell itself."""
    return [CompletionItem(typed, type="file")]


def _kind(context: click.Context) -> Kind:
    """The kind that was typed before, or the default; hardness has one kind.

    An argument is not yet a parameter while a later option lacks its value.
    """
    from cpstudy.puzzles import kind, kinds

    if context.info_name == "hardness":
        return kind("edge_matching")
    words = (word.replace("-", "_") for word in context.args)
    typed = next((word for word in words if word in kinds()), _DEFAULT_KIND)
    return kind(context.params.get("kind_name") or typed)


def _with_options(name: str, options: Iterable[Option]) -> dict[str, str]:
    from cpstudy.core.options import suffixes

    taken = name.split(":")
    return {
        f"{name}:{text}": summary
        for text, (_, _, summary) in suffixes(options).items()
        if text not in taken
    }


def _matching(names: Mapping[str, str], typed: str) -> list[CompletionItem]:
    return [
        CompletionItem(name, help=text or None)
        for name, text in names.items()
        if name.startswith(typed)
    ]
