"""A deduction told from its beginning to its end (core/grading.py), and the grade of a puzzle.

A step's ``change`` has ``side`` (a name) and ``open`` where an edge of its first cell became known,
``removed`` (open sides, as numbers) where its cell lost ways to lie.
"""

from __future__ import annotations

from typing import Any

from cpstudy.core.explaining import Cell, Explanation, Step
from cpstudy.core.grading import SEARCH, settled
from cpstudy.core.result import Budget
from cpstudy.puzzles.tilings.deduction.knowledge import OPEN, Finding, Knowledge
from cpstudy.puzzles.tilings.deduction.solver import RULES, Deduction
from cpstudy.puzzles.tilings.portfolio import solve
from cpstudy.puzzles.tilings.rules import Tiling

GRADES = (*RULES, SEARCH)


def explain(puzzle: Tiling, budget: Budget | None = None) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is; as far as the budget goes."""
    deduction = Deduction(puzzle)
    told = settled(puzzle, deduction, solve, budget)
    k = deduction.knowledge
    return told.explanation(tuple(_step(k, *step) for step in k.steps))


def grade(puzzle: Tiling) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return settled(puzzle, Deduction(puzzle), solve).grade


def _step(k: Knowledge, rule: int, finding: Finding, removed: tuple[int, ...]) -> Step:
    """One finding told."""
    puzzle, cell = k.puzzle, finding.cell
    change: dict[str, Any]
    if finding.side >= 0:
        beyond = k.beyond[cell][finding.side]
        is_open = finding.value == OPEN
        state = "open" if is_open else "closed"
        what = f"the edge {puzzle.cell(cell)}–{puzzle.cell(beyond)} is {state}"
        change = {"side": puzzle.side_names[finding.side], "open": is_open}
        about = [cell, beyond]
    else:
        what = f"{puzzle.cell(cell)} {ways_in_words(puzzle, finding.ways)}"
        change = {"removed": list(removed)}
        about = [cell]
    words = f"{what}: {finding.words}"
    return Step(RULES[rule], places(puzzle, about), places(puzzle, finding.because), words, change)


def ways_in_words(puzzle: Tiling, ways: tuple[int, ...]) -> str:
    """How a tile may lie still, as the rest of a sentence about it."""
    if len(ways) == 1:
        return f"opens {sides_in_words(puzzle, ways[0])}"
    return f"may lie in {len(ways)} ways" if ways else "can lie in no way"


def sides_in_words(puzzle: Tiling, way: int) -> str:
    """The open sides of a tile by their names."""
    names = [name for side, name in enumerate(puzzle.side_names) if way >> side & 1]
    return ", ".join(names) if names else "nothing"


def places(puzzle: Tiling, cells: list[int] | tuple[int, ...]) -> tuple[Cell, ...]:
    """Cells by row and column, in the same order."""
    return tuple([divmod(cell, puzzle.columns) for cell in cells])
