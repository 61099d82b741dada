"""Questions to a fork of this process, which can be killed at any time.

The inner loops of many solvers do not check a clock, and hold Python's lock, so that Ctrl-C waits.
In a fork they can be killed. A fork inherits all imports and starts in a few milliseconds; its
limits and CPU time count as those of this process. It leads a process group of its own, so that
programs which it starts end with it. On Linux it ends when this process does.

Limits: needs ``os.fork``. A library that holds locks or threads at the time of the fork must not be
used in it; load such libraries in the fork. The output of the fork is discarded.
"""

import ctypes
import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any, NoReturn

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError, NotApplicable

_PR_SET_PDEATHSIG = 1

# Waits are repeated after this many seconds.
_PATIENCE = 60.0


class Servant:
    """A fork that answers questions, one at a time.

    serve: called in the fork; returns the function that answers a question. Exceptions of either
    are raised here, by the question: InputError and MemoryError as they are, others as RuntimeError
    with the fork's traceback.
    """

    def __init__(self, serve: Callable[[], Callable[[Any], Any]]) -> None:
        if not hasattr(os, "fork"):
            raise NotApplicable("this system cannot fork a process, so no limit would be kept")
        self._ours, theirs = Pipe()
        with warnings.catch_warnings():  # Python 3.12 warns if there are threads
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process: int | None = os.fork()
        self._code = 0
        if self._process == 0:
            self._ours.close()
            _run(serve, theirs)
        theirs.close()

    def ask(self, question: Any, seconds: float | None) -> Any:
        """Return the answer. Raises OutOfTimeError after ``seconds``."""
        clock = Clock(seconds)
        try:
            self._ours.send(question)
            while not self._ours.poll(
                _PATIENCE if clock.left is None else min(clock.left, _PATIENCE)
            ):
                clock.check()
            answer = self._ours.recv()
        except (EOFError, ConnectionError):
            raise _died(self.end()) from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def end(self) -> int:
        """Kill the fork and all that it started; may be repeated.

        Returns its exit code, negative for a signal.
        """
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self._process, signal.SIGKILL)  # it may not lead a group yet
                os.killpg(self._process, signal.SIGKILL)
            _, status = os.waitpid(self._process, 0)
            self._process, self._code = None, os.waitstatus_to_exitcode(status)
            self._ours.close()
        return self._code


def _died(code: int) -> Exception:
    """Return the exception for a fork that ended by itself."""
    import resource

    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        return MemoryError("the fork has no more memory")
    how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return RuntimeError(f"the fork ended: {how}")


def _run(serve: Callable[[], Callable[[Any], Any]], theirs: Connection) -> NoReturn:
    """Answer questions in the fork until the connection is closed."""
    try:
        os.setpgid(0, 0)
        _end_with_the_parent()
        nowhere = open(os.devnull, "r+", encoding="utf-8")  # noqa: PTH123, SIM115
        for stream in (0, 1, 2):
            os.dup2(nowhere.fileno(), stream)
        sys.stdin = sys.stdout = sys.stderr = nowhere  # in a notebook, they are not files
        warnings.simplefilter("ignore")
        answering: Callable[[Any], Any] | None = None
        while True:
            question = theirs.recv()
            try:
                answering = answering or serve()
                answer = answering(question)
            except (InputError, MemoryError) as error:
                answer = error
            except Exception as error:
                answer = RuntimeError(f"{type(error).__name__}: {error}")
                answer.add_note(traceback.format_exc())
            theirs.send(answer)
    finally:
        os._exit(0)


def _end_with_the_parent() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
