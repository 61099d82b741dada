"""A pool starts its processes undisturbed: a signal waits until they are started."""

import os
import signal
import threading
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from cpstudy.study.pools import pool_of_processes, submit


class Disturbed(ThreadPoolExecutor):
    """A pool that gets a signal while it starts a worker."""

    def __init__(self, number):
        super().__init__(1)
        self.number, self.started, self.blocked = number, False, set()

    def submit(self, function, /, *args, **kwargs):
        self.blocked = signal.pthread_sigmask(signal.SIG_BLOCK, set())
        os.kill(os.getpid(), self.number)
        future = super().submit(function, *args, **kwargs)
        self.started = True
        return future


@pytest.fixture(name="handled")
def _handled():
    """SIGTERM raises KeyboardInterrupt, as in a run of the program."""

    def interrupt(number, frame):
        raise KeyboardInterrupt(number)

    before = signal.signal(signal.SIGTERM, interrupt)
    yield interrupt
    assert signal.signal(signal.SIGTERM, before) is interrupt


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_waits_until_the_worker_is_started(handled, number):
    before = signal.getsignal(signal.SIGINT)
    with Disturbed(number) as pool:
        with pytest.raises(KeyboardInterrupt):
            submit(pool, int)
        assert pool.started
        # Workers start with SIGINT blocked; SIGTERM must end them.
        assert signal.SIGINT in pool.blocked
        assert signal.SIGTERM not in pool.blocked
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    assert signal.getsignal(signal.SIGINT) is before


def test_other_threads_submit_without_touching_handlers(handled):
    done: list[Future] = []
    with ThreadPoolExecutor(1) as pool:
        thread = threading.Thread(target=lambda: done.append(submit(pool, int, "7")))
        thread.start()
        thread.join()
    assert done[0].result() == 7


def test_a_pool_that_is_terminated_while_it_starts_leaves_no_process(handled, capfd):
    workers = []
    with pytest.raises(KeyboardInterrupt), pool_of_processes(2) as pool:
        submit(pool, os.getpid)
        workers = [*pool._processes.values()]
        os.kill(os.getpid(), signal.SIGTERM)
    for worker in workers:
        worker.join(20)
    assert workers
    assert not any(worker.is_alive() for worker in workers)
    assert capfd.readouterr().err == ""
