"""The kind *coins* with faulty solvers, for campaigns: a module with a ``KIND``.

``honest`` solves. ``fragile`` crashes on a random seventh of the puzzles. ``liar`` claims once that
there is no solution. ``hungry`` requests more memory than exists for every tenth puzzle. ``narrow``
refuses every puzzle. ``dying`` kills its process. ``sure`` and ``unsure`` give a count without
solutions.
"""

import random
from dataclasses import replace

from cpstudy.core.errors import NotApplicable
from cpstudy.core.kind import table
from cpstudy.core.result import Result
from cpstudy.puzzles.template import logic

LIE = "3,4,108=108"


def puzzles(number):
    """Return the text forms of different puzzles with one solution each."""
    return [f"3,4,{n}={n}" for n in range(100, 100 + number)]


def crashes(text):
    return random.Random(text).random() < 1 / 7


def starves(text):
    return int(text.rpartition("=")[2]) % 10 == 0


def fragile(puzzle, request):
    if crashes(puzzle.encode()):
        raise ZeroDivisionError("at random")
    return logic.solve(puzzle, request)


def liar(puzzle, request):
    if puzzle.encode() == LIE:
        return Result(exhausted=True, counters={"choices": 1})
    return logic.solve(puzzle, request)


def hungry(puzzle, request):
    if starves(puzzle.encode()):
        bytearray(1 << 60)
    return logic.solve(puzzle, request)


def narrow(puzzle, request):
    raise NotApplicable("too wide")


def dying(puzzle, request):
    import os
    import signal

    os.kill(os.getpid(), signal.SIGKILL)


def sure(puzzle, request):
    return Result(count=3, exhausted=True, counters={"choices": 1})


def unsure(puzzle, request):
    return Result(count=4, exhausted=True, counters={"choices": 1})


_HONEST = logic.SOLVERS["brute-force"]

KIND = replace(
    logic.KIND,
    solvers=table(
        replace(_HONEST, name="honest"),
        *(
            replace(_HONEST, name=function.__name__, function=function)
            for function in (fragile, liar, hungry, narrow, dying, sure, unsure)
        ),
    ),
)
