"""Why there is no solution: clues and cages of which no board keeps all, none of them needless.

Each in turn is left out for good where there is still no solution without it. What remains has a
solution without any one of its members, so it is minimal (not the smallest there is); where the
budget does not settle a trial the member stays, and minimality is not proved. Cost: a search for
each clue and cage.
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Conflict
from cpstudy.core.result import Budget, Solvable
from cpstudy.puzzles.latin.portfolio import solve
from cpstudy.puzzles.latin.rules import Latin, Part

# For all searches together, where nothing else is said.
_SECONDS = 20.0


def conflict(puzzle: Latin, budget: Budget | None = None) -> Conflict:
    """Clues and cages that conflict. budget: seconds. Raises ValueError for a solution."""
    clock = Clock(budget.seconds if budget else _SECONDS)
    members: list[tuple[int, ...]] = [(cell,) for cell, clue in enumerate(puzzle.clues) if clue]
    members += [cage.cells for cage in puzzle.cages]
    searches = 0

    def solvable(kept: list[tuple[int, ...]]) -> Solvable:
        nonlocal searches
        searches += 1
        cells = set(kept)
        clues = bytes(v if (c,) in cells else 0 for c, v in enumerate(puzzle.clues))
        cages = tuple(cage for cage in puzzle.cages if cage.cells in cells)
        part = Part(puzzle.order, clues, cages, puzzle.units)
        left = Budget(seconds=clock.left)
        return solve(part, left, np.random.default_rng(0), 1).solvable

    whole = solvable(members)
    if whole is Solvable.YES:
        raise ValueError("there is a solution, so no clues conflict")
    proved = whole is Solvable.NO
    place = 0
    while proved and place < len(members):
        without = members[:place] + members[place + 1 :]
        found = solvable(without)
        if found is Solvable.NO:
            members = without
        else:
            place += 1
            proved = found is Solvable.YES
    told = tuple(tuple(divmod(cell, puzzle.order) for cell in cells) for cells in sorted(members))
    return Conflict(puzzle, told, proved, {"searches": searches})
