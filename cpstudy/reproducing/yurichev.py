"""Yurichev's printed board: its two solutions, which differ in four tiles, and the solving time.

He reports about 4 seconds for a first solution on an Intel Atom N455, two solutions found by hand,
and that integers instead of Booleans work, but more slowly. This claim is tested on boards of his
generator: the two times of a board are a pair, and a one-sided sign test rejects the claim if too
few boards are slower with integers.
"""

from collections.abc import Iterator
from pathlib import Path

from cpstudy import api
from cpstudy.jobs.studies.measuring import measure, study_of
from cpstudy.plot.pictures import written
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.drawing import drawing
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.agreement import Cell, Parts, compared, exact_cell, unjudged
from cpstudy.study.grid import Outcome, Task
from cpstudy.study.medians import median, median_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store

# The printed array of types as a game ID, each tile in its first position; any graph is allowed.
BOARD = (
    "16x8g:009baaabbab9990099b9009bbbbbf900bf9000b99f9bf9999fbabbb99bbba9fb0"
    "9b9bf9bb9bbb0aa00990bbfbfbbb9bb09b90bbfbffb0bfb09bbab99bbbbabb9"
)
SOLUTIONS, DIFFERING, SECONDS = 2, 4, "about 4"
_WAYS = ("smt", "cpsat", "search")
_BOARDS = {"small": 30, "paper": 300}
_ROWS, _COLUMNS = 8, 16


def instance(scale: str, store: Store) -> Parts:
    """Compare number and distance of solutions, by his model and two others; show seconds."""
    solvers = kind("pipes").solvers
    for name in _WAYS:
        if not solvers[name].installed:
            cell = Cell(name, SECONDS, f"{solvers[name].requires} is not installed")
            yield name, unjudged([cell], "not run")
            continue
        cells = [{"puzzle": BOARD, "limit": None}]
        study = study_of(kind("pipes"), name, cells=cells, seeds=range(1))
        run(study, store, all_solutions, jobs=1)
        (row,) = store.rows(study)
        yield (
            name,
            compared(
                [
                    exact_cell("solutions", row.extra["solutions"], SOLUTIONS),
                    exact_cell("tiles that differ", row.extra["differing"], DIFFERING),
                    Cell("seconds for all", SECONDS, f"{row.seconds:.3f}"),
                ]
            ),
        )


def all_solutions(task: Task) -> Iterator[Outcome]:
    """Task function: a board's solutions, and in how many tiles one differs from the first."""
    params = task.cell.params
    for seed in task.seeds:
        board = Pipes.decode(params["puzzle"])
        result = api.solve(board, task.cell.solver, seed=seed, limit=params["limit"])
        first, *others = result.solutions
        apart = [sum(a != b for a, b in zip(first, other, strict=True)) for other in others]
        extra = {"solutions": len(result.solutions), "differing": max(apart, default=0)}
        yield Outcome.of(result, task.cell.counter, extra)


def draw(scale: str, store: Store, folder: Path) -> Iterator[Path]:
    """Draw the printed board and its two solutions as SVG and PNG, with differing tiles marked."""
    board = Pipes.decode(BOARD)
    solutions = api.solve(board, "search", limit=None).solutions
    yield from written(drawing(board), folder, "yurichev_shuffled")
    yield from written(drawing(board, solutions), folder, "yurichev_solutions")


def integers(scale: str, store: Store) -> Parts:
    """Compare his model with Booleans and with integers on boards of his generator, in pairs."""
    from scipy.stats import binomtest

    name = "smt:integers"
    if not kind("pipes").solvers[name].installed:
        yield name, unjudged([Cell(name, "slower", "z3 is not installed")], "not run")
        return
    seconds = {method: _seconds(scale, store, method) for method in ("smt", name)}
    pairs = [*zip(*seconds.values(), strict=True)]
    ratios = [b / a for a, b in pairs]
    slower = sum(ratio > 1 for ratio in ratios)
    boards = len(pairs)
    p = float(binomtest(slower, boards, alternative="less").pvalue)
    cells = [_spread(method, values, ".4f") for method, values in seconds.items()]
    cells += [
        _spread("integers over Booleans", ratios, ".3f"),
        Cell("boards slower with integers", "slower", f"{slower} of {boards}", "", 1, boards, p),
    ]
    yield f"{_COLUMNS}x{_ROWS}", compared(cells)


def _spread(what: str, values: list[float], form: str) -> Cell:
    """Return the median of a sample with its interval, unjudged."""
    stopped = [False] * len(values)
    interval, (middle, _) = median_interval(values, stopped), median(values, stopped)
    text = f"{interval.low:{form}} – {interval.high:{form}}"
    return Cell(f"{what}, median", "", f"{middle:{form}}", text, n=len(values))


def _seconds(scale: str, store: Store, solver: str) -> list[float]:
    """Return CPU seconds for two solutions of each board."""
    cells = [{"algorithm": "random-joints", "rows": _ROWS, "columns": _COLUMNS}]
    seeds = range(1, _BOARDS[scale] + 1)
    study = study_of(kind("pipes"), solver, cells=cells, seeds=seeds)
    run(study, store, measure, jobs=1)
    return [float(row.extra["cpu_seconds"]) for row in store.rows(study)]
