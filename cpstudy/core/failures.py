"""Runs that have no result, as rows: one bad solver does not end a campaign.

A method that does not take a puzzle, that crashed, that ran out of memory or whose claim the rules
refute leaves a result all the same: its stop says which, its ``fault`` how, and of a crash
``traceback`` where. It settles nothing. What would go wrong with every run – a solver that is not
installed, limits that this system does not set – is to be checked before the first. A fault of ours
carries the text form of its puzzle.

Limits: a method that ends its process takes the others with it, unless runs are isolated.
"""

import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from cpstudy.core.clock import CpuClock
from cpstudy.core.documents import Located
from cpstudy.core.errors import InputError
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Solver, WrongAnswerError, provenance

# Stops of runs that are nobody's choice of limits: each is to be reported.
FAULTS = (Stop.CRASHED, Stop.WRONG)
# Stops after which there is no answer to look at.
WITHOUT_RESULT = (Stop.NOT_APPLICABLE, *FAULTS)


_NOTE = "puzzle: "


class Failure(NamedTuple):
    """Why a run has no result. words: of one line, "" where the stop says all. traceback: of a
    crash, "" else.
    """

    stop: Stop
    words: str
    traceback: str = ""


def failure(error: Exception) -> Failure:
    """What an exception of a run says about it."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    if isinstance(error, InputError):  # it was asked about a puzzle only
        return Failure(Stop.NOT_APPLICABLE, words)
    if isinstance(error, MemoryError):
        return Failure(Stop.MEMORY, "")
    if isinstance(error, WrongAnswerError):
        return Failure(Stop.WRONG, words)
    return Failure(Stop.CRASHED, words, "".join(traceback.format_exception(error)))


def attempted(
    run: Callable[[], Result],
    puzzle: Determination,
    solver: Solver,
    *,
    budget: Budget,
    seed: int = 0,
    limit: int | None = 2,
) -> Result:
    """The result of ``run``, which lets ``solver`` solve ``puzzle``, or a result that says why not.

    The others say of which run, for its provenance.
    """
    clock = CpuClock()
    try:
        return run()
    except Exception as error:
        found = failure(error)
    empty = Result(stop=found.stop, fault=found.words, traceback=found.traceback)
    by = provenance(puzzle, solver, budget, seed, limit)
    return empty.with_provenance(by, clock.passed, clock.cpu_passed)


def name_puzzle(fault: BaseException) -> None:
    """Note the text form of the first puzzle among the variables of the frames that it left.

    The first is the user's: generators and repairs make others from it. Where an exception crosses
    to another process its frames are lost, so the worker calls this too.
    """
    if isinstance(fault, InputError) or any(
        note.startswith(_NOTE) for note in getattr(fault, "__notes__", ())
    ):
        return
    for frame, _ in traceback.walk_tb(fault.__traceback__):
        for value in list(frame.f_locals.values()):
            puzzle: Any = value.puzzle if isinstance(value, Located) else value
            if all(hasattr(type(puzzle), name) for name in ("kind", "encode", "decode")):
                with suppress(Exception):  # perhaps it is its text form that fails
                    fault.add_note(f"{_NOTE}--puzzle {puzzle.kind} '{puzzle.encode()}'")
                    return
