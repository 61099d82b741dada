"""The CPU time that generators take for a puzzle, warm: medians and the slowest.

Sizes and levels are common ones. Each line makes one puzzle for each of ``--count`` seeds (9) in
this process, after a warm-up puzzle.

Run with ``python -m benchmarks.makers [KIND …]``; it takes a minute of CPU time.
"""

import argparse
import json
import time
from contextlib import suppress
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.table import Table

from cpstudy import generate
from cpstudy.core.clock import Clock, OutOfTimeError

# Kind, generator, size, level, moves, and the target in seconds.
LINES = (
    ("slitherlink", "placed", 10, "medium", None, 1.0),
    ("slitherlink", "placed", 10, "hard", None, 3.0),
    ("masyu", "placed", 10, "medium", None, 1.0),
    ("masyu", "placed", 10, "hard", None, 3.0),
    ("nurikabe", "grown", 10, "medium", None, 1.0),
    ("nurikabe", "grown", 10, "hard", None, 3.0),
    ("pipes", "wilson", 10, "hard", None, 0.3),
    ("sudoku", "symmetric", 9, "hard", None, 0.3),
    ("picross", "shapes", 20, "medium", None, 0.2),
    ("sokoban", "pulled", 8, None, 30, 5.0),
    ("jigsaw", "symmetric", 9, "medium", None, 2.0),
    *((kind, "answers", 10, "medium", None, 2.0) for kind in (
        "akari", "binairo", "fillomino", "hashi", "heyawake", "hitori", "kakuro", "lits",
        "numberlink", "shikaku", "star_battle", "tents", "yajilin",
    )),
    ("futoshiki", "answers", 7, "medium", None, 2.0),
    ("killer_sudoku", "answers", 9, "medium", None, 2.0),
    ("skyscrapers", "answers", 6, "medium", None, 2.0),
)  # fmt: skip
# The seconds after which a puzzle is given up; its time is then a lower bound.
GIVEN_UP = 20.0
RESULTS = Path(__file__).with_name("results") / "makers.json"


class Worked(Clock):
    """A clock of CPU time, so that a loaded machine does not give up a puzzle earlier."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self._begun = time.process_time()

    @property
    def passed(self) -> float:
        """See :class:`Clock`."""
        return time.process_time() - self._begun


def seconds(
    kind: str, by: str, size: int, level: str | None, moves: int | None, seed: int
) -> float:
    """The CPU time of one puzzle of a seed."""
    begun = time.process_time()
    clock = Worked(GIVEN_UP)
    with suppress(OutOfTimeError):
        for _ in generate(
            kind, by, size, 1, seed, unique=moves is None, grade=level, moves=moves, clock=clock
        ):
            pass
    return time.process_time() - begun + (clock.late and GIVEN_UP)


def main() -> None:
    """A line for each kind, size and level."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", nargs="*", help="those alone")
    parser.add_argument("--count", type=int, default=9)
    arguments = parser.parse_args()
    kept = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    table = Table(title="Processor time for a puzzle, s")
    for heading in ("kind", "size", "level", "asked", "median", "slowest", "given up"):
        table.add_column(heading)
    for kind, by, size, level, moves, asked in LINES:
        if arguments.kinds and kind not in arguments.kinds:
            continue
        seconds(kind, by, size, level, moves, 0)
        found = [seconds(kind, by, size, level, moves, 1 + n) for n in range(arguments.count)]
        what = level or f"{moves} pushes"
        late = sum(seconds > GIVEN_UP for seconds in found)
        times = f"{median(found):.2f}", f"{max(found):.2f}", str(late or "")
        table.add_row(kind, f"{size}x{size}", what, f"{asked:g}", *times)
        print(kind, size, what, *times, flush=True)
        kept[f"{kind} {size} {what}"] = [round(seconds, 3) for seconds in found]
        RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    Console().print(table)


if __name__ == "__main__":
    main()
