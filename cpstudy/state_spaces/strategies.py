"""The searches that work for every puzzle of moves: their table, and the functions of its rows.

Each function takes a state space and returns a result. A kind lists the rows that it supports,
usually all, and may add its own rows.

*The form that is searched.* If a space has a compiled form, ``engine="auto"`` searches it;
``"python"`` always searches the plain form. Both give the same result and the same counters; only
limits of time and memory may end them at different states. Only the plain form counts shortest
paths.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cpstudy.core.deferred_imports import deferred_imports
from cpstudy.core.errors import InputError, NotApplicable
from cpstudy.core.exploring import Report, Strategy
from cpstudy.core.kind import table
from cpstudy.core.options import Option
from cpstudy.core.result import Budget, PathResult
from cpstudy.state_spaces.space import StateSpace

with deferred_imports():
    from cpstudy.state_spaces.packed import astar as packed_astar
    from cpstudy.state_spaces.packed import breadth_first as packed_breadth_first
    from cpstudy.state_spaces.packed import depth_first as packed_depth_first
    from cpstudy.state_spaces.plain import astar as plain_astar
    from cpstudy.state_spaces.plain import bidirectional
    from cpstudy.state_spaces.plain import breadth_first as plain_breadth_first
    from cpstudy.state_spaces.plain import depth_first as plain_depth_first

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace

_Search = Callable[[Any, Budget], PathResult]

ENGINE = Option(
    "engine",
    "which form of the state space is searched",
    str,
    "auto",
    {
        "auto": "packed words where the puzzle has that form",
        "python": "states as Python objects",
        "compiled": "states as packed words",
    },
)
WHOLE = Option("whole", "search on past the first goal, through all states")
THREADS = Option(
    "threads",
    "2: expand on two threads, where a large space is slow to expand; the same result",
    int,
    1,
)
COUNT = Option("count", "count the shortest paths")


def bfs(
    space: StateSpace[Any],
    budget: Budget,
    *,
    engine: str = "auto",
    whole: bool = False,
    count: bool = False,
    threads: int = 1,
    report: Report | None = None,
) -> PathResult:
    """Breadth first. whole: continue past the first goal. count: count the shortest paths.

    threads: 2 lets the compiled search expand on two threads if expanding a large space is slow;
    the result is the same. Only the plain search counts. Raises InputError for an unknown engine
    or another number of threads, NotApplicable for an engine that the space does not have.
    """
    if threads not in (1, 2):
        raise InputError(f"threads: {threads}: expected 1 or 2")
    if count and engine == "compiled":
        raise NotApplicable("the compiled search does not count shortest paths")
    plain = partial(plain_breadth_first.breadth_first, whole=whole, count=count, report=report)
    packed = partial(
        packed_breadth_first.compiled_breadth_first, whole=whole, threads=threads, report=report
    )
    return _search(space, budget, "python" if count else engine, plain, packed)


def dfs(
    space: StateSpace[Any],
    budget: Budget,
    *,
    engine: str = "auto",
    whole: bool = False,
    report: Report | None = None,
) -> PathResult:
    """Depth first, in LTSmin's order; options and errors as for :func:`bfs`."""
    plain = partial(plain_depth_first.depth_first, whole=whole, report=report)
    packed = partial(packed_depth_first.compiled_depth_first, whole=whole, report=report)
    return _search(space, budget, engine, plain, packed)


def astar(
    space: StateSpace[Any], budget: Budget, *, engine: str = "auto", report: Report | None = None
) -> PathResult:
    """A*: a path of least cost. Raises InputError as :func:`bfs` does."""
    plain = partial(plain_astar.astar, report=report)

    def packed(compiled: CompiledSpace[Any], budget: Budget) -> PathResult:
        if compiled.guided is None and type(space).heuristic is not StateSpace.heuristic:
            if engine == "compiled":
                raise NotApplicable("the compiled state space of this puzzle has no lower bound")
            return plain(space, budget)  # two forms with different bounds would count differently
        return packed_astar.compiled_astar(compiled, budget, report=report)

    return _search(space, budget, engine, plain, packed)


def _search(
    space: StateSpace[Any], budget: Budget, engine: str, plain: _Search, packed: _Search
) -> PathResult:
    """Search one form of the space."""
    if engine not in ENGINE.choices:
        raise InputError(f"engine {engine!r}: choose from {', '.join(ENGINE.choices)}")
    compiled = None if engine == "python" else space.compiled()
    if compiled is not None:
        return packed(compiled, budget)
    if engine == "compiled":
        raise NotApplicable("this puzzle has no compiled state space")
    result = plain(space, budget)
    if engine == "auto" and type(space).compiled is not StateSpace.compiled:
        return replace(result, engine="plain")  # other puzzles of this kind run compiled
    return result


STRATEGIES = table(
    Strategy(
        "bfs",
        "breadth first: fewest moves, states level by level",
        bfs,
        options=(ENGINE, WHOLE, COUNT, THREADS),
        least="moves",
    ),
    Strategy(
        "dfs", "depth first, last successor first, as LTSmin does", dfs, options=(ENGINE, WHOLE)
    ),
    Strategy(
        "astar", "A*: least cost, guided by a lower bound", astar, options=(ENGINE,), least="cost"
    ),
    Strategy(
        "bidirectional",
        "breadth first from both ends: fewest moves",
        bidirectional.bidirectional,
        least="moves",
    ),
)
