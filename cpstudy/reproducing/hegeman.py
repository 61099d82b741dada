"""Hegeman2022, tables 1 to 7: generators, formulas and valid puzzles beside ours.

Table 5 is compared with the number of mazes with a unique *safe state*, which is what it counts
(experiment 03 shows why), and with the number of mazes with a unique solution.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from statistics import mean
from typing import Any, cast

import numpy as np

from cpstudy.api import named_solver, solve
from cpstudy.core.result import Result, Verdict
from cpstudy.core.solving import solve_batch
from cpstudy.jobs.studies.measuring import study_of
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.board.statistics import eccentricities, tile_counts
from cpstudy.puzzles.pipes.encodings.hegeman.formula import Layout
from cpstudy.puzzles.pipes.generating.mazes import board, boards
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.hegeman_published import (
    ALGORITHMS,
    BOUNDED,
    FEW,
    MANY,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    TABLE_5,
    TABLE_6,
    TABLE_7,
    TYPES,
    WEBSITE,
)
from cpstudy.study.agreement import (
    Cell,
    Parts,
    compared,
    exact_cell,
    mean_cell,
    measured_share,
    share_cell,
)
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store

SEED = 2022
# The solver that decides; any exact one gives the same shares.
EXACT = "search"
# Table 1 stops counting here.
MOST_STATES = 200
# Clauses for a tile of each type; nine for a straight match the printed numbers.
CLAUSES = {"dead end": 7, "straight": 9, "corner": 4, "T": 7}

_SIZES = {"small": (5, 10), "paper": (5, 10, 15, 20)}
_MAZES = {"small": 1000, "paper": MANY}

# The name of the part that judges a table as a whole.
TOGETHER = "all sizes together"
# Draws for the interval of a distance.
_DRAWS = 2000
# Table 1: mazes by size and solver. Lingeling, the thesis's solver, runs in its own process and
# starts again for every state: half a minute for a depth-first maze of 15×15.
_CADICAL, _LINGELING = (f"sat:hegeman-safe-states:{name}" for name in ("cadical195", "lingeling"))
_TABLE_1 = {
    "small": {_CADICAL: dict.fromkeys(_SIZES["small"], 100)},
    "paper": {
        _CADICAL: dict.fromkeys(_SIZES["paper"], 1000),
        _LINGELING: {5: 100, 10: 100, 15: 20, 20: 16},
    },
}

# Questions about a maze: whether its solution is unique, whether its safe state is unique, and how
# many safe states are tested until a second solution is found or none is left.
TREE, SAFE_STATE, TESTED = "tree", "safe state", "tested"


def maze(algorithm: str, size: int, index: int) -> Pipes:
    """Return maze ``index`` of an algorithm, in its solved position."""
    solution, _ = board(algorithm, size, size, SEED, index)
    return Pipes(size, size, solution.tobytes())


def measure(task: Task) -> list[Outcome]:
    """Task function: one maze for each seed, in its solved position, as in the thesis."""
    params, solver = task.cell.params, task.cell.solver
    size, question = params["size"], params["question"]
    mazes = [maze(params["algorithm"], size, index) for index in task.seeds]
    # Safe states are the solutions if cycles and several components are allowed.
    boards = mazes if question == TREE else [replace(maze, free=True) for maze in mazes]
    if question == TESTED:
        return [
            _tested(maze, solve(board, solver, limit=MOST_STATES), task.cell.counter)
            for maze, board in zip(mazes, boards, strict=True)
        ]
    row = named_solver(kind("pipes"), solver)
    results = solve_batch(boards, row)
    return [Outcome.of(result, task.cell.counter) for result in results]


def _tested(maze: Pipes, result: Result, counter: str) -> Outcome:
    """Examine safe states in the order found, until one after the first is a tree."""
    others = enumerate(result.solutions[1:], 2)
    second = next((n for n, state in others if not maze.violation(cast(bytes, state))), None)
    tested = second or len(result.solutions)
    extra = {"tested": tested, "valid": second is None and tested < MOST_STATES}
    return Outcome.of(result, counter, extra)


def study(question: str, size: int, algorithms: Iterable[str], count: int, solver: str) -> Study:
    """Return the study of one question about ``count`` mazes of each algorithm at one size."""
    cells = Grid(
        {"algorithm": [*algorithms], "size": [size], "question": [question], "seed": [SEED]}
    )
    return study_of(kind("pipes"), solver, cells=cells, seeds=range(count))


def by_algorithm(store: Store, wanted: Study) -> dict[str, list[Row]]:
    """Return the rows of a study by algorithm."""
    return {
        str(cell.params["algorithm"]): list(rows)
        for cell, rows in groupby(store.rows(wanted), key=lambda row: row.cell)
    }


def unique(rows: list[Row]) -> int:
    """Return the number of unique mazes. Raises RuntimeError if one is undecided."""
    if not all(row.verdict in (Verdict.UNIQUE, Verdict.MANY) for row in rows):
        raise RuntimeError("a maze is undecided")
    return sum(row.verdict is Verdict.UNIQUE for row in rows)


def _solved(store: Store, wanted: Study) -> dict[str, list[Row]]:
    run(wanted, store, measure)
    return by_algorithm(store, wanted)


def shared_clauses(size: int, bound: int) -> int:
    """Return the number of clauses without those of the tiles; tests count them in formulas."""
    links = 4 * size * (size - 1)
    border_and_edges = 4 * (4 * size + 4) - 1 + 4 * (size + 1) ** 2
    return border_and_edges + 2 * size**2 + (bound - 1) * (size**2 + 2 * links) + 1


def table_1(scale: str, store: Store) -> Parts:
    """Compare valid mazes, found by testing up to 200 safe states, and the numbers tested.

    A maze with 200 or more safe states counts as invalid, so the shares are lower bounds. How often
    this happens before a second solution is found depends on the order of the solver.
    """
    for solver, mazes in _TABLE_1[scale].items():
        for size, count in mazes.items():
            found = _solved(store, study(TESTED, size, ALGORITHMS, count, solver))
            cells = []
            for algorithm, published in zip(ALGORITHMS, TABLE_1[size], strict=True):
                cells += _tested_cells(algorithm, found[algorithm], published)
            name = f"{size}x{size}, {solver.removeprefix('sat:hegeman-safe-states:')}"
            yield f"{name}, at least so many are valid", compared(cells)


def _tested_cells(
    algorithm: str, rows: list[Row], published: tuple[float, int, int, int]
) -> list[Cell]:
    average, largest, valid, stopped = published
    own = sum(bool(row.extra["valid"]) for row in rows)
    tested = [int(row.extra["tested"]) for row in rows]
    many = sum(number >= MOST_STATES for number in tested)
    # The order of safe states depends on the solver: shown, not judged.
    return [
        share_cell(f"{algorithm}, valid", own, len(rows), valid, FEW),
        Cell(
            f"{algorithm}, tested",
            f"{average}, at most {largest}",
            f"{mean(tested):.2f}, at most {max(tested)}",
        ),
        measured_share(
            f"{algorithm}, stopped at {MOST_STATES}",
            f"{stopped / FEW:.2%}",
            many,
            len(rows),
            published_n=FEW,
        ),
    ]


def table_2(scale: str, store: Store) -> Parts:
    """Variables and clauses with b = n²."""
    return _formulas(scale, TABLE_2, lambda size: size**2)


def table_4(scale: str, store: Store) -> Parts:
    """Variables and clauses with b = n²/2, rounded down."""
    return _formulas(scale, TABLE_4, lambda size: size**2 // 2)


def _formulas(scale: str, published: Any, bound_of: Any) -> Parts:
    together: list[Cell] = []
    for size in _SIZES["paper"]:
        bound = bound_of(size)
        variables, clauses, _ = published[size]
        cells = [exact_cell("variables", Layout(size, size, bound).variables, variables)]
        for algorithm, printed in zip(ALGORITHMS, clauses, strict=True):
            counts = tile_counts(boards(algorithm, size, size, _MAZES[scale], SEED))
            # NumPy's sum over arrays gives one number a maze.
            of_tiles = np.sum([CLAUSES[name] * counts[name] for name in TYPES], axis=0)
            total = shared_clauses(size, bound) + of_tiles
            cells.append(_mean(f"{algorithm}, clauses", total, printed, FEW))
        yield f"{size}x{size}, b = {bound}", compared(cells)
        together += _judged(cells, size)
    yield TOGETHER, compared(together)


def _judged(cells: list[Cell], size: int) -> Iterator[Cell]:
    """Yield the tested cells, named with their size, for the judgement of the whole table."""
    for cell in cells:
        if cell.z is not None:
            yield replace(cell, what=f"{cell.what}, {size}x{size}")


def table_3(scale: str, store: Store) -> Parts:
    """Compare distances from the centre to the farthest tile."""
    together: list[Cell] = []
    for size in _SIZES[scale]:
        cells = []
        for algorithm, (average, largest, _) in zip(BOUNDED, TABLE_3[size], strict=True):
            distances = eccentricities(boards(algorithm, size, size, _MAZES[scale], SEED))
            cells += [
                _mean(f"{algorithm}, average", distances, average, MANY),
                Cell(
                    f"{algorithm}, largest",
                    str(largest),
                    str(distances.max()),
                    "",
                    MANY,
                    len(distances),
                ),
            ]
        yield f"{size}x{size}", compared(cells)
        together += _judged(cells, size)
    yield TOGETHER, compared(together)


def table_5(scale: str, store: Store) -> Parts:
    """Compare valid puzzles of 5,000, read as unique safe states and as unique solutions."""
    for question, name in ((SAFE_STATE, "unique safe states"), (TREE, "unique solutions")):
        cells = []
        for size in _SIZES[scale]:
            found = _solved(store, study(question, size, ALGORITHMS, _MAZES[scale], EXACT))
            for algorithm, published in zip(ALGORITHMS, TABLE_5[size], strict=True):
                rows = found[algorithm]
                what = f"{algorithm} {size}x{size}"
                cells.append(share_cell(what, unique(rows), len(rows), published, MANY))
        yield f"read as {name}", compared(cells)


def table_6(scale: str, store: Store) -> Parts:
    """Compare average numbers of tiles; two are free, as a tree has two more dead ends than Ts."""
    together: list[Cell] = []
    for size in _SIZES[scale]:
        cells = []
        for algorithm, published in zip(ALGORITHMS, TABLE_6[size], strict=True):
            counts = tile_counts(boards(algorithm, size, size, _MAZES[scale], SEED))
            cells += _two_free(algorithm, counts, published, MANY)
        yield f"{size}x{size}", compared(cells)
        together += _judged(cells, size)
    yield TOGETHER, compared(together)


def table_7(scale: str, store: Store) -> Parts:
    """Compare the tiles of the website's puzzles with those of each generator."""
    for size in _SIZES[scale]:
        for algorithm in ALGORITHMS:
            counts = tile_counts(boards(algorithm, size, size, _MAZES[scale], SEED))
            cells = [
                *_two_free(algorithm, counts, TABLE_7[size], WEBSITE),
                *_apart(counts, TABLE_7[size], size**2),
            ]
            yield f"{size}x{size}, {algorithm}", compared(cells)


def _apart(counts: dict[str, Any], published: tuple[float, ...], tiles: int) -> list[Cell]:
    """Return the share of tiles that would have to change type, and that of the generator's own.

    The website's few puzzles are assumed to vary like the generator's mazes. The interval is of
    their distance from its mean; the same number of its own mazes shows the effect of chance.
    """
    drawn = np.array([counts[name] for name in TYPES], dtype=np.float64)
    means = drawn.mean(axis=1)
    noise = np.random.default_rng(SEED).multivariate_normal(
        np.zeros(len(TYPES)), np.cov(drawn) / WEBSITE, size=_DRAWS
    )

    def distance(means_of_few: Any) -> Any:
        return np.abs(means_of_few - means).sum(axis=-1) / 2 / tiles

    low, high = np.quantile(distance(np.array(published) + noise), (0.025, 0.975))
    own = np.quantile(distance(means + noise), 0.95)
    return [
        Cell(
            "tiles of another type",
            "",
            f"{float(distance(np.array(published))):.1%}",
            f"{low:.1%} – {high:.1%}",
            WEBSITE,
        ),
        Cell(f"the same of {WEBSITE} of its own mazes, 95 of 100 times", "", f"below {own:.1%}"),
    ]


def _two_free(
    algorithm: str, counts: dict[str, Any], published: tuple[float, ...], published_n: int
) -> list[Cell]:
    """Return dead ends, and corners adjusted for dead ends, so both tests are independent."""
    ends, corners = counts["dead end"], counts["corner"]
    spread = np.cov(ends, corners)
    slope = spread[0, 1] / spread[0, 0] if spread[0, 0] else 0.0
    rest = corners - slope * (ends - ends.mean())
    beyond = published[2] - slope * (published[0] - ends.mean())
    return [
        _mean(f"{algorithm}, dead ends", ends, published[0], published_n),
        _mean(f"{algorithm}, corners given dead ends", rest, float(beyond), published_n),
    ]


def _mean(what: str, values: Any, published: float, published_n: int) -> Cell:
    average, deviation = float(values.mean()), float(values.std(ddof=1))
    return mean_cell(what, average, deviation, len(values), published, published_n)
