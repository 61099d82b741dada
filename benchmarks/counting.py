"""Counts along a frontier beside model counters and Graphillion: CPU seconds, one core, in one run.

Boards: empty Slitherlink boards (simple cycles of grids) and one with every third clue; unclued and
ambiguous boards of Latin kinds, Picross and Nurikabe; edge matching. Yardsticks take part where
they are installed: ganak (pyganak) and PySDD on the formula of the row ``sat``, d4 and sharpSAT-TD
on the PATH, Graphillion on the cycles of a grid. Their time is that of a process of their own,
start and reading included; ours that of the count alone. Each has ``SECONDS`` of wall time. Of edge
matching the scan, which lists all, is beside the count. A second table has what certificates of
counts take: streams of boards, and boards with more than 10^100 solutions; CPU seconds to count, to
write the files and to check them by code that shares nothing, unpacking and digests included.

``python -m benchmarks.counting --large [FILE …] [FOLDER …]`` adds Slitherlink 16×16 (minutes,
1.1 GB); each file of pieces is one more puzzle, the nonograms of a folder are decided and counted.
"""

import resource
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
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
from cpstudy.jobs import count_certificates
from cpstudy.puzzles import kind
from cpstudy.puzzles.edge_matching.counting.meeting import need
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.rules import ADD, Cage
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.pipes.counting.frontier import count
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink

T = TypeVar("T")
SECONDS = 20.0
# Counts of a stream are repeated, the quickest stands.
REPEATS = 5
# Edge matching of more states has no certificate here.
MOST_STATES = 5_000_000
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
    """A board without clues, or with every so-manieth clue of a random loop."""
    none = Slitherlink.no_clue
    if not every:
        return Slitherlink(size, size, (none,) * size**2)
    ((_, loop),) = api.generate("slitherlink", "regions", size, 1, 3)
    clues = Slitherlink.of_loop(size, size, loop).clues
    return Slitherlink(
        size, size, tuple(c if i % every == 0 else none for i, c in enumerate(clues))
    )


def _free_kenken(order: int) -> KenKen:
    """Rows as cages that say nothing: all Latin squares."""
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
    """The count and its CPU seconds; None where the engine does not take the board or is not
    here."""
    if engine.partition(":")[0] not in kind(board.kind).solvers:
        return None
    before = _cpu()
    try:
        found = solve(
            board, api.named_solver(kind(board.kind), engine), budget=Budget(seconds=seconds),
            limit=None if engine == "dfs" else 1,
        )  # fmt: skip
    except InputError:
        return None
    return {"count": found.count, "s": round(_cpu() - before, 3), "counters": dict(found.counters)}


def _cpu() -> float:
    """CPU seconds of this process and of those that it has waited for."""
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
    before = _cpu()
    command = [sys.executable, "-c", _GRAPHILLION, str(board.rows)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=True)
    except subprocess.TimeoutExpired:
        return {"count": None, "s": round(_cpu() - before, 3)}
    return {"count": int(ran.stdout), "s": round(_cpu() - before, 3)}


def _chain(size: int, blocks: int) -> Pipes:
    """Copies of a random tree side by side, walls between them but for a door each.

    The tree is the first one of which each further copy doubles the number of solutions at least.
    """

    def chained(tree: bytes, number: int) -> Pipes:
        tiles, walls = bytearray(), bytearray()
        for place in range(size * size * number):
            row, column = divmod(place, size * number)
            block, own = divmod(column, size)
            first, last = row == 1 and own == 0, row == 1 and own == size - 1
            opened = 4 * (first and block > 0) | (last and block < number - 1)
            tiles.append(tree[row * size + own] | opened)
            walls.append(own == size - 1 and row != 1)
        return Pipes(size, size * number, bytes(tiles), barriers=bytes(walls))

    trees = (tree for _, tree in api.generate("pipes", "wilson", size, 1000, 1))
    twice = (t for t in trees if count(chained(t, 4)) >= 2 * max(1, count(chained(t, 3))))
    return chained(next(twice), blocks)


def streams(files: list[str]) -> Iterator[tuple[str, list[Any]]]:
    """The boards whose counts are certified, by name."""
    for name, maze, size, number in (
        ("pipes", "wilson", 20, 20),
        ("pipes", "kruskal", 20, 20),
        ("pipes", "wilson", 40, 10),
        ("pipes", "kruskal", 40, 10),
        ("hexpipes", "wilson", 20, 10),
    ):
        drawn = [board for board, _ in api.generate(name, maze, size, number, 1)]
        yield f"{number} {name} {size}x{size}, {maze}", drawn
    for size, blocks in ((4, 340), (8, 340)):
        yield f"pipes, {blocks} walled trees of {size}x{size}", [_chain(size, blocks)]
    yield "pipes 12x80, free, dead ends", [Pipes(12, 80, bytes([1]) * 960, free=True)]
    yield "pipes 8x120, free, dead ends", [Pipes(8, 120, bytes([1]) * 960, free=True)]
    yield "hexpipes 6x120, free, dead ends", [HexPipes(6, 120, bytes([1]) * 720, free=True)]
    yield "slitherlink 8x60, empty", [Slitherlink(8, 60, (Slitherlink.no_clue,) * 480)]
    yield "slitherlink 12x12, every third clue", [slitherlink(12, 3)]
    drawn = [board for board, _ in puzzles(5, 5, 8, 5, 20, 1)]
    yield "edge matching 5x5", [b for b in drawn if len({*map(b.look, b.pieces)}) == 25]
    for file in files:
        pieces = api.read("edge_matching", file, frame="0")[0]
        if need(pieces, whole=True).states < MOST_STATES:
            yield Path(file).name, [pieces]


def _least(run: Callable[[], T], repeats: int = REPEATS) -> tuple[T, float]:
    """What it returns, and the least of its CPU seconds; what takes long is not repeated."""
    before = _cpu()
    value = run()
    seconds = _cpu() - before
    for _ in range(repeats if seconds < 0.1 else 0):
        before = _cpu()
        run()
        seconds = min(seconds, _cpu() - before)
    return value, seconds


def certified(boards: Sequence[Any]) -> dict[str, float]:
    """CPU seconds to count, to write and to check, in all; MB and layers; digits of a count."""
    found: dict[str, float] = defaultdict(float)
    with tempfile.TemporaryDirectory() as name:
        for board in boards:
            row, folder = kind(board.kind), Path(name)
            counted, seconds = _least(partial(solve, board, row.solvers["frontier"], limit=1))
            prove = partial(count_certificates.write, folder, "one", row.count_proofs, board)
            (number, layers), writing = _least(prove, 0)
            head = {"count": str(number), "layers": layers}
            check = partial(count_certificates.why_rejected, folder, "one", head)
            fault, checking = _least(partial(check, row.count_proofs, board))
            assert not fault and number == counted.count, (fault, board.encode())
            found["count_s"] += seconds
            found["write_s"] += writing
            found["check_s"] += checking
            found["MB"] += (folder / "one.layers").stat().st_size / 1e6
            found["layers"] += len(layers)
            found["digits"] = max(found["digits"], len(str(number)))
    return {name: round(number, 5) for name, number in found.items()}


def nonograms(folder: str) -> dict[str, Any]:
    """What deciding (none, one, many) and counting the nonograms of a folder take, CPU seconds."""
    boards: list[Any] = []
    for path in sorted(Path(folder).rglob("*.non")):
        boards += api.read("picross", path)
    found: dict[str, Any] = {"board": f"{len(boards)} nonograms"}
    rows = kind("picross").solvers
    for name, engine, limit in (("decided", "portfolio", 2), ("counted", "counting", 1)):
        before = _cpu()
        ended = [
            solve(board, rows[engine], budget=Budget(seconds=SECONDS), limit=limit)
            for board in boards
        ]
        found[f"{name}_s"] = round(_cpu() - before, 2)
        done = [one.count is not None or one.verdict is not Verdict.UNKNOWN for one in ended]
        found[name] = sum(done)
    return found


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "--large"]
    files = [word for word in words if Path(word).is_file()]
    rows: list[dict[str, Any]] = []
    proofs = [{"board": name, **certified(drawn)} for name, drawn in streams(files)]
    _print_proofs(proofs)
    rows += [{"certified": proof, "yardstick_ms": round(1000 * yardstick(), 3)} for proof in proofs]
    for name, board in boards("--large" in sys.argv, files):
        found = {e: counted(board, e, None if e == "frontier" else SECONDS) for e in ENGINES}
        found["graphillion"] = graphillion(board)
        numbers = {one["count"] for one in found.values() if one and one["count"] is not None}
        assert len(numbers) < 2, (name, found)
        mark = round(1000 * yardstick(), 3)
        rows.append({"board": name, "engines": found, "yardstick_ms": mark})
        print(rows[-1], file=sys.stderr, flush=True)
    _print_counts(rows[len(proofs) :])
    for folder in (word for word in words if Path(word).is_dir()):
        rows.append(nonograms(folder))
        print(rows[-1])
    keep("counting", rows)


def _print_proofs(proofs: list[dict[str, Any]]) -> None:
    table = Table(title="Certified counts, CPU s")
    for heading in ("boards", "digits", "layers", "count", "write", "check", "check / count", "MB"):
        table.add_column(heading, justify="left" if heading == "boards" else "right")
    for one in proofs:
        ratio = f"{one['check_s'] / one['count_s']:.2f}"
        seconds = [f"{one[name]:.4f}" for name in ("count_s", "write_s", "check_s")]
        numbers = [f"{one[name]:.0f}" for name in ("digits", "layers")]
        table.add_row(one["board"], *numbers, *seconds, ratio, f"{one['MB']:.3f}")
    Console(width=150).print(table)


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
