"""The overhead of a study: many short tasks, and resuming in a large file.

``python -m benchmarks.study [--tasks 100000] [--rows 1000000]``

- *overhead*: tasks of one millisecond of CPU time each on two processes. Every task reports its own
  CPU time by its thread's clock; the overhead is the remaining CPU time of all processes, including
  their start, relative to that. Wall time is also reported.
- *scan*: a complete file of a million rows; CPU seconds to open it and to find that no row is
  missing, for a closed file and for one whose writer was killed, which is checked.
- *storing*: CPU time of a row, with its digest and without.

CPU time, since wall time means little on a shared machine. Takes at most four minutes on two cores.
"""

import resource
import shutil
import tempfile
import time
from pathlib import Path
from unittest import mock

import click

from benchmarks.measuring import keep
from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.study import integrity
from cpstudy.study.grid import Grid, Outcome, Study
from cpstudy.study.rows import Entry
from cpstudy.study.run import origin, run
from cpstudy.study.store import Store

_WORK = 0.001
_CELLS = 100
_TOGETHER = 10_000

# Storing: rows, rows in a transaction, and the number of turns whose least time is reported.
_STORED = 50_000
_BATCH = 250
_REPEATED = 5


def busy(task):
    """A millisecond of CPU time for each seed; ``seconds`` is the measured time."""
    for _ in task.seeds:
        start = time.thread_time()
        while (taken := time.thread_time() - start) < _WORK:
            pass
        yield Outcome(1, Stop.DONE, Solvable.YES, Verdict.UNIQUE, taken, {"steps": 1})


def study(runs):
    return Study(
        kind="toy",
        cells=Grid({"x": range(_CELLS)}),
        seeds=range(runs // _CELLS),
        solver="busy",
        solver_version=1,
        counter="steps",
        generator_version=1,
    )


def cpu_of_all():
    """CPU seconds of this process and of its children that have ended."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def overhead(folder, tasks):
    """CPU seconds of the tasks, other CPU seconds, and seconds of wall time."""
    before, start = cpu_of_all(), time.perf_counter()
    with Store(folder / "busy.sqlite") as store:
        run(study(tasks), store, busy, jobs=2)
    wall, spent = time.perf_counter() - start, cpu_of_all() - before
    with Store(folder / "busy.sqlite", read_only=True) as store:
        work = sum(row.seconds for row in store.rows())
    return work, spent - work, wall


def entries_of(number, rows):
    """This number of rows of a cell."""
    return [
        Entry(number, seed, 1, "done", "yes", "unique", _WORK, '{"steps":1}', "{}")
        for seed in range(rows)
    ]


def filled(path, rows):
    """Two files with all runs of the study: a closed one, and one left by a killed writer."""
    killed = path.with_name("killed.sqlite")
    with Store(path) as store:
        for cell in study(rows):
            entries = entries_of(store.register(cell), rows // _CELLS)
            for at in range(0, len(entries), _TOGETHER):
                store.add(entries[at : at + _TOGETHER], origin())
        shutil.copy(path, killed)
        shutil.copy(f"{path}-wal", f"{killed}-wal")
    return path, killed


def scanned(path, rows):
    """CPU seconds to open the file, and to find that nothing is missing."""
    start = time.process_time()
    with Store(path) as store:
        opened = time.process_time()
        ended = run(study(rows), store, busy, jobs=1)
        assert ended.stored == rows
        return opened - start, time.process_time() - opened


def storing(folder, rows, sealed):
    """CPU microseconds to store a row. sealed: the function that adds its digest, or a 0."""
    path = folder / "stored.sqlite"
    path.unlink(missing_ok=True)
    with Store(path) as store, mock.patch.object(integrity, "sealed", sealed):
        entries = entries_of(store.register(next(iter(study(rows)))), rows)
        start = time.process_time()
        for at in range(0, rows, _BATCH):
            store.add(entries[at : at + _BATCH], origin())
        return (time.process_time() - start) / rows * 1e6


@click.command()
@click.option("--tasks", default=100_000, show_default=True)
@click.option("--rows", default=1_000_000, show_default=True)
def main(tasks, rows):
    kept = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        turns = [
            [storing(folder, _STORED, seal) for seal in (integrity.sealed, lambda one: (*one, 0))]
            for _ in range(_REPEATED)
        ]
        sealed, bare = map(min, zip(*turns, strict=True))
        kept.append({"what": "storing a row", "µs": sealed, "µs without its digest": bare})
        print(f"a row is stored in {sealed:.1f} µs, {bare:.1f} µs without its digest")
        if rows:
            files = filled(folder / "rows.sqlite", rows)
            for what, path in zip(("closed", "killed"), files, strict=True):
                times = _REPEATED if what == "closed" else 1
                opening, scan = min((scanned(path, rows) for _ in range(times)), key=sum)
                kept.append({"what": f"resuming, {what}", "rows": rows, "s": [opening, scan]})
                print(f"{rows:,} rows, {what}: opened in {opening:.2f} s, scanned in {scan:.3f} s")
        if tasks:
            work, more, wall = overhead(folder, tasks)
            kept.append({"what": "overhead", "tasks": tasks, "s": [work, more], "wall s": wall})
            print(
                f"{tasks:,} tasks of 1 ms: {work:.1f} s of work, {more:.2f} s more "
                f"({more / work:.1%}); {wall:.0f} s on the wall"
            )
    keep("study", kept)


if __name__ == "__main__":
    main()
