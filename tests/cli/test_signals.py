"""Signals that arrive while C code calls Python, or while a module is imported."""

import ctypes
import os
import signal
import sys
import time

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.cli.signals import received_signals

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_that_a_callback_swallows_comes_again(number):
    handlers = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    hook = sys.unraisablehook
    callback = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(number))
    with received_signals() as received:
        callback()
        with pytest.raises(KeyboardInterrupt):
            time.sleep(60)
    assert received == [number, number]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == handlers
    assert sys.unraisablehook is hook


def test_what_an_interrupt_became_is_still_an_interrupt():
    """An interrupt that a C extension turns into an ImportError still ends the run as one."""
    interrupted = True

    @main.command("importing")
    def importing():
        try:
            if interrupted:
                signal.raise_signal(signal.SIGTERM)
        except KeyboardInterrupt:
            raise ImportError("initialization failed") from None
        raise ImportError("no such module")

    try:
        result = CliRunner().invoke(main, ["importing"])
        assert (result.exit_code, result.stderr) == (143, "cpstudy: terminated\n")
        interrupted = False
        result = CliRunner().invoke(main, ["importing"])
        assert (result.exit_code, "no such module" in result.stderr) == (70, True)
    finally:
        del main.commands["importing"]


def test_a_pipe_to_a_process_is_no_reader():
    @main.command("piping")
    def piping():
        raise BrokenPipeError(32, "Broken pipe")

    try:
        result = CliRunner().invoke(main, ["piping"])
        assert (result.exit_code, "Broken pipe" in result.stderr) == (70, True)
    finally:
        del main.commands["piping"]
