"""Files that are written whole or not at all, and locks between processes.

A file is written beside its place and moved there when its last byte is written, so a full disk, an
exception or a killed process leaves what was there before. What is no ordinary file (a pipe, a
device) is written directly: there is nothing to keep.

A lock is a file that is there while somebody holds it. The system frees it when its process ends:
what a killed process leaves behind locks nothing. Limits: not every network drive has such locks.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

_POLL_SECONDS = 0.01


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Where to write what shall be ``path``: it is moved there when the body is done.

    An exception in the body leaves what was there. Raises OSError, which names ``path``, where the
    body or the move does.
    """
    target = path.resolve()  # a link goes on pointing there
    if target.exists() and not target.is_file():
        with _naming(path):
            yield target
        return
    partial = target.with_name(f".{target.name[:40]}.{os.getpid()}.part")
    try:
        with _naming(path):
            yield partial
            if target.exists():
                shutil.copymode(target, partial)
            partial.replace(target)
    finally:
        with contextlib.suppress(OSError):
            partial.unlink()


def write_whole(path: Path, data: bytes) -> None:
    """All of ``data`` at ``path``, or what was there before. Raises OSError, which names it."""
    with replacing(path) as place:
        place.write_bytes(data)


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Faults with the name of the file that is meant; a full disk tells none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock ``path``, as one process and thread of all; waits for it.

    Not reentrant. Raises OSError where there can be no such file.
    """
    from filelock import FileLock

    with FileLock(path, poll_interval=_POLL_SECONDS):
        try:
            yield
        finally:
            # Whoever waits sees that the file is gone and opens the next one; Windows keeps it.
            with contextlib.suppress(OSError):
                path.unlink()
