"""How hard? Sweeps of edge matching over numbers of colours, as Willems2016 measured them.

A cell is a number of inner and of outer colours; its puzzles are drawn from a seed, the same for
every solver; a run ends with the first solution or at the limit of placements. Here the puzzle's
batch interface meets the study: the task function that workers run, the summary of a finished
sweep, and the heatmap as data. Nothing is printed and nothing drawn here.

The limit does not enter a row's puzzle, so a sweep with another limit meets the same puzzles.

*Exact medians*: all puzzles of a cell are searched in turns under growing limits until more than
half are solved; every other puzzle then takes at least as long, so the median is exact whatever
the rest would have cost. Each search goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cpstudy.core.drawing import Heatmap, HeatmapCell
from cpstudy.core.random import GENERATOR_VERSION
from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.core.solving import Solver
from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.generating.expectation import (
    inner_edges,
    log_expected_boards,
    outer_edges,
    total_edges,
)
from cpstudy.puzzles.edge_matching.search.batches import FirstSolution, Turns, first_solutions
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.study.grid import Cell, Outcome, Study, Task
from cpstudy.study.medians import Interval, median, peak
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

KIND = "edge_matching"

# Published limits of placements by size (Willems2016, table 1); larger boards take the last.
PUBLISHED_LIMITS = {5: 2_000_000, 6: 2_000_000, 7: 500_000}

# Exact medians: placements a puzzle in the first round, and how much further each round goes.
_FIRST_ROUND = 10_000
_GROWTH = 4


def published_limit(size: int) -> int:
    """The limit that the source used at a size."""
    return PUBLISHED_LIMITS[max(5, min(size, 7))]


def colour_ranges(size: int, one_set: bool) -> tuple[range, range]:
    """All numbers of inner and of outer colours that n × n puzzles can have.

    One set: (1 … all edges, 0 only). Raises ValueError below 2×2.
    """
    if size < 2:
        raise ValueError(f"size {size}: a framed puzzle with colours needs at least 2x2")
    if one_set:
        return range(1, total_edges(size, size) + 1), range(1)
    least = min(1, inner_edges(size, size))
    return (
        range(least, inner_edges(size, size) + 1),
        range(1, outer_edges(size, size) + 1),
    )


@dataclass(frozen=True)
class _Cells:
    """The cells of a sweep, made one at a time: outer colours run fastest."""

    size: int
    inner: range
    outer: range
    seed: int

    def __len__(self) -> int:
        return len(self.inner) * len(self.outer)

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        for inner in self.inner:
            for outer in self.outer:
                yield {"size": self.size, "inner": inner, "outer": outer, "seed": self.seed}

    def __contains__(self, params: object) -> bool:
        return isinstance(params, Mapping) and any(params == cell for cell in self)


def sweep(
    size: int,
    solver: Solver,
    *,
    inner: range,
    outer: range,
    puzzles: int = 20,
    limit: int | None = None,
    seed: int = 1,
    one_set: bool = False,
) -> Study:
    """The sweep of one solver as a study.

    limit: None asks for exact medians. one_set: one set of ``inner`` colours, ``outer`` range(1).

    Raises ValueError where the solver makes no placements or the colours do not fit the size.
    """
    if solver.name not in METHODS:
        raise ValueError(f"solver {solver.name!r} is not for sweeps: choose {', '.join(METHODS)}")
    most_inner, most_outer = colour_ranges(size, one_set)
    for name, asked, possible in (("inner", inner, most_inner), ("outer", outer, most_outer)):
        if not asked or asked[0] not in possible or asked[-1] not in possible:
            raise ValueError(
                f"{name} colours {asked.start}..{asked.stop - 1}: size {size} has "
                f"{possible.start}..{possible.stop - 1}"
            )
    return Study(
        kind=KIND,
        cells=_Cells(size, inner, outer, seed),
        seeds=range(puzzles),
        solver=solver.name,
        solver_version=solver.version,
        counter=solver.counter,
        generator_version=GENERATOR_VERSION,
        budget=Budget(iterations=limit),
    )


def measure(task: Task) -> list[Outcome]:
    """The task function of a sweep with a limit: one outcome for each puzzle of the task."""
    params, limit = task.cell.params, task.cell.budget.iterations
    assert limit is not None
    size = params["size"]
    outcomes: list[Outcome] = []
    for first, count in _runs(task.seeds):
        pieces, _ = batch(
            size, size, params["inner"], params["outer"], count, params["seed"], first=first
        )
        found = first_solutions(task.cell.solver, pieces, size, size, limit)
        outcomes += map(_outcome, found)
    return outcomes


def measure_median(task: Task) -> list[Outcome]:
    """The task function of a sweep for exact medians: all puzzles of one cell at once."""
    params = task.cell.params
    size = params["size"]
    (run,) = _runs(task.seeds)
    pieces, _ = batch(
        size, size, params["inner"], params["outer"], run[1], params["seed"], first=run[0]
    )
    turns = Turns(task.cell.solver, pieces, size, size)
    limit = _FIRST_ROUND
    while 2 * turns.settled(limit) <= len(pieces):
        limit *= _GROWTH
    return [_outcome(found) for found in turns.results()]


def _runs(seeds: Iterable[int]) -> list[tuple[int, int]]:
    """Runs of consecutive seeds as (first, count)."""
    runs: list[tuple[int, int]] = []
    for seed in seeds:
        if runs and seed == sum(runs[-1]):
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((seed, 1))
    return runs


def _outcome(found: FirstSolution) -> Outcome:
    stop, solvable, verdict = Stop.ITERATIONS, Solvable.UNKNOWN, Verdict.UNKNOWN
    if found.status == FOUND:
        stop, solvable = Stop.LIMIT, Solvable.YES
    elif found.status == EXHAUSTED:
        stop, solvable, verdict = Stop.DONE, Solvable.NO, Verdict.NONE
    return Outcome(found.placements, stop, solvable, verdict, found.seconds)


# -- what came of it -----------------------------------------------------------------------------


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
    """A finished sweep of one solver. interval: of the peak's height, 95 %."""

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


def stored_sweeps(store: Store) -> list[Study]:
    """The sweeps in a file, in the order in which they began. Raises ValueError without any."""
    groups: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in store.cells():
        if cell.kind == KIND:
            params = cell.params
            settings = (cell.solver, cell.solver_version, cell.generator_version, cell.budget_json)
            sweep_key = (params["size"], params["seed"], params["outer"] == 0, *settings)
            groups.setdefault(sweep_key, []).append(cell)
    if not groups:
        raise ValueError("no sweep in it")
    sweeps = []
    for cells in groups.values():
        seeds = {row.seed for row in store.rows(_study_of(cells, range(2**31)))}
        if seeds:
            sweeps.append(_study_of(cells, range(max(seeds) + 1)))
    return sweeps


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
