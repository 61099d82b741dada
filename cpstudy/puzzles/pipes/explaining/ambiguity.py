"""The ambiguity map: which tiles of a puzzle are not the same in all its solutions.

Around one solution, :mod:`.alternatives` finds every edge in which solutions differ, so the map is
exact: a tile differs in some solution if and only if an edge of it does.

*Regions.* Two tiles are in one region when an edge between them is open in one solution and closed
in another, and so on from tile to tile: the regions are the connected parts of the board on its
ambiguous edges. They depend on the puzzle only, not on the solution or the search. Regions may
still depend on each other, where a cycle would run through both; so the alternative that is given
for a region is the one found with the fewest changed tiles, some of them in the region, and says
which those are.

Limits: a budget; edges that it leaves undecided are told as unknown tiles, and regions might then
be larger than told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, cast

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Ambiguity, Region
from cpstudy.core.result import Budget
from cpstudy.core.solving import checked
from cpstudy.puzzles.pipes.board.checker import checker
from cpstudy.puzzles.pipes.explaining.alternatives import (
    Alternatives,
    Sides,
    alternatives,
    open_sides,
)
from cpstudy.puzzles.pipes.explaining.cells import cells
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes

_BUDGET = Budget(iterations=1_000_000)

# The rules of one board, compiled.
Holds = Callable[[Any], bool]


def ambiguity(
    puzzle: Pipes, solution: bytes | None = None, budget: Budget | None = None
) -> Ambiguity:
    """The ambiguity map of a puzzle around ``solution``, or around the first one found.

    budget: iterations are nodes of the search near the solution. Raises ValueError where the
    puzzle has no solution, or ``solution`` is none.
    """
    budget, holds = budget or _BUDGET, checker(puzzle)
    clock = Clock(budget.seconds)
    if solution is None:
        solution = _first_solution(puzzle, budget, holds)
    elif reason := puzzle.violation(solution):
        raise ValueError(f"no solution: {reason}")
    if solution is None:
        unknown = open_sides(puzzle).nonzero()[0].tolist()
        return Ambiguity(puzzle, None, (), cells(puzzle, unknown), {"nodes": 0})
    near = alternatives(puzzle, solution, replace(budget, seconds=clock.left))
    parts = regions(puzzle, near.differing)
    return Ambiguity(
        puzzle,
        solution,
        tuple(_region(puzzle, tiles, solution, near, holds) for tiles in parts),
        cells(puzzle, near.unknown.nonzero()[0].tolist()),
        {"nodes": near.nodes},
    )


def _first_solution(puzzle: Pipes, budget: Budget, holds: Holds) -> bytes | None:
    """None where the budget did not suffice. Raises ValueError where there is none."""
    if budget.nothing is not None:
        return None
    found = solve(puzzle, budget, np.random.default_rng(0), 1)
    if found.exhausted and not found.solutions:
        raise ValueError(f"no solution: {puzzle.encode()}")
    if not found.solutions:
        return None
    return cast(bytes, checked(puzzle, found.solutions[0], "ambiguity", holds))


def regions(puzzle: Pipes, differing: Sides) -> Iterator[list[int]]:
    """The connected parts of the board on edges given by their sides, singles left out."""
    seen: set[int] = set()
    for start in differing.nonzero()[0].tolist():
        if start in seen:
            continue
        part = {start}
        stack = [start]
        while stack:
            tile = stack.pop()
            for side in range(4):
                if differing[tile] >> side & 1:
                    beyond = puzzle.neighbour(tile, side)
                    assert beyond is not None  # nothing is ambiguous towards a wall
                    if beyond not in part:
                        part.add(beyond)
                        stack.append(beyond)
        seen |= part
        yield sorted(part)


def _region(
    puzzle: Pipes, tiles: list[int], solution: bytes, near: Alternatives, holds: Holds
) -> Region:
    here = np.frombuffer(solution, np.uint8)
    touching = [sides for sides in near.found if (sides[tiles] != here[tiles]).any()]
    nearest = min(touching, key=lambda sides: np.count_nonzero(sides != here))
    changed = (nearest != here).nonzero()[0].tolist()
    alternative = checked(puzzle, nearest.tobytes(), "ambiguity", holds)
    return Region(cells(puzzle, tiles), alternative, cells(puzzle, changed))
