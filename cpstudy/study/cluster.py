"""The workers of a Dask cluster, behind the interface of :mod:`concurrent.futures`.

Dask's own executor first requests a result and then the state of the task. If the worker that holds
the result is killed between the two, the task is waiting again and a good result counts as an
error. So this executor requests a result in one call, which waits again whenever it is lost.
"""

import logging
import socket
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.study.pools import WorkerDiedError

_CONNECT_SECONDS = 10


@contextmanager
def workers_of(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster as an executor, and the number of their threads."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise InputError("a scheduler needs Dask: pip install 'cpstudy[dask]'") from None
    with _silent("distributed", "tornado", "asyncio"):
        client = _connected(distributed, address)
        with closing(client):
            try:
                client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            except TimeoutError:
                raise InputError(f"the Dask scheduler at {address} has no workers") from None
            cluster = _Cluster(client)
            finished = False
            try:
                yield cluster, sum(client.nthreads().values())
                finished = True
            except (distributed.scheduler.KilledWorker, CancelledError) as error:
                reason = f"{error}" or "the scheduler went away"
                raise WorkerDiedError(f"a worker of the Dask cluster died: {reason}") from None
            finally:
                if not finished:
                    cluster.shutdown()


class _Cluster(Executor):
    """Runs tasks on a Dask client."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._tasks: weakref.WeakSet[Any] = weakref.WeakSet()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit a task; it is computed once for each call, even if calls are equal."""
        future: Future[Any] = Future()

        def tell(task: Any) -> None:  # in a thread of Dask's
            try:
                result = task.result()
            except BaseException as error:
                if task.status == "error":  # raised by the function, or its workers kept dying
                    future.set_exception(error)
                else:  # it was cancelled, or the worker with the result is gone
                    future.cancel()
                    future.set_running_or_notify_cancel()  # wakes waiting threads
            else:
                future.set_result(result)

        task = self._client.submit(function, *args, pure=False, **kwargs)
        self._tasks.add(task)
        task.add_done_callback(tell)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Cancel running tasks; callers that need results have waited for them."""
        self._client.cancel(list(self._tasks))


def _connected(distributed: Any, address: str) -> Any:
    """A client. Raises InputError, at once if no server listens at a TCP address.

    ``dask://HOST:PORT`` stands for Dask's own ``tcp://HOST:PORT``.
    """
    if address.startswith("dask://"):
        address = "tcp" + address.removeprefix("dask")
    try:
        scheme, rest = distributed.comm.parse_address(address)
        if scheme in ("tcp", "tls"):
            # Dask itself retries, since the scheduler might be about to start.
            place = distributed.comm.parse_host_port(rest)
            socket.create_connection(place, timeout=_CONNECT_SECONDS).close()
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        what = " ".join(f"{error}".split())
        raise InputError(f"no Dask scheduler at {ascii(address)[1:-1]}: {what}") from None


@contextmanager
def _silent(*libraries: str) -> Iterator[None]:
    """Suppress the libraries' logs: faults are raised, and reported in one line."""
    loggers = [
        logger
        for name, logger in logging.root.manager.loggerDict.items()
        if name.partition(".")[0] in libraries and isinstance(logger, logging.Logger)
    ]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, disabled in zip(loggers, before, strict=True):
            logger.disabled = disabled
