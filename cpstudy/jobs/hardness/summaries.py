"""Summaries of sweeps of edge matching: medians of cells, and the place of the peak.

They follow from the stored rows alone: a result file always gives the same summary. A row that
makes no placements has two: by its own counter, and by processor time. :mod:`.maps` draws them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from cpstudy.api import named_solver
from cpstudy.core.errors import InputError, check_whole
from cpstudy.jobs.hardness import sweep
from cpstudy.jobs.hardness.maps import CPU, CellSummary, Missing, Summary
from cpstudy.puzzles import kind as load_kind
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.study.grid import Cell, Study
from cpstudy.study.medians import median, peak
from cpstudy.study.rows import Row
from cpstudy.study.store import Store

# Sizes that a map can show.
_LEAST_SIZE, _LARGEST_SIZE = 2, 100


def hardness(
    size: int = 5,
    solver: str = "snopf",
    *,
    inner: range | None = None,
    outer: range | None = None,
    one_set: bool = False,
    puzzles: int = 20,
    limit: int | None = None,
    seconds: float = sweep.DEFAULT_SECONDS,
    seed: int = 1,
    clues: int = 0,
    path: str | Path | None = None,
    jobs: int | None = None,
) -> Summary:
    """Measure the hardness of n × n edge matching by numbers of inner and outer colours.

    inner, outer: numbers of colours (None: all that the size can have); one_set: one set of
    ``inner`` colours for all edges. puzzles: in each cell. limit: placements for each puzzle (None:
    as published). seconds: for each puzzle, with a solver that makes no placements, whose medians
    are in its own counter. clues: the number of pieces fixed as in a solution. path: a result file,
    from which the same call resumes. jobs: processes (None: all cores). A notebook draws the
    heatmap. Raises InputError for an unknown solver and for colours that the size cannot have.

    >>> sweep = hardness(3, inner=range(1, 3), outer=range(1, 3), puzzles=5, jobs=1)
    >>> [(cell.inner, cell.outer, cell.median) for cell in sweep.cells]
    [(1, 1, 9.0), (1, 2, 9.0), (2, 1, 9.0), (2, 2, 9.0)]
    """
    check_whole(1, puzzles=puzzles)
    check_whole(0, seed=seed)
    if limit is not None:
        check_whole(1, limit=limit)
    study = sweep.sweep(
        size,
        named_solver(load_kind(sweep.KIND), solver),
        inner=inner,
        outer=outer,
        puzzles=puzzles,
        limit=sweep.default_limit(size) if limit is None else limit,
        seconds=seconds,
        seed=seed,
        one_set=one_set,
        clues=clues,
    )
    with TemporaryDirectory() as folder, Store(path or Path(folder) / "rows.sqlite") as store:
        sweep.compute([study], store, jobs=jobs)
        return summarise(store, study)


def stored_sweeps(store: Store) -> list[Study]:
    """The sweeps in a file, in the order in which they began.

    Raises InputError, which names the file, if there is none, or if a cell does not fit a sweep.
    """
    groups: dict[tuple[Any, ...], list[Cell]] = {}
    for cell in store.cells():
        if cell.kind == sweep.KIND:
            fault = _cell_fault(cell.params)
            if fault:
                raise InputError(f"{store.path}: not a cell of a sweep: {fault} in {cell.key}")
            versions = (cell.solver_version, cell.generator_version, *cell.versions.items())
            settings = (cell.solver, *versions, cell.budget_json)
            demands = sweep.demands_of(cell.params)
            shared = (cell.params["size"], cell.params["seed"], cell.params["outer"] == 0, demands)
            groups.setdefault((*shared, *settings), []).append(cell)
    sweeps = []
    for cells in groups.values():
        seeds = {row.seed for row in store.rows(_study_of(cells, range(2**31)))}
        if seeds:
            sweeps.append(_study_of(cells, range(max(seeds) + 1)))
    if not sweeps:
        raise InputError(f"{store.path}: no sweep in it")
    return sweeps


def _cell_fault(params: Mapping[str, Any]) -> str:
    """The fault in the parameters of a sweep's cell; "" if there is none."""
    for name in ("size", "inner", "outer", "seed"):
        if type(params.get(name)) is not int:
            return f"{name} is not a whole number"
    if not _LEAST_SIZE <= params["size"] <= _LARGEST_SIZE:
        return "size"
    inner, outer = sweep.colour_ranges(params["size"], one_set=params["outer"] == 0)
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
        versions=first.versions,
    )


def summarise_all(store: Store, study: Study, *, complete: bool = True) -> Iterator[Summary]:
    """Summaries by the solver's counter, and by processor time unless it counts placements."""
    yield summarise(store, study, complete=complete)
    if study.solver not in METHODS:
        yield summarise(store, study, complete=complete, unit=CPU)


def summarise(
    store: Store,
    study: Study,
    *,
    complete: bool = True,
    draws: int | None = None,
    unit: str | None = None,
) -> Summary:
    """Medians of all cells and the peak. draws: puzzles in a resample (``medians.peak``).

    unit: CPU for processor time instead of the solver's counter. Raises InputError if runs of the
    study are missing, unless ``complete`` is False: then it uses the existing rows and leaves out
    cells without any.
    """
    cells: list[CellSummary] = []
    samples: list[tuple[list[float], list[bool]]] = []
    for cell, group in groupby(store.rows(study), key=lambda row: row.cell):
        rows = list(group)
        if complete and len(rows) < len(study.seeds):
            raise InputError(f"{cell.solver}: {len(rows)} of {len(study.seeds)} runs in {cell.key}")
        efforts = [_effort(row, unit) for row in rows]
        cells.append(_cell_summary(rows, efforts))
        samples.append((efforts, [row.censored for row in rows]))
    if not cells or (complete and len(cells) < len(study.cells)):
        raise InputError(f"{study.solver}: {len(cells)} of {len(study.cells)} cells have runs")
    top = peak(samples, draws=draws)
    places = [(cell.inner, cell.outer) for cell in cells]
    params = next(iter(study.cells))
    puzzles = min(cell.puzzles for cell in cells)
    lacking = [len(study.seeds) - cell.puzzles for cell in cells if cell.puzzles < len(study.seeds)]
    lacking += [len(study.seeds)] * (len(study.cells) - len(cells))
    shared = [replace(c, peak=p) for c, p in zip(cells, top.shares.tolist(), strict=True)]
    return Summary(
        solver=study.solver,
        size=params["size"],
        puzzles=puzzles,
        limit=study.budget.iterations,
        seed=params["seed"],
        demands=sweep.demands_of(params),
        cells=tuple(shared),
        height=top.height,
        places=tuple(places[index] for index in top.cells),
        interval=top.interval,
        middle=float(np.median(top.heights)),
        draws=draws or puzzles,
        missing=Missing(len(lacking), len(study.cells), sum(lacking)),
        unit=unit or study.counter,
        seconds_limit=study.budget.seconds,
        clues=params.get("clues", 0),
    )


def _effort(row: Row, unit: str | None) -> float:
    """The effort of a run, by counter or in CPU milliseconds; a lower bound if it is censored."""
    return 1000 * float(row.extra["cpu_seconds"]) if unit == CPU else float(row.effort)


def _cell_summary(rows: list[Row], efforts: list[float]) -> CellSummary:
    params = rows[0].cell.params
    flags = [row.censored for row in rows]
    middle, censored = median(efforts, flags)
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
