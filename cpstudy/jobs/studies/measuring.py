"""One run of any kind, as a task: a puzzle by its parameters, solved or explored, and its outcome.

The parameters of a cell define the puzzle, in one of two ways: ``puzzle``, its text form; or
``algorithm``, ``rows``, ``columns`` and, if needed, ``wrap``, ``unique`` and ``grade``, as in
``cpstudy generate``, which then draws one puzzle with the run's seed. So a row is reproduced from
its own columns alone, whatever else was in the study. ``limit`` is the number of solutions at which
a solver stops (null: none); ``isolated`` runs it in a separate process (isolation.py); ``options``
are those of a strategy, for puzzles of moves.

The outcome has the counter that the cell names as iterations; as counters it has the others, and
for a path its transitions, depth, moves and cost. ``cpu_seconds`` are those of the answer, without
drawing the puzzle; wall-clock seconds are stored too. Both exclude the compilation of kernels.

A run without a result is a row too, so that one fault does not end a campaign. Its stop says that
the method does not take the puzzle, crashed, was wrong or ran out of memory; ``fault`` describes
it, with the puzzle's ``text``, and for a crash there is the ``traceback``. A run that ends its
process ends the study, and is named, unless runs are isolated.

Cost: some ten microseconds besides drawing and solving. Limits: one puzzle at a time, so solvers
that decide batches are slower here than in ``verify``.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from cpstudy import api
from cpstudy.core.clock import CpuClock
from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.errors import InputError
from cpstudy.core.failures import Failure, failure
from cpstudy.core.kind import Kind
from cpstudy.core.result import PathResult, Reachability, Solvable, Stop, Verdict
from cpstudy.core.solving import Solver
from cpstudy.jobs.isolation import check_limits, solve_isolated
from cpstudy.puzzles import kind
from cpstudy.study.grid import Cell, Outcome, Study, Task

# The unit of the iterations of a search for a path.
STATES = "states"

_SOLVABLE = {
    Reachability.FOUND: Solvable.YES,
    Reachability.UNREACHABLE: Solvable.NO,
    Reachability.UNKNOWN: Solvable.UNKNOWN,
}


def study_of(record: Kind, method: str, **fields: Any) -> Study:
    """A study by a solver or a strategy of a kind; ``fields`` are cells, seeds and budget.

    Raises InputError for a name that is neither.
    """
    if record.solvers:
        row = api.named_solver(record, method)
        name, version, counter, versions = row.name, row.version, row.counter, row.versions
    else:
        strategy = api.named_strategy(record, method)
        name, version, counter, versions = strategy.name, strategy.version, STATES, {}
    return Study(
        kind=record.name,
        solver=name,
        solver_version=version,
        counter=counter,
        versions=versions,
        **fields,
    )


def measure(task: Task) -> Iterator[Outcome]:
    """The task function: an outcome for each seed, made on request."""
    return measured(task, partial(drawn, task.cell.kind, task.cell.params))


def measured(
    task: Task, puzzle_of: Callable[[int], Any], limit: int | None = 2
) -> Iterator[Outcome]:
    """An outcome for each seed of a task; ``puzzle_of`` gives the puzzle of a seed.

    limit: of solutions, if the cell names none.
    """
    record = kind(task.cell.kind)
    run = partial(_solved, limit=limit) if record.solvers else _explored
    if record.solvers:
        row = api.named_solver(record, task.cell.solver)
        _check_versions(task.cell, row)
        if task.cell.params.get("isolated", False):
            check_limits()
        loading_seconds(row.function)  # the first run excludes imports, of OR-Tools for example
    for seed in task.seeds:
        puzzle = puzzle_of(seed)
        clock = CpuClock()
        try:
            outcome = run(task.cell, puzzle, seed)
        except Exception as error:
            outcome = _without_result(puzzle, clock, failure(error))
        yield outcome


def _check_versions(cell: Cell, row: Solver) -> None:
    """Raise InputError if the versions of this process differ from those of the study's start."""
    if cell.versions and row.versions != cell.versions:
        here, there = (", ".join(map(" ".join, v.items())) for v in (row.versions, cell.versions))
        raise InputError(f"solver {cell.solver} is {here} in this worker, and {there} in the study")


def _without_result(puzzle: Any, clock: CpuClock, why: Failure) -> Outcome:
    extra = {"cpu_seconds": round(clock.cpu_passed, 6), "text": puzzle.encode()}
    for name, value in (("fault", why.words), ("traceback", why.traceback)):
        if value:
            extra[name] = value
    return Outcome(0, why.stop, Solvable.UNKNOWN, Verdict.UNKNOWN, clock.passed, extra=extra)


def drawn(kind_name: str, params: Mapping[str, Any], seed: int) -> Any:
    """The puzzle of a run. Raises InputError if the parameters define none."""
    if "puzzle" in params:
        return api.puzzle(kind_name, params["puzzle"])
    puzzles = api.generate(
        kind_name,
        params["algorithm"],
        (params["rows"], params["columns"]),
        1,
        seed,
        wrap=params.get("wrap", False),
        unique=params.get("unique", False),
        grade=params.get("grade"),
    )
    puzzle, _ = next(puzzles)
    return puzzle


def _solved(cell: Cell, puzzle: Any, seed: int, limit: int | None) -> Outcome:
    limit = cell.params.get("limit", limit)
    if cell.params.get("isolated", False):
        row = api.named_solver(kind(cell.kind), cell.solver)
        result = solve_isolated(puzzle, row, budget=cell.budget, seed=seed, limit=limit)
        if result.stop is Stop.INTERRUPTED:  # not an interrupt of this process
            raise ChildProcessError("its process was killed")
    else:
        result = api.solve(puzzle, cell.solver, budget=cell.budget, seed=seed, limit=limit)
    extra = _extra(cell, puzzle, result.cpu_seconds)
    if result.peak_bytes is not None:
        extra["peak_bytes"] = result.peak_bytes
    if "start-up" in result.phases:
        extra["startup_seconds"] = round(result.phases["start-up"], 6)
    if result.engine:
        extra["engine"] = result.engine
    if result.count is not None:
        extra["count"] = result.count
    return Outcome.of(result, cell.counter, extra)


def _explored(cell: Cell, puzzle: Any, seed: int) -> Outcome:
    options = cell.params.get("options", {})
    result = api.explore(puzzle, cell.solver, budget=cell.budget, **options)
    extra = _extra(cell, puzzle, result.cpu_seconds)
    if result.engine:
        extra["engine"] = result.engine
    return Outcome(
        iterations=result.states,
        stop=result.stop,
        solvable=_SOLVABLE[result.verdict],
        verdict=Verdict.UNKNOWN,  # the number of solutions is not searched
        seconds=result.seconds,
        counters={**result.counters, **_path_counters(result)},
        extra=extra,
    )


def _path_counters(result: PathResult) -> dict[str, int]:
    counters = {"transitions": result.transitions, "depth": result.depth}
    if result.path is not None:
        counters["moves"] = len(result.path)
    if result.cost is not None:
        counters["cost"] = result.cost
    if result.shortest is not None:
        counters["shortest"] = result.shortest
    return counters


def _extra(cell: Cell, puzzle: Any, seconds: float) -> dict[str, Any]:
    extra: dict[str, Any] = {"cpu_seconds": round(seconds, 6)}
    if cell.params.get("texts", False):
        extra["text"] = puzzle.encode()
    return extra
