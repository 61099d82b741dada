"""Numbers that conflict: a smallest part of them without which there is a solution.

One number after another is exchanged for ``?``, which allows every size; where there is no solution
still, it stays so. What is left is minimal: with any one of these numbers exchanged there is a
solution (deletion, as for unsatisfiable cores). Clues themselves are not taken away, since a board
with fewer islands is another puzzle, not an easier one. Where there is no solution with ``?``
everywhere, the places of the clues conflict, and all are told.

Cost: a search a number.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Conflict
from cpstudy.core.result import Budget, Solvable
from cpstudy.core.solving import checked
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe
from cpstudy.puzzles.nurikabe.search.solving import solve

# Conflicts of a search.
_PATIENCE = 50_000


def conflict(puzzle: Nurikabe, budget: Budget | None = None) -> Conflict | None:
    """The numbers that conflict; None where it is not known. Raises ValueError for solutions.

    budget: seconds.
    """
    clock = Clock(None if budget is None else budget.seconds)
    spent = {"searches": 0, "conflicts": 0}
    if (solvable := _solvable(puzzle, spent, clock)) is not Solvable.NO:
        if solvable is Solvable.YES:
            raise ValueError("there is a solution: nothing conflicts")
        return None
    open_clues = tuple(ANY_SIZE if clue else NO_CLUE for clue in puzzle.clues)
    left, proved = puzzle, True
    if _solvable(replace(puzzle, clues=open_clues), spent, clock) is Solvable.NO:
        numbers, proved = list(puzzle.clue_cells), False
    else:
        numbers = []
        for cell in puzzle.clue_cells:
            if puzzle.clues[cell] == ANY_SIZE:
                continue
            clues = (*left.clues[:cell], ANY_SIZE, *left.clues[cell + 1 :])
            easier = replace(left, clues=clues)
            solvable = _solvable(easier, spent, clock)
            if solvable is Solvable.NO:
                left = easier
            else:
                numbers.append(cell)
                proved &= solvable is Solvable.YES
    clues_told = tuple((divmod(cell, puzzle.columns),) for cell in numbers)
    return Conflict(puzzle, clues_told, proved, spent)


def _solvable(puzzle: Nurikabe, spent: dict[str, int], clock: Clock) -> Solvable:
    found = solve(puzzle, Budget(clock.left, _PATIENCE), np.random.default_rng(0), 1)
    spent["searches"] += 1
    spent["conflicts"] += found.counters["conflicts"]
    for solution in found.solutions:
        assert isinstance(solution, bytes)
        checked(puzzle, solution, "conflict")
    return found.solvable
