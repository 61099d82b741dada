"""Signals that arrive in a block that must not be interrupted take effect after the block."""

import ctypes
import os
import signal
import threading

import pytest

from cpstudy.core.deferred_signals import keep_interrupts, undisturbed
from cpstudy.core.result import Result
from cpstudy.core.solving import Solver, solve
from cpstudy.puzzles import kind


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_takes_effect_after_the_body(number):
    def interrupt(received, frame):
        raise KeyboardInterrupt(received)

    before = signal.signal(number, interrupt)
    done = []
    try:
        with pytest.raises(KeyboardInterrupt, match=str(int(number))), undisturbed():
            signal.raise_signal(number)
            done.append("body")
        assert done == ["body"]
        assert signal.getsignal(number) is interrupt
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    finally:
        signal.signal(number, before)


def test_a_signal_that_is_ignored_stays_ignored():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with undisturbed():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads_just_run_the_body():
    done = []

    def run():
        with undisturbed():
            done.append("body")

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert done == ["body"]


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("way", ["called", "a solver of somebody else"])
def test_ctrl_c_is_python_s_again(way):
    """Python's SIGINT handler is restored after C code reset it to the system's default.

    CP-SAT resets it after a search with its own parameters.
    """
    handle = ctypes.CDLL(None).signal
    handle.restype, handle.argtypes = ctypes.c_void_p, (ctypes.c_int, ctypes.c_void_p)

    def remove(puzzle, request):
        handle(signal.SIGINT, None)
        return Result(exhausted=True, counters={"nodes": 0})

    python_s = handle(signal.SIGINT, None)
    try:
        if way == "called":
            keep_interrupts()
        else:
            record = kind("pipes")
            board = record.puzzle.decode(record.example)
            solve(board, Solver("theirs", "theirs", remove, "node", "nodes", origin="theirs"))
        assert handle(signal.SIGINT, None) == python_s
    finally:
        keep_interrupts()
