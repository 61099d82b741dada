"""What every deduction returns: steps, explanations, hints. The contract of kinds that explain.

A kind that explains has one object, its :class:`Explainer`, named in its record. Verbs, pages and
lists know only what stands here: a step is about cells, follows from cells, and can be told. What a
kind knows beside that (an orientation, a colour) is in ``change``, for its own drawings and JSON.

Cells are (row, column), counted from 0.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from cpstudy.core.result import Verdict

Cell = tuple[int, int]


@dataclass(frozen=True)
class Step:
    """One thing found out. rule: one of the explainer's rules. cells: what it is about. because:
    the cells that force it. words: the step as a sentence. change: what was placed or removed, as
    values that JSON can hold.
    """

    rule: str
    cells: tuple[Cell, ...]
    because: tuple[Cell, ...]
    words: str
    change: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Explanation:
    """A deduction told. verdict: of the puzzle, by deduction, or by search where that is stuck.

    grade: the hardest rule needed, for puzzles with one solution, else None. solution: the only
    one, checked, or None.
    """

    puzzle: Any
    steps: tuple[Step, ...]
    verdict: Verdict
    grade: str | None
    solution: Hashable | None


@dataclass(frozen=True)
class Hint:
    """The next thing to do from the puzzle's position: cell, words, and the step that says so.

    change: as of a step.
    """

    cell: Cell
    words: str
    step: Step | None
    change: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Region:
    """Cells that differ between solutions and hang together, with another solution, checked."""

    cells: tuple[Cell, ...]
    alternative: Hashable


@dataclass(frozen=True)
class Ambiguity:
    """Where solutions differ from ``solution`` (None: none found within the budget).

    regions: none where the puzzle has one solution. unknown: cells that may differ.
    """

    puzzle: Any
    solution: Hashable | None
    regions: tuple[Region, ...]
    unknown: tuple[Cell, ...]


class Explainer(Protocol):
    """What a kind that explains gives. ``rules`` in the order in which they are tried."""

    rules: tuple[str, ...]
    grades: tuple[str, ...]

    def explain(self, puzzle: Any) -> Explanation:
        """All steps, and the grade."""
        ...

    def grade(self, puzzle: Any) -> str | None:
        """The grade alone, faster; None where there is not exactly one solution, or not known."""
        ...

    def hint(self, explanation: Explanation) -> Hint | None:
        """The next move from the puzzle's position; None where there is none to tell."""
        ...

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that ``attempt`` contradicts, in words; "" where it is a solution."""
        ...

    def ambiguity(self, puzzle: Any) -> Ambiguity | None:
        """Where solutions differ; None where the kind cannot tell. Raises ValueError."""
        ...

    def replay(self, explanation: Explanation) -> str | None:
        """The deduction as a file of another program; None where there is no such program."""
        ...
