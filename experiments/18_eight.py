"""Where is 8×8 hardest, and which of three predictions says so?

For each number of outer colours, the numbers of inner colours about the ridge, with the searches of
which trees can be probed: estimated medians (``cpstudy hardness --estimate``, calibrated in
experiment 12), exact ones where outer colours are many and searches that look at all cells end, and
the share of puzzles that are unique. Three predictions of the hardest number of inner colours stand
beside it:

* *Owen's formula*: one solved board is expected of a random puzzle, when colours are independent
  (``generating/expectation.py``, as the community of Eternity II has it);
* *our line*: one solution is expected beside the planted one (``generating/planted.py``);
* *half unique*: half of the puzzles have no other solution, by searching each for a second one;
  known only where these searches end.

``python -m experiments.18_eight --scale paper``; rows in ``results/eight-SCALE.sqlite``, the same
command goes on there. Tables: ``figures/eight-SCALE.csv``, ``figures/eight_hardest-SCALE.csv``,
``figures/eight_distances-SCALE.csv``; figure: ``figures/eight-SCALE.*``.
"""

from itertools import groupby
from math import ceil, exp, floor
from statistics import mean

import click

from cpstudy.cli.terminal import advancing
from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.curves import figure
from cpstudy.puzzles.edge_matching.generating.expectation import inner_edges, log_expected_boards
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.study.grid import Study
from cpstudy.study.intervals import mean_interval
from cpstudy.study.medians import median, median_interval
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.clues import NONE, searched, study
from experiments.command import experiment
from experiments.estimated import estimated, probed
from experiments.outputs import write_figure, write_table
from experiments.uniqueness import settle, tallied, uniqueness

SEED = 2016
NAMES = ("dfs", "snopf-filtered", "hybrid")
SIZE = {"small": 4, "paper": 8}
OUTER = {"small": (4, 8), "paper": (1, 2, 3, 5, 8, 12, 20)}
PUZZLES = {"small": 10, "paper": 20}
PROBES = {"small": 50, "paper": 500}
# Where searches end: from so many outer colours on, by these, to so many placements a puzzle.
ENDING = {"small": 8, "paper": 12}
EXACT = ("snopf-filtered", "hybrid")
LIMIT = {"small": 100_000, "paper": 2_000_000}
SETTLING = "hybrid"

Line = dict[str, object]


def owen(size: int, outer: int) -> float:
    """The number of inner colours at which one solved board of a random puzzle is expected."""
    return exp(log_expected_boards(size, size, 1, outer) / inner_edges(size, size))


def line(size: int, outer: int) -> float:
    """The number of inner colours at which one further solution is expected."""
    return crossing(size, outer) or 1.0


def neighbourhood(size: int, outer: int) -> range:
    """The numbers of inner colours that are looked at."""
    both = owen(size, outer), line(size, outer)
    return range(max(1, floor(min(both)) - 1), ceil(max(both)) + 2)


def estimate_of(scale: str, solver: str, inner: int, outer: int) -> Study:
    """The study of one estimate."""
    return estimated(solver, SIZE[scale], inner, outer, PUZZLES[scale], PROBES[scale], SEED)


def cells(scale: str, outer: int) -> list[dict[str, object]]:
    """The cells with so many outer colours, of puzzles without clues."""
    size = SIZE[scale]
    return [
        {"size": size, "inner": inner, "outer": outer, "place": NONE, "clues": 0, "seed": SEED}
        for inner in neighbourhood(size, outer)
    ]


def exact(scale: str, solver: str, outer: int) -> Study:
    """First solutions of a search, as far as its limit."""
    return study(cells(scale, outer), solver, PUZZLES[scale], LIMIT[scale])


def settled(scale: str, outer: int) -> Study:
    """Second solutions, as far as the limit."""
    plain = [{name: cell[name] for name in ("size", "inner", "outer", "seed")}
             for cell in cells(scale, outer)]  # fmt: skip
    return uniqueness(plain, PUZZLES[scale], LIMIT[scale], SETTLING)


def lines_of(store: Store, scale: str, outer: int) -> list[Line]:
    """A line a search and number of inner colours: what is estimated, and what is measured."""
    size = SIZE[scale]
    ends = outer >= ENDING[scale]
    shares: dict[int, tuple[int, int, int]] = {}
    if ends:
        for cell, rows in groupby(store.rows(settled(scale, outer)), key=lambda row: row.cell):
            shares[cell.params["inner"]] = tallied(rows)
    told: list[Line] = []
    for solver in NAMES:
        measured = {}
        if ends and solver in EXACT:
            rows = store.rows(exact(scale, solver, outer))
            for cell, some in groupby(rows, key=lambda row: row.cell):
                kept = list(some)
                sample = [float(row.effort) for row in kept], [row.censored for row in kept]
                measured[cell.params["inner"]] = sample
        for inner in neighbourhood(size, outer):
            (row,) = store.rows(estimate_of(scale, solver, inner, outer))
            found = measured.get(inner)
            unique, many, undecided = shares.get(inner, (0, 0, 0))
            height, censored = median(*found) if found else (0.0, False)
            spread = median_interval(*found) if found else None
            told.append(
                {
                    "size": size,
                    "solver": solver,
                    "inner": inner,
                    "outer": outer,
                    "puzzles": PUZZLES[scale],
                    "probes": PROBES[scale],
                    **{name: f"{row.extra[name]:.3g}" for name in ("median", "low", "high")},
                    "measured": f"{'≥ ' * censored}{height:.0f}" if found else "",
                    "95 % of it": f"{spread.low:.0f} – {spread.high:.0f}" if spread else "",
                    "unique": unique if ends else "",
                    "ambiguous": many if ends else "",
                    "undecided": undecided if ends else "",
                }
            )
    return told


def half_unique(lines: list[Line]) -> float | None:
    """The number of inner colours, interpolated, at which half of the decided are unique."""
    before = None
    for row in lines:
        if row["unique"] == "" or not int(str(row["unique"])) + int(str(row["ambiguous"])):
            before = None
            continue
        unique, many = int(str(row["unique"])), int(str(row["ambiguous"]))
        share, inner = unique / (unique + many), int(str(row["inner"]))
        if before is not None and before < 0.5 <= share:
            return inner - 1 + (0.5 - before) / (share - before)
        before = share
    return None


def hardest(lines: list[Line]) -> Line:
    """Of one search and number of outer colours: the hardest inner number beside predictions.

    low, high: the numbers of inner colours whose estimates reach the highest one's interval.
    """
    size, outer = int(str(lines[0]["size"])), int(str(lines[0]["outer"]))
    top = max(lines, key=lambda row: float(str(row["median"])))
    reach = [row["inner"] for row in lines if float(str(row["high"])) >= float(str(top["low"]))]
    known = [row for row in lines if str(row["measured"]) and "≥" not in str(row["measured"])]
    measured = max(known, key=lambda row: float(str(row["measured"])), default=None)
    complete = measured is not None and len(known) == len(lines)
    half = half_unique(lines)
    return {
        "size": size,
        "solver": lines[0]["solver"],
        "outer": outer,
        "hardest inner": top["inner"],
        "low": min(map(int, map(str, reach))),
        "high": max(map(int, map(str, reach))),
        "estimated median": top["median"],
        "hardest measured": measured["inner"] if measured and complete else "",
        "median": measured["measured"] if measured and complete else "",
        "Owen's formula": round(owen(size, outer), 2),
        "line": round(line(size, outer), 2),
        "half unique at": "" if half is None else round(half, 2),
    }


def distances(lines: list[Line]) -> list[Line]:
    """How far the hardest number of inner colours is from each prediction, a mean over outer ones.

    Only numbers of outer colours for which all three are known are compared where ``of`` says so.
    """
    told: list[Line] = []
    for solver in NAMES:
        own = [row for row in lines if row["solver"] == solver]
        for name, of in (("all", own), ("half known", [r for r in own if r["half unique at"]])):
            for beside in ("Owen's formula", "line", "half unique at"):
                off = [
                    float(str(row["hardest inner"])) - float(str(row[beside]))
                    for row in of
                    if row[beside] != ""
                ]
                if len(off) > 1:
                    told.append(
                        {
                            "solver": solver,
                            "numbers of outer colours": len(off),
                            "of": name,
                            "less": beside,
                            "mean": f"{mean(off):+.2f}",
                            "± (95 %)": f"{mean(off) - mean_interval(off)[0]:.2f}",
                            "mean distance": f"{mean(map(abs, off)):.2f}",
                        }
                    )
    return told


def drawn(lines: list[Line]) -> Curves:
    """Estimated medians of the best search against inner colours, a curve an outer number."""
    series = []
    for outer, rows in groupby(
        [row for row in lines if row["solver"] == NAMES[-1]], key=lambda row: row["outer"]
    ):
        kept = list(rows)
        points = tuple((float(str(r["inner"])), float(str(r["median"]))) for r in kept)
        spread = tuple((float(str(r["low"])), float(str(r["high"]))) for r in kept)
        series.append(Series(f"{outer} outer colours", points, spread=spread))
    return Curves(
        f"{lines[0]['size']}×{lines[0]['size']}, {NAMES[-1]}: estimated median placements",
        "inner colours",
        "placements to a first solution",
        tuple(series),
        log_y=True,
    )


@experiment("eight", "eight-paper")
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, jobs: int | None) -> None:
    """Estimate all, measure what ends, then judge the predictions."""
    places = [(outer, i) for outer in OUTER[scale] for i in neighbourhood(SIZE[scale], outer)]
    ending = [outer for outer in OUTER[scale] if outer >= ENDING[scale]]
    estimates = [estimate_of(scale, name, i, outer) for outer, i in places for name in NAMES]
    with advancing(False, "estimates", "cells") as bar:
        run(estimates, store, probed, jobs=jobs, progress=bar)
    with advancing(False, "first solutions", "runs") as bar:
        firsts = [exact(scale, name, outer) for outer in ending for name in EXACT]
        run(firsts, store, searched, jobs=jobs, progress=bar)
    with advancing(False, "second solutions", "runs") as bar:
        run([settled(scale, outer) for outer in ending], store, settle, jobs=jobs, progress=bar)
    lines = [one for outer in OUTER[scale] for one in lines_of(store, scale, outer)]
    by_search = [
        hardest(list(rows))
        for _, rows in groupby(lines, key=lambda row: (row["outer"], row["solver"]))
    ]
    write_table(f"eight-{scale}", lines)
    write_table(f"eight_hardest-{scale}", by_search)
    write_table(f"eight_distances-{scale}", distances(by_search))
    write_figure(f"eight-{scale}", figure(drawn(lines)))


if __name__ == "__main__":
    main()
