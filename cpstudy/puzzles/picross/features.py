"""What a nonogram shows before solving it: numbers to choose a solver by.

How much of the board is filled, in how many runs, how much room the lines leave them, and how far
deduction by single lines comes.

Cost: the deduction, some milliseconds. Limits: whether such numbers predict effort is a question of
the study that uses them.
"""

from __future__ import annotations

from cpstudy.core.native import array
from cpstudy.puzzles.picross.deduction import CONTRADICTION, LINE, OVERLAP, RULES, Deduction
from cpstudy.puzzles.picross.puzzle import Picross, least_length


def features(puzzle: Picross) -> dict[str, float]:
    """Named numbers: ``cells``, ``colours``, ``share filled``, ``runs a line``, ``room a line``
    (the share of a line's cells that its runs leave over) and ``undecided after RULE``, the share
    of cells with several colours left; missing where the rule finds a contradiction.
    """
    cells = puzzle.rows * puzzle.columns
    clues = list(enumerate(puzzle.clues))
    found: dict[str, float] = {
        "cells": cells,
        "colours": puzzle.colours,
        "share filled": sum(length for clue in puzzle.row_clues for length, _ in clue) / cells,
        "runs a line": sum(len(clue) for _, clue in clues) / len(clues),
        "room a line": sum(1 - least_length(clue) / puzzle.length(line) for line, clue in clues)
        / len(clues),
    }
    for hardest in (OVERLAP, LINE):
        deduction = Deduction(puzzle)
        if deduction.run(hardest) == CONTRADICTION:
            break
        left = int((array(deduction.board.left) > 1).sum())
        found[f"undecided after {RULES[hardest]}"] = left / cells
    return found
