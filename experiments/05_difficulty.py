"""Which deductions do unique puzzles need, and do more safe states make a puzzle harder?

For mazes of the five algorithms with one solution, the experiment measures the grade (the hardest
rule that the deduction needs), the quarter turns that two solving procedures make (a measure that
Hegeman2022 proposes in section 6.1), and the number of safe states. Hegeman2022, chapter 6, expects
more safe states to make a puzzle harder, and orders the generators by them. There are no published
values for grades or rotations.

Constants, then the grid, then tables and figures. Rows go to ``results/difficulty-SCALE.sqlite``
and the same command resumes; tables and figures go to ``figures/``.

``python -m experiments.05_difficulty --scale paper`` has 5,000 boards a cell, ``small`` has 200.
Rotations are counted up to 10×10 with at most a million turns; a count at the limit is censored
and enters medians as the limit.
"""

from collections import defaultdict
from collections.abc import Iterator
from math import atanh, sqrt, tanh

import click
import numpy as np

from cpstudy.api import solve
from cpstudy.core.drawing import Curves, Series
from cpstudy.core.result import Budget, Solvable, Verdict
from cpstudy.plot.curves import figure
from cpstudy.puzzles.pipes.board.rotations import ORDERS, planned_rotations, rotations
from cpstudy.puzzles.pipes.counting.frontier import safe_states
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.solvers import SOLVERS
from cpstudy.reproducing.connectivity import rank_correlation
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.intervals import share_interval
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SEED = 2022
ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
SIZES = (5, 10, 15, 20)
BOARDS = {"small": 200, "paper": 5000}
MOST_TURNS = 1_000_000
TURNED_UP_TO = 10
# Buckets with fewer boards are not drawn.
FEWEST = 10


def study(scale: str) -> Study:
    """The grid of a scale: seeds are numbers of boards."""
    return Study(
        kind="pipes",
        cells=Grid({"algorithm": list(ALGORITHMS), "size": list(SIZES), "seed": [SEED]}),
        seeds=range(BOARDS[scale]),
        solver="search",
        solver_version=SOLVERS["search"].version,
        counter="nodes",
    )


def measure(task: Task) -> Iterator[Outcome]:
    """Measure the verdict of each board, and the difficulty of unique ones."""
    params = task.cell.params
    size = params["size"]
    for index in task.seeds:
        _, tiles = board(params["algorithm"], size, size, params["seed"], index)
        puzzle = Pipes(size, size, tiles.tobytes())
        found = solve(puzzle, "search")
        counters = {}
        if found.verdict is Verdict.UNIQUE:
            (solution,) = found.solutions
            assert isinstance(solution, bytes)
            name = EXPLAINER.grade(puzzle)
            assert name is not None
            counters["grade"] = EXPLAINER.grades.index(name)
            counters["planned"] = planned_rotations(puzzle, solution)
            if size <= TURNED_UP_TO:
                for order in ORDERS:
                    turns = rotations(puzzle, order, MOST_TURNS)
                    counters[order] = MOST_TURNS if turns is None else turns
            states = safe_states(puzzle, Budget()).count
            # Rows hold 64-bit numbers, which suffice for safe states at these sizes.
            if states is not None and states < 2**63:
                counters["safe_states"] = states
        yield Outcome(
            iterations=found.counters["nodes"],
            stop=found.stop,
            solvable=Solvable.YES,
            verdict=found.verdict,
            seconds=found.seconds,
            counters=counters,
        )


def grades_line(algorithm: str, size: int, rows: list[Row]) -> dict[str, object]:
    """Return the number of unique boards, and the cumulative share that each grade settles."""
    unique = [row for row in rows if row.verdict is Verdict.UNIQUE]
    line: dict[str, object] = {
        "algorithm": algorithm,
        "size": f"{size}x{size}",
        "boards": len(rows),
        "unique": len(unique),
    }
    for number, name in enumerate(EXPLAINER.grades):
        settled = sum(row.counters["grade"] <= number for row in unique)
        line[name] = f"{settled / len(unique):.4f}" if unique else ""
    for order in ORDERS:
        turns = [row.counters[order] for row in unique if order in row.counters]
        line[f"turns, {order}"] = int(np.median(turns)) if turns else ""
    planned = [row.counters["planned"] for row in unique]
    line["turns, planned"] = int(np.median(planned)) if planned else ""
    states = [row.counters["safe_states"] for row in unique if "safe_states" in row.counters]
    line["safe states, median"] = int(np.median(states)) if states else ""
    line["safe states, mean"] = round(float(np.mean(states)), 2) if states else ""
    return line


def correlated(pairs: list[tuple[int, int]]) -> tuple[str, str]:
    """Return Spearman's correlation and its 95 % interval by Fisher's z; empty if constant."""
    if not all(len(set(values)) > 1 for values in zip(*pairs, strict=True)) or len(pairs) < 4:
        return "", ""
    value = rank_correlation(*np.array(pairs, float).T)
    if abs(value) > 1 - 1e-12:
        return f"{value:.3f}", ""
    spread = 1.96 * sqrt((1 + value**2 / 2) / (len(pairs) - 3))
    low, high = (tanh(atanh(value) + end) for end in (-spread, spread))
    return f"{value:.3f}", f"{low:.3f} – {high:.3f}"


def hypothesis_line(size: int, algorithm: str, rows: list[Row]) -> dict[str, object]:
    """Rank correlations of safe states with each measure of difficulty.

    By algorithm, and for all but Binary Tree together. Boards of Binary Tree have one safe state,
    are local, and would be three quarters of all, so a correlation over all five would mostly
    separate them from the rest.
    """
    known = [row for row in rows if "safe_states" in row.counters]
    line: dict[str, object] = {
        "size": f"{size}x{size}",
        "algorithm": algorithm,
        "unique boards": len(known),
    }
    several = [f"{counter}, several safe states" for counter in ("grade", *ORDERS)]
    for name in ("grade", *ORDERS, "planned", *several):
        counter = name.partition(",")[0]
        pairs = [
            (row.counters["safe_states"], row.counters[counter])
            for row in known
            if counter in row.counters and (counter == name or row.counters["safe_states"] > 1)
        ]
        line[name], line[f"{name}, 95 %"] = correlated(pairs)
    return line


def beyond(rows: list[Row]) -> tuple[Series, ...]:
    """Return the share that needs more than each rule, by safe states in buckets that double.

    Grades are ordinal, so shares are reported instead of means.
    """
    buckets: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if "safe_states" in row.counters:
            buckets[row.counters["safe_states"].bit_length() - 1].append(row.counters["grade"])
    series = []
    for number, name in enumerate(EXPLAINER.grades[:4]):
        points, spread = [], []
        for bucket, grades in sorted(buckets.items()):
            if len(grades) >= FEWEST:
                hits = sum(grade > number for grade in grades)
                points.append((float(2**bucket), 100 * hits / len(grades)))
                low, high = share_interval(hits, len(grades))
                spread.append((100 * low, 100 * high))
        series.append(Series(f"more than {name}", tuple(points), spread=tuple(spread)))
    return tuple(series)


def by_states(rows: list[Row], measure_of: str) -> tuple[tuple[float, float], ...]:
    """The median of a measure by number of safe states, in buckets that double."""
    buckets: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if "safe_states" in row.counters and measure_of in row.counters:
            bucket = row.counters["safe_states"].bit_length() - 1
            buckets[bucket].append(row.counters[measure_of])
    return tuple(
        (float(2**bucket), float(np.median(values)))
        for bucket, values in sorted(buckets.items())
        if len(values) >= FEWEST
    )


@experiment("difficulty", "difficulty-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    cells: dict[tuple[str, int], list[Row]] = defaultdict(list)
    run(study(scale), store, measure, jobs=jobs)
    for row in store.rows(study(scale)):
        cells[row.cell.params["algorithm"], row.cell.params["size"]].append(row)
    lines = [grades_line(a, n, cells[a, n]) for n in SIZES for a in ALGORITHMS]
    # Binary Tree has one safe state and is local: it is in the table of grades only.
    others = ALGORITHMS[1:]
    of_size = {n: [row for a in others for row in cells[a, n]] for n in SIZES}
    correlations = [
        hypothesis_line(n, algorithm, rows)
        for n in SIZES
        for algorithm, rows in (("all four", of_size[n]), *((a, cells[a, n]) for a in others))
    ]
    write_table(f"grades-{scale}", lines)
    write_table(f"safe_states-{scale}", correlations)
    for n in (SIZES[1], SIZES[-1]):
        write_figure(
            f"safe_states_grade_{n}x{n}-{scale}",
            figure(
                Curves(
                    f"Unique {n}×{n} mazes, all but Binary Tree: which rules they need",
                    "safe states (buckets that double)",
                    "boards that need more than the rule, %",
                    beyond(of_size[n]),
                    log_x=True,
                )
            ),
        )
    write_figure(
        f"safe_states_turns-{scale}",
        figure(
            Curves(
                "Unique mazes, all but Binary Tree: quarter turns by number of safe states",
                "safe states (buckets that double)",
                "median quarter turns",
                tuple(
                    Series(f"{n}×{n}, {order}", by_states(of_size[n], order))
                    for n in SIZES
                    if n <= TURNED_UP_TO
                    for order in ORDERS
                ),
                log_x=True,
                log_y=True,
            )
        ),
    )


if __name__ == "__main__":
    main()
