"""Certificates of counts: CPU seconds to count, to write the files and to check them, in one run.

Boards are streams of trees that deduction almost solves, and boards with more than 10^100
solutions. Counting is the row ``frontier``; checking shares no code with it and includes unpacking
and digests. Short runs are repeated, and the least time is reported. ``python -m
benchmarks.certificates [FILE …]``: each pieces file is one more puzzle, if its layers have fewer
than ``MOST_STATES`` states.
"""

import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table

from benchmarks.counting import cpu, slitherlink
from benchmarks.measuring import keep, yardstick
from cpstudy import api
from cpstudy.core.solving import solve
from cpstudy.jobs import count_certificates
from cpstudy.puzzles import kind
from cpstudy.puzzles.edge_matching.counting.meeting import Board, Tables, need
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.pipes.counting.frontier import count
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink

T = TypeVar("T")
REPEATS, MOST_STATES = 5, 5_000_000


def _chain(size: int, blocks: int) -> Pipes:
    """Copies of a random tree side by side, separated by walls with one door each.

    It is the first tree for which each further copy at least doubles the number of solutions.
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
        ("pipes", "depth-first", 20, 20),
        ("pipes", "wilson", 40, 10),
        ("pipes", "kruskal", 40, 10),
        ("pipes", "depth-first", 40, 10),
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
    framed = [board for board, _ in puzzles(5, 5, 8, 5, 20, 1)]
    yield "edge matching 5x5", [b for b in framed if len({*map(b.look, b.pieces)}) == 25]
    for file in files:
        pieces = api.read("edge_matching", file, frame="0")[0]
        model = Board(Tables(pieces), len(pieces.pieces))
        if need(pieces, model, whole=True).states < MOST_STATES:
            yield Path(file).name, [pieces]


def _least(run: Callable[[], T], repeats: int = REPEATS) -> tuple[T, float]:
    """The result of a call, and its least CPU seconds; long calls are not repeated."""
    before = cpu()
    value = run()
    seconds = cpu() - before
    for _ in range(repeats if seconds < 0.1 else 0):
        before = cpu()
        run()
        seconds = min(seconds, cpu() - before)
    return value, seconds


def certified(boards: Sequence[Any]) -> dict[str, float]:
    """CPU seconds to count, to write and to check, in total; MB and layers; digits of a count."""
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


def main() -> None:
    rows: list[dict[str, Any]] = []
    for name, drawn in streams(sys.argv[1:]):
        mark = round(1000 * yardstick(), 3)
        rows.append({"boards": name, **certified(drawn), "yardstick_ms": mark})
        print(rows[-1], file=sys.stderr, flush=True)
    keep("certificates", rows)
    table = Table(title="Certified counts, CPU s")
    for heading in ("boards", "digits", "layers", "count", "write", "check", "check / count", "MB"):
        table.add_column(heading, justify="left" if heading == "boards" else "right")
    for one in rows:
        ratio = f"{one['check_s'] / one['count_s']:.2f}"
        seconds = [f"{one[name]:.4f}" for name in ("count_s", "write_s", "check_s")]
        numbers = [f"{one[name]:.0f}" for name in ("digits", "layers")]
        table.add_row(one["boards"], *numbers, *seconds, ratio, f"{one['MB']:.3f}")
    Console(width=150).print(table)


if __name__ == "__main__":
    main()
