"""What a study costs beside its work: many short tasks, and going on in a large file.

``python -m benchmarks.study [--tasks 100000] [--rows 1000000]``

- *overhead*: tasks of one millisecond of processor time each on two processes; all processor time
  of all processes, less the work, as a share of the work. Starting the processes counts.
- *scan*: a file of a million rows in which nothing is missing; processor seconds until that is
  known, after opening (which checks every digest, and is told apart).

Processor time, since a shared machine's wall clock says little.
"""

import resource
import tempfile
import time
from pathlib import Path

import click

from cpstudy.core.result import Solvable, Stop, Verdict
from cpstudy.study.grid import Grid, Outcome, Study
from cpstudy.study.rows import Entry
from cpstudy.study.run import origin, run
from cpstudy.study.store import Store

_WORK = 0.001
_CELLS = 100
_TOGETHER = 10_000


def busy(task):
    """A millisecond of processor time a seed."""
    for _ in task.seeds:
        end = time.thread_time() + _WORK
        while time.thread_time() < end:
            pass
        yield Outcome(1, Stop.DONE, Solvable.YES, Verdict.UNIQUE, _WORK, {"steps": 1})


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
    """Of this process and of those that it has ended."""
    own, others = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def overhead(folder, tasks):
    before = cpu_of_all()
    with Store(folder / "busy.sqlite") as store:
        run(study(tasks), store, busy, jobs=2)
    work = tasks * _WORK
    return work, cpu_of_all() - before - work


def filled(path, rows):
    """A file with all runs of the study."""
    with Store(path) as store:
        for cell in study(rows):
            number = store.register(cell)
            entries = [
                Entry(number, seed, 1, "done", "yes", "unique", _WORK, '{"steps":1}', "{}")
                for seed in range(rows // _CELLS)
            ]
            for at in range(0, len(entries), _TOGETHER):
                store.add(entries[at : at + _TOGETHER], origin())


def scanned(path, rows):
    """Processor seconds to open the file, and to find that nothing is missing."""
    start = time.process_time()
    with Store(path) as store:
        opened = time.process_time()
        ended = run(study(rows), store, busy, jobs=1)
        assert ended.stored == rows
        return opened - start, time.process_time() - opened


@click.command()
@click.option("--tasks", default=100_000, show_default=True)
@click.option("--rows", default=1_000_000, show_default=True)
def main(tasks, rows):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        filled(folder / "rows.sqlite", rows)
        opening, scan = min((scanned(folder / "rows.sqlite", rows) for _ in range(3)), key=sum)
        print(f"{rows:,} rows: opened and checked in {opening:.2f} s, scanned in {scan:.3f} s")
        if tasks:
            work, more = overhead(folder, tasks)
            share = f"{more / work:.1%}"
            print(f"{tasks:,} tasks of 1 ms: {work:.1f} s of work, {more:.2f} s more ({share})")


if __name__ == "__main__":
    main()
