"""Scan order against a plain C++ search: million placements a CPU second, one core.

``scans.cpp``, compiled here with ``g++ -O3``, and `dfs` make the first placements of framed boards
of 6×6, 10×10 and 16×16, drawn by our generator near the ridge (16×16 with the numbers of colours of
Eternity II). The search that lists candidates by connectivity, and those on domains, run on the
same boards without a C++ counterpart. Both programs take turns, so slow phases of the machine
affect both; speeds are the fastest of PASSES, the ratio is the median turn by turn. Placements and
solved boards must be equal.

Pieces files on the command line are also measured: ``python -m benchmarks.scans FILE …``.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import keep
from cpstudy.puzzles.edge_matching.formats.pieces import read_pieces
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching
from cpstudy.puzzles.edge_matching.search.control import EXHAUSTED, FOUND
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.search.searches import Search

# Size, inner and outer colours.
BOARDS = ((6, 5, 3), (10, 9, 3), (16, 17, 5))
SCAN = "dfs"
PLACEMENTS = {"dfs": 20_000_000, "lowest-connectivity": 5_000_000,
              "snopf-filtered": 500_000, "hybrid": 500_000}  # fmt: skip
PASSES = 9


class Yardstick:
    """The C++ program, which answers each board with one line."""

    def __init__(self, folder: Path) -> None:
        program, source = folder / "scans", Path(__file__).with_suffix(".cpp")
        command = ["g++", "-O3", "-march=native", "-std=c++17", "-o", str(program), str(source)]
        subprocess.run(command, check=True)
        pipe = subprocess.PIPE
        self._process = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True)

    def __call__(self, puzzle: EdgeMatching, most: int) -> tuple[float, int, int]:
        """CPU seconds, placements, solved boards."""
        into, out = self._process.stdin, self._process.stdout
        assert into is not None
        assert out is not None
        into.write(
            " ".join(map(str, (most, puzzle.rows, puzzle.columns, *numbered(puzzle)))) + "\n"
        )
        into.flush()
        placements, solved, nanoseconds = map(int, out.readline().split())
        return nanoseconds / 1e9, placements, solved


def numbered(puzzle: EdgeMatching) -> list[int]:
    """The colours of all pieces, renumbered without gaps, 0 first."""
    used = sorted({0}.union(*puzzle.pieces))
    return [int(c) for c in np.searchsorted(used, np.array(puzzle.pieces)).ravel()]


def searched(puzzle: EdgeMatching, name: str, most: int) -> tuple[float, int, int]:
    """The same figures from one of our searches."""
    pieces = np.array(numbered(puzzle)).reshape(-1, 4)
    method = METHODS[name]
    search = Search(puzzle.rows, puzzle.columns, int(pieces.max()) + 1, puzzle.framed, method)
    begun, solved, status = time.process_time(), 0, FOUND
    search.load(pieces)
    while status != EXHAUSTED and search.placements < most:
        status = search.resume(most)
        solved += status == FOUND
    return time.process_time() - begun, search.placements, solved


def measured(label: str, puzzle: EdgeMatching, yardstick: Yardstick) -> list[dict[str, Any]]:
    """A row for each search: its highest speed, and that of C++."""
    rows = []
    for name, most in PLACEMENTS.items():
        paces: dict[str, list[float]] = {"C++": [], "ours": []}
        for _ in range(PASSES):
            answers = {"ours": searched(puzzle, name, most)}
            if name == SCAN:
                answers["C++"] = yardstick(puzzle, most)
            if len({answer[1:] for answer in answers.values()}) != 1:
                raise AssertionError(f"{puzzle.encode()}: {answers}")
            for side, (seconds, placements, _) in answers.items():
                paces[side].append(placements / seconds / 1e6)
        best = {side: max(pace) for side, pace in paces.items() if pace}
        row = {"board": label, "search": name, "million a second": best["ours"]}
        if "C++" in best:
            turns = zip(paces["ours"], paces["C++"], strict=True)
            row |= {"C++": best["C++"], "ratio": statistics.median(a / b for a, b in turns)}
        rows.append(row)
    return rows


def main() -> None:
    boards = [
        (f"generated {size}x{size} ({inner}, {outer})",
         next(puzzles(size, size, inner, outer, 1, seed=1))[0])
        for size, inner, outer in BOARDS
    ]  # fmt: skip
    for name in sys.argv[1:]:
        (item,) = read_pieces(Path(name).read_text(encoding="utf-8").splitlines(keepends=True))
        boards.append((Path(name).stem, item.puzzle))
    with tempfile.TemporaryDirectory() as folder:
        yardstick = Yardstick(Path(folder))
        rows = [row for board in boards for row in measured(*board, yardstick)]
    keep("scans", rows)
    table = Table(title="Million placements a CPU second")
    for heading in ("board", "search", "million a second", "C++", "ratio"):
        table.add_column(heading, justify="left" if heading in ("board", "search") else "right")
    for row in rows:
        figures = [f"{row[key]:.2f}" if key in row else ""
                   for key in ("million a second", "C++", "ratio")]  # fmt: skip
        table.add_row(row["board"], row["search"], *figures)
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
