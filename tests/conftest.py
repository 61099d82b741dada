"""Settings that all tests share: Hypothesis is reproducible, and no test asserts a time."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from cpstudy.core import kernels
from cpstudy.study import executors
from tests.compiling import many_small_questions
from tests.undrawn import undrawn

settings.register_profile(
    "cpstudy",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("cpstudy")

# What is compiled on the way depends on what was before; tests about that ask for the words.
os.environ["CPSTUDY_QUIET"] = "1"

many_small_questions()

# What a test computes in this process stays here: workers would take longer to import it all than
# they save, where other tests keep the other cores busy. Tests that are about workers ask for them.
executors._ALONE_SECONDS = 60.0

# A shell that starts the tests in the background has them ignore Ctrl-C, and so would every command
# that they start; some tests are about Ctrl-C.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def large_work(monkeypatch):
    """Kernels are machine code from the first call, as for larger work; unless that is turned off.

    For tests that run thousands of small questions, which plain Python would take longest for;
    others ask them plainly.
    """
    if kernels.mode() == "auto":
        monkeypatch.setattr(kernels, "_mode", "always")


@pytest.fixture(name="undrawn")
def _undrawn():
    with undrawn():
        yield
