"""What must not be cut in two: Ctrl-C, SIGTERM and SIGHUP wait until it has ended.

Signals are handled in the main thread, between two of Python's instructions, wherever it is then.
A process half started or a terminal half set up is left so. Holding the signals back for the few
microseconds is cheap (about 5 us) and lets the rest be interrupted anywhere.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")


@contextmanager
def undisturbed() -> Iterator[None]:
    """Signals take effect when the body has ended.

    Handlers note them. SIGINT is blocked as well, since a process or a thread that the
    body starts must not get one before it has said what it does with it, and a blocked signal is
    inherited; SIGTERM is not, since workers are ended by it. Threads other than the first are
    never interrupted: there the body just runs.
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
    from then on Ctrl-C ends the process at once, without a line and without what was done.
    """
    handler = signal.getsignal(signal.SIGINT)
    if handler is not None and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, handler)
