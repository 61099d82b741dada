"""Hegeman2022, tables 1 to 6: what do the published numbers of valid Pipes puzzles count?

Constants, then the grid, then tables and a figure. Rows go to
``results/hegeman_tables-SCALE.sqlite`` and the same command resumes; each table goes to
``figures/hegeman_tableN-SCALE.csv`` and the shares of valid puzzles to
``figures/hegeman_valid-SCALE.svg``. Published values are in separate columns.

Table 5 matches the mazes with a unique *safe state*, not those with a unique solution: the printed
formula has an inverted sign and does not require connectivity (the module
``cpstudy.puzzles.pipes.encodings.hegeman`` shows this on the printed example). Table 1, which was
made by another method, matches the exact shares.

``python -m experiments.03_hegeman_tables --scale paper`` has the published numbers of mazes, 5,000
a cell for tables 3, 5 and 6; ``small`` has 200, at sizes 5 and 10.
"""

from dataclasses import dataclass
from math import sqrt
from statistics import mean

import click
import numpy as np
from rich.console import Console
from rich.progress import track

from cpstudy.core.result import Verdict
from cpstudy.puzzles.pipes.board.statistics import eccentricities, tile_counts
from cpstudy.puzzles.pipes.encodings.hegeman.formula import Layout, observed_bound
from cpstudy.puzzles.pipes.generating.mazes import boards
from cpstudy.reproducing.hegeman import (
    CLAUSES,
    EXACT,
    MOST_STATES,
    SAFE_STATE,
    SEED,
    TESTED,
    TREE,
    by_algorithm,
    measure,
    shared_clauses,
    study,
    unique,
)  # fmt: skip
from cpstudy.reproducing.hegeman_published import (
    ALGORITHMS,
    BOUNDED,
    MANY,
    TABLE_1,
    TABLE_2,
    TABLE_3,
    TABLE_4,
    TABLE_5,
    TABLE_6,
    TYPES,
)  # fmt: skip
from cpstudy.reproducing.hegeman_times import times
from cpstudy.study.grid import Study
from cpstudy.study.intervals import share_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

# A fixed solver: the number of tested safe states depends on it.
SAFE_STATES = "sat:hegeman-safe-states:cadical195"


@dataclass(frozen=True)
class Scale:
    """The sizes, and the numbers of mazes a cell.

    mazes: in tables 3, 5 and 6. tested: in table 1. bounded: for the bounded formulas, by size.
    """

    sizes: tuple[int, ...]
    mazes: int
    tested: int
    bounded: dict[int, int]


SCALES = {
    "small": Scale((5, 10), 200, 100, {5: 100, 10: 20}),
    "paper": Scale((5, 10, 15, 20), 5000, 1000, {5: 500, 10: 50, 15: 4, 20: 2}),
}


def standard_errors(hits: int, trials: int, published: int, published_trials: int) -> float:
    """Return the difference of two shares, in standard errors of that difference."""
    pooled = (hits + published) / (trials + published_trials)
    error = sqrt(pooled * (1 - pooled) * (1 / trials + 1 / published_trials))
    apart = hits / trials - published / published_trials
    return apart / error if error else 0.0


Lines = list[dict[str, object]]


def table_1(store: Store, scale: Scale) -> Lines:
    """Return table 1: safe states tested, and shares of valid mazes; published: of 100 mazes."""
    lines: Lines = []
    for size in scale.sizes:
        wanted = study(TESTED, size, ALGORITHMS, scale.tested, SAFE_STATES)
        found = by_algorithm(store, wanted)
        for algorithm, published in zip(ALGORITHMS, TABLE_1[size], strict=True):
            rows = found[algorithm]
            tested = [int(row.extra["tested"]) for row in rows]
            lines.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "average (published)": published[0],
                    "average": round(mean(tested), 2),
                    "largest (published)": published[1],
                    "largest": max(tested),
                    "valid, % (published)": published[2],
                    "valid, %": round(100 * mean(bool(r.extra["valid"]) for r in rows), 1),
                    "≥ 200, % (published)": published[3],
                    "≥ 200, %": round(100 * mean(n >= MOST_STATES for n in tested), 1),
                    "mazes": len(rows),
                }
            )
    return lines


def tables_2_and_4(store: Store, scale: Scale) -> Lines:
    """Return tables 2 and 4: variables, clauses, seconds; clauses of the same mazes as table 6."""
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
                        "seconds (CaDiCaL, corrected formula)": round(
                            mean(row.seconds for row in found[algorithm]), 3
                        ),
                        "mazes timed": len(found[algorithm]),
                    }
                )
    return lines


def table_3(scale: Scale) -> Lines:
    """Return table 3: distances from the centre, and the bound that follows from the largest."""
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
    """Compare published numbers of valid mazes with unique solutions and unique safe states."""
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
                standard_errors(number, mazes, published, MANY) for number in (states, solutions)
            ]
            lines.append(
                {
                    "size": size,
                    "algorithm": algorithm,
                    "mazes": mazes,
                    "valid (published)": f"{published / MANY:.2%}",
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
    """Return table 6: average numbers of tiles of each type."""
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
    """Report mazes with several solutions that a bound calls valid under the corrected formula."""
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


def seconds(store: Store, scale: str) -> Lines:
    """Report how much longer depth-first mazes take than the others, by formula and solver."""
    return [
        {
            "part": part,
            "what": cell.what,
            "published": cell.published,
            "ours": cell.ours,
            "95 %": cell.interval,
            "n": cell.n,
        }
        for part, comparison in times(scale, store)
        for cell in comparison.cells
        if cell.interval
    ]


def draw(lines: Lines, scale: str) -> None:
    """Draw the shares of valid mazes by size: published ones as points, ours as lines."""
    from matplotlib.figure import Figure

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
    write_figure(f"hegeman_valid-{scale}", drawn)


def studies(scale: Scale) -> list[Study]:
    """Return all studies, the quickest first."""
    wanted = []
    for size in scale.sizes:
        for question in (SAFE_STATE, TREE):
            wanted.append(study(question, size, ALGORITHMS, scale.mazes, EXACT))
        wanted.append(study(TESTED, size, ALGORITHMS, scale.tested, SAFE_STATES))
    for size in scale.sizes:
        count = scale.bounded[size]
        for name in ("sat:hegeman:half", "sat:hegeman"):
            wanted.append(study(TREE, size, ALGORITHMS, count, name))
        for algorithm in BOUNDED:
            wanted.append(study(TREE, size, [algorithm], count, f"sat:hegeman:{algorithm}"))
    return wanted


@experiment("hegeman_tables", "hegeman_tables-paper", "items-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Solve what is missing, then write and print the tables."""
    chosen = SCALES[scale]
    for wanted in track(studies(chosen), "mazes", console=Console(stderr=True)):
        run(wanted, store, measure, jobs=jobs)
    tables = {
        "table1": table_1(store, chosen),
        "tables2and4": tables_2_and_4(store, chosen),
        "table3": table_3(chosen),
        "table5": table_5(store, chosen),
        "table6": table_6(chosen),
        "bounds": bounds(store, chosen),
        "times": seconds(store, scale),
    }
    for name, lines in tables.items():
        write_table(f"hegeman_{name}-{scale}", lines, f"Hegeman2022, {name} ({scale} scale)")
    draw(tables["table5"], scale)


if __name__ == "__main__":
    main()
