"""A deduction told from its beginning to its end, and the grade of a puzzle.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried only
where all before it are stuck); "search" where all rules are.

Where the rules without lookahead are stuck, solutions are looked for by search before lookahead
begins. They settle the verdict, should lookahead be stuck too, and they spare it: what an edge is
in a solution need not be tried. No step depends on them; the solver ``deduce``, which is to be
evidence of its own, does without.

A step's ``change`` has ``side`` (a name) and ``open`` where an edge of its first cell became known,
``removed`` (open sides, as numbers) where its cell lost ways to lie.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cpstudy.core.explaining import Cell, Explanation, Step
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import check_agreement, checked
from cpstudy.puzzles.tilings.deduction.knowledge import OPEN, Finding, Knowledge
from cpstudy.puzzles.tilings.deduction.solver import LOOKAHEAD, RULES, Deduction
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.portfolio import solve
from cpstudy.puzzles.tilings.rules import Tiling

GRADES = (*RULES, "search")


def explain(puzzle: Tiling) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction, found = _deduced(puzzle)
    solution = None
    if found.verdict is Verdict.UNIQUE:
        solution = checked(puzzle, found.solutions[0], "explain")
    k = deduction.knowledge
    steps = tuple(_step(k, rule, finding, removed) for rule, finding, removed in k.steps)
    return Explanation(puzzle, steps, found.verdict, _grade(deduction, found), solution)


def grade(puzzle: Tiling) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return _grade(*_deduced(puzzle))


def _grade(deduction: Deduction, found: Result) -> str | None:
    if found.verdict is not Verdict.UNIQUE:
        return None
    if not deduction.settled:
        return GRADES[-1]
    return RULES[max((rule for rule, _, _ in deduction.knowledge.steps), default=0)]


def _deduced(puzzle: Tiling) -> tuple[Deduction, Result]:
    """The deduction at its end; what it says of the solutions, or search where it is stuck.

    Raises WrongAnswerError where the two disagree.
    """
    deduction = Deduction(puzzle)
    deduction.run(LOOKAHEAD - 1)
    if deduction.wrong is not None or deduction.settled:
        return deduction, deduction.result()
    searched = solve(puzzle, Budget(), np.random.default_rng(0), 2)
    for solution in searched.solutions:
        assert isinstance(solution, bytes)
        opened = edge_table(puzzle).opened(checked(puzzle, solution, "search"))
        deduction.spare(opened.tolist())
    deduction.run()
    told = deduction.result()
    check_agreement(puzzle, {"deduce": told, "search": searched})
    return deduction, searched if told.verdict is Verdict.UNKNOWN else told


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
