"""Models on edges: the common part of all rows of Pipes for external solvers.

An edge has one number for the two sides that meet there, so their equality needs no constraint;
models watch a Boolean for each edge. Before building a model, counting may exclude a tree, and the
given position of the tiles, if it is a solution, is the first. Then a session (encode/sessions.py)
enumerates the others. The seconds of a budget start immediately, so they also limit the building of
a model; a model that exceeds the memory gives the stop MEMORY.

The sum of open sides is fixed, so all solutions of a board have the same number of open edges.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cuts import lacking
from cpstudy.encode.sessions import Session, Values, bytes_of_models
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.rules import Tiling

# Edges known to be open or closed in every requested solution, for example by deduction.
Fixed = Mapping[int, bool] | None

# Opens a session with a model and the known edges, under a clock.
Opening = Callable[[Fixed, Clock], Session]


def requires_tree(puzzle: Tiling) -> bool:
    """Return whether there is anything to connect."""
    return not puzzle.free and any(puzzle.tiles)


def shape_of(puzzle: Tiling) -> Tiling:
    """Return the board with 1 for each non-empty tile: encodings of a tree depend only on this."""
    return puzzle.with_tiles(bytes(map(bool, puzzle.tiles)))


def solve_on_edges(
    puzzle: Tiling,
    request: Request,
    opening: Opening,
    *,
    counters: Iterable[str] = ("conflicts",),
    deduced: bool = False,
    lazily: bool = False,
) -> Result:
    """Find up to ``limit`` solutions (None: all). Phases: build, search.

    counters: those of the session, 0 if no session is opened. deduced: the results of deduction are
    fixed first; squares only. lazily: the model does not require a tree; cuts are added when a
    candidate violates them.
    """
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters=dict.fromkeys(counters, 0))
    edges = edge_table(puzzle)
    cuts = cache(lambda: lacking(tree_graph(puzzle)))

    def missing(values: Values) -> Iterable[list[int]]:
        return cuts()(values)

    def opened(clock: Clock) -> Session | None:
        fixed: Fixed = {}
        if deduced:
            from cpstudy.puzzles.pipes.deduction.solver import known_edges
            from cpstudy.puzzles.pipes.puzzle import Pipes

            assert isinstance(puzzle, Pipes)
            fixed = known_edges(puzzle)
            if fixed is None:
                return None
        clock.check()
        return opening(fixed, clock)

    return bytes_of_models(
        request,
        opened,
        counters,
        missing if lazily and requires_tree(puzzle) else None,
        read=edges.placement,
        first=None if puzzle.violation(puzzle.tiles) else puzzle.tiles,
        watched=edges.opened,
    )
