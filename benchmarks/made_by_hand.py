"""Compare the measures of generated puzzles with those of published ones.

For each kind with a public collection: puzzles of one size, and for each level as many of our
puzzles as published ones. A collection is ``FOLDER/KIND/janko.json``, for declared kinds
``boards.txt`` with text forms (others: ``FILES``), in ``shared/cases`` next to the repository and
in every further folder of ``--cases``; kinds without one are skipped with a message.

*Halves.* Settings of generators are chosen with the half for *tuning*: the first 60 puzzles of a
collection (at most half of it), which were used before there were halves, and a quarter of the
rest, by the CRC of their text. The other puzzles are *held out*: the verdict rests on them, and our
puzzles for it have another seed.

*The test.* For each measure, the Kolmogorov–Smirnov distance between both collections is computed;
the largest of all measures is compared with that of 9,999 random exchanges of puzzles between the
two (Westfall and Young 1993), which keeps its level under any dependence and any ties of measures.
Each level of a kind is one test; p-values are corrected by Holm for the number of all these tests.
A generator is accepted if none of its levels is distinguished at 5 %. *Seen* is the least distance
that would have been noticed: a test of this number of puzzles cannot detect smaller ones.

Levels with fewer than ten puzzles on either side are left out. So are puzzles that are not settled
within half a minute, and puzzles that our generator does not find in ``--seconds`` of CPU time. All
rows are stored (``results/made_by_hand.json``); the output is the table of
docs/explanation/puzzles-worth-solving, which ``--stored`` prints without measuring.

Run with ``python -m benchmarks.made_by_hand [KIND …]``; one to five minutes of CPU time for each
kind.
"""

import argparse
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import fmean
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from benchmarks.makers import Worked
from cpstudy import generate
from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.result import Budget
from cpstudy.core.text import write_text
from cpstudy.jobs.measures import is_of_size, measures, of_others, read
from cpstudy.puzzles import DECLARED, kind
from cpstudy.study.multiple import holm

CASES = Path(__file__).parents[1].parent / "shared" / "cases"
RESULTS = Path(__file__).with_name("results") / "made_by_hand.json"
# The generator and the size of each kind.
KINDS = {
    "kenken": ("shaped", 6),
    "jigsaw": ("once", 6),
    "sudoku": ("symmetric", 9),
    "masyu": ("placed", 10),
    "slitherlink": ("placed", 10),
    "nurikabe": ("grown", 10),
    "picross": ("shapes", 15),
    "sokoban": ("pulled", 8),
    "rush_hour": ("hardest", 6),
    **dict.fromkeys(("akari", "hashi", "heyawake", "shikaku", "tents"), ("answers", 10)),
    **{"hitori": ("answers", 8), "killer_sudoku": ("answers", 6), "skyscrapers": ("answers", 6)},
    "binairo": ("answers", 10),
}
# Collections with another file name than ``janko.json``.
FILES = {"sokoban": "microban-1-77.txt", "rush_hour": "sample.txt"}
# The number of puzzles used for tuning before there were halves; one in A_QUARTER of the rest.
CHOSEN_BY, A_QUARTER = 60, 4
# The least and greatest number of puzzles of a level, and the seeds of ours by half.
FEWEST, MOST = 10, 40
SEEDS = {"tuning": 2026, "held out": 2027}
EXCHANGES, SIGNIFICANT = 9999, 0.05


def files(name: str, folders: Sequence[Path]) -> list[Path]:
    """The files of a kind's public puzzles."""
    usual = "boards.txt" if name in DECLARED else "janko.json"
    found = [folder / name / FILES.get(name, usual) for folder in folders]
    return [path for path in found if path.exists()]


def half(name: str, paths: Sequence[Path], wanted: str) -> list[Any]:
    """The distinct puzzles of a half, in a random but fixed order."""
    record = kind(name)
    size = KINDS[name][1]
    every = {
        write_text(puzzle): puzzle
        for path in paths
        for puzzle in read(record, path)
        if is_of_size(record, puzzle, (size, size))
    }
    first = min(CHOSEN_BY, len(every) // 2)
    by_crc = {text: crc32(text.encode()) for text in every}
    tuning = {text for at, text in enumerate(every) if at < first or by_crc[text] % A_QUARTER == 0}
    chosen = [text for text in every if (text in tuning) == (wanted == "tuning")]
    return [every[text] for text in sorted(chosen, key=by_crc.__getitem__)]


def theirs(name: str, puzzles: Sequence[Any]) -> dict[str | None, list[dict[str, float]]]:
    """The measures of published puzzles by level."""
    found: dict[str | None, list[dict[str, float]]] = {}
    for level, one in of_others(kind(name), puzzles, budget=Budget(seconds=30)):
        found.setdefault(level, []).append(one)
    return {level: some[:MOST] for level, some in found.items() if len(some) >= FEWEST}


def ours(
    name: str, level: str | None, count: int, seed: int, seconds: float
) -> list[dict[str, float]]:
    """The measures of ``count`` generated puzzles of a level, or of those found within the time."""
    by, size = KINDS[name]
    record, clock, found = kind(name), Worked(seconds), []
    unique = record.generators[by].unique is not None
    with suppress(OutOfTimeError):
        for board, solution in generate(
            name, by, size, count, seed, unique=unique, grade=level, clock=clock
        ):
            found.append(measures(record, board, solution))
    return found


def distances(
    values: npt.NDArray[np.float64], sides: npt.NDArray[np.bool_]
) -> npt.NDArray[np.float64]:
    """For each assignment to sides, the distance of both distributions of each measure.

    values: puzzles × measures; sides: assignments × puzzles, true for the first collection.
    """
    order = np.argsort(values, axis=0, kind="stable")
    ranked = np.take_along_axis(values, order, axis=0)
    ends = np.vstack([ranked[1:] != ranked[:-1], np.ones((1, values.shape[1]), bool)])
    share = sides / sides.sum(1, keepdims=True) - ~sides / (~sides).sum(1, keepdims=True)
    found: npt.NDArray[np.float64] = np.abs(np.cumsum(share[:, order], axis=1) * ends).max(1)
    return found


def tested(
    their: Sequence[dict[str, float]], our: Sequence[dict[str, float]]
) -> tuple[list[dict[str, Any]], float, float]:
    """A row for each measure with its p; the p of all; and the least noticeable distance."""
    names = [name for name in their[0] if all(name in one for one in (*their, *our))]
    values = np.array([[one[name] for name in names] for one in (*their, *our)])
    random = np.random.default_rng(0)
    side = np.arange(len(values)) < len(their)
    real = distances(values, side[None])[0]
    exchanged = random.permuted(np.tile(side, (EXCHANGES, 1)), axis=1)
    parts = np.array_split(exchanged, 99)
    largest = np.concatenate([distances(values, part).max(1) for part in parts])
    ps = [(1 + int((largest >= one - 1e-9).sum())) / (1 + len(largest)) for one in real]
    rows = [
        {
            "measure": name,
            "theirs": fmean(one[name] for one in their),
            "ours": fmean(one[name] for one in our),
            "distance": float(distance),
            "p": p,
        }
        for name, distance, p in zip(names, real, ps, strict=True)
    ]
    return rows, min(ps), float(np.quantile(largest, 1 - SIGNIFICANT, method="higher"))


def compare(
    name: str, paths: Sequence[Path], wanted: str, seconds: float, most: int
) -> list[dict[str, Any]]:
    """A row for each level of one kind."""
    found = []
    for level, their in theirs(name, half(name, paths, wanted)[:most]).items():
        our = ours(name, level, len(their), SEEDS[wanted], seconds)
        if len(our) >= FEWEST:
            rows, p, seen = tested(their, our)
            found.append(
                {"level": level or "any", "theirs": len(their), "ours": len(our)}
                | {"p": p, "seen": seen, "rows": rows}
            )
    return found


def lines(stored: dict[str, list[dict[str, Any]]]) -> list[str]:
    """The rows of the documentation's table."""
    flat = [(name, row) for name in KINDS for row in stored.get(name, [])]
    corrected = holm([row["p"] for _, row in flat])
    found = []
    for (name, row), p in zip(flat, corrected, strict=True):
        far = sorted(row["rows"], key=lambda one: -one["distance"])
        by = [one for one in far if one["p"] < SIGNIFICANT] if p < SIGNIFICANT else far[:1]
        words = "; ".join(
            f"{one['measure']} {one['theirs']:.2g}, {one['ours']:.2g} ({one['distance']:.2f})"
            for one in by
        )
        verdict = f"**distinguished** by {words}" if p < SIGNIFICANT else f"not; farthest {words}"
        size = KINDS[name][1]
        found.append(
            f"| {name} {size}×{size} | {row['level']} | {row['theirs']}, {row['ours']} | "
            f"{len(row['rows'])} | {row['seen']:.2f} | {row['p']:.4f} | {p:.3f} | {verdict} |"
        )
    return found


def main() -> None:
    """Compare the named kinds, or all."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("kinds", nargs="*", default=list(KINDS))
    parser.add_argument("--cases", type=Path, action="append", default=[CASES])
    parser.add_argument("--half", choices=list(SEEDS), default="held out")
    parser.add_argument("--seconds", type=float, default=120, help="for the puzzles of a level")
    parser.add_argument("--puzzles", type=int, default=400, help="of theirs, to be measured")
    parser.add_argument("--stored", action="store_true")
    arguments = parser.parse_args()
    stored = json.loads(RESULTS.read_text()) if RESULTS.exists() else {}
    here = stored.setdefault(arguments.half, {})
    for name in arguments.kinds:
        if arguments.stored:
            continue
        if paths := files(name, arguments.cases):
            here[name] = compare(name, paths, arguments.half, arguments.seconds, arguments.puzzles)
            RESULTS.write_text(json.dumps(stored, indent=1) + "\n")
        else:
            print(f"{name}: no collection at hand")
    print(*lines(here), sep="\n")


if __name__ == "__main__":
    main()
