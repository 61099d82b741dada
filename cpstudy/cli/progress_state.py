"""The progress of a long command: a line each minute if no terminal shows a bar, and a last line.

Batch systems store standard error in a file. A thread then prints every minute how much is done and
the approximate time left, at the average pace::

    12:03 1,200 of 4,000 runs, 30 %, about 22 min left

However the command ends, the last line states what is done and whether the same command resumes.
"""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_INTERVAL = 60.0

# For each unit: durations below this number of seconds use it; its seconds; its name.
_UNITS = ((90, 1, "s"), (90 * 60, 60, "min"), (36 * 3600, 3600, "h"), (float("inf"), 86400, "days"))


@dataclass
class ProgressState:
    """The amount done, and the total if known.

    what: words before the numbers; unit: words after them. stored: the amount done before. ending:
    what happens to the rest if the command ends early. settled: what is done is stored, so it is
    reported after an error too; else only after an interruption.
    """

    what: str = ""
    unit: str = ""
    total: int | None = None
    done: int = 0
    stored: int = 0
    ending: str = ""
    settled: bool = False

    @property
    def numbers(self) -> str:
        """The numbers in words, e.g. "1,200 of 4,000 runs"."""
        before = f"{self.what}: " if self.what else ""
        of = "" if self.total is None else f" of {self.total:,}"
        return f"{before}{self.done:,}{of} {self.unit}".rstrip()

    def after(self, seconds: float) -> str:
        """The line printed after this number of seconds."""
        words = [self.numbers]
        if self.total:
            words.append(f"{100 * self.done // self.total} %")
            made = self.done - self.stored
            if made > 0 and self.done < self.total:
                words.append(f"about {duration(seconds / made * (self.total - self.done))} left")
        return ", ".join(words)

    @property
    def end(self) -> str:
        """The last line."""
        unfinished = self.total is None or self.done < self.total
        return f"{self.numbers} done" + (f"; {self.ending}" if unfinished and self.ending else "")


def duration(seconds: float) -> str:
    """An approximate duration: one number, one unit."""
    length, unit = next((length, unit) for most, length, unit in _UNITS if seconds < most)
    return f"{seconds / length:.0f} {unit}"


# The last work that began; None after its end.
_last: ProgressState | None = None


def begin(state: ProgressState) -> ProgressState:
    """Store the state of the current work, so that its end can be reported."""
    global _last  # noqa: PLW0603
    _last = state
    return state


def forget() -> None:
    """Drop the state: a command begins, or its work has ended."""
    global _last  # noqa: PLW0603
    _last = None


def ended(*, interrupted: bool) -> str:
    """The last line of unfinished work; "" if nothing is known or the line is not needed."""
    if _last is None or not (interrupted or _last.settled):
        return ""
    return _last.end if _last.done or (_last.total is not None and _last.settled) else ""


@contextlib.contextmanager
def every_minute(state: ProgressState, say: Callable[[str], None]) -> Iterator[None]:
    """Run a thread that reports the state every minute of the body."""
    over = threading.Event()
    begun = time.monotonic()

    def watch() -> None:
        if hasattr(signal, "pthread_sigmask"):  # signals are the main thread's
            signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        while not over.wait(_INTERVAL):
            say(f"{time.strftime('%H:%M')} {state.after(time.monotonic() - begun)}")

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
