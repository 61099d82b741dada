"""All rules together, easiest first: unique, none, or stuck.

Incomplete on purpose: it ends where a person who reasons without trying would end. A rule is used
only where all before it are stuck, so the hardest rule that was used is the one that the puzzle
needs: its grade. Verdicts: a contradiction proves that there is no solution; a board on which every
cell has its value has that solution only. Otherwise the answer is unknown (stop: stuck).
"""

from __future__ import annotations

from collections.abc import Callable

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.grading import Deducing
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.core.solving import Request
from cpstudy.puzzles.latin.deduction import ahead, cage_ways, fish, locked, singles, subsets
from cpstudy.puzzles.latin.deduction.knowledge import ContradictionError, Finding, Knowledge
from cpstudy.puzzles.latin.rules import Latin

Rule = Callable[[Knowledge], Finding | None]

# The rules but the last in the order in which they are tried.
WITHOUT_TRYING: dict[str, Rule] = {
    singles.NAKED: singles.naked_single,
    singles.HIDDEN: singles.hidden_single,
    cage_ways.NAME: cage_ways.cage_ways,
    locked.NAME: locked.locked_candidates,
    "naked pair": subsets.naked_subset(2),
    "hidden pair": subsets.hidden_subset(2),
    "naked triple": subsets.naked_subset(3),
    "hidden triple": subsets.hidden_subset(3),
    fish.NAME: fish.x_wing,
}
RULES = (*WITHOUT_TRYING, ahead.NAME)

CONTRADICTION, STUCK, SETTLED = "contradiction", "stuck", "settled"


class Deduction(Deducing):
    """A deduction under way.

    findings: what was found out, in order. end: how the rules ended that were run, "" before.
    last_words: what a contradiction was.
    """

    def __init__(self, puzzle: Latin, clock: Clock = UNLIMITED) -> None:
        self.findings: list[Finding] = []
        self.end = ""
        self.last_words = ""
        self.clock = clock
        try:
            self.knowledge = Knowledge(puzzle, clock)
        except ContradictionError as error:
            self._contradicted(error)
            return
        self.look_ahead = ahead.LookAhead(self.knowledge, clock)

    def _contradicted(self, error: ContradictionError) -> None:
        self.end, self.last_words = CONTRADICTION, str(error)

    @property
    def hardest(self) -> str:
        """See the contract."""
        return max((finding.rule for finding in self.findings), key=RULES.index, default=RULES[0])

    def keep(self, budget: Budget) -> None:
        """See the contract."""
        super().keep(budget)
        if not self.end:
            self.knowledge.clock = self.look_ahead.clock = self.clock

    def spare(self, solution: bytes) -> None:
        """See the contract."""
        self.look_ahead.spare(solution)

    def run_rules(self) -> bool:
        """See the contract."""
        return self.run(trying=False) not in (STUCK, "")

    def run(self, *, trying: bool = True, most: int | None = None) -> str:
        """Continue until the rules are stuck, or to ``most`` findings in all ("" then); how they
        end.

        most: without it that of the budget. trying: look ahead too. Raises OutOfTimeError by the
        clock.
        """
        if self.end in (CONTRADICTION, SETTLED):
            return self.end
        self.end = ""
        most = self.most if most is None else most
        try:
            while not self.knowledge.settled:
                if most is not None and len(self.findings) >= most:
                    return ""
                found = self._next(trying)
                if found is None:
                    self.end = STUCK
                    return STUCK
                self.findings.append(found)
                self.knowledge.apply(found)
            self._check_cages()
            self.end = SETTLED
        except ContradictionError as error:
            self._contradicted(error)
        return self.end

    def _next(self, trying: bool) -> Finding | None:
        self.clock.check()
        for rule in WITHOUT_TRYING.values():
            found = rule(self.knowledge)
            if found is not None:
                return found
        return self.look_ahead(self.knowledge) if trying else None

    def _check_cages(self) -> None:
        """A cage whose cells came to their values without it may say no."""
        k = self.knowledge
        for cage in k.puzzle.cages:
            if not cage.holds(tuple(k.left[cell].bit_length() for cell in cage.cells)):
                raise ContradictionError(f"a cage does not give {cage.words}")

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """What that says of the puzzle's solutions. stop: why it is not at an end, if it is not."""
        counters = {"steps": len(self.findings)}
        if self.end == CONTRADICTION:
            return Result(exhausted=True, counters=counters)
        if self.end == SETTLED:
            return Result((self.knowledge.solution(),), exhausted=True, counters=counters)
        return Result(stop=stop, counters=counters)


def solve(puzzle: Latin, request: Request) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    under_way = Deduction(puzzle, Clock(request.budget.seconds))
    try:
        end = under_way.run(most=request.budget.iterations)
    except OutOfTimeError:
        return under_way.result(Stop.TIME)
    return under_way.result(Stop.STUCK if end else Stop.ITERATIONS)
