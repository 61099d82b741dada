"""All rules together, cheapest first: unique, none, or stuck.

Incomplete on purpose: it ends where a person who reasons without guessing would end. A rule is used
only where all before it are stuck, so the hardest rule that was used is the one that the puzzle
needs: its grade. A contradiction proves that there is no solution; a board on which every edge is
known has that solution only. Otherwise the answer is unknown (stop: stuck).

Cost: plain Python, some milliseconds for 10×10 without lookahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpstudy.core.clock import UNLIMITED, Clock, OutOfTimeError
from cpstudy.core.result import Budget, Result, Stop
from cpstudy.puzzles.tilings.deduction.knowledge import ContradictionError, Knowledge
from cpstudy.puzzles.tilings.deduction.lookahead import Rule, lookahead, run
from cpstudy.puzzles.tilings.deduction.rules import dead_end, local, loop
from cpstudy.puzzles.tilings.rules import Tiling

if TYPE_CHECKING:
    import numpy as np

# What the rules are called, in the order in which they are tried.
RULES = ("local", "loop", "dead end", "lookahead")
LOOKAHEAD = RULES.index("lookahead")

_WITHOUT_TRYING: tuple[Rule, ...] = (local, loop, dead_end)


class Deduction:
    """A deduction under way. wrong: the contradiction that it ended in, or None."""

    def __init__(self, puzzle: Tiling, rules: tuple[Rule, ...] = _WITHOUT_TRYING) -> None:
        self.knowledge = Knowledge(puzzle)
        self.wrong: ContradictionError | None = None
        self._rules = rules
        self._spared: set[tuple[int, int]] = set()
        if not puzzle.free and (reason := puzzle.tree_impossible()):
            self.wrong = ContradictionError((), reason)

    def spare(self, opened: list[bool]) -> None:
        """Have lookahead not suppose what a solution has, by edge: it could not refute it."""
        self._spared |= set(enumerate(map(int, opened)))

    @property
    def settled(self) -> bool:
        """Whether every edge is known and nothing is wrong."""
        return self.wrong is None and self.knowledge.settled

    def run(
        self, hardest: int = LOOKAHEAD, clock: Clock = UNLIMITED, steps: int | None = None
    ) -> None:
        """Go on with the rules up to ``hardest`` until they are stuck, or to ``steps`` steps.

        Raises OutOfTimeError by the clock.
        """
        k = self.knowledge
        try:
            while self.wrong is None and (steps is None or len(k.steps) < steps):
                run(k, self._rules[: hardest + 1], clock, steps)
                ended = steps is not None and len(k.steps) >= steps
                if ended or hardest < LOOKAHEAD or k.settled:
                    break
                finding = next(lookahead(k, self._rules, clock, self._spared), None)
                if finding is None:
                    break
                k.learn(LOOKAHEAD, finding)
            if self.settled and (fault := k.puzzle.why_not(k.solution())):
                raise ContradictionError((), fault)
        except ContradictionError as wrong:
            self.wrong = wrong

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """What that says of the puzzle's solutions. stop: why it is not at an end, if it is not."""
        counters = {"steps": len(self.knowledge.steps)}
        if self.wrong is not None:
            return Result(exhausted=True, counters=counters)
        if self.settled:
            return Result((self.knowledge.solution(),), exhausted=True, counters=counters)
        return Result(stop=stop, counters=counters)


def solve(puzzle: Tiling, budget: Budget, rng: np.random.Generator, limit: int | None) -> Result:
    """The solution where deduction settles the board; counter: steps."""
    clock = Clock(budget.seconds)
    deduction = Deduction(puzzle)
    stop = Stop.STUCK
    try:
        deduction.run(clock=clock, steps=budget.iterations)
    except OutOfTimeError:
        stop = Stop.TIME
    else:
        most = budget.iterations
        if most is not None and len(deduction.knowledge.steps) >= most:
            stop = Stop.ITERATIONS
    return deduction.result(stop)
