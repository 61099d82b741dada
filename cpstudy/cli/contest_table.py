"""A table of what solvers did on the same puzzles, of ``compare`` and ``study --compare``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cpstudy.cli.terminal import complain, console

if TYPE_CHECKING:
    from rich.table import Table

    from cpstudy.plot.style import Style
    from cpstudy.study.contest import Contest


def draw_contest(contest: Contest, kind: str, folder: Path, look: Style, number: int = 1) -> None:
    """Write the pictures of a contest, and print their names."""
    from cpstudy.jobs.studies.contest_curves import draw
    from cpstudy.plot.style import styled

    with styled(look):
        for path in draw(contest, kind, folder, number):
            complain(f"wrote {path}")


# Headings of the table, the field that stands below each, and what it is multiplied with.
_COLUMNS: tuple[tuple[str, str, float], ...] = (
    ("puzzles", "puzzles", 0),
    ("refused", "refused", 0),
    ("unknown", "unknown", 0),
    ("fastest", "fastest", 0),
    ("median ms", "median_seconds", 1000),
    ("build", "median_build", 1000),
    ("search", "median_search", 1000),
    ("PAR-2 ms", "par2_seconds", 1000),
    ("peak MiB", "peak_bytes", 2.0**-20),
)
# Characters that no table has.
_WIDEST = 1000
# What a narrow terminal has no room for, the first of these first.
_SPARE = ("median_build", "median_search", "fastest", "median_seconds")


def print_contest(rows: list[dict[str, Any]], contest: Contest, stream: TextIO, title: str) -> None:
    """A table of what solvers did: a row each, by the fields of ``_COLUMNS``, and the best."""
    from rich.measure import Measurement

    from cpstudy.study.contest import VIRTUAL_BEST

    best = contest.with_virtual_best()
    virtual = {
        "solver": VIRTUAL_BEST,
        "puzzles": len(best.seconds[VIRTUAL_BEST]),
        "unknown": best.seconds[VIRTUAL_BEST].count(None),
        "median_seconds": best.median(VIRTUAL_BEST),
        "par2_seconds": best.par2(VIRTUAL_BEST),
    }
    columns = [c for c in _COLUMNS if c[0] == "puzzles" or any(row.get(c[1]) for row in rows)]
    target, left_out = console(stream), []
    shown = [*rows, virtual] if len(rows) > 1 else rows
    wide = target.options.update(width=_WIDEST)
    while Measurement.get(target, wide, _table(shown, columns)).maximum > target.width:
        spare = next((c for name in _SPARE for c in columns if c[1] == name), None)
        if spare is None:
            break
        columns.remove(spare)
        left_out.append(spare[0])
    table = _table(shown, columns, title)
    if left_out:
        table.caption = f"no room for {', '.join(left_out)}: see --json"
    target.print(table)


def _table(
    rows: list[dict[str, Any]], columns: list[tuple[str, str, float]], title: str | None = None
) -> Table:
    from rich.table import Table

    table = Table(title=title)
    table.add_column("solver", no_wrap=True)
    for heading, _, _ in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row["solver"], *(_cell(row.get(key), factor) for _, key, factor in columns))
    return table


def _cell(value: float | None, factor: float) -> str:
    if value is None:
        return "–"
    return f"{factor * value:.2f}" if factor else str(value)
