"""The time that every verb takes beyond its seconds, run on demand, with a table as report.

Each command runs in a fork that has imported what it needs, so the start of Python is not measured.
Other processes may compute on the machine, so the fork's clocks count CPU time: a second of a
budget is a second of work. ``pytest -m slow tests/cli/test_overruns.py -s`` prints the table.
"""

import os
import resource
import signal
import sys
import time
from types import SimpleNamespace

import pytest

from cpstudy.cli import main
from cpstudy.core import clock
from cpstudy.puzzles import PUZZLES, kind
from tests.puzzles.test_budgets import hard_puzzles, large_puzzles
from tests.puzzles.test_clock_looks import ways_to_generate
from tests.state_spaces.test_limits import HUGE

pytestmark = pytest.mark.slow

SECONDS = 1.0
MODES = ("hint", "ambiguity", "conflict", "table")
MOST = 0.3 + SECONDS / 10
KILLED_AFTER = 60.0

# Sizes at which the generators need about the seconds, or more.
SIZES = {
    "pipes": 300, "hexpipes": 80, "sudoku": 25, "jigsaw": 25, "kenken": 16, "picross": 80,
    "nurikabe": 60, "slitherlink": 60, "masyu": 80, "edge_matching": 40, "sokoban": 200,
    "bloxorz": 300, "rush_hour": 6, "sliding_tiles": 3,
}  # fmt: skip


def commands(name, folder):
    """Yield the arguments of every verb of a kind, on its hardest puzzles."""
    record = kind(name)
    for algorithm, more in ways_to_generate(record):
        options = [
            f"--{option}" if value is True else f"--{option}={value}"
            for option, value in more.items()
        ]
        size = min(SIZES[name], 60) if "tiles" in more else SIZES[name]
        yield ["generate", "--algorithm", algorithm, "--size", str(size), *options]
    boards = [board.encode() for board in [*hard_puzzles(name), *large_puzzles(name)]] if (
        record.solvers
    ) else [HUGE[name]]  # fmt: skip
    verbs = [["solve"], ["count"], ["verify"]] if record.solvers else [["explore"]]
    if record.explaining:
        verbs += [["explain"], *(["explain", f"--{mode}"] for mode in MODES)]
        verbs += [["repair"]] if record.explaining.repair else []
    if record.page:
        verbs.append(["play", "--out", str(folder / "page.html")])
    for number, board in enumerate(boards):
        file = folder / f"{name}{number}.txt"
        file.write_text(f"{board}\n")
        for verb in verbs:
            jobs = ["--jobs", "1"] if verb[0] in ("count", "verify") else []
            yield [*verb, *jobs, "-f", str(file)]


def taken(arguments):
    """Return the wall-clock seconds, the CPU seconds and the MiB of a command in a fork."""
    begun = time.perf_counter()
    pid = os.fork()
    if pid == 0:
        try:
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            clock.time = SimpleNamespace(  # the budgets' clocks only
                perf_counter=time.process_time, process_time=time.process_time
            )
            main(arguments)
        finally:
            os._exit(0)
    while (ended := os.wait4(pid, os.WNOHANG))[0] == 0:
        if time.perf_counter() - begun > KILLED_AFTER:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)
    used: resource.struct_rusage = ended[2]
    return time.perf_counter() - begun, used.ru_utime + used.ru_stime, used.ru_maxrss // 1024


@pytest.mark.parametrize("name", PUZZLES)
def test_every_verb_ends_soon_after_its_seconds(name, tmp_path):
    rows = []
    for arguments in commands(name, tmp_path):
        budget = ["--puzzle", name, "--seconds", str(SECONDS), "-q"]
        passed, processor, memory = taken([*arguments, *budget])
        over = min(passed, processor) - SECONDS
        shown = " ".join(part.rpartition("/")[2] for part in arguments)
        rows.append((over, f"{over:7.2f} {passed:7.2f} {processor:7.2f} {memory:6} {name} {shown}"))
    rows.sort(reverse=True)
    print(f"\n   over   clock     cpu    MiB  {name}", file=sys.stderr)
    print(*(line for _, line in rows[:6]), sep="\n", file=sys.stderr)
    late = [line for over, line in rows if over > MOST]
    assert not late, "\n".join(late)
