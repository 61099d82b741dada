"""Solvers of declared kinds: SAT with lazy cuts, our clause learner, CP-SAT, and those of CPMpy.

All take the rules of one model. *sat* and *cdcl* get its clauses (clauses.py), kept for the next
question about the same puzzle, and cuts where a candidate breaks a constraint on graphs; cuts stay,
since every answer keeps them. Where a kind says what may be assumed of an answer, they look for
such answers first; then, beside each of these, for others. *cpsat* gets CPMpy's model for OR-Tools,
where constraints on graphs are decomposed. ``cpmpy:NAME`` runs any solver of CPMpy in a process of
its own.

Counters: searches; conflicts (the iterations); cuts. Phases: build, search.
"""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any, cast

import cpmpy as cp

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.declared.clauses import Encoded, encoded
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Declared
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.sat import DEFAULT, SatSession, takes_counts
from cpstudy.encode.sessions import Session, bytes_of_models

_KEPT = 16

import_module("pysat.solvers")  # belongs to loading, not to the first board

Opening = Callable[[Encoded, Iterable[list[int]], Clock], Session]


def solve_sat(puzzle: Declared, request: Request, *, solver: str = DEFAULT) -> Result:
    """Up to ``limit`` solutions (None: all) by a SAT solver."""

    def opening(model: Encoded, more: Iterable[list[int]], clock: Clock) -> Session:
        formula, at_most = model.formula(*more, counted=takes_counts(solver)), model.at_most
        return SatSession(formula, model.watched, solver=solver, clock=clock, at_most=at_most)

    return _by_clauses(puzzle, request, opening, ("searches", "conflicts"), "")


def solve_cdcl(puzzle: Declared, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all) by our clause learning."""

    def opening(model: Encoded, more: Iterable[list[int]], clock: Clock) -> Session:
        formula = model.formula(*more)
        engine = Engine(formula.variables)
        engine.add(formula.clauses)
        return CdclSession(engine, model.watched)

    counters = ("conflicts", "decisions", "propagations")
    return _by_clauses(puzzle, request, opening, counters, "cdcl")


def _by_clauses(
    puzzle: Declared, request: Request, opening: Opening, counters: Iterable[str], owner: str
) -> Result:
    clock = request.clock
    try:
        with _uncollected():
            model = encoded(puzzle, clock, owner)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters=dict.fromkeys(counters, 0))
    building = clock.passed

    def searched(clauses: Iterable[list[int]], limit: int | None) -> Result[bytes]:
        found = bytes_of_models(
            replace(request, budget=clock.budget(request.budget.iterations), limit=limit),
            lambda inner: opening(model, clauses, inner),
            counters,
            (lambda values: [c for _, c in model.lacking(values)]) if model.lazy else None,
            read=model.values,
        )
        return cast(Result[bytes], found)

    result = searched(model.narrowing, request.limit)
    for first in result.solutions if model.narrowing else ():
        if result.exhausted:
            left = None if request.limit is None else request.limit - len(result.solutions)
            result = _both(result, searched(model.beside(first, result.solutions), left))
    model.narrowed |= result.exhausted and len(result.solutions) == 1
    return _built(result, building)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without collections of garbage: a model is thousands of objects, and all of them stay."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _both(one: Result[bytes], other: Result[bytes]) -> Result[bytes]:
    """Two searches after another as one; where the time ended before the second has less."""
    counters = {name: n + other.counters.get(name, 0) for name, n in one.counters.items()}
    phases = {name: seconds + other.phases.get(name, 0) for name, seconds in one.phases.items()}
    solutions = (*one.solutions, *other.solutions)
    return replace(other, solutions=solutions, counters=counters, phases=phases)


def _built(result: Result[Any], seconds: float) -> Result:
    phases = {**result.phases, "build": result.phases.get("build", 0.0) + seconds}
    return replace(result, phases=phases)


def solve_cpsat(puzzle: Declared, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all) by CP-SAT, from CPMpy's model for it."""
    clock = request.clock
    try:
        model, indices = _cpsat(puzzle, clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"conflicts": 0, "branches": 0})
    building, copy = clock.passed, model.clone()
    watched = [copy.get_int_var_from_proto_index(index) for index in indices]
    result = bytes_of_models(
        replace(request, budget=clock.budget(request.budget.iterations)),
        lambda _: CpsatSession(copy, watched, request.rng, whole=True, one_by_one=True),
        ("conflicts", "branches"),
        read=lambda values: bytes(values.tolist()),
    )
    return _built(result, building)


@lru_cache(_KEPT)
def _cpsat(puzzle: Declared, clock: Clock) -> tuple[Any, list[int]]:
    """CPMpy's model for CP-SAT, and the numbers of the answer's variables in it."""
    model = Model(puzzle, clock)
    solver = cp.SolverLookup.get("ortools")
    for rule in model.rules:
        clock.check()
        solver += rule.constraint
    return solver.ort_model, [solver.solver_var(variable).index for variable in model.answer]


def declare(puzzle: Declared) -> CpmpyModel:
    """The model for the solvers of CPMpy."""
    model = Model(puzzle)
    return CpmpyModel(cp.Model([rule.constraint for rule in model.rules]), model.answer)
