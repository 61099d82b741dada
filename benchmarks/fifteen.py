"""The 15-puzzle: Korf's hundred boards, all to their published optimum; CPU time, one core, warm.

*Tables*: CPU seconds to fill the tables of 6, 6 and 3 tiles, once. *Boards*: nodes and CPU
milliseconds of iterative-deepening A* on ``korf1985.txt``, with patterns, and with Manhattan
distance on the boards that it solves within 20 million nodes. A length that differs from the
published one ends the run.

Published mean nodes for random boards (Korf2002): 401,189,630 with Manhattan distance, 617,555 with
patterns of 6, 6 and 3 tiles, 36,710 with patterns of 7 and 8 tiles, which take 577 MB. Nodes are
generated nodes, there as here.
"""

import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks.measuring import keep
from cpstudy.api import explore
from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, Stop
from cpstudy.puzzles.sliding_tiles.formats import read_numbers
from cpstudy.puzzles.sliding_tiles.patterns import fill, partition

BOARDS = Path(__file__).with_name("korf1985.txt")
PUBLISHED = {"manhattan": 401_189_630, "patterns": 617_555}
_LARGEST = Budget(states=20_000_000)


def boards() -> list[tuple[Any, int]]:
    """The hundred boards, each with its published number of moves."""
    lines = BOARDS.read_text(encoding="utf-8").splitlines()
    known = [int(line.split("\t")[1]) for line in lines if not line.startswith("#")]
    return [(item.puzzle, moves) for item, moves in zip(read_numbers(lines), known, strict=True)]


def tables() -> dict[str, Any]:
    """The time to fill the tables."""
    fill(3, 3, (1, 2), Clock())
    start = time.process_time()
    for pattern in partition(4, 4):
        fill(4, 4, pattern, Clock())
    return {"work": "tables of 6, 6 and 3 tiles", "seconds": time.process_time() - start}


def solved(bound: str) -> dict[str, Any]:
    """Solve all boards with one bound; a row of mean nodes and times."""
    nodes, seconds = [], []
    explore(boards()[0][0], "ida", bound=bound, budget=Budget(states=100_000))  # loads modules
    for board, moves in boards():
        start = time.process_time()
        found = explore(board, "ida", bound=bound, budget=_LARGEST)
        if found.stop is Stop.STATES:
            continue
        if found.path is None or len(found.path) != moves:
            raise SystemExit(f"{board.encode()}: not {moves} moves, as published")
        nodes.append(found.states)
        seconds.append(time.process_time() - start)
    return {
        "work": f"Korf's boards, {bound}",
        "boards": len(nodes),
        "nodes": round(statistics.mean(nodes)),
        "published nodes": PUBLISHED[bound],
        "mean ms": 1000 * statistics.mean(seconds),
        "median ms": 1000 * statistics.median(seconds),
        "nodes a second": round(sum(nodes) / sum(seconds)),
    }


def main() -> None:
    """Measure, print, and store the rows."""
    rows = [tables(), solved("patterns"), solved("manhattan")]
    for row in rows:
        print(", ".join(f"{name}: {value}" for name, value in row.items()))
    keep("fifteen", rows)


if __name__ == "__main__":
    main()
