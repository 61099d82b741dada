"""What a Nurikabe shows before solving it: numbers to choose a solver by.

How many islands there are and how large, how much sea, and how far each rule of deduction comes.

Cost: the deduction for each rule, some tens of milliseconds. Limits: whether such numbers predict
effort is a question of the study that uses them.
"""

from __future__ import annotations

from cpstudy.core.deducing import undecided_after
from cpstudy.puzzles.nurikabe.deduction import RULES, Deduction
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, NO_CLUE, Nurikabe


def features(puzzle: Nurikabe) -> dict[str, float]:
    """Named numbers: ``cells``, ``islands`` (clues), ``islands of any size``, ``largest island``,
    ``share of sea`` (where all sizes are given) and ``undecided after RULE``, the share of cells;
    missing where the rules find a contradiction.
    """
    cells = len(puzzle.clues)
    clues = [clue for clue in puzzle.clues if clue != NO_CLUE]
    sizes = [clue for clue in clues if clue != ANY_SIZE]
    found: dict[str, float] = {
        "cells": cells,
        "islands": len(clues),
        "islands of any size": len(clues) - len(sizes),
        "largest island": max(sizes, default=0),
    }
    if len(sizes) == len(clues):
        found["share of sea"] = 1 - sum(sizes) / cells
    return found | undecided_after(Deduction, puzzle, RULES)
