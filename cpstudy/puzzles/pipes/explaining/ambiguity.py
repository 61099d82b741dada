"""The ambiguity map: the tiles of a puzzle that are not the same in all its solutions.

For one solution S, every edge that the rules leave open is examined: is there a solution in which
it differs (:mod:`..search.nearby_solution`)? Each solution found settles all edges in which it
differs from S. An edge without such a solution is as in S in every solution, and this helps to
decide the rest. The map is therefore exact: a tile differs in some solution if and only if one of
its edges differs in one of the solutions found. Two tiles are in one region if an ambiguous edge
joins them, and so on from tile to tile (core/ambiguity.py).

Cost: one search per open edge, mostly without a node. Edges whose search runs out of nodes get more
in later passes. Limits: a budget; edges that it leaves undecided are reported as unknown tiles, and
regions might then be larger than reported.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from cpstudy.core.ambiguity import clock_of, connected, nearest_in_regions
from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Ambiguity, cells_of
from cpstudy.core.native import array, view
from cpstudy.core.result import Budget
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.pipes.board.neighbours import checker
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import begin
from cpstudy.puzzles.pipes.search.nearby_solution import (
    FOUND,
    OUT_OF_NODES,
    Near,
    alternative,
    completed,
    next_ambiguous_edge,
)
from cpstudy.puzzles.pipes.search.rooted import root
from cpstudy.puzzles.tilings.search.state import undo

# -- solutions near a known one -----------------------------------------------------------------

Sides = npt.NDArray[np.uint8]

# Nodes for one edge in the first pass, the factor for each later pass, and the maximum.
_NODES = 50
_MORE = 10
_MOST = 100_000
_ENDLESS = int(np.iinfo(np.int64).max)


@dataclass(frozen=True)
class Alternatives:
    """Solutions near a given one.

    found: uint8[n] each, open sides, in the order in which they were found. differing: uint8[n],
    the sides in which some of them differs from the given one. unknown: uint8[n], sides that may
    differ, because the budget was spent. nodes: the number spent.
    """

    found: tuple[Sides, ...]
    differing: Sides
    unknown: Sides
    nodes: int


def open_sides(puzzle: Pipes) -> Sides:
    """The sides that the rules of the search leave open, uint8[n]; all if they find a conflict."""
    w, consistent = begin(puzzle)
    return _open(array(w.state)) if consistent else np.full(len(puzzle.tiles), 15, np.uint8)


def _open(state: npt.NDArray[np.uint16]) -> Sides:
    return (~(state | state >> 4) & 15).astype(np.uint8)


def alternatives(puzzle: Pipes, solution: bytes, budget: Budget) -> Alternatives:
    """The other solutions near ``solution``. budget: iterations are nodes."""
    search = _Search(puzzle, solution, budget)
    found = tuple(search.run())
    return Alternatives(found, search.settled, search.unknown, search.nodes)


class _Search:
    """The search through all edges of one board, around one solution."""

    def __init__(self, puzzle: Pipes, solution: bytes, budget: Budget) -> None:
        n = len(puzzle.tiles)
        self._clock = Clock(budget.seconds)
        self._most = _ENDLESS if budget.iterations is None else budget.iterations
        self._work, _ = begin(puzzle)
        self._state: npt.NDArray[np.uint16] = array(self._work.state)
        self._near = Near(n)
        self._sides: Sides = array(self._near.tree.sides)
        self._sides[:] = np.frombuffer(solution, np.uint8)
        if not puzzle.free:
            root(self._work.neighbours, self._near.tree)
        self.settled = np.zeros(n, np.uint8)
        self._undecided = np.zeros(n, np.uint8)
        self._pace = 0.0  # nodes a second of the last search that was long

    @property
    def nodes(self) -> int:
        """The nodes spent."""
        return self._near.spent

    @property
    def unknown(self) -> Sides:
        """The undecided sides of the tiles that are not known to differ."""
        return np.where(self.settled == 0, _open(self._state), 0).astype(np.uint8)

    def run(self) -> Iterator[Sides]:
        """Solutions through all edges that are not settled; an edge without one is fixed."""
        edge = 0
        while edge >= 0 and self._left():
            settled, undecided = view(self.settled), view(self._undecided)
            edge = next_ambiguous_edge(
                self._work, self._near, edge, _NODES, self._most, settled, undecided
            )
            if edge >= 0:
                yield self._taken()
            elif edge < -1:  # a pause, for the clock
                edge = -2 - edge
        nodes = _NODES
        again = True
        while again and nodes < _MOST:
            nodes = min(_MOST, nodes * _MORE)
            again = False
            for edge in self._undecided_edges():
                outcome = self._search_at(edge, nodes)
                if outcome == FOUND:
                    yield self._taken()
                again |= outcome == OUT_OF_NODES

    def _undecided_edges(self) -> Iterator[int]:
        """Edges whose search ran out of nodes, as 4 tile + side, while the budget lasts."""
        for tile in self._undecided.nonzero()[0].tolist():
            for side in (0, 3):
                left = self._undecided & _open(self._state) & ~self.settled
                if left[tile] >> side & 1 and self._left():
                    yield 4 * tile + side

    def _search_at(self, edge: int, nodes: int) -> int:
        """Look for a solution that differs in the edge, within the nodes that the time allows."""
        if self._clock.left is not None:
            nodes = min(nodes, max(_NODES, int(self._pace * self._clock.left)))
        begun, spent = self._clock.passed, self.nodes
        outcome = alternative(self._work, self._near, edge, min(nodes, self._left()))
        if self.nodes - spent >= _NODES:
            self._pace = (self.nodes - spent) / max(1e-9, self._clock.passed - begun)
        return outcome

    def _left(self) -> int:
        """Nodes that may still be spent; 0 if the time is over."""
        return 0 if self._clock.late else max(0, self._most - self.nodes)

    def _taken(self) -> Sides:
        """The current solution of the search; settle its edges and undo the search."""
        sides = np.empty_like(self.settled)
        completed(self._work, self._near, view(sides))
        undo(self._work, self._near.mark)
        self.settled |= sides ^ self._sides
        return sides


# -- the map ------------------------------------------------------------------------------------

_BUDGET = Budget(iterations=1_000_000)

# The rules of one board, compiled.
Checker = Callable[[Any], bool]


def ambiguity(
    puzzle: Pipes, solution: bytes | None = None, budget: Budget | None = None
) -> Ambiguity:
    """The ambiguity map of a puzzle around ``solution``, or around the first one found.

    budget: iterations are nodes of the search near the solution. Raises InputError if the
    puzzle has no solution, or ``solution`` is not one.
    """
    clock, is_solution = clock_of(budget), checker(puzzle)
    budget = budget or _BUDGET
    if solution is None:
        solution = _first_solution(puzzle, budget, is_solution)
    elif reason := puzzle.violation(solution):
        raise InputError(f"no solution: {reason}")
    if solution is None:
        unknown = open_sides(puzzle).nonzero()[0].tolist()
        return Ambiguity(puzzle, None, (), cells_of(puzzle.columns, unknown), {"nodes": 0})
    near = alternatives(puzzle, solution, replace(budget, seconds=clock.left))
    here = np.frombuffer(solution, np.uint8)
    others = [(sides.tobytes(), set((sides != here).nonzero()[0].tolist())) for sides in near.found]
    parts = regions(puzzle, near.differing)
    found = nearest_in_regions(others, parts, lambda tiles: cells_of(puzzle.columns, sorted(tiles)))
    for region in found:
        checked(puzzle, cast(bytes, region.alternative), "ambiguity", is_solution)
    unknown = near.unknown.nonzero()[0].tolist()
    return Ambiguity(
        puzzle, solution, found, cells_of(puzzle.columns, unknown), {"nodes": near.nodes}
    )


def _first_solution(puzzle: Pipes, budget: Budget, is_solution: Checker) -> bytes | None:
    """None if the budget did not suffice. Raises InputError if there is no solution."""
    if budget.nothing is not None:
        return None
    result = solve(puzzle, Request(budget, 1))
    if result.exhausted and not result.solutions:
        raise InputError(f"no solution: {puzzle.encode()}")
    if not result.solutions:
        return None
    return cast(bytes, checked(puzzle, result.solutions[0], "ambiguity", is_solution))


def regions(puzzle: Pipes, differing: Sides) -> list[list[int]]:
    """The connected parts of the board on edges given by their sides, without single tiles."""
    tiles = differing.nonzero()[0].tolist()
    sides = ((tile, side) for tile in tiles for side in range(4) if differing[tile] >> side & 1)
    beyond = ((tile, puzzle.neighbour(tile, side)) for tile, side in sides)
    return connected(tiles, ([tile, other] for tile, other in beyond if other is not None))
