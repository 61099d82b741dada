"""A deduction told from its beginning to its end (core/grading.py), and the grade of a puzzle.

Where rules are stuck a quick search comes first, since several solutions are found in no time near
a first one; the whole search where that and lookahead leave the puzzle open.

Cost: telling is linear in steps × what forces them, in plain Python.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from cpstudy.core.explaining import Explanation
from cpstudy.core.grading import SEARCH, Settled, settled
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import checked
from cpstudy.puzzles.pipes.deduction.knowledge import RULES
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.explaining.alternatives import alternatives
from cpstudy.puzzles.pipes.explaining.steps import steps_of
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes

GRADES = (*RULES, SEARCH)

# Nodes for a first solution before lookahead, and for others near it.
_QUICK = Budget(iterations=1000)


def explain(puzzle: Pipes, budget: Budget | None = None) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is; as far as the budget goes."""
    deduction = Deduction(puzzle)
    told = _settled(puzzle, deduction, budget)
    return told.explanation(tuple(steps_of(puzzle, deduction.knowledge)))


def grade(puzzle: Pipes) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return _settled(puzzle, Deduction(puzzle)).grade


def _settled(puzzle: Pipes, deduction: Deduction, budget: Budget | None = None) -> Settled:
    quick = settled(puzzle, deduction, lambda *_: _searched(puzzle), budget)
    if quick.result.verdict is not Verdict.UNKNOWN or quick.stop is not Stop.DONE:
        return quick
    left = Budget(seconds=deduction.clock.left)
    whole = solve(puzzle, left, np.random.default_rng(0), 2)
    if whole.verdict is Verdict.UNKNOWN:
        return Settled(puzzle, whole, None, whole.stop)
    return Settled(puzzle, whole, SEARCH if whole.verdict is Verdict.UNIQUE else None)


def _searched(puzzle: Pipes) -> Result:
    """What a quick search says: many solutions where there are, one, none, or not known."""
    first = solve(puzzle, _QUICK, np.random.default_rng(0), 1)
    if not first.solutions:
        return first
    solution = cast(bytes, checked(puzzle, first.solutions[0], "search"))
    near = alternatives(puzzle, solution, _QUICK)
    others = tuple(checked(puzzle, sides.tobytes(), "search") for sides in near.found)
    if others:
        return Result((solution, *others), stop=Stop.LIMIT)
    stop = Stop.ITERATIONS if near.unknown.any() else Stop.DONE
    return Result((solution,), exhausted=stop is Stop.DONE, stop=stop)
