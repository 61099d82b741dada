"""The table of solvers on the same puzzles, for ``compare`` and ``study --compare``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from cpstudy.cli.output import BAD_INPUT, NO
from cpstudy.cli.terminal import complain, emit, print_table

if TYPE_CHECKING:
    from rich.table import Table

    from cpstudy.jobs.standings import Fault, Standings
    from cpstudy.plot.style import Style
    from cpstudy.study.contest import Contest

# The maximum number of faults of a solver that are listed; of the others, the number.
_LISTED = 10


def draw_contest(contest: Contest, kind: str, folder: Path, look: Style, number: int = 1) -> None:
    """Write the pictures of a contest, and print their names."""
    from cpstudy.jobs.studies.contest_curves import draw
    from cpstudy.plot.style import styled

    with styled(look):
        for path in draw(contest, kind, folder, number):
            complain(f"wrote {path}")


def faults_code(faults: Iterable[Fault], code: int = 0) -> int:
    """List runs that crashed, were wrong or are disputed; return a campaign's exit code.

    code: without faults. With faults it is 1, except that "bad input" comes first.
    """
    listed: Counter[str] = Counter()
    for line, who in {str(fault): fault.who for fault in faults}.items():  # a dispute is one line
        listed[who] += 1
        if listed[who] <= _LISTED:
            complain(line)
    for who, number in listed.items():
        if number > _LISTED:
            complain(f"{who}: {number - _LISTED} more: see --json")
    return NO if listed and code != BAD_INPUT else code


# Headings of the table, the field below each, and the factor of its values (0: a whole number).
_COLUMNS: tuple[tuple[str, str, float], ...] = (
    ("puzzles", "puzzles", 0),
    ("refused", "refused", 0),
    ("unknown", "unknown", 0),
    ("faults", "faults", 0),
    ("fastest", "fastest", 0),
    ("median ms", "median_seconds", 1000),
    ("build", "median_build", 1000),
    ("search", "median_search", 1000),
    ("PAR-2 ms", "par2_seconds", 1000),
    ("95 %", "par2_interval", 1000),
    ("peak MiB", "peak_bytes", 2.0**-20),
)
# The columns that a narrow terminal drops, in this order.
_SPARE = ("build", "search", "95 %", "fastest", "median ms")


def print_standings(
    standings: Standings, rows: list[dict[str, Any]], stream: TextIO, title: str, as_json: bool
) -> None:
    """Print the rows of solvers as JSON, or as a table with the virtual best."""
    from cpstudy.jobs.standings import TO_REPORT

    if as_json:
        for one in rows:
            emit(stream, one)
        return
    shown = [row | {"faults": sum(row[one] for one in TO_REPORT)} for row in rows]
    if len(rows) > 1:
        shown.append(standings.virtual_best())
    print_contest(shown, stream, title)


def print_contest(rows: list[dict[str, Any]], stream: TextIO, title: str) -> None:
    """Print a table of rows by the fields of ``_COLUMNS``."""
    columns = [column for column in _COLUMNS if _stands(rows, column[1])]
    print_table(stream, _table(rows, columns, title), _SPARE)


def _stands(rows: list[dict[str, Any]], key: str) -> bool:
    """Whether a column has values; for memory, whether every solver's was measured.

    The memory of a program that ends within milliseconds is not measured.
    """
    from cpstudy.study.contest import VIRTUAL_BEST

    if key == "peak_bytes":
        return all(row.get(key) for row in rows if row["solver"] != VIRTUAL_BEST)
    return key == "puzzles" or any(row.get(key) for row in rows)


def _table(rows: list[dict[str, Any]], columns: list[tuple[str, str, float]], title: str) -> Table:
    from rich.table import Table

    table = Table(title=title)
    table.add_column("solver", no_wrap=True)
    for heading, _, _ in columns:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(row["solver"], *(_cell(row, key, factor) for _, key, factor in columns))
    return table


def _cell(row: dict[str, Any], key: str, factor: float) -> str:
    value = row.get(key)
    if value is None:
        return "–"
    if key == "par2_interval":
        return " – ".join(f"{factor * end:.2f}" for end in value)
    bound = "> " if key == "median_seconds" and row["median_censored"] else ""
    return f"{bound}{factor * value:.2f}" if factor else str(value)
