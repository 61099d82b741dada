"""Models on edges: what the rows of Pipes on solvers have in common.

An edge has one number for the two sides that meet there, so that "they are equal" needs no
constraint; models watch a Boolean for each edge. Before any model, counting may exclude a tree, and
the position of the tiles, if it is a solution, is the first. Then a session (encode/sessions.py)
enumerates the others. The seconds of a budget begin at once, so that they limit building a model
too; a model that does not fit the memory gives the stop MEMORY.

The sum of open sides is fixed, so the solutions of a board have equally many open edges.
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

# Edges known to be open or closed in every solution wanted, for example by deduction.
Fixed = Mapping[int, bool] | None

# Hands a model to a solver, with the edges that are known, by a clock.
Opening = Callable[[Fixed, Clock], Session]


def asks_for_a_tree(puzzle: Tiling) -> bool:
    """Whether there is anything to connect."""
    return not puzzle.free and any(puzzle.tiles)


def shape_of(puzzle: Tiling) -> Tiling:
    """The board with 1 for each tile that is not empty: all that encodings of a tree depend on."""
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
    """Up to ``limit`` solutions (None: all). Phases: build, search.

    counters: those of the session, which are 0 where none is opened. deduced: what deduction finds
    out is fixed first; squares only. lazily: the model does not demand a tree; cuts are added when
    a candidate violates them.
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
        missing if lazily and asks_for_a_tree(puzzle) else None,
        read=edges.placement,
        first=None if puzzle.violation(puzzle.tiles) else puzzle.tiles,
        watched=edges.opened,
    )
