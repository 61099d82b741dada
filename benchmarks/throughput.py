"""Bulk work by kind: a file through ``verify``, ``solve``, ``count``; ``generate``; a study.

A stream of different puzzles, made here, is repeated until one process takes about ten seconds.
``generate`` makes puzzles of the same type, with one solution if the generator supports it; the
study solves them with the default solver, one run each. Each command runs with one and with two
processes in turn, in wall and CPU seconds of the whole command including its start; the least of
the runs counts, since other load only adds time. *two / one* is the ratio of wall times: the least
possible with two cores is 0.5; starting workers takes half a second. On a loaded machine the ratio
of CPU times is more informative: it shows the overhead of workers. Puzzles a second are of one
process.

``python -m benchmarks.throughput [KIND …]``: two minutes a kind, on a quiet machine.
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

# Algorithm, size, number of different puzzles; None: the kind's first algorithm.
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
VERBS = ("verify", "solve", "count", "generate", "study")
STUDY = """[[study]]
kind = "{kind}"
algorithms = ["{algorithm}"]
sizes = {size}
seeds = {count}
"""
# Seconds of one process, and the number of runs of each command.
SECONDS, RUNS = 12.0, 1


def stream(name: str, folder: Path) -> tuple[Path, int]:
    """A file of different puzzles of a kind, and their number."""
    algorithm, size, count = STREAMS[name]
    path = folder / f"{name}.txt"
    drawn = api.generate(name, algorithm or next(iter(kind(name).generators)), size,
                         count, seed=1)  # fmt: skip
    texts = [puzzle.encode() for puzzle, _ in drawn]
    path.write_text("\n".join(texts) + "\n", encoding="ascii")
    return path, len(texts)


def command(verb: str, name: str, path: Path, count: int) -> list[str]:
    """A command on this number of puzzles. path: the file of different ones."""
    algorithm, size, different = STREAMS[name]
    row = kind(name).generators[algorithm or next(iter(kind(name).generators))]
    if verb == "generate":
        unique = ["--unique"] * (row.unique is not None)
        return [verb, "--puzzle", name, "--algorithm", row.name, "--size", str(size), *unique,
                "--count", str(count)]  # fmt: skip
    if verb == "study":
        file = path.with_name(f"{name}.toml")
        asked = STUDY.format(kind=name, algorithm=row.name, size=size, count=count)
        file.write_text(asked, encoding="ascii")
        file.with_suffix(".sqlite").unlink(missing_ok=True)
        return [verb, str(file)]
    return [verb, "--puzzle", name, "-f", str(repeated(path, count, different))]


def run(verb: str, name: str, path: Path, count: int, jobs: int) -> tuple[float, float]:
    """Wall and CPU seconds of a command."""
    asked = [sys.executable, "-m", "cpstudy", *command(verb, name, path, count), "--jobs",
             str(jobs)]  # fmt: skip
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ended = subprocess.run(
        asked, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    if ended.returncode > 1:  # 1: some are not unique
        raise RuntimeError(f"{' '.join(asked)}: {ended.stderr}")
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu


def repeated(path: Path, count: int, different: int) -> Path:
    """A file of this number of puzzles: the different ones, repeated."""
    lines = path.read_text(encoding="ascii").splitlines(keepends=True)
    longer = path.with_name(f"{path.stem}-{count}.txt")
    lines = lines * (count // different) + lines[: count % different]
    longer.write_text("".join(lines), encoding="ascii")
    return longer


def measured(verb: str, name: str, path: Path, different: int) -> dict[str, Any]:
    """One command with one and with two processes."""
    _, once = run(verb, name, path, different, 1)
    _, start = run(verb, name, path, 1, 1)
    count = max(1, round(different * (SECONDS - start) / max(once - start, 0.02)))
    seconds: dict[int, Any] = {1: (9e9, 9e9), 2: (9e9, 9e9)}
    for _ in range(RUNS):
        for jobs, least in list(seconds.items()):
            seconds[jobs] = tuple(map(min, least, run(verb, name, path, count, jobs)))
    wall, cpu = seconds[1]
    return {
        "kind": name,
        "verb": verb,
        "puzzles": count,
        "one_wall": round(wall, 3),
        "one_cpu": round(cpu, 3),
        "two_wall": round(seconds[2][0], 3),
        "two_cpu": round(seconds[2][1], 3),
        "ratio": round(seconds[2][0] / wall, 3),
        "cpu_ratio": round(seconds[2][1] / cpu, 3),
        "a_second": round(count / wall),
    }


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(STREAMS)))
def main(names: tuple[str, ...]) -> None:
    rows = []
    table = Table(title=f"{os.cpu_count()} cores: wall seconds of whole commands")
    for heading in ("kind", "verb", "puzzles", "one", "two", "two / one", "CPU", "a second"):
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
                    f"{row['two_wall']:.2f}", f"{row['ratio']:.2f}", f"{row['cpu_ratio']:.2f}",
                    f"{row['a_second']:,}",
                )  # fmt: skip
    if not names:
        keep("throughput", rows)
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
