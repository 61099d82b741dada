"""CP-SAT: one circuit on the arcs of the lattice, which may leave out vertices.

An edge is on the loop if one of its two arcs is in the circuit. A vertex that is left out has an
arc to itself, so there is at most one loop, of any length; a clause excludes the empty one.
clauses.py has the clauses of clues. Each loop is a circuit in two directions, so the search for
each solution is separate.

Size: a Boolean per vertex and three per edge. Source: the project's own.
"""

from ortools.sat.python import cp_model

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cpsat import CpsatModel, CpsatSession, add_clauses, with_options
from cpstudy.encode.sessions import bytes_of_models
from cpstudy.puzzles.loops.clauses import clauses_of_group
from cpstudy.puzzles.loops.rules import Loops


def build(
    puzzle: Loops, clock: Clock = UNLIMITED
) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """The model, and per edge the Boolean "on the loop". Raises OutOfTimeError by the clock."""
    model = CpsatModel()
    lattice = puzzle.lattice
    runs = [model.new_bool_var("") for _ in lattice.ends]
    arcs = [(vertex, vertex, model.new_bool_var("")) for vertex in range(lattice.vertices)]
    for (a, b), run in zip(lattice.ends, runs, strict=True):
        clock.check()
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(there + back == run)
        arcs += [(a, b, there), (b, a, back)]
    model.add_circuit(arcs)
    model.add_bool_or(runs)
    for group in puzzle.groups:
        clock.check()
        add_clauses(model, runs, clauses_of_group(group))
    return model, runs


def solve(puzzle: Loops, request: Request, **options: bool) -> Result:
    """Up to ``limit`` solutions (None: all).

    options: see encode/solver_rows.py. Counters: conflicts (the iterations), branches, searches.
    Phases: build, search.
    """

    def opening(clock: Clock) -> CpsatSession:
        model, runs = build(puzzle, clock)
        return CpsatSession(model, runs, request.rng, with_options(options), one_by_one=True)

    return bytes_of_models(request, opening, ("conflicts", "branches", "searches"))
