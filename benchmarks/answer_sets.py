"""clingo, compared with the suite's solvers: find up to two answer sets within a time limit.

It runs in its own process, since grounding cannot be limited; the result is that process's CPU
time.
"""

import time
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection

INSTALLED = find_spec("clingo") is not None


def answer_sets(program: str, seconds: float) -> tuple[float, int | None]:
    """The CPU seconds, and the number of answer sets, at most two, that differ in shown atoms.

    The number is None if the time limit was reached; the seconds are then those spent.
    """
    import clingo  # noqa: F401  # imported once, before the processes fork

    forking = get_context("fork")
    result, tell = forking.Pipe(duplex=False)
    process = forking.Process(target=_run, args=(program, tell))
    process.start()
    tell.close()
    found: tuple[float, int | None] = result.recv() if result.poll(seconds) else (seconds, None)
    process.kill()
    process.join()
    return found


def _run(program: str, tell: Connection) -> None:
    import clingo

    start = time.process_time()
    control = clingo.Control(["2", "--project"])
    control.add("base", [], program)
    control.ground([("base", [])])
    control.solve()
    models = int(control.statistics["summary"]["models"]["enumerated"])
    tell.send((time.process_time() - start, models))
