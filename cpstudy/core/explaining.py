"""What every deduction returns: steps, explanations, hints. The contract of kinds that explain.

A kind that explains has one object, its :class:`Explainer`, named in its record. Verbs, pages and
lists use only what this module defines: a step is about cells, follows from cells, and is a
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

# For a map of ambiguity or a conflict, where a verb has no clock of its own.
SECONDS = 20.0

# What the choice of a supposition counts, and a search, in steps of the last rule.
_CHOICE, _SEARCH = 5, 1024

# Levels of difficulty.
LEVELS = ("easy", "medium", "hard", "expert")


def cells_of(columns: int, numbers: Iterable[int]) -> tuple[Cell, ...]:
    """Cells by row and column, in the same order."""
    return tuple([divmod(number, columns) for number in numbers])


def levels_of(grades: Sequence[str], **last: str) -> dict[str, str]:
    """The level of each grade. last: by level, the hardest grade of it; "expert" has the rest.

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

    rule: one of the explainer's rules. cells: those that it is about. because: the cells that force
    it. words: the step as a sentence. change: what was placed or removed, as values that JSON can
    hold. supposed: of lookahead, the steps after which the supposition failed.
    """

    rule: str
    cells: tuple[Cell, ...]
    because: tuple[Cell, ...]
    words: str
    change: Mapping[str, Any] = field(default_factory=dict)
    supposed: int | None = None

    def row(self) -> dict[str, Any]:
        """The step as values that JSON can hold."""
        return {
            "rule": self.rule,
            "cells": self.cells,
            "because": self.because,
            "words": self.words,
            **self.change,
        }


def lit(steps: Sequence[Step], latest: int) -> tuple[set[Cell], set[Cell]]:
    """The cells that the last ``latest`` steps are about, and those that force them."""
    last = steps[max(0, len(steps) - latest) :]
    about = {cell for step in last for cell in step.cells}
    return about, {cell for step in last for cell in step.because}


@dataclass(frozen=True)
class Explanation(ShownAsHtml):
    """A deduction, step by step.

    verdict: of the puzzle, by deduction, or by search where that is stuck. grade: the hardest rule
    needed, for puzzles with one solution, else None. solution: the only one, or None. stop: DONE,
    or which limit of a budget ended it before its end; then the grade is not known.
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

    step: None where the rules alone force it. change: as of a step.
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

    regions: in the order of their first cells; none where the puzzle has one solution. unknown:
    cells of no region that may differ, as the budget ended first. counters: the effort.
    """

    puzzle: Any
    solution: Hashable | None
    regions: tuple[Region, ...]
    unknown: tuple[Cell, ...]
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Repair:
    """A puzzle with one solution, and how far it is from the one that was given.

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
    solution, so no smaller part of them conflicts; else some may be needless. counters: the effort.
    """

    puzzle: Any
    clues: tuple[tuple[Cell, ...], ...]
    proved: bool
    counters: Mapping[str, int] = field(default_factory=dict)


class Lesson(NamedTuple):
    """A rule as it is taught.

    title: what players call it. text: two or three sentences. board: the text form of a small
    puzzle that needs the rule, as soon as may be; "" where there is none small enough. Of Pipes,
    whose text says how tiles lie, the first hint is the rule. words: where steps of one rule are
    taught apart, a pattern of what these say.
    """

    rule: str
    title: str
    text: str
    board: str = ""
    words: str = ""

    def teaches(self, step: Step) -> bool:
        """Whether a step is what it is about."""
        return step.rule == self.rule and re.search(self.words, step.words) is not None


class Explainer(ABC):
    """What a kind that explains implements; methods with a body here are optional.

    rules: in the order in which they are tried. grades: from easy to hard. levels: the level of
    each grade, one of ``LEVELS``, for people who do not know the rules.
    """

    rules: tuple[str, ...]
    grades: tuple[str, ...]
    levels: Mapping[str, str] = MappingProxyType({})

    @abstractmethod
    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """All steps, and the grade. budget: seconds; its iterations are steps."""

    def first_step(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """What a hint needs; for kinds whose later steps take time, the first step alone."""
        return self.explain(puzzle, budget)

    def hint(self, explanation: Explanation) -> Hint | None:
        """The next move from the puzzle's position; None where there is none.

        Here the first step, for kinds whose position consists of the givens alone.
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
        """The first step that ``attempt`` contradicts, in words; "" where it contradicts none.

        Finished, it is a solution then; unfinished, some solution continues it.
        """

    def grade(self, puzzle: Any, budget: Budget | None = None) -> str | None:
        """The grade alone; None where there is not exactly one solution, or not known."""
        return self.explain(puzzle, budget).grade

    def grades_of(self, name: str) -> tuple[str, ...]:
        """The grades of a level, from easy to hard; of a grade itself alone."""
        of_level = (grade for grade, level in self.levels.items() if level == name)
        return (name,) if name in self.grades else tuple(of_level)

    def check_grade(self, grade: str | None) -> None:
        """Raise InputError for what is neither a grade nor a level; None stands for any."""
        if grade is not None and not self.grades_of(grade):
            raise InputError(f"grade {grade!r}: choose from {', '.join(self.grades)}")

    def score(self, explanation: Explanation) -> int:
        """The effort of a deduction: each step counts twice as much as one by the rule before it.

        A supposition that failed after N steps counts N times more, and five for the choice of it;
        a search as much as a thousand of them. These weights were fitted to ratings of people
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
        """Where solutions differ; None where the kind has no such map.

        budget: seconds, and iterations of the kind's search; without it the kind chooses. Raises
        InputError where there is no solution.
        """
        return None

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """Clues that conflict; None where no conflict is known.

        budget: seconds; without it the kind chooses. Raises InputError where there is a solution.
        """
        return None

    def smallest(self, puzzle: Any, number: int, budget: Budget | None = None) -> Step | None:
        """Step ``number`` (from 0) by the fewest rules and facts; None where the kind has no such.

        budget: seconds; the step as it is found where they end. Raises InputError where the
        deduction has no such step.
        """
        return None

    def replay(self, explanation: Explanation) -> str | None:
        """The deduction as a file of another program; None where there is no such program."""
        return None
