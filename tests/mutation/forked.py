"""A pytest plugin: the tests are collected once, and each mutant runs them in a fork.

The fork ends with the first test that fails. It runs the tests that call the mutated function:
first those that killed the most of its other mutants, then the fastest. A first fork, without a
mutant, finds these tests and their times.

Failures are not reported and Hypothesis does not shrink examples, as this would take longer than
the tests. A mutant is killed if it takes a second more than three times the time of its tests.
"""

import contextlib
import gc
import json
import mmap
import os
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from mutmut.mutation.trampoline import set_mutant_under_test
from mutmut.state import state

# In the folder of the run: the names of all mutants, the calls of each test, the live mutants.
MUTANTS = Path("mutants.json")
CALLS = Path("calls.json")
LIVED = Path("lived.json")

_TIMES = 3
_MORE_SECONDS = 1.0


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Make Hypothesis stop at the first example that fails."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", settings.get_profile("cpstudy"), phases=phases)
    settings.load_profile("mutants")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> None:
    """End the fork if a test fails."""
    if call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception):
        os._exit(1)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    """Run all mutants instead of the tests."""
    if _forked(lambda: _record_calls(session), 600.0):
        raise session.Failed("a test fails without a mutant, or takes too long")
    gc.freeze()
    seconds = {}
    tests = defaultdict(list)
    for name, (took, functions) in json.loads(CALLS.read_text(encoding="utf-8")).items():
        seconds[name] = took
        for function in functions:
            tests[function].append(name)
    items = {item.nodeid: item for item in session.items}
    lived = []
    noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)
    running = mmap.mmap(-1, 4)  # the index of the test that a fork runs
    mutants = json.loads(MUTANTS.read_text(encoding="utf-8"))
    for number, mutant in enumerate(mutants, 1):
        function = mutant.rpartition("__mutmut_")[0]
        by = noticed[function]
        names = sorted(tests[function], key=lambda name, by=by: (-by[name], seconds[name]))
        limit = _TIMES * sum(map(seconds.__getitem__, names)) + _MORE_SECONDS
        chosen = [items[name] for name in names]
        if names and _forked(partial(_run, chosen, mutant, running), limit):
            by[names[int.from_bytes(running[:], "big")]] += 1
        else:
            lived.append(mutant)
            LIVED.write_text(json.dumps(lived), encoding="utf-8")
        if not number % 100:
            sys.stderr.write(f"{number} of {len(mutants)} mutants, {len(lived)} live\n")
    LIVED.write_text(json.dumps(lived), encoding="utf-8")
    return True


def _forked(body: Callable[[], None], seconds: float) -> int:
    """Run ``body`` in a fork; return its status, 0 if it returned. seconds: of CPU time at most."""
    child = os.fork()
    if not child:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        os.setpgid(0, 0)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
        # A fork that sleeps uses no CPU time.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 30 * seconds)
        try:
            body()
            os._exit(0)
        finally:
            os._exit(1)
    end = os.waitpid(child, 0)[1]
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # the processes that its tests started
    return end


def _run(items: list[pytest.Item], mutant: str, running: mmap.mmap) -> None:
    """Run the tests of a mutant; ``running`` gets the index of the current test."""
    set_mutant_under_test(mutant)
    for number, (item, after) in enumerate(zip(items, [*items[1:], None], strict=True)):
        running[:] = number.to_bytes(4, "big")
        item.ihook.pytest_runtest_protocol(item=item, nextitem=after)


def _record_calls(session: pytest.Session) -> None:
    """Write for each test its seconds and the functions that it calls."""
    set_mutant_under_test("stats")
    found = {}
    for item, after in zip(session.items, [*session.items[1:], None], strict=True):
        began = time.process_time()
        item.ihook.pytest_runtest_protocol(item=item, nextitem=after)
        found[item.nodeid] = (time.process_time() - began, sorted(state()._stats))
        state()._stats.clear()
    CALLS.write_text(json.dumps(found), encoding="utf-8")
