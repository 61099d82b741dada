"""Commands that make a result file, killed at random moments as ``kill -9`` does.

They are forks (:mod:`tests.forking`), so that what is killed is the work, not Python's start, and
they write figures without drawing them. Nothing here rests on how quick a machine is: a command
that ends before it is killed has to have the whole table, and begins anew in another file, until
all kills were made.
"""

import json
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from pathlib import Path

from cpstudy.study.store import Store
from tests import forking
from tests.undrawn import UNDRAWN


def started(arguments, errors):
    """A command line of ours as a process, in a group of its own with its workers."""
    return forking.Process(
        UNDRAWN + forking.COMMAND,
        [*map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,
    )


def acknowledged(path):
    """How many rows are stored in a file that another process may be making."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
            return connection.execute("SELECT count(*) FROM rows").fetchone()[0]
    except sqlite3.Error:  # not made yet
        return 0


def table(path):
    """All rows but for times and origins, sorted; each run is there once."""
    with Store(path, read_only=True) as store:
        rows = sorted(
            (
                row.key, row.iterations, row.stop.value, row.solvable.value, row.verdict.value,
                json.dumps([row.counters, {**row.extra, "cpu_seconds": 0}], sort_keys=True),
            )
            for row in store.rows()
        )  # fmt: skip
    assert len({row[0] for row in rows}) == len(rows)
    return rows


def living(group):
    """Processes of a group that are not mere zombies."""
    states = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # it ended while we looked
            continue
        if int(its_group) == group and state != "Z":
            states.append(stat.parent.name)
    return states


def ends_alone(group):
    """Wait for the last process of a group to end by itself."""
    if not Path("/proc/self/stat").exists():
        return
    end = time.monotonic() + 120
    while left := living(group):
        assert time.monotonic() < end, f"orphans: {left}"
        time.sleep(0.05)


def killed(arguments, path, rng, span):
    """Start a command and kill it: how many rows it had told before, and whether it was killed.

    Every fourth is killed while it starts, the others up to ``span`` seconds after a new row.
    """
    before = acknowledged(path)
    process = started(arguments, subprocess.DEVNULL)
    if rng.randrange(4):
        while acknowledged(path) == before and process.poll() is None:
            time.sleep(0.01)
        time.sleep(span * rng.random() ** 2)
    else:
        time.sleep(rng.random())
    found = acknowledged(path)
    process.kill()
    process.wait()
    ends_alone(process.pid)
    assert process.returncode in (0, -signal.SIGKILL)
    return found, process.returncode != 0


def survives(folder, arguments_for, kills, *, wanted, rng, span):
    """Kill a sweep so many times: no row that was told is lost, and it ends with the wanted table.

    arguments_for: the command line that keeps its rows in a file.
    """
    path, kept, amid, files = folder / "rows0.sqlite", set(), 0, 1
    while kills > 0 or not amid:
        found, was_killed = killed(arguments_for(path), path, rng, span)
        rows = table(path) if acknowledged(path) else []
        assert len(rows) >= found
        assert kept <= {*rows}
        kept = {*rows}
        if was_killed:
            kills -= 1
            amid += 0 < len(rows) < len(wanted)
        else:
            assert rows == wanted
            path, kept, files = folder / f"rows{files}.sqlite", set(), files + 1
    process = started(arguments_for(path), subprocess.PIPE)
    _, errors = process.communicate()
    assert process.returncode == 0, errors
    assert table(path) == wanted
    assert not [*folder.glob("*-wal")], "the log is folded into the file"
