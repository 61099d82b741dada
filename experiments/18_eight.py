"""Where is 8×8 hardest, and which of three predictions is right?

For each number of outer colours, the experiment measures the numbers of inner colours near the
ridge, with the searches whose trees can be probed: estimated medians (``cpstudy hardness
--estimate``, calibrated in experiment 12), exact medians if searches end, and the share of unique
puzzles. Searches that examine all cells end if there are many outer colours. Scan order makes ten
times as many placements a second and ends beyond the ridge, whatever the outer colours; it runs if
the estimate predicts that it ends. Three predictions of the hardest number of inner colours are
compared:

* *Owen's formula*: one solved board is expected of a random puzzle, when colours are independent
  (``generating/expectation.py``, as the community of Eternity II uses it);
* *our line*: one solution is expected in addition to the planted one (``generating/planted.py``);
* *half unique*: half of the puzzles have no other solution, by searching each for a second one;
  known only if these searches end.

``python -m experiments.18_eight --scale paper``; rows in ``results/eight-SCALE.sqlite``, where the
same command resumes. Tables: ``figures/eight-SCALE.csv``, ``figures/eight_hardest-SCALE.csv``,
``figures/eight_predictions-SCALE.csv``, ``figures/eight_estimates-SCALE.csv``; figure:
``figures/eight-SCALE.*``.
"""

from itertools import groupby, pairwise
from math import ceil, exp, floor, inf
from statistics import mean

import click

from cpstudy.cli.terminal import advancing
from cpstudy.core.drawing import Curves, Series
from cpstudy.plot.curves import figure
from cpstudy.puzzles.edge_matching.generating.expectation import inner_edges, log_expected_boards
from cpstudy.puzzles.edge_matching.generating.planted import crossing
from cpstudy.study.grid import Study
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
# From this many outer colours on, these searches find first and second solutions, up to a limit of
# placements a puzzle.
MEASURED = {"small": 8, "paper": 5}
ENDING = {"small": 8, "paper": 12}
EXACT = ("snopf-filtered", "hybrid")
LIMIT = {"small": 100_000, "paper": 100_000_000}
# The limit of scan order: a minute and a half. It runs if the estimated median is at most half.
SCAN, FAR = "dfs", {"small": 1_000_000, "paper": 10_000_000_000}
SETTLING = "hybrid"

SETTLED = ("unique", "ambiguous", "undecided")

Line = dict[str, object]


def owen(size: int, outer: int) -> float:
    """Return the number of inner colours at which a random puzzle is expected to have one board."""
    return exp(log_expected_boards(size, size, 1, outer) / inner_edges(size, size))


def line(size: int, outer: int) -> float:
    """Return the number of inner colours at which one further solution is expected."""
    return crossing(size, outer) or 1.0


def estimable(size: int, inner: int, outer: int) -> bool:
    """Return whether a cell is on the ridge or beyond; estimates are not meant for other cells."""
    return inner >= line(size, outer) - 1


def neighbourhood(size: int, outer: int) -> range:
    """Return the numbers of inner colours that are measured."""
    both = owen(size, outer), line(size, outer)
    return range(max(1, floor(min(both)) - 1), ceil(max(both)) + 2)


def estimate_of(scale: str, solver: str, inner: int, outer: int) -> Study:
    """Return the study of one estimate."""
    return estimated(solver, SIZE[scale], inner, outer, PUZZLES[scale], PROBES[scale], SEED)


def cells(scale: str, outer: int) -> list[dict[str, object]]:
    """Return the cells with ``outer`` outer colours, without clues."""
    size = SIZE[scale]
    return [
        {"size": size, "inner": inner, "outer": outer, "place": NONE, "clues": 0, "seed": SEED}
        for inner in neighbourhood(size, outer)
    ]


def exact(scale: str, solver: str, outer: int) -> Study:
    """Return the study of a search's first solutions, up to its limit."""
    return study(cells(scale, outer), solver, PUZZLES[scale], LIMIT[scale])


def scanned(store: Store, scale: str, outer: int) -> Study | None:
    """Return the study of scan order's first solutions, in cells from the line on if it ends.

    It should end if twice the estimated median is within its limit. None without such cells.
    """
    ending = []
    for cell in cells(scale, outer):
        inner = int(str(cell["inner"]))
        if inner < round(line(SIZE[scale], outer)):
            continue
        (estimate,) = store.rows(estimate_of(scale, SCAN, inner, outer))
        if 2 * estimate.extra["median"] <= FAR[scale]:
            ending.append(cell)
    return study(ending, SCAN, PUZZLES[scale], FAR[scale]) if ending else None


def measured_by(store: Store, scale: str, solver: str, outer: int) -> Study | None:
    """Return the measured study of a search with ``outer`` outer colours."""
    if solver == SCAN:
        return scanned(store, scale, outer)
    return exact(scale, solver, outer) if outer >= MEASURED[scale] else None


def settled(scale: str, outer: int) -> Study:
    """Return the study of second solutions, up to the limit."""
    plain = [{name: cell[name] for name in ("size", "inner", "outer", "seed")}
             for cell in cells(scale, outer)]  # fmt: skip
    return uniqueness(plain, PUZZLES[scale], LIMIT[scale], SETTLING)


def lines_of(store: Store, scale: str, outer: int) -> list[Line]:
    """Return a line for each search and number of inner colours: estimates and measurements."""
    size = SIZE[scale]
    ends = outer >= ENDING[scale]
    shares: dict[int, tuple[int, int, int]] = {}
    if ends:
        for cell, rows in groupby(store.rows(settled(scale, outer)), key=lambda row: row.cell):
            shares[cell.params["inner"]] = tallied(rows)
    result: list[Line] = []
    for solver in NAMES:
        measured = {}
        asked = measured_by(store, scale, solver, outer)
        if asked is not None:
            for cell, some in groupby(store.rows(asked), key=lambda row: row.cell):
                kept = list(some)
                sample = [float(row.effort) for row in kept], [row.censored for row in kept]
                measured[cell.params["inner"]] = sample
        for inner in neighbourhood(size, outer):
            (row,) = store.rows(estimate_of(scale, solver, inner, outer))
            found = measured.get(inner)
            unique, many, undecided = shares.get(inner, (0, 0, 0))
            height, censored = median(*found) if found else (0.0, False)
            spread = median_interval(*found) if found else None
            result.append(
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
    return result


def half_unique(lines: list[Line]) -> float | None:
    """Interpolate the number of inner colours at which half of the puzzles are unique.

    Uses only numbers at which most puzzles are decided.
    """
    shares = []
    for row in lines:
        if row["unique"] != "":
            unique, many, undecided = (int(str(row[name])) for name in SETTLED)
            if unique + many > undecided:
                shares.append((int(str(row["inner"])), unique / (unique + many)))
    for (before, low), (inner, high) in pairwise(shares):
        if low < 0.5 <= high:
            return before + (inner - before) * (0.5 - low) / (high - low)
    return None


def bounds(row: Line) -> tuple[float, float]:
    """Return the 95 % interval of a line's median.

    Each end is the measured one if it is known, otherwise the estimated one. In cells for which
    estimates are not meant, an unknown end is 0 or infinity.
    """
    meant = estimable(*(int(str(row[name])) for name in ("size", "inner", "outer")))
    low, high = (float(str(row[end])) if meant else inf for end in ("low", "high"))
    if row["measured"] == "":
        return (low if meant else 0.0), high
    least, _, most = str(row["95 % of it"]).partition(" – ")
    return float(least), high if "≥" in str(row["measured"]) or "≥" in most else float(most)


def judged(lines: list[Line]) -> Line:
    """Return the hardest cells of one search and number of outer colours, and the predictions.

    low, high: the range of inner colours whose medians may be the highest.
    """
    size, outer = int(str(lines[0]["size"])), int(str(lines[0]["outer"]))
    spans = [bounds(row) for row in lines]
    highest = max(low for low, _ in spans)
    may = [int(str(row["inner"])) for row, (_, high) in zip(lines, spans, strict=True)
           if high >= highest]  # fmt: skip
    half = half_unique(lines)
    return {
        "size": size,
        "solver": lines[0]["solver"],
        "outer": outer,
        "low": min(may),
        "high": max(may),
        "its median at least": f"{highest:.3g}",
        "Owen's formula": round(owen(size, outer), 2),
        "line": round(line(size, outer), 2),
        "half unique at": "" if half is None else round(half, 2),
    }


def predictions(lines: list[Line], least: int) -> list[Line]:
    """Report how often each rounded prediction may be the hardest number, and else its error.

    Covers the numbers of outer colours from ``least`` on for which the search was measured.
    """
    found: list[Line] = []
    for solver in EXACT:
        for name in ("Owen's formula", "line", "half unique at"):
            off = [
                max(0.0, low - 0.5 - at, at - high - 0.5)
                for row in lines
                if row["solver"] == solver and row[name] != "" and int(str(row["outer"])) >= least
                for at, low, high in [[float(str(row[key])) for key in (name, "low", "high")]]
            ]
            if off:
                found.append(
                    {
                        "solver": solver,
                        "prediction": name,
                        "numbers of outer colours": len(off),
                        "may be the hardest": off.count(0.0),
                        "mean distance": f"{mean(off):.2f}",
                    }
                )
    return found


def calibrated(lines: list[Line]) -> list[Line]:
    """Report for each search how often the interval of an estimate contains the exact median."""
    found: list[Line] = []
    for solver in NAMES:
        held = [
            float(str(row["low"])) <= float(str(row["measured"])) <= float(str(row["high"]))
            for row in lines
            if row["solver"] == solver
            and str(row["measured"]).isdigit()
            and estimable(*(int(str(row[name])) for name in ("size", "inner", "outer")))
        ]
        found.append({"solver": solver, "exact medians": len(held), "within": sum(held)})
    return found


def drawn(lines: list[Line]) -> Curves:
    """Draw the best search's estimated medians by inner colours, a curve for each outer number."""
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
        outers = reversed(OUTER[scale])
        asked = [measured_by(store, scale, name, outer) for outer in outers for name in NAMES]
        run([one for one in asked if one], store, searched, jobs=jobs, progress=bar)
    with advancing(False, "second solutions", "runs") as bar:
        run([settled(scale, outer) for outer in ending], store, settle, jobs=jobs, progress=bar)
    lines = [one for outer in OUTER[scale] for one in lines_of(store, scale, outer)]
    by_search = [
        judged(list(rows))
        for _, rows in groupby(lines, key=lambda row: (row["outer"], row["solver"]))
    ]
    write_table(f"eight-{scale}", lines)
    write_table(f"eight_hardest-{scale}", by_search)
    write_table(f"eight_predictions-{scale}", predictions(by_search, MEASURED[scale]))
    write_table(f"eight_estimates-{scale}", calibrated(lines))
    write_figure(f"eight-{scale}", figure(drawn(lines)))


if __name__ == "__main__":
    main()
