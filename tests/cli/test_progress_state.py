"""Lines about progress if standard error is not a terminal; the tests shorten the interval."""

import os
import signal
import subprocess
import time

import pytest

from cpstudy.cli import progress_state
from cpstudy.cli.progress_state import ProgressState, duration, every_minute
from tests import forking

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

STUDY = """
[[study]]
kind = "pipes"
algorithms = ["wilson"]
sizes = [8]
solvers = ["cpsat"]
seeds = 4000
"""


def test_a_line_says_how_much_is_done_and_how_long_the_rest_takes():
    state = ProgressState(unit="runs", total=4000, done=1240, stored=240)
    assert state.after(480) == "1,240 of 4,000 runs, 31 %, about 22 min left"
    assert state.end == "1,240 of 4,000 runs done"
    assert ProgressState(unit="runs", total=8, stored=3, done=3).after(60) == "3 of 8 runs, 37 %"
    assert ProgressState(unit="runs", total=8, done=8).after(60) == "8 of 8 runs, 100 %"
    assert ProgressState("verifying", done=1200).after(60) == "verifying: 1,200"
    resumed = ProgressState(unit="runs", total=8, done=3, ending="the same command resumes")
    assert resumed.end == "3 of 8 runs done; the same command resumes"
    resumed.done = 8
    assert resumed.end == "8 of 8 runs done"


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0.4, "0 s"), (89, "89 s"), (90, "2 min"), (1320, "22 min"), (7200, "2 h"), (2e5, "2 days")],
)
def test_durations_are_one_number(seconds, said):
    assert duration(seconds) == said


def test_a_line_comes_every_minute_until_the_end(monkeypatch):
    said = []
    monkeypatch.setattr(progress_state, "_INTERVAL", 0.01)
    monkeypatch.setattr(progress_state.time, "strftime", lambda _: "12:03")
    state = ProgressState(unit="runs", total=4)
    with every_minute(state, said.append):
        while not said:
            time.sleep(0.001)
        state.done = 2
        number = len(said)
        while len(said) < number + 2:
            time.sleep(0.001)
    number = len(said)
    assert said[0] == "12:03 0 of 4 runs, 0 %"
    assert said[-1].startswith("12:03 2 of 4 runs, 50 %, about 0 s left")
    time.sleep(0.03)
    assert len(said) <= number + 1  # one may have been on the way


@pytest.mark.parametrize(
    ("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")]
)
def test_a_study_says_how_far_it_came_and_that_it_resumes(number, word, tmp_path):
    (tmp_path / "study.toml").write_text(STUDY)
    code = (
        "import cpstudy.cli.progress_state\ncpstudy.cli.progress_state._INTERVAL = 0.05\n"
        + forking.COMMAND
    )
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    arguments = ["study", "study.toml", "--jobs", "1"]
    with forking.Process(code, arguments, cwd=tmp_path, text=True, **pipes) as process:
        for line in process.stderr:
            if " of 4,000 runs, " in line and " left" in line:
                process.send_signal(number)
                break
        out, errors = process.communicate()
    assert (process.returncode, out) == (128 + number, "")
    *_, said, end = errors.splitlines()
    assert said == f"cpstudy: {word}"
    assert end.endswith(" of 4,000 runs done; the same command resumes")
    assert end[0] != "0"
