"""Do the level and score of a puzzle predict how people rate it?

Puzzles rated by people, from public repositories:

- Puzzle Square JP, from an archive of 2021: Sudoku, Slitherlink, Masyu and Nurikabe, rated by their
  authors with one to five stars. Boards have up to 169 cells, without variants.
- Rush Hour of Olieslagers2024: 70 boards, each solved by 14 to 36 of 42 people. The rating is the
  median number of their moves, the score the least possible number of moves.

These puzzles belong to others and are not in this repository; the committed rows, which are read at
either scale, have ratings and measures only. ``--ratings FILE`` measures again: one JSON line for
each puzzle, with kind, number, rater, rating and puzzle.

Reported are Spearman's and Kendall's rank correlations (tau-b) with the rating, with bootstrapped
95 % intervals. The earlier scores do not weight a supposition by its steps (all lookahead steps are
equal) and treat a search as one more rule. *Fitted*: the weights of :meth:`Explainer.score` are
chosen on one half of the puzzles by that correlation and judged on the other, a hundred times;
likewise a linear model of the ranks of score, chain of dependent steps, steps open at once and
cells (Pelanek2014). *Ties*: the correlation of a score that orders the stars perfectly, the largest
possible one.

``python -m experiments.21_people --scale paper`` has all, ``small`` 25 puzzles a kind.
"""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau, rankdata

from cpstudy.api import explain, explore, puzzle
from cpstudy.core.drawing import Curves, Series
from cpstudy.core.explaining import LEVELS
from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.jobs.measures import of_deduction
from cpstudy.plot.curves import figure
from cpstudy.puzzles import kind
from cpstudy.reproducing.connectivity import rank_correlation
from cpstudy.study.archive import restored
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import DATA, experiment
from experiments.outputs import write_figure, write_table

# Puzzles of each kind, by scale.
PUZZLES = {
    "paper": {"sudoku": 43, "slitherlink": 188, "masyu": 330, "nurikabe": 227, "rush_hour": 70},
    "small": dict.fromkeys(("sudoku", "slitherlink", "masyu", "nurikabe", "rush_hour"), 25),
}
SECONDS = 20.0
# The number of people, for kinds of which several people solved each puzzle.
SOLVERS = {"rush_hour": 42}
SEED, RESAMPLES, HALVES, TENTHS = 2014, 2000, 100, 10
# Weights tried for a supposition and for a search; the last of each are those of earlier scores.
CHOICES, SEARCHES = (2, 5, 10, 20, 1), (16, 128, 1024, 2)

Numbers = NDArray[np.float64]


def study(name: str, scale: str) -> Study:
    """Return the study of one kind; a seed is a place in the list of ratings."""
    return Study(
        kind=name,
        cells=Grid({"source": ["people"]}),
        seeds=range(PUZZLES[scale][name]),
        solver="bfs" if name == "rush_hour" else "explain",
        solver_version=1,
        counter="states" if name == "rush_hour" else "steps",
    )


def measure(path: Path | None, name: str, task: Task) -> Iterator[Outcome]:
    """Return the rating and measures of each puzzle."""
    if path is None:
        raise ValueError("the rated puzzles are not in this repository: --ratings FILE")
    lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    rated = [line for line in lines if line["kind"] == name]
    for place in task.seeds:
        found = rated[place]
        seen = {key: int(found[key]) for key in ("number", "rater")}
        seen["rating"] = round(TENTHS * found["rating"])
        board = puzzle(name, found["puzzle"])
        yield (of_moves if name == "rush_hour" else of_steps)(name, board, seen)


def of_moves(name: str, board: Any, seen: dict[str, int]) -> Outcome:
    """Measure the shortest solution of a puzzle of moves."""
    found = explore(board)
    assert found.cost is not None
    seen["moves"] = found.cost
    return Outcome(
        found.states, found.stop, Solvable.YES, Verdict.UNKNOWN, found.seconds, counters=seen
    )


def of_steps(name: str, board: Any, seen: dict[str, int]) -> Outcome:
    """Measure the deduction of a puzzle of logic, independently of weights."""
    explaining = kind(name).explaining
    assert explaining is not None
    explainer = explaining.explainer
    found = explain(board, Budget(seconds=SECONDS))
    unique = found.verdict is Verdict.UNIQUE and found.grade is not None
    if unique:
        rules = {rule: place for place, rule in enumerate(explainer.rules)}
        supposed = [step.supposed for step in found.steps if step.supposed is not None]
        seen |= {
            "level": LEVELS.index(explainer.levels[str(found.grade)]),
            "last rule": len(rules) - 1,
            "by rules": sum(1 << rules[s.rule] for s in found.steps if s.supposed is None),
            "suppositions": len(supposed),
            "supposed": sum(supposed),
            "searched": int(found.grade not in rules),
            "chain": int(of_deduction(found)["chain"]),
            "cells": len(getattr(board, "clues", ())),
        }
    return Outcome(
        len(found.steps), Stop.DONE if unique else Stop.STUCK,
        Solvable.YES if unique else Solvable.UNKNOWN, found.verdict, 0.0, counters=seen,
    )  # fmt: skip


def scores(rows: Sequence[Row], choice: int, searched: int, inside: int = 1) -> Numbers:
    """Return :meth:`Explainer.score` with these weights; for puzzles of moves, the moves."""

    def score(row: Row) -> float:
        seen = row.counters
        if "moves" in seen:
            return seen["moves"]
        last = choice * seen["suppositions"] + inside * seen["supposed"]
        return seen["by rules"] + (last + searched * seen["searched"]) * 2 ** seen["last rule"]

    return np.array([score(row) for row in rows], float)


def interval(values: Sequence[float]) -> str:
    """Return the central 95 %."""
    low, high = np.quantile(values, (0.025, 0.975))
    return f"{low:.2f} – {high:.2f}"


def bootstrapped(some: Numbers, others: Numbers) -> str:
    """Return the interval of Spearman's correlation."""
    random = np.random.default_rng(SEED)
    samples = (random.integers(0, len(some), len(some)) for _ in range(RESAMPLES))
    return interval([rank_correlation(some[sample], others[sample]) for sample in samples])


def halved(rating: Numbers) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield random halves: one to fit, one to judge."""
    random = np.random.default_rng(SEED)
    for _ in range(HALVES):
        order = random.permutation(len(rating))
        yield order[: len(order) // 2], order[len(order) // 2 :]


def weighed(rows: Sequence[Row], rating: Numbers) -> list[float]:
    """Return correlations on the held-out halves."""
    every = [scores(rows, *weights) for weights in product(CHOICES, SEARCHES)]
    found = []
    for half, rest in halved(rating):
        best = max(every, key=lambda score: rank_correlation(score[half], rating[half]))
        found.append(rank_correlation(best[rest], rating[rest]))
    return found


def modelled(rows: Sequence[Row], rating: Numbers) -> list[float]:
    """Return these correlations for a linear model of ranks: score, chain, open steps, cells."""
    steps = np.array([row.iterations for row in rows], float)
    chain = np.array([row.counters["chain"] for row in rows], float)
    cells = np.array([row.counters["cells"] for row in rows], float)
    columns = (scores(rows, 5, 1024), chain, steps / np.maximum(chain, 1), cells)
    ranks = np.array([*map(rankdata, columns), np.ones(len(rows))]).T
    found = []
    for half, rest in halved(rating):
        fitted = np.linalg.lstsq(ranks[half], rankdata(rating[half]), rcond=None)[0]
        found.append(rank_correlation(ranks[rest] @ fitted, rating[rest]))
    return found


def told_of(name: str, rows: Sequence[Row]) -> dict[str, object]:
    """Return the line of a kind."""
    rating = np.array([row.counters["rating"] for row in rows], float)
    score = scores(rows, 5, 1024)
    ordered = rating + 1e-6 * rankdata(score)
    line: dict[str, object] = {
        "kind": name,
        "puzzles": len(rows),
        "raters": SOLVERS.get(name, len({row.counters["rater"] for row in rows})),
        "score": f"{rank_correlation(score, rating):.2f}",
        "score, 95 %": bootstrapped(score, rating),
        "Kendall": f"{kendalltau(score, rating).statistic:.2f}",
        "ties": f"{rank_correlation(ordered, rating):.2f}",
    }
    rest = ("level", "level, 95 %", "score before", "fitted", "fitted, 95 %")
    line |= dict.fromkeys((*rest, "with chain and open steps", "model, 95 %"), "")
    if "level" in rows[0].counters:
        level = np.array([row.counters["level"] for row in rows], float)
        fitted, model = weighed(rows, rating), modelled(rows, rating)
        line |= {
            "level": f"{rank_correlation(level, rating):.2f}",
            "level, 95 %": bootstrapped(level, rating),
            "score before": f"{rank_correlation(scores(rows, 1, 2, 0), rating):.2f}",
            "fitted": f"{np.mean(fitted):.2f}",
            "fitted, 95 %": interval(fitted),
            "with chain and open steps": f"{np.mean(model):.2f}",
            "model, 95 %": interval(model),
        }
    return line


def drawn(name: str, rows: Sequence[Row]) -> Series:
    """Return the mean rating by fifths of the score."""
    order = np.argsort(scores(rows, 5, 1024), kind="stable")
    rating = np.array([row.counters["rating"] / TENTHS for row in rows])[order]
    parts = np.array_split(rating, 5)
    points = tuple((20.0 * n + 10, float(part.mean())) for n, part in enumerate(parts))
    return Series(name, points)


@experiment("people", "people-paper")
@click.option("--ratings", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--jobs", type=int, default=None)
def main(scale: str, store: Store, ratings: Path | None, jobs: int | None) -> None:
    """Run what is missing, then draw and print."""
    if ratings is None and not store.read_only:
        restored(DATA / "people-paper.parquet", store)
    lines, series = [], []
    for name in PUZZLES[scale]:
        run(study(name, scale), store, partial(measure, ratings, name), jobs=jobs)
        rows = [row for row in store.rows(study(name, scale)) if row.solvable is Solvable.YES]
        lines.append(told_of(name, rows))
        if name != "rush_hour":
            series.append(drawn(name, rows))
    write_table(f"people-{scale}", lines, "Rank correlation with people's ratings")
    title = "Stars that puzzles got, by fifths of the score"
    chart = Curves(title, "puzzles in the order of their score, %", "mean stars", tuple(series))
    write_figure(f"people-{scale}", figure(chart))


if __name__ == "__main__":
    main()
