"""Settle a puzzle by deduction, and by search if that is stuck; grade it.

The *grade* of a puzzle with one solution is the hardest rule that it needs (each rule is tried only
if all before it are stuck); it is "search" if all rules are stuck.

If the rules without lookahead are stuck, a search finds up to two solutions before lookahead
begins. They settle the verdict if lookahead is stuck too, and they save work: lookahead cannot
refute a value that a solution has. No step depends on them. The solvers ``deduce`` do not use them,
so those are independent evidence.

If a budget ends first, the explanation has the steps found so far, the verdict if the search
settled it, and no grade.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.explaining import Explainer, Explanation, Graded, Step, levels_of
from cpstudy.core.puzzle import Determination
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Request, check_agreement, checked

# The grade of puzzles on which all rules are stuck.
SEARCH = "search"

# Extra time to explain what was found within a budget: a share of its seconds, and seconds.
_SHARE_BEYOND, _SECONDS_BEYOND = 0.05, 0.05

Search = Callable[[Any, Request], Result]


class Deducing(ABC):
    """A deduction in progress, as :func:`settled` uses it.

    clock, most: its budget; most: of steps. If one is spent, ``run_rules`` and ``run`` end early;
    by the clock they may raise OutOfTimeError. supposed: for each lookahead step, by its number,
    the number of steps after which its supposition failed, if known.
    """

    clock: Clock = UNLIMITED
    most: int | None = None
    supposed: Mapping[int, int] = MappingProxyType({})

    def keep(self, budget: Budget) -> None:
        """Use a budget that begins now; its iterations are steps."""
        self.clock, self.most = Clock(budget.seconds), budget.iterations

    @property
    @abstractmethod
    def hardest(self) -> str:
        """The hardest rule that was used; the first rule if none was."""

    @abstractmethod
    def run_rules(self) -> bool:
        """Apply all rules but lookahead until they are stuck; whether that settles the puzzle."""

    @abstractmethod
    def run(self) -> object:
        """Apply all rules until they are stuck."""

    @abstractmethod
    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """The result so far. stop: why the deduction is incomplete, if it is."""

    def spare(self, solution: bytes) -> None:  # noqa: B027
        """Exclude the values of a solution from lookahead, which cannot refute them."""


class GradedResult(NamedTuple):
    """result: of deduction, or of search if deduction is stuck. grade: None if not unique.

    stop: DONE, or the limit of the budget that ended it; then the grade is unknown.
    """

    puzzle: Determination
    result: Result
    grade: str | None
    stop: Stop = Stop.DONE

    def explanation(
        self,
        steps: Iterable[Step],
        clock: Clock = UNLIMITED,
        is_solution: Callable[[Any], bool] | None = None,
    ) -> Explanation:
        """The explanation with these steps, as many as time permits.

        clock: the deduction's. The explanation gets a little more time, since explaining a step can
        take longer than finding it. is_solution: as in :func:`checked`.
        """
        verdict = self.result.verdict
        solution = None
        if verdict is Verdict.UNIQUE:
            solution = checked(self.puzzle, self.result.solutions[0], "explain", is_solution)
        explained: list[Step] = []
        for step in steps:
            if clock.overrun(_SHARE_BEYOND, _SECONDS_BEYOND):
                stop = self.stop if self.stop is not Stop.DONE else Stop.TIME
                return Explanation(self.puzzle, tuple(explained), verdict, None, solution, stop)
            explained.append(step)
        return Explanation(self.puzzle, tuple(explained), verdict, self.grade, solution, self.stop)


class DeductionExplainer(Explainer):
    """The explainer of a deduction, with a search if all rules are stuck.

    deduction: begins the deduction of a puzzle. search: for two solutions. steps: of a puzzle and
    its deduction. last: the hardest grade of each level.
    """

    def __init__(
        self,
        rules: tuple[str, ...],
        deduction: Callable[[Any], Deducing],
        search: Search,
        steps: Callable[[Any, Any], Iterable[Step]],
        **last: str,
    ) -> None:
        self.rules, self.grades = rules, (*rules, SEARCH)
        self.levels = levels_of(self.grades, **last)
        self._deduction, self._search, self._steps = deduction, search, steps

    def explain(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """See the contract."""
        deduction = self._deduction(puzzle)
        result = self.settled(puzzle, deduction, budget)
        supposed = deduction.supposed
        steps = (
            replace(step, supposed=supposed[number]) if number in supposed else step
            for number, step in enumerate(self._steps(puzzle, deduction))
        )
        return result.explanation(steps, deduction.clock)

    def graded(self, puzzle: Any, budget: Budget | None = None) -> Graded:
        """See the contract."""
        deduction = self._deduction(puzzle)
        found = self.settled(puzzle, deduction, budget)
        return found.grade, deduction.result().counters["steps"]

    def settled(
        self, puzzle: Any, deduction: Deducing, budget: Budget | None = None
    ) -> GradedResult:
        """The result of deduction and search for a puzzle."""
        return settled(puzzle, deduction, self._search, budget)


def deduced(deduction: Deducing, request: Request) -> Result:
    """The result of deduction alone; iterations are steps."""
    deduction.clock, deduction.most = request.clock, request.budget.iterations
    with suppress(OutOfTimeError):
        deduction.run()
    return deduction.result(_spent(deduction) or Stop.STUCK)


def settled(
    puzzle: Determination,
    deduction: Deducing,
    search: Search,
    budget: Budget | None = None,
    is_solution: Callable[[Any], bool] | None = None,
) -> GradedResult:
    """Run a deduction to its end, with a search for up to two solutions if the rules are stuck.

    budget: seconds for both; iterations are steps of the deduction. is_solution: as in
    :func:`checked`. Raises WrongAnswerError if the two disagree.
    """
    if budget is not None:
        deduction.keep(budget)
    results: dict[str, Result] = {}
    with suppress(OutOfTimeError):
        if not deduction.run_rules() and _spent(deduction) is None:
            left = deduction.clock.budget()
            results["search"] = search(puzzle, Request(left, 2))
            for solution in results["search"].solutions:
                deduction.spare(cast(bytes, checked(puzzle, solution, "search", is_solution)))
            deduction.run()
    deduced = deduction.result()
    check_agreement(puzzle, {"deduce": deduced, **results})
    if deduced.verdict is not Verdict.UNKNOWN:
        grade = deduction.hardest if deduced.verdict is Verdict.UNIQUE else None
        return GradedResult(puzzle, deduced, grade)
    stop = _spent(deduction)
    found = results.get("search", deduced)
    if stop is not None:
        return GradedResult(puzzle, found, None, stop)
    return GradedResult(puzzle, found, SEARCH if found.verdict is Verdict.UNIQUE else None)


def _spent(deduction: Deducing) -> Stop | None:
    """The limit of its budget that a deduction has reached, if any."""
    if deduction.clock.late:
        return Stop.TIME
    if deduction.most is not None and deduction.result().counters["steps"] >= deduction.most:
        return Stop.ITERATIONS
    return None
