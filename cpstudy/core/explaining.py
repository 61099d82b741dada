"""The contract of kinds that explain: steps, explanations, hints.

A kind that explains has one object, its :class:`Explainer`, named in its record. Verbs, pages and
lists use only the definitions of this module: a step has cells, the cells that force it, and a
sentence. What only the kind understands (an orientation, a colour) is in ``change``, for its own
drawings and for JSON. Maps of ambiguity, repairs and conflicts use the same terms.

Cells are (row, column), counted from 0. Every solution in these records has passed
:func:`cpstudy.core.solving.checked`.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, ShownAsHtml, Stop, Verdict

Cell = tuple[int, int]
# A grade, if it is known, and a number of steps.
Graded = tuple[str | None, int]

# The default budget for a map of ambiguity or a conflict.
SECONDS = 20.0

# What the choice of a supposition and a search count in a score, in steps of the last rule.
_CHOICE, _SEARCH = 5, 1024

# Levels of difficulty.
LEVELS = ("easy", "medium", "hard", "expert")


def cells_of(columns: int, numbers: Iterable[int]) -> tuple[Cell, ...]:
    """Cells (row, column) of cell numbers, in the same order."""
    return tuple([divmod(number, columns) for number in numbers])


def levels_of(grades: Sequence[str], **last: str) -> dict[str, str]:
    """The level of each grade. last: the hardest grade of a level; "expert" has the rest.

    >>> levels_of(("single", "pair", "search"), easy="single", hard="pair")
    {'single': 'easy', 'pair': 'hard', 'search': 'expert'}
    """
    found: dict[str, str] = {}
    for level in LEVELS:
        end = grades.index(last[level]) + 1 if level in last else len(found)
        found |= dict.fromkeys(grades[len(found) : end], level)
    return found | dict.fromkeys(grades[len(found) :], LEVELS[-1])


@dataclass(frozen=True)
class Step:
    """One finding of a deduction.

    rule: one of the explainer's rules. cells: the cells it decides. because: the cells that force
    it. words: the step as a sentence. change: what was placed or removed, as values for JSON.
    supposed: of lookahead, the number of steps after which the supposition failed.
    """

    rule: str
    cells: tuple[Cell, ...]
    because: tuple[Cell, ...]
    words: str
    change: Mapping[str, Any] = field(default_factory=dict)
    supposed: int | None = None

    def row(self) -> dict[str, Any]:
        """The step as values for JSON."""
        return {
            "rule": self.rule,
            "cells": self.cells,
            "because": self.because,
            "words": self.words,
            **self.change,
        }


def lit(steps: Sequence[Step], latest: int) -> tuple[set[Cell], set[Cell]]:
    """The cells that the last ``latest`` steps decide, and the cells that force them."""
    last = steps[max(0, len(steps) - latest) :]
    about = {cell for step in last for cell in step.cells}
    return about, {cell for step in last for cell in step.because}


@dataclass(frozen=True)
class Explanation(ShownAsHtml):
    """A deduction, step by step.

    verdict: of the puzzle, by deduction, or by search if deduction is stuck. grade: the hardest
    rule needed, for puzzles with one solution, else None. solution: the only one, or None. stop:
    DONE, or the limit of a budget that ended the deduction early; then the grade is unknown.
    """

    puzzle: Any
    steps: tuple[Step, ...]
    verdict: Verdict
    grade: str | None
    solution: Hashable | None
    stop: Stop = Stop.DONE


@dataclass(frozen=True)
class Hint:
    """The next move from the puzzle's position: cell, words, and the step behind it.

    step: None if the rules alone force it. change: as in a step.
    """

    cell: Cell
    words: str
    step: Step | None
    change: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Region:
    """Connected cells that differ between solutions.

    alternative: another solution. changed: the cells in which it differs from the map's solution,
    at least one of them in ``cells``. All cells in increasing order.
    """

    cells: tuple[Cell, ...]
    alternative: Hashable
    changed: tuple[Cell, ...]


@dataclass(frozen=True)
class Ambiguity:
    """Where solutions differ from ``solution`` (None: none found within the budget).

    regions: in the order of their first cells; empty if the puzzle has one solution. unknown: other
    cells that may differ, because the budget ended first. counters: the effort.
    """

    puzzle: Any
    solution: Hashable | None
    regions: tuple[Region, ...]
    unknown: tuple[Cell, ...]
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Repair:
    """A puzzle with one solution, and its distance from the given puzzle.

    solution: its only one. changes: the cells that were changed, in increasing order. proved: no
    puzzle with one solution has fewer changes; else their number is an upper bound. counters: the
    effort.
    """

    puzzle: Any
    solution: Hashable
    changes: tuple[Cell, ...]
    proved: bool
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Conflict:
    """Clues of a puzzle without a solution that no board satisfies together.

    clues: each by its cells, in increasing order. proved: without any one of them there is a
    solution, so no proper subset conflicts; else some may not be needed. counters: the effort.
    """

    puzzle: Any
    clues: tuple[tuple[Cell, ...], ...]
    proved: bool
    counters: Mapping[str, int] = field(default_factory=dict)


class Lesson(NamedTuple):
    """A rule as it is taught.

    title: the players' name for it. text: two or three sentences. board: the text form of a small
    puzzle that needs the rule as early as possible; "" if no small one is known. For Pipes, whose
    text form stores how tiles lie, the first hint is the rule. words: if steps of one rule are
    taught in separate lessons, a pattern that their words match.
    """

    rule: str
    title: str
    text: str
    board: str = ""
    words: str = ""

    def teaches(self, step: Step) -> bool:
        """Whether the lesson teaches this step."""
        return step.rule == self.rule and re.search(self.words, step.words) is not None


class Explainer(ABC):
    """The interface of a kind that explains; methods with a body here are optional.

    rules: in the order in which they are tried. grades: from easy to hard. levels: the level of
    each grade, one of ``LEVELS``, for readers who do not know the rules.
    """

    rules: tuple[str, ...]
    grades: tuple[str, ...]
    levels: Mapping[str, str] = MappingProxyType({})

    @abstractmethod
    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """All steps, and the grade. budget: in seconds; its iterations are steps."""

    def first_step(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """The explanation for a hint; if later steps take time, only its first step."""
        return self.explain(puzzle, budget)

    def hint(self, explanation: Explanation) -> Hint | None:
        """The next move from the puzzle's position; None if there is none.

        By default the first step, for kinds whose position consists of the givens alone.
        """
        if explanation.verdict is Verdict.NONE or not explanation.steps:
            return None
        step = explanation.steps[0]
        return Hint(step.cells[0], step.words, step, step.change)

    def decode_attempt(self, puzzle: Any, text: str) -> Any:
        """An attempt for :meth:`mistake`, finished or not. Raises InputError."""
        return puzzle.decode_solution(text)

    @abstractmethod
    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """The first step that ``attempt`` contradicts, in words; "" if there is none.

        In that case a finished attempt is a solution, and some solution extends an unfinished one.
        """

    def grade(self, puzzle: Any, budget: Budget | None = None) -> str | None:
        """The grade alone; None if there is not exactly one solution, or it is unknown."""
        return self.graded(puzzle, budget)[0]

    def graded(self, puzzle: Any, budget: Budget | None = None) -> Graded:
        """The grade, and the number of steps, of which the budget's iterations are the most."""
        found = self.explain(puzzle, budget)
        return found.grade, len(found.steps)

    def grades_of(self, name: str) -> tuple[str, ...]:
        """The grades of a level, from easy to hard; of a grade, the grade itself."""
        of_level = (grade for grade, level in self.levels.items() if level == name)
        return (name,) if name in self.grades else tuple(of_level)

    def check_grade(self, grade: str | None) -> None:
        """Raise InputError unless ``grade`` is a grade, a level or None (any)."""
        if grade is not None and not self.grades_of(grade):
            raise InputError(f"grade {grade!r}: choose from {', '.join(self.grades)}")

    def score(self, explanation: Explanation) -> int:
        """The effort of a deduction: a step counts twice as much as a step by the rule before it.

        A supposition that failed after N steps counts N steps more, and five for its choice; a
        search counts as 1,024 steps of the last rule. These weights were fitted to people's ratings
        (``experiments/21_people.py``).
        """
        places = {rule: place for place, rule in enumerate(self.rules)}
        score = sum(
            (1 if step.supposed is None else _CHOICE + step.supposed)
            << places.get(step.rule, len(places))
            for step in explanation.steps
        )
        return score + (explanation.grade not in (None, *places)) * (_SEARCH << len(places) - 1)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity | None:
        """Where solutions differ; None if the kind has no such map.

        budget: seconds, and iterations of the kind's search; without it the kind chooses. Raises
        InputError if there is no solution.
        """
        return None

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """Clues that conflict; None if no conflict is known.

        budget: seconds; without it the kind chooses. Raises InputError if there is a solution.
        """
        return None

    def smallest(self, puzzle: Any, number: int, budget: Budget | None = None) -> Step | None:
        """Step ``number`` (from 0) by the fewest rules and facts; None if the kind has no such.

        budget: seconds; if they end, the smallest step so far. Raises InputError if the deduction
        has no such step.
        """
        return None

    def replay(self, explanation: Explanation) -> str | None:
        """The deduction as a file for another program; None if there is no such program."""
        return None
