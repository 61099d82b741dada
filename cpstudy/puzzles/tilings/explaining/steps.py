"""The steps of a deduction in words.

A step's ``change`` has ``side`` (a name) and ``open`` where an edge of its first cell became known,
``removed`` (open sides, as numbers) where its cell lost ways to lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpstudy.core.explaining import Step, cells_of
from cpstudy.puzzles.tilings.deduction.knowledge import OPEN, Finding, Knowledge
from cpstudy.puzzles.tilings.deduction.solver import RULES, Deduction
from cpstudy.puzzles.tilings.rules import Tiling


def steps_of(puzzle: Tiling, deduction: Deduction) -> Iterator[Step]:
    """All steps of a deduction, in order."""
    return (_step(deduction.knowledge, *step) for step in deduction.knowledge.steps)


def _step(k: Knowledge, rule: int, finding: Finding, removed: tuple[int, ...]) -> Step:
    """One finding in words."""
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
    because = cells_of(puzzle.columns, finding.because)
    return Step(RULES[rule], cells_of(puzzle.columns, about), because, words, change)


def ways_in_words(puzzle: Tiling, ways: tuple[int, ...]) -> str:
    """How a tile may lie still, as the rest of a sentence about it."""
    if len(ways) == 1:
        return f"opens {sides_in_words(puzzle, ways[0])}"
    return f"may lie in {len(ways)} ways" if ways else "can lie in no way"


def sides_in_words(puzzle: Tiling, way: int) -> str:
    """The open sides of a tile by their names."""
    names = [name for side, name in enumerate(puzzle.side_names) if way >> side & 1]
    return ", ".join(names) if names else "nothing"
