"""Clues that conflict: a smallest part of them that no loop keeps.

The search tells which clues it used; of these one after another is left out, and where there is no
solution still, it stays so (search/selecting.py). What is left is minimal: without any one of these
clues there is a loop that keeps the others.
"""

from __future__ import annotations

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Conflict
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import checked
from cpstudy.puzzles.loops.rules import Loops
from cpstudy.puzzles.loops.search.selecting import Selection

# Conflicts of a search.
_PATIENCE = 50_000


def conflict(puzzle: Loops, budget: Budget | None = None) -> Conflict | None:
    """The clues that conflict; None where it is not known. Raises ValueError for solutions.

    budget: seconds.
    """
    clock = Clock(None if budget is None else budget.seconds)
    selection = Selection(puzzle)
    told = selection.minimal(puzzle.clue_cells, _PATIENCE, clock)
    if told is None:
        solution = selection.solution(puzzle.clue_cells, _PATIENCE, clock)
        if isinstance(solution, Stop):
            return None
        checked(puzzle, solution, "conflict")
        raise ValueError("there is a solution: nothing conflicts")
    cells, proved = told
    places = tuple((divmod(cell, puzzle.columns),) for cell in cells)
    return Conflict(puzzle, places, proved, selection.engine.counters)
