"""The workers of a Dask cluster, behind the interface of :mod:`concurrent.futures`."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from cpstudy.study.pools import WorkerDiedError

_CONNECT_SECONDS = 10


@contextmanager
def workers_of(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of a Dask cluster as an executor, and the number of their threads."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise ValueError("a scheduler needs Dask: pip install 'cpstudy[dask]'") from None
    with _silent("distributed", "tornado", "asyncio"):
        client = _connected(distributed, address)
        with closing(client):
            try:
                client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            except TimeoutError:
                raise ValueError(f"the Dask scheduler at {address} has no workers") from None
            cluster = client.get_executor()
            finished = False
            try:
                yield cluster, sum(client.nthreads().values())
                finished = True
            except (distributed.scheduler.KilledWorker, CancelledError) as error:
                reason = f"{error}" or "the scheduler went away"
                raise WorkerDiedError(f"a worker of the Dask cluster died: {reason}") from None
            finally:
                cluster.shutdown(wait=finished)


def _connected(distributed: Any, address: str) -> Any:
    """A client. Raises ValueError, at once where nobody listens at an address of TCP.

    ``dask://HOST:PORT`` is what Dask itself calls ``tcp://HOST:PORT``.
    """
    if address.startswith("dask://"):
        address = "tcp" + address.removeprefix("dask")
    try:
        scheme, rest = distributed.comm.parse_address(address)
        if scheme in ("tcp", "tls"):
            # Dask itself goes on trying, as the scheduler might be about to start.
            place = distributed.comm.parse_host_port(rest)
            socket.create_connection(place, timeout=_CONNECT_SECONDS).close()
        return distributed.Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        what = " ".join(f"{error}".split())
        raise ValueError(f"no Dask scheduler at {ascii(address)[1:-1]}: {what}") from None


@contextmanager
def _silent(*libraries: str) -> Iterator[None]:
    """Without what libraries log: what goes wrong is raised, and told in one line."""
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
