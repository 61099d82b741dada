"""The meaning of the variables of clause learning on values in units: the values of cells."""

from functools import partial

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import Clock
from cpstudy.core.errors import place
from cpstudy.core.kind import Meaning
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.latin.encodings import sat_values
from cpstudy.puzzles.latin.rules import Latin


def meanings(puzzle: Latin) -> list[Meaning]:
    """Variable cell · N + value: the cell has the value. Others count within units and cages."""
    found = []
    for at in range(puzzle.order**2):
        cell = divmod(at, puzzle.order)
        for value in range(1, puzzle.order + 1):
            true, false = (f"{place(cell)} is {word}{value}" for word in ("", "not "))
            found.append(Meaning(true, false, (cell,), (str(value), f"not {value}")))
    return found


def solve(puzzle: Latin, request: Request) -> Result:
    """Up to ``limit`` solutions by our clause learning on the formula of the row ``sat``.

    Counters: conflicts (the iterations), decisions, propagations. Phases: build, search.
    """
    order = puzzle.order

    def opening(clock: Clock) -> CdclSession:
        cnf = sat_values.build(puzzle, clock)
        engine = Engine(cnf.variables)
        engine.add(cnf.clauses)
        return CdclSession(engine, order**3, same_size=True)

    read = partial(sat_values.solution_of, order)
    counters = ("conflicts", "decisions", "propagations")
    return bytes_of_models(request, opening, counters, read=read)
