"""Solvers of declared kinds: SAT with lazy cuts, our clause learner, CP-SAT, and those of CPMpy.

All take the rules of one model. *sat* and *cdcl* take its clauses (clauses.py), which are kept for
the next request about the same puzzle, and cuts when a candidate violates a constraint on graphs;
cuts stay, since every answer satisfies them. For *cdcl* connected places are a propagator. *cpsat*
takes CPMpy's model for OR-Tools: lines with known ends are a circuit there, other constraints on
graphs are decomposed. If a kind states what may be assumed of an answer, these rows search for such
answers first; then, for each of these, for others with its values. ``cpmpy:NAME`` runs any solver
of CPMpy in its own process.

Counters: searches; conflicts (the iterations); cuts. Phases: build, search.
"""

from collections.abc import Callable, Iterable, Sequence
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
from cpstudy.encode.cpmpy_graph import GraphConstraint
from cpstudy.encode.cpmpy_sessions import CpmpyModel
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.encode.sat import DEFAULT, SatSession, takes_counts
from cpstudy.encode.sessions import Session, Values, bytes_of_models

_KEPT = 16

import_module("pysat.solvers")  # belongs to loading, not to the first board

Opening = Callable[[Encoded, Iterable[list[int]], Clock], Session]


def solve_sat(puzzle: Declared, request: Request, *, solver: str = DEFAULT) -> Result:
    """Find up to ``limit`` solutions (None: all) by a SAT solver."""

    def opening(model: Encoded, more: Iterable[list[int]], clock: Clock) -> Session:
        formula, at_most = model.formula(*more, counted=takes_counts(solver)), model.at_most
        return SatSession(formula, model.watched, solver=solver, clock=clock, at_most=at_most)

    return _by_clauses(puzzle, request, opening, ("searches", "conflicts"), "")


def solve_cdcl(puzzle: Declared, request: Request) -> Result:
    """Find up to ``limit`` solutions (None: all) by our clause learner."""

    def opening(model: Encoded, more: Iterable[list[int]], clock: Clock) -> Session:
        formula = model.formula(*more)
        known = (lazy.connecting() for lazy in model.lazy.values())
        engine = Engine(formula.variables, next(filter(None, known), None))
        engine.add(formula.clauses)
        return CdclSession(engine, model.watched)

    counters = ("conflicts", "decisions", "propagations")
    return _by_clauses(puzzle, request, opening, counters, "cdcl")


def _by_clauses(
    puzzle: Declared, request: Request, opening: Opening, counters: Iterable[str], owner: str
) -> Result:
    clock = request.clock
    try:
        model = encoded(puzzle, clock, owner)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters=dict.fromkeys(counters, 0))

    def opened(inner: Clock, first: bytes | None, found: Sequence[bytes]) -> Session:
        beside = model.narrowing if first is None else model.beside(first, found)
        return opening(model, beside, inner)

    lacking = (lambda values: [c for _, c in model.lacking(values)]) if model.lazy else None
    again = bool(model.narrowing)
    result = _in_turn(request, clock, opened, counters, model.values, again=again, lacking=lacking)
    model.narrowed |= result.exhausted and len(result.solutions) == 1
    return result


def _in_turn(
    request: Request,
    clock: Clock,
    opened: Callable[[Clock, bytes | None, Sequence[bytes]], Session],
    counters: Iterable[str],
    read: Callable[[Values], bytes],
    *,
    again: bool,
    lacking: Callable[[Values], list[list[int]]] | None = None,
) -> Result[bytes]:
    """Search for answers as assumed; again: then for others with the values of each of these."""
    building = clock.passed

    def searched(first: bytes | None, found: Sequence[bytes], limit: int | None) -> Result[bytes]:
        left = replace(request, budget=clock.budget(request.budget.iterations), limit=limit)
        of = bytes_of_models(left, lambda c: opened(c, first, found), counters, lacking, read=read)
        return cast(Result[bytes], of)

    result = searched(None, (), request.limit)
    for first in result.solutions if again else ():
        if result.exhausted:
            left = None if request.limit is None else request.limit - len(result.solutions)
            result = _both(result, searched(first, result.solutions, left))
    build = result.phases.get("build", 0.0) + building
    return replace(result, phases={**result.phases, "build": build})


def _both(one: Result[bytes], other: Result[bytes]) -> Result[bytes]:
    """Return two consecutive searches as one; the second has fewer counters if time ended first."""
    counters = {name: n + other.counters.get(name, 0) for name, n in one.counters.items()}
    phases = {name: seconds + other.phases.get(name, 0) for name, seconds in one.phases.items()}
    solutions = (*one.solutions, *other.solutions)
    return replace(other, solutions=solutions, counters=counters, phases=phases)


def solve_cpsat(puzzle: Declared, request: Request) -> Result:
    """Find up to ``limit`` solutions (None: all) by CP-SAT, from CPMpy's model for it."""
    clock = request.clock
    try:
        assumed, rules, indices, kept = _cpsat(puzzle, clock)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={"conflicts": 0, "branches": 0})

    def opened(_: Clock, first: bytes | None, found: Sequence[bytes]) -> Session:
        copy = (assumed if first is None else rules).clone()
        watched = [copy.get_int_var_from_proto_index(index) for index in indices]
        for place, value in enumerate(first or ()):
            if value and place in kept:
                copy.add(watched[place] == value)
        for old in found:
            copy.add_forbidden_assignments(watched, [[*old]])
        return CpsatSession(copy, watched, request.rng, whole=True, one_by_one=True)

    def read(values: Values) -> bytes:
        return bytes(values.tolist())

    counters, again = ("conflicts", "branches"), rules is not assumed
    return _in_turn(request, clock, opened, counters, read, again=again)


@lru_cache(_KEPT)
def _cpsat(puzzle: Declared, clock: Clock) -> tuple[Any, Any, list[int], set[int]]:
    """Return CPMpy's models for CP-SAT, with what may be assumed and without.

    Then the numbers of the answer's variables in them, and the places of the kept ones.
    """
    model = Model(puzzle, clock)
    solver = cp.SolverLookup.get("ortools")
    for rule in model.rules:
        clock.check()
        _state(solver, rule.constraint)
    rules = solver.ort_model.clone() if model.narrowing else solver.ort_model
    for rule in model.narrowing:
        _state(solver, rule.constraint)
    kept = {variable.name for variable in model.kept}
    places = {place for place, variable in enumerate(model.answer) if variable.name in kept}
    indices = [solver.solver_var(variable).index for variable in model.answer]
    return solver.ort_model, rules, indices, places


def _state(solver: Any, constraint: Any) -> None:
    """Add a rule: lines with known ends as a circuit, other rules as CPMpy does."""
    found = constraint.circuit() if isinstance(constraint, GraphConstraint) else None
    if found is None:
        solver.add(constraint)
        return
    rules, arcs = found
    solver.add(rules)
    if arcs:  # CP-SAT refuses a circuit without arcs
        solver.ort_model.add_circuit([(a, b, solver.solver_var(x)) for a, b, x in arcs])


def declare(puzzle: Declared) -> CpmpyModel:
    """Return the model for the solvers of CPMpy."""
    model = Model(puzzle)
    return CpmpyModel(cp.Model([rule.constraint for rule in model.rules]), model.answer)
