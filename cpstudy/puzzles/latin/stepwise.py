"""Explicit-state search: a board filled cell by cell, as a transition system (Kamies2016).

A state is the values so far; from a state, the first empty cell gets every value that the units,
and cages that are full by it, allow. So states are the partial boards that brute force would meet,
and every solution is a goal at the same depth, reached in one way: breadth first, the number of
shortest paths is the number of solutions. Depth first is run again for each solution, those found
before being goals no more. Counter: states. Limits: memory; thousands of states a second.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, PathResult, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.explore.plain.breadth_first import breadth_first
from cpstudy.explore.plain.depth_first import depth_first
from cpstudy.explore.space import StateSpace
from cpstudy.puzzles.latin.rules import DIGITS, Latin


class FillingSpace(StateSpace[bytes]):
    """The partial boards of a puzzle. known: solutions that are no goals."""

    def __init__(self, puzzle: Latin) -> None:
        self.known: set[bytes] = set()
        self._puzzle = puzzle
        n = puzzle.order**2
        around: list[set[int]] = [set() for _ in range(n)]
        for unit in puzzle.units:
            for cell in unit.cells:
                around[cell].update(unit.cells)
        self._near = [tuple(near - {cell}) for cell, near in enumerate(around)]
        self._cages = {cell: cage for cage in puzzle.cages for cell in cage.cells}

    def initial(self) -> Iterable[bytes]:
        """The clues, unless two of them are equal in a unit."""
        clues = self._puzzle.clues
        if all(not v or self._allowed(clues, cell, v) for cell, v in enumerate(clues)):
            yield clues

    def successors(self, state: bytes) -> Iterable[tuple[str, bytes, int]]:
        """The first empty cell with each value that is allowed there."""
        cell = state.find(0)
        if cell < 0:
            return
        for value in range(1, self._puzzle.order + 1):
            if self._allowed(state, cell, value):
                following = state[:cell] + bytes([value]) + state[cell + 1 :]
                yield f"{self._puzzle.cell(cell)}={DIGITS[value - 1]}", following, 1

    def is_goal(self, state: bytes) -> bool:
        """Whether every cell has a value."""
        return 0 not in state and state not in self.known

    def _allowed(self, state: bytes, cell: int, value: int) -> bool:
        if any(state[other] == value for other in self._near[cell]):
            return False
        cage = self._cages.get(cell)
        if cage is None:
            return True
        values = tuple(value if c == cell else state[c] for c in cage.cells)
        return 0 in values or cage.holds(values)


def solve(
    puzzle: Latin,
    budget: Budget,
    rng: np.random.Generator,
    limit: int | None,
    *,
    strategy: str,
    found: Found | None = None,
) -> Result:
    """Solutions by "bfs" (one, and the exact number of all) or "dfs" (up to ``limit``).

    budget: iterations are states, of all searches together.
    """
    space = FillingSpace(puzzle)
    if strategy == "bfs":
        return _breadth_first(space, budget)
    clock = Clock(budget.seconds)
    states = 0
    stop = None
    while stop is None:
        left = replace(_in_states(budget, states), seconds=clock.left)
        told = depth_first(space, left)
        states += told.states
        if told.path is None:
            stop = _stop(told, budget)
            continue
        solution = told.trace[-1]
        assert isinstance(solution, bytes)
        space.known.add(solution)
        if found is not None:
            found(solution)
        if len(space.known) == limit:
            stop = Stop.LIMIT
    return Result(
        tuple(sorted(space.known)),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"states": states},
    )


def _breadth_first(space: FillingSpace, budget: Budget) -> Result:
    told = breadth_first(space, _in_states(budget, 0), count=True)
    counters = {"states": told.states}
    if told.path is None:
        stop = _stop(told, budget)
        none = stop is Stop.DONE
        return Result((), 0 if none else None, exhausted=none, stop=stop, counters=counters)
    solutions = (told.trace[-1],)
    if told.shortest is None or told.stop not in (Stop.DONE, Stop.LIMIT):
        return Result(solutions, stop=_stop(told, budget), counters=counters)
    return Result(solutions, told.shortest, exhausted=True, counters=counters)


def _in_states(budget: Budget, spent: int) -> Budget:
    """Iterations as a bound of states, less those that were spent."""
    bounds = [bound for bound in (budget.iterations, budget.states) if bound is not None]
    most = max(0, min(bounds) - spent) if bounds else None
    return replace(budget, iterations=None, states=most)


def _stop(told: PathResult, budget: Budget) -> Stop:
    """Why a search ended, in the terms of its budget."""
    if told.exhausted:
        return Stop.DONE
    iterations = budget.iterations is not None and told.stop is Stop.STATES
    return Stop.ITERATIONS if iterations else told.stop
