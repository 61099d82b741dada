"""How many fields of random tiles have exactly one solution?

Hegeman2022 (section 1.2) begins with the common method: draw a field of random tiles and check
whether its solution is unique; mazes are better candidates. This experiment counts how much better.
Tiles are dead ends, straights, corners and Ts, each with probability 1/4, independently.

A solvable field is a spanning tree of the grid without crosses, with rotated tiles. Up to 4×4 every
tree is listed, so shares are exact: a field that results from exactly one tree is valid. At larger
sizes, uniform spanning trees are sampled (Wilson1996): the number of all trees, a determinant
(Kirchhoff's theorem), times the share of sampled trees without a cross whose puzzle is unique, over
the number of fields. Fields drawn directly check small sizes; at larger ones, none is valid.
*Two more dead ends than Ts* is a property of every tree, which a program would test first; its
share is a sum of multinomials.

``python -m experiments.23_random_fields --scale paper``: rows in
``results/random_fields-SCALE.sqlite``, table: ``figures/random_fields-SCALE.csv``. It takes two
minutes.
"""

import time
from collections import Counter
from collections.abc import Iterator
from math import comb

import numpy as np
import numpy.typing as npt

from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.puzzles.pipes.search.batch import VERDICTS, decide_boards
from cpstudy.study.grid import Grid, Outcome, Study, Task
from cpstudy.study.intervals import share_interval
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store
from experiments.command import experiment
from experiments.outputs import write_table

SEED = 2026
LISTED, TREES, FIELDS = "trees listed", "trees drawn", "fields drawn"
# Sizes by method, and batches of BATCH.
SCALES = {
    "small": ({LISTED: (2, 3), TREES: (5,), FIELDS: (2, 3)}, 2),
    "paper": ({LISTED: (2, 3, 4), TREES: (4, 5, 6, 8, 10, 12), FIELDS: (2, 3)}, 40),
}
BATCH = 1000
# One tile of each type, and that tile for each set of open sides.
TYPES = np.array([1, 5, 3, 7], np.uint8)
_CROSS = 15
_TYPE = np.array([0, 1, 1, 3, 1, 5, 3, 7, 1, 3, 5, 7, 3, 7, 7, 15], np.uint8)
_UNIQUE = next(number for number, verdict in VERDICTS.items() if verdict is Verdict.UNIQUE)

Bytes = npt.NDArray[np.uint8]


def study(method: str, size: int, batches: int) -> Study:
    """Return the study of a method at a size; a seed is a batch."""
    return Study(
        kind="pipes fields",
        cells=Grid({"method": [method], "size": [size], "seed": [SEED]}),
        seeds=range(1 if method == LISTED else batches),
        solver="search",
        solver_version=1,
        counter="drawn",
    )


def edges_of(size: int) -> list[tuple[int, int, int, int]]:
    """Return (tile, its side, other tile, its side) for each edge of the grid."""
    cells = range(size * size)
    right = [(cell, 1, cell + 1, 4) for cell in cells if (cell + 1) % size]
    return right + [(cell, 8, cell + size, 2) for cell in cells if cell + size < size * size]


def listed(size: int) -> Iterator[bytes]:
    """Yield all spanning trees of the grid, as open sides of its tiles."""
    edges, tiles = edges_of(size), bytearray(size * size)

    def extended(number: int, parts: tuple[int, ...], missing: int) -> Iterator[bytes]:
        if not missing:
            yield bytes(tiles)
        elif len(edges) - number >= missing:
            one, side, other, facing = edges[number]
            if parts[one] != parts[other]:
                tiles[one] |= side
                tiles[other] |= facing
                joined = (parts[one] if part == parts[other] else part for part in parts)
                yield from extended(number + 1, tuple(joined), missing - 1)
                tiles[one] ^= side
                tiles[other] ^= facing
            yield from extended(number + 1, parts, missing)

    yield from extended(0, tuple(range(size * size)), size * size - 1)


def drawn(size: int, rng: np.random.Generator) -> bytes:
    """Draw a uniform spanning tree by loop-erased walks."""
    beyond: list[list[tuple[int, int, int]]] = [[] for _ in range(size * size)]
    for one, side, other, facing in edges_of(size):
        beyond[one].append((other, side, facing))
        beyond[other].append((one, facing, side))
    tiles, last = bytearray(size * size), [(0, 0, 0)] * (size * size)
    inside = [True] + [False] * (size * size - 1)
    for start in range(1, size * size):
        cell = start
        while not inside[cell]:
            last[cell] = beyond[cell][int(rng.random() * len(beyond[cell]))]
            cell = last[cell][0]
        cell = start
        while not inside[cell]:
            inside[cell] = True
            other, side, facing = last[cell]
            tiles[cell] |= side
            tiles[other] |= facing
            cell = other
    return bytes(tiles)


def unique(fields: Bytes, size: int) -> int:
    """Count the fields with one solution. Raises RuntimeError if one is undecided."""
    found = Counter(decide_boards(fields, size, size, jobs=1).verdicts.tolist())
    if any(VERDICTS[verdict] is Verdict.UNKNOWN for verdict in found):
        raise RuntimeError(f"a field of {size}x{size} is undecided")
    return found[_UNIQUE]


def measure(task: Task) -> Iterator[Outcome]:
    """Task function: count a batch's trees without crosses, and the unique ones."""
    method, size = task.cell.params["method"], task.cell.params["size"]
    for batch in task.seeds:
        begun = time.process_time()
        rng = np.random.default_rng((SEED, size, batch))
        if method == FIELDS:
            fields = rng.choice(TYPES, (BATCH * 100, size * size))
            counts = {"drawn": len(fields), "plain": len(fields), "unique": unique(fields, size)}
        elif method == TREES:
            trees = np.array([list(drawn(size, rng)) for _ in range(BATCH)], np.uint8)
            plain = trees[(trees != _CROSS).all(axis=1)]
            solved = unique(plain, size) if len(plain) else 0
            counts = {"drawn": BATCH, "plain": len(plain), "unique": solved}
        else:
            trees = np.array([list(tree) for tree in listed(size)], np.uint8)
            plain = trees[(trees != _CROSS).all(axis=1)]
            _, copies = np.unique(_TYPE[plain], axis=0, return_counts=True)
            counts = {"drawn": len(trees), "plain": len(plain), "unique": int((copies == 1).sum())}
            counts["fields"] = len(copies)
        yield Outcome(
            iterations=counts["drawn"],
            stop=Stop.DONE,
            solvable=Solvable.YES,
            verdict=Verdict.UNKNOWN,
            seconds=time.process_time() - begun,
            counters=counts,
        )


def spanning_trees(size: int) -> float:
    """Return the number of spanning trees of the grid: a minor of its Laplacian."""
    laplacian = np.zeros((size * size, size * size))
    for one, _, other, _ in edges_of(size):
        laplacian[[one, other], [one, other]] += 1
        laplacian[[one, other], [other, one]] -= 1
    return float(np.exp(np.linalg.slogdet(laplacian[1:, 1:])[1]))


def two_more(tiles: int) -> int:
    """Return the number of fields with two more dead ends than Ts."""
    return sum(
        comb(tiles, 2 * ts + 2) * comb(2 * ts + 2, ts) * 2 ** (tiles - 2 * ts - 2)
        for ts in range((tiles - 2) // 2 + 1)
    )


def line(method: str, size: int, rows: list[Row]) -> dict[str, object]:
    """Return the share of valid fields, and that among fields with two more dead ends than Ts."""
    counts = sum((Counter(row.counters) for row in rows), Counter())
    fields, of_trees = 4.0 ** (size * size), method == TREES
    scale = spanning_trees(size) / fields if of_trees else 1.0
    trials = fields if method == LISTED else counts["drawn"]
    share = counts["unique"] / trials
    ends = share_interval(counts["unique"], counts["drawn"]) if method != LISTED else None
    narrowed = fields / two_more(size * size)
    return {
        "size": f"{size}x{size}",
        "method": method,
        "drawn": counts["drawn"],
        "without a cross": counts["plain"] if method != FIELDS else "",
        "unique": counts["unique"],
        "unique of those without a cross": (
            f"{counts['unique'] / counts['plain']:.4f}" if of_trees else ""
        ),
        "share of fields": f"{scale * share:.3g}",
        "95 %": f"{scale * ends[0]:.3g} – {scale * ends[1]:.3g}" if ends else "",
        "share with two dead ends more than Ts": f"{scale * share * narrowed:.3g}",
        "fields for one": f"{1 / (scale * share):.2g}" if share else "",
    }


@experiment("random_fields", "random_fields-paper")
def main(scale: str, store: Store) -> None:
    """Draw what is missing, then print."""
    sizes, batches = SCALES[scale]
    lines = []
    for method, of_method in sizes.items():
        for size in of_method:
            asked = study(method, size, batches)
            run(asked, store, measure, jobs=1)
            lines.append(line(method, size, list(store.rows(asked))))
    write_table(f"random_fields-{scale}", lines, f"random fields ({scale} scale)")


if __name__ == "__main__":
    main()
