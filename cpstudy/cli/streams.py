"""Standard output that cannot be written: closed, full, or left by its reader.

Python ends with 0 if standard output is closed. Here each failed write is recorded, since a
solver's callback may swallow the exception, and the command ends with a code for the failure.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import stat
import sys
from typing import TYPE_CHECKING

from cpstudy.cli.terminal import complain

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

LOST = 2
# The code that a shell reports for a program that SIGPIPE ended: `cpstudy … | head`.
UNREAD = 128 + getattr(signal, "SIGPIPE", 13)

_STDOUT = 1
# Higher codes are signals and our own faults.
_LAST_ANSWER = 3


class OutputLostError(Exception):
    """A write to standard output failed."""


class _StandardOutput(io.FileIO):
    """File descriptor 1, which records its first error and discards all later output."""

    failure: OSError | None = None

    def __init__(self) -> None:
        super().__init__(_STDOUT, "w", closefd=False)

    def write(self, data: ReadableBuffer, /) -> int:
        """Write, or raise OutputLostError."""
        try:
            return super().write(data)
        except OSError as error:
            self.failure = error
            # Python flushes the remaining buffers when it ends, and would fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)
            raise OutputLostError from error


def open_streams() -> None:
    """Open closed streams, watch standard output, and print ``?`` for unencodable characters."""
    # A read-only descriptor takes the number of the closed standard output: writing fails, and no
    # other file gets that number. Errors that nobody can read are lost.
    for name, mode, flags in (
        ("stdin", "r", os.O_RDONLY), ("stdout", "w", os.O_RDONLY), ("stderr", "w", os.O_WRONLY),
    ):  # fmt: skip
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
    usual = sys.stdout
    if not isinstance(usual, io.TextIOWrapper):
        return
    errors = "replace" if usual.errors == "strict" else usual.errors
    if os.name == "posix" and _descriptor(usual) == _STDOUT:
        with contextlib.suppress(OSError):
            usual.flush()
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_StandardOutput()),
            encoding=usual.encoding,
            errors=errors,
            line_buffering=usual.line_buffering,
        )
    else:
        usual.reconfigure(errors=errors)


def close_output(code: int) -> int:
    """Print the remaining output; return the exit code: ``code``, or another if output was lost."""
    with contextlib.suppress(OutputLostError):
        sys.stdout.flush()
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    failure = raw.failure if isinstance(raw, _StandardOutput) else None
    if failure is None or code > _LAST_ANSWER:
        return code
    if failure.errno == errno.EPIPE:
        return UNREAD
    reason = "it is closed" if failure.errno == errno.EBADF else failure.strerror
    complain(f"standard output: {reason}")
    return LOST


def _descriptor(stream: io.TextIOWrapper) -> int | None:
    with contextlib.suppress(OSError, ValueError):  # a stream in memory
        return stream.fileno()
    return None


def unread_input() -> bool:
    """Whether a pipe on standard input holds unread data, on systems that report this."""
    try:
        from fcntl import ioctl
        from termios import FIONREAD

        waiting = ioctl(sys.stdin.fileno(), FIONREAD, bytes(4)) if _is_pipe() else b""
    except (ImportError, OSError, ValueError):
        return False
    return any(waiting)


def _is_pipe() -> bool:
    return stat.S_ISFIFO(os.fstat(sys.stdin.fileno()).st_mode)
