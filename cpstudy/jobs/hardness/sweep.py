"""Sweeps of edge matching over numbers of colours, as Willems2016 measured hardness.

A cell is a number of inner and of outer colours; its puzzles are drawn from a seed, the same for
every solver; a run ends with the first solution or at the limit of placements. This module connects
the puzzle's batch interface with the study: the sweep as a study, the task functions of its
workers, and their run. :mod:`.summaries` has the results.

Any row of the kind can be swept. The searches count placements and are limited by them. Other rows,
such as SAT and CP-SAT, which Ansotegui2008 used, count in their own units and are limited by
seconds; their processor seconds are stored too.

The limit does not affect a row's puzzle, so sweeps with different limits use the same puzzles.

*Exact medians*: all puzzles of a cell are searched in turns under growing limits until more than
half are solved; every other puzzle then takes at least as long, so the median is exact, whatever
the cost of the rest. Each search resumes where it stopped. Every *pass* over the cells gives a
puzzle ten times the seconds of the previous pass: a cell that would need more stays open for the
next pass, so that a hard cell does not delay others. These are CPU seconds, so the load of the
machine does not decide which cells stay open. They decide when a cell is done, never what is
stored, since the limits of its turns are always the same.

Searches that take longer than a minute are stored in a folder next to the rows, ``FILE-searches``,
and the next pass, or the same command after a kill, resumes them; shorter ones start again, which
adds a tenth to the total work. On a cluster nothing is stored, since its machines may share no
disk.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any, Unpack

from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.core.solving import Solver
from cpstudy.jobs.studies.measuring import measured
from cpstudy.puzzles.edge_matching.generating.clues import with_clues
from cpstudy.puzzles.edge_matching.generating.colours import Demands, batch, puzzles
from cpstudy.puzzles.edge_matching.generating.expectation import (
    inner_edges,
    outer_edges,
    total_edges,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.batches import FirstSolution, Turns, first_solutions
from cpstudy.puzzles.edge_matching.search.checkpoints import Checkpoint
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Pieces
from cpstudy.study.grid import Cell, Grid, Outcome, Study, Task
from cpstudy.study.run import Progress, run
from cpstudy.study.store import Store

KIND = "edge_matching"

# The names of Demands, and the suffix that names a number of clues.
DEMANDS = ("distinct", "asymmetric")
_CLUE = "-clue"

# Default placements for each puzzle, by size: those of Willems2016, so that a sweep is comparable
# with the source; larger boards take the last.
_LIMITS = {5: 2_000_000, 6: 2_000_000, 7: 500_000}

# Default seconds for each puzzle, for rows that make no placements.
DEFAULT_SECONDS = 60.0

# Exact medians: placements for each puzzle in the first round, and the factor of each next round.
_FIRST_ROUND = 10_000
_GROWTH = 4

# Seconds for each puzzle in the first pass, and the factor of each next pass.
_FIRST_PASS = 0.05
_PASS_GROWTH = 10

# With more seconds than a lifetime, the next pass is the last, which gives all seconds.
_LIFETIME = 3e9

# The maximum number of puzzles for exact medians, which hold all puzzles of a cell at once.
_MOST_TOGETHER = 100_000

# No limit on placements: more than any search makes.
_UNLIMITED = 1 << 62


def default_limit(size: int) -> int:
    """The default limit of placements for each puzzle of n × n."""
    return _LIMITS[max(5, min(size, 7))]


def colour_ranges(size: int, one_set: bool) -> tuple[range, range]:
    """All numbers of inner and of outer colours that n × n puzzles can have.

    One set: (1 … all edges, 0 only). Raises InputError below 2×2.
    """
    if size < 2:
        raise InputError(f"size {size}: a framed puzzle with colours needs at least 2x2")
    if one_set:
        return range(1, total_edges(size, size) + 1), range(1)
    least = min(1, inner_edges(size, size))
    return (range(least, inner_edges(size, size) + 1), range(1, outer_edges(size, size) + 1))


class Cells(Demands, total=False):
    """The arguments of :func:`colour_cells` besides the size."""

    inner: range | None
    outer: range | None
    seed: int
    one_set: bool
    clues: int


def colour_cells(
    size: int,
    *,
    inner: range | None = None,
    outer: range | None = None,
    seed: int = 1,
    one_set: bool = False,
    distinct: bool = False,
    asymmetric: bool = False,
    clues: int = 0,
) -> Grid:
    """The cells of a sweep; outer colours run fastest.

    inner, outer: numbers of colours (None: all that the size can have). one_set: one set of
    ``inner`` colours, no ``outer`` ones. distinct, asymmetric: only puzzles without identical
    pieces, without pieces that look the same turned; if there are too few colours for that,
    computing raises InputError. clues: the number of pieces fixed as in the solution from which a
    puzzle was made. Raises InputError if the size cannot have these colours, or that many clues.
    """
    every_inner, every_outer = colour_ranges(size, one_set)
    inner, outer = inner or every_inner, outer or every_outer
    for name, wanted, possible in (("inner", inner, every_inner), ("outer", outer, every_outer)):
        if wanted[0] not in possible or wanted[-1] not in possible:
            raise InputError(
                f"{name} colours {wanted.start}..{wanted.stop - 1}: size {size} has "
                f"{possible.start}..{possible.stop - 1}"
            )
    # Rows name only the demands that are made, so that rows without demands keep their names.
    demands = {"distinct": distinct, "asymmetric": asymmetric}
    named: dict[str, list[int]] = {name: [True] for name in DEMANDS if demands[name]}
    if not 0 <= clues <= size * size:
        raise InputError(f"{clues} clue pieces: size {size} has 0 to {size * size}")
    if clues:
        named["clues"] = [clues]
    return Grid({"size": [size], "inner": inner, "outer": outer, "seed": [seed], **named})


def sweep(
    size: int,
    solver: Solver,
    *,
    puzzles: int = 20,
    limit: int | None = None,
    seconds: float = DEFAULT_SECONDS,
    **cells: Unpack[Cells],
) -> Study:
    """The sweep of one solver as a study.

    limit: placements for each puzzle of a search, None for exact medians. seconds: for each puzzle,
    for a row that makes no placements. Raises InputError as :func:`colour_cells` does, and if there
    are more puzzles than can be numbered, or held.
    """
    if limit is None and solver.name in METHODS and puzzles > _MOST_TOGETHER:
        raise InputError(f"exact medians are of at most {_MOST_TOGETHER} puzzles, not {puzzles}")
    placements = Budget(iterations=None if limit is None else min(limit, _UNLIMITED))
    return Study(
        kind=KIND,
        cells=colour_cells(size, **cells),
        seeds=range(puzzles),
        solver=solver.name,
        solver_version=solver.version,
        counter=solver.counter,
        versions=solver.versions,
        budget=placements if solver.name in METHODS else Budget(seconds=seconds),
    )


def is_exact(study: Study) -> bool:
    """Whether a sweep has no limit, so that its medians are exact."""
    return study.budget == Budget()


def compute(
    studies: Sequence[Study],
    store: Store,
    *,
    seconds: float | None = None,
    jobs: int | None = None,
    scheduler: str | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> None:
    """Run the missing runs of ``store`` for sweeps that all have a limit, or all have none.

    seconds: for exact medians, the CPU seconds allowed for each puzzle (None: any number); a cell
    whose next turn would take longer stays open, as does a cell with a median above 2^62. jobs,
    scheduler, progress, and what is raised: as in :func:`cpstudy.study.run.run`.
    """
    if not store.read_only:
        with store.together():  # so that the file of an unfinished sweep names the cells it lacks
            for cell in (cell for study in studies for cell in study):
                store.register(cell)
    if not is_exact(studies[0]):
        # A puzzle at the limit takes the row-by-row scan milliseconds, other solvers seconds.
        rows = [METHODS.get(study.solver) for study in studies]
        threads = all(row is not None and row.row_by_row for row in rows)
        run(
            studies, store, measure,
            jobs=jobs, threads=threads, scheduler=scheduler, progress=progress,
        )  # fmt: skip
        return
    before: Progress | None = None  # all passes so far
    folder = store.path.with_name(f"{store.path.name}-searches") if scheduler is None else None
    for allowed in _passes(seconds):

        def report(now: Progress, before: Progress | None = before) -> None:
            if progress is not None:
                progress(_summed(before, now))

        ended = run(
            studies, store, partial(measure_median, seconds=allowed, folder=folder),
            jobs=jobs, scheduler=scheduler, whole_cells=True, progress=report,
        )  # fmt: skip
        before = _summed(before, ended)
        if folder is not None and folder.exists():
            _forget_searches(studies, store, folder)
        if ended.done == ended.total:
            return


def _checkpoint(cell: Cell, seeds: Sequence[int], folder: Path) -> Checkpoint:
    """The file in which the searches of a cell are stored."""
    name = blake2b(cell.key.encode(), digest_size=12).hexdigest()
    return Checkpoint(folder / f"{name}.state", f"{cell.key} {list(seeds)}")


def _forget_searches(studies: Sequence[Study], store: Store, folder: Path) -> None:
    """Remove the searches of cells that are completely stored, and the folder if it is empty."""
    with suppress(OSError):
        for study in studies:
            for cell in study:
                path = _checkpoint(cell, study.seeds, folder).path
                if path.exists() and not store.missing(store.register(cell), study.seeds):
                    path.unlink()
        folder.rmdir()


def _summed(before: Progress | None, now: Progress) -> Progress:
    """The progress of several passes: stored before the first, iterations of all.

    A pass counts the rows of earlier passes again, one cell after the other.
    """
    if before is None:
        return now
    return replace(
        now,
        stored=before.stored,
        done=max(before.done, now.done),
        iterations=before.iterations + now.iterations,
    )


def _passes(seconds: float | None) -> Iterator[float]:
    """Seconds for each puzzle in each pass; the last pass gives all."""
    allowed, all_of_them = _FIRST_PASS, math.inf if seconds is None else seconds
    while allowed < min(all_of_them, _LIFETIME):
        yield allowed
        allowed *= _PASS_GROWTH
    yield all_of_them


def open_cells(store: Store, study: Study) -> list[tuple[int, int]]:
    """Numbers of inner and outer colours of the cells with missing runs."""
    return [
        (cell.params["inner"], cell.params["outer"])
        for cell in study
        if store.missing(store.register(cell), study.seeds)
    ]


def measure(task: Task) -> Iterable[Outcome]:
    """The task function of a sweep with a limit: one outcome for each puzzle of the task."""
    params, limit = task.cell.params, task.cell.budget.iterations
    if limit is None or "clues" in params:
        return measured(task, partial(puzzle_of, params), limit=1)
    size = params["size"]
    outcomes: list[Outcome] = []
    for first, count in _runs(task.seeds):
        pieces = puzzles_of(params, first, count)
        found = first_solutions(task.cell.solver, pieces, size, size, limit)
        outcomes += map(_outcome, found)
    return outcomes


def measure_median(
    task: Task, seconds: float | None = None, folder: Path | None = None
) -> list[Outcome] | None:
    """The task function of a sweep for exact medians: all puzzles of one cell at once.

    Returns None if the next turn would take a puzzle more CPU ``seconds``, at the pace of the last,
    or if the median is above 2^62, which placements that are counted without being made can reach.
    folder: where long searches are stored, and resumed.
    folder: where long searches are kept, and resumed.
    """
    params = task.cell.params
    size = params["size"]
    (run,) = _runs(task.seeds)
    pieces = puzzles_of(params, *run)
    checkpoint = None if folder is None else _checkpoint(task.cell, task.seeds, folder)
    turns = Turns(task.cell.solver, pieces, size, size, checkpoint)
    limit = _FIRST_ROUND
    while 2 * turns.finished(limit) <= len(pieces):
        late = seconds is not None and _GROWTH * turns.longest > seconds
        if late or limit == _UNLIMITED:
            turns.leave()
            return None
        limit = min(_GROWTH * limit, _UNLIMITED)
    return [_outcome(found) for found in turns.results()]


def puzzle_of(params: Mapping[str, Any], number: int) -> EdgeMatching:
    """A puzzle of a cell, by its number."""
    size, colours = params["size"], (params["inner"], params["outer"])
    drawn = puzzles(size, size, *colours, 1, params["seed"], first=number, **_demands(params))
    ((puzzle, solution),) = drawn
    return with_clues(puzzle, solution, params.get("clues", 0), params["seed"])


def puzzles_of(params: Mapping[str, Any], first: int, count: int) -> Pieces:
    """Puzzles ``first`` … first + count - 1 of a cell without clues, int64[count, cells, 4]."""
    size = params["size"]
    colours = params["inner"], params["outer"]
    return batch(size, size, *colours, count, params["seed"], first=first, **_demands(params))[0]


def _demands(params: Mapping[str, Any]) -> Demands:
    return {"distinct": "distinct" in params, "asymmetric": "asymmetric" in params}


def demands_of(params: Mapping[str, Any]) -> tuple[str, ...]:
    """The demands on all pieces of a cell's puzzles, in words."""
    clues = (f"{params['clues']}{_CLUE}",) if "clues" in params else ()
    return (*(name for name in DEMANDS if params.get(name)), *clues)


def plain_demands(demands: Iterable[str]) -> tuple[str, ...]:
    """The demands without the number of clues."""
    return tuple(demand for demand in demands if not demand.endswith(_CLUE))


def _runs(seeds: Iterable[int]) -> list[tuple[int, int]]:
    """Runs of consecutive seeds as (first, count)."""
    runs: list[tuple[int, int]] = []
    for seed in seeds:
        if runs and seed == sum(runs[-1]):
            runs[-1] = runs[-1][0], runs[-1][1] + 1
        else:
            runs.append((seed, 1))
    return runs


def _outcome(first: FirstSolution) -> Outcome:
    stop, solvable, verdict = Stop.ITERATIONS, Solvable.UNKNOWN, Verdict.UNKNOWN
    if first.status == FOUND:
        stop, solvable = Stop.LIMIT, Solvable.YES
    elif first.status == EXHAUSTED:
        stop, solvable, verdict = Stop.DONE, Solvable.NO, Verdict.NONE
    return Outcome(first.placements, stop, solvable, verdict, first.seconds)
