"""A servant answers in a forked process, which is ended whatever it is doing."""

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from cpstudy.core.clock import CpuClock, OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.encode.forked_servant import Servant

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")


@pytest.fixture
def asked():
    """Yield a function that makes servants; they are ended after the test."""
    servants = []

    def make(answering):
        servants.append(Servant(lambda: answering))
        return servants[-1]

    yield make
    for servant in servants:
        servant.end()


def runs(process):
    """Return whether a process exists and is not a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_it_answers_and_remembers(asked):
    seen = []
    servant = asked(lambda question: (seen.append(question), list(seen))[1])
    assert [servant.ask(number, 9) for number in (1, 2)] == [[1], [1, 2]]
    assert seen == []  # the list of this process is unchanged


def test_it_is_killed_when_it_is_late_and_with_it_what_it_started(asked):
    def start_and_wait(path):
        Path(path).write_text(str(subprocess.Popen(["sleep", "60"]).pid), "ascii")
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
        while True:
            pass

    note = Path(os.environ.get("TMPDIR", "/tmp"), f"started-by-{os.getpid()}")
    servant = asked(start_and_wait)
    with pytest.raises(OutOfTimeError):
        servant.ask(str(note), 0.3)
    servant.end()
    started = int(note.read_text("ascii"))
    note.unlink()
    deadline = time.perf_counter() + 5
    while runs(started) and time.perf_counter() < deadline:
        time.sleep(0.01)
    assert not runs(started)


def test_what_it_computes_is_counted(asked):
    def compute(seconds):
        while time.process_time() < seconds:
            pass

    clock = CpuClock()
    servant = asked(compute)
    servant.ask(0.15, 60)
    assert clock.cpu_passed < 0.1
    servant.end()
    assert clock.cpu_passed > 0.1


def test_faults_belong_to_their_question(asked):
    def divide(divisor):
        if divisor is None:
            raise InputError("no divisor")
        return 6 // divisor

    servant = asked(divide)
    with pytest.raises(InputError, match="no divisor"):
        servant.ask(None, 9)
    with pytest.raises(RuntimeError, match="ZeroDivisionError") as error:
        servant.ask(0, 9)
    assert "return 6 // divisor" in error.value.__notes__[0]
    assert servant.ask(2, 9) == 3


def test_its_end_is_told_by_the_signal(asked):
    servant = asked(lambda question: os.kill(os.getpid(), question))
    with pytest.raises(RuntimeError, match="SIGKILL"):
        servant.ask(signal.SIGKILL, 9)


def test_what_it_prints_is_dropped(asked, capfd):
    servant = asked(lambda question: (print(question, flush=True), os.write(2, b"x"))[1])
    assert servant.ask("noise", 9) == 1
    assert capfd.readouterr() == ("", "")
