"""A deduction told from its beginning to its end, and the grade of a puzzle.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried only
where all before it are stuck); "search" where all rules are.

Where the rules without lookahead are stuck, solutions are looked for by search before lookahead
begins. They settle the verdict, should lookahead be stuck too, and they spare it: an orientation
that occurs in a solution need not be tried. No step depends on them; the solver ``deduce``, which
is to be evidence of its own, does without.

Cost: telling is linear in steps × what forces them, in plain Python.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from cpstudy.core.explaining import Explanation
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import check_agreement, checked
from cpstudy.puzzles.pipes.deduction.knowledge import LOCAL, PARITY, RULES, STEPS, Knowledge
from cpstudy.puzzles.pipes.deduction.solver import STUCK, Deduction
from cpstudy.puzzles.pipes.explaining.alternatives import alternatives
from cpstudy.puzzles.pipes.explaining.steps import steps_of
from cpstudy.puzzles.pipes.portfolio import solve
from cpstudy.puzzles.pipes.puzzle import Pipes

GRADES = (*RULES, "search")

# Nodes for a first solution before lookahead, and for others near it.
_QUICK = Budget(iterations=1000)


def explain(puzzle: Pipes) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction, found = _deduced(puzzle)
    solution = None
    if found.verdict is Verdict.UNIQUE:
        solution = checked(puzzle, found.solutions[0], "explain")
    steps = tuple(steps_of(puzzle, deduction.knowledge))
    return Explanation(puzzle, steps, found.verdict, _grade(deduction, found), solution)


def grade(puzzle: Pipes) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return _grade(*_deduced(puzzle))


def _grade(deduction: Deduction, found: Result) -> str | None:
    if found.verdict is not Verdict.UNIQUE:
        return None
    return "search" if deduction.end == STUCK else _hardest(deduction.knowledge)


def _hardest(k: Knowledge) -> str:
    """The hardest rule that was used; the first where none was."""
    used = k.steps[: k.control[STEPS], 0]
    return RULES[int(used.max(initial=LOCAL))]


def _deduced(puzzle: Pipes) -> tuple[Deduction, Result]:
    """The deduction at its end; what it says of the solutions, or search where it is stuck.

    Raises WrongAnswerError where the two disagree.
    """
    deduction = Deduction(puzzle)
    if deduction.run(PARITY) != STUCK:
        return deduction, deduction.result()
    searched = _searched(puzzle)
    for solution in searched.solutions:
        deduction.spare(cast(bytes, solution))
    deduction.run()
    told = deduction.result()
    check_agreement(puzzle, {"deduce": told, "search": searched})
    if deduction.end != STUCK:
        return deduction, told
    if searched.verdict is Verdict.UNKNOWN:
        searched = solve(puzzle, Budget(), np.random.default_rng(0), 2)
    return deduction, searched


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
