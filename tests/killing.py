"""Kill commands that make a result file at random moments, as ``kill -9`` does.

They are forks (:mod:`tests.forking`), so that the work is killed, not Python's start, and they
write figures without drawing them. Nothing depends on the speed of the machine: a command that ends
before it is killed must have the whole table, and starts again with another file, until all kills
were made.
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
    """Start a command line as a process, in a separate group with its workers."""
    return forking.Process(
        UNDRAWN + forking.COMMAND,
        [*map(str, arguments)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=errors,
        start_new_session=True,
    )


def acknowledged(path):
    """Return the number of rows in a file that another process may be writing."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as connection:
            return connection.execute("SELECT count(*) FROM rows").fetchone()[0]
    except sqlite3.Error:  # the file or its table does not exist yet
        return 0


def table(path):
    """Return all rows without times and origins, sorted; assert that each run is there once."""
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
    """Return the processes of a group that are not zombies."""
    states = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group = stat.read_text().rpartition(")")[2].split()[:3]
        except OSError:  # the process has ended meanwhile
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
    """Start a command and kill it; return the rows that it had stored, and whether it was killed.

    About every fourth is killed during its start, the others up to ``span`` seconds after a new
    row.
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
    """Kill a sweep ``kills`` times: it loses no stored row and ends with the wanted table.

    arguments_for: gives the command line that stores its rows in a file.
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
