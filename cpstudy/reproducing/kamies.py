"""Kamies2016, tables 2 to 5: six kinds of puzzles as transition systems, explored both ways.

Depths count states on the path, as in LTSmin, and are compared exactly. Seconds are shown but not
judged: the source measured on a virtual machine with boards in the states, and ours are CPU time.
Every search is a row in the store. If the source gave up after half an hour, ours is shown alone.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from cpstudy.api import generate
from cpstudy.core.result import Budget, Solvable, Stop
from cpstudy.jobs.studies.measuring import measure, study_of
from cpstudy.puzzles import kind
from cpstudy.study.agreement import Cell, Parts, compared, exact_cell, unjudged
from cpstudy.study.medians import median
from cpstudy.study.rows import Row
from cpstudy.study.run import run
from cpstudy.study.store import Store

# Values as printed in the source; a question mark marks text that is hard to read.

Times = tuple[str, str]

# Breadth and depth first, as printed.
TABLE_2: dict[str, Times] = {
    "fox, goose and beans": ("0.002s", "0.002s"),
    "bridge and torch": ("0.002s", "0.004s"),
    "bloxorz, level 1": ("0.002s", "0.258s"),
    "sudoku": ("0.081s ?", "0.047s"),
}
# Figure 4 and figure 5.
BLOXORZ_LEVEL = (
    "p p p x x x x x x x/p s p p p p x x x x/p p p p p p p p p x/"
    "x p p p p p p p p p/x x x x x p p e p p/x x x x x x p p p x"
)
SUDOKU = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

# By size: depths of breadth and depth first, None where not available; durations as printed.
BLOXORZ: dict[int, tuple[tuple[int | None, int | None], Times]] = {
    10: ((13, 58), ("0.005s", "0.010s")),
    20: ((27, 199), ("0.069s", "0.051s")),
    50: ((67, 1329), ("4.271s", "1.535s")),
    100: ((133, 5578), ("1m16.073s", "25.989s")),
    150: ((201, 13150), ("13m38.848s", "2m38.044s")),
}
SOKOBAN: dict[int, tuple[tuple[int | None, int | None], Times]] = {
    10: ((20, 72), ("0.128s", "0.060s")),
    20: ((40, 152), ("9.087s", "1.491s")),
    50: ((None, 392), (">30m", "4m37.992s")),
    100: ((None, None), (">30m", ">30m")),
    150: ((None, None), (">30m", ">30m")),
}
# By size; the puzzles themselves are not published.
PICROSS: dict[int, Times] = {
    5: ("0.020s", "0.022s"),
    10: ("0.018s", "0.048s"),
    25: ("2m14.450s", "41.035s"),
    30: ("29.037s", "14.603s"),
    50: (">30mins", ">30mins"),
}

_ORDERS = ("bfs", "dfs")
# The largest room, by steps and breadth first, has 4 · 10⁸ states: 3.3 GB.
_LARGEST = {"small": 50, "paper": 150}

# Table 2: the puzzles of the source, those that it only names, and the bridge as in its text.
_FOX = ("river_crossing", "fox,goose,beans:fox-goose,goose-beans")
_BRIDGE = ("bridge_torch", "1,2,5,8:15")
_BRIDGE_OF_THE_TEXT = ("bridge_torch", "1,3,5,8:15")
_PUZZLES = {
    "fox, goose and beans": _FOX,
    "bridge and torch": _BRIDGE,
    "bloxorz, level 1": ("bloxorz", BLOXORZ_LEVEL),
    "sudoku": ("sudoku", SUDOKU),
}
_LEFT = ("jigsaw", "kenken", "nurikabe")

# Table 5: boards a size, and seconds that a search may take.
_BOARDS = {"small": 3, "paper": 20}
_SECONDS = {"small": 5.0, "paper": 20.0}


def one_row(store: Store, kind_name: str, method: str, budget: Budget, **params: Any) -> Row:
    """Return the row of one search; run it if the store lacks it."""
    study = study_of(kind(kind_name), method, cells=[params], seeds=range(1, 2), budget=budget)
    run(study, store, measure, jobs=1)
    (row,) = store.rows(study)
    return row


def explored(store: Store, kind_name: str, method: str, size: int, **options: Any) -> Row:
    """Return the row of a search on an open board of Bloxorz, or an empty room of Sokoban."""
    algorithm = next(iter(kind(kind_name).generators))
    params = {"algorithm": algorithm, "rows": size, "columns": size}
    more = {"options": options} if options else {}
    return one_row(store, kind_name, method, Budget(), **params, **more)


def cpu(row: Row) -> float:
    """Return the CPU seconds of a search."""
    return float(row.extra["cpu_seconds"])


def _time_cells(rows: Sequence[Row], published: Times | None) -> list[Cell]:
    """Return states, transitions and seconds of both orders, unjudged."""
    cells = []
    for order, row, printed in zip(_ORDERS, rows, published or ("", ""), strict=True):
        cells.append(Cell(f"{order}, states", "", f"{row.iterations:,}"))
        if "transitions" in row.counters:
            cells.append(Cell(f"{order}, transitions", "", f"{row.counters['transitions']:,}"))
        cells.append(Cell(f"{order}, seconds", printed, f"{cpu(row):.4f}"))
    return cells


def table_2(scale: str, store: Store) -> Parts:
    """Compare the source's four puzzles, the bridge with the times of the text, and three kinds.

    For the three kinds the source has no numbers. The judged claim is that of section 7.1: for
    puzzles that are filled in, depth first is the natural order.
    """
    for name, (kind_name, text) in _PUZZLES.items():
        rows = _both_orders(store, kind_name, text)
        yield name, compared([*_solved(rows), *_time_cells(rows, TABLE_2[name])])
    rows = _both_orders(store, *_BRIDGE_OF_THE_TEXT)
    yield (
        "bridge and torch, times of the text",
        compared([*_solved(rows), *_time_cells(rows, None)]),
    )
    for kind_name in _LEFT:
        rows = _both_orders(store, kind_name, kind(kind_name).example)
        breadth, depth = (row.iterations for row in rows)
        claim = "fewer states depth first (section 7.1)"
        cell = exact_cell(claim, "yes" if depth < breadth else "no", "yes")
        yield kind_name, compared([cell, *_time_cells(rows, None)])


def _both_orders(store: Store, kind_name: str, text: str) -> list[Row]:
    """Return the rows of breadth and depth first, to the first solution."""
    solvers = bool(kind(kind_name).solvers)
    names = [f"explore:{order}" if solvers else order for order in _ORDERS]
    more = {"limit": 1} if solvers else {}
    return [one_row(store, kind_name, name, Budget(), puzzle=text, **more) for name in names]


def _solved(rows: Sequence[Row]) -> list[Cell]:
    return [
        exact_cell(f"{order}, solved", row.solvable.value, "yes")
        for order, row in zip(_ORDERS, rows, strict=True)
    ]


def table_3(scale: str, store: Store) -> Parts:
    """Compare Bloxorz on open boards."""
    for size, (depths, times) in BLOXORZ.items():
        if size <= _LARGEST[scale]:
            rows = [explored(store, "bloxorz", order, size) for order in _ORDERS]
            cells = [*_depths(rows, depths), *_time_cells(rows, times)]
            yield f"{size}x{size}", compared(cells)


def _depths(rows: Sequence[Row], published: Sequence[int | None]) -> list[Cell]:
    cells = []
    for order, row, depth in zip(_ORDERS, rows, published, strict=True):
        ours = row.counters["depth"]
        if depth is None:
            cells.append(Cell(f"{order}, depth", "not available", str(ours)))
        else:
            cells.append(exact_cell(f"{order}, depth", ours, depth))
    return cells


def table_4(scale: str, store: Store) -> Parts:
    """Compare Sokoban, a room with one box: by steps of the player, by reachable areas, by pushes.

    Searches without a published value are shown alone.
    """
    for size, (depths, times) in SOKOBAN.items():
        if size > _LARGEST[scale]:
            continue
        rows = [explored(store, "sokoban", order, size) for order in _ORDERS]
        cells = [*_depths(rows, depths), *_time_cells(rows, times)]
        known = any(depth is not None for depth in depths)
        judged = compared(cells) if known else unjudged(cells, "given up after 30 minutes")
        yield f"{size}x{size} by steps", judged
        yield f"{size}x{size} by areas", unjudged(_by_pushes(store, size), "not published")


def _by_pushes(store: Store, size: int) -> list[Cell]:
    cells = []
    for method, what in (("areas", "breadth first"), ("push-optimal", "fewest pushes, A*")):
        row = explored(store, "sokoban", method, size)
        cells += [
            Cell(f"{what}, states", "", f"{row.iterations:,}"),
            Cell(f"{what}, pushes", "", str(row.counters["cost"])),
            Cell(f"{what}, seconds", "", f"{cpu(row):.4f}"),
        ]
    return cells


def table_5(scale: str, store: Store) -> Parts:
    """Compare Picross row by row, on substitutes of the same sizes for unpublished puzzles.

    They are unique random blobs, by seed (``cpstudy generate --puzzle picross --algorithm blobs``).
    The rows show the median and the range: the difficulty of a picture matters more than its size.
    """
    for size, times in PICROSS.items():
        if size > _LARGEST[scale] // 2 and scale == "small":
            continue
        boards = [board.encode() for board in _substitutes(size, _BOARDS[scale])]
        cells = []
        for order, printed in zip(_ORDERS, times, strict=True):
            budget = Budget(seconds=_SECONDS[scale])
            rows = [
                one_row(store, "picross", f"explore:{order}", budget, puzzle=text, limit=1)
                for text in boards
            ]
            cells += _spread(order, printed, rows)
        yield f"{size}x{size}", unjudged(cells, "substitutes: his puzzles are not published")


def _substitutes(size: int, number: int) -> Iterator[Any]:
    for board, _ in generate("picross", "blobs", size, number, seed=1, unique=True):
        yield board


def _spread(order: str, printed: str, rows: Sequence[Row]) -> list[Cell]:
    states = [row.iterations for row in rows]
    seconds = [cpu(row) for row in rows]
    solved = sum(row.solvable is Solvable.YES for row in rows)
    late = [row.stop is Stop.TIME for row in rows]
    (explored, more), (spent, longer) = median(states, late), median(seconds, late)
    return [
        Cell(f"{order}, solved in time", "", f"{solved} of {len(rows)}", n=len(rows)),
        Cell(
            f"{order}, states",
            "",
            f"{'≥ ' * more}{explored:,.0f}",
            f"range {min(states):,} – {max(states):,}",
            n=len(rows),
        ),
        Cell(
            f"{order}, seconds",
            printed,
            f"{'≥ ' * longer}{spent:.4f}",
            f"range {min(seconds):.4f} – {max(seconds):.4f}",
            1,
            len(rows),
        ),
    ]
