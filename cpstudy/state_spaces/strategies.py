"""The searches that work for every puzzle of moves: their table, and what its rows run.

Each takes a state space and returns what it found. A kind lists the rows that fit it, usually all,
and may add rows of its own.

*Which form is searched.* Where a space has a compiled form, ``engine="auto"`` takes it, and
``"python"`` the plain one: both find the same, to the last counter; only limits of time and memory
may strike elsewhere. Shortest paths are counted by the plain one only.
"""

from __future__ import annotations

from collections.abc import Callable
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
    from cpstudy.state_spaces.plain import bidirectional

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace

_Plain = partial[PathResult]
_Packed = Callable[["CompiledSpace[Any]", Budget], PathResult]

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
    """Breadth first. whole: search on past the first goal. count: count the shortest paths.

    threads: 2 lets the compiled search expand on two threads, where a large space is slow to
    expand; the result is the same. Counting is done by the plain search only. Raises InputError for
    an unknown engine, one that the space has not, and other numbers of threads.
    """
    from cpstudy.state_spaces.plain.breadth_first import breadth_first

    if threads not in (1, 2):
        raise InputError(f"threads: {threads}: expected 1 or 2")
    if count and engine == "compiled":
        raise NotApplicable("the compiled search does not count shortest paths")

    def packed(compiled: CompiledSpace[Any], budget: Budget) -> PathResult:
        from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first

        return compiled_breadth_first(compiled, budget, whole=whole, threads=threads, report=report)

    plain = partial(breadth_first, whole=whole, count=count, report=report)
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
    from cpstudy.state_spaces.plain.depth_first import depth_first

    def packed(compiled: CompiledSpace[Any], budget: Budget) -> PathResult:
        from cpstudy.state_spaces.packed.depth_first import compiled_depth_first

        return compiled_depth_first(compiled, budget, whole=whole, report=report)

    plain = partial(depth_first, whole=whole, report=report)
    return _search(space, budget, engine, plain, packed)


def astar(
    space: StateSpace[Any], budget: Budget, *, engine: str = "auto", report: Report | None = None
) -> PathResult:
    """A*: a path of least cost. Raises InputError as :func:`bfs` does."""
    from cpstudy.state_spaces.plain.astar import astar as plain_astar

    plain = partial(plain_astar, report=report)

    def packed(compiled: CompiledSpace[Any], budget: Budget) -> PathResult:
        from cpstudy.state_spaces.packed.astar import compiled_astar

        if compiled.guided is None and type(space).heuristic is not StateSpace.heuristic:
            if engine == "compiled":
                raise NotApplicable("the compiled state space of this puzzle has no lower bound")
            return plain(space, budget)  # two forms with two bounds would count differently
        return compiled_astar(compiled, budget, report=report)

    return _search(space, budget, engine, plain, packed)


def _search(
    space: StateSpace[Any], budget: Budget, engine: str, plain: _Plain, packed: _Packed
) -> PathResult:
    """Search one form of the space."""
    if engine not in ENGINE.choices:
        raise InputError(f"engine {engine!r}: choose from {', '.join(ENGINE.choices)}")
    compiled = None if engine == "python" else space.compiled()
    if compiled is not None:
        return packed(compiled, budget)
    if engine == "compiled":
        raise NotApplicable("this puzzle has no compiled state space")
    return plain(space, budget)


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
