"""What came of sweeps of edge matching: medians of cells, the peak, heatmaps.

Nothing is computed here that rows do not hold: a result file gives the same summary and, byte for
byte, the same pictures whenever it is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from cpstudy.core.drawing import Heatmap, HeatmapCell
from cpstudy.core.files import write_whole
from cpstudy.jobs.hardness import KIND, colour_ranges, compute, published_limit, sweep
from cpstudy.puzzles import kind as load_kind
from cpstudy.puzzles.edge_matching.generating.expectation import (
    inner_edges,
    log_expected_boards,
    total_edges,
)
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.study.grid import Cell, Study
from cpstudy.study.medians import Interval, median, peak
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

# Sizes that a heatmap can show.
_LEAST_SIZE, _LARGEST_SIZE = 2, 100


@dataclass(frozen=True)
class CellSummary:
    """One cell: its median effort, whether that is a lower bound, and its runs."""

    inner: int
    outer: int
    median: float
    censored: bool
    puzzles: int
    censored_runs: int
    iterations: int
    seconds: float


@dataclass(frozen=True)
class Summary:
    """A finished sweep of one solver. interval: of the peak's height, 95 %.

    A notebook shows its heatmap.
    """

    solver: str
    size: int
    puzzles: int
    limit: int | None
    seed: int
    cells: tuple[CellSummary, ...]
    height: float
    places: tuple[tuple[int, int], ...]
    interval: Interval
    peak_shares: tuple[tuple[tuple[int, int], float], ...]

    def _repr_svg_(self) -> str | None:
        return heatmap(self)._repr_svg_()

    @property
    def censored_share(self) -> float:
        """Share of all runs that their limit stopped."""
        return sum(c.censored_runs for c in self.cells) / sum(c.puzzles for c in self.cells)

    @property
    def iterations(self) -> int:
        """Placements of all runs."""
        return sum(cell.iterations for cell in self.cells)

    @property
    def seconds(self) -> float:
        """Search time of all runs."""
        return sum(cell.seconds for cell in self.cells)


def hardness(
    size: int = 5,
    solver: str = "snopf",
    *,
    inner: range | None = None,
    outer: range | None = None,
    one_set: bool = False,
    puzzles: int = 20,
    limit: int | None = None,
    seed: int = 1,
    path: str | Path | None = None,
    jobs: int | None = None,
) -> Summary:
    """How hard are edge-matching puzzles of n × n, by numbers of inner and outer colours?

    inner, outer: numbers of colours (None: all that the size can have); one_set: one set of
    ``inner`` colours for all edges. puzzles: of each cell. limit: placements a puzzle (None: as
    published). path: a result file to keep, in which the same call goes on where it was stopped.
    jobs: processes (None: all cores). A notebook draws the heatmap. Raises ValueError for a
    solver without placements or colours that the size cannot have.

    >>> sweep = hardness(3, inner=range(1, 3), outer=range(1, 3), puzzles=5, jobs=1)
    >>> [(cell.inner, cell.outer, cell.median) for cell in sweep.cells]
    [(1, 1, 9.0), (1, 2, 9.0), (2, 1, 9.0), (2, 2, 9.0)]
    """
    row = load_kind(KIND).solvers.get(solver)
    if row is None:
        raise ValueError(f"solver {solver!r}: choose from {', '.join(METHODS)}")
    study = sweep(
        size,
        row,
        inner=inner,
        outer=outer,
        puzzles=puzzles,
        limit=published_limit(size) if limit is None else limit,
        seed=seed,
        one_set=one_set,
    )
    with TemporaryDirectory() as folder, Store(path or Path(folder) / "rows.sqlite") as store:
        compute([study], store, jobs=jobs)
        return summarise(store, study)


def stored_sweeps(store: Store) -> list[Study]:
    """The sweeps in a file, in the order in which they began.

    Raises ValueError, which names the file, without any, and where a cell is none of a sweep.
    """
    groups: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in store.cells():
        if cell.kind == KIND:
            fault = _why_no_cell(cell.params)
            if fault:
                raise ValueError(f"{store.path}: no cell of a sweep: {fault} in {cell.key}")
            settings = (cell.solver, cell.solver_version, cell.generator_version, cell.budget_json)
            shared = (cell.params["size"], cell.params["seed"], cell.params["outer"] == 0)
            groups.setdefault((*shared, *settings), []).append(cell)
    sweeps = []
    for cells in groups.values():
        seeds = {row.seed for row in store.rows(_study_of(cells, range(2**31)))}
        if seeds:
            sweeps.append(_study_of(cells, range(max(seeds) + 1)))
    if not sweeps:
        raise ValueError(f"{store.path}: no sweep in it")
    return sweeps


def _why_no_cell(params: Mapping[str, Any]) -> str:
    """What keeps parameters from being a cell of a sweep; "" where they are one."""
    for name in ("size", "inner", "outer", "seed"):
        if type(params.get(name)) is not int:
            return f"{name} is no whole number"
    if not _LEAST_SIZE <= params["size"] <= _LARGEST_SIZE:
        return "size"
    inner, outer = colour_ranges(params["size"], one_set=params["outer"] == 0)
    return "" if params["inner"] in inner and params["outer"] in outer else "colours"


def _study_of(cells: list[Cell], seeds: range) -> Study:
    first = cells[0]
    return Study(
        kind=first.kind,
        cells=[cell.params for cell in cells],
        seeds=seeds,
        solver=first.solver,
        solver_version=first.solver_version,
        counter=first.counter,
        generator_version=first.generator_version,
        budget=first.budget,
    )


def summarise(
    store: Store, study: Study, *, complete: bool = True, draws: int | None = None
) -> Summary:
    """Medians of all cells and the peak. draws: puzzles in a resample (``medians.peak``).

    Raises ValueError where runs of the study are missing, unless ``complete`` is False: then what
    is there is taken, and cells without a run are left out.
    """
    cells: list[CellSummary] = []
    samples: list[tuple[list[float], list[bool]]] = []
    for cell, group in groupby(store.rows(study), key=lambda row: row.cell):
        rows = list(group)
        if complete and len(rows) < len(study.seeds):
            raise ValueError(f"{cell.solver}: {len(rows)} of {len(study.seeds)} runs in {cell.key}")
        cells.append(_cell_summary(rows))
        samples.append(([float(row.effort) for row in rows], [row.censored for row in rows]))
    if not cells or (complete and len(cells) < len(study.cells)):
        raise ValueError(f"{study.solver}: {len(cells)} of {len(study.cells)} cells are there")
    top = peak(samples, draws=draws)
    places = [(cell.inner, cell.outer) for cell in cells]
    params = next(iter(study.cells))
    likely = sorted(zip(top.shares.tolist(), places, strict=True), reverse=True)
    return Summary(
        solver=study.solver,
        size=params["size"],
        puzzles=len(study.seeds),
        limit=study.budget.iterations,
        seed=params["seed"],
        cells=tuple(cells),
        height=top.height,
        places=tuple(places[index] for index in top.cells),
        interval=top.interval,
        peak_shares=tuple((place, share) for share, place in likely if share >= 0.01),
    )


def _cell_summary(rows: list[Row]) -> CellSummary:
    params = rows[0].cell.params
    flags = [row.censored for row in rows]
    middle, censored = median([row.effort for row in rows], flags)
    return CellSummary(
        inner=params["inner"],
        outer=params["outer"],
        median=middle,
        censored=censored,
        puzzles=len(rows),
        censored_runs=sum(flags),
        iterations=sum(row.iterations for row in rows),
        seconds=sum(row.seconds for row in rows),
    )


def heatmap(summary: Summary) -> Heatmap:
    """The map inner × outer with the line where one solved board is expected."""
    size = summary.size
    line = []
    for outer in sorted({cell.outer for cell in summary.cells}):
        crossing = _expected_one(size, outer)
        if crossing is not None:
            line.append((crossing, float(outer)))
    limit = "exact medians" if summary.limit is None else f"limit {summary.limit:,}"
    return Heatmap(
        title=f"{summary.solver}, {size}×{size}: median placements of {summary.puzzles} ({limit})",
        x_label="inner colours",
        y_label="outer colours",
        value_label="median placements",
        cells=tuple(
            HeatmapCell(cell.inner, cell.outer, cell.median, cell.censored)
            for cell in summary.cells
        ),
        line=tuple(line),
        line_label="one solved board expected",
    )


def _expected_one(size: int, outer: int) -> float | None:
    """The number of inner colours, interpolated, at which one solved board is expected."""
    most = inner_edges(size, size) if outer else total_edges(size, size)
    if most == 0:  # 2×2 has no inner edges, so its inner colours cannot grow
        return None
    before = log_expected_boards(size, size, 1, outer)
    for inner in range(2, most + 1):
        here = log_expected_boards(size, size, inner, outer)
        if here <= 0 < before:
            return inner - 1 + before / (before - here)
        before = here
    return None


def file_name(summary: Summary) -> str:
    """A file name, without extension, that tells sweeps apart."""
    one_set = all(cell.outer == 0 for cell in summary.cells)
    limit = "exact" if summary.limit is None else f"{summary.limit}"
    sets = "-one-set" if one_set else ""
    return f"{summary.size}x{summary.size}{sets}-{summary.solver}-{limit}-seed{summary.seed}"


def draw(summary: Summary, folder: Path, stem: str) -> Iterator[Path]:
    """Write the heatmap in all formats, each file told when it is written.

    folder: made where there is none. stem: what the names begin with. Raises OSError.
    """
    from cpstudy.plot.heatmap import figure
    from cpstudy.plot.saving import FORMATS, rendered

    folder.mkdir(parents=True, exist_ok=True)
    drawn = figure(heatmap(summary))
    for file_format in FORMATS:
        path = folder / f"{stem}-{file_name(summary)}.{file_format}"
        write_whole(path, rendered(drawn, file_format))
        yield path
