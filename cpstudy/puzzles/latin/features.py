"""What can be computed of Sudoku, jigsaw and KenKen before solving: numbers to choose a solver by.

Clues and cages, the values that the clues leave, and how far deduction without trying comes.

Cost: the deduction, in plain Python: 10 ms a board. Limits: whether such numbers predict effort is
a question of the study that uses them.
"""

from __future__ import annotations

from cpstudy.puzzles.latin.deduction.knowledge import Knowledge
from cpstudy.puzzles.latin.deduction.solver import CONTRADICTION, WITHOUT_TRYING, Deduction
from cpstudy.puzzles.latin.rules import Latin


def features(puzzle: Latin) -> dict[str, float]:
    """Named numbers: ``cells``, ``values``, ``share given``, ``cages``, ``cells a cage`` (where
    there are cages), ``values left`` (to a cell on average, by the clues alone), ``steps of RULE``
    for each rule but the last, and ``undecided after rules``, the share of cells.

    Where clues contradict each other, what would come after that is left out.
    """
    cells = len(puzzle.clues)
    found: dict[str, float] = {
        "cells": cells,
        "values": puzzle.order,
        "share given": sum(clue > 0 for clue in puzzle.clues) / cells,
        "cages": len(puzzle.cages),
    }
    if puzzle.cages:
        found["cells a cage"] = sum(len(cage.cells) for cage in puzzle.cages) / len(puzzle.cages)
    deduction = Deduction(puzzle)
    if deduction.end == CONTRADICTION:
        return found
    found["values left"] = _mean_left(deduction.knowledge)
    deduction.run(trying=False)
    steps = dict.fromkeys(WITHOUT_TRYING, 0)
    for finding in deduction.findings:
        steps[finding.rule] += 1
    found |= {f"steps of {rule}": number for rule, number in steps.items()}
    if deduction.end != CONTRADICTION:
        open_cells = deduction.knowledge.open_cells(range(cells))
        found["undecided after rules"] = len(open_cells) / cells
    return found


def _mean_left(knowledge: Knowledge) -> float:
    return sum(values.bit_count() for values in knowledge.left) / len(knowledge.left)
