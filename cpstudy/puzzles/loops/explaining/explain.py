"""A deduction told from its beginning to its end, and the grade of a puzzle.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried only
where all before it are stuck); "search" where all rules are.

Where the rules without lookahead are stuck, solutions are looked for by search before lookahead
begins. They settle the verdict, should lookahead be stuck too, and they spare it: what an edge is
in a solution need not be tried. No step depends on them; the solver ``deduce``, which is to be
evidence of its own, does without.
"""

from __future__ import annotations

import numpy as np

from cpstudy.core.explaining import Explanation, Step
from cpstudy.core.result import Budget, Result, Verdict
from cpstudy.core.solving import check_agreement, checked
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge, edges_of
from cpstudy.puzzles.loops.deduction.solver import LOOKAHEAD, RULES, Deduction
from cpstudy.puzzles.loops.portfolio import solve
from cpstudy.puzzles.loops.rules import Loops

GRADES = (*RULES, "search")

# Edges that are named in a step; more are counted.
_NAMED = 6


def explain(puzzle: Loops) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction, found = _deduced(puzzle)
    solution = found.solutions[0] if found.verdict is Verdict.UNIQUE else None
    if isinstance(solution, bytes):
        checked(puzzle, solution, "explain")
    k = deduction.knowledge
    steps = tuple(_step(k, rule, finding) for rule, finding in k.steps)
    return Explanation(puzzle, steps, found.verdict, _grade(deduction, found), solution)


def grade(puzzle: Loops) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return _grade(*_deduced(puzzle))


def _grade(deduction: Deduction, found: Result) -> str | None:
    if found.verdict is not Verdict.UNIQUE:
        return None
    if not deduction.settled:
        return "search"
    return RULES[max((rule for rule, _ in deduction.knowledge.steps), default=0)]


def _deduced(puzzle: Loops) -> tuple[Deduction, Result]:
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
        deduction.spare(checked(puzzle, solution, "search"))
    deduction.run()
    told = deduction.result()
    check_agreement(puzzle, {"deduce": told, "search": searched})
    return deduction, searched if told.verdict is Verdict.UNKNOWN else told


def _step(k: Knowledge, rule: int, finding: Finding) -> Step:
    """One finding told."""
    on, off = list(edges_of(finding.on)), list(edges_of(finding.off))
    told = []
    for edges, words in ((on, "on the loop"), (off, "not on the loop")):
        if edges:
            names = [k.puzzle.edge(edge) for edge in edges[:_NAMED]]
            if len(edges) > _NAMED:
                names.append(f"{len(edges) - _NAMED} more")
            told.append(f"{', '.join(names)} {'is' if len(edges) == 1 else 'are'} {words}")
    return Step(
        RULES[rule],
        _places(k, k.cells(finding.on | finding.off)),
        _places(k, finding.because),
        f"{'; '.join(told)}: {finding.words}",
        {"on": on, "off": off},
    )


def _places(k: Knowledge, cells: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    return tuple(divmod(cell, k.puzzle.columns) for cell in cells)
