"""Streams that cannot say everything, and signals that end a run in order."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import forking

SMALL = ["--size", "3", "--inner", "2..3", "--outer", "1..2", "--puzzles", "2", "--jobs", "1"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_a_sweep_ends_with_its_table_whatever_can_be_printed(tmp_path, encoding):
    sweep = ["hardness", *SMALL, "--solver", "dfs", "--out", str(tmp_path / "rows")]
    done = forking.run(
        forking.COMMAND,
        sweep,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0, done.stderr
    table = done.stdout.decode(encoding)
    assert "the peak of the medians" in table
    assert ("3×3" if encoding != "ascii" else "3?3") in table
    assert "dfs" in table


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at /proc")
def test_sigterm_ends_a_sweep_in_order(tmp_path):
    """Workers, semaphores and the log beside the rows are gone; one line is said."""
    rows = tmp_path / "rows"
    sweep = ["hardness", "--size", "6", "--solver", "hybrid", "--jobs", "2", "-q"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cpstudy", *sweep, "--out", str(rows)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(600):
        if len(children.read_text().split()) >= 2:  # the tracker of semaphores, and a worker
            break
        time.sleep(0.1)
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (143, "")
    assert err.split() == ["cpstudy:", "terminated"]
    assert [path.name for path in tmp_path.iterdir()] == ["rows"]
