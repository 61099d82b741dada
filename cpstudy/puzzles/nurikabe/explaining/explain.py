"""A deduction told from its beginning to its end (core/settling.py), and the grade of a puzzle."""

from __future__ import annotations

from cpstudy.core.explaining import Explanation, Step
from cpstudy.core.settling import SEARCH, settled
from cpstudy.puzzles.nurikabe.deduction.knowledge import Finding
from cpstudy.puzzles.nurikabe.deduction.masks import cells_of
from cpstudy.puzzles.nurikabe.deduction.solver import RULES, Deduction
from cpstudy.puzzles.nurikabe.portfolio import solve
from cpstudy.puzzles.nurikabe.puzzle import SEA, Nurikabe

GRADES = (*RULES, SEARCH)

_COLOURS = ("land", "sea")


def explain(puzzle: Nurikabe) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction = Deduction(puzzle)
    told = settled(puzzle, deduction, solve)
    steps = deduction.knowledge.steps
    return told.explanation(tuple(_step(puzzle, rule, finding) for rule, finding in steps))


def grade(puzzle: Nurikabe) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return settled(puzzle, Deduction(puzzle), solve).grade


def _step(puzzle: Nurikabe, rule: int, finding: Finding) -> Step:
    """One finding told."""
    cells = tuple(divmod(cell, puzzle.columns) for cell in cells_of(finding.cells))
    because = tuple(divmod(cell, puzzle.columns) for cell in cells_of(finding.because))
    colour = _COLOURS[finding.colour]
    names = ", ".join(f"({row}, {column})" for row, column in cells)
    verb = "is" if len(cells) == 1 else "are"
    words = f"{names} {verb} {colour}: {finding.words}"
    return Step(RULES[rule], cells, because, words, {"sea": finding.colour == SEA})
