"""A sweep that is killed loses no acknowledged row and ends with the same table."""

import os
import random
import signal
import subprocess
import time

import pytest

from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests import forking
from tests.killing import ends_alone
from tests.study import tasks

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


def started(path, jobs, seeds):
    return forking.Process(
        "from tests.study.sweep import main; main()",
        (str(path), str(jobs), str(seeds)),
        forking.LIGHT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def ended(process):
    """Return all numbers that the process prints, and its standard error."""
    out, err = process.communicate(timeout=300)
    return [int(line) for line in out.splitlines()], err


def table(path):
    with Store(path, read_only=True) as store:
        return [
            (
                row.key,
                row.iterations,
                row.stop,
                row.solvable,
                row.verdict,
                row.counters,
                row.extra,
            )
            for row in store.rows()
        ]


def undisturbed(path, seeds):
    with Store(path) as store:
        run(tasks.study(seeds=seeds), store, tasks.listed, jobs=1)
    return table(path)


def killed_and_resumed(folder, jobs, seeds, kills):
    rng = random.Random(jobs)
    path = folder / "sweep.db"
    before_any, amid = 0, 0
    for turn in range(kills):
        process = started(path, jobs, seeds)
        acknowledged = 0
        # Every fourth kill comes before the first batch: while the file is made or workers start.
        for _ in range(rng.randrange(1, 4) if turn % 4 else 0):
            acknowledged = int(process.stdout.readline())
        time.sleep(rng.random() * (0.02 if acknowledged else 0.15))
        process.kill()
        lines, _ = ended(process)
        assert process.returncode == -signal.SIGKILL, "it ended before it was killed"
        ends_alone(process.pid)
        acknowledged = max([acknowledged, *lines])
        amid += acknowledged > 0
        before_any += acknowledged == 0
        if acknowledged:
            assert len(table(path)) >= acknowledged
    process = started(path, jobs, seeds)
    lines, err = ended(process)
    assert (process.returncode, err) == (0, "")
    assert lines[-1] == len(tasks.study(seeds=seeds))
    assert amid
    assert table(path) == undisturbed(folder / "undisturbed.db", seeds)
    assert not [*folder.glob("*-wal")], "the log is folded into the file"


@pytest.mark.parametrize("jobs", [pytest.param(1, marks=pytest.mark.slow), 2])
def test_killed_several_times_it_ends_with_the_same_table(tmp_path, jobs):
    killed_and_resumed(tmp_path, jobs, seeds=60, kills=2)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_killed_a_hundred_times_it_ends_with_the_same_table(tmp_path, jobs):
    killed_and_resumed(tmp_path, jobs, seeds=1000, kills=100)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_keeps_what_was_acknowledged_and_ends_quietly(tmp_path, jobs):
    path = tmp_path / "sweep.db"
    process = started(path, jobs, 400)
    for _ in range(3):
        acknowledged = int(process.stdout.readline())
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does, to the parent and the workers
    lines, err = ended(process)
    assert (process.returncode, err) == (130, "")
    ends_alone(process.pid)
    acknowledged = max([acknowledged, *lines])
    stored = table(path)
    assert acknowledged <= len(stored) < len(tasks.study(seeds=400))
    assert {row[0] for row in stored} < {row[0] for row in undisturbed(tmp_path / "all.db", 400)}


def test_ctrl_c_while_workers_start_prints_nothing(tmp_path):
    for delay in (0.15, 0.25):
        process = started(tmp_path / "sweep.db", 2, 400)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGINT)
        _, err = ended(process)
        assert "Process Spawn" not in err
        ends_alone(process.pid)
