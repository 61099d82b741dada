"""Are generated puzzles distinguished from published ones by their measures?

For each kind with a public collection at hand (``--cases FOLDER``, as ``shared/cases`` beside the
repository; kinds without one are skipped, and it says so): puzzles of one size, and of each level
as many of ours as there are of theirs, by ``jobs/measures.py: beside``, the two-sample test of
Kolmogorov and Smirnov with Holm's correction. A level with fewer than five of theirs, and what our
generator does not find in ``--seconds``, is left out on both sides. ``generate --table --beside
FILE`` does the same for one level.

Stored are all rows (``results/made_by_hand.json``); printed is the table of
docs/explanation/puzzles-worth-solving, which ``--stored`` prints without measuring.

Run with ``python -m benchmarks.made_by_hand [KIND …]``; a minute or two of processor time a kind.
"""

import argparse
import json
from collections import Counter
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from cpstudy import generate
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.jobs.measures import beside, measures, of_others
from cpstudy.puzzles import kind

CASES = Path(__file__).parents[1].parent / "shared" / "cases"
RESULTS = Path(__file__).with_name("results") / "made_by_hand.json"
# By kind: the generator, the size, and how many puzzles of a level at most.
KINDS = {
    "kenken": ("shaped", 6, 40),
    "jigsaw": ("once", 6, 40),
    "sudoku": ("symmetric", 9, 40),
    "masyu": ("placed", 10, 20),
    "slitherlink": ("placed", 10, 20),
    "nurikabe": ("grown", 10, 20),
    "picross": ("shapes", 15, 20),
    "sokoban": ("pulled", 8, 20),
}
# Collections with another name than ``janko.json``.
FILES = {"sokoban": "microban-1-77.txt"}
# The first of a collection; of a level at least so many, or it is left out.
PUBLISHED, FEWEST = 60, 5
SEED, SIGNIFICANT = 2026, 0.05


def collection(name: str, folder: Path) -> Path:
    """The file of a kind's public puzzles."""
    return folder / name / FILES.get(name, "janko.json")


def ours(name: str, level: str | None, count: int, seconds: float) -> list[dict[str, float]]:
    """As many measures of the generator's puzzles of a level, or those found in the seconds."""
    by, size, _ = KINDS[name]
    record, clock, found = kind(name), Clock(seconds), []
    unique = record.generators[by].unique is not None
    with suppress(OutOfTimeError):
        for board, solution in generate(
            name, by, size, count, SEED, unique=unique, grade=level, clock=clock
        ):
            found.append(measures(record, board, solution))
    return found


def compare(name: str, folder: Path, seconds: float) -> dict[str, Any]:
    """The rows of one kind, and how many puzzles of each level."""
    _, size, most = KINDS[name]
    by_level: dict[str | None, list[dict[str, float]]] = {}
    others = of_others(kind(name), collection(name, folder), (size, size))
    for level, one in islice(others, PUBLISHED):
        by_level.setdefault(level, []).append(one)
    theirs: list[dict[str, float]] = []
    made: list[dict[str, float]] = []
    levels: Counter[str] = Counter()
    for level, some in by_level.items():
        if len(some) >= FEWEST:
            found = ours(name, level, min(len(some), most), seconds)
            theirs, made = theirs + some[: len(found)], made + found
            levels[level or "any"] = len(found)
    rows = [row._asdict() for row in beside(theirs, made)] if made else []
    return {"levels": levels, "rows": rows}


def line(name: str, found: dict[str, Any]) -> str:
    """The row of the documentation's table."""
    levels = ", ".join(f"{count} {level}" for level, count in found["levels"].items())
    same: list[str] = []
    other: list[str] = []
    for row in found["rows"]:
        means = f"{row['measure']} {row['theirs']:.2g}, {row['ours']:.2g}"
        (other if row["p"] < SIGNIFICANT else same).append(means)
    size = KINDS[name][1]
    return (
        f"| {name} {size}×{size}: {levels} | {'; '.join(same) or '–'} | {'; '.join(other) or '–'} |"
    )


def main() -> None:
    """Compare the kinds that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--cases", type=Path, default=CASES)
    parser.add_argument("--seconds", type=float, default=120, help="for the puzzles of a level")
    parser.add_argument("--stored", action="store_true")
    arguments = parser.parse_args()
    stored = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    for name in arguments.kinds:
        if not arguments.stored and collection(name, arguments.cases).exists():
            stored[name] = compare(name, arguments.cases, arguments.seconds)
            RESULTS.write_text(json.dumps(stored, indent=1) + "\n")
        if name in stored:
            print(line(name, stored[name]), flush=True)
        else:
            print(f"{name}: no collection at hand")


if __name__ == "__main__":
    main()
