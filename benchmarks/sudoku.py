"""Sudoku, jigsaw and KenKen: verdicts with uniqueness, CPU time a puzzle, one core, warm.

Sudoku: a stream of different boards of 17 clues, if the public collection is next to the repository
(``shared/cases``; ``--cases FOLDER`` names another place), else minimal boards of the generator,
which are about as hard; and symmetric boards of 16 × 16 and 25 × 25. Jigsaw and KenKen 9 × 9:
minimal boards and cages of the generators, and public collections if present. The compiled searches
are compared, on the same boards of the same run, with the alternatives of a user: CP-SAT with
all-different constraints, and CaDiCaL. On ordinary Sudokus the default is ``bands``; ``search`` is
that of all latin kinds. Both also run in batches: arrays in; verdicts, checked witnesses and nodes
out.

A sample of a batch is one call for some hundred new boards; for the others, one board. Medians are
over samples; slow and quiet phases of the machine are distinguished as in ``measuring.py``. A board
has a time limit; an undecided one counts with its time, and the rows report their number. Run with
``python -m benchmarks.sudoku``, about two minutes.
"""

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy import Budget, Verdict, generate
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.latin.search.engine import VERDICTS, decide_boards
from cpstudy.puzzles.sudoku import band_search
from cpstudy.puzzles.sudoku.puzzle import Sudoku

Run = Callable[[], dict[str, float]]

CASES = Path(__file__).resolve().parents[2] / "shared" / "cases"
BATCH = 100
METHODS = ("bands", "search", "cpsat", "sat")
# Boards for each method, one in a sample; a method that is slow on a stream gets its first ones.
NUMBER = {"bands": 200, "search": 200, "cpsat": 60, "sat": 60}
BUDGET = Budget(seconds=10)


def seventeen_clues(cases: Path) -> tuple[str, list[Latin]]:
    """Boards of 17 clues, or generated ones."""
    file = cases / "sudoku" / "17-clues.txt"
    if file.is_file():
        lines = file.read_text(encoding="ascii").split()
        return "17 clues (collection)", [Sudoku.decode(line) for line in lines]
    return "minimal (generated)", drawn("sudoku", "minimal", 9, 500)


def drawn(name: str, algorithm: str, size: int, count: int) -> list[Latin]:
    return [puzzle for puzzle, _ in generate(name, algorithm, size, count, seed=1)]


def collected(cases: Path, name: str) -> list[Latin]:
    """The boards of 9 × 9 of a public collection; empty if it is missing."""
    file = cases / name / "janko.json"
    if not file.is_file():
        return []
    with file.open(encoding="utf-8") as lines:
        read: Any = kind(name).formats["records"].read
        puzzles = [item.puzzle for item in read(lines)]
    return [puzzle for puzzle in puzzles if puzzle.order == 9]


def in_batches(decide: Callable[[Any], Any], clues: np.ndarray) -> dict[str, float]:
    start = time.process_time()
    result = decide(clues)
    seconds = time.process_time() - start
    assert {VERDICTS[v].value for v in result.verdicts.tolist()} == {"unique"}
    return {"puzzle": seconds / len(clues), "settled": 1.0}


def one(puzzle: Latin, method: str) -> dict[str, float]:
    start = time.process_time()
    found = solve(puzzle, kind(puzzle.kind).solvers[method], budget=BUDGET)
    seconds = time.process_time() - start
    assert found.verdict in (Verdict.UNIQUE, Verdict.UNKNOWN)
    return {"puzzle": seconds, "settled": float(found.verdict is Verdict.UNIQUE)}


def row(name: str, method: str, runs: Sequence[Callable[[], dict[str, float]]]) -> dict[str, Any]:
    """Medians of all runs; the first is also run before them, as a warm-up."""
    runs[0]()
    series = Series()
    for run in runs:
        series.add(run)
    times = sorted(sample["puzzle"] for sample in series.samples)
    slowest = {"98 %": times[len(times) * 98 // 100], "slowest": times[-1]}
    rest = {f"{key} ms": round(1000 * seconds, 4) for key, seconds in slowest.items()}
    settled = round(sum(sample.pop("settled") for sample in series.samples))
    return {"boards": name, "method": method, "settled": settled, **series.medians(), **rest}


def batches(
    name: str, boards: list[Latin], method: str, decide: Callable[[Any], Any]
) -> dict[str, Any]:
    clues = np.array([np.frombuffer(board.clues, np.uint8) for board in boards])
    rng = np.random.default_rng(1)
    runs = []
    for _ in range(max(1, 40 * BATCH // len(boards))):
        order = rng.permutation(len(boards))
        for start in range(0, len(boards) - BATCH + 1, BATCH):
            runs.append(partial(in_batches, decide, clues[order[start : start + BATCH]]))
    return row(name, f"{method}, batches of {BATCH}", runs)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=Path, default=CASES)
    cases = parser.parse_args().cases
    name, boards = seventeen_clues(cases)
    streams = {
        f"Sudoku 9x9, {name}": boards,
        "Sudoku 16x16, symmetric": drawn("sudoku", "symmetric", 16, 60),
        "Sudoku 25x25, symmetric": drawn("sudoku", "symmetric", 25, 10),
        "jigsaw 9x9, minimal": drawn("jigsaw", "minimal", 9, 200),
        "KenKen 9x9, cages": drawn("kenken", "cages", 9, 200),
        "jigsaw 9x9 (collection)": collected(cases, "jigsaw"),
        "KenKen 9x9 (collection)": collected(cases, "kenken"),
    }
    rows = [
        batches(f"Sudoku 9x9, {name}", boards, "bands", band_search.decide_boards),
        batches(f"Sudoku 9x9, {name}", boards, "search", partial(decide_boards, boards[0])),
    ]
    for stream, puzzles in streams.items():
        for method in METHODS if puzzles else ():
            if method == "bands" and not stream.startswith("Sudoku 9x9"):
                continue
            runs = [partial(one, puzzle, method) for puzzle in puzzles[: NUMBER[method]]]
            rows.append(row(stream, method, runs))
    table = Table(title="CPU milliseconds a puzzle, with proof of uniqueness")
    headings = (
        "boards",
        "method",
        "median",
        "quiet median",
        "quiet of",
        "settled",
        "98 %",
        "slowest",
    )
    for heading in headings:
        table.add_column(heading.replace("_", " "), justify="right")
    for result in rows:
        table.add_row(
            str(result["boards"]),
            str(result["method"]),
            f"{result['median_ms']['puzzle']:.4f}",
            f"{result['quiet_median_ms']['puzzle']:.4f}",
            f"{result['quiet_samples']}/{result['samples']}",
            str(result["settled"]),
            f"{result['98 % ms']:.3f}",
            f"{result['slowest ms']:.3f}",
        )
    Console(width=130).print(table)
    print(keep("sudoku", rows))


if __name__ == "__main__":
    main()
