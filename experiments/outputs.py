"""The outputs of experiments: tables, printed and as CSV, and figures as SVG and PNG.

Both go to ``figures/``, or to the folder of :func:`into`. The same rows give the same bytes.
"""

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from cpstudy.plot.saving import rendered
from cpstudy.plot.style import FORMATS

FIGURES = Path(__file__).parents[1] / "figures"

_WIDTH = 240

_folder: ContextVar[Path] = ContextVar("folder", default=FIGURES)


@contextmanager
def into(folder: Path) -> Iterator[None]:
    """Write to another folder in the body."""
    before = _folder.set(folder)
    try:
        yield
    finally:
        _folder.reset(before)


def folder() -> Path:
    """Return the folder of tables and figures."""
    return _folder.get()


def write_table(name: str, lines: Sequence[Mapping[str, object]], title: str = "") -> None:
    """Write ``NAME.csv``, a column for each key of the lines; print it under its title."""
    with (folder() / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
    print_table(title or name, lines)


def print_table(title: str, lines: Sequence[Mapping[str, object]]) -> None:
    """Print the table, with numbers aligned right."""
    printed = Table(title=title)
    for place, heading in enumerate(lines[0]):
        printed.add_column(heading, justify="right" if place else "left")
    for line in lines:
        printed.add_row(*map(str, line.values()))
    Console(width=_WIDTH).print(printed)


def write_figure(name: str, figure: Figure) -> None:
    """Write ``NAME.svg`` and ``NAME.png``."""
    for file_format in FORMATS:
        (folder() / f"{name}.{file_format}").write_bytes(rendered(figure, file_format))
