"""Ctrl-C, SIGTERM and SIGHUP: each ends a command in order, at any point.

They raise KeyboardInterrupt, which C code may change: an import reports that the module's
initialisation failed, and a callback prints the exception and returns. So received signals are
recorded, to report how the command ended, and an interrupt that was lost in a callback is sent
again.
"""

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

# The message of each on standard error, the most important last: a closed terminal sends two.
ENDINGS: dict[int, str] = {signal.SIGINT: "interrupted"}
if hasattr(signal, "SIGHUP"):
    ENDINGS[signal.SIGHUP] = "hung up"
ENDINGS[signal.SIGTERM] = "terminated"

# The time after which a callback that swallowed an interrupt has returned.
_SECONDS = 0.02


@contextlib.contextmanager
def received_signals() -> Iterator[list[int]]:
    """Let the signals interrupt this context; yield the list of the received numbers."""
    received: list[int] = []

    def interrupt(number: int, frame: object) -> None:
        received.append(number)
        raise KeyboardInterrupt

    def lost(unraisable: Any) -> None:
        if received and issubclass(unraisable.exc_type, KeyboardInterrupt):
            again = threading.Timer(_SECONDS, os.kill, (os.getpid(), received[-1]))
            again.daemon = True
            again.start()
        else:
            hook(unraisable)

    hook: Callable[[Any], object] = sys.unraisablehook
    before = {}
    # Another handler was set on purpose, as nohup ignores SIGHUP. Only the main thread can set any.
    if threading.current_thread() is threading.main_thread():
        for number in ENDINGS:
            if signal.getsignal(number) in (signal.default_int_handler, signal.SIG_DFL):
                before[number] = signal.signal(number, interrupt)
    sys.unraisablehook = lost
    try:
        yield received
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)
