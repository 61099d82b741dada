"""``cpstudy reproduce``: tables and figures of the sources, published values next to ours."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from cpstudy.cli import completing, options
from cpstudy.cli.output import Output
from cpstudy.cli.terminal import complain, console, emit, print_table
from cpstudy.core.errors import meant
from cpstudy.plot.style import Style

if TYPE_CHECKING:
    from cpstudy.reproducing.items import Item
    from cpstudy.study.agreement import Cell, Comparison

_SMALLEST = 1e-12
# Few states are longer than "an illustration"; the descriptions need the rest of 80 columns.
_STATE_WIDTH = 16


@options.verb()
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=completing.published)
@click.option(
    "--scale",
    type=click.Choice(["small", "paper"]),
    default="small",
    show_default=True,
    help="At most two minutes, or as many puzzles as were published.",
)
@options.file("--rows", "Keep the runs in FILE; the same command resumes there.")
@options.folder("--figures", "Draw their figures into FOLDER.")
@options.figure_style()
@options.output
def reproduce(
    names: tuple[str, ...], scale: str, rows: Path | None, figures: Path | None, look: Style,
    output: Output,
) -> int:  # fmt: skip
    """Reproduce published tables and figures, e.g. 'hegeman/table5'; without a name, list them.

    Prints the published values, ours with their 95 % intervals, how many puzzles were examined on
    both sides, and whether the table as a whole is rejected at the level of 5 %.
    cpstudy/study/agreement.py has the rules. Exit code 0: done, whatever the verdict.
    """
    from cpstudy.plot.style import styled
    from cpstudy.reproducing.items import ITEMS

    unknown = [name for name in names if name not in ITEMS]
    if unknown:
        hint = f"'cpstudy reproduce' lists them{meant(unknown[0], ITEMS)}"
        raise click.UsageError(f"no table or figure {unknown[0]!r}: {hint}")
    absent = [name for name in names if ITEMS[name].function is None]
    if absent:
        raise click.UsageError(f"{absent[0]}: {ITEMS[absent[0]].note}")
    with styled(look), output.stream() as stream:
        if not names:
            _print_list(list(ITEMS.values()), output.as_json, stream)
        for name in names:
            found = _parts(ITEMS[name], scale, rows, figures)
            parts = output.tracked(found, f"reproducing {name}")
            for part, comparison in parts:
                _print(ITEMS[name], part, comparison, scale, output.as_json, stream)
    return 0


def _parts(
    item: Item, scale: str, rows: Path | None, figures: Path | None
) -> Iterator[tuple[str, Comparison]]:
    from cpstudy.study.store import Store

    with ExitStack() as stack:
        if rows is None:
            rows = Path(stack.enter_context(tempfile.TemporaryDirectory()), "rows.sqlite")
        store = stack.enter_context(Store(rows))
        yield from item.compare(scale, store)
        for path in item.draw(scale, store, figures) if figures is not None else ():
            complain(f"wrote {path}")


def _print_list(items: list[Item], as_json: bool, stream: TextIO) -> None:
    from rich.table import Table

    lines = Table.grid(padding=(0, 1))
    for width in (None, _STATE_WIDTH, None):
        lines.add_column(max_width=width)
    for item in items:
        if as_json:
            emit(stream, {"name": item.name, "what": item.what, "state": item.state})
        elif stream.isatty():
            lines.add_row(item.name, item.state, item.what)
        else:
            emit(stream, f"{item.name:20} {item.state:29} {item.what}")
    if lines.row_count:
        console(stream).print(lines)


def _print(
    item: Item, part: str, comparison: Comparison, scale: str, as_json: bool, stream: TextIO
) -> None:
    verdict = comparison.verdict
    p = "" if comparison.p is None else f", p {_least(comparison.p)}"
    if as_json:
        for cell in comparison.cells:
            emit(stream, {"name": item.name, "part": part, **_fields(cell)})
        end = {"name": item.name, "part": part, "scale": scale, "verdict": verdict}
        emit(stream, {**end, "p": comparison.p, "rule": comparison.rule})
        return
    from rich.table import Table

    table = Table(title=f"{item.name}: {item.what}, {part} ({scale} scale)", title_justify="left")
    for heading in ("", "published", "ours", "95 % interval", "n", "n", "p"):
        table.add_column(heading, justify="left" if not heading else "right")
    for cell in comparison.cells:
        numbers = [str(n) if n else "" for n in (cell.published_n, cell.n)]
        equality = "" if cell.equal is None else ("equal" if cell.equal else "differs")
        shown = equality if cell.p is None else f"{cell.p:.3f}"
        table.add_row(cell.what, cell.published, cell.ours, cell.interval, *numbers, shown)
    print_table(stream, table)
    emit(stream, f"{verdict or 'not judged'}{p} ({comparison.rule})\n")


def _fields(cell: Cell) -> dict[str, Any]:
    return {name: value for name, value in asdict(cell).items() if name != "z"}


def _least(p: float) -> str:
    """A probability; below the accuracy of a sum of this number of terms, only a bound."""
    return f"= {p:.3g}" if p >= _SMALLEST else f"< {_SMALLEST:g}"
