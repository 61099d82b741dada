"""Nurikabe: CPU milliseconds for a verdict with uniqueness, one core, on streams of boards.

Boards are random unique puzzles, and public ones in files, which need not be in this repository
(``python -m benchmarks.nurikabe janko.json hard.txt``). The suite's solvers are compared with the
alternatives of a user: CP-SAT and CaDiCaL on the suite's formulas, and clingo, if its package is
installed, on an encoding in the style of its users. A board that is undecided at its time limit
counts as slower than all others; of boards above 400 cells, the alternatives get the first few.
About ten minutes.

Imports are not timed. Figures at the head of the table are quantiles of all samples: on a loaded
machine they are upper bounds.
"""

import itertools
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.answer_sets import INSTALLED, answer_sets
from benchmarks.measuring import keep, yardstick
from cpstudy.cli.inputs import read_puzzles
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.nurikabe.encodings.forest import Forest
from cpstudy.puzzles.nurikabe.generating import unique
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, Nurikabe
from cpstudy.puzzles.nurikabe.solvers import SOLVERS

SECONDS = 10.0
LARGE = 4
WARM = 3
STREAMS = {7: 40, 10: 20}
QUANTILES = (0.5, 0.9, 0.98, 1.0)
Taken = tuple[float, bool]  # CPU seconds, and whether the board was settled

RULES = """
{ sea(C) : cell(C), not clue(C) }.
land(C) :- cell(C), not sea(C).
has(C, C) :- clue(C).
has(K, D) :- has(K, C), beside(C, D), land(D), near(K, D).
:- land(C), not has(_, C).
:- has(K, C), beside(C, D), land(D), not has(K, D).
:- has(J, C), has(K, C), J < K.
:- size(K, S), #count { C : has(K, C) } != S.
:- square(A, B, C, D), sea(A), sea(B), sea(C), sea(D).
reached(C) :- C = #min { D : sea(D) }, sea(C).
reached(D) :- reached(C), beside(C, D), sea(D).
:- sea(C), not reached(C).
#show sea/1.
"""


def facts(puzzle: Nurikabe) -> str:
    """A puzzle as facts of the rules above."""
    lines = [f"cell({cell})." for cell in range(len(puzzle.clues))]
    for cell in puzzle.clue_cells:
        lines.append(f"clue({cell}).")
        if puzzle.clues[cell] != ANY_SIZE:
            lines.append(f"size({cell}, {puzzle.clues[cell]}).")
    for cell, owners in enumerate(Forest(puzzle).owners):
        lines += [f"near({puzzle.clue_cells[island]}, {cell})." for island in owners]
        lines += [f"beside({cell}, {other})." for other in puzzle.neighbours[cell]]
    lines += [f"square({', '.join(map(str, square))})." for square in puzzle.squares]
    return "\n".join(lines)


def by_clingo(puzzle: Nurikabe) -> Taken:
    """The time of clingo."""
    seconds, models = answer_sets(RULES + facts(puzzle), SECONDS)
    assert models in (1, None)
    return seconds, models is not None


def by_solver(name: str) -> Callable[[Nurikabe], Taken]:
    """The time of a solver of the suite."""
    budget = Budget(seconds=SECONDS)

    def run(puzzle: Nurikabe) -> Taken:
        start = time.process_time()
        outcome = solve(puzzle, SOLVERS[name], budget=budget)
        return time.process_time() - start, outcome.verdict is Verdict.UNIQUE

    return run


def measured(puzzles: Iterable[Nurikabe], run: Callable[[Nurikabe], Taken]) -> dict[str, Any]:
    """CPU milliseconds of each board, as quantiles; None if these boards are not settled."""
    times: list[float] = []
    for puzzle in puzzles:
        seconds, settled = run(puzzle)
        times.append(1000 * seconds if settled else float("inf"))
    times.sort()
    outcome = {}
    for quantile in QUANTILES:
        value = times[min(len(times) - 1, int(quantile * len(times)))]
        outcome[f"{quantile:.0%}"] = None if value == float("inf") else round(value, 2)
    return {"boards": len(times), "settled": sum(map(float("inf").__gt__, times)), "ms": outcome}


def streams(files: list[str]) -> dict[str, list[Nurikabe]]:
    """The boards by stream; those of files by size, without unreadable records."""
    found = {
        f"random {size}x{size}": [
            puzzle for puzzle, _ in unique(Wanted("islands", size, size, count, 1))
        ]
        for size, count in STREAMS.items()
    }
    read = itertools.chain.from_iterable(
        read_puzzles(kind("nurikabe"), (), (name,), None) for name in files
    )
    given = [item.puzzle for item in read if isinstance(item.puzzle, Nurikabe)]
    names = ", ".join(Path(name).name for name in files)
    for least, most in ((1, 100), (101, 400), (401, 10**6)):
        boards = [puzzle for puzzle in given if least <= len(puzzle.clues) <= most]
        if boards:
            cells = f"up to {most}" if least == 1 else f"above {least - 1}"
            found[f"{names}, {cells} cells"] = boards
    return found


def main() -> None:
    solvers = {name: by_solver(name) for name in ("cdcl", "deduce", "sat", "cpsat")}
    if INSTALLED:
        solvers["clingo"] = by_clingo
    boards = streams(sys.argv[1:])
    rows = []
    for work, puzzles in boards.items():
        for name, run in solvers.items():
            for puzzle in puzzles[:WARM]:  # one of them is hard enough for probing
                run(puzzle)
            # The others cannot settle most of the large boards and would use all their seconds.
            met = puzzles if name == "cdcl" or "above" not in work else puzzles[:LARGE]
            row = {"work": work, "engine": name, **measured(met, run)}
            rows.append({**row, "yardstick_ms": round(1000 * yardstick(), 3)})
            print(rows[-1], file=sys.stderr, flush=True)
        keep("nurikabe", rows)  # after each stream
    table = Table(title=f"Nurikabe, CPU ms a verdict ({SECONDS:.0f} s a board)")
    for heading in ("boards", "engine", "number", "settled", *(f"{q:.0%}" for q in QUANTILES)):
        table.add_column(heading, justify="left" if heading in ("boards", "engine") else "right")
    for row in rows:
        shown = ["–" if value is None else f"{value:.1f}" for value in row["ms"].values()]
        table.add_row(row["work"], row["engine"], str(row["boards"]), str(row["settled"]), *shown)
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
