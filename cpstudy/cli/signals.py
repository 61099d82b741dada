"""Ctrl-C and SIGTERM: both end a command in order, wherever they strike.

They raise KeyboardInterrupt, which C code may turn into something else: a module that is being
imported says that its initialisation failed, and a callback prints the exception and goes on. So
what was received is kept, for whoever tells how the command ended, and an interrupt that was lost
in a callback is sent again.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any

# A callback that swallowed an interrupt has returned by then.
_SECONDS = 0.02


@contextlib.contextmanager
def received_signals() -> Iterator[list[int]]:
    """Have the signals interrupt what runs in this context; the numbers of those that came."""
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
    # Whoever set one otherwise had a reason; threads other than the first may not set any.
    for number, usual in (
        (signal.SIGINT, signal.default_int_handler),
        (signal.SIGTERM, signal.SIG_DFL),
    ):
        if (
            signal.getsignal(number) is usual
            and threading.current_thread() is threading.main_thread()
        ):
            before[number] = signal.signal(number, interrupt)
    sys.unraisablehook = lost
    try:
        yield received
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)
