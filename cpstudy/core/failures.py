"""Runs without a result, as rows: one bad solver does not end a campaign.

If a method does not take a puzzle, crashes, runs out of memory, or makes a claim that the rules
refute, its run still gives a result: the stop names the outcome, ``fault`` describes it, and the
``traceback`` of a crash shows where. Such a result settles nothing. Conditions that would spoil
every run – a solver that is not installed, limits that this system does not set – must be checked
before the first run. A fault of ours carries the text form of its puzzle.

Limits: a method that ends its process ends all other runs too, unless runs are isolated.
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

# Stops that no limit of the user explains: each must be reported.
FAULTS = (Stop.CRASHED, Stop.WRONG)
# Stops after which there is no answer to examine.
WITHOUT_RESULT = (Stop.NOT_APPLICABLE, *FAULTS)


_NOTE = "puzzle: "


class Failure(NamedTuple):
    """Why a run has no result.

    words: one line, "" if the stop says all. traceback: of a crash, else "".
    """

    stop: Stop
    words: str
    traceback: str = ""


def failure(error: Exception) -> Failure:
    """The failure that an exception of a run stands for."""
    words = " ".join(f"{type(error).__name__}: {error}".split())
    if isinstance(error, InputError):  # a run's only input is the puzzle
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
    """The result of ``run``, in which ``solver`` solves ``puzzle``; its failure as a result.

    The other arguments describe the run for the provenance.
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
    """Note the text form of the first puzzle among the variables of the exception's frames.

    The first puzzle is the user's: generators and repairs make others from it. An exception that
    crosses to another process loses its frames, so workers call this too.
    """
    if isinstance(fault, InputError) or any(
        note.startswith(_NOTE) for note in getattr(fault, "__notes__", ())
    ):
        return
    for frame, _ in traceback.walk_tb(fault.__traceback__):
        for value in list(frame.f_locals.values()):
            puzzle: Any = value.puzzle if isinstance(value, Located) else value
            if all(hasattr(type(puzzle), name) for name in ("kind", "encode", "decode")):
                with suppress(Exception):  # the text form itself may be at fault
                    fault.add_note(f"{_NOTE}--puzzle {puzzle.kind} '{puzzle.encode()}'")
                    return
