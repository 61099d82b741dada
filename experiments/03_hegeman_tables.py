"""Hegeman2022, tables 1 to 6: what do the published numbers of valid Pipes puzzles count?

Constants, then the grid, then tables and a figure. Rows go to
``results/hegeman_tables-SCALE.sqlite`` and the command goes on where it was stopped; each table
goes to ``figures/hegeman_tableN-SCALE.csv`` and the shares of valid puzzles to
``figures/hegeman_valid-SCALE.svg``. Published values stand in columns of their own.

Table 5 is met by the mazes whose *safe state* is unique, not by those whose solution is: the
printed formula has a sign inverted and asks for no connectivity (the module
``cpstudy.puzzles.pipes.encodings.hegeman`` shows it on the printed example). Table 1, which was
made in another way, is met by the exact shares.

``python -m experiments.03_hegeman_tables --scale paper`` has the published numbers of mazes, 5,000
a cell for tables 3, 5 and 6; ``small`` has 200, at sizes 5 and 10.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from math import sqrt
from pathlib import Path
from statistics import mean

import click
import numpy as np
from rich.console import Console
from rich.progress import track
from rich.table import Table

from cpstudy.api import named_solver, solve
from cpstudy.core.random import GENERATOR_VERSION
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import solve_batch
from cpstudy.puzzles.pipes import KIND
from cpstudy.puzzles.pipes.board.statistics import eccentricities, tile_counts
from cpstudy.puzzles.pipes.encodings.hegeman.bounds import observed_bound
from cpstudy.puzzles.pipes.encodings.hegeman.formula import Layout
from cpstudy.puzzles.pipes.generating.mazes import board, boards
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.intervals import share_interval
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store

ROOT = Path(__file__).parents[1]
SEED = 2022
ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
BOUNDED = ALGORITHMS[1:]  # Binary Tree was verified in the other way, and has no bound

# Which solver decides; any exact one gives the same shares.
EXACT = "search"
# Table 1 stops counting here.
MOST_STATES = 200


@dataclass(frozen=True)
class Scale:
    """How many mazes a cell: of tables 3, 5, 6; of table 1; of the bounded formulas by size."""

    sizes: tuple[int, ...]
    mazes: int
    tested: int
    bounded: dict[int, int]


SCALES = {
    "small": Scale((5, 10), 200, 100, {5: 100, 10: 20}),
    "paper": Scale((5, 10, 15, 20), 5000, 100, {5: 500, 10: 50, 15: 4, 20: 2}),
}

# Published: (average, largest, valid of 100, with 200 and more); 200 stands for "≥ 200".
TABLE_1 = {
    5: ((1, 1, 100, 0), (1.56, 4, 67, 0), (1.09, 3, 100, 0), (1.5, 6, 95, 0), (1.12, 3, 95, 0)),
    10: (
        (1, 1, 100, 0), (11.39, 200, 27, 1), (2.81, 10, 66, 0), (9.37, 100, 41, 0),
        (2.19, 15, 65, 0),
    ),
    15: (
        (1, 1, 100, 0), (79.79, 200, 3, 26), (13.44, 99, 35, 2), (62.74, 200, 15, 17),
        (9.61, 200, 36, 1),
    ),
    20: (
        (1, 1, 100, 0), (159.46, 200, 0, 75), (54.34, 200, 7, 16), (137.12, 200, 3, 54),
        (47.95, 200, 11, 11),
    ),
}  # fmt: skip
# Published: variables, clauses, seconds (as printed) with b = n² and with b = n²/2.
TABLE_2 = {
    5: (3_316, (4901, 4902, 4891, 4895, 4892), ("0.02", "0.01", "< 0.01", "0.01", "< 0.01")),
    10: (50_571, (82728, 82726, 82692, 82727, 82692), ("0.02", "0.11", "0.08", "0.16", "0.28")),
    15: (
        254_276, (429991, 429995, 429915, 430000, 429921),
        ("0.92", "1.49", "1.48", "1.7", "1.75"),
    ),
    20: (
        801_931, (1378195, 1378203, 1378068, 1378220, 1378064),
        ("3.4", "5.32", "4.36", "4.82", "4.61"),
    ),
}  # fmt: skip
TABLE_4 = {
    5: (1_691, (2496, 2497, 2486, 2490, 2487), ("0.06", "0.1", "0.09", "0.1", "0.09")),
    10: (25_571, (41728, 41726, 41692, 41727, 41692), ("0.31", "0.3", "0.24", "0.21", "0.16")),
    15: (
        25_571, (214726, 214730, 214650, 214735, 214656),
        ("0.32", "0.69", "0.63", "0.69", "0.57"),
    ),
    20: (
        401_931, (690195, 690203, 690068, 690220, 690064),
        ("1.13", "2.05", "1.97", "2.27", "2.05"),
    ),
}  # fmt: skip
# Published: (average, largest, bound) of the distances from the centre.
TABLE_3 = {
    5: ((15.64, 18, 20), (9.51, 20, 22), (5.60, 11, 16), (9.91, 21, 23)),
    10: ((47.44, 62, 67), (24.20, 54, 59), (11.71, 21, 26), (26.42, 57, 62)),
    15: ((93.49, 123, 130), (40.36, 87, 94), (17.13, 30, 37), (44.41, 100, 107)),
    20: ((152.55, 203, 213), (57.60, 126, 136), (22.94, 35, 45), (64.39, 137, 147)),
}
# Published: valid puzzles of 5,000.
TABLE_5 = {
    5: (5000, 3067, 4480, 3490, 4613),
    10: (5000, 393, 1701, 524, 2054),
    15: (5000, 4, 247, 34, 426),
    20: (5000, 0, 13, 1, 48),
}
PUBLISHED_MAZES = 5000
# Published: average number of dead ends, straights, corners, Ts.
TABLE_6 = {
    5: (
        (7.25, 6.8, 5.7, 5.25), (9.08, 4.86, 3.97, 7.08), (7.8, 4.24, 7.16, 5.8),
        (9.76, 2.64, 4.84, 7.76), (7.56, 4.58, 7.29, 5.56),
    ),
    10: (
        (25.98, 28.07, 21.97, 23.98), (39.73, 11.04, 11.51, 37.73), (28.76, 17.21, 27.27, 26.76),
        (35.56, 15.59, 15.3, 33.56), (27.93, 18.5, 27.63, 25.93),
    ),
    15: (
        (57.28, 61.64, 50.81, 55.28), (91.43, 20.18, 23.97, 89.43), (63.88, 37.96, 61.28, 61.88),
        (78.87, 36.92, 32.33, 76.87), (62.17, 40.5, 62.17, 60.17),
    ),
    20: (
        (101.04, 108.07, 91.84, 99.04), (164.37, 31.73, 41.52, 162.37),
        (113.49, 66.56, 108.47, 111.49), (139.78, 66.36, 56.08, 137.78),
        (110.17, 71.12, 110.55, 108.17),
    ),
}  # fmt: skip
TYPES = ("dead end", "straight", "corner", "T")
CLAUSES = {"dead end": 7, "straight": 9, "corner": 4, "T": 7}

# What is asked of a maze: is its solution unique, is its safe state, how many safe states are
# tested until a second solution is found or there are no more.
TREE, SAFE_STATE, TESTED = "tree", "safe state", "tested"


def measure(task: Task) -> list[Outcome]:
    """The task function: one maze a seed, in its solved position, as in the thesis."""
    params, solver = task.cell.params, task.cell.solver
    size, question = params["size"], params["question"]
    mazes = []
    for index in task.seeds:
        solution, _ = board(params["algorithm"], size, size, SEED, index)
        mazes.append(Pipes(size, size, solution.tobytes()))
    # The safe states are the solutions where cycles and several components are allowed.
    boards = mazes if question == TREE else [replace(maze, free=True) for maze in mazes]
    if question == TESTED:
        return [
            _tested(maze, solve(board, solver, limit=MOST_STATES), task.cell.counter)
            for maze, board in zip(mazes, boards, strict=True)
        ]
    row = named_solver(KIND, solver)
    results = solve_batch(boards, row)
    return [Outcome.of(result, task.cell.counter) for result in results]


def _tested(maze: Pipes, found: Result, counter: str) -> Outcome:
    """Safe states in the order found, looked at until one but the first is a tree."""
    others = enumerate(found.solutions[1:], 2)
    second = next((number for number, state in others if not maze.why_not(state)), None)
    tested = second or len(found.solutions)
    extra = {"tested": tested, "valid": second is None and tested < MOST_STATES}
    return Outcome.of(found, counter, extra)


def study(question: str, size: int, algorithms: Iterable[str], count: int, solver: str) -> Study:
    """One question about ``count`` mazes of each algorithm at one size."""
    row = named_solver(KIND, solver)
    return Study(
        kind="pipes",
        cells=Grid(
            {"algorithm": [*algorithms], "size": [size], "question": [question], "seed": [SEED]}
        ),
        seeds=range(count),
        solver=row.name,
        solver_version=row.version,
        counter=row.counter,
        generator_version=GENERATOR_VERSION,
        budget=Budget(),
    )


def by_algorithm(store: Store, wanted: Study) -> dict[str, list[Row]]:
    """The rows of a study by algorithm."""
    return {
        str(cell.params["algorithm"]): list(rows)
        for cell, rows in groupby(store.rows(wanted), key=lambda row: row.cell)
    }


def unique(rows: list[Row]) -> int:
    """How many are unique; all are decided."""
    assert all(row.verdict in (Verdict.UNIQUE, Verdict.MANY) for row in rows)
    return sum(row.verdict is Verdict.UNIQUE for row in rows)


def standard_errors(hits: int, trials: int, published: int, published_trials: int) -> float:
    """How far two shares lie apart, in standard errors of their difference."""
    pooled = (hits + published) / (trials + published_trials)
    error = sqrt(pooled * (1 - pooled) * (1 / trials + 1 / published_trials))
    apart = hits / trials - published / published_trials
    return apart / error if error else 0.0


Lines = list[dict[str, object]]


def table_1(store: Store, scale: Scale) -> Lines:
    """Safe states tested, and shares of valid mazes, of 100."""
    lines: Lines = []
    for size in scale.sizes:
        wanted = study(TESTED, size, ALGORITHMS, scale.tested, "sat:hegeman-safe-states")
        found = by_algorithm(store, wanted)
        for algorithm, published in zip(ALGORITHMS, TABLE_1[size], strict=True):
            tested = [int(row.extra["tested"]) for row in found[algorithm]]
            lines.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "average (published)": published[0],
                    "average": round(mean(tested), 2),
                    "largest (published)": published[1],
                    "largest": max(tested),
                    "valid of 100 (published)": published[2],
                    "valid of 100": sum(bool(row.extra["valid"]) for row in found[algorithm]),
                    "≥ 200 (published)": published[3],
                    "≥ 200": sum(number >= MOST_STATES for number in tested),
                }
            )
    return lines


def shared_clauses(size: int, bound: int) -> int:
    """The clauses beside those of the tiles; tests count them in the formula itself."""
    links = 4 * size * (size - 1)
    border_and_edges = 4 * (4 * size + 4) - 1 + 4 * (size + 1) ** 2
    return border_and_edges + 2 * size**2 + (bound - 1) * (size**2 + 2 * links) + 1


def tables_2_and_4(store: Store, scale: Scale) -> Lines:
    """Variables, clauses and seconds; the clauses of the same mazes as in table 6."""
    lines: Lines = []
    for number, published_table in ((2, TABLE_2), (4, TABLE_4)):
        solver = "sat:hegeman" if number == 2 else "sat:hegeman:half"
        for size in scale.sizes:
            bound = size**2 if number == 2 else size**2 // 2
            wanted = study(TREE, size, ALGORITHMS, scale.bounded[size], solver)
            found = by_algorithm(store, wanted)
            variables, clauses, seconds = published_table[size]
            for place, algorithm in enumerate(ALGORITHMS):
                counts = tile_counts(boards(algorithm, size, size, scale.mazes, SEED))
                per_maze = sum(CLAUSES[name] * counts[name] for name in TYPES)
                lines.append(
                    {
                        "table": number,
                        "size": size,
                        "algorithm": algorithm,
                        "bound": bound,
                        "variables (published)": variables,
                        "variables": Layout(size, size, bound).variables,
                        "clauses (published)": clauses[place],
                        "clauses": round(shared_clauses(size, bound) + float(np.mean(per_maze))),
                        "standard deviation of a mean of 100": round(
                            float(np.std(per_maze)) / 10, 1
                        ),
                        "seconds (published, Lingeling)": seconds[place],
                        "seconds (CaDiCaL)": round(
                            mean(row.seconds for row in found[algorithm]), 3
                        ),
                        "mazes timed": len(found[algorithm]),
                    }
                )
    return lines


def table_3(scale: Scale) -> Lines:
    """Distances from the centre, and the bound that follows from the largest."""
    lines: Lines = []
    for size in scale.sizes:
        for algorithm, published in zip(BOUNDED, TABLE_3[size], strict=True):
            far = eccentricities(boards(algorithm, size, size, scale.mazes, SEED))
            more = observed_bound(algorithm, size) - published[1]
            lines.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "average (published)": published[0],
                    "average": round(float(far.mean()), 2),
                    "largest (published)": published[1],
                    "largest": int(far.max()),
                    "bound (published)": published[2],
                    "bound": int(far.max()) + more,
                }
            )
    return lines


def table_5(store: Store, scale: Scale) -> Lines:
    """Published numbers of valid mazes between unique solutions and unique safe states."""
    lines: Lines = []
    for size in scale.sizes:
        exact, safe = (
            by_algorithm(store, study(question, size, ALGORITHMS, scale.mazes, EXACT))
            for question in (TREE, SAFE_STATE)
        )
        for algorithm, published in zip(ALGORITHMS, TABLE_5[size], strict=True):
            mazes = len(exact[algorithm])
            solutions, states = unique(exact[algorithm]), unique(safe[algorithm])
            low, high = share_interval(solutions, mazes)
            apart = [
                standard_errors(number, mazes, published, PUBLISHED_MAZES)
                for number in (states, solutions)
            ]
            lines.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "mazes": mazes,
                    "valid (published)": f"{published / PUBLISHED_MAZES:.2%}",
                    "unique safe state": f"{states / mazes:.2%}",
                    "standard errors apart": f"{apart[0]:.1f}",
                    "unique solution": f"{solutions / mazes:.2%}",
                    "95 % interval": f"{low:.2%} to {high:.2%}",
                    "apart": f"{apart[1]:.1f}",
                    "valid of 100 in table 1 (published)": TABLE_1[size][
                        ALGORITHMS.index(algorithm)
                    ][2],
                }
            )
    return lines


def table_6(scale: Scale) -> Lines:
    """Average numbers of tiles."""
    lines: Lines = []
    for size in scale.sizes:
        for algorithm, published in zip(ALGORITHMS, TABLE_6[size], strict=True):
            counts = tile_counts(boards(algorithm, size, size, scale.mazes, SEED))
            line: dict[str, object] = {"size": size, "algorithm": algorithm}
            for name, average in zip(TYPES, published, strict=True):
                line[f"{name} (published)"] = average
                line[name] = round(float(counts[name].mean()), 2)
            lines.append(line)
    return lines


def bounds(store: Store, scale: Scale) -> Lines:
    """Mazes with several solutions that a bound would call valid, the formula being right."""
    lines: Lines = []
    for size in scale.sizes:
        count = scale.bounded[size]
        exact = by_algorithm(store, study(TREE, size, ALGORITHMS, scale.mazes, EXACT))
        half = by_algorithm(store, study(TREE, size, ALGORITHMS, count, "sat:hegeman:half"))
        for algorithm in BOUNDED:
            wanted = study(TREE, size, [algorithm], count, f"sat:hegeman:{algorithm}")
            (observed,) = by_algorithm(store, wanted).values()
            ambiguous = [row.verdict is Verdict.MANY for row in exact[algorithm][:count]]
            line: dict[str, object] = {
                "size": size,
                "algorithm": algorithm,
                "mazes": count,
                "several solutions": sum(ambiguous),
            }
            for name, bound, rows in (
                ("half", size**2 // 2, half[algorithm]),
                ("table 3", observed_bound(algorithm, size), observed),
            ):
                line[f"bound ({name})"] = bound
                line[f"missed ({name})"] = sum(
                    several and row.verdict is not Verdict.MANY
                    for several, row in zip(ambiguous, rows, strict=True)
                )
            lines.append(line)
    return lines


def draw(lines: Lines, scale: str) -> None:
    """Shares of valid mazes by size: published as points, ours as lines."""
    from matplotlib.figure import Figure

    from cpstudy.plot.saving import rendered

    drawn = Figure(figsize=(9, 5.5), layout="constrained")
    axes = drawn.subplots()
    colours = dict(zip(BOUNDED, ("#2f6f9f", "#c8442f", "#3f8f4f", "#7a5aa6"), strict=True))
    for algorithm, colour in colours.items():
        own = [line for line in lines if line["algorithm"] == algorithm]
        sizes = [int(str(line["size"])) for line in own]
        for column, style, what in (
            ("unique solution", "-", "unique solution"),
            ("unique safe state", ":", "unique safe state"),
            ("valid (published)", "o", "table 5, published"),
        ):
            shares = [float(str(line[column]).rstrip("%")) for line in own]
            label = f"{algorithm}: {what}" if style == "-" or algorithm == BOUNDED[0] else None
            axes.plot(sizes, shares, style, color=colour, label=label, fillstyle="none")
        once = [int(str(line["valid of 100 in table 1 (published)"])) for line in own]
        label = f"{algorithm}: table 1, published" if algorithm == BOUNDED[0] else None
        axes.plot(sizes, once, "x", color=colour, label=label)
    axes.set_xlabel("size n of n × n mazes")
    axes.set_ylabel("valid puzzles, %")
    axes.set_xticks(sorted({int(str(line["size"])) for line in lines}))
    axes.set_title("Hegeman2022: table 5 counts unique safe states, table 1 unique solutions")
    axes.legend(fontsize=8)
    for file_format in ("svg", "png"):
        path = ROOT / "figures" / f"hegeman_valid-{scale}.{file_format}"
        path.write_bytes(rendered(drawn, file_format))


def studies(scale: Scale) -> list[Study]:
    """All that must be solved, the quickest first."""
    wanted = []
    for size in scale.sizes:
        for question in (SAFE_STATE, TREE):
            wanted.append(study(question, size, ALGORITHMS, scale.mazes, EXACT))
        wanted.append(study(TESTED, size, ALGORITHMS, scale.tested, "sat:hegeman-safe-states"))
    for size in scale.sizes:
        count = scale.bounded[size]
        for name in ("sat:hegeman:half", "sat:hegeman"):
            wanted.append(study(TREE, size, ALGORITHMS, count, name))
        for algorithm in BOUNDED:
            wanted.append(study(TREE, size, [algorithm], count, f"sat:hegeman:{algorithm}"))
    return wanted


@click.command()
@click.option("--scale", type=click.Choice(list(SCALES)), default="small", show_default=True)
@click.option("--jobs", type=int, default=None)
def main(scale: str, jobs: int | None) -> None:
    """Solve what is missing, then write and print the tables."""
    (ROOT / "results").mkdir(exist_ok=True)
    chosen = SCALES[scale]
    with Store(ROOT / "results" / f"hegeman_tables-{scale}.sqlite") as store:
        for wanted in track(studies(chosen), "mazes", console=Console(stderr=True)):
            run(wanted, store, measure, jobs=jobs)
        tables = {
            "table1": table_1(store, chosen),
            "tables2and4": tables_2_and_4(store, chosen),
            "table3": table_3(chosen),
            "table5": table_5(store, chosen),
            "table6": table_6(chosen),
            "bounds": bounds(store, chosen),
        }
    for name, lines in tables.items():
        path = ROOT / "figures" / f"hegeman_{name}-{scale}.csv"
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(lines[0]), lineterminator="\n")
            writer.writeheader()
            writer.writerows(lines)
        printed = Table(title=f"Hegeman2022, {name} ({scale} scale)")
        for heading in lines[0]:
            printed.add_column(heading)
        for line in lines:
            printed.add_row(*map(str, line.values()))
        Console(width=220).print(printed)
    draw(tables["table5"], scale)


if __name__ == "__main__":
    main()
