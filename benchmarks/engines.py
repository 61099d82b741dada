"""Scan order against public programs for Eternity II: placements a CPU second, one core.

Two public programs are built from their checkouts, which the command line names. Their code is not
in this repository; rows record their commits. *david3x3x3/eternity2* (GPL 2) writes C code for the
pieces of one board, with a label for each cell; it needs the headers and the library of OpenCL,
which are never called here. Its quota of two colours, made for Eternity II's pieces, would exclude
solutions and is set to zero. *raphael-anjou/eternity2* (MIT) is the engine of eternity2.dev, here
its port to C; it takes pieces one by one. Both are compiled with ``gcc -O3 -march=native``.

Boards are framed, near the ridge, one for each cell, without identical or symmetric pieces, so all
programs make the same placements. On 6×6, which is searched completely, placements and solutions
must be equal; on larger boards only the first placements are made. The programs take turns; a row
has medians of PASSES and of the ratios turn by turn.

``python -m benchmarks.engines DAVID RAPHAEL``, two folders: a minute of CPU time.
"""

import re
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measuring import keep
from benchmarks.scans import numbered, searched
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching

# Size, inner and outer colours, maximum placements.
BOARDS = ((6, 5, 5, 10**8), (6, 6, 3, 10**8), (10, 9, 5, 5 * 10**6), (16, 17, 5, 5 * 10**6))
PASSES = 3
BUILD = ("gcc", "-O3", "-march=native", "-w")

# CPU seconds, placements, solutions.
Answer = tuple[float, int, int]
Maker = Callable[[EdgeMatching, int], Callable[[], Answer]]
Row = dict[str, Any]
OURS = "dfs"


def run(*command: str | Path, entered: str = "") -> str:
    """The output of a command. Raises CalledProcessError."""
    return subprocess.run(command, input=entered, capture_output=True, text=True, check=True).stdout


def timed(program: Path, most: int, entered: str = "") -> Answer:
    """CPU seconds, placements and solutions of a program, which prints the latter two last."""
    before = children_seconds()
    words = run(program, "1", str(most), "0", entered=entered).split()
    return children_seconds() - before, int(words[-2]), int(words[-1])


def children_seconds() -> float:
    """CPU seconds of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def generated(checkout: Path, folder: Path, puzzle: EdgeMatching, most: int) -> Path:
    """The program that david3x3x3/eternity2 writes for a board, as its gen.sh does."""
    source = (checkout / "eternity2.c").read_text(encoding="utf-8")
    source = source.replace("ft_cols=15", "ft_cols=64").replace("malloc(200000)", "malloc(9999999)")
    (folder / "eternity2.c").write_text(source, encoding="utf-8")
    colours = ",".join(map(str, numbered(puzzle)))
    pieces = f'{{"board", {puzzle.columns}, {puzzle.rows}, (int[256][4]){{{colours}}}}}'
    (folder / "pieces.h").write_text(f"puzinfo pi[] = {{{pieces}, {{}}}};", encoding="utf-8")
    writer = folder / "writer"
    run(*BUILD, "-DUNIX", "-o", writer, folder / "eternity2.c", checkout / "gen.c", "-lOpenCL")
    lines = run(writer, "-gen", "0", "999", "999", "board").splitlines(keepends=True)
    first = next(number for number, line in enumerate(lines) if line.startswith("int "))
    code = next(number for number, line in enumerate(lines) if line.startswith("POS"))
    head, tables, search = (
        "".join(part) for part in (lines[:first], lines[first:code], lines[code:])
    )
    stopping = f"if (++nodes == {most}) goto {lines[-1].split(':')[0]};"
    parts = {
        "genheader1.c": head.replace("__constant ", ""),
        "genheader2.c": tables + "void init_ssearch() {} int ssearch(int at) {}",
        "gensearch.c": search.replace("++nodes;", stopping)
        + 'printf("%lld %d\\n", nodes, solutions); exit(0);\n',
    }
    for name, text in parts.items():
        (folder / name).write_text(text, encoding="utf-8")
    frame = (checkout / "eternitygen.c").read_text(encoding="utf-8")
    frame = re.sub(r"specials\[j\] = +\d+", "specials[j] = 0", frame)
    (folder / "frame.c").write_text(frame, encoding="utf-8")
    program = folder / "generated"
    run(*BUILD, "-I", folder, "-o", program, folder / "frame.c")
    return program


def site(checkout: Path, folder: Path) -> Path:
    """The engine of eternity2.dev in C, with a loop that continues after a solution."""
    program, source = folder / "site", Path(__file__).with_suffix(".c")
    run(*BUILD, "-I", checkout / "engine-ports" / "c", "-o", program, source)
    return program


def board(puzzle: EdgeMatching) -> str:
    """Rows, columns and colours, for a program that reads them."""
    return " ".join(map(str, (puzzle.rows, puzzle.columns, *numbered(puzzle))))


def rows_of(label: str, puzzle: EdgeMatching, most: int, makers: dict[str, Maker]) -> list[Row]:
    """A row for each program. Raises AssertionError if placements or solutions differ."""
    programs = {name: made(puzzle, most) for name, made in makers.items()}
    paces: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(PASSES):
        answers = {name: program() for name, program in programs.items()}
        whole = {answer[1:] for answer in answers.values()}
        if answers[OURS][1] < most and len(whole) != 1:
            raise AssertionError(f"{puzzle.encode()}: {answers}")
        for name, (seconds, placements, _) in answers.items():
            paces[name].append(placements / seconds / 1e6)
    return [
        {
            "board": label,
            "program": name,
            "placements": answers[name][1],
            "solutions": answers[name][2] if answers[name][1] < most else None,
            "million a second": statistics.median(pace),
            "ours over it": statistics.median(
                ours / theirs for ours, theirs in zip(paces[OURS], pace, strict=True)
            ),
        }
        for name, pace in paces.items()
    ]


def main() -> None:
    checkouts = [Path(name) for name in sys.argv[1:]]
    commits = [run("git", "-C", checkout, "rev-parse", "HEAD")[:12] for checkout in checkouts]
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = site(checkouts[1], folder)
        makers: dict[str, Maker] = {
            OURS: lambda puzzle, most: lambda: searched(puzzle, "dfs", most),
            f"david3x3x3/eternity2 {commits[0]}": lambda puzzle, most: partial(
                timed, generated(checkouts[0], folder, puzzle, most), most
            ),
            f"raphael-anjou/eternity2 {commits[1]}": lambda puzzle, most: partial(
                timed, engine, most, board(puzzle)
            ),
        }
        for size, inner, outer, most in BOARDS:
            ((puzzle, _),) = puzzles(size, size, inner, outer, 1, 1, distinct=True, asymmetric=True)
            rows += rows_of(f"{size}x{size} ({inner}, {outer})", puzzle, most, makers)
            for row in rows[-len(makers) :]:
                print(row, flush=True)
    keep("engines", rows)


if __name__ == "__main__":
    main()
