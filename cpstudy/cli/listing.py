"""``cpstudy puzzles``, ``solvers`` and ``schema``: lists of kinds, methods and rows."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import fill
from typing import Any

import click

from cpstudy import schemas
from cpstudy.cli import options as shared
from cpstudy.cli import values
from cpstudy.cli.terminal import complain, console, emit, print_table
from cpstudy.core.errors import InputError
from cpstudy.core.kind import Kind
from cpstudy.core.options import suffixes
from cpstudy.core.solving import Solver
from cpstudy.external.named import every_solver, other_solvers, stray_faults
from cpstudy.puzzles import kind, kinds


@shared.verb()
@shared.as_json
def puzzles(as_json: bool) -> int:
    """List the kinds of puzzles, each with an example, generators, formats, solvers, strategies."""
    for name in kinds():
        record = kind(name)
        others = other_solvers(record)
        pictures = ["svg", "png"] if record.pictures and record.pictures.drawing else []
        row = {
            "kind": record.name,
            "summary": record.summary,
            "example": record.example,
            "generators": list(record.generators),
            "presets": list(record.generating.presets) if record.generating else [],
            "formats": [*record.formats, *pictures],
            "solvers": [*record.solvers, *others],
            "strategies": list(record.strategies),
        }
        if as_json:
            emit(sys.stdout, row)
            continue
        target = console(sys.stdout)
        target.print(f"[bold]{record.name}[/bold]  {record.summary}", soft_wrap=True)
        for heading in ("example", "generators", "presets", "formats", "solvers", "strategies"):
            value = row[heading]
            whose = others if heading == "solvers" else {}
            shown = value if isinstance(value, str) else ", ".join(_marked(value, whose))
            if shown:
                _print_list(f"  {heading:11} {shown}", 14, whole=heading == "example")
    return 0


def _print_list(line: str, indent: int, whole: bool = False) -> None:
    """Print a line of names; a terminal breaks it between names unless it must stay whole."""
    if sys.stdout.isatty() and not whole:
        width, further = console(sys.stdout).width, " " * indent
        line = fill(line, width, subsequent_indent=further, break_on_hyphens=False)
    emit(sys.stdout, line)


def _marked(names: Sequence[str], whose: Mapping[str, str]) -> Iterator[str]:
    """The names; that of a package is followed by the package."""
    return (f"{name} (of {whose[name]})" if name in whose else name for name in names)


@shared.verb()
@click.option("--puzzle", "kind_name", type=values.kind_name, help="Only this kind's solvers.")
@shared.as_json
def solvers(kind_name: str | None, as_json: bool) -> int:
    """List the solvers and what each can do; for puzzles of moves, the strategies.

    Installed packages add solvers by the entry point cpstudy.solvers; one that cannot be loaded is
    named on standard error.
    """
    options: dict[tuple[str, ...], dict[str, None]] = {}
    faults = [] if kind_name else [*stray_faults()]
    for name in [kind_name] if kind_name else kinds():
        record = kind(name)
        every = [*every_solver(record)]
        rows = [row for row in every if isinstance(row, Solver)]
        faults += [row for row in every if isinstance(row, InputError)]
        if as_json:
            for row in _rows(record, rows):
                emit(sys.stdout, row)
            continue
        _print_methods(record, rows)
        for solver in rows:
            options.setdefault(tuple(suffixes(solver.options)), {})[solver.name] = None
    for choice, names in options.items():
        if choice:
            words = f"After {', '.join(names)}, with a colon: {', '.join(choice)}"
            _print_list(words, 2)
    for fault in faults:
        complain(str(fault))
    return 0


def _rows(record: Kind, solvers: Iterable[Solver]) -> Iterator[dict[str, Any]]:
    """The objects of ``--json``."""
    for solver in solvers:
        yield {
            "kind": record.name,
            "solver": solver.name,
            "complete": solver.complete,
            "counter": solver.counter,
            "unit": solver.unit,
            "version": solver.version,
            "summary": solver.summary,
            "installed": solver.installed,
            "package": solver.origin or None,
            "options": list(suffixes(solver.options)),
        }
    for strategy in record.strategies.values():
        yield {
            "kind": record.name,
            "strategy": strategy.name,
            "version": strategy.version,
            "summary": strategy.summary,
        }


def _print_methods(record: Kind, rows: Iterable[Solver]) -> None:
    """Print a table of a kind's solvers, and one of its strategies."""
    solvers = []
    for row in rows:
        complete = "yes" if row.complete else "no"
        missing = "" if row.installed else " (not installed)"
        whose = f" (of {row.origin})" if row.origin else ""
        counted = f"{row.counter}: {row.unit}"
        solvers.append((row.name, complete, counted, row.summary + whose + missing))
    strategies = [(row.name, row.summary) for row in record.strategies.values()]
    _print_rows(record.name, ("solver", "complete", "iterations are", "method"), solvers)
    _print_rows(record.name, ("strategy", "method"), strategies)


def _print_rows(title: str, headings: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for number, heading in enumerate(headings):
        table.add_column(heading, no_wrap=number == 0)
    for row in rows:
        table.add_row(*row)
    if rows:
        print_table(sys.stdout, table)


@click.command()
@click.argument("name", required=False, type=click.Choice(schemas.NAMES), metavar="[NAME]")
def schema(name: str | None) -> int:
    """Print the JSON Schema of a type of row; without a name, list the types and their verbs.

    Every line that a verb prints with --json is a row of one of its types.
    """
    if name is not None:
        emit(sys.stdout, json.dumps(schemas.schema(name), indent=2, ensure_ascii=False))
        return 0
    for known in schemas.NAMES:
        verbs = ", ".join(verb for verb, names in schemas.ROWS.items() if known in names)
        emit(sys.stdout, f"{known:18}{verbs:31}{schemas.schema(known)['description']}")
    return 0
