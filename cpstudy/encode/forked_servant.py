"""A conversation with a fork of this process, which can be ended whatever it is doing.

The inner loops of many solvers look at no clock, hold Python's lock and so keep Ctrl-C waiting. In
a fork they can be killed: it inherits all that is imported, starts in some milliseconds, and its
limits and CPU time are counted with those of this process. The fork leads a process group of its
own, so that programs which it starts end with it; on Linux it ends when this process does.

Limits: needs ``os.fork``. A library that holds locks or threads when the fork is made must not be
used in it; load such libraries in the fork. What the fork prints is dropped.
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

# Seconds of a wait before it is repeated.
_PATIENCE = 60.0


class Servant:
    """A fork in which ``serve`` runs, one answer for each question.

    serve: makes in the fork what answers: a function of a question. What either of them raises is
    raised here by the question that it belongs to: InputError as it is, MemoryError, and everything
    else as RuntimeError with the fork's traceback.
    """

    def __init__(self, serve: Callable[[], Callable[[Any], Any]]) -> None:
        if not hasattr(os, "fork"):
            raise NotApplicable("this system cannot fork a process, so no limit would be kept")
        self._ours, theirs = Pipe()
        with warnings.catch_warnings():  # Python 3.12 warns where there are threads
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process: int | None = os.fork()
        self._code = 0
        if self._process == 0:
            self._ours.close()
            _run(serve, theirs)
        theirs.close()

    def ask(self, question: Any, seconds: float | None) -> Any:
        """The answer. Raises OutOfTimeError where there is none after so many seconds."""
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
        """Kill the fork and what it started; may be repeated.

        Returns the code that it ended with, negative for a signal.
        """
        if self._process is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self._process, signal.SIGKILL)  # it may not lead its group yet
                os.killpg(self._process, signal.SIGKILL)
            _, status = os.waitpid(self._process, 0)
            self._process, self._code = None, os.waitstatus_to_exitcode(status)
            self._ours.close()
        return self._code


def _died(code: int) -> Exception:
    """What it means that the fork ended by itself."""
    import resource

    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        return MemoryError("the fork has no more memory")
    how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
    return RuntimeError(f"the fork ended: {how}")


def _run(serve: Callable[[], Callable[[Any], Any]], theirs: Connection) -> NoReturn:
    """In the fork: answer until nobody asks."""
    try:
        os.setpgid(0, 0)
        _end_with_the_parent()
        nowhere = open(os.devnull, "r+", encoding="utf-8")  # noqa: PTH123, SIM115
        for stream in (0, 1, 2):
            os.dup2(nowhere.fileno(), stream)
        sys.stdin = sys.stdout = sys.stderr = nowhere  # a notebook's are not files
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
