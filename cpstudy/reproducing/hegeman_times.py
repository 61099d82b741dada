"""Hegeman2022, tables 2 and 4: the solving times of the formula, as printed and corrected.

The formula of the text and the printed one, with its inverted sign, are solved for mazes as in the
thesis: the maze is known and another solution is sought, so one formula is built and solved once.
Published seconds are of another machine and cannot be judged, but differences between generators
can be compared. Depth-first mazes have long paths, so the corrected formula has to search far; the
printed one, in which all tiles but one are starts, does not. Published and our own times show how
much longer depth-first mazes take than the others, maze by maze. This suggests which formula was
timed, but does not prove it, since solver and machine differ.

CaDiCaL runs in this process. Lingeling, the thesis's solver, runs in its own, which adds some
milliseconds, so it runs at the larger sizes only. One maze at a time, in wall-clock seconds.
"""

from collections.abc import Iterator
from statistics import geometric_mean, median

from cpstudy.api import solve
from cpstudy.reproducing.hegeman import maze, study
from cpstudy.reproducing.hegeman_published import ALGORITHMS, TABLE_2, TABLE_4
from cpstudy.study.agreement import Cell, Parts, unjudged
from cpstudy.study.grid import Outcome, Task
from cpstudy.study.intervals import ratio_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store

# The number of mazes of each algorithm, by solver and size.
_TIMED = {
    "small": {"cadical195": {5: 4, 10: 2}},
    "paper": {"cadical195": {5: 40, 10: 40, 15: 20, 20: 12}, "lingeling": {15: 12, 20: 10}},
}
_FORMULAS = {"corrected": "hegeman", "as printed": "hegeman-printed"}
_LONGEST = "depth-first"

# Seconds of each maze by algorithm.
Seconds = dict[str, list[float]]


def times(scale: str, store: Store) -> Parts:
    """Compare seconds a maze, including building, by solver, table and size."""
    for sat_solver, mazes in _TIMED[scale].items():
        for number, table in ((2, TABLE_2), (4, TABLE_4)):
            bound = ":half" if number == 4 else ""
            for size, count in mazes.items():
                found = {
                    name: _seconds(store, size, count, f"sat:{row}{bound}:{sat_solver}")
                    for name, row in _FORMULAS.items()
                }
                cells = [*_by_algorithm(found, table[size][2]), *_spread(found, table[size][2])]
                # Another machine: seconds are shown, not judged.
                judged = unjudged(cells, "seconds of another machine")
                yield f"table {number}, {size}x{size}, {sat_solver}", judged


def _by_algorithm(times: dict[str, Seconds], published: tuple[str, ...]) -> Iterator[Cell]:
    corrected, printed = times.values()
    for algorithm, theirs in zip(ALGORITHMS, published, strict=True):
        one, other = corrected[algorithm], printed[algorithm]
        yield Cell(f"{algorithm}, as printed", theirs, f"{median(other):.4f}", "", 100, len(other))
        yield Cell(f"{algorithm}, corrected", "", f"{median(one):.4f}", "", 0, len(one))
        ratios = [b / a for a, b in zip(one, other, strict=True)]
        yield _ratio(f"{algorithm}, printed over corrected", "", ratios)


def _spread(times: dict[str, Seconds], published: tuple[str, ...]) -> Iterator[Cell]:
    """Report how much longer the mazes with the longest paths take than the others."""
    known = {
        algorithm: float(seconds.lstrip("< "))
        for algorithm, seconds in zip(ALGORITHMS, published, strict=True)
    }
    theirs = _over_others(known)
    for name, seconds in times.items():
        ratios = [
            _over_others(dict(zip(seconds, maze, strict=True)))
            for maze in zip(*seconds.values(), strict=True)
        ]
        yield _ratio(f"{_LONGEST} over the others, {name}", f"{theirs:.2f}", ratios)


def _over_others(seconds: dict[str, float]) -> float:
    others = [value for algorithm, value in seconds.items() if algorithm != _LONGEST]
    return seconds[_LONGEST] / geometric_mean(others)


def _ratio(what: str, published: str, ratios: list[float]) -> Cell:
    low, high = ratio_interval(ratios)
    interval = f"{low:.2f} – {high:.2f}"
    return Cell(what, published, f"{geometric_mean(ratios):.2f}", interval, 0, len(ratios))


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: one maze after another, in its solved position."""
    params = task.cell.params
    for index in task.seeds:
        puzzle = maze(params["algorithm"], params["size"], index)
        yield Outcome.of(solve(puzzle, task.cell.solver), task.cell.counter)


def _seconds(store: Store, size: int, mazes: int, solver: str) -> Seconds:
    """Time one maze at a time, so that runs do not slow each other."""
    wanted = study("seconds", size, ALGORITHMS, mazes, solver)
    run(wanted, store, measure, jobs=1)
    found: Seconds = {algorithm: [] for algorithm in ALGORITHMS}
    for row in sorted(store.rows(wanted), key=lambda row: row.seed):
        found[str(row.cell.params["algorithm"])].append(row.seconds)
    return found
