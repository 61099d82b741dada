"""What a shell offers for the values of options: names from the tables of the kind given.

click asks while a command line is typed; what was typed before is in the context's parameters.
Nothing is computed, and of the kind's record only what is named is loaded.
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


def kinds(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Kinds of puzzles; a hyphen is as good as an underscore."""
    from cpstudy.puzzles import kind, kinds

    return _matching({name: kind(name).summary for name in kinds()}, typed.replace("-", "_"))


def solvers(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Solvers of the kind, after a colon their options, after a comma another solver."""
    done, comma, last = typed.rpartition(",")
    rows = _kind(context).solvers
    if context.info_name == "hardness":  # of those that make placements
        from cpstudy.puzzles.edge_matching.search.methods import METHODS

        rows = {name: row for name, row in rows.items() if name in METHODS}
    names = {name: row.summary for name, row in rows.items()}
    if parameter.multiple or context.info_name in ("verify", "compare"):
        names["all"] = "every one that can run here"
    row = max((name for name in rows if last.startswith(f"{name}:")), key=len, default=None)
    if row is not None:
        names |= _with_options(last.rpartition(":")[0], rows[row].options)
    return _matching({f"{done}{comma}{name}": text for name, text in names.items()}, typed)


def strategies(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Strategies of the kind."""
    return _rows(_kind(context).strategies, typed)


def algorithms(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Generators of the kind."""
    return _rows(_kind(context).generators, typed)


def symmetries(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Symmetries that some generator of the kind gives."""
    found = _kind(context).generating
    return _matching({} if found is None else found.choices("symmetry"), typed)


def presets(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Presets of the kind's generators."""
    found = _kind(context).generating
    names = {} if found is None else {name: row.algorithm for name, row in found.presets.items()}
    return _matching(names, typed)


def grades(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Levels, and grades of the kind from easy to hard."""
    explaining = _kind(context).explaining
    if explaining is None:
        return []
    levels = dict(explaining.explainer.levels)
    return _matching(dict.fromkeys(levels.values(), "") | levels, typed)


def readable_formats(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Formats that the kind reads."""
    from cpstudy.core.format_detection import readable

    return _rows(readable(_kind(context)), typed)


def written_formats(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Formats that the kind writes, and pictures."""
    from cpstudy.jobs.converting import targets

    kind = _kind(context)
    told = {
        name: kind.formats[name].summary if name in kind.formats else "" for name in targets(kind)
    }
    return _matching(told, typed)


def published(
    context: click.Context, parameter: click.Parameter, typed: str
) -> list[CompletionItem]:
    """Published tables and figures that can be reproduced."""
    from cpstudy.reproducing.items import ITEMS

    names = {name: item.what for name, item in ITEMS.items() if item.function is not None}
    return _matching(names, typed)


def files(context: click.Context, parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Files, by the shell itself."""
    return [CompletionItem(typed, type="file")]


def _kind(context: click.Context) -> Kind:
    """The kind that was typed before, or the default; hardness knows one kind.

    An argument is not yet a parameter while an option behind it lacks its value.
    """
    from cpstudy.puzzles import kind, kinds

    if context.info_name == "hardness":
        return kind("edge_matching")
    words = (word.replace("-", "_") for word in context.args)
    typed = next((word for word in words if word in kinds()), _DEFAULT_KIND)
    return kind(context.params.get("kind_name") or typed)


def _rows(rows: Mapping[str, Any], typed: str) -> list[CompletionItem]:
    return _matching({name: row.summary for name, row in rows.items()}, typed)


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
