"""Sweeps of edge matching summarised: cells, likely places of the peak, and heatmaps as files.

Maps of one size that are drawn together share a scale of colours if they count the same; any
counter but placements is compared only with itself. Each map has the line where one solution
besides the planted one is expected, and the probability of the peak in each cell; its title gives
the peak's region. The published peak is drawn on request: it belongs to the puzzles of its source.
The same rows give the same file, byte for byte.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from cpstudy.core.drawing import Heatmap, HeatmapCell
from cpstudy.jobs.hardness.sweep import colour_ranges
from cpstudy.plot.pictures import written
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.study.medians import Interval

# The peak of a solver at a size in Willems2016 (table 1): (inner, outer) colours.
PUBLISHED_PEAKS = {
    ("dfs", 5): (5, 3),
    ("snopf", 5): (5, 1),
    ("highest-connectivity", 5): (4, 3),
    ("lowest-connectivity", 5): (23, 1),
    ("dfs", 6): (7, 2),
    ("snopf", 6): (2, 7),
    ("highest-connectivity", 6): (3, 9),
    ("lowest-connectivity", 6): (6, 2),
}

# Units of medians: placements for the searches, and CPU time besides any other row's counter.
PLACEMENTS, CPU = "placements", "CPU ms"

# Regions with a smaller share of the resamples are left out.
_LEAST_REGION = 0.005

# Peaks with a smaller share of the resamples are not listed.
_LEAST_SHARE = 0.01

# Regions where puzzles can be hard: near the line where one further solution is expected; before
# it, where scans thrash among many solutions; and beyond it with one outer colour.
REGIONS = ("ridge", "few inner colours", "one outer colour", "elsewhere")
RIDGE, FEW_INNER, ONE_OUTER, ELSEWHERE = REGIONS


@dataclass(frozen=True)
class CellSummary:
    """One cell: its median effort in the sweep's unit, whether that is a lower bound, and its runs.

    peak: the share of resamples in which no other cell has a higher median.
    """

    inner: int
    outer: int
    median: float
    censored: bool
    puzzles: int
    censored_runs: int
    iterations: int
    seconds: float
    peak: float = 0.0


class Missing(NamedTuple):
    """What a sweep lacks in comparison with its fullest cell: cells with fewer runs, and runs."""

    cells: int
    of: int
    runs: int


@dataclass(frozen=True)
class Summary:
    """A sweep of one solver, finished or not. A notebook shows its heatmap.

    puzzles: of a cell, at least. limit: iterations for each puzzle; seconds_limit: seconds for each
    puzzle; None: no such limit. demands: on all pieces; clues: the number of fixed pieces.
    interval: of the peak's height, 95 %. middle: the median of that height. draws: puzzles in a
    resample of a cell, for these two and the places of the peak. missing: of an unfinished sweep,
    whose peak is that of the existing runs. unit: of the medians: PLACEMENTS, the counter of
    another row, or CPU.
    """

    solver: str
    size: int
    puzzles: int
    limit: int | None
    seed: int
    demands: tuple[str, ...]
    cells: tuple[CellSummary, ...]
    height: float
    places: tuple[tuple[int, int], ...]
    interval: Interval
    middle: float
    draws: int
    missing: Missing
    unit: str = PLACEMENTS
    seconds_limit: float | None = None
    clues: int = 0

    @property
    def unfinished(self) -> str:
        """What an unfinished sweep lacks, in words; "" for a finished one."""
        cells, of, runs = self.missing
        return f"unfinished: {cells:,} of {of:,} cells lack runs, {runs:,} in all" if cells else ""

    @property
    def peak_shares(self) -> tuple[tuple[tuple[int, int], float], ...]:
        """The likely places of the peak, likeliest first: all above one per cent."""
        likely = sorted(((c.peak, (c.inner, c.outer)) for c in self.cells), reverse=True)
        return tuple((place, share) for share, place in likely if share >= _LEAST_SHARE)

    @property
    def regions(self) -> dict[str, float]:
        """The share of resamples in which the peak lies in each of REGIONS."""
        shares = dict.fromkeys(REGIONS, 0.0)
        for cell in self.cells:
            shares[region(self.size, cell.inner, cell.outer)] += cell.peak
        return shares

    def _repr_svg_(self) -> str | None:
        return heatmap(self)._repr_svg_()

    @property
    def censored_share(self) -> float:
        """The share of all runs that their limit stopped."""
        return sum(c.censored_runs for c in self.cells) / sum(c.puzzles for c in self.cells)

    @property
    def iterations(self) -> int:
        """The iterations of all runs: placements or the counter of another row."""
        return sum(cell.iterations for cell in self.cells)

    @property
    def seconds(self) -> float:
        """The search time of all runs."""
        return sum(cell.seconds for cell in self.cells)

    @property
    def scale(self) -> tuple[int, str, str]:
        """A key that is equal for sweeps whose maps can share a scale of colours."""
        common = self.unit in (PLACEMENTS, CPU)
        return self.size, self.unit, "" if common else self.solver


def region(size: int, inner: int, outer: int) -> str:
    """The region of a cell; the ridge extends one inner colour to either side."""
    middle = crossing(size, outer)
    beyond = inner - (1.0 if middle is None else middle)
    if abs(beyond) <= 1:
        return RIDGE
    if beyond < 0:
        return FEW_INNER
    return ONE_OUTER if outer == 1 else ELSEWHERE


def heatmap(
    summary: Summary,
    together: Sequence[Summary] = (),
    *,
    whole: bool = False,
    published: bool = False,
) -> Heatmap:
    """The map inner × outer of a sweep.

    together: sweeps whose maps share the colours, if they can be compared. whole: show all numbers
    of colours that the size can have, with missing cells shown as such. published: mark the peak of
    the source.
    """
    size = summary.size
    alike = [one for one in (summary, *together) if one.scale == summary.scale]
    medians = [cell.median for one in alike for cell in one.cells]
    least = min((m for m in medians if m > 0), default=1.0) if summary.unit == CPU else 1.0
    inner, outer = ([getattr(cell, name) for cell in summary.cells] for name in ("inner", "outer"))
    if whole:
        inner, outer = map(list, colour_ranges(size, one_set=max(outer) == 0))
    crossings = [
        (crossing(size, number), float(number)) for number in range(min(outer), max(outer) + 1)
    ]
    place = PUBLISHED_PEAKS.get((summary.solver, size)) if published else None
    one_set = max(outer) == 0
    return Heatmap(
        title=_title(summary),
        x_label="colours" if one_set else "inner colours",
        y_label="outer colours",
        value_label=f"median {summary.unit}",
        cells=tuple(
            HeatmapCell(cell.inner, cell.outer, cell.median, cell.censored, cell.peak)
            for cell in summary.cells
        ),
        line=tuple((at, number) for at, number in crossings if at is not None),
        line_label="one further solution expected",
        scale=(max(least, min(medians)), max(least, *medians)),
        marks=() if place is None or one_set else (place,),
        mark_label="published peak",
        extent=((min(inner), max(inner)), (min(outer), max(outer))),
    )


def _title(summary: Summary) -> str:
    limit = "exact medians" if summary.limit is None else f"limit {summary.limit:,}"
    if summary.seconds_limit is not None:
        limit = f"limit {summary.seconds_limit:g} s"
    size = f"{summary.size}×{summary.size}"
    demands = "".join(f", {name} pieces" for name in summary.demands)
    likely = sorted(summary.regions.items(), key=lambda region: -region[1])
    regions = ", ".join(f"{name} {share:.0%}" for name, share in likely if share >= _LEAST_REGION)
    drawn = "" if summary.draws == summary.puzzles else f" of {summary.draws}"
    so_far = f"{summary.unfinished}; so far, " if summary.unfinished else ""
    return (
        f"{summary.solver}, {size}{demands}: median {summary.unit} of {summary.puzzles} ({limit})\n"
        f"{so_far}the peak in resamples{drawn}: {regions}"
    )


def file_name(summary: Summary) -> str:
    """A file name, without extension, that differs between sweeps."""
    one_set = all(cell.outer == 0 for cell in summary.cells)
    limit = "exact" if summary.limit is None else f"{summary.limit}"
    if summary.seconds_limit is not None:
        limit = f"{summary.seconds_limit:g}s-{summary.unit.replace(' ', '-')}"
    solver = summary.solver.replace(":", "-")
    demands = "".join(f"-{name}" for name in ("one-set",)[: int(one_set)] + summary.demands)
    return f"{summary.size}x{summary.size}{demands}-{solver}-{limit}-seed{summary.seed}"


def draw(
    summaries: Sequence[Summary],
    folder: Path,
    stem: str,
    *,
    whole: bool = False,
    published: bool = False,
) -> Iterator[Path]:
    """Write the heatmap of each sweep; yield each file when it is written.

    folder: created if it does not exist. stem: the prefix of the names. whole, published: see
    :func:`heatmap`. Raises OSError.
    """
    for summary in summaries:
        drawn = heatmap(summary, summaries, whole=whole, published=published)
        yield from written(drawn, folder, f"{stem}-{file_name(summary)}")
