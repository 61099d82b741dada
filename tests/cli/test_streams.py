"""Streams that cannot print everything, and signals that end a run in order."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests import forking
from tests.undrawn import UNDRAWN

SMALL = ["--size", "3", "--inner", "2..3", "--outer", "1..2", "--puzzles", "2", "--jobs", "1"]


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1", "utf-8"])
def test_a_sweep_ends_with_its_table_whatever_can_be_printed(tmp_path, encoding):
    sweep = ["hardness", *SMALL, "--solver", "dfs", "--out", str(tmp_path / "rows")]
    done = forking.run(
        UNDRAWN + forking.COMMAND,
        sweep,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    assert done.returncode == 0, done.stderr
    table = done.stdout.decode(encoding)
    assert "the peak of the medians" in table
    assert ("3×3" if encoding != "ascii" else "3?3") in table
    assert "dfs" in table


def shell(line, command=f"{sys.executable} -m cpstudy"):
    """Run a line of bash in which ``cpstudy`` is this checkout, started as a user starts it."""
    return subprocess.run(
        ["bash", "-c", line.replace("cpstudy", str(command))],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.fixture
def fork(tmp_path):
    """The same for lines that do not close its streams: it does not start Python anew."""
    forking.stand_in(tmp_path, "fork", imported=forking.LIGHT)
    return tmp_path / "fork"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="writes to /dev/full")
def test_an_answer_that_cannot_be_printed_is_no_success(fork):
    started = shell("cpstudy verify 2x1w:11 >&-"), shell("cpstudy verify 2x1w:11 >/dev/full")
    forks = [
        shell(f"cpstudy {verb} >/dev/full", fork)
        for verb in ("explain 2x1:11 2x1:11", "convert 2x1:11 --to text", "solvers", "--help")
    ]
    reasons = ["it is closed", *["No space left on device"] * 5]
    for done, reason in zip([*started, *forks], reasons, strict=True):
        said = f"cpstudy: standard output: {reason}\n"
        assert (done.returncode, done.stderr) == (2, said), done.args


def test_an_answer_that_a_callback_lost_is_no_success():
    """A solver prints what a callback raises and searches on; the run still exits with 2."""
    done = shell("cpstudy solve --solver cpsat 2x1w:11 --all >&-")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "cpstudy: standard output: it is closed"


def test_closed_streams_that_nobody_needs(tmp_path):
    rows = tmp_path / "rows"
    done = shell(f"cpstudy verify 2x1:11 --out {rows} >&- 2>&- <&-")
    assert done.returncode == 0
    assert rows.read_text() == "2x1:11\tunique\n"
    assert shell("cpstudy verify 2x1:1z 2x1:11 >&- 2>&-").returncode == 2


def test_a_reader_that_goes_away_ends_the_writer_quietly():
    done = shell("cpstudy generate --count 20000 --size 4 | head -n 1; echo ${PIPESTATUS[0]}")
    assert done.stdout.splitlines()[1:] == ["141"]
    assert done.stderr == ""


def test_what_comes_through_a_pipe_is_not_passed_over_in_silence(fork):
    done = shell("echo 2x1:11 | cpstudy verify --size 2 --count 1", fork)
    assert done.returncode == 0 and "binary-tree" in done.stdout
    assert done.stderr == "standard input was not read: 'cpstudy verify -' verifies it\n"
    assert shell(": | cpstudy verify --size 2 --count 1", fork).stderr == ""
    assert shell("echo 2x1:11 | cpstudy verify -", fork).stdout == "2x1:11\tunique\n"


HELP = """
from cpstudy.cli import main
for verb in ([], ["verify"], ["explore"], ["schema"]):
    try:
        main([*verb, "--help"])
    except SystemExit as end:
        assert end.code == 0
        print("=" * 20)
"""


def test_help_without_docstrings():
    usual = forking.run(HELP, imported=forking.LIGHT, text=True).stdout
    optimised = subprocess.run(
        [sys.executable, "-OO", "-c", HELP], capture_output=True, text=True, check=True
    ).stdout
    *result, _ = usual.split("=" * 20)
    assert len(result) == 4 and all(len(text.splitlines()) > 5 for text in result)
    assert optimised == usual


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks at /proc")
@pytest.mark.parametrize(
    ("number", "said"), [(signal.SIGTERM, "terminated"), (signal.SIGHUP, "hung up")]
)
def test_a_signal_ends_a_sweep_in_order(tmp_path, number, said):
    """Workers, semaphores and the log next to the rows are gone, and one line is printed."""
    rows = tmp_path / "rows"
    sweep = ["hardness", "--size", "6", "--solver", "hybrid", "--jobs", "2", "-q"]
    process = subprocess.Popen(
        [sys.executable, "-m", "cpstudy", *sweep, "--out", str(rows)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Under nohup the signal would be ignored, as it should be.
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),  # noqa: PLW1509 - no threads
    )
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    for _ in range(600):
        if len(children.read_text().split()) >= 2:  # the tracker of semaphores, and a worker
            break
        time.sleep(0.1)
    process.send_signal(number)
    out, err = process.communicate(timeout=120)
    assert (process.returncode, out) == (128 + number, "")
    assert err.split() == f"cpstudy: {said}".split()
    assert [path.name for path in tmp_path.iterdir()] == ["rows"]
