"""The searches that work for every puzzle of moves: their table, and what its rows run.

Each takes a state space, compiled where there is such a form (``engine="python"`` or
``"compiled"`` settles it), and returns what it found. A kind lists the rows that fit it, usually
all, and may add rows of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cpstudy.core.exploring import Report, Strategy
from cpstudy.core.options import Option
from cpstudy.core.result import Budget, PathResult

if TYPE_CHECKING:
    from cpstudy.explore.packed.space import CompiledSpace
    from cpstudy.explore.space import StateSpace

_HERE = "cpstudy.explore.strategies"

ENGINE = Option(
    "engine",
    "which form of the state space is searched",
    str,
    "auto",
    {
        "auto": "the one that is faster",
        "python": "states as Python objects",
        "compiled": "states as packed words",
    },
)
WHOLE = Option("whole", "search on past the first goal, through all states")
COUNT = Option("count", "count the shortest paths")

STRATEGIES = {
    row.name: row
    for row in (
        Strategy(
            "bfs",
            f"{_HERE}:bfs",
            "breadth first: fewest moves, states level by level",
            options=(ENGINE, WHOLE, COUNT),
        ),
        Strategy(
            "dfs",
            f"{_HERE}:dfs",
            "depth first, last successor first, as LTSmin does",
            options=(ENGINE, WHOLE),
        ),
        Strategy(
            "astar", "cpstudy.explore.plain.astar:astar", "A*: least cost, guided by a lower bound"
        ),
        Strategy(
            "bidirectional",
            "cpstudy.explore.plain.bidirectional:bidirectional",
            "breadth first from both ends: fewest moves",
        ),
    )
}


def bfs(
    space: StateSpace[Any],
    budget: Budget,
    *,
    engine: str = "auto",
    whole: bool = False,
    count: bool = False,
    report: Report | None = None,
) -> PathResult:
    """Breadth first. whole: search on past the first goal. count: count the shortest paths.

    Counting is done by the plain search only. Raises ValueError for an unknown engine, or one that
    the space has not.
    """
    compiled = None if count and engine == "auto" else _compiled(space, engine)
    if compiled is None:
        from cpstudy.explore.plain.breadth_first import breadth_first

        return breadth_first(space, budget, whole=whole, count=count, report=report)
    if count:
        raise ValueError("the compiled search does not count shortest paths")
    from cpstudy.explore.packed.breadth_first import compiled_breadth_first

    return compiled_breadth_first(compiled, budget, whole=whole, report=report)


def dfs(
    space: StateSpace[Any],
    budget: Budget,
    *,
    engine: str = "auto",
    whole: bool = False,
    report: Report | None = None,
) -> PathResult:
    """Depth first, in LTSmin's order; options and errors as for :func:`bfs`."""
    compiled = _compiled(space, engine)
    if compiled is None:
        from cpstudy.explore.plain.depth_first import depth_first

        return depth_first(space, budget, whole=whole, report=report)
    from cpstudy.explore.packed.depth_first import compiled_depth_first

    return compiled_depth_first(compiled, budget, whole=whole, report=report)


def _compiled(space: StateSpace[Any], engine: str) -> CompiledSpace[Any] | None:
    if engine not in ("auto", "python", "compiled"):
        raise ValueError(f"engine {engine!r}: choose from auto, python, compiled")
    compiled = None if engine == "python" else space.compiled()
    if compiled is None and engine == "compiled":
        raise ValueError("there is no compiled state space")
    return compiled
