"""``cpstudy hardness``: median search effort over numbers of colours, resumable."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import completing, options, values
from cpstudy.cli.output import UNDECIDED
from cpstudy.cli.peaks import print_estimates, report
from cpstudy.cli.terminal import advancing, complain
from cpstudy.core.errors import choose_from

if TYPE_CHECKING:
    from cpstudy.study.grid import Study
    from cpstudy.study.store import Store

# Open cells that are printed one by one.
_MOST_NAMED = 100


@dataclass(frozen=True)
class Search:
    """The search for medians. limit: placements a puzzle; exact_median: none, until it is exact.

    seconds: for each puzzle of a cell, after which an exact median stays open.
    """

    limit: int | None
    exact_median: bool
    seconds: float | None
    executor: str | None


def _colours(names: str, what: str) -> Any:
    return click.option(
        names, type=values.span(0), metavar="A..B", help=f"{what} (default: all possible numbers)."
    )


_CELLS = (
    click.option(
        "--size", type=click.IntRange(2, 32), default=5, show_default=True, help="n × n boards."
    ),
    _colours("--inner", "Inner colours"),
    _colours("--outer", "Outer colours"),
    options.flag("--one-set", "One set of colours for all edges: --inner only."),
    options.flag("--distinct", "Only puzzles without identical pieces."),
    options.flag("--asymmetric", "Only puzzles without pieces that look the same turned."),
    options.seed,
)
_SEARCH = (
    options.number(
        "--limit --iterations limit",
        "Placements a puzzle (default: as published, 2,000,000; at 7×7 500,000).",
    ),
    options.flag("--exact-median", "No limit: search until medians are exact, easy cells first."),
    options.time(
        "--seconds",
        "With --exact-median: a cell whose puzzles take longer each stays open and is reported.",
    ),
    options.executor,
)


def _cells(**given: Any) -> dict[str, Any]:
    """The options of ``colour_cells``."""
    ends = {name: given[name] for name in ("inner", "outer")}
    return given | {name: end and range(end[0], end[1] + 1) for name, end in ends.items()}


@options.verb()
@options.named(
    "--solver solver_names",
    "One, several (repeat, or with commas) or all (default: snopf).",
    completing.solvers,
    multiple=True,
)
@options.record("cells", _cells, *_CELLS)
@options.number("--puzzles", "Puzzles a cell.", default=20, show_default=True, metavar=None)
@options.record("search", Search, *_SEARCH)
@options.flag(
    "--estimate",
    "No search: estimate medians from random probes of the tree. Nothing is stored or drawn.",
)
@options.number(
    "--probes", "Probes a puzzle, with --estimate.", default=1000, show_default=True, metavar=None
)
@options.jobs
@options.file(
    "--out",
    "The rows. The same command resumes where it was stopped.",
    default=Path("hardness.sqlite"),
    show_default=True,
)
@options.folder("--figures", "Where heatmaps go (default: beside the rows).")
@options.pure
@options.as_json
@options.quiet
def hardness(
    solver_names: tuple[str, ...], cells: dict[str, Any], puzzles: int, search: Search,
    estimate: bool, probes: int, jobs: int | None, out: Path, figures: Path | None, pure: bool,
    as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Measure how hard edge-matching puzzles are, by numbers of inner and outer colours.

    Effort is placements made until the first solution; a cell's figure is the median of its
    puzzles, which are the same for all solvers. Prints the peaks, writes the rows and heatmaps.
    """
    from cpstudy.jobs.hardness.estimates import estimates
    from cpstudy.jobs.hardness.sweep import colour_cells

    options.refuse_uncompiled(pure)
    names = _names(solver_names)
    if estimate:
        grid = colour_cells(**cells)
        for name in names:
            found = estimates(grid, name, puzzles=puzzles, probes=probes, jobs=jobs)
            print_estimates(found, as_json)
        return 0
    studies = _studies(names, cells | {"puzzles": puzzles}, search)
    return _sweep(studies, search, jobs, out, figures or out.parent, as_json, quiet)


def _names(given: tuple[str, ...]) -> list[str]:
    """The solvers named, each once. Raises click.UsageError."""
    from cpstudy.puzzles.edge_matching.search.methods import METHODS

    names: dict[str, None] = {}
    for name in (name for option in given or ("snopf",) for name in option.split(",")):
        if name != "all" and name not in METHODS:
            raise click.UsageError(f"solver {name!r}: {choose_from(name, ('all', *METHODS))}")
        names |= dict.fromkeys(METHODS if name == "all" else [name])
    return list(names)


def _studies(names: list[str], cells: dict[str, Any], search: Search) -> list[Study]:
    from cpstudy.jobs.hardness import sweep as sweeps
    from cpstudy.puzzles import kind

    limit = search.limit or sweeps.default_limit(cells["size"])
    solvers = kind(sweeps.KIND).solvers
    return [
        sweeps.sweep(solver=solvers[name], limit=None if search.exact_median else limit, **cells)
        for name in names
    ]


def _sweep(
    studies: list[Study], search: Search, jobs: int | None, out: Path, figures: Path,
    as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Run what is missing, and report; returns the exit code."""
    from cpstudy.jobs.hardness import sweep as sweeps
    from cpstudy.study.store import Store

    with Store(out) as store:
        if store.upgraded:
            complain(f"{out}: its rows got digests, which earlier versions do not read")
        with advancing(quiet, "searching", "placements") as bar:
            sweeps.compute(
                studies, store, seconds=search.seconds, jobs=jobs, scheduler=search.executor,
                progress=bar,
            )  # fmt: skip
        opened = [_report_open(store, study, search.seconds) for study in studies]
        pairs = zip(studies, opened, strict=True)
        begun = [study for study, number in pairs if number < len(study.cells)]
        complete = not any(opened)
        report(store, begun, figures, out.stem, as_json, complete=complete, quiet=quiet)
    return 0 if complete else UNDECIDED


def _report_open(store: Store, study: Study, seconds: float | None) -> int:
    """Print the open cells of a sweep, if any; returns their number."""
    from cpstudy.jobs.hardness.sweep import open_cells

    cells = open_cells(store, study) if study.budget.iterations is None else []
    if cells:
        places = ", ".join(f"({inner}, {outer})" for inner, outer in cells[:_MOST_NAMED])
        spent = "2^62 placements" if seconds is None else f"{seconds:g} seconds"
        complain(
            f"{study.solver}: {len(cells)} of {len(study.cells)} cells are open after {spent} "
            f"a puzzle: {places}{' …' if len(cells) > _MOST_NAMED else ''}"
        )
    return len(cells)
