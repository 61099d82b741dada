"""What kind of puzzle one is: measures of its clues and of its deduction, and its symmetry.

The kind says what it counts of its clues (``Generating.measures``). The rest is the same for all
kinds with an explainer: *steps* of the deduction; *chain*, the longest row of steps in which each
rests on a cell that the one before it found; *open at once*, steps a link of that chain, the mean
number of steps that are open together; and the share of steps that need the hardest rule. Pelánek
(2014) found that dependency and open steps predict how long people take for Sudoku. Where a rule
does not name what forces it, a step counts as resting on earlier ones that found its cells.

Cost: the deduction.
"""

from collections.abc import Mapping
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Cell, Explanation
from cpstudy.core.kind import Kind


def measures(
    kind: Kind, puzzle: Any, solution: Any, found: Explanation | None = None
) -> dict[str, float]:
    """The measures of a puzzle by name; found: its deduction, where it is known.

    Raises InputError where the kind has none.
    """
    if kind.generating is None or kind.generating.measures is None:
        raise InputError(f"{kind.name} has no measures")
    of_clues = dict(kind.generating.measures(puzzle, solution))
    if kind.explaining is None:
        return of_clues
    return of_clues | of_deduction(found or kind.explaining.explainer.explain(puzzle))


def of_deduction(found: Explanation) -> dict[str, float]:
    """Steps, chain, open at once, and the share of steps by the grade's rule."""
    depth: dict[Cell, int] = {}
    chain = hardest = 0
    for step in found.steps:
        rests_on = (*step.because, *step.cells)
        here = 1 + max((depth.get(cell, 0) for cell in rests_on), default=0)
        depth |= dict.fromkeys(step.cells, here)
        chain = max(chain, here)
        hardest += step.rule == found.grade
    steps = len(found.steps)
    return {
        "steps": steps,
        "chain": chain,
        "open at once": steps / max(chain, 1),
        "share of hardest rule": hardest / max(steps, 1),
    }


def in_words(found: Mapping[str, float]) -> str:
    """The measures in one field of a table, a semicolon between."""
    return "; ".join(f"{name} {value:.4g}" for name, value in found.items())
