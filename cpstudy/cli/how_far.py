"""How far a long command is: a line a minute where no terminal shows a bar, and a line at its end.

Batch systems keep standard error in a file. There a thread prints every minute how much is done
and about how long the rest takes, at the pace since the beginning::

    12:03 1,200 of 4,000 runs, 30 %, about 22 min left

However the command ends, the last line says what it did and whether the same command resumes.
"""

import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_INTERVAL = 60.0

# Each with the seconds up to which durations are given in it, and its own.
_UNITS = ((90, 1, "s"), (90 * 60, 60, "min"), (36 * 3600, 3600, "h"), (float("inf"), 86400, "days"))


@dataclass
class HowFar:
    """What is done, of how many where that is known.

    what: words before the numbers; unit: behind them. stored: those that were done before. ending:
    what becomes of the rest when the command ends too early. settled: what is done is stored, so
    it is reported after an error too; else only after an interruption.
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
        """E.g. "1,200 of 4,000 runs"."""
        before = f"{self.what}: " if self.what else ""
        of = "" if self.total is None else f" of {self.total:,}"
        return f"{before}{self.done:,}{of} {self.unit}".rstrip()

    def after(self, seconds: float) -> str:
        """The line after so many seconds."""
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
    """About how long: one number, one unit."""
    length, unit = next((length, unit) for most, length, unit in _UNITS if seconds < most)
    return f"{seconds / length:.0f} {unit}"


# The last work that began; None where it reached its end.
_last: HowFar | None = None


def begin(state: HowFar) -> HowFar:
    """Remember how far a command is, so that its end can be reported."""
    global _last  # noqa: PLW0603
    _last = state
    return state


def forget() -> None:
    """Nothing is under way: a command begins, or its work reached its end."""
    global _last  # noqa: PLW0603
    _last = None


def ended(*, interrupted: bool) -> str:
    """The last line of what did not reach its end; "" where nothing is known or nobody needs it."""
    if _last is None or not (interrupted or _last.settled):
        return ""
    return _last.end if _last.done or (_last.total is not None and _last.settled) else ""


@contextlib.contextmanager
def every_minute(state: HowFar, say: Callable[[str], None]) -> Iterator[None]:
    """Have a thread say how far it is, every minute of the body."""
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
