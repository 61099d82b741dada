"""``cpstudy puzzles`` and ``cpstudy solvers``: what there is."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import options as shared
from cpstudy.cli.output import console, emit, print_table, to_json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cpstudy.core.kind import Kind


@click.command()
@shared.as_json
def puzzles(as_json: bool) -> int:
    """List the kinds of puzzles: an example each, generators, formats, solvers, strategies."""
    from cpstudy.puzzles import kind, kinds

    for name in kinds():
        record = kind(name)
        pictures = ["svg", "png"] if record.pictures and record.pictures.drawing else []
        row = {
            "kind": record.name,
            "summary": record.summary,
            "example": record.example,
            "generators": list(record.generators),
            "presets": list(record.generating.presets) if record.generating else [],
            "formats": [*record.formats, *pictures],
            "solvers": list(record.solvers),
            "strategies": list(record.strategies),
        }
        if as_json:
            emit(sys.stdout, to_json(row))
            continue
        target = console(sys.stdout)
        target.print(f"[bold]{record.name}[/bold]  {record.summary}")
        for heading in ("example", "generators", "presets", "formats", "solvers", "strategies"):
            value = row[heading]
            shown = value if isinstance(value, str) else ", ".join(value)
            if shown:
                target.print(f"  {heading:11} {shown}", markup=False)
    return 0


@click.command()
@click.option(
    "--puzzle",
    "kind_name",
    type=shared.kind_name,
    metavar="KIND",
    help="Only this kind's solvers.",
)
@shared.as_json
def solvers(kind_name: str | None, as_json: bool) -> int:
    """List the solving methods and what each can do; of puzzles of moves, the strategies."""
    from cpstudy.core.options import suffixes
    from cpstudy.puzzles import kind, kinds

    options: dict[tuple[str, ...], dict[str, None]] = {}
    for name in [kind_name] if kind_name else kinds():
        record = kind(name)
        if as_json:
            for row in _rows(record):
                emit(sys.stdout, to_json(row))
            continue
        _print_methods(record)
        for solver in record.solvers.values():
            options.setdefault(tuple(suffixes(solver.options)), {})[solver.name] = None
    for choice, names in options.items():
        if choice:
            words = f"After {', '.join(names)}, with a colon: {', '.join(choice)}"
            console(sys.stdout).print(words)
    return 0


def _rows(record: Kind) -> Iterator[dict[str, Any]]:
    """The objects of ``--json``."""
    from cpstudy.core.options import suffixes

    for solver in record.solvers.values():
        yield {
            "kind": record.name,
            "solver": solver.name,
            "complete": solver.complete,
            "counter": solver.counter,
            "unit": solver.unit,
            "version": solver.version,
            "summary": solver.summary,
            "installed": solver.installed,
            "options": list(suffixes(solver.options)),
        }
    for strategy in record.strategies.values():
        yield {
            "kind": record.name,
            "strategy": strategy.name,
            "version": strategy.version,
            "summary": strategy.summary,
        }


def _print_methods(record: Kind) -> None:
    """A table of a kind's solvers, and one of its strategies."""
    from rich.table import Table

    if record.solvers:
        table = Table(title=record.name, title_justify="left")
        table.add_column("solver", no_wrap=True)
        for heading in ("complete", "iterations are", "method"):
            table.add_column(heading)
        for solver in record.solvers.values():
            complete = "yes" if solver.complete else "no"
            missing = "" if solver.installed else " (not installed)"
            counted = f"{solver.counter}: {solver.unit}"
            table.add_row(solver.name, complete, counted, solver.summary + missing)
        print_table(sys.stdout, table)
    if record.strategies:
        table = Table(title=record.name, title_justify="left")
        table.add_column("strategy", no_wrap=True)
        table.add_column("method")
        for strategy in record.strategies.values():
            table.add_row(strategy.name, strategy.summary)
        print_table(sys.stdout, table)
