"""Commands that get a signal at a random moment end with one line, or as if undisturbed.

Before Python runs the command's own code, a signal kills any process, so the signals are sent after
the command has started. Result files are checked after each signal.
"""

import os
import random
import signal
import subprocess
import time
from collections import Counter
from contextlib import suppress

import pytest

from cpstudy.study.store import Store
from tests import forking
from tests.study.test_killed import ends_alone

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")

FLOOD = "14x14g:" + 196 * "1"
WIDE = "20x20g:" + 400 * "1"

# The commands, and the seconds within which the signal is sent.
COMMANDS = {
    "cpsat": (["solve", FLOOD, "--all", "--solver", "cpsat"], 3.0),
    "contour": (["solve", WIDE, "--all", "--solver", "cpsat:contour"], 3.0),
    "sat": (["solve", FLOOD, "--all", "--solver", "sat:lazy"], 2.0),
    "all": (["solve", FLOOD, "--all"], 2.0),
    "count": (["count", WIDE], 2.0),
    "table": (["verify", "--jobs", "2", "--count", "3000", "--size", "12"], 5.0),
    "sweep": (["hardness", "--size", "6", "--solver", "hybrid", "--jobs", "2", "-q"], 5.0),
}
ENDS = {
    signal.SIGINT: (130, "cpstudy: interrupted\n"),
    signal.SIGTERM: (143, "cpstudy: terminated\n"),
}
UP = "import sys; from cpstudy.cli import main; print('up', flush=True); main(sys.argv[1:])"


def disturbed(name, number, rng, folder, share=1.0):
    """Run a command and send a signal; return its exit code and standard error.

    share: the part of the command's seconds within which the signal is sent.
    """
    arguments, seconds = COMMANDS[name]
    process = forking.Process(
        UP,
        arguments,
        forking.LIGHT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        start_new_session=True,
    )
    assert process.stdout.readline() == "up\n"
    time.sleep(rng.uniform(0.0, share * seconds))
    for patience in (30, 120):
        if number == signal.SIGINT:  # as a terminal does: parent and workers
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        # An interrupt in the C code of an optional import makes the package seem missing, and the
        # command continues: about one in a hundred signals must be sent again.
        with suppress(subprocess.TimeoutExpired):
            _, err = process.communicate(timeout=patience)
            ends_alone(process.pid)
            return process.returncode, err.removeprefix("\n")  # it ends the line with ^C
    raise AssertionError(f"{name} goes on after two signals")


def attacked(names, turns, folder, seed=1, share=1.0):
    """Disturb every command in turn with both signals; return wrong ends, and counts of codes."""
    rng = random.Random(seed)
    faults, ended = [], Counter()
    for turn in range(turns):
        name = names[turn % len(names)]
        number = (signal.SIGINT, signal.SIGTERM)[turn // len(names) % 2]
        code, err = disturbed(name, number, rng, folder, share)
        ended[code] += 1
        if (code, err) != ENDS[number] and (code not in (0, 1) or err):
            faults.append((turn, name, number.name, code, err))
        rows = folder / "hardness.sqlite"
        if rows.exists():
            with Store(rows, read_only=True) as store:
                assert all(row.iterations >= 0 for row in store.rows())
        assert {path.name for path in folder.iterdir()} <= {"hardness.sqlite"}
    return faults, ended


def test_signals_end_commands_in_order(tmp_path):
    faults, ended = attacked(["cpsat", "count", "all"], 4, tmp_path, share=0.4)
    assert not faults
    assert ended[130] + ended[143] > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_many_signals_end_commands_in_order(tmp_path, name):
    faults, ended = attacked([name], 48, tmp_path)
    assert not faults
    assert min(ended[130], ended[143]) > 10
