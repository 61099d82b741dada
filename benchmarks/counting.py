"""Counts along a frontier against model counters and Graphillion: CPU seconds, one core, one run.

Boards: empty Slitherlink boards (simple cycles of grids) and one with every third clue; unclued and
ambiguous boards of Latin kinds, Picross and Nurikabe; edge matching. Other counters take part if
they are installed: ganak (pyganak) and PySDD on the formula of the row ``sat``, d4 and sharpSAT-TD
on the PATH, Graphillion on the cycles of a grid. Their time is that of a separate process,
including start and reading; ours is that of the count alone. Each has ``SECONDS`` of wall time. For
edge matching, the scan, which lists all solutions, is also timed.

``python -m benchmarks.counting --large [FILE …]`` adds Slitherlink 16×16 (minutes, 1.1 GB); each
pieces file is one more puzzle. If the folder of public puzzles exists, its nonograms are decided
and counted.
"""

import resource
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import keep, yardstick
from cpstudy import api
from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.rules import ADD, Cage
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from tests.puzzles.picross.instances import CASES, janko, non_files

T = TypeVar("T")
SECONDS = 20.0
ENGINES = (
    "frontier",
    "dfs",
    *(f"model-count:{name}" for name in ("ganak", "sdd", "d4", "sharpSAT")),
)
_GRAPHILLION = """
import sys
from itertools import product
from graphillion import GraphSet
n = int(sys.argv[1])
across = [((r, c), (r, c + 1)) for r, c in product(range(n + 1), range(n))]
GraphSet.set_universe(across + [((r, c), (r + 1, c)) for r, c in product(range(n), range(n + 1))])
print(GraphSet.cycles().len())
"""


def slitherlink(size: int, every: int = 0) -> Slitherlink:
    """A board without clues, or with every n-th clue of a random loop."""
    none = Slitherlink.no_clue
    if not every:
        return Slitherlink(size, size, (none,) * size**2)
    ((_, loop),) = api.generate("slitherlink", "regions", size, 1, 3)
    clues = Slitherlink.of_loop(size, size, loop).clues
    return Slitherlink(
        size, size, tuple(c if i % every == 0 else none for i, c in enumerate(clues))
    )


def _free_kenken(order: int) -> KenKen:
    """The KenKen of all Latin squares: every row is a cage, whose sum always holds."""
    total = order * (order + 1) // 2
    rows = [tuple(range(r * order, (r + 1) * order)) for r in range(order)]
    return KenKen(order, tuple(Cage(cells, ADD, total) for cells in rows))


def boards(large: bool, files: list[str]) -> Iterator[tuple[str, Any]]:
    """The boards by name."""
    for size in (6, 8, 10):
        yield f"cycles {size}x{size}", slitherlink(size)
    yield "slitherlink 12x12, every third clue", slitherlink(12, 3)
    yield "dominoes 12x80, free Pipes", Pipes(12, 80, bytes([1]) * 960, free=True)
    for order in (5, 6):
        yield f"latin squares {order}", _free_kenken(order)
    for cells in (16, 36):
        yield f"sudoku of {cells} cells", api.puzzle("sudoku", "." * cells)
    one = ((1, 1),)
    yield "permutation matrices 10", Picross((one,) * 10, (one,) * 10)
    ((loose, _),) = api.generate("picross", "noise", 12, 1, 4)
    yield "picross 12x12 noise", loose
    yield "nurikabe 8x8 of ?", api.puzzle("nurikabe", "nurikabe/8/8/.n.n.n.n.n.n.n.")
    ((pieces, _),) = api.generate("edge_matching", "two-set", 5, 1, 2)
    yield "edge matching 5x5", pieces
    if large:
        yield "cycles 16x16", slitherlink(16)
    for file in files:
        yield Path(file).name, api.read("edge_matching", file, frame="0")[0]


def counted(board: Any, engine: str, seconds: float | None) -> dict[str, Any] | None:
    """The count and its CPU seconds; None if the engine refuses the board or is not installed."""
    if engine.partition(":")[0] not in kind(board.kind).solvers:
        return None
    before = cpu()
    try:
        found = solve(
            board, api.named_solver(kind(board.kind), engine), budget=Budget(seconds=seconds),
            limit=None if engine == "dfs" else 1,
        )  # fmt: skip
    except InputError:
        return None
    return {"count": found.count, "s": round(cpu() - before, 3), "counters": dict(found.counters)}


def cpu() -> float:
    """CPU seconds of this process and of the children that have ended."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def graphillion(board: Any) -> dict[str, Any] | None:
    """The cycles of an empty Slitherlink board by Graphillion."""
    if (
        find_spec("graphillion") is None
        or board.kind != "slitherlink"
        or any(clue != board.no_clue for clue in board.clues)
    ):
        return None
    before = cpu()
    command = [sys.executable, "-c", _GRAPHILLION, str(board.rows)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return {"count": None, "s": round(cpu() - before, 3)}
    return {"count": int(ran.stdout), "s": round(cpu() - before, 3)}


def nonograms() -> dict[str, Any]:
    """Measure deciding (none, one, many) and counting the public nonograms.

    The figures are CPU seconds; each has 5 s of wall time.
    """
    boards = [puzzle for puzzle, _ in janko().values()] + [*non_files().values()]
    found: dict[str, Any] = {"board": f"{len(boards)} nonograms"}
    rows = kind("picross").solvers
    for name, engine, limit in (("decided", "portfolio", 2), ("counted", "counting", 1)):
        before = cpu()
        budget = Budget(seconds=5)
        ended = [solve(board, rows[engine], budget=budget, limit=limit) for board in boards]
        found[f"{name}_s"] = round(cpu() - before, 2)
        found[name] = sum(
            one.count is not None if name == "counted" else one.verdict is not Verdict.UNKNOWN
            for one in ended
        )
    return found


def main() -> None:
    files = [word for word in sys.argv[1:] if word != "--large"]
    rows: list[dict[str, Any]] = []
    for name, board in boards("--large" in sys.argv, files):
        found = {e: counted(board, e, None if e == "frontier" else SECONDS) for e in ENGINES}
        found["graphillion"] = graphillion(board)
        numbers = {one["count"] for one in found.values() if one and one["count"] is not None}
        assert len(numbers) < 2, (name, found)
        mark = round(1000 * yardstick(), 3)
        rows.append({"board": name, "engines": found, "yardstick_ms": mark})
        print(rows[-1], file=sys.stderr, flush=True)
    _print_counts(rows)
    if CASES is not None:
        rows.append(nonograms())
        print(rows[-1])
    keep("counting", rows)


def _print_counts(rows: list[dict[str, Any]]) -> None:
    table = Table(title=f"Exact counts, CPU s (– not applicable, > {SECONDS:.0f} s of wall time)")
    for heading in ("board", "count", *ENGINES, "graphillion"):
        table.add_column(heading, justify="left" if heading == "board" else "right")
    for row in rows:
        engines = row["engines"]
        number = next((one["count"] for one in engines.values() if one and one["count"]), None)
        shown = [
            "–" if one is None else ">" if one["count"] is None else f"{one['s']:.3f}"
            for one in engines.values()
        ]
        table.add_row(
            row["board"],
            "?" if number is None else f"{number:.4g}" if number > 1e9 else str(number),
            *shown,
        )
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
