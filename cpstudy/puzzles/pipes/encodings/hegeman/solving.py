"""Solve Hegeman's formula with a SAT solver: as intended, by safe states, and as printed.

In the thesis a field is solved from the beginning, so the position of the tiles is the first
solution if it is one; each formula then asks for others. Solver: CaDiCaL 1.9.5 by default. Requires
the extra ``sat``; if it is missing, an InputError reports it.
"""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import numpy as np

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.sat import SatSession
from cpstudy.encode.sessions import Values, enumerate_models
from cpstudy.puzzles.pipes.encodings.hegeman import formula
from cpstudy.puzzles.pipes.puzzle import Pipes

DEFAULT = "cadical195"


def solve(
    puzzle: Pipes, request: Request, *, bound: str | None = None, solver: str = DEFAULT
) -> Result:
    """Up to ``limit`` solutions (None: all) within the bound, by default n·m.

    Counters: conflicts (the iterations). Phases: build, search. If the bound is too small, so that
    it contains no further solution but there are more safe states: UNKNOWN with the stop BOUND. If
    the formula is too large (above 26×26): the stop MEMORY. Raises InputError for boards that
    table 3 does not cover, and if python-sat is not installed.
    """
    return solve_bounded(puzzle, request, formula.named_bound(puzzle, bound), solver)


def solve_bounded(puzzle: Pipes, request: Request, bound: int, solver: str = DEFAULT) -> Result:
    """The same with any bound: solutions in which all tiles are within ``bound`` - 1 steps."""
    settled = _settled(puzzle)
    if settled is not None:
        return settled
    if formula.too_large(puzzle, bound):
        return Result(stop=Stop.MEMORY, counters={"conflicts": 0})
    run = _Run(puzzle, request, solver)
    stop = run.ask_for_others(lambda clock: formula.formula(puzzle, bound, clock=clock))
    if stop is Stop.DONE and not puzzle.free and bound < len(puzzle.tiles) - puzzle.tiles.count(0):
        # There is no other solution within the bound. Is there another safe state at all?
        states: list[bytes] = []
        stop = run.ask(lambda _: formula.safe_state(puzzle), 1, states.append)
        if states:
            stop = Stop.BOUND
    return run.result(stop)


def solve_safe_states(
    puzzle: Pipes, request: Request, *, bound: str | None = None, solver: str = DEFAULT
) -> Result:
    """Solutions among the safe states, examined one after another (section 3.2.4).

    bound: has no effect here. Counters: conflicts (the iterations), safe_states. The position of
    the tiles is the first safe state if it is a solution. Exponential: large mazes have hundreds
    of safe states and more. Raises InputError if python-sat is not installed.
    """
    formula.named_bound(puzzle, bound)
    settled = _settled(puzzle)
    if settled is not None:
        return replace(settled, counters={"conflicts": 0, "safe_states": len(settled.solutions)})

    def lacking(values: Values) -> list[list[int]]:
        """The clause that a disconnected safe state violates: it excludes this state."""
        placement = _placement(puzzle, values)
        return [] if connected(puzzle, placement) else [formula.other_than(puzzle, placement)]

    run = _Run(puzzle, request, solver)
    stop = run.ask_for_others(
        lambda _: formula.safe_state(puzzle), None if puzzle.free else lacking
    )
    found = run.result(stop)
    states = len(found.solutions) + run.rejected
    return replace(found, counters={**found.counters, "safe_states": states})


def solve_printed(
    puzzle: Pipes, request: Request, *, bound: str | None = None, solver: str = DEFAULT
) -> Result:
    """The answer of the printed formula, which may be wrong: MANY if a second safe state exists.

    The corrected formula finds the first solution. Then the answer of the printed one is accepted
    without a check: the count is 2 if it finds another state, without a witness if that is
    not a tree. Counters: conflicts (the iterations). Raises like :func:`solve`.
    """
    steps = formula.named_bound(puzzle, bound)
    clock = Clock(request.budget.seconds)
    alone = replace(request, limit=1, found=None)
    first = solve_bounded(puzzle, alone, formula.full_bound(puzzle), solver)
    if not first.solutions or first.exhausted or request.limit == 1:
        return first
    solved = replace(puzzle, tiles=cast(bytes, first.solutions[0]))
    iterations = _less(request.budget.iterations, first.counters["conflicts"])
    left = replace(request.budget, seconds=clock.left, iterations=iterations)
    run = _Run(solved, Request(left, 2), solver)
    stop = run.ask_for_others(
        lambda clock: formula.formula(solved, steps, inverted=True, clock=clock)
    )
    trees = tuple(state for state in run.solutions if not puzzle.violation(state))
    return replace(run.result(stop), solutions=trees, count=2 if len(run.solutions) == 2 else None)


def connected(puzzle: Pipes, placement: bytes) -> bool:
    """Whether a safe state is connected, decided as in the thesis: by ``disconnectivity``."""
    cnf = formula.disconnectivity(puzzle, placement)
    if [] in cnf.clauses:  # a single tile
        return True
    return enumerate_models(SatSession(cnf, cnf.variables, solver=DEFAULT), 1).stop is Stop.DONE


def _settled(puzzle: Pipes) -> Result | None:
    """Results without a formula: no pipes at all, or the number of open sides excludes a tree."""
    if not any(puzzle.tiles):
        return Result((puzzle.tiles,), exhausted=True, counters={"conflicts": 0})
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters={"conflicts": 0})
    return None


def _less(limit: int | None, spent: int) -> int | None:
    return None if limit is None else max(0, limit - spent)


def _placement(puzzle: Pipes, values: Values) -> bytes:
    return formula.placement_of(puzzle, (np.flatnonzero(values) + 1).tolist())


class _Run:
    """Formulas solved one after another for one puzzle, within one budget.

    solutions: the known ones; the position of the tiles is the first if it is one. rejected: the
    number of candidates that violated further constraints.
    """

    def __init__(self, puzzle: Pipes, request: Request, solver: str) -> None:
        self.solutions: list[bytes] = []
        self.rejected = 0
        self._puzzle, self._request, self._solver = puzzle, request, solver
        self._clock = Clock(request.budget.seconds)
        self._conflicts = 0
        self._begun = time.perf_counter()
        self._searching = 0.0
        if not puzzle.violation(puzzle.tiles):
            self._take(puzzle.tiles)

    def _take(self, solution: bytes) -> None:
        self.solutions.append(solution)
        if self._request.found is not None:
            self._request.found(solution)

    def ask_for_others(
        self,
        build: Callable[[Clock], Cnf],
        lacking: Callable[[Values], list[list[int]]] | None = None,
    ) -> Stop:
        """Add new models of a formula to the solutions, up to the limit."""
        most = _less(self._request.limit, len(self.solutions))
        return Stop.LIMIT if most == 0 else self.ask(build, most, self._take, lacking)

    def ask(
        self,
        build: Callable[[Clock], Cnf],
        most: int | None,
        take: Callable[[bytes], None],
        lacking: Callable[[Values], list[list[int]]] | None = None,
    ) -> Stop:
        """Pass up to ``most`` models of a formula, except the known solutions, to ``take``."""
        puzzle = self._puzzle
        sides = formula.Layout(puzzle.rows, puzzle.columns, 0).sides - 1
        known = np.zeros((len(self.solutions), sides), np.bool_)
        for values, solution in zip(known, self.solutions, strict=True):
            values[[-literal - 1 for literal in formula.other_than(puzzle, solution)]] = True
        try:
            session = SatSession(
                build(self._clock), sides, solver=self._solver, same_size=True, clock=self._clock
            )
        except OutOfTimeError:
            return Stop.TIME
        found = enumerate_models(
            session,
            most,
            clock=self._clock,
            iterations=_less(self._request.budget.iterations, self._conflicts),
            lacking=lacking,
            known=known,
            found=lambda values: take(_placement(puzzle, values)),
        )
        self._conflicts += found.counters.get("conflicts", 0)
        self._searching += found.seconds
        self.rejected += len(found.lacking)
        return found.stop

    def result(self, stop: Stop) -> Result:
        seconds = time.perf_counter() - self._begun
        return Result(
            solutions=tuple(self.solutions),
            exhausted=stop is Stop.DONE,
            stop=stop,
            counters={"conflicts": self._conflicts},
            phases={"build": seconds - self._searching, "search": self._searching},
        )
