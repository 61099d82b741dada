"""CP-SAT: connectivity as a flow, and the one loop that asks a model for its solutions.

The loop enumerates: after each solution the solver goes on and must give one that differs. That
is sound for counting only where every variable is a function of the watched ones, so that no
solution comes twice; each model states why it is. One worker, so that counters and seeds mean
something.

Limits: CP-SAT has had wrong INFEASIBLE answers (or-tools issues 5274 and 5295); "unique" rests on
INFEASIBLE, hence the agreement tests with methods that share no code with it.
"""

from __future__ import annotations

import time
from _thread import start_new_thread
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress

import numpy as np
import numpy.typing as npt
from ortools.sat.python import cp_model

from cpstudy.core.result import Budget, Stop
from cpstudy.encode.sessions import Enumeration

# Measured on streams of Pipes boards (benchmarks/): linear relaxation, symmetry detection and
# probing cost more than they save on models whose clauses propagate well, and one round of
# presolve finds what later rounds find.
FAST_PARAMETERS: Mapping[str, int | bool] = {
    "num_workers": 1,
    "linearization_level": 0,
    "symmetry_level": 0,
    "cp_model_probing_level": 0,
    "max_presolve_iterations": 1,
    # CP-SAT's own handler would leave the process without Python's; see _solve_interruptibly.
    "catch_sigint_signal": False,
}

# What may follow the name of a CP-SAT solver: parameters that replace the ones above.
_OPTIONS: Mapping[str, Mapping[str, int | bool]] = {
    "presolve": {"cp_model_presolve": True, "max_presolve_iterations": 3},
    "no-presolve": {"cp_model_presolve": False},
    "probing": {"cp_model_probing_level": 2},
    "symmetry": {"symmetry_level": 2},
    "linear": {"linearization_level": 1},
    "workers2": {"num_workers": 2},
    "workers4": {"num_workers": 4},
    "workers8": {"num_workers": 8},
}
OPTIONS = {
    name: ", ".join(f"{parameter} = {value}" for parameter, value in values.items())
    for name, values in _OPTIONS.items()
}

# A seed for the solver must fit a positive 32-bit integer.
_SEEDS = 2**31 - 1

# Seconds between two requests to stop.
_PATIENCE = 0.1


def with_options(
    options: Iterable[str], parameters: Mapping[str, int | bool] = FAST_PARAMETERS
) -> Mapping[str, int | bool]:
    """``parameters`` as changed by options (keys of OPTIONS), the last one winning."""
    changed = dict(parameters)
    for option in options:
        changed.update(_OPTIONS[option])
    return changed


def single_commodity_flow(
    model: cp_model.CpModel,
    vertices: Sequence[int],
    root: int,
    edges: Sequence[tuple[int, int]],
    open_edges: Sequence[cp_model.IntVar],
) -> None:
    """The open edges connect all ``vertices`` (Gavish1978).

    The root sends one unit to every other vertex; flow runs along open edges only, in either
    direction, so each edge (a, b) has one signed variable: positive from a to b. Where the number
    of open edges is len(vertices) - 1, connected means a tree, and the flow is then a function of
    the tree. Self-loops need no flow and must not be among ``edges``.

    Size: E integer variables of domain -(V-1) … V-1, E half-reified equalities, V linear
    equalities, for V vertices and E edges.
    """
    demand = dict.fromkeys(vertices, 1)
    demand[root] -= len(vertices)
    inflow: dict[int, list[cp_model.LinearExprT]] = {vertex: [] for vertex in vertices}
    for (a, b), is_open in zip(edges, open_edges, strict=True):
        flow = model.new_int_var(1 - len(vertices), len(vertices) - 1, "")
        model.add(flow == 0).only_enforce_if(~is_open)
        inflow[b].append(flow)
        inflow[a].append(-flow)
    for vertex, terms in inflow.items():
        model.add(cp_model.LinearExpr.sum(terms) == demand[vertex])


def parents_and_levels(
    model: cp_model.CpModel,
    vertices: Sequence[int],
    root: int,
    edges: Sequence[tuple[int, int]],
    open_edges: Sequence[cp_model.IntVar],
) -> None:
    """The open edges are a spanning tree of ``vertices``.

    Each open edge is directed away from the root; every other vertex is entered exactly once, by
    the edge from its parent, whose level is less by one. In the manner of Miller, Tucker and
    Zemlin (Miller1960). Parents and levels are a function of the tree. Self-loops must not be
    among ``edges``.

    Size: 2E Booleans and V integers of domain 0 … V - 1; E equalities, 2E half-reified
    equalities, V exactly-ones, for V vertices and E edges.
    """
    level = {vertex: model.new_int_var(0, len(vertices) - 1, "") for vertex in vertices}
    model.add(level[root] == 0)
    entering: dict[int, list[cp_model.IntVar]] = {vertex: [] for vertex in vertices}
    for (a, b), is_open in zip(edges, open_edges, strict=True):
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add_exactly_one(there, back, ~is_open)
        for start, end, arc in ((a, b, there), (b, a, back)):
            model.add(level[end] == level[start] + 1).only_enforce_if(arc)
            entering[end].append(arc)
    for vertex, arcs in entering.items():
        if vertex != root:
            model.add_exactly_one(arcs)
        else:
            model.add_bool_and(~arc for arc in arcs)


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, watched: Sequence[int], limit: int | None) -> None:
        super().__init__()
        self.watched = watched
        self.limit = limit
        self.solutions: list[npt.NDArray[np.bool_]] = []

    def on_solution_callback(self) -> None:
        values = self.response_proto.solution
        self.solutions.append(np.array([values[i] for i in self.watched], dtype=np.bool_))
        if self.limit is not None and len(self.solutions) >= self.limit:
            self.stop_search()


def enumerate_solutions(
    model: cp_model.CpModel,
    watched: Sequence[cp_model.IntVar],
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    parameters: Mapping[str, int | bool] = FAST_PARAMETERS,
    lacking: Callable[[npt.NDArray[np.bool_]], Iterable[list[int]]] | None = None,
) -> Enumeration:
    """Solutions of ``model`` as values of the ``watched`` Booleans, up to ``limit`` (None: all).

    Every other variable must be a function of the watched ones (module text). Counters:
    ``conflicts`` and ``branches``, for lazy encodings also ``searches`` and ``cuts``;
    ``budget.iterations`` bounds the conflicts of the whole run. CP-SAT counts conflicts from the
    last solution on, so with such a budget each solution is a search of its own, on a model that
    forbids those before; ``model`` gets these clauses. So it is with several workers, and with
    ``lacking``: the clauses that a candidate's watched values break (lazy encodings), which are
    added until there are none. Raises ValueError for an invalid model, KeyboardInterrupt after
    stopping the solver on Ctrl-C.
    """
    start = time.perf_counter()
    solver = cp_model.CpSolver()
    for name, value in parameters.items():
        setattr(solver.parameters, name, value)
    solver.parameters.random_seed = int(rng.integers(_SEEDS))
    several = int(parameters.get("num_workers", 1)) > 1
    if several and budget.iterations is not None:
        raise ValueError("several workers share no count of conflicts: give seconds")
    one_by_one = budget.iterations is not None or lacking is not None or several
    solver.parameters.enumerate_all_solutions = not one_by_one
    indices = [variable.index for variable in watched]
    solutions: list[npt.NDArray[np.bool_]] = []
    added: list[list[int]] = []
    counters = {"conflicts": 0, "branches": 0}
    searches = 0
    while True:
        if budget.seconds is not None:
            left = budget.seconds - (time.perf_counter() - start)
            solver.parameters.max_time_in_seconds = max(0.0, left)
        if budget.iterations is not None:
            left_over = budget.iterations - counters["conflicts"]
            solver.parameters.max_number_of_conflicts = max(0, left_over)
        collector = _Collector(indices, 1 if one_by_one else limit)
        status = _solve_interruptibly(solver, model, collector)
        if status == cp_model.MODEL_INVALID:
            raise ValueError(f"invalid CP-SAT model: {model.validate()}")
        counters["conflicts"] += int(solver.num_conflicts)
        counters["branches"] += int(solver.num_branches)
        searches += 1

        candidates = collector.solutions[:1] if one_by_one else collector.solutions
        if lacking is not None and candidates:
            clauses = list(lacking(candidates[0]))
            if clauses:
                add_clauses(model, watched, clauses)
                added += clauses
                continue
        solutions += candidates
        if status == cp_model.INFEASIBLE or (status == cp_model.OPTIMAL and not one_by_one):
            stop = Stop.DONE
        elif limit is not None and len(solutions) >= limit:
            stop = Stop.LIMIT
        elif one_by_one and candidates:
            forbid(model, watched, candidates[0])
            continue
        elif budget.iterations is not None and counters["conflicts"] >= budget.iterations:
            stop = Stop.ITERATIONS
        else:
            stop = Stop.TIME
        break
    if lacking is not None:
        counters |= {"searches": searches, "cuts": len(added)}
    seconds = time.perf_counter() - start
    return Enumeration(solutions, stop, counters, seconds, lacking=added)


def add_clauses(
    model: cp_model.CpModel, watched: Sequence[cp_model.IntVar], clauses: Iterable[Sequence[int]]
) -> None:
    """Clauses of literals as in encode/cnf.py; variable i + 1 is ``watched[i]``."""
    for clause in clauses:
        model.add_bool_or(watched[x - 1] if x > 0 else ~watched[-x - 1] for x in clause)


def forbid(
    model: cp_model.CpModel,
    watched: Sequence[cp_model.IntVar],
    values: npt.NDArray[np.bool_],
) -> None:
    """One clause: some of the ``watched`` Booleans differs from ``values``."""
    model.add_bool_or(~x if value else x for x, value in zip(watched, values, strict=True))


def _solve_interruptibly(
    solver: cp_model.CpSolver, model: cp_model.CpModel, collector: _Collector
) -> cp_model.CpSolverStatus:
    """Solve in a thread of its own, so that Ctrl-C reaches Python at once and stops the search.

    A process that ends while CP-SAT still searches is aborted, so nothing leaves before the search
    has ended. That is why the wait is for a future and the thread is a plain one: Ctrl-C in
    ``Thread.join`` marks the thread as ended (Python 3.11), and in ``Thread.start`` it leaves
    a thread behind that nobody stops.
    """
    outcome: Future[cp_model.CpSolverStatus] = Future()

    def search() -> None:
        try:
            outcome.set_result(solver.solve(model, collector))
        except BaseException as error:
            outcome.set_exception(error)

    try:
        start_new_thread(search, ())
        return outcome.result()
    finally:
        while not outcome.done():
            # Again and again: a request that comes before the search has begun is lost.
            with suppress(KeyboardInterrupt):
                solver.stop_search()
                wait([outcome], _PATIENCE)
