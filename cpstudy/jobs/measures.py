"""Measures that characterise a puzzle: of its clues, of its deduction, and its symmetry.

The kind defines the measures of its clues (``Generating.measures``). The others are the same for
all kinds with an explainer: *steps* of the deduction; *chain*, the longest sequence of steps in
which each rests on a cell that the previous one found; *open at once*, the steps divided by the
chain's length, which is the mean number of steps that are open together; and the share of steps
that need the hardest rule. Pelánek (2014) found that dependency and open steps predict how long
people take for Sudoku. If a rule does not name the cells that force it, its steps count as resting
on earlier steps that found their cells. *Before the hardest rule* is the share of steps before its
first use: it shows how the level rises.

A measure distinguishes *two collections* if the two-sample test of Kolmogorov and Smirnov rejects
at 5 % that both have one distribution, with its p-value corrected for the number of measures
(:func:`holm`). Ties only make the test conservative: it rejects less often.

Cost: the deduction.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from cpstudy import api
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Cell, Explanation
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.reading.door import items
from cpstudy.reading.opening import opened
from cpstudy.study.multiple import holm

# The budget for a foreign puzzle: those that take longer to solve or to grade are left out.
_BUDGET = Budget(seconds=5)


class MeasureComparison(NamedTuple):
    """A measure of two collections: both means, the distance of their distributions, Holm's p."""

    measure: str
    theirs: float
    ours: float
    distance: float
    p: float


def measures(
    kind: Kind, puzzle: Any, solution: Any, explanation: Explanation | None = None
) -> dict[str, float]:
    """The measures of a puzzle by name. explanation: its deduction, if it is known.

    Raises InputError if the kind has none.
    """
    counted = kind.generating and kind.generating.measures
    of_clues = dict(counted(puzzle, solution)) if counted else {}
    if kind.explaining is None:
        if not counted:
            raise InputError(f"{kind.name} has no measures")
        return of_clues
    return of_clues | of_deduction(explanation or kind.explaining.explainer.explain(puzzle))


def of_deduction(explanation: Explanation) -> dict[str, float]:
    """Steps, chain, open at once, and the shares by and before the grade's rule."""
    depth: dict[Cell, int] = {}
    chain = hardest = before = 0
    for step in explanation.steps:
        rests_on = (*step.because, *step.cells)
        here = 1 + max((depth.get(cell, 0) for cell in rests_on), default=0)
        depth |= dict.fromkeys(step.cells, here)
        chain = max(chain, here)
        hardest += step.rule == explanation.grade
        before += not hardest
    steps = len(explanation.steps)
    return {
        "steps": steps,
        "chain": chain,
        "open at once": steps / max(chain, 1),
        "share of hardest rule": hardest / max(steps, 1),
        "before the hardest rule": before / max(steps, 1),
    }


def read(kind: Kind, path: Path) -> list[Any]:
    """The puzzles of a file; faulty ones are left out."""
    with opened(str(path), {}) as document:
        found = [item.puzzle for item in items(kind, document, None)]
    return [puzzle for puzzle in found if not isinstance(puzzle, InputError)]


def is_of_size(kind: Kind, puzzle: Any, size: tuple[int, int]) -> bool:
    """Whether a puzzle has this number of rows and columns; puzzles of moves have any."""
    order: int = getattr(puzzle, "order", 0)  # of Latin squares
    here = (getattr(puzzle, "rows", order), getattr(puzzle, "columns", order))
    return not kind.solvers or here == size


def of_others(
    kind: Kind, puzzles: Iterable[Any], grade: str | None = None, budget: Budget = _BUDGET
) -> Iterator[tuple[str | None, dict[str, float]]]:
    """Level and measures of puzzles, of a grade or level if any.

    Left out are those that are not settled within the budget.
    """
    explainer = kind.explaining.explainer if kind.explaining else None
    for puzzle in puzzles:
        if not kind.solvers:
            yield None, measures(kind, puzzle, None)
            continue
        result = api.solve(puzzle, budget=budget, limit=1)
        found = explainer.explain(puzzle, budget) if explainer and result.solutions else None
        if found and explainer and found.grade:
            if grade is None or found.grade in explainer.grades_of(grade):
                outcome = measures(kind, puzzle, result.solutions[0], found)
                yield explainer.levels[found.grade], outcome


def compared_measures(
    theirs: Sequence[Mapping[str, float]], ours: Sequence[Mapping[str, float]]
) -> list[MeasureComparison]:
    """Two collections, a measure at a time that all their puzzles have; see the module."""
    from scipy.stats import ks_2samp

    both = [*theirs, *ours]
    names = [name for name in both[0] if all(name in one for one in both)]
    samples = [[[one[name] for one in some] for some in (theirs, ours)] for name in names]
    tests = [ks_2samp(*pair) for pair in samples]
    ps = holm([float(test.pvalue) for test in tests])
    return [
        MeasureComparison(name, fmean(pair[0]), fmean(pair[1]), float(test.statistic), p)
        for name, pair, test, p in zip(names, samples, tests, ps, strict=True)
    ]


def in_words(values: Mapping[str, float]) -> str:
    """The measures in one field of a table, a semicolon between."""
    return "; ".join(f"{name} {value:.4g}" for name, value in values.items())
