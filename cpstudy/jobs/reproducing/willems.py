"""Willems2016, table 1: the highest median over all numbers of colours, by solver and size.

His peaks are the largest of some 384 medians of 20 runs, a noisy thing. So ours come from more
puzzles a cell, resampled 20 at a time: what the largest of all medians of 20 comes to in anybody's
sweep. A published height is judged by its place among those (twice the smaller tail); where it is
the limit that stopped the search, by the share of resampled peaks that reach it. The place of the
peak is told with the share of resamples in which it is there, and not judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from cpstudy.jobs.hardness import measure, published_limit, sweep
from cpstudy.puzzles import kind
from cpstudy.study.agreement import Cell, Comparison, compared, rank_cell
from cpstudy.study.medians import peak
from cpstudy.study.run import run
from cpstudy.study.store import Store

SEED = 2016
# Size, then by solver: the peak, (inner, outer) or None where it says "multiple", seconds.
TABLE_1: dict[int, dict[str, tuple[int, tuple[int, int] | None, float]]] = {
    5: {
        "dfs": (2_829, (5, 3), 68.90),
        "snopf": (6_185, (5, 1), 75.30),
        "highest-connectivity": (4_619, (4, 3), 86.26),
        "lowest-connectivity": (2_579, (23, 1), 67.23),
    },
    6: {
        "dfs": (2_000_000, (7, 2), 11_876.86),
        "snopf": (2_000_000, (2, 7), 18_454.05),
        "highest-connectivity": (913_158, (3, 9), 15_957.48),
        "lowest-connectivity": (228_980, (6, 2), 10_700.64),
    },
    7: {
        "dfs": (500_000, None, 53_208.03),
        "snopf": (500_000, None, 63_718.49),
        "highest-connectivity": (500_000, None, 63_715.66),
        "lowest-connectivity": (500_000, None, 56_642.75),
    },
}
# Puzzles a cell of the source, and ours by scale and size; small scale has the smallest size only.
PUBLISHED_PUZZLES = 20
_PUZZLES = {"small": {5: 100}, "paper": {5: 200, 6: 200, 7: 20}}


def table_1(scale: str, store: Store) -> Iterator[tuple[str, Comparison]]:
    """Heights and places of the peaks, by size."""
    for size, puzzles in _PUZZLES[scale].items():
        cells: list[Cell] = []
        for solver, (height, place, seconds) in TABLE_1[size].items():
            cells += _cells(store, size, solver, puzzles, height, place, seconds)
        yield f"{size}x{size}", compared(cells)


def _cells(
    store: Store,
    size: int,
    solver: str,
    puzzles: int,
    height: int,
    place: tuple[int, int] | None,
    seconds: float,
) -> list[Cell]:
    limit = published_limit(size)
    row = kind("edge_matching").solvers[solver]
    study = sweep(size, row, puzzles=puzzles, limit=limit, seed=SEED)
    run(study, store, measure)
    places, samples = [], []
    spent = 0.0
    for cell, found in groupby(store.rows(study), key=lambda row: row.cell):
        rows = list(found)
        places.append((cell.params["inner"], cell.params["outer"]))
        samples.append(([float(row.effort) for row in rows], [row.censored for row in rows]))
        spent += sum(row.seconds for row in rows) * PUBLISHED_PUZZLES / puzzles
    top = peak(samples, draws=PUBLISHED_PUZZLES)
    likely = sorted(zip(top.shares.tolist(), places, strict=True), reverse=True)[:3]
    told = ", ".join(f"{where} {share:.0%}" for share, where in likely)
    printed = "multiple" if place is None else str(place)
    heights = top.heights.tolist()
    return [
        rank_cell(f"{solver}, height", height, heights, PUBLISHED_PUZZLES, puzzles, limit),
        Cell(f"{solver}, place (inner, outer)", printed, told, "", PUBLISHED_PUZZLES, puzzles),
        Cell(f"{solver}, seconds of 20 a cell", f"{seconds:,.2f}", f"{spent:.2f}"),
    ]
