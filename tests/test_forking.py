"""Forks behave like other processes: streams, folder, environment, signals, exit codes."""

import os
import signal
import subprocess
import sys

import pytest

from tests import forking

pytestmark = pytest.mark.skipif(os.name != "posix", reason="forks of POSIX")

TELLING = """
import os, sys
print(sys.argv[1:], os.getcwd(), os.environ.get("TOLD"), sys.stdin.read())
print(__name__, "numpy" in sys.modules, file=sys.stderr)
sys.exit(3)
"""
WAITING = "import time; print('up', flush=True); time.sleep(600)"


def run(code, *arguments, **how):
    return forking.run(code, arguments, imported=(), text=True, **how)


def test_what_is_given_arrives_and_what_is_said_comes_back(tmp_path):
    done = run(TELLING, "a", "b c", stdin="Ä", cwd=tmp_path, env={"TOLD": "yes"})
    assert done.stdout == f"['a', 'b c'] {tmp_path} yes Ä\n"
    assert (done.returncode, done.stderr) == (3, "__main__ False\n")


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        ("", 0, ""),
        ("raise SystemExit(True)", 1, ""),
        ("raise SystemExit('words')", 1, "words"),
        ("1 / 0", 1, "ZeroDivisionError: division by zero"),
        ("raise KeyboardInterrupt", -signal.SIGINT, "KeyboardInterrupt"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", -signal.SIGKILL, ""),
        ("import atexit; atexit.register(print, 'end', file=__import__('sys').stderr)", 0, "end"),
    ],
)
def test_they_end_as_python_ends(code, status, said):
    done = run(code)
    assert done.returncode == status
    assert (done.stderr.splitlines() or [""])[-1] == said
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, capture_output=True, check=False).returncode == status


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_they_get_signals_while_others_run(number):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    first, other = (
        forking.Process(WAITING, imported=(), text=True, start_new_session=True, **pipes)
        for _ in range(2)
    )
    assert first.stdout.readline() == other.stdout.readline() == "up\n"
    assert first.pid != other.pid and os.getpgid(first.pid) == first.pid
    first.send_signal(number)
    first.communicate()
    assert first.returncode == -number
    assert other.poll() is None
    other.kill()
    other.communicate()
    assert other.returncode == -signal.SIGKILL


def test_a_stand_in_is_a_command_of_the_shell(tmp_path):
    code = "import sys; print(*sys.argv[1:], sys.stdin.read().strip()); sys.exit(4)"
    forking.stand_in(tmp_path, "told", code, imported=())
    shell = "echo x | told a 'b c' | cat; echo ${PIPESTATUS[1]}; told < /dev/null > file; cat file"
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-c", shell],
        env={**os.environ, "PATH": path},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("a b c x\n4\n\n", "")
