"""Does a unique maze ever need more than one step ahead?

Two searches for a counterexample. The first takes hundreds of thousands of repaired mazes, flat and
wrapping, and reports the share that each rule settles, including both parities, and how many need
more than one step; if none does, the exact one-sided 95 % upper limit of their share. The second is
hill climbing: unique mazes are changed edge by edge so that looking ahead refutes as little as
possible. The jobs are ``one_step.py`` and ``adversary.py``; there are no published values.

Constants, then the grids, then tables and a figure. Rows go to
``results/one_step_ahead-SCALE.sqlite`` (with ``--rows FILE``, to that file) and the same command
resumes; tables and figure go to ``figures/``.

``python -m experiments.10_one_step_ahead --scale paper`` has 100,000 boards a family (an hour and a
half on one core) and 96 climbs of 8,000 steps; ``small`` has 400 a size and 8 climbs of 400.
"""

from collections import Counter, defaultdict

import click
from rich.console import Console

from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.curves import figure
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.study.intervals import share_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments import adversary, one_step
from experiments.command import experiment
from experiments.outputs import write_figure, write_table

SCALES = tuple(one_step.SCALES)
LAST = EXPLAINER.grades[-1]

Lines = list[dict[str, object]]
# The number of boards that need each grade, by wrap, algorithm and size.
Needed = dict[tuple[bool, str, int], Counter[str]]


def needed(store: Store, scale: str) -> tuple[Needed, list[str]]:
    """Return the grades of all repaired boards, and the counterexamples among them."""
    found: Needed = defaultdict(Counter)
    beyond: list[str] = []
    for row in store.rows(one_step.study(one_step.SCALES[scale])):
        params = row.cell.params
        found[params["wrap"], params["algorithm"], params["size"]].update(row.counters)
        beyond += row.extra.get("beyond", ())
    return found, beyond


def grades_table(found: Needed) -> Lines:
    """Return the share that the rules up to each grade settle, with its interval."""
    lines: Lines = []
    for (wrap, algorithm, size), grades in sorted(found.items()):
        total = grades.total()
        line: dict[str, object] = {
            "boards": "wrapping" if wrap else "flat",
            "algorithm": algorithm,
            "size": size,
            "unique": total,
        }
        settled = 0
        for name in EXPLAINER.grades[:-1]:
            settled += grades[name]
            low, high = share_interval(settled, total)
            line[f"up to {name}"] = f"{settled / total:.4f}"
            line[f"95 % ({name})"] = f"{low:.4f} – {high:.4f}"
        lines.append(line)
    return lines


def limits_table(found: Needed) -> Lines:
    """Return for each family the boards beyond one step, and the upper limit of their share."""
    families: dict[tuple[bool, str], Counter[str]] = defaultdict(Counter)
    for (wrap, algorithm, _), grades in found.items():
        families[wrap, algorithm].update(grades)
        families[wrap, "all four"].update(grades)
    return [
        {
            "boards": "wrapping" if wrap else "flat",
            "algorithm": algorithm,
            "unique": grades.total(),
            "looked ahead": grades["lookahead"] + grades[LAST],
            "beyond one step": grades[LAST],
            "95 % upper limit": f"{one_step.upper_limit(grades[LAST], grades.total()):.2e}",
        }
        for (wrap, algorithm), grades in sorted(families.items())
    ]


def climbs_table(store: Store, scale: str) -> tuple[Lines, list[str]]:
    """Return the results of the climbs, and the most resistant boards."""
    cells: dict[tuple[bool, int], list[one_step.Row]] = defaultdict(list)
    beyond: list[str] = []
    for row in store.rows(adversary.study(adversary.SCALES[scale])):
        cells[row.cell.params["wrap"], row.cell.params["size"]].append(row)
        beyond += row.extra.get("beyond", ())
    lines: Lines = []
    families = [
        ("wrapping" if wrap else "flat", size, cells[wrap, size]) for wrap, size in sorted(cells)
    ]
    together = [row for _, _, rows in families for row in rows]
    for boards, size, rows in (*families, ("all", "all", together)):
        best = max(rows, key=lambda row: row.counters["stay"] / (1 + row.counters["go"]))
        lines.append(
            {
                "boards": boards,
                "size": size,
                "climbs": len(rows),
                "unique boards met": sum(row.iterations for row in rows),
                "looked ahead": sum(row.counters["looked ahead"] for row in rows),
                "beyond one step": sum(len(row.extra.get("beyond", ())) for row in rows),
                "least refuted: stay": best.counters["stay"],
                "go": best.counters["go"],
                "board": best.extra["board"],
            }
        )
    return lines, beyond


def drawn(found: Needed) -> Curves:
    """Draw the share of boards that need to look ahead, by size."""
    series = []
    for wrap in (False, True):
        for algorithm in one_step.ALGORITHMS:
            points, spread = [], []
            for (wraps, name, size), grades in sorted(found.items()):
                if (wraps, name) == (wrap, algorithm):
                    total, ahead = grades.total(), grades["lookahead"] + grades[LAST]
                    points.append((float(size), 100 * ahead / total))
                    low, high = share_interval(ahead, total)
                    spread.append((100 * low, 100 * high))
            label = f"{algorithm}, {'wrapping' if wrap else 'flat'}"
            series.append(Series(label, tuple(points), spread=tuple(spread)))
    return Curves(
        "Repaired unique mazes that need one step ahead (none needed two)"
        if not any(grades[LAST] for grades in found.values())
        else "Repaired unique mazes that need one step ahead, or more",
        "size n of n × n mazes",
        "boards that look ahead, %",
        tuple(series),
    )


@experiment("one_step_ahead", "one_step_ahead-paper", "one_step_ahead_climbs-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    run(one_step.study(one_step.SCALES[scale]), store, one_step.measure, jobs=jobs)
    found, beyond = needed(store, scale)
    run(adversary.study(adversary.SCALES[scale]), store, adversary.measure, jobs=jobs)
    climbs, more = climbs_table(store, scale)
    write_table(f"one_step_ahead_grades-{scale}", grades_table(found))
    write_table(f"one_step_ahead_limits-{scale}", limits_table(found))
    write_table(f"one_step_ahead_climbs-{scale}", climbs)
    write_figure(f"one_step_ahead-{scale}", figure(drawn(found)))
    for text in beyond + more:
        Console(width=200).print(f"beyond one step: {text}")


if __name__ == "__main__":
    main()
