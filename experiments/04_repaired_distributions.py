"""How far does repairing a maze until its puzzle is unique shift the distribution of its tiles?

``cpstudy generate --unique`` exchanges edges of a maze near every ambiguity. Three families are
compared, for each algorithm and size: mazes as drawn (raw), those that are unique as drawn
(natural, the result of rejection sampling), and all after repair. The distance of two families is
the total variation distance of their shares of dead ends, straights, corners and Ts: the share of
tiles that would have to change type; ± is 1.96 standard errors by resampled mazes. Hegeman2022's
table 6 has raw mazes only; there are no published values for the others.

Constants, then the grid, then a table and a figure. Rows go to
``results/repaired_distributions-SCALE.sqlite`` and the same command resumes; table
and figure go to ``figures/``.

``python -m experiments.04_repaired_distributions --scale paper`` has 5,000 mazes a cell (three
minutes on one core), ``small`` has 200.
"""

import time
from collections import defaultdict
from collections.abc import Iterator

import click
import numpy as np

from cpstudy.core.drawing import Curves, Series
from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.plot.curves import figure
from cpstudy.puzzles.pipes.board.statistics import tile_counts
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import TYPE_NAMES
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SEED = 2022
ALGORITHMS = ("binary-tree", "depth-first", "kruskal", "prim", "wilson")
SIZES = (5, 10, 20)
MAZES = {"small": 200, "paper": 5000}
TYPES = TYPE_NAMES[1:5]
# Families with fewer mazes are not reported.
FEWEST = 20
PAIRS = (("raw", "natural"), ("raw", "repaired"), ("natural", "repaired"))
RESAMPLES = 1000


def study(scale: str) -> Study:
    """Return the grid of a scale: a seed is a maze. A run counts the tiles that it moved."""
    return Study(
        kind="pipes",
        cells=Grid({"algorithm": list(ALGORITHMS), "size": list(SIZES), "seed": [SEED]}),
        seeds=range(MAZES[scale]),
        solver="repair",
        solver_version=1,
        counter="moved",
    )


def measure(task: Task) -> Iterator[Outcome]:
    """Measure each maze before and after repair: its tiles by type, and how many changed."""
    params = task.cell.params
    size = params["size"]
    for index in task.seeds:
        raw, _ = board(params["algorithm"], size, size, params["seed"], index)
        begun = time.perf_counter()
        repaired, _ = unique_board(params["algorithm"], size, size, params["seed"], index)
        seconds = time.perf_counter() - begun
        moved = int(np.count_nonzero(raw != repaired))
        counters = {}
        for name, solution in (("raw", raw), ("repaired", repaired)):
            counts = tile_counts(solution[None])
            counters |= {f"{name} {kind}": int(counts[kind][0]) for kind in TYPES}
        yield Outcome(
            iterations=moved,
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.MANY if moved else Verdict.UNIQUE,  # of the raw maze
            seconds=seconds,
            counters=counters,
        )


def shares(rows: list[Row], when: str) -> np.ndarray | None:
    """Return the shares of the four types in a family; None if it has fewer than FEWEST mazes."""
    if len(rows) < FEWEST:
        return None
    totals = np.array([sum(row.counters[f"{when} {kind}"] for row in rows) for kind in TYPES])
    return totals / totals.sum()


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Total variation distances of shares, float64[…, types]."""
    return np.asarray(np.abs(one - other).sum(axis=-1) / 2)


def errors(rows: list[Row]) -> dict[tuple[str, str], float]:
    """Standard errors of the three distances: mazes are resampled, each with its repaired one."""
    counts = {
        when: np.array([[row.counters[f"{when} {kind}"] for kind in TYPES] for row in rows])
        for when in ("raw", "repaired")
    }
    natural = np.array([row.verdict is Verdict.UNIQUE for row in rows])
    rng = np.random.default_rng(SEED)
    drawn = rng.multinomial(len(rows), np.full(len(rows), 1 / len(rows)), size=RESAMPLES)
    totals = {
        "raw": drawn @ counts["raw"],
        "natural": drawn @ (counts["raw"] * natural[:, None]),
        "repaired": drawn @ counts["repaired"],
    }
    # A resample of few natural mazes may contain none: such a distance is not reported.
    with np.errstate(invalid="ignore"):
        found = {name: total / total.sum(axis=1, keepdims=True) for name, total in totals.items()}
    return {(a, b): float(np.std(apart(found[a], found[b]), ddof=1)) for a, b in PAIRS}


def line(algorithm: str, size: int, rows: list[Row]) -> dict[str, object]:
    """One line of the table: shares of types, distances between families."""
    natural = [row for row in rows if row.verdict is Verdict.UNIQUE]
    families = {
        "raw": shares(rows, "raw"),
        "natural": shares(natural, "raw"),
        "repaired": shares(rows, "repaired"),
    }
    moved = np.array([row.iterations for row in rows]) / size**2
    low, high = moved.mean() + 1.96 * moved.std() / len(rows) ** 0.5 * np.array([-1, 1])
    outcome: dict[str, object] = {
        "algorithm": algorithm,
        "size": f"{size}x{size}",
        "mazes": len(rows),
        "unique as drawn": f"{len(natural) / len(rows):.4f}",
        "tiles moved": f"{moved.mean():.4f}",
        "95 %": f"{low:.4f} – {high:.4f}",
    }
    for place, kind in enumerate(TYPES):
        for name, family in families.items():
            outcome[f"{kind}, {name}"] = "" if family is None else f"{family[place]:.4f}"
    error = errors(rows)
    for one, other in PAIRS:
        a, b = families[one], families[other]
        known = a is not None and b is not None
        outcome[f"distance {one}, {other}"] = f"{apart(a, b):.4f}" if known else ""
        outcome[f"± (95 %) {one}, {other}"] = f"{1.96 * error[one, other]:.4f}" if known else ""
    return outcome


def distances(lines: list[dict[str, object]]) -> Curves:
    """Draw the distances of repaired mazes from both other families, by size."""
    series = []
    for algorithm in ALGORITHMS[1:]:
        for name in ("raw", "natural"):
            points, spread = [], []
            for outcome in lines:
                if outcome["algorithm"] == algorithm and outcome[f"distance {name}, repaired"]:
                    size = float(str(outcome["size"]).partition("x")[0])
                    distance = 100 * float(str(outcome[f"distance {name}, repaired"]))
                    error = 100 * float(str(outcome[f"± (95 %) {name}, repaired"]))
                    points.append((size, distance))
                    spread.append((max(distance - error, 0.0), distance + error))
            series.append(Series(f"{algorithm}, from {name}", tuple(points), spread=tuple(spread)))
    return Curves(
        "How far repaired mazes are from mazes as drawn (raw) and unique as drawn (natural)",
        "size n of n × n mazes",
        "tiles that would have to be of another type, %",
        tuple(series),
    )


@experiment("repaired_distributions", "repaired_distributions-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    cells: dict[tuple[str, int], list[Row]] = defaultdict(list)
    run(study(scale), store, measure, jobs=jobs)
    for row in store.rows(study(scale)):
        cells[row.cell.params["algorithm"], row.cell.params["size"]].append(row)
    lines = [line(a, n, cells[a, n]) for n in SIZES for a in ALGORITHMS]
    title = f"Mazes as drawn, unique as drawn, repaired ({scale})"
    write_table(f"repaired_distributions-{scale}", lines, title)
    write_figure(f"repaired_distributions-{scale}", figure(distances(lines)))


if __name__ == "__main__":
    main()
