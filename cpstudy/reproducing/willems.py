"""Willems2016: the highest medians over all numbers of colours, and the maps of these medians.

A published peak is the largest of some 384 medians of 20 runs, a noisy statistic. We therefore
measure more puzzles a cell and resample 20 of them at a time, which gives the distribution of the
largest median in any such sweep. A published height is judged by its place in this distribution
(twice the smaller tail). If the height is the limit that stopped the search, it is a lower bound,
and so are our own stopped runs; the test is then one-sided, the share of resampled peaks that reach
it. A published place is judged by the shares of the cells in which resamples have their peak: p is
the sum over all cells that are as rare as the published one, or rarer.

Some published places look like misprints, so table 1 is judged in three readings: as printed; with
inner and outer colours transposed throughout; with the rows of ``dfs`` and ``snopf`` exchanged. A
place that no puzzle can have gets p = 0.

The small scale is 5×5 with 100 puzzles a cell; figures of larger sizes then use fewer puzzles and a
lower limit, as their titles show.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from cpstudy.jobs.hardness.maps import Summary, heatmap
from cpstudy.jobs.hardness.summaries import summarise
from cpstudy.jobs.hardness.sweep import colour_ranges, compute, sweep
from cpstudy.plot.pictures import written
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.study import agreement
from cpstudy.study.grid import Study
from cpstudy.study.medians import Peak, peak
from cpstudy.study.store import Store

SEED = 2016

# Values as printed in the source: the limits and table 1. Places are (inner, outer) colours.
# Figures 5 to 16 have no numbers.

# Puzzles a cell, and limits of placements by size; larger boards use the last one.
PUZZLES = 20
LIMITS = {5: 2_000_000, 6: 2_000_000, 7: 500_000}


@dataclass(frozen=True)
class Published:
    """A row of table 1. place: None if printed as "multiple". figure: of the appendix."""

    solver: str
    size: int
    peak: int
    place: tuple[int, int] | None
    seconds: float
    figure: int


TABLE_1 = (
    Published("dfs", 5, 2_829, (5, 3), 68.90, 5),
    Published("snopf", 5, 6_185, (5, 1), 75.30, 6),
    Published("highest-connectivity", 5, 4_619, (4, 3), 86.26, 7),
    Published("lowest-connectivity", 5, 2_579, (23, 1), 67.23, 8),
    Published("dfs", 6, 2_000_000, (7, 2), 11_876.86, 9),
    Published("snopf", 6, 2_000_000, (2, 7), 18_454.05, 10),
    Published("highest-connectivity", 6, 913_158, (3, 9), 15_957.48, 11),
    Published("lowest-connectivity", 6, 228_980, (6, 2), 10_700.64, 12),
    Published("dfs", 7, 500_000, None, 53_208.03, 13),
    Published("snopf", 7, 500_000, None, 63_718.49, 14),
    Published("highest-connectivity", 7, 500_000, None, 63_715.66, 15),
    Published("lowest-connectivity", 7, 500_000, None, 56_642.75, 16),
)


def limit_of(size: int) -> int:
    """Return the limit that the source used at a size."""
    return LIMITS[max(5, min(size, 7))]


_SIZES = {"small": (5,), "paper": (5, 6, 7)}
# Puzzles a cell by size, and the fraction of the published limit; small scale, then paper scale.
_PUZZLES = {"small": {5: 100, 6: 3, 7: 2}, "paper": {5: 200, 6: 200, 7: 20}}
_PART = {"small": {5: 1, 6: 20, 7: 50}, "paper": {5: 1, 6: 1, 7: 1}}

# The one sweep that the source repeated with another limit, at 7×7 with dfs.
LONGER_LIMIT, LONGER_SECONDS = 2_000_000, 136_456.79

READINGS = ("as printed", "inner and outer transposed", "dfs and snopf exchanged")


@dataclass(frozen=True)
class _Measured:
    """The results of our sweep: its peak in resamples of 20, the places of its cells, its runs.

    puzzles: of a cell. stopped: runs that reached the limit, of all ``runs``. seconds: for 20
    puzzles a cell.
    """

    top: Peak
    places: list[tuple[int, int]]
    puzzles: int
    limit: int
    runs: int
    stopped: int
    seconds: float


def table_1(scale: str, store: Store) -> agreement.Parts:
    """Compare heights and places of peaks, by size and reading; then 7×7 with a longer limit."""
    for size in _SIZES[scale]:
        printed = [row for row in TABLE_1 if row.size == size]
        yield from judged(
            store, size, {row.solver: _study(row.solver, size, scale) for row in printed}
        )
    if scale == "paper":
        yield f"7x7, dfs, limit {LONGER_LIMIT:,}", _longer(store)


def judged(store: Store, size: int, sweeps: Mapping[str, Study]) -> agreement.Parts:
    """Judge the rows of one size in each reading. sweeps: of that size, by solver."""
    printed = [row for row in TABLE_1 if row.size == size]
    ours = {solver: _measured(store, study) for solver, study in sweeps.items()}
    for reading in READINGS if any(row.place for row in printed) else READINGS[:1]:
        cells: list[agreement.Cell] = []
        for row in read_as(printed, reading):
            cells += _cells(row, ours[row.solver], seconds=reading == READINGS[0])
        yield f"{size}x{size}, {reading}", agreement.compared(cells)


def read_as(rows: list[Published], reading: str) -> list[Published]:
    """Return the rows of one size in one of READINGS."""
    if reading == READINGS[1]:
        return [replace(row, place=row.place and (row.place[1], row.place[0])) for row in rows]
    if reading == READINGS[2]:
        other = {"dfs": "snopf", "snopf": "dfs"}
        return [replace(row, solver=other.get(row.solver, row.solver)) for row in rows]
    return rows


def figure(scale: str, store: Store, number: int) -> agreement.Parts:
    """Compare the peak of a map of the appendix; the only published numbers are in table 1."""
    for row in _rows_of(number):
        ours = _measured(store, _study(row.solver, row.size, scale))
        peak_of_20, interval = agreement.extreme_text(ours.top.heights.tolist(), ours.limit)
        cells = (
            agreement.Cell(
                "peak of medians of 20",
                agreement.bound_text(row.peak, limit_of(row.size)),
                peak_of_20,
                interval,
                PUZZLES,
                ours.puzzles,
            ),
            replace(_place_cell(row, ours), what="its place (inner, outer)", p=None),
            agreement.Cell(
                "runs that the limit stopped", "", f"{ours.stopped / ours.runs:.2%}", n=ours.runs
            ),
        )
        part = f"{row.solver}, {row.size}x{row.size}, limit {ours.limit:,}"
        yield part, agreement.unjudged(cells, "the map is drawn, table 1 judges")


def draw(scale: str, store: Store, folder: Path, number: int) -> Iterator[Path]:
    """Draw the maps of a figure; all maps of a size share one colour scale."""
    rows = _rows_of(number)
    (size,) = {row.size for row in rows}
    together = {
        row.solver: _summary(store, row.solver, size, scale) for row in TABLE_1 if row.size == size
    }
    for row in rows:
        name = f"willems_figure{number}-{size}x{size}-{row.solver}-{scale}"
        yield from written(
            heatmap(together[row.solver], [*together.values()], published=True), folder, name
        )


def _rows_of(number: int) -> list[Published]:
    """Return the rows of table 1 of a figure; 3 and 4 show two figures of the appendix."""
    numbers = {3: (5, 6), 4: (9, 10)}.get(number, (number,))
    return [row for row in TABLE_1 if row.figure in numbers]


def _study(solver: str, size: int, scale: str, limit: int | None = None) -> Study:
    inner, outer = colour_ranges(size, one_set=False)
    return sweep(
        size,
        SOLVERS[solver],
        inner=inner,
        outer=outer,
        puzzles=_PUZZLES[scale][size],
        limit=limit or limit_of(size) // _PART[scale][size],
        seed=SEED,
    )


def _summary(store: Store, solver: str, size: int, scale: str) -> Summary:
    study = _study(solver, size, scale)
    compute([study], store, jobs=1)
    return summarise(store, study, draws=_draws(study))


def _draws(study: Study) -> int:
    """Return the puzzles of a resample: the published number, if available."""
    return min(PUZZLES, len(study.seeds))


def _measured(store: Store, study: Study) -> _Measured:
    compute([study], store, jobs=1)
    places, samples = [], []
    spent = 0.0
    stopped = 0
    for cell, found in groupby(store.rows(study), key=lambda row: row.cell):
        rows = list(found)
        places.append((cell.params["inner"], cell.params["outer"]))
        samples.append(([float(row.effort) for row in rows], [row.censored for row in rows]))
        spent += sum(row.seconds for row in rows)
        stopped += sum(row.censored for row in rows)
    puzzles = len(study.seeds)
    assert study.budget.iterations is not None
    return _Measured(
        peak(samples, draws=_draws(study)),
        places,
        puzzles,
        study.budget.iterations,
        puzzles * len(places),
        stopped,
        spent * PUZZLES / puzzles,
    )


def _cells(row: Published, ours: _Measured, *, seconds: bool) -> list[agreement.Cell]:
    heights = ours.top.heights.tolist()
    solver, limit = row.solver, limit_of(row.size)
    cells = [
        agreement.rank_cell(f"{solver}, height", row.peak, heights, PUZZLES, ours.puzzles, limit),
        _place_cell(row, ours),
    ]
    if seconds:
        text = f"{ours.seconds:.2f}"
        cells.append(agreement.Cell(f"{solver}, seconds of 20 a cell", f"{row.seconds:,.2f}", text))
    return cells


def _place_cell(row: Published, ours: _Measured) -> agreement.Cell:
    shares = dict(zip(ours.places, ours.top.shares.tolist(), strict=True))
    likely = sorted(((share, place) for place, share in shares.items()), reverse=True)[:3]
    text = ", ".join(f"{where} {share:.0%}" for share, where in likely)
    what = f"{row.solver}, place (inner, outer)"
    if row.place is None:
        return agreement.Cell(what, "multiple", text, "", PUZZLES, ours.puzzles)
    own = shares.get(row.place)
    least = 1 / (len(ours.top.heights) + 1)  # the resolution of the resamples
    p = 0.0 if own is None else max(least, sum(s for s in shares.values() if s <= own))
    if row.place not in (where for _, where in likely):
        text += "; no such cell" if own is None else f"; {row.place} {own:.1%}"
    return agreement.Cell(what, str(row.place), text, "", PUZZLES, ours.puzzles, min(1.0, p))


def _longer(store: Store) -> agreement.Comparison:
    """Report whether one peak can be distinguished from the limit, and its cost."""
    ours = _measured(store, _study("dfs", 7, "paper", LONGER_LIMIT))
    tied = len(ours.top.cells)
    return agreement.compared(
        [
            agreement.exact_cell("a single peak", "no" if tied > 1 else "yes", "no"),
            agreement.Cell(
                "cells whose median is the limit", "multiple", str(tied), "", PUZZLES, PUZZLES
            ),
            agreement.Cell("seconds of 20 a cell", f"{LONGER_SECONDS:,.2f}", f"{ours.seconds:.2f}"),
        ]
    )
