"""Memory and CPU time of a process and its children, read from /proc while they run.

Memory counts the pages that belong to a process alone: anonymous and shared-memory pages. Pages of
libraries and other files are excluded, since the system can drop them and many processes share
them. A fork begins with the pages of its parent; those count too, so the caller subtracts the
memory that the process held when it began. The peak of a process is the kernel's high-water mark,
which can be reset, minus its pages of files. ``ru_maxrss`` would not do: it cannot be reset, and a
program that a process starts inherits the mark of that process.

CPU time of a running process comes from its clock, to the nanosecond; ``/proc/PID/stat`` counts in
hundredths of a second.

Cost: some 30 µs for each process. Limits: Linux only. File pages that are resident at the peak and
not at the end count as memory.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_SELF = Path("/proc/self/status")
# The fields of a process's memory in /proc/PID/status.
_FIELDS = ("RssAnon", "RssShmem", "RssFile", "VmHWM", "VmData")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100

# Whether this system can start, watch and limit processes in this way.
SUPPORTED = _SELF.exists() and hasattr(os, "pidfd_open")


class Memory(NamedTuple):
    """Bytes of one process. resident: now. most: at its peak. reserved: writable, used or not."""

    resident: int
    most: int
    reserved: int


def memory_of(pid: int | str = "self") -> Memory:
    """The memory of a process. Raises OSError if there is none, or it has ended."""
    found = dict.fromkeys(_FIELDS, 0)
    for line in Path(f"/proc/{pid}/status").read_bytes().decode("ascii", "replace").splitlines():
        name, _, value = line.partition(":")
        if name in found:
            found[name] = 1024 * int(value.split()[0])
    resident = found["RssAnon"] + found["RssShmem"]
    return Memory(resident, max(resident, found["VmHWM"] - found["RssFile"]), found["VmData"])


def forget_peak() -> None:
    """Reset this process's high-water mark, if the system allows it."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def children_of(pid: int) -> list[int]:
    """The children of a process; empty if it has ended or the system does not list them."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            found += map(int, (thread / "children").read_text(encoding="ascii").split())
    return found


def _tree(pid: int) -> Iterator[int]:
    yield pid
    for child in children_of(pid):
        yield from _tree(child)


def memory_of_tree(pid: int, base: int) -> Memory:
    """The memory of a process that began with ``base`` bytes, and of all its descendants, together.

    A program that is being started shows the memory of the process that starts it until it has its
    own; until then it is excluded.
    """
    own = memory_of(pid)
    resident, reserved = own.resident - base, own.reserved
    for child in children_of(pid):
        for process in _tree(child):
            with suppress(OSError):
                other = memory_of(process)
                if other.reserved != own.reserved:
                    resident, reserved = resident + other.resident, reserved + other.reserved
    return Memory(max(0, resident), max(0, own.most - base), reserved)


def cpu_of_tree(pid: int) -> float:
    """CPU seconds of a process, its threads and its descendants, including those that ended."""
    total = 0.0
    for process in _tree(pid):
        with suppress(OSError):
            total += time.clock_gettime((~process << 3) | 2)
            fields = Path(f"/proc/{process}/stat").read_text(errors="replace").rpartition(")")[2]
            total += sum(map(int, fields.split()[13:15])) / _TICKS  # of children waited for
    return total
