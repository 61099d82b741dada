"""Edge matching: placements a second of the compiled solvers, one core, warm.

Two kinds of work: *all solutions* of one 7×7 board of two-set colours, drawn by our generator with
a fixed seed, in scan order, up to 80 million placements; the same for public boards in pieces
files, which need not be in this repository (``python -m benchmarks.edge_matching FILE``). And
*first solutions* of a stream of different puzzles near the ridge, 6×6 and 7×7, with the published
limits, for every solver. Then the value of counting in layers for the scan, in placements a second:
7×7 puzzles with few inner colours that the scan does not solve at once, to their first solutions or
2·10^10 placements each.

Slow and quiet phases of the machine are distinguished as in ``measuring.py``.
"""

import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.puzzles.edge_matching.formats.pieces import read_pieces
from cpstudy.puzzles.edge_matching.generating.colours import batch, puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.batches import COUNT_FROM, first_solutions
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, SPENT
from cpstudy.puzzles.edge_matching.search.counted_scan import CountedScan
from cpstudy.puzzles.edge_matching.search.layers import memory
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Search

# The placements of a slice of an enumeration, and the slices; each has its own reference times.
_SLICE = 1_000_000
_SLICES = 80

STREAMS = {6: (5, 3), 7: (7, 3)}
LIMITS = {"pla": 20_000, "matching": 5_000}
LIMIT = 500_000
PUZZLES = 20

# Inner and outer colours of 7×7 puzzles that are hard for the scan; how many of them are counted;
# how many are drawn; the limit of placements; and the memory for layers in bytes.
FEW_COLOURS = ((2, 10), (3, 9), (3, 15))
FEW_PUZZLES = 3
FEW_STREAM = 30
FAR = 20_000_000_000
ROOM = 800 << 20


def enumeration(puzzle: EdgeMatching, name: str) -> dict[str, Any]:
    """Placements a second over the first slices of the search for all solutions."""
    pieces = np.array(puzzle.pieces)
    search = Search(
        puzzle.rows, puzzle.columns, int(pieces.max()) + 1, puzzle.framed, METHODS[name]
    )
    search.load(pieces)
    search.resume(1000)
    series = Series()

    def run() -> dict[str, float]:
        before = search.placements
        start = time.process_time()
        status = None
        while status != EXHAUSTED and search.placements < before + _SLICE:
            status = search.resume(before + _SLICE)
        seconds = time.process_time() - start
        return {"million placements": seconds * 1e6 / max(search.placements - before, 1)}

    for target in range(_SLICE, _SLICES * _SLICE, _SLICE):
        series.add(run)
        if search.placements < target:
            break
    return {"placements": search.placements, **series.medians()}


def first(name: str, size: int) -> dict[str, Any]:
    """Seconds for a million placements on a stream of different puzzles."""
    limit = LIMITS.get(name, LIMIT)
    pieces, _ = batch(size, size, *STREAMS[size], PUZZLES, seed=1)
    first_solutions(name, pieces[:1], size, size, 10)
    series = Series()
    for one in pieces:
        series.add(partial(_one, name, one[None], size, limit))
    return series.medians()


def _one(name: str, pieces: np.ndarray, size: int, limit: int) -> dict[str, float]:
    start = time.process_time()
    (found,) = first_solutions(name, pieces, size, size, limit)
    return {"million placements": (time.process_time() - start) * 1e6 / found.placements}


def counted(inner: int, outer: int) -> dict[str, Any]:
    """Placements and CPU seconds, by plain scan and counted, of the first hard puzzles.

    As in sweeps, a puzzle is counted, from its beginning, only if the plain scan does not solve it
    within ``COUNT_FROM`` placements. The scan's speed does not change with depth, so its time for
    the counted placements is its seconds for a placement times their number.
    """
    pieces, _ = batch(7, 7, inner, outer, FEW_STREAM, seed=1)
    shape = 7, 7, int(pieces.max()) + 1
    scan, counting = Search(*shape, True, METHODS["dfs"]), CountedScan(*shape[:2], memory(ROOM))
    seconds: dict[str, float] = {"scan": 0.0, "counted": 0.0}
    placements = {"scan": 0, "counted": 0}
    puzzles = 0
    for one in pieces:
        if puzzles == FEW_PUZZLES:
            break
        for name, search, limit in (("scan", scan, COUNT_FROM), ("counted", counting, FAR)):
            search.load(one)
            search.resume(100)
            start, before = time.process_time(), search.placements
            while search.placements < limit and (status := search.resume(limit)) == SPENT:
                pass
            if name == "scan" and status != SPENT:
                break
            seconds[name] += time.process_time() - start
            placements[name] += search.placements - before
        else:
            puzzles += 1
    return {"puzzles": puzzles, "placements": placements, "seconds": seconds}


def main() -> None:
    rows = []
    boards = [("generated 7x7 (7, 3)", next(puzzles(7, 7, 7, 3, 1, 7))[0])]
    for name in sys.argv[1:]:
        (item,) = read_pieces(Path(name).read_text(encoding="utf-8").splitlines(keepends=True))
        boards.append((Path(name).stem, item.puzzle))
    for label, puzzle in boards:
        for name in ("dfs", "highest-connectivity", "lowest-connectivity"):
            rows.append({"work": f"all of {label}", "solver": name, **enumeration(puzzle, name)})
    for size, cell in STREAMS.items():
        for name in METHODS:
            work = f"first of {size}x{size} {cell}"
            rows.append({"work": work, "solver": name, **first(name, size)})
    of_few = [{"work": f"counted 7x7 {cell}", **counted(*cell)} for cell in FEW_COLOURS]
    keep("edge_matching", rows + of_few)

    table = Table(title="Edge matching, million placements a CPU second (quiet samples)")
    for heading in ("work", "solver", "samples", "quiet", "M/s", "M/s, all"):
        table.add_column(heading, justify="left" if heading in ("work", "solver") else "right")
    for row in rows:
        quiet = row["quiet_median_ms"]["million placements"]
        every = row["median_ms"]["million placements"]
        cells = (row["work"], row["solver"], str(row["samples"]), str(row["quiet_samples"]))
        table.add_row(*cells, f"{1000 / quiet:.2f}", f"{1000 / every:.2f}")
    Console(width=140).print(table)
    for row in of_few:
        scan, layers = (row["placements"][of] / row["seconds"][of] for of in ("scan", "counted"))
        pace = f"{scan / 1e6:,.0f} million placements a second, counted {layers / 1e6:,.0f} million"
        print(f"{row['work']}: scan {pace}: {layers / scan:.1f} times as fast")


if __name__ == "__main__":
    main()
