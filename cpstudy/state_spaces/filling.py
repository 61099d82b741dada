"""Solutions by explicit-state search: boards filled cell by cell (Kamies2016).

A state is a partial board. Its successors give the next cell each value that the puzzle allows
there, so the states are the partial boards that a brute-force search visits. Every solution is a
goal at the same depth and has exactly one path: in a breadth-first search, the number of shortest
paths is the number of solutions. Depth first runs once for each solution; a solution that is
already known is not a goal.

Cost: one state for every partial board. Limits: memory; thousands of states a second.
"""

from abc import abstractmethod
from dataclasses import replace

from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget, PathResult, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.plain.depth_first import depth_first
from cpstudy.state_spaces.space import StateSpace


class FillingSpace(StateSpace[bytes]):
    """The partial boards of a puzzle; the full boards are its solutions.

    known: solutions already found; they are not goals.
    """

    def __init__(self) -> None:
        self.known: set[bytes] = set()

    @abstractmethod
    def is_full(self, state: bytes) -> bool:
        """Whether every cell has a value."""

    def is_goal(self, state: bytes) -> bool:
        """Whether the board is full and not a known solution."""
        return self.is_full(state) and state not in self.known


def solutions(space: FillingSpace, strategy: str, request: Request) -> Result:
    """The solutions of a space, found by "bfs" or "dfs".

    "bfs" returns the exact number of solutions and one of them, or all of them if ``limit`` is
    None; "dfs" returns up to ``limit``. budget: iterations are states of all searches together.
    Counter: states.
    """
    if strategy == "bfs" and request.limit is not None:
        return _breadth_first(space, request.budget)
    if strategy == "bfs":
        return _counted_and_listed(space, request)
    clock = Clock(request.budget.seconds)
    states = 0
    stop = None
    while stop is None:
        left = replace(_in_states(request.budget, states), seconds=clock.left)
        result = depth_first(space, left)
        states += result.states
        if result.path is None:
            stop = _stop(result, request.budget)
            continue
        solution = result.trace[-1]
        assert isinstance(solution, bytes)
        space.known.add(solution)
        if request.found is not None:
            request.found(solution)
        if len(space.known) == request.limit:
            stop = Stop.LIMIT
    return Result(
        tuple(sorted(space.known)),
        exhausted=stop is Stop.DONE,
        stop=stop,
        counters={"states": states},
    )


def _counted_and_listed(space: FillingSpace, request: Request) -> Result:
    """Count by breadth first, then list all solutions by depth first, within one budget."""
    budget, clock = request.budget, Clock(request.budget.seconds)
    counted = _breadth_first(space, budget)
    if not counted.solutions or not counted.exhausted:
        return counted
    spent = counted.counters["states"]
    left = replace(_in_states(budget, spent), seconds=clock.left)
    listed = solutions(space, "dfs", replace(request, budget=left))
    states = spent + listed.counters["states"]
    return replace(listed, count=counted.count, counters={"states": states})


def _breadth_first(space: FillingSpace, budget: Budget) -> Result:
    result = breadth_first(space, _in_states(budget, 0), count=True)
    counters = {"states": result.states}
    if result.path is None:
        stop = _stop(result, budget)
        none = stop is Stop.DONE
        return Result((), 0 if none else None, exhausted=none, stop=stop, counters=counters)
    solutions = (result.trace[-1],)
    if result.shortest is None or result.stop not in (Stop.DONE, Stop.LIMIT):
        return Result(solutions, stop=_stop(result, budget), counters=counters)
    return Result(solutions, result.shortest, exhausted=True, counters=counters)


def _in_states(budget: Budget, spent: int) -> Budget:
    """The budget with its iterations as a bound on states, less ``spent``."""
    bounds = [bound for bound in (budget.iterations, budget.states) if bound is not None]
    most = max(0, min(bounds) - spent) if bounds else None
    return replace(budget, iterations=None, states=most)


def _stop(result: PathResult, budget: Budget) -> Stop:
    """Why a search ended, in the terms of the request's budget."""
    if result.exhausted:
        return Stop.DONE
    iterations = budget.iterations is not None and result.stop is Stop.STATES
    return Stop.ITERATIONS if iterations else result.stop
