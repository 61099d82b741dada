"""The command line: parse, call, print. No logic, and nothing heavy at import time.

Contracts: results on standard output, everything else on standard error. Bad input, and standard
output that is closed or full, is one line and exit code 2; a fault of ours is a traceback and 70;
Ctrl-C is 130, SIGTERM 143, SIGHUP 129, a reader that closed the pipe 141. Each verb's help
describes its other codes.
"""

import signal
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from cpstudy.cli import aliases, progress_state
from cpstudy.cli.output import BAD_INPUT, OUR_FAULT
from cpstudy.cli.signals import ENDINGS, received_signals
from cpstudy.cli.streams import OutputLostError, close_output, open_streams
from cpstudy.cli.terminal import complain, remark
from cpstudy.core.building import __version__
from cpstudy.core.errors import InputError, ProgramError, choose_from, fault_of

# Shells report a program that a signal ended by this number plus the signal's.
SIGNALLED = 128

# The verbs in the order of the help, each with the module of its command.
_NAMES = (
    "verify compare check solve count explain hint mistake ambiguity freedom conflict repair "
    "explore generate hardness convert plot reproduce study play booklet puzzles solvers schema"
)
_VERBS = {name: name for name in _NAMES.split()} | {
    "hint": "explain",
    "mistake": "explain",
    "conflict": "ambiguity",
    "puzzles": "listing",
    "solvers": "listing",
    "schema": "listing",
}


class CpstudyGroup(click.Group):
    """A group whose errors are one line each and whose commands return their exit code.

    A command loads only the module of its verb.
    """

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs; see click."""
        return [*_VERBS, *self.commands]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """See click."""
        if cmd_name not in _VERBS:
            return super().get_command(ctx, cmd_name)
        module = import_module(f"cpstudy.cli.{_VERBS[cmd_name]}")
        command: click.Command = getattr(module, cmd_name)
        command.help = command.help or _docstring(command.callback)
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run and exit, as click's own method does; see the class."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        open_streams()
        progress_state.forget()
        with received_signals() as received:
            try:
                code = super().main(args, prog_name or "cpstudy", complete_var, False, **extra)
            except OutputLostError:
                code = 0
            except SystemExit as end:  # click answered a shell's request for completions
                code = end.code
            except BaseException as error:
                code = _exit_code(error, received)
        sys.exit(close_output(code or 0))

    def invoke(self, ctx: click.Context) -> Any:
        """See click, which interprets every broken pipe as a lost reader of standard output."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            raise RuntimeError("the pipe to a process broke") from error

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See click; accept options that have become verbs, and suggest a verb for a typo."""
        if args and args[0] not in (verbs := self.list_commands(ctx)) and args[0][:1] != "-":
            ctx.fail(f"no command {args[0][:30]!a}: {choose_from(args[0], verbs)}")
        return super().resolve_command(ctx, aliases.resolve(args, quiet=ctx.resilient_parsing))


def _exit_code(error: BaseException, received: Sequence[int]) -> int:
    """Print why the command ended; return its exit code.

    A fault of ours is printed with its traceback; that of an external program is a line with the
    puzzle. received: signals, which cause any later exception.
    """
    code = _reported(error, received)
    if message := progress_state.ended(interrupted=code > SIGNALLED):
        remark(message)
    return code


def _reported(error: BaseException, received: Sequence[int]) -> int:
    if received or isinstance(error, (click.Abort, KeyboardInterrupt)):
        number = max(received, key=[*ENDINGS].index, default=signal.SIGINT)
        complain(ENDINGS[number])
        return SIGNALLED + number
    if isinstance(error, click.ClickException):
        complain(error.format_message())
    elif isinstance(error, MemoryError):
        complain("not enough memory")
    elif isinstance(error, OSError) and error.filename is not None:
        complain(f"{error.filename}: {error.strerror}")
    elif isinstance(error, (InputError, OSError)):
        complain(str(error))
    else:
        from cpstudy.core.failures import name_puzzle

        name_puzzle(error)
        if isinstance(error, ProgramError):
            complain("; ".join([str(error), *getattr(error, "__notes__", ())]))
            return OUR_FAULT
        traceback.print_exception(error)
        whose = fault_of(error) or f"cpstudy {__version__}"
        complain(f"this is a fault of {whose}, not of the input")
        return OUR_FAULT
    return BAD_INPUT


def _docstring(function: Any) -> str:
    """The docstring in a function's source, for ``python -OO``, which drops docstrings."""
    import ast
    import inspect
    import textwrap

    tree = ast.parse(textwrap.dedent(inspect.getsource(inspect.unwrap(function))))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    return ast.get_docstring(definition) or ""


@click.group(
    cls=CpstudyGroup,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, message="cpstudy %(version)s")
@click.pass_context
def main(context: click.Context) -> None:
    """Puzzles as constraint problems: how many solutions, how hard, which states.

    Exit code 0: done; 2: bad input, with one line on standard error per fault (the other puzzles
    are still processed), or results could not be printed; 130: interrupted; 129: the terminal was
    closed; 141: the reader of a pipe went away, as head does. Verbs that decide something also use
    1 and 3; see their help.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


main.help = main.help or _docstring(main.callback)


def verbs() -> dict[str, click.Command]:
    """All commands by name, in the order of the help."""
    found = {name: main.get_command(click.Context(main), name) for name in _VERBS}
    return {name: command for name, command in found.items() if command is not None}
