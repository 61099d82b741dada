"""clingo beside the solvers of the suite: find up to two answer sets within a time limit.

It runs in its own process, since grounding cannot be limited; the result is that process's CPU
time.
"""

import time
from importlib.util import find_spec
from multiprocessing import get_context
from multiprocessing.connection import Connection

INSTALLED = find_spec("clingo") is not None


def answer_sets(program: str, seconds: float) -> tuple[float, int | None]:
    """CPU seconds, and how many answer sets there are up to two, by what is shown.

    None where the seconds did not suffice; then they are what it took.
    """
    import clingo  # noqa: F401  # once, for the processes to come

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
