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
from cpstudy.plot.style import Style

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cpstudy.study.grid import Study
    from cpstudy.study.store import Store

# The maximum number of open cells that are printed individually.
_MOST_NAMED = 100


@dataclass(frozen=True)
class Search:
    """The settings of the search. limit: placements for each puzzle.

    exact_median: no limit, until the median is exact. seconds: for each puzzle of a cell, after
    which an exact median stays open; for each puzzle of a solver that makes no placements, after
    which it is unsettled.
    """

    limit: int | None
    exact_median: bool
    seconds: float | None
    executor: str | None


@dataclass(frozen=True)
class Figures:
    """The folder of the maps (None: that of the rows), and whether to mark published peaks."""

    folder: Path | None
    published: bool


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
    options.flag("--asymmetric", "Only puzzles without rotationally symmetric pieces."),
    click.option(
        "--clues",
        type=values.span(0),
        metavar="N|A..B",
        default="0",
        show_default=True,
        help="Number of pieces fixed as in a solution; for A..B, one sweep per number.",
    ),
    options.seed,
)
_SEARCH = (
    options.number(
        "--limit --iterations limit",
        "Placements per puzzle (default: as published, 2,000,000; at 7×7 500,000).",
    ),
    options.flag("--exact-median", "No limit: search until medians are exact, easy cells first."),
    options.time(
        "--seconds",
        "Per puzzle, for cpsat, sat and cdcl (default: 60); with --exact-median, a cell that "
        "takes longer stays open and is reported.",
    ),
    options.executor,
)


def _cells(**given: Any) -> dict[str, Any]:
    """The arguments of ``colour_cells``."""
    ends = {name: given[name] for name in ("inner", "outer")}
    spans = {name: end and range(end[0], end[1] + 1) for name, end in ends.items()}
    return given | spans


@options.verb()
@options.named(
    "--solver solver_names",
    "One, several (repeated, or with commas), or all searches (default: snopf).",
    completing.solvers,
    multiple=True,
)
@options.record("cells", _cells, *_CELLS)
@options.number("--puzzles", "Puzzles per cell.", default=20, show_default=True, metavar=None)
@options.record("search", Search, *_SEARCH)
@options.flag(
    "--estimate",
    "Estimate medians from random probes of the tree instead; nothing is stored or drawn.",
)
@options.number(
    "--probes", "Probes per puzzle, with --estimate.", default=1000, show_default=True, metavar=None
)
@options.jobs
@options.file(
    "--out",
    "The file of the rows. The same command resumes where it was stopped.",
    default=Path("hardness.sqlite"),
    show_default=True,
)
@options.record(
    "figures",
    Figures,
    options.folder("--figures folder", "Folder of the heatmaps (default: the folder of the rows)."),
    options.published,
)
@options.figure_style()
@options.pure
@options.as_json
@options.quiet
def hardness(
    solver_names: tuple[str, ...], cells: dict[str, Any], puzzles: int, search: Search,
    estimate: bool, probes: int, jobs: int | None, out: Path, figures: Figures, look: Style,
    pure: bool, as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Measure how hard edge-matching puzzles are, by numbers of inner and outer colours.

    Effort is the number of placements up to the first solution; for solvers that make none, such as
    cpsat and sat, it is conflicts and CPU time. The figure of a cell is the median of its puzzles,
    which are the same for all solvers. Prints the peaks, and writes the rows and heatmaps; with
    several numbers of clues also medians by clues.
    """
    from cpstudy.jobs.hardness.estimates import estimates
    from cpstudy.jobs.hardness.sweep import colour_cells

    options.refuse_uncompiled(pure)
    names = _names(solver_names)
    if estimate:
        del cells["clues"]
        grid = colour_cells(**cells)
        for name in names:
            found = estimates(grid, name, puzzles=puzzles, probes=probes, jobs=jobs)
            print_estimates(found, as_json)
        return 0
    studies = _studies(names, cells | {"puzzles": puzzles}, search)
    return _sweep(studies, search, jobs, out, figures, look, as_json, quiet)


def _names(given: tuple[str, ...]) -> list[str]:
    """The named solvers, without repetitions. Raises InputError for an unknown one."""
    from cpstudy.api import named_solver
    from cpstudy.jobs.hardness.sweep import KIND
    from cpstudy.puzzles import kind
    from cpstudy.puzzles.edge_matching.search.methods import METHODS

    names: dict[str, None] = {}
    for name in (name for option in given or ("snopf",) for name in option.split(",")):
        every = [*METHODS] if name == "all" else [named_solver(kind(KIND), name).ready().name]
        names |= dict.fromkeys(every)
    return list(names)


def _studies(names: list[str], cells: dict[str, Any], search: Search) -> list[Study]:
    from cpstudy.api import named_solver
    from cpstudy.jobs.hardness import sweep as sweeps
    from cpstudy.puzzles import kind
    from cpstudy.puzzles.edge_matching.search.methods import METHODS

    rows = [named_solver(kind(sweeps.KIND), name) for name in names]
    first, last = cells.pop("clues")
    others = [name for name in names if name not in METHODS]
    if others and (search.limit or search.exact_median):
        option = "--limit" if search.limit else "--exact-median"
        raise click.UsageError(f"{option} counts placements: {others[0]} has --seconds")
    if search.seconds is not None and not (others or search.exact_median):
        raise click.UsageError("--seconds needs --exact-median, or a solver without placements")
    limit = None if search.exact_median else search.limit or sweeps.default_limit(cells["size"])
    seconds = sweeps.DEFAULT_SECONDS if search.seconds is None else search.seconds
    return [
        sweeps.sweep(solver=row, limit=limit, seconds=seconds, clues=clues, **cells)
        for row in rows
        for clues in range(first, last + 1)
    ]


def _sweep(
    studies: list[Study], search: Search, jobs: int | None, out: Path, figures: Figures,
    look: Style, as_json: bool, quiet: bool,
) -> int:  # fmt: skip
    """Run the missing runs, and report; return the exit code."""
    from cpstudy.jobs.hardness import sweep as sweeps
    from cpstudy.study.store import Store

    with Store(out) as store:
        if store.upgraded:
            complain(f"{out}: its rows have digests now, which earlier versions do not read")
        counters = {study.counter for study in studies}
        with advancing(quiet, "searching", ", ".join(sorted(counters))) as bar:
            sweeps.compute(
                studies, store, seconds=search.seconds, jobs=jobs, scheduler=search.executor,
                progress=bar,
            )  # fmt: skip
        opened = [_report_open(store, study, search.seconds) for study in studies]
        pairs = zip(studies, opened, strict=True)
        begun = [study for study, number in pairs if number < len(study.cells)]
        complete = not any(opened)
        report(
            store, begun, figures.folder or out.parent, out.stem, as_json, complete=complete,
            look=look, published=figures.published, quiet=quiet,
        )  # fmt: skip
        faults = list(_faults(store, begun))
    for fault in faults:
        complain(fault)
    return 1 if faults else 0 if complete else UNDECIDED


def _faults(store: Store, studies: list[Study]) -> Iterator[str]:
    """Runs that crashed, or whose answer the rules refute."""
    for study in studies:
        for row in store.rows(study) if study.counter != "placements" else ():
            if row.stop.value in ("crashed", "wrong"):
                yield f"{study.solver}: {row.extra['fault']}: {row.extra['text']}"


def _report_open(store: Store, study: Study, seconds: float | None) -> int:
    """Print the open cells of a sweep, if any; return their number."""
    from cpstudy.jobs.hardness.sweep import is_exact, open_cells

    cells = open_cells(store, study) if is_exact(study) else []
    if cells:
        places = ", ".join(f"({inner}, {outer})" for inner, outer in cells[:_MOST_NAMED])
        spent = "2^62 placements" if seconds is None else f"{seconds:g} s"
        complain(
            f"{study.solver}: {len(cells)} of {len(study.cells)} cells are open after {spent} "
            f"a puzzle: {places}{' …' if len(cells) > _MOST_NAMED else ''}"
        )
    return len(cells)
