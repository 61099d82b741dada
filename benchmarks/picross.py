"""Picross: verdicts with uniqueness on a stream of real instances, one core, warm.

The stream has janko's boards, the `.non` files and the n-Dom family, if the folder of public
instances exists (see tests/cases.py), and generated pictures of 50×50. Methods are ours (the
portfolio, single and in a batch; clause learning alone), and the alternatives: CP-SAT on automata,
CaDiCaL on the order encoding, and clingo, if its package is installed. Methods take turns of some
puzzles, so slow phases of the machine affect all, and the state of the caches varies. Times are CPU
seconds, with a limit of 10 a puzzle; an undecided puzzle counts with its time. The `.non` files
include puzzles that no method decides in an hour; batches, which do not have a limit, are left out
there. Run with ``python -m benchmarks.picross``, about ten minutes.
"""

import statistics
import time
from collections.abc import Callable, Mapping

from rich.console import Console
from rich.table import Table

from benchmarks.answer_sets import INSTALLED, answer_sets
from benchmarks.measuring import keep, yardstick
from cpstudy import Budget, Verdict, generate
from cpstudy.core.solving import solve, solve_batch
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.solvers import SOLVERS
from tests.puzzles.picross.instances import CASES, domino, janko, non_files

SECONDS = 10.0
BUDGET = Budget(seconds=SECONDS)
PICTURES = 10

HARD, BATCH = "webpbn and others", "portfolio, batch"

# The number of puzzles that a method solves before the next method's turn.
TURN = 25

Verdicts = tuple[float, bool]  # CPU seconds, and whether it was settled


def streams() -> dict[str, dict[str, Picross]]:
    """The puzzles by stream and name."""
    found: dict[str, dict[str, Picross]] = {}
    if CASES is not None:
        found["janko"] = {name: puzzle for name, (puzzle, _) in janko().items()}
    found["n-Dom"] = {f"{n}-Dom": domino(n) for n in (6, 8, 9, 10, 12)}
    drawn = generate("picross", "blobs", 50, PICTURES, seed=1, unique=True)
    found["pictures 50x50"] = {str(i): puzzle for i, (puzzle, _) in enumerate(drawn)}
    if CASES is not None:
        hard = {name: p for name, p in non_files().items() if max(p.rows, p.columns) <= 100}
        found[HARD] = {n: p for n, p in hard.items() if "dom" not in n}
    return found


def by_solver(name: str) -> Callable[[Picross], Verdicts]:
    """A method: one of our rows."""

    def run(puzzle: Picross) -> Verdicts:
        start = time.process_time()
        result = solve(puzzle, SOLVERS[name], budget=BUDGET)
        return time.process_time() - start, result.verdict is not Verdict.UNKNOWN

    return run


def in_a_batch(puzzle: Picross) -> Verdicts:
    """A method: the portfolio's batches, here eight copies of a puzzle."""
    start = time.process_time()
    result = solve_batch([puzzle] * 8, SOLVERS["portfolio"])
    return (time.process_time() - start) / 8, result[0].verdict is not Verdict.UNKNOWN


# Run j of line l begins at one place; runs are in order; a cell is coloured if and only if a run of
# its row covers it, and if and only if a run of its column does.
CLINGO = """
1 { begins(L, J, P) : P = 0..N-K } 1 :- run(L, J, K), length(L, N).
:- begins(L, J, P), begins(L, J+1, Q), run(L, J, K), Q < P + K + 1.
covered(L, P..P+K-1) :- begins(L, J, P), run(L, J, K).
:- covered(r(R), C), not covered(c(C), R), column(C).
:- covered(c(C), R), not covered(r(R), C), row(R).
#show covered/2.
"""


def by_clingo(puzzle: Picross) -> Verdicts:
    """A method: a search for two answer sets. One colour only."""
    facts = [f"row(0..{puzzle.rows - 1}). column(0..{puzzle.columns - 1})."]
    for line, clue in enumerate(puzzle.clues):
        name = f"r({line})" if line < puzzle.rows else f"c({line - puzzle.rows})"
        facts.append(f"length({name}, {puzzle.length(line)}).")
        facts += [f"run({name}, {j}, {length})." for j, (length, _) in enumerate(clue)]
    seconds, models = answer_sets(CLINGO + "\n".join(facts), SECONDS)
    return seconds, models is not None


def methods() -> dict[str, Callable[[Picross], Verdicts]]:
    """The methods by name."""
    found = {name: by_solver(name) for name in ("portfolio", "cdcl", "sat", "cpsat")}
    found[BATCH] = in_a_batch
    if INSTALLED:
        found["clingo"] = by_clingo
    return found


def measured(
    puzzles: Mapping[str, Picross], runs: Mapping[str, Callable[[Picross], Verdicts]]
) -> dict[str, list[Verdicts]]:
    """The time of each method for each puzzle."""
    result: dict[str, list[Verdicts]] = {name: [] for name in runs}
    every = list(puzzles.values())
    for begun in range(0, len(every), TURN):
        for name, run in runs.items():
            run(domino(4))  # removes another method's data from the caches, untimed
            result[name] += [run(puzzle) for puzzle in every[begun : begun + TURN]]
    return result


def main() -> None:
    runs = methods()
    for run in runs.values():  # warm-up: imports
        run(domino(6))
    yard = [yardstick() for _ in range(20)]
    rows = []
    for stream, puzzles in streams().items():
        here = {name: run for name, run in runs.items() if stream != HARD or name != BATCH}
        for method, result in measured(puzzles, here).items():
            times = sorted(1000 * seconds for seconds, _ in result)
            rows.append(
                {
                    "stream": stream,
                    "method": method,
                    "puzzles": len(result),
                    "settled": sum(settled for _, settled in result),
                    "median_ms": round(statistics.median(times), 3),
                    "p98_ms": round(times[min(len(times) - 1, int(0.98 * len(times)))], 3),
                    "slowest_ms": round(times[-1], 3),
                    "yardstick_ms": round(1000 * min(yard), 3),
                }
            )
        keep("picross", rows)  # after each stream: CP-SAT takes minutes
    table = Table(title="Picross with uniqueness, CPU ms a puzzle")
    for heading in rows[0]:
        table.add_column(heading, justify="left" if heading in ("stream", "method") else "right")
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
