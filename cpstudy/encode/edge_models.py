"""Boards whose solutions are sets of open edges: tables of edges, and models on them.

An edge has one number for the two sides that meet there, so that "they are equal" needs no
constraint; models watch a Boolean for each edge. Before any model, counting may exclude a tree, and
the position of the tiles, if it is a solution, is the first. Then a session (sessions.py)
enumerates the others. The seconds of a budget begin at once, so that they limit building a model
too; a model that does not fit the memory gives the stop MEMORY.

The sum of open sides is fixed, so the solutions of a board have equally many open edges.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Protocol, TypeVar

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.encode.cuts import lacking
from cpstudy.encode.edge_graph import Edges, Graph
from cpstudy.encode.sessions import Session, Values, bytes_of_models

# Edges known to be open or closed in every solution wanted, for example by deduction.
Fixed = Mapping[int, bool] | None


class EdgeBoard(Protocol):
    """A board of tiles whose open sides shall form a tree, or, where it is free, match."""

    @property
    def tiles(self) -> bytes:
        """The open sides of each tile as it lies."""

    @property
    def free(self) -> bool:
        """Whether cycles and several components are allowed."""

    def violation(self, solution: Any) -> str:
        """The first rule that a solution breaks; "" where it is valid."""

    def tree_impossible(self) -> str:
        """Why counting alone excludes a tree; "" where it does not."""


B = TypeVar("B", bound=EdgeBoard)


def asks_for_a_tree(puzzle: EdgeBoard) -> bool:
    """Whether there is anything to connect."""
    return not puzzle.free and any(puzzle.tiles)


def solve_on_edges(
    puzzle: B,
    edge_table: Callable[[B], Edges],
    tree_graph: Callable[[B], Graph],
    request: Request,
    opening: Callable[[Clock], Session | None],
    *,
    counters: Iterable[str] = ("conflicts",),
    lazily: bool = False,
) -> Result:
    """Up to ``limit`` solutions (None: all). Phases: build, search.

    opening: hands a model to a solver, by a clock; None where it finds that there is no solution.
    counters: those of the session, which are 0 where none is opened. lazily: the model does not
    demand a tree; cuts are added when a candidate violates them.
    """
    if not puzzle.free and puzzle.tree_impossible():
        return Result(exhausted=True, counters=dict.fromkeys(counters, 0))
    edges = edge_table(puzzle)
    cuts = cache(lambda: lacking(tree_graph(puzzle)))

    def missing(values: Values) -> Iterable[list[int]]:
        return cuts()(values)

    return bytes_of_models(
        request,
        opening,
        counters,
        missing if lazily and asks_for_a_tree(puzzle) else None,
        read=edges.placement,
        first=None if puzzle.violation(puzzle.tiles) else puzzle.tiles,
        watched=edges.opened,
    )
