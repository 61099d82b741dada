"""The command line: parse, call, print. No logic, and nothing heavy at import time.

Contracts: results on standard output, everything else on standard error; bad input is one line
and exit code 2; Ctrl-C is 130, SIGTERM 143. Other codes are each verb's own and stand in its help.
"""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from cpstudy.cli.booklet import booklet
from cpstudy.cli.check import check
from cpstudy.cli.convert import convert
from cpstudy.cli.count import count
from cpstudy.cli.explain import explain
from cpstudy.cli.explore import explore
from cpstudy.cli.generate import generate
from cpstudy.cli.hardness import hardness
from cpstudy.cli.listing import puzzles, solvers
from cpstudy.cli.output import complain
from cpstudy.cli.play import play
from cpstudy.cli.plot import plot
from cpstudy.cli.repair import repair
from cpstudy.cli.reproduce import reproduce
from cpstudy.cli.schema import print_schema
from cpstudy.cli.signals import received_signals
from cpstudy.cli.solve import solve
from cpstudy.cli.study import study
from cpstudy.cli.verify import verify
from cpstudy.core.version import __version__

BAD_INPUT = 2
INTERRUPTED = 130
TERMINATED = 128 + signal.SIGTERM


class CpstudyGroup(click.Group):
    """A group whose errors are one line each and whose commands return their exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit, as click's own does; see the class."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        _open_closed_streams()
        _replace_what_cannot_be_printed()
        with received_signals() as received:
            try:
                code = super().main(args, prog_name or "cpstudy", complete_var, False, **extra)
            except SystemExit:
                # The reader went away (head, less), and click has silenced the streams. Nothing is
                # wrong; its own code, 1, would say that a puzzle is not unique.
                code = 0
            except BaseException as error:
                code = _told(error, received)
        sys.exit(_settled(code or 0))


def _told(error: BaseException, received: Sequence[int]) -> int:
    """One line for an exception that ended the command; its exit code. Faults of ours are raised.

    received: signals. Whatever is raised after one is due to it.
    """
    if received or isinstance(error, (click.Abort, KeyboardInterrupt)):
        terminated = signal.SIGTERM in received
        complain("terminated" if terminated else "interrupted")
        return TERMINATED if terminated else INTERRUPTED
    if isinstance(error, click.ClickException):
        complain(error.format_message())
    elif isinstance(error, MemoryError):
        complain("not enough memory")
    elif isinstance(error, OSError) and error.filename is not None:
        complain(f"{error.filename}: {error.strerror}")
    elif isinstance(error, (ValueError, OSError)):
        complain(str(error))
    else:
        raise error
    return BAD_INPUT


def _settled(code: int) -> int:
    """The exit code after what is left to print was printed, or could not be (a full disk)."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError) as error:
        # Python would try again at its end, and end with a code of its own.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if code == 0:
            complain(str(error))
            code = BAD_INPUT
    return code


def _open_closed_streams() -> None:
    """Streams that the caller has closed (``>&-``) are None: they hold and take nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115


def _replace_what_cannot_be_printed() -> None:
    """``?`` for what an encoding lacks: no sweep of hours fails at the table it ends with."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="replace")


@click.group(
    cls=CpstudyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="cpstudy %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Puzzles as constraint problems: how many solutions, how hard, which states.

    Exit code 0: done; 2: bad input, one line on standard error for each fault, after which the
    other puzzles are still processed; 130: interrupted. Verbs that decide something (verify,
    solve, count, explore, check, repair) add 1 and 3, told in their own help.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


_COMMANDS = (
    verify, check, solve, count, explain, repair, explore, generate, hardness, convert, plot,
    reproduce, study, play, booklet, puzzles, solvers, print_schema,
)  # fmt: skip
for _command in _COMMANDS:
    main.add_command(_command)
