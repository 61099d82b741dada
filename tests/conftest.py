"""Settings that all tests share: Hypothesis is reproducible and has no deadlines."""

import contextlib
import gc
import importlib
import os
import signal
import sys
import warnings
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import HealthCheck, settings

from cpstudy.core.building import build
from cpstudy.core.deferred_signals import keep_interrupts
from cpstudy.study import executors
from tests.undrawn import undrawn

settings.register_profile(
    "cpstudy",
    deadline=None,
    max_examples=50,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cpstudy")

# Byte code is written even if the environment forbids it: tests start hundreds of commands, and
# each would compile the package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# Work in this process starts no workers: other tests keep the other cores busy, so workers would
# take longer to import the package than they save. Tests about workers request them.
executors._ALONE_SECONDS = 60.0

# Imported objects stay alive, so the garbage collector need not scan them, neither during the
# imports (a seventh of their time) nor in each test.
gc.disable()

# A shell that starts the tests in the background makes them, and every command that they start,
# ignore Ctrl-C; some tests are about Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


# The files that take longest start first, so that all test processes end at about the same time.
# The files of tests/web form two groups; each starts with one of the first two files.
LONGEST = (
    "web/test_moves.py",
    "web/test_every_kind.py",
    "test_documentation.py",
    "cli/test_hardness.py",
    "puzzles/pipes/test_agreement.py",
    "test_pure.py",
    "cli/test_mutations.py",
    "cli/test_streams.py",
    "test_architecture.py",
    "golden/test_rows.py",
    "study/test_cluster.py",
    "puzzles/rush_hour/test_rush_hour.py",
    "cli/test_booklet.py",
    "cli/test_at_once.py",
    "puzzles/tilings/test_agreement.py",
    "puzzles/test_clock_looks.py",
    "puzzles/test_budgets.py",
    "puzzles/test_kinds.py",
    "test_experiments.py",
    "jobs/test_isolation.py",
    "cli/test_hostile.py",
    "declared/test_tutorial.py",
    "declared/test_kinds.py",
    "puzzles/sudoku/test_formats.py",
)


def pytest_configure(config):
    """Share the work of writing missing byte code among the test processes.

    pytest rewrites the assertions of every test file, which takes longer than all imports. Each
    process starts at another file and finds the byte code that others have written meanwhile.
    """
    process = getattr(config, "workerinput", None)
    tests = Path(__file__).parent
    if process is None or [Path(given).resolve() for given in config.args] != [tests]:
        return  # one process, or only some of the tests
    files = sorted(tests.rglob("test_*.py"))
    begin = int(process["workerid"][2:]) * len(files) // process["workercount"]
    for file in files[begin:] + files[:begin]:
        parts = file.relative_to(tests.parent).with_suffix("").parts
        # Errors and warnings occur again in the collection, which reports them.
        with contextlib.suppress(BaseException), warnings.catch_warnings(action="error"):
            importlib.import_module(".".join(parts))


def pytest_collection_modifyitems(config, items):
    # Tests that inspect or change kernels need uncompiled sources: tests/test_pure.py runs them.
    if build() == "compiled":
        left = [item for item in items if item.get_closest_marker("pure")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]
    place = {f"tests/{name}": at for at, name in enumerate(LONGEST)}
    items.sort(key=lambda item: place.get(item.nodeid.partition("::")[0], len(place)))


def pytest_collection_finish():
    gc.freeze()
    # Garbage collection took a twentieth of the time, most of it in the data of compilers.
    gc.set_threshold(20_000, 20, 50)
    gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    """Processes of tests report calls and faults only, which is half of their messages.

    A message costs two processes as much as a small test does. Durations need all reports.
    """
    config = item.config
    if not hasattr(config, "workerinput") or config.option.durations is not None:
        return None
    for report in runtestprotocol(item, log=False, nextitem=nextitem):
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_xdist_auto_num_workers():
    """Use 1.5 processes a core: a test waits a third of its time for another process."""
    cores = yield
    return cores if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else (3 * cores + 1) // 2


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Keep each file in one process, and tests/web in two, each of which starts a browser."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            web = "tests/web/test_"
            if not nodeid.startswith(web):
                return super()._split_scope(nodeid)
            return web + ("a to h" if nodeid[len(web)] < "i" else "i to z")

    return Scheduling(config, log)


def pytest_runtest_teardown():
    """Restore the handler of Ctrl-C, which CP-SAT with its own parameters removes."""
    keep_interrupts()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node, error):
    """Print how a test process died; the test that it ran is reported with the failures."""
    if error:
        code = node.gateway._io.popen.wait(10)
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        print(f"\n{node.gateway.id} ended: {how}", file=sys.stderr, flush=True)


@pytest.fixture(name="undrawn")
def _undrawn():
    with undrawn():
        yield
