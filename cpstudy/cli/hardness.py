"""``cpstudy hardness``: median search effort over numbers of colours, resumable."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import completing, options
from cpstudy.cli.output import advancing, complain
from cpstudy.cli.peaks import print_estimates, report
from cpstudy.core.errors import choose_from

if TYPE_CHECKING:
    from cpstudy.study.grid import Study
    from cpstudy.study.store import Store

# Open cells that are told one by one.
_MOST_TOLD = 100


class Range(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """``A..B``, both included, or one number."""

    name = "A..B"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> range:
        """Parse, with click's error where it is no range."""
        if isinstance(value, range):
            return value
        match = re.fullmatch(r"([0-9]{1,4})(?:\.\.([0-9]{1,4}))?", str(value))
        if match is None or int(match[2] or match[1]) < int(match[1]):
            self.fail(f"{value!r} is no range: expected A..B with A at most B", param, ctx)
        return range(int(match[1]), int(match[2] or match[1]) + 1)


@click.command()
@click.option(
    "--size", type=click.IntRange(2, 32), default=5, show_default=True, help="n × n boards."
)
@click.option(
    "--solver",
    "solver_names",
    multiple=True,
    metavar="NAME",
    shell_complete=completing.solvers,
    help="One, several (repeat, or with commas) or all (default: snopf).",
)
@click.option("--inner", type=Range(), help="Inner colours (default: all possible numbers).")
@click.option("--outer", type=Range(), help="Outer colours (default: all possible numbers).")
@click.option("--one-set", is_flag=True, help="One set of colours for all edges: --inner only.")
@click.option("--distinct", is_flag=True, help="Only puzzles without identical pieces.")
@click.option(
    "--asymmetric", is_flag=True, help="Only puzzles without pieces that look the same turned."
)
@click.option(
    "--puzzles", type=options.positive, default=20, show_default=True, help="Puzzles a cell."
)
@click.option(
    "--limit",
    "--iterations",
    "limit",
    type=options.positive,
    metavar="N",
    help="Placements a puzzle (default: as published, 2,000,000; at 7×7 500,000).",
)
@click.option(
    "--estimate",
    is_flag=True,
    help="No search: estimate medians from random probes of the tree. Nothing is stored or drawn.",
)
@click.option(
    "--probes",
    type=options.positive,
    default=1000,
    show_default=True,
    help="Probes a puzzle, with --estimate.",
)
@click.option(
    "--exact-median",
    is_flag=True,
    help="No limit: search until medians are exact, easy cells first.",
)
@click.option(
    "--seconds",
    type=options.Seconds(),
    metavar="S",
    help="With --exact-median: a cell whose puzzles take longer each stays open, and is told.",
)
@options.seed
@options.jobs
@options.executor
@click.option(
    "--out",
    type=options.FilePath(dir_okay=False, path_type=Path),
    default=Path("hardness.sqlite"),
    show_default=True,
    metavar="FILE",
    help="The rows. The same command goes on where it was stopped.",
)
@click.option(
    "--figures",
    type=options.FilePath(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Where heatmaps go (default: beside the rows).",
)
@options.pure
@options.as_json
@options.quiet
def hardness(
    size: int,
    solver_names: tuple[str, ...],
    inner: range | None,
    outer: range | None,
    one_set: bool,
    distinct: bool,
    asymmetric: bool,
    puzzles: int,
    limit: int | None,
    estimate: bool,
    probes: int,
    exact_median: bool,
    seconds: float | None,
    seed: int,
    jobs: int | None,
    executor: str | None,
    out: Path,
    figures: Path | None,
    pure: bool,
    as_json: bool,
    quiet: bool,
) -> int:
    """Measure how hard edge-matching puzzles are, by numbers of inner and outer colours.

    Effort is placements made until the first solution; a cell's figure is the median of its
    puzzles, which are the same for all solvers. Prints the peaks, writes the rows and heatmaps.
    """
    from cpstudy.jobs.hardness import sweep as sweeps
    from cpstudy.jobs.hardness.estimates import estimates
    from cpstudy.puzzles import kind
    from cpstudy.puzzles.edge_matching.search.methods import METHODS
    from cpstudy.study.store import Store

    if seconds is not None and not exact_median:
        raise click.UsageError("--seconds is for --exact-median: --limit stops other searches")
    if exact_median and limit is not None:
        raise click.UsageError("--exact-median searches without --limit")
    if one_set and outer is not None:
        raise click.UsageError("--one-set has no outer colours of its own: leave out --outer")
    options.refuse_uncompiled(pure)
    names = _names(solver_names, list(METHODS))
    for name in names:
        if name not in METHODS:
            raise click.UsageError(f"solver {name!r}: {choose_from(name, ('all', *METHODS))}")
    if estimate:
        if exact_median or limit is not None or executor is not None:
            raise click.UsageError("--estimate searches nothing: no limit, median or executor")
        cells = sweeps.colour_cells(
            size,
            inner=inner,
            outer=outer,
            seed=seed,
            one_set=one_set,
            distinct=distinct,
            asymmetric=asymmetric,
        )
        for name in names:
            found = estimates(cells, name, puzzles=puzzles, probes=probes, jobs=jobs)
            print_estimates(found, as_json)
        return 0
    solvers = kind(sweeps.KIND).solvers
    studies = [
        sweeps.sweep(
            size,
            solvers[name],
            inner=inner,
            outer=outer,
            puzzles=puzzles,
            limit=None if exact_median else limit or sweeps.default_limit(size),
            seed=seed,
            one_set=one_set,
            distinct=distinct,
            asymmetric=asymmetric,
        )
        for name in names
    ]
    with Store(out) as store:
        if store.upgraded:
            complain(f"{out}: its rows got digests, which earlier versions do not read")
        with advancing(quiet, "searching", "placements") as bar:
            sweeps.compute(
                studies, store, seconds=seconds, jobs=jobs, scheduler=executor, progress=bar
            )
        opened = [_told_open(store, study, seconds) for study in studies]
        begun = [
            study
            for study, number in zip(studies, opened, strict=True)
            if number < len(study.cells)
        ]
        folder, complete = figures or out.parent, not any(opened)
        report(store, begun, folder, out.stem, as_json, complete=complete, quiet=quiet)
    return 3 if any(opened) else 0


def _told_open(store: Store, study: Study, seconds: float | None) -> int:
    """Tell which cells of a sweep are open, if any; how many."""
    from cpstudy.jobs.hardness.sweep import open_cells

    cells = open_cells(store, study) if study.budget.iterations is None else []
    if cells:
        places = ", ".join(f"({inner}, {outer})" for inner, outer in cells[:_MOST_TOLD])
        spent = "2^62 placements" if seconds is None else f"{seconds:g} seconds"
        complain(
            f"{study.solver}: {len(cells)} of {len(study.cells)} cells are open after {spent} "
            f"a puzzle: {places}{' …' if len(cells) > _MOST_TOLD else ''}"
        )
    return len(cells)


def _names(given: tuple[str, ...], every: list[str]) -> list[str]:
    names = [name for option in given or ("snopf",) for name in option.split(",")]
    return list(dict.fromkeys(n for name in names for n in (every if name == "all" else [name])))
