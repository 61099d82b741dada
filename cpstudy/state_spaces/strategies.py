"""The searches that work for every puzzle of moves: their table, and what its rows run.

Each takes a state space and returns what it found. A kind lists the rows that fit it, usually all,
and may add rows of its own.

*Which form is searched.* Where a space has a compiled form, ``engine="auto"`` begins with the plain
one: a small puzzle is searched before numba would have been imported. Each search of each kind of
space has the ALLOWANCE of :mod:`cpstudy.core.kernels` in a process; a transition costs what the
space says (``microseconds``). The search that exceeds it begins anew in compiled form, and those
after it do so at once. Work is counted, never time, and both forms find the same, to the last
counter; only limits of time and memory may strike elsewhere. ``"python"`` and ``"compiled"`` settle
it. Where a space can be searched by layers (``nanoseconds_by_layers``), breadth first does that
instead of the plain search: ten times as much in the same half second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from cpstudy.core.clock import Clock
from cpstudy.core.exploring import Report, Strategy
from cpstudy.core.kernels import allowance, spend
from cpstudy.core.kind import table
from cpstudy.core.options import Option
from cpstudy.core.result import Budget, PathResult, Stop
from cpstudy.state_spaces.space import StateSpace

if TYPE_CHECKING:
    from cpstudy.state_spaces.packed.space import CompiledSpace

_Plain = partial[PathResult]
_Packed = Callable[["CompiledSpace[Any]", Budget], PathResult]

_HERE = "cpstudy.state_spaces.strategies"
_UNIT_MICROSECONDS = 10

ENGINE = Option(
    "engine",
    "which form of the state space is searched",
    str,
    "auto",
    {
        "auto": "plain as long as that is quick, then compiled",
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

STRATEGIES = table(
    Strategy(
        "bfs",
        f"{_HERE}:bfs",
        "breadth first: fewest moves, states level by level",
        options=(ENGINE, WHOLE, COUNT, THREADS),
        least="moves",
    ),
    Strategy(
        "dfs",
        f"{_HERE}:dfs",
        "depth first, last successor first, as LTSmin does",
        options=(ENGINE, WHOLE),
    ),
    Strategy(
        "astar",
        f"{_HERE}:astar",
        "A*: least cost, guided by a lower bound",
        options=(ENGINE,),
        least="cost",
    ),
    Strategy(
        "bidirectional",
        "cpstudy.state_spaces.plain.bidirectional:bidirectional",
        "breadth first from both ends: fewest moves",
        least="moves",
    ),
)


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
    expand; the result is the same. Counting is done by the plain search only. Raises ValueError for
    an unknown engine, one that the space has not, and other numbers of threads.
    """
    from cpstudy.state_spaces.plain.breadth_first import breadth_first

    if threads not in (1, 2):
        raise ValueError(f"threads: {threads}: expected 1 or 2")
    if count and engine == "compiled":
        raise ValueError("the compiled search does not count shortest paths")

    def packed(compiled: CompiledSpace[Any], budget: Budget) -> PathResult:
        from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first

        return compiled_breadth_first(compiled, budget, whole=whole, threads=threads, report=report)

    plain = partial(breadth_first, whole=whole, count=count, report=report)
    if engine == "auto" and not count and space.nanoseconds_by_layers is not None:
        return _search_by_layers(space, budget, packed, whole=whole, report=report)
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
    space: StateSpace[Any],
    budget: Budget,
    *,
    engine: str = "auto",
    report: Report | None = None,
) -> PathResult:
    """A*: a path of least cost. Raises ValueError as :func:`bfs` does."""
    from cpstudy.state_spaces.plain.astar import astar as plain_astar

    plain = partial(plain_astar, report=report)

    def packed(compiled: CompiledSpace[Any], budget: Budget) -> PathResult:
        from cpstudy.state_spaces.packed.astar import compiled_astar

        if compiled.heuristic is None and type(space).heuristic is not StateSpace.heuristic:
            if engine == "compiled":
                raise ValueError("the compiled state space of this puzzle has no lower bound")
            return plain(space, budget)  # two forms with two bounds would count differently
        return compiled_astar(compiled, budget, report=report)

    return _search(space, budget, engine, plain, packed)


def _search(
    space: StateSpace[Any], budget: Budget, engine: str, plain: _Plain, packed: _Packed
) -> PathResult:
    """Search one form of the space, or one and then the other."""
    if engine not in ENGINE.choices:
        raise ValueError(f"engine {engine!r}: choose from {', '.join(ENGINE.choices)}")
    has_form = type(space).compiled is not StateSpace.compiled
    if engine == "python" or (engine == "auto" and not has_form):
        return plain(space, budget)
    if engine == "auto":
        return _search_auto(space, budget, plain, packed)
    compiled = space.compiled()
    if compiled is None:
        raise ValueError("this puzzle has no compiled state space")
    return packed(compiled, budget)


def _search_by_layers(
    space: StateSpace[Any], budget: Budget, packed: _Packed, *, whole: bool, report: Report | None
) -> PathResult:
    """Search layer by layer, as far as the allowance goes; then the compiled form."""
    from cpstudy.state_spaces.packed.by_layers import breadth_first_by_layers

    compiled, each = space.compiled(), space.nanoseconds_by_layers
    assert compiled is not None
    assert each is not None
    clock = Clock(budget.seconds)
    entry = (breadth_first_by_layers, type(space))
    most = allowance(entry) * _UNIT_MICROSECONDS * 1000 // each
    found = breadth_first_by_layers(space, compiled, budget, most, whole=whole, report=report)
    made = most + 1 if found is None else found.transitions
    spend(entry, made * each // (_UNIT_MICROSECONDS * 1000) + 1)
    # Packed states take less memory in the compiled search.
    if found is None or found.stop is Stop.MEMORY:
        return packed(compiled, replace(budget, seconds=clock.left))
    return found


def _search_auto(
    space: StateSpace[Any], budget: Budget, plain: _Plain, packed: _Packed
) -> PathResult:
    from cpstudy.state_spaces.plain.metered import GivenUpError, Metered

    clock = Clock(budget.seconds)
    entry = (plain.func, type(space))
    most = allowance(entry) * _UNIT_MICROSECONDS // space.microseconds
    if most == 0 and not clock.late:
        compiled = space.compiled()
        return plain(space, budget) if compiled is None else packed(compiled, budget)
    metered = Metered(space, most)
    try:
        found = plain(metered, budget)
        # Packed states take less memory than plain ones.
        compiled = space.compiled() if found.stop is Stop.MEMORY else None
    except GivenUpError as given_up:
        compiled = given_up.compiled
    spend(entry, metered.made * space.microseconds // _UNIT_MICROSECONDS)
    if compiled is None:
        return found
    return packed(compiled, replace(budget, seconds=clock.left))
