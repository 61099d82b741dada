"""A deduction told from its beginning to its end (core/settling.py), and the grade of a puzzle."""

from __future__ import annotations

from cpstudy.core.explaining import Explanation, Step
from cpstudy.core.settling import SEARCH, settled
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge, edges_of
from cpstudy.puzzles.loops.deduction.solver import RULES, Deduction
from cpstudy.puzzles.loops.portfolio import solve
from cpstudy.puzzles.loops.rules import Loops

GRADES = (*RULES, SEARCH)

# Edges that are named in a step; more are counted.
_NAMED = 6


def explain(puzzle: Loops) -> Explanation:
    """All steps of the deduction, and what the puzzle's grade is."""
    deduction = Deduction(puzzle)
    told = settled(puzzle, deduction, solve)
    k = deduction.knowledge
    return told.explanation(tuple(_step(k, rule, finding) for rule, finding in k.steps))


def grade(puzzle: Loops) -> str | None:
    """The grade of a puzzle with exactly one solution, else None."""
    return settled(puzzle, Deduction(puzzle), solve).grade


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
