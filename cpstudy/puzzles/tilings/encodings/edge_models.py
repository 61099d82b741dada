"""Models whose watched variables are the edges of a board: what the rows on solvers have in common.

Before any model: a tree that counting excludes has no solution, and the position of the tiles,
where it happens to be one, is the first. Then a session is opened (encode/sessions.py) and asked
for the others. The seconds of a budget begin at once, so that they strike while a model is built
too; a model that does not fit the memory gives the stop MEMORY.

The sum of open sides is fixed, so the solutions of a board have equally many open edges.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Found
from cpstudy.encode.cuts import lacking
from cpstudy.encode.sessions import Session, Values, enumerate_models
from cpstudy.puzzles.tilings.edges import asks_for_a_tree, edge_table, tree_graph
from cpstudy.puzzles.tilings.rules import Tiling


def solve_on_edges(
    puzzle: Tiling,
    budget: Budget,
    limit: int | None,
    opening: Callable[[Clock], Session],
    *,
    counters: Iterable[str] = ("conflicts",),
    lazily: bool = False,
    found: Found | None = None,
) -> Result:
    """Up to ``limit`` solutions (None: all). Phases: build, search.

    opening: hands a model to a solver, by a clock. counters: those of the session, which are 0
    where none is opened. lazily: the model asks for no tree; cuts are added as they are met. found:
    gets each solution at once.
    """
    clock = Clock(budget.seconds)
    nothing = dict.fromkeys(counters, 0)
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters=nothing)
    solutions: list[bytes] = []

    def take(solution: bytes) -> None:
        solutions.append(solution)
        if found is not None:
            found(solution)

    if not puzzle.why_not(puzzle.tiles):
        take(puzzle.tiles)
    if limit is not None and len(solutions) >= limit:
        return Result(tuple(solutions), stop=Stop.LIMIT, counters=nothing)
    start = time.perf_counter()
    table = edge_table(puzzle)
    known = [table.opened(solution) for solution in solutions]
    try:
        clock.check()
        session = opening(clock)
    except OutOfTimeError:
        return Result(tuple(solutions), stop=Stop.TIME, counters=nothing)
    except MemoryError:
        return Result(tuple(solutions), stop=Stop.MEMORY, counters=nothing)
    built = time.perf_counter()

    def placed(opened: Values) -> None:
        take(table.placement(opened))

    told = enumerate_models(
        session,
        None if limit is None else limit - len(solutions),
        clock=clock,
        iterations=budget.iterations,
        lacking=lacking(tree_graph(puzzle)) if lazily and asks_for_a_tree(puzzle) else None,
        known=known,
        found=placed,
    )
    return Result(
        solutions=tuple(solutions),
        exhausted=told.stop is Stop.DONE,
        stop=told.stop,
        counters=told.counters,
        phases={"build": built - start, "search": told.seconds},
    )
