"""Hegeman2022, tables 2 and 4: what her formula costs, as printed and corrected.

The formula as the text has it and the one that is printed, with its inverted sign, are solved for
the same mazes as in the thesis: the maze is known, and another solution is looked for, so that one
formula is built and solved once. Published seconds are of her machine and cannot be judged. What
can be compared is how they differ between generators: depth-first mazes have long paths, so that
the corrected formula has to look far for them, and the printed one, where all tiles but one are
starts, need not. How much longer depth-first mazes take than the others is shown for the published
times and of ours, maze by maze; it says something about which formula was timed, though not for
sure, as solver and machine are not hers.

CaDiCaL runs within this process; Lingeling, hers, in one of its own, which adds some milliseconds,
so that it runs at the larger sizes only. One maze at a time. Seconds are of the clock.
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

# Solver, then mazes of each algorithm by size.
_TIMED = {
    "small": {"cadical195": {5: 4, 10: 2}},
    "paper": {"cadical195": {5: 40, 10: 40, 15: 20, 20: 12}, "lingeling": {15: 12, 20: 10}},
}
_FORMULAS = {"corrected": "hegeman", "as printed": "hegeman-printed"}
_LONGEST = "depth-first"

# Seconds of each maze by algorithm.
Seconds = dict[str, list[float]]


def times(scale: str, store: Store) -> Parts:
    """Seconds a maze, building included, by solver, table and size."""
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


def _by_algorithm(found: dict[str, Seconds], published: tuple[str, ...]) -> Iterator[Cell]:
    corrected, printed = found.values()
    for algorithm, theirs in zip(ALGORITHMS, published, strict=True):
        one, other = corrected[algorithm], printed[algorithm]
        yield Cell(f"{algorithm}, as printed", theirs, f"{median(other):.4f}", "", 100, len(other))
        yield Cell(f"{algorithm}, corrected", "", f"{median(one):.4f}", "", 0, len(one))
        ratios = [b / a for a, b in zip(one, other, strict=True)]
        yield _ratio(f"{algorithm}, printed over corrected", "", ratios)


def _spread(found: dict[str, Seconds], published: tuple[str, ...]) -> Iterator[Cell]:
    """How much longer the mazes with the longest paths take than the others, maze by maze."""
    known = {
        algorithm: float(seconds.lstrip("< "))
        for algorithm, seconds in zip(ALGORITHMS, published, strict=True)
    }
    theirs = _over_others(known)
    for name, seconds in found.items():
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
    """The task function: one maze after another, in its solved position."""
    params = task.cell.params
    for index in task.seeds:
        puzzle = maze(params["algorithm"], params["size"], index)
        yield Outcome.of(solve(puzzle, task.cell.solver), task.cell.counter)


def _seconds(store: Store, size: int, mazes: int, solver: str) -> Seconds:
    """One maze at a time, so that none waits for another."""
    wanted = study("seconds", size, ALGORITHMS, mazes, solver)
    run(wanted, store, measure, jobs=1)
    found: Seconds = {algorithm: [] for algorithm in ALGORITHMS}
    for row in sorted(store.rows(wanted), key=lambda row: row.seed):
        found[str(row.cell.params["algorithm"])].append(row.seconds)
    return found
