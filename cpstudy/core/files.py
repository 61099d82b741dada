"""Files that are written completely or not at all, locks between processes, the user's folder.

A file is written under a temporary name in the same folder and renamed after its last byte. So a
full disk, an exception or a killed process leaves the old file. Pipes and devices are written
directly.

A lock is a file that exists while a process holds it. The system frees it when the process ends:
the file of a killed process locks nothing. Limits: not every network drive supports such locks.
"""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

_POLL_SECONDS = 0.01


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a path to write to; the file there becomes ``path`` when the body has ended.

    An exception in the body leaves the old file. An OSError of the body or the move names ``path``.
    """
    target = path.resolve()  # a link stays a link
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
    """Write ``data`` to ``path``, or leave the old file. Raises OSError, which names the file."""
    with replacing(path) as place:
        place.write_bytes(data)


@contextlib.contextmanager
def _naming(path: Path) -> Iterator[None]:
    """Name the file in an OSError; the error of a full disk lacks the name."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock ``path`` exclusively among processes and threads; waits for it.

    Not reentrant. Raises OSError if the file cannot be created.
    """
    from filelock import FileLock

    with FileLock(path, poll_interval=_POLL_SECONDS):
        try:
            yield
        finally:
            # A waiting process sees that the file is gone and opens a new one; Windows keeps it.
            with contextlib.suppress(OSError):
                path.unlink()


def user_folder() -> Path | None:
    """The folder of this user's caches; None if there is none.

    ``CPSTUDY_CACHE_DIR`` names another folder; if it is empty, there is none.
    """
    named = os.environ.get("CPSTUDY_CACHE_DIR")
    if named is not None:
        return Path(named) if named else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base, "cpstudy") if base else None
    base = os.environ.get("XDG_CACHE_HOME", "")
    if Path(base).is_absolute():  # relative ones are ignored, as the specification demands
        return Path(base, "cpstudy")
    try:
        return Path.home() / ".cache" / "cpstudy"
    except RuntimeError:  # no home directory
        return None
