"""All rules together, cheapest first, and one step ahead: unique, none, or stuck; and features.

core/deducing.py has the framework with lookahead and verdicts. The rules are plain Python on sets
of edges (knowledge.py): about ten milliseconds for 10×10 without lookahead.
"""

from collections import Counter

from cpstudy.core import deducing
from cpstudy.core.grading import deduced
from cpstudy.core.result import Result
from cpstudy.core.solving import Request
from cpstudy.puzzles.loops.deduction.knowledge import Knowledge
from cpstudy.puzzles.loops.deduction.rules import around, clue, early_loop, path, sides
from cpstudy.puzzles.loops.rules import Loops

# The names of the rules, in the order in which they are tried.
RULES = ("clue", "path", "early loop", "paths round a clue", "inside and outside", "lookahead")

_WITHOUT_LOOKAHEAD: tuple[deducing.Rule[Knowledge], ...] = (clue, path, early_loop, around, sides)


class Deduction(deducing.Deduction[Knowledge]):
    """A deduction of a loop in progress."""

    def __init__(
        self, puzzle: Loops, rules: tuple[deducing.Rule[Knowledge], ...] = _WITHOUT_LOOKAHEAD
    ) -> None:
        super().__init__(Knowledge(puzzle, (1 << puzzle.lattice.edges) - 1), rules, RULES)


def solve(puzzle: Loops, request: Request) -> Result:
    """The solution if deduction settles the board; counter: steps."""
    return deduced(Deduction(puzzle), request)


def features(puzzle: Loops) -> dict[str, float]:
    """Named numbers that describe a puzzle before it is solved, to choose a solver by.

    ``cells``, ``edges`` (of the lattice), ``share given`` (cells with a clue), ``share of MARK``
    (of the clues, as they are written) and ``undecided after RULE``, the share of edges; missing
    if the rules find a contradiction. Cost: the deduction for each rule, some tens of
    milliseconds.
    """
    cells, edges = len(puzzle.clues), puzzle.lattice.edges
    clues = Counter(clue for clue in puzzle.clues if clue != puzzle.no_clue)
    given = clues.total()
    found: dict[str, float] = {"cells": cells, "edges": edges, "share given": given / cells}
    for value, mark in puzzle.marks.items():
        found[f"share of {mark}"] = clues[value] / given if given else 0.0
    return found | deducing.undecided_after(Deduction, puzzle, RULES)
