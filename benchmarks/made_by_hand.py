"""Are generated puzzles told from published ones by their measures?

For each kind with a public collection at hand (``--cases FOLDER``, as ``shared/cases`` beside the
repository; kinds without one are skipped, and it says so) its puzzles of the most frequent size,
and as many of ours of that size and the usual generator, level by level in turn. Each measure of
``jobs/measures.py`` that is no feature of the deduction is compared by the two-sample test of
Kolmogorov and Smirnov; p-values are corrected for the number of measures (Holm 1979), and at 5 % a
measure tells them apart. Printed are both means, the distance of the distributions, and p.

Run with ``python -m benchmarks.made_by_hand [KIND …]``; a minute or two, most of it for Nurikabe.
"""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import mean
from typing import Any

from rich.console import Console
from rich.table import Table
from scipy.stats import ks_2samp

from cpstudy import Budget, generate, solve
from cpstudy.api import read
from cpstudy.puzzles import kind

CASES = Path(__file__).parents[1].parent / "shared" / "cases"
# By kind: the levels of ours, and how many puzzles at most.
KINDS = {
    "nurikabe": (("medium", "hard"), 24),
    "slitherlink": (("easy", "medium", "hard"), 40),
    "masyu": (("easy", "medium", "hard"), 40),
    "sudoku": (("easy", "medium", "hard"), 40),
    "jigsaw": (("easy", "medium", "hard"), 40),
    "kenken": (("easy", "medium", "hard"), 56),
    "picross": ((None,), 40),
    "sokoban": ((None,), 40),
}
# Collections with another name than ``janko.json``.
FILES = {"sokoban": "microban-1-77.txt"}
SIGNIFICANT = 0.05


def measured(name: str, puzzle: Any) -> Mapping[str, float] | None:
    """What a puzzle counts of its clues; None where it is not solved soon."""
    generating = kind(name).generating
    assert generating is not None and generating.measures is not None
    if not kind(name).solvers:
        return generating.measures(puzzle, None)
    found = solve(puzzle, budget=Budget(seconds=2), limit=1)
    return generating.measures(puzzle, found.solutions[0]) if found.solutions else None


def size_of(puzzle: Any) -> tuple[int, int]:
    """Rows and columns; boards of moves are compared whatever their size."""
    if not kind(puzzle.kind).solvers:
        return kind(puzzle.kind).generating.usual.size
    return getattr(puzzle, "rows", 0) or puzzle.order, getattr(puzzle, "columns", 0) or puzzle.order


def collection(name: str, folder: Path) -> Path:
    """The file of a kind's public puzzles."""
    return folder / name / FILES.get(name, "janko.json")


def published(name: str, folder: Path, most: int) -> tuple[tuple[int, int], list[Any]]:
    """The puzzles of the most frequent size of a collection."""
    puzzles = read(name, collection(name, folder))
    size = Counter(map(size_of, puzzles)).most_common(1)[0][0]
    return size, [puzzle for puzzle in puzzles if size_of(puzzle) == size][:most]


def ours(name: str, size: tuple[int, int], levels: Sequence[str | None], count: int) -> list[Any]:
    """As many of the usual generator, levels in turn."""
    generating = kind(name).generating
    assert generating is not None and generating.usual is not None
    by = generating.usual.algorithm
    streams = [
        generate(name, by, size, count, 2026 + number, unique=generating.usual.unique, grade=level)
        for number, level in enumerate(levels)
    ]
    return [next(stream)[0] for stream in islice(cycle(streams), count)]


def holm(chances: Sequence[float]) -> list[float]:
    """p-values corrected for their number, in the order given."""
    order = sorted(range(len(chances)), key=chances.__getitem__)
    found, largest = [0.0] * len(chances), 0.0
    for place, index in enumerate(order):
        largest = max(largest, min(1.0, chances[index] * (len(chances) - place)))
        found[index] = largest
    return found


def compare(name: str, folder: Path, console: Console) -> None:
    """The table of one kind."""
    levels, most = KINDS[name]
    size, theirs = published(name, folder, most)
    rows = [[m for p in some if (m := measured(name, p))] for some in (
        theirs, ours(name, size, levels, len(theirs))
    )]  # fmt: skip
    names = [one for one in rows[0][0] if all(one in row for some in rows for row in some)]
    samples = {one: [[row[one] for row in some] for some in rows] for one in names}
    tests = {one: ks_2samp(*pair) for one, pair in samples.items()}
    table = Table(
        title=f"{name} {size[1]}x{size[0]}: {len(rows[0])} published, {len(rows[1])} ours"
    )
    for heading in ("measure", "published", "ours", "distance", "p (Holm)", ""):
        table.add_column(heading)
    for one, p in zip(names, holm([tests[one].pvalue for one in names]), strict=True):
        means = [f"{mean(values):.3g}" for values in samples[one]]
        word = "differs" if p < SIGNIFICANT else ""
        table.add_row(one, *means, f"{tests[one].statistic:.2f}", f"{p:.3f}", word)
    console.print(table)


def main() -> None:
    """Compare the kinds that are named, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--cases", type=Path, default=CASES)
    arguments = parser.parse_args()
    console = Console()
    for name in arguments.kinds:
        if collection(name, arguments.cases).exists():
            compare(name, arguments.cases, console)
        else:
            console.print(f"{name}: no collection at hand")


if __name__ == "__main__":
    main()
