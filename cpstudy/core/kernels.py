"""Kernels: plain loops over integers and arrays, run as Python or as machine code.

``@kernel`` marks a function and leaves it as it is: called by its name it is ordinary Python, which
anybody can step through. :func:`compiled` gives its machine code, made by numba on the first call
and kept on disk (:mod:`.machine_code`). Kernels call each other by name; numba compiles those it
meets. Both ways give the same numbers, to the last counter: tests run the same puzzles on both.

*Which way is taken.* Importing numba and loading machine code costs about a second, compiling up to
ten; a small puzzle needs a few thousandths in plain Python. So an entry to a kernel asks
:func:`prepared` for it and says how much work is ahead, in units of about ten microseconds of plain
Python (one visit of a tile, one node, one placement). The first ``ALLOWANCE`` units of each entry
in a process are run as Python; from then on, and at once where a single call is larger than that,
it is machine code. The rule counts work, never time: the same calls go the same ways everywhere.

``CPSTUDY_COMPILE`` is ``auto``, ``always`` (machine code from the first call) or ``never`` (numba
is never imported). ``NUMBA_DISABLE_JIT=1`` is ``never``.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

# Units of plain work an entry may do in a process: about half a second.
ALLOWANCE = 50_000

# Every kernel, and its machine code once somebody asked for it; those that only borrow arrays.
_KERNELS: dict[FunctionType, Any] = {}
_BORROWING: set[FunctionType] = set()

# What is left of the allowance of the entries that were called.
_left: dict[FunctionType, int] = {}

# Seconds spent on getting machine code, and how many such waits are one within the other.
_waited = 0.0
_waits = 0


def _mode() -> str:
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "never"
    named = os.environ.get("CPSTUDY_COMPILE") or "auto"
    if named not in ("auto", "always", "never"):
        raise ValueError(f"CPSTUDY_COMPILE is {named!r}: choose auto, always or never")
    return named


def kernel(function: F) -> F:
    """Mark a plain loop as a kernel; the function itself is returned."""
    _KERNELS[cast(FunctionType, function)] = None
    return function


def borrowing(function: F) -> F:
    """Mark a kernel that makes no array and returns none, nor calls one that does.

    Its machine code counts no references, which would cost it more than all else: a function that
    reads one element of each array of a workspace takes 3 ns instead of 160. Compiling one that
    does not keep to this raises TypeError.
    """
    _BORROWING.add(cast(FunctionType, function))
    return kernel(function)


def borrows(function: FunctionType) -> bool:
    """Whether a kernel was marked with :func:`borrowing`."""
    return function in _BORROWING


def is_kernel(value: object) -> bool:
    """Whether ``value`` is a function marked with :func:`kernel`."""
    return isinstance(value, FunctionType) and value in _KERNELS


def compiled(function: F) -> F:
    """The machine code of a kernel; the kernel itself where compiling is turned off."""
    return function if _mode() == "never" else _machine_code(function)


def _machine_code(function: F) -> F:
    key = cast(FunctionType, function)
    code = _KERNELS[key]
    if code is None:
        with waiting():
            from cpstudy.core import machine_code

            code = _KERNELS[key] = machine_code.dispatcher(key)
    return cast(F, code)


def waited() -> float:
    """The seconds that this process has waited for machine code so far; budgets leave them out."""
    return _waited


@contextmanager
def waiting() -> Iterator[None]:
    """What happens inside is a wait for machine code."""
    global _waited, _waits  # noqa: PLW0603
    begun = time.perf_counter()
    _waits += 1
    try:
        yield
    finally:
        _waits -= 1
        if _waits == 0:
            _waited += time.perf_counter() - begun


def prepared(function: F, work: int) -> F:
    """A kernel as it is to be called for ``work`` more units: itself, or its machine code.

    The rule is told above. Raises ValueError where ``CPSTUDY_COMPILE`` is none of its values.
    """
    mode = _mode()
    if mode == "auto":
        key = cast(FunctionType, function)
        left = _left[key] = _left.get(key, ALLOWANCE) - work
        if left >= 0:
            return function
        _left[key] = -1
    return function if mode == "never" else _machine_code(function)


def expect_large_work() -> None:
    """From now on this process runs machine code: for workers, which start where work is large."""
    os.environ.setdefault("CPSTUDY_COMPILE", "always")


# By module: what people call the kernels in it, and the seconds that compiling them usually takes.
_ENGINES: dict[str, tuple[str, int]] = {}
_told: set[str] = set()
_quiet = False


def describe_kernels(module: str, name: str, seconds: int) -> None:
    """Say what the kernels of a package are called and how long compiling them usually takes.

    Its ``__init__`` calls this, so that whoever waits is told what for.
    """
    _ENGINES[module] = name, seconds


def be_quiet() -> None:
    """Do not tell what is compiled."""
    global _quiet  # noqa: PLW0603
    _quiet = True


def tell(function: FunctionType) -> None:
    """Say on standard error that a kernel is being compiled: one line an engine and process."""
    within = [module for module in _ENGINES if f"{function.__module__}.".startswith(f"{module}.")]
    module = max(within, key=len, default=function.__module__)
    if _quiet or module in _told:
        return
    _told.add(module)
    name, seconds = _ENGINES.get(module, (module, 0))
    usual = f"usually {seconds} s" if seconds else "usually some seconds"
    print(f"cpstudy: compiling {name}, once: {usual}", file=sys.stderr, flush=True)
