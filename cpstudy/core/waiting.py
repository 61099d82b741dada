"""Waiting for machine code: who is told what for, and how many seconds it took.

A kernel that is not in the cache is compiled, which takes seconds, once a version. Whoever waits is
told on standard error: what is compiled, and how long that usually takes; one line an engine and
process. ``CPSTUDY_QUIET=1`` and ``-q`` turn it off. The seconds are kept apart from those of a
puzzle (:mod:`.clock`).
"""

from __future__ import annotations

import os
import sys
from types import FunctionType

# By module: what people call the kernels in it, and the seconds that compiling them usually takes.
_ENGINES: dict[str, tuple[str, int]] = {}
_told: set[str] = set()
_quiet = bool(os.environ.get("CPSTUDY_QUIET"))
# What goes before a line on a terminal: nothing, or what takes away the line that is there.
_before = ""


def describe_kernels(module: str, name: str, seconds: int) -> None:
    """Say what the kernels of a package are called and how long compiling them usually takes.

    Its ``__init__`` calls this, so that whoever waits is told what for.
    """
    _ENGINES[module] = name, seconds


def be_quiet() -> None:
    """Do not tell what is compiled."""
    global _quiet  # noqa: PLW0603
    _quiet = True


def take_bars_away() -> None:
    """Write over the last line of a terminal: for workers, whose parent may have a bar there.

    The parent draws its bar anew, below.
    """
    global _before  # noqa: PLW0603
    _before = "\r\x1b[2K"


def engine_of(module: str) -> str | None:
    """The innermost described module that a module is, or lies in; None where there is none."""
    within = (engine for engine in _ENGINES if f"{module}.".startswith(f"{engine}."))
    return max(within, key=len, default=None)


def tell(function: FunctionType) -> None:
    """Say on standard error that a kernel is being compiled: one line an engine and process."""
    module = engine_of(function.__module__) or function.__module__
    if _quiet or module in _told:
        return
    _told.add(module)
    name, seconds = _ENGINES.get(module, (module, 0))
    usual = f"usually {seconds} s" if seconds else "usually some seconds"
    before = _before if sys.stderr.isatty() else ""
    print(f"{before}cpstudy: compiling {name}, once: {usual}", file=sys.stderr, flush=True)


# Seconds that this process has waited for machine code.
_starting = 0.0
_starting_cpu = 0.0


def note_starting(seconds: float, cpu_seconds: float) -> None:
    """Add to what :func:`starting_seconds` and :func:`starting_cpu_seconds` tell."""
    global _starting, _starting_cpu  # noqa: PLW0603
    _starting += seconds
    _starting_cpu += cpu_seconds


def starting_seconds() -> float:
    """How long this process has waited for kernels to be compiled or loaded; see ``Clock``."""
    return _starting


def starting_cpu_seconds() -> float:
    """How long this process has computed for that."""
    return _starting_cpu
