"""Bloxorz and sliding blocks: CPU milliseconds a puzzle, one core, warm.

*Bloxorz*: open boards of Kamies2016, Table 3, breadth first to the goal, from the text form to the
replayed path; the published seconds are those of the model with the board in its states. *Rush
Hour*: a stream of different random boards of 6×6 with 4 to 13 cars, and the largest cluster that
hill climbing found (541,934 boards); each is solved and its whole cluster counted. *Klotski*: the
classic board, slides and steps, whole space. The plain Python searches run on the small boards, to
show the effect of compiling.

Stage and board files on the command line are timed as a whole, so public ones need not be in this
repository (``python -m benchmarks.sliding bloxorz level*.txt``, ``… rush_hour sample.txt``). Slow
and quiet phases of the machine are distinguished as in ``measuring.py``.
"""

import sys
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.measuring import Series, keep
from cpstudy.api import explore, puzzle
from cpstudy.puzzles import kind
from cpstudy.puzzles.bloxorz.generate import open_board
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.puzzles.rush_hour.puzzle import RushHour

SAMPLES = 10
STREAM = 200
LARGEST_CLUSTER = "DDoFooIIoFLoAAooLCoJBKKCGJBEEoGHHooo"
KLOTSKI = "4x5:BAACBAACDFFEDGHEIooJ"
# Kamies2016, Table 3: seconds of breadth-first search on an i7 of 2.3 GHz in a virtual machine.
PUBLISHED = {10: 0.005, 20: 0.069, 50: 4.271, 100: 76.073, 150: 818.848}


def explored(decode: Callable[[str], Any], texts: Iterable[str], **options: Any) -> dict[str, Any]:
    """One sample for each text, from the text to the checked result."""
    texts = list(texts)
    series = Series()
    states = 0
    _one(decode, texts[0], options)

    def run(text: str) -> dict[str, float]:
        nonlocal states
        seconds, found = _one(decode, text, options)
        states += found
        return {"puzzle": seconds}

    for text in texts:
        series.add(partial(run, text))
    return {"states": states // len(texts), **series.medians()}


def _one(decode: Callable[[str], Any], text: str, options: dict[str, Any]) -> tuple[float, int]:
    start = time.process_time()
    result = explore(decode(text), "bfs", **options)
    return time.process_time() - start, result.states


def from_files(kind_name: str, names: list[str]) -> list[dict[str, Any]]:
    """A row for all boards of the files, whole clusters."""
    record = kind(kind_name)
    form = next(name for name in ("level", "known") if name in record.formats)
    texts = []
    for name in names:
        lines = Path(name).read_text(encoding="utf-8").splitlines(keepends=True)
        items = record.formats[form].read(lines)
        texts += [item.puzzle.encode() for item in items]
    decode = partial(puzzle, kind_name)
    whole = explored(decode, texts, whole=True)
    return [{"work": f"{len(texts)} of {kind_name}, whole", "engine": "compiled", **whole}]


def main() -> None:
    rows: list[dict[str, Any]] = []

    def add(work: str, engine: str, measured: dict[str, Any], **more: Any) -> None:
        rows.append({"work": work, "engine": engine, **measured, **more})

    for size, published in PUBLISHED.items():
        texts = [open_board(size, size).encode()] * SAMPLES
        work = f"Bloxorz open {size}x{size}"
        add(work, "compiled", explored(Bloxorz.decode, texts), published_seconds=published)
        if size <= 50:
            add(work, "python", explored(Bloxorz.decode, texts[:3], engine="python"))
    stream = [random_board(6, 6, 4 + i % 10, 1, i).encode() for i in range(STREAM)]
    add("Rush Hour, random boards, whole", "compiled",
        explored(RushHour.decode, stream, whole=True))  # fmt: skip
    largest = [LARGEST_CLUSTER] * SAMPLES
    for moves in ("slides", "steps"):
        add(f"Rush Hour, largest cluster, {moves}", "compiled",
            explored(RushHour.decode, largest, whole=True, moves=moves))  # fmt: skip
        classic = [KLOTSKI] * SAMPLES
        add(f"Klotski, whole, {moves}", "compiled",
            explored(RushHour.decode, classic, whole=True, moves=moves))  # fmt: skip
    add("Klotski, whole, slides", "python",
        explored(RushHour.decode, [KLOTSKI], whole=True, engine="python"))  # fmt: skip
    if len(sys.argv) > 2:
        rows += from_files(sys.argv[1], sys.argv[2:])
    else:
        keep("sliding", rows)

    table = Table(title="Sliding puzzles, median CPU ms a puzzle (quiet samples)")
    for heading in ("work", "engine", "states", "samples", "quiet", "ms", "ms, all"):
        table.add_column(heading, justify="left" if heading in ("work", "engine") else "right")
    for row in rows:
        quiet, every = row["quiet_median_ms"]["puzzle"], row["median_ms"]["puzzle"]
        cells = (row["work"], row["engine"], f"{row['states']:,}", str(row["samples"]))
        table.add_row(*cells, str(row["quiet_samples"]), f"{quiet:.2f}", f"{every:.2f}")
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
