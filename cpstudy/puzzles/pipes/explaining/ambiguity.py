"""The ambiguity map: which tiles of a puzzle are not the same in all its solutions.

Around one solution, :mod:`.alternatives` finds every edge in which solutions differ, so the map is
exact: a tile differs in some solution if and only if an edge of it does.

Two tiles are in one region where an edge between them is ambiguous, and so on from tile to tile
(core/ambiguity.py).

Limits: a budget; edges that it leaves undecided are reported as unknown tiles, and regions might
then be larger than reported.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np

from cpstudy.core.ambiguity import clock_of, connected, nearest_in_regions
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Ambiguity, cells_of
from cpstudy.core.result import Budget
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.pipes.board.checker import checker
from cpstudy.puzzles.pipes.explaining.alternatives import Sides, alternatives, open_sides
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes

_BUDGET = Budget(iterations=1_000_000)

# The rules of one board, compiled.
Holds = Callable[[Any], bool]


def ambiguity(
    puzzle: Pipes, solution: bytes | None = None, budget: Budget | None = None
) -> Ambiguity:
    """The ambiguity map of a puzzle around ``solution``, or around the first one found.

    budget: iterations are nodes of the search near the solution. Raises InputError where the
    puzzle has no solution, or ``solution`` is none.
    """
    clock, holds = clock_of(budget), checker(puzzle)
    budget = budget or _BUDGET
    if solution is None:
        solution = _first_solution(puzzle, budget, holds)
    elif reason := puzzle.violation(solution):
        raise InputError(f"no solution: {reason}")
    if solution is None:
        unknown = open_sides(puzzle).nonzero()[0].tolist()
        return Ambiguity(puzzle, None, (), cells_of(puzzle.columns, unknown), {"nodes": 0})
    near = alternatives(puzzle, solution, replace(budget, seconds=clock.left))
    here = np.frombuffer(solution, np.uint8)
    others = [(sides.tobytes(), set((sides != here).nonzero()[0].tolist())) for sides in near.found]
    parts = regions(puzzle, near.differing)
    told = nearest_in_regions(others, parts, lambda tiles: cells_of(puzzle.columns, sorted(tiles)))
    for region in told:
        checked(puzzle, cast(bytes, region.alternative), "ambiguity", holds)
    unknown = near.unknown.nonzero()[0].tolist()
    return Ambiguity(
        puzzle, solution, told, cells_of(puzzle.columns, unknown), {"nodes": near.nodes}
    )


def _first_solution(puzzle: Pipes, budget: Budget, holds: Holds) -> bytes | None:
    """None where the budget did not suffice. Raises InputError where there is none."""
    if budget.nothing is not None:
        return None
    found = solve(puzzle, Request(budget, 1))
    if found.exhausted and not found.solutions:
        raise InputError(f"no solution: {puzzle.encode()}")
    if not found.solutions:
        return None
    return cast(bytes, checked(puzzle, found.solutions[0], "ambiguity", holds))


def regions(puzzle: Pipes, differing: Sides) -> list[list[int]]:
    """The connected parts of the board on edges given by their sides, singles left out."""
    tiles = differing.nonzero()[0].tolist()
    sides = ((tile, side) for tile in tiles for side in range(4) if differing[tile] >> side & 1)
    beyond = ((tile, puzzle.neighbour(tile, side)) for tile, side in sides)
    return connected(tiles, ([tile, other] for tile, other in beyond if other is not None))
