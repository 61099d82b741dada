"""A puzzle settled by deduction, and by search where that is stuck; its grade.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried only
where all before it are stuck); "search" where all rules are.

Where the rules without lookahead are stuck, solutions are looked for by search before lookahead
begins. They settle the verdict, should lookahead be stuck too, and they spare it: what a solution
has need not be tried. No step depends on them; the solvers ``deduce``, which are to be evidence of
their own, do without.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from cpstudy.core.explaining import Explanation, Step
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import check_agreement, checked

if TYPE_CHECKING:
    import numpy as np

# The grade of puzzles on which all rules are stuck.
SEARCH = "search"

Search = Callable[[Any, Budget, "np.random.Generator", int | None], Result]


class Deducing(ABC):
    """A deduction under way, as far as settling a puzzle asks."""

    @property
    @abstractmethod
    def hardest(self) -> str:
        """The hardest rule that was used; the first where none was."""

    @abstractmethod
    def run_rules(self) -> bool:
        """Go on with all rules but lookahead until they are stuck; whether that settles it."""

    @abstractmethod
    def run(self) -> object:
        """Go on with all rules until they are stuck."""

    @abstractmethod
    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """What it says of the puzzle's solutions. stop: why it is not at an end, if it is not."""

    def spare(self, solution: bytes) -> None:  # noqa: B027
        """Have lookahead not try what a solution has, which it could not refute."""


class Settled(NamedTuple):
    """result: of deduction, or of search where that is stuck. grade: None if not unique."""

    puzzle: Determination
    result: Result
    grade: str | None

    def explanation(self, steps: tuple[Step, ...]) -> Explanation:
        """The deduction told in these steps."""
        verdict = self.result.verdict
        solution = None
        if verdict is Verdict.UNIQUE:
            solution = checked(self.puzzle, self.result.solutions[0], "explain")
        return Explanation(self.puzzle, steps, verdict, self.grade, solution)


def settled(puzzle: Determination, deduction: Deducing, search: Search) -> Settled:
    """Bring a deduction to its end, with a search for up to two solutions where rules are stuck.

    Raises WrongAnswerError where the two disagree.
    """
    if deduction.run_rules():
        found = told = deduction.result()
    else:
        import numpy as np

        searched = search(puzzle, Budget(), np.random.default_rng(0), 2)
        for solution in searched.solutions:
            deduction.spare(cast(bytes, checked(puzzle, solution, "search")))
        deduction.run()
        found = told = deduction.result()
        check_agreement(puzzle, {"deduce": told, "search": searched})
        if told.verdict is Verdict.UNKNOWN:
            found = searched
    if found.verdict is not Verdict.UNIQUE:
        return Settled(puzzle, found, None)
    return Settled(puzzle, found, SEARCH if found is not told else deduction.hardest)
