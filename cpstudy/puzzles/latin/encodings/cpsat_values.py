"""CP-SAT: one integer a cell, all different in every unit, arithmetic in every cage.

The declarative model: it says what the rules say and nothing else. Size: N² variables, an
all-different a unit, a constraint a cage (differences and quotients, and cages of two cells whose
operation is not told, are tables of at most N² pairs). Every variable is a function of the values
of the cells, so one search enumerates the solutions.

Limits: a cage that may multiply needs N^(its cells) below 2^62.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.encode.cpsat import FAST_PARAMETERS, CpsatSession, with_options
from cpstudy.encode.cpsat_model import CpsatModel
from cpstudy.encode.sessions import Values, enumerate_models
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, Cage, Latin


def build(
    puzzle: Latin, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model and its variables, the value of each cell. Raises OutOfTimeError, ValueError."""
    model = CpsatModel()
    values = [
        model.new_constant(clue) if clue else model.new_int_var(1, puzzle.order, "")
        for clue in puzzle.clues
    ]
    for unit in puzzle.units:
        clock.check()
        model.add_all_different(values[cell] for cell in unit.cells)
    for cage in puzzle.cages:
        clock.check()
        _add_cage(model, cage, [values[cell] for cell in cage.cells], puzzle.order)
    return model, values


def _add_cage(
    model: cp_model.CpModel, cage: Cage, cells: list[cp_model.IntVar], order: int
) -> None:
    if len(cells) == 1:
        model.add(cells[0] == cage.target)
    elif cage.operation == ADD:
        model.add(sum(cells) == cage.target)
    elif len(cells) == 2:
        pairs = product(range(1, order + 1), repeat=2)
        model.add_allowed_assignments(cells, [pair for pair in pairs if cage.holds(pair)])
    else:
        if order ** len(cells) >= 1 << 62:
            raise ValueError(f"cpsat: a product of {len(cells)} values up to {order}")
        if cage.operation == MULTIPLY:
            model.add_multiplication_equality(cage.target, cells)
        else:
            _add_sum_or_product(model, cage.target, cells, order)


def _add_sum_or_product(
    model: cp_model.CpModel, target: int, cells: list[cp_model.IntVar], order: int
) -> None:
    """The operation of a cage of three and more cells is not told: it is + or ×."""
    adds = model.new_bool_var("")
    model.add(sum(cells) == target).only_enforce_if(adds)
    model.add(sum(cells) != target).only_enforce_if(~adds)
    together = model.new_int_var(1, order ** len(cells), "")
    model.add_multiplication_equality(together, cells)
    model.add(together == target).only_enforce_if(~adds)


def solve(
    puzzle: Latin,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    found: Found | None = None,
    **options: bool,
) -> Result:
    """Up to ``limit`` solutions (None: all) by one enumerating search.

    options: see encode/solver_options.py. Counters: conflicts (the iterations), branches. Phases:
    build, search. Raises ValueError for a cage that is too large (module text).
    """
    clock = Clock(budget.seconds)
    try:
        model, values = build(puzzle, clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"conflicts": 0, "branches": 0})
    built = clock.passed
    told = enumerate_models(
        CpsatSession(model, values, rng, with_options(options, FAST_PARAMETERS), whole=True),
        limit,
        clock=clock,
        iterations=budget.iterations,
        found=None if found is None else lambda values: found(solution_of(values)),
    )
    return Result(
        solutions=tuple(map(solution_of, told.solutions)),
        exhausted=told.stop is Stop.DONE,
        stop=told.stop,
        counters=told.counters,
        phases={"build": built, "search": told.seconds},
    )


def solution_of(values: Values) -> bytes:
    """A byte a cell."""
    return bytes(values.tolist())


def write_proto(puzzle: Latin) -> str:
    """The model as the text form of CP-SAT's protocol buffer."""
    return str(build(puzzle)[0].proto)
