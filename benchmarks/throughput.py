"""Bulk work end to end: a file of puzzles through ``verify``, ``solve`` and ``count``, by kind.

A stream is of different puzzles, made here, repeated until one process takes some seconds. Each
command runs with one and with two processes in turn, wall and CPU seconds of the whole command,
start included; the least of three runs counts, since other work on the machine only adds. *two /
one* is the ratio of wall times: 0.5 is the least that two cores can give. Puzzles a second are of
one process.

``python -m benchmarks.throughput [KIND …]``: three minutes a kind, on a quiet machine.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from benchmarks.measuring import keep
from cpstudy import api
from cpstudy.puzzles import kind

# Algorithm, size, different puzzles; None: the kind's first algorithm.
STREAMS: dict[str, tuple[str | None, int, int]] = {
    "pipes": ("wilson", 20, 5000),
    "hexpipes": (None, 12, 2000),
    "sudoku": ("minimal", 9, 3000),
    "jigsaw": ("minimal", 7, 300),
    "kenken": (None, 6, 300),
    "picross": ("noise", 15, 500),
    "nurikabe": (None, 6, 100),
    "slitherlink": (None, 6, 100),
    "masyu": (None, 6, 100),
    "edge_matching": ("two-set", 4, 300),
}
VERBS = ("verify", "solve", "count")
# Of one process, and how often each command runs.
SECONDS, RUNS = 4.0, 3


def stream(name: str, folder: Path) -> tuple[Path, int]:
    """A file of different puzzles of a kind, and how many."""
    algorithm, size, count = STREAMS[name]
    path = folder / f"{name}.txt"
    drawn = api.generate(name, algorithm or next(iter(kind(name).generators)), size,
                         count, seed=1)  # fmt: skip
    texts = [puzzle.encode() for puzzle, _ in drawn]
    path.write_text("\n".join(texts) + "\n", encoding="ascii")
    return path, len(texts)


def run(verb: str, name: str, path: Path, jobs: int) -> tuple[float, float]:
    """Wall and CPU seconds of a command."""
    command = [sys.executable, "-m", "cpstudy", verb, "--puzzle", name, "-f", path, "--jobs",
               str(jobs)]  # fmt: skip
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu


def longer(path: Path, times: int) -> Path:
    """The file so many times over."""
    text = path.read_text(encoding="ascii")
    longer = path.with_name(f"{path.stem}-{times}.txt")
    longer.write_text(text * times, encoding="ascii")
    return longer


def measured(verb: str, name: str, path: Path, count: int) -> dict[str, Any]:
    once, _ = run(verb, name, path, 1)
    start, _ = run(verb, name, longer_than_nothing(path), 1)
    times = max(1, round((SECONDS - start) / max(once - start, 0.02)))
    file = longer(path, times)
    seconds = {1: (9e9, 9e9), 2: (9e9, 9e9)}
    for _ in range(RUNS):
        for jobs, least in list(seconds.items()):
            seconds[jobs] = min(least, run(verb, name, file, jobs))
    wall, cpu = seconds[1]
    return {
        "kind": name,
        "verb": verb,
        "puzzles": count * times,
        "one_wall": round(wall, 3),
        "one_cpu": round(cpu, 3),
        "two_wall": round(seconds[2][0], 3),
        "two_cpu": round(seconds[2][1], 3),
        "ratio": round(seconds[2][0] / wall, 3),
        "a_second": round(count * times / wall),
    }


def longer_than_nothing(path: Path) -> Path:
    """The first puzzle alone, for the time that a start takes."""
    alone = path.with_name(f"{path.stem}-alone.txt")
    alone.write_text(path.read_text(encoding="ascii").partition("\n")[0] + "\n", encoding="ascii")
    return alone


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(STREAMS)))
def main(names: tuple[str, ...]) -> None:
    rows = []
    table = Table(title=f"{os.cpu_count()} cores: wall seconds of whole commands")
    for heading in ("kind", "verb", "puzzles", "one", "two", "two / one", "a second"):
        table.add_column(heading, justify="left" if heading in ("kind", "verb") else "right")
    with tempfile.TemporaryDirectory() as folder:
        for name in names or STREAMS:
            path, count = stream(name, Path(folder))
            for verb in VERBS:
                print(f"{name} {verb}", file=sys.stderr)
                row = measured(verb, name, path, count)
                rows.append(row)
                table.add_row(
                    name, verb, f"{row['puzzles']:,}", f"{row['one_wall']:.2f}",
                    f"{row['two_wall']:.2f}", f"{row['ratio']:.2f}", f"{row['a_second']:,}",
                )  # fmt: skip
    if not names:
        keep("throughput", rows)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
