"""Sections that Ctrl-C, SIGTERM and SIGHUP must not interrupt: these signals wait until the end.

Python handles signals in the main thread, between any two of its instructions. A process half
started or a terminal half configured would stay so. Deferring the signals for such a section costs
about 5 us and lets all other code be interrupted anywhere.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Defer signals until the body has ended.

    Handlers record them. SIGINT is also blocked: a process or thread that the body starts inherits
    the block, so it cannot receive SIGINT before it has set its own handler. SIGTERM is not
    blocked, since it ends workers. Threads other than the main thread are never interrupted: there
    the body just runs.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    received: list[int] = []
    numbers = [getattr(signal, name) for name in _NAMES if hasattr(signal, name)]
    handlers = {number: signal.getsignal(number) for number in numbers}
    ours = [number for number, handler in handlers.items() if callable(handler)]
    for number in ours:
        signal.signal(number, lambda number, frame: received.append(number))
    blocking = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if blocking else set()
    try:
        yield
    finally:
        if blocking:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        for number in ours:
            signal.signal(number, handlers[number])
        if received:
            signal.raise_signal(received[0])


def keep_interrupts() -> None:
    """Install Python's handler of Ctrl-C again, which a library's C code may have removed.

    CP-SAT with its default parameters sets a handler for its search and leaves the system's behind:
    after that Ctrl-C ends the process at once, without a message, and its results are lost.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)
