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

Whoever waits for a compiler is told so, on standard error; ``CPSTUDY_QUIET=1`` turns that off.
``CPSTUDY_COMPILE`` is ``auto``, ``always`` (machine code from the first call) or ``never`` (numba
is never imported). ``NUMBA_DISABLE_JIT=1`` is ``never``.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Hashable
from types import FunctionType
from typing import Any, TypeVar, cast

from cpstudy.core.waiting import note_starting

F = TypeVar("F", bound=Callable[..., Any])
W = TypeVar("W", bound=tuple[Any, ...])

# Units of plain work an entry may do in a process: about half a second.
ALLOWANCE = 50_000

# The machine code of kernels that somebody asked for.
_COMPILED: dict[FunctionType, Any] = {}

# What is left of the allowance of the entries that were called.
_left: dict[Hashable, int] = {}


# Which way this process takes; None until somebody asks. Kept, since asking the environment takes
# as long as generating a small maze.
_mode: str | None = None


def mode() -> str:
    """``auto``, ``always`` or ``never``. Raises ValueError where the environment says otherwise."""
    if _mode is None:
        turned_off = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
        compile_when("never" if turned_off else os.environ.get("CPSTUDY_COMPILE") or "auto")
    return _mode or "auto"


def compile_when(named: str) -> None:
    """Say which way this process takes from now on. Raises ValueError for another word."""
    global _mode  # noqa: PLW0603
    if named not in ("auto", "always", "never"):
        raise ValueError(f"CPSTUDY_COMPILE is {named!r}: choose auto, always or never")
    _mode = named


def kernel(function: F) -> F:
    """Mark a plain loop as a kernel; the function itself is returned."""
    function.__kernel__ = True  # type: ignore[attr-defined]
    return function


def borrowing(function: F) -> F:
    """Mark a kernel that makes no array and returns none, nor gets one from another.

    The machine code of such a kernel counts no references, which would cost it more than all else:
    a function that reads one element of each array of a workspace takes 3 ns instead of 160. The
    compiler sees by itself which kernels are such; the mark says that this one must stay so, since
    its speed rests on it: compiling it raises TypeError where it has an array of its own.
    """
    function.__borrowing__ = True  # type: ignore[attr-defined]
    return kernel(function)


def inlined(function: F) -> F:
    """Mark a borrowing kernel that is a step of a hot loop: callers have its machine code inside.

    Left to itself the compiler calls what is long, and a call hands over each array of a workspace
    as seven numbers: twenty of them take longer than most steps.
    """
    function.__inlined__ = True  # type: ignore[attr-defined]
    return borrowing(function)


def compiled(function: F) -> F:
    """The machine code of a kernel; the kernel itself where compiling is turned off."""
    if (_mode or mode()) == "never":
        return function
    key = cast(FunctionType, function)
    if key not in _COMPILED:
        begun, begun_cpu = time.perf_counter(), time.process_time()
        from cpstudy.core import machine_code

        _COMPILED[key] = machine_code.dispatcher(key)
        note_starting(time.perf_counter() - begun, time.process_time() - begun_cpu)
    return cast(F, _COMPILED[key])


def prepared(function: F, work: int) -> F:
    """A kernel as it is to be called for ``work`` more units: itself, or its machine code.

    The rule is told above. Raises ValueError where ``CPSTUDY_COMPILE`` is none of its values.
    """
    return function if spend(function, work) else compiled(function)


def views(workspace: W) -> W:
    """The same workspace (a tuple of arrays and such tuples) as memoryviews, for plain kernels.

    They read and write the same memory in half the time, as numbers of Python: NumPy makes an
    object of its own for each. Kernels that get them ask for lengths by ``len``, take no slice of
    more than one dimension, and assign no slices.
    """
    fields = (views(f) if isinstance(f, tuple) else memoryview(f) for f in workspace)
    return type(workspace)(*fields)


def allowance(entry: Hashable) -> int:
    """The units of plain work that an entry may still do in this process."""
    if mode() != "auto":
        return sys.maxsize if mode() == "never" else 0
    return max(0, _left.get(entry, ALLOWANCE))


def spend(entry: Hashable, work: int) -> bool:
    """Take work from the allowance of an entry; False, for good, where it holds less than that.

    Entries are kernels, or whatever names a search that has a plain and a compiled form.
    """
    chosen = _mode or mode()  # without a call, since every small question comes by here
    if chosen != "auto":
        return chosen == "never"
    left = _left.get(entry, ALLOWANCE) - work
    _left[entry] = max(left, -1)
    return left >= 0


def expect_large_work() -> None:
    """From now on this process runs machine code: for workers, which start where work is large."""
    if mode() == "auto":
        compile_when("always")
