"""A deduction told from its beginning to its end (core/grading.py), and the grade of a puzzle.

Where rules are stuck a quick search comes first, since several solutions are found in no time near
a first one; the whole search where that and lookahead leave the puzzle open.

Cost: telling is linear in steps × what forces them, in plain Python.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import cast

from cpstudy.core.clock import Clock
from cpstudy.core.explaining import Explanation
from cpstudy.core.grading import SEARCH, Settled, settled
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Request, checked
from cpstudy.puzzles.pipes.board.checker import checker
from cpstudy.puzzles.pipes.deduction.knowledge import RULES
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.explaining.alternatives import alternatives
from cpstudy.puzzles.pipes.explaining.steps import steps_of
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes

GRADES = (*RULES, SEARCH)

# Nodes for a first solution before lookahead, and for others near it.
_QUICK = 1000


def explain(puzzle: Pipes, budget: Budget | None = None) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is; as far as the budget goes."""
    deduction = Deduction(puzzle)
    told = _settled(puzzle, deduction, budget)
    steps = steps_of(puzzle, deduction.knowledge)
    return told.explanation(steps, deduction.clock, checker(puzzle))


def grade(puzzle: Pipes, budget: Budget | None = None) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return _settled(puzzle, Deduction(puzzle), budget).grade


def _settled(puzzle: Pipes, deduction: Deduction, budget: Budget | None = None) -> Settled:
    quick = settled(puzzle, deduction, _searched, budget, checker(puzzle))
    if quick.result.verdict is not Verdict.UNKNOWN or quick.stop is not Stop.DONE:
        return quick
    whole = solve(puzzle, Request(deduction.clock.budget(), 2))
    if whole.verdict is Verdict.UNKNOWN:
        return Settled(puzzle, whole, None, whole.stop)
    return Settled(puzzle, whole, SEARCH if whole.verdict is Verdict.UNIQUE else None)


def _searched(puzzle: Pipes, request: Request) -> Result:
    """What a quick search says: many solutions where there are, one, none, or not known."""
    clock = Clock(request.budget.seconds)
    first = solve(puzzle, Request(clock.budget(_QUICK), 1))
    if not first.solutions:
        return first
    holds = cast(Callable[[Hashable], bool], checker(puzzle))
    solution = cast(bytes, checked(puzzle, first.solutions[0], "search", holds))
    near = alternatives(puzzle, solution, clock.budget(_QUICK))
    others = tuple(sides.tobytes() for sides in near.found)
    if others:
        return Result((solution, *others), stop=Stop.LIMIT)
    stop = Stop.ITERATIONS if near.unknown.any() else Stop.DONE
    return Result((solution,), exhausted=stop is Stop.DONE, stop=stop)
