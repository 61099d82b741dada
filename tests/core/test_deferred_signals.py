"""Signals wait until what must not be cut in two has ended."""

import signal
import threading

import pytest

from cpstudy.core.deferred_signals import undisturbed


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
