"""``cpstudy puzzles`` and ``cpstudy solvers``: what there is."""

from __future__ import annotations

import sys

import click

from cpstudy.cli import options as shared
from cpstudy.cli.output import console, emit, to_json


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
    from rich.table import Table

    from cpstudy.core.options import suffixes
    from cpstudy.puzzles import kind, kinds

    table = Table(title="Solvers")
    options: dict[tuple[str, ...], list[str]] = {}
    for heading in ("puzzle", "solver", "complete", "iterations are", "method"):
        table.add_column(heading)
    for name in [kind_name] if kind_name else kinds():
        for solver in kind(name).solvers.values():
            row = {
                "kind": name,
                "solver": solver.name,
                "complete": solver.complete,
                "counter": solver.counter,
                "unit": solver.unit,
                "version": solver.version,
                "summary": solver.summary,
                "installed": solver.installed,
                "options": list(suffixes(solver.options)),
            }
            if as_json:
                emit(sys.stdout, to_json(row))
            else:
                complete = "yes" if solver.complete else "no"
                iterations = f"{solver.counter}: {solver.unit}"
                missing = "" if solver.installed else " (not installed)"
                table.add_row(name, solver.name, complete, iterations, solver.summary + missing)
                options.setdefault(tuple(suffixes(solver.options)), []).append(solver.name)
        for strategy in kind(name).strategies.values():
            row = {
                "kind": name,
                "strategy": strategy.name,
                "version": strategy.version,
                "summary": strategy.summary,
            }
            if as_json:
                emit(sys.stdout, to_json(row))
            else:
                table.add_row(name, strategy.name, "yes", "–", strategy.summary)
    if not as_json:
        target = console(sys.stdout)
        target.print(table)
        for choice, names in options.items():
            if choice:
                target.print(f"After {', '.join(names)}, with a colon: {', '.join(choice)}")
    return 0
