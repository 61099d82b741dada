"""What the rows of Pipes on solvers have in common, beside encode/edge_models.py."""

from collections.abc import Callable, Iterable

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode import edge_models
from cpstudy.encode.edge_models import Fixed
from cpstudy.encode.sessions import Session
from cpstudy.puzzles.tilings.edges import edge_table, tree_graph
from cpstudy.puzzles.tilings.rules import Tiling

# Hands a model to a solver, with the edges that are known, by a clock.
Opening = Callable[[Fixed, Clock], Session]


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

    deduced: what deduction finds out is fixed first; squares only. The others as in
    encode/edge_models.py.
    """

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

    return edge_models.solve_on_edges(
        puzzle, edge_table, tree_graph, request, opened,
        counters=counters, lazily=lazily,
    )  # fmt: skip


def shape_of(puzzle: Tiling) -> Tiling:
    """The board with 1 for each tile that is not empty: all that encodings of a tree depend on."""
    return puzzle.with_tiles(bytes(map(bool, puzzle.tiles)))
