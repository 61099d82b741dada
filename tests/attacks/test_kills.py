"""Commands that are killed at random moments lose no stored result and can be resumed.

A sweep writes a result file, and a verification writes proofs into a folder. Both are killed again
and again; then they end with the results of an undisturbed run.
"""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from pathlib import Path

import pytest

from tests import forking
from tests.study.test_killed import ends_alone, killed_and_resumed, table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

BOARDS = "\n".join(f"{size}x{size}w:" + size * size * "5" for size in range(2, 20))
SWEEP = ("hardness", "--size", "4", "--solver", "dfs", "--puzzles", "200", "--json", "-q")


def started(folder, arguments):
    return forking.Process(
        forking.COMMAND,
        arguments,
        forking.LIGHT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        start_new_session=True,
    )


def killed(folder, arguments, stdin, seconds, rng):
    """Kill a command after a random time; return whether it was still running.

    Asserts that its workers end by themselves.
    """
    process = started(folder, arguments)
    process.stdin.write(stdin)
    process.stdin.close()
    process.stdin = None
    time.sleep(rng.uniform(0.0, seconds))
    process.kill()
    process.communicate(timeout=60)
    ends_alone(process.pid)
    return process.returncode == -signal.SIGKILL


def ended(folder, arguments, stdin=b""):
    """Run a command to its end; return its seconds and its output. Asserts that nothing failed."""
    begun = time.perf_counter()
    out, err = started(folder, arguments).communicate(stdin, timeout=300)
    assert b"Traceback" not in err, err
    return time.perf_counter() - begun, out


def summary(out):
    """Return the rows that a sweep prints at its end, without their seconds."""
    rows = [json.loads(line) for line in out.splitlines()]
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def sweeps_killed(folder, kills, jobs, seed):
    rng = random.Random(seed)
    arguments = [*SWEEP, "--jobs", str(jobs)]
    seconds, out = ended(folder, [*arguments, "--out", "whole.sqlite"])
    amid, kept = Counter(), 0
    for _ in range(kills):
        amid[killed(folder, [*arguments, "--out", "rows.sqlite"], b"", seconds, rng)] += 1
        rows = folder / "rows.sqlite"
        if rows.exists():
            now = len(table(rows))
            assert now >= kept, "rows were lost"
            kept = now
    _, again = ended(folder, [*arguments, "--out", "rows.sqlite"])
    assert summary(again) == summary(out)
    assert table(folder / "rows.sqlite") == table(folder / "whole.sqlite")
    assert amid[True]


def proofs_killed(folder, kills, seed):
    rng = random.Random(seed)
    stdin = BOARDS.encode()
    verify = ["verify", "-f", "-", "--jobs", "1", "--proof"]
    seconds, out = ended(folder, [*verify, "whole"], stdin)
    amid = sum(killed(folder, [*verify, "proofs"], stdin, seconds, rng) for _ in range(kills))
    _, again = ended(folder, [*verify, "proofs"], stdin)
    assert again == out
    assert files(folder / "proofs") == files(folder / "whole")
    _, checked = ended(folder, ["check", "proofs", "--jobs", "1"])
    assert checked == ended(folder, ["check", "whole", "--jobs", "1"])[1]
    assert amid


def files(folder: Path):
    """Return the files of a folder of proofs, without the partial files of killed writers."""
    return {p.name: p.read_bytes() for p in folder.iterdir() if not p.name.startswith(".")}


def test_killed_proofs_end_the_same(tmp_path):
    """A killed verification ends with the same proofs.

    ``tests/study/test_killed.py`` tests killed sweeps of this size.
    """
    proofs_killed(tmp_path, 1, seed=1)


@pytest.mark.slow
def test_proofs_killed_often_end_the_same(tmp_path):
    proofs_killed(tmp_path, 60, seed=3)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_commands_killed_often_end_the_same(tmp_path, jobs):
    sweeps_killed(tmp_path, 20, jobs, seed=jobs)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_sweeps_killed_often_end_the_same(tmp_path, jobs):
    killed_and_resumed(tmp_path, jobs, seeds=2000, kills=50)
