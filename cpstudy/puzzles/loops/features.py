"""What can be computed of a puzzle of one loop before solving it: numbers to choose a solver by.

How large the board is, how many cells have a clue, and how far each rule of deduction comes.

Cost: the deduction for each rule, some tens of milliseconds. Limits: whether such numbers predict
effort is a question of the study that uses them.
"""

from __future__ import annotations

from collections import Counter

from cpstudy.core.deducing import undecided_after
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from cpstudy.puzzles.loops.rules import Loops


def features(puzzle: Loops) -> dict[str, float]:
    """Named numbers: ``cells``, ``edges`` (of the lattice), ``share given`` (cells with a clue),
    ``share of MARK`` (of the clues, as they are written) and ``undecided after RULE``, the share of
    edges; missing where the rules find a contradiction.
    """
    cells, edges = len(puzzle.clues), puzzle.lattice.edges
    clues = Counter(clue for clue in puzzle.clues if clue != puzzle.no_clue)
    given = clues.total()
    found: dict[str, float] = {"cells": cells, "edges": edges, "share given": given / cells}
    for clue, mark in puzzle.marks.items():
        if clue != puzzle.no_clue:
            found[f"share of {mark}"] = clues[clue] / given if given else 0.0
    return found | undecided_after(Deduction, puzzle, RULES)
