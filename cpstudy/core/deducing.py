"""Deduction in plain Python: rules, cheapest first, then one step ahead; unique, none, or stuck.

Deduction is incomplete on purpose: it ends where a person who does not guess would end. A rule is
used only if all rules before it are stuck, so the hardest rule used is the one that the puzzle
needs: its grade. *Lookahead*, after all rules, supposes a value of an undecided place and applies
the rules until they are stuck or meet a contradiction, which refutes the value. A contradiction
without supposition proves that there is no solution; a fully decided board has one solution.
Otherwise the answer is unknown (stop: stuck).

A kind has a class for its knowledge (:class:`Known`) and rules on it. Each *place* (a cell or an
edge) has one of two values; the kind defines findings and the evidence of a contradiction.

Cost: that of the rules; lookahead applies all rules twice for each place.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, Self, TypeVar

from cpstudy.core.clock import Clock
from cpstudy.core.grading import Deducing
from cpstudy.core.result import Result, Stop


class ContradictionError(Exception):
    """No solution agrees with the findings. because: the cells that show it, as in findings."""

    def __init__(self, because: Any, words: str) -> None:
        super().__init__(words)
        self.because = because
        self.words = words


class Known(Protocol):
    """The knowledge of a board. steps: tuples that begin with (number of the rule, finding)."""

    puzzle: Any
    steps: list[Any]

    @property
    def settled(self) -> bool:
        """Whether every place is decided."""

    def learn(self, rule: int, finding: Any) -> bool:
        """Record a finding; return whether any of it is new. Raises ContradictionError."""

    def solution(self) -> bytes:
        """The solution, if every place is decided."""


class Supposable(Known, Protocol):
    """Knowledge of places that lookahead can use."""

    @property
    def undecided(self) -> float:
        """The share of places that are not decided."""

    def values_in(self, solution: bytes) -> Iterable[int]:
        """The value of each place in a solution."""

    def to_suppose(self) -> Iterator[tuple[int, int, str]]:
        """The suppositions of lookahead in order: place, value, words (``if it were sea``)."""

    def supposing(self, place: int, value: int) -> Self:
        """A copy without steps in which a place has a value. May raise ContradictionError."""

    def refuted(self, place: int, value: int, because: Any, words: str) -> Any:
        """The finding that a place does not have that value."""


K = TypeVar("K", bound=Known)
S = TypeVar("S", bound=Supposable)

# Yields findings; yields None now and then if it finds nothing, so that the clock is checked.
Rule = Callable[[K], Iterator[Any]]


def apply(k: K, rules: Sequence[Rule[K]], clock: Clock, steps: int | None = None) -> None:
    """Apply the first rule that finds anything, again and again, until all are stuck.

    Raises ContradictionError, and OutOfTimeError by the clock. steps: the number at which to end.
    """
    number = 0
    while number < len(rules):
        clock.check()
        found = False
        for finding in rules[number](k):
            clock.check()
            if finding is None:
                continue
            found |= k.learn(number, finding)
            if steps is not None and len(k.steps) >= steps:
                return
        number = 0 if found else number + 1


def look_ahead(
    k: S, rules: Sequence[Rule[S]], clock: Clock, spared: set[tuple[int, int]]
) -> tuple[Any, int] | None:
    """One finding of lookahead, and the steps until the supposition failed; None without a finding.

    The cheaper rules come next. spared: pairs of place and value that occur in some solution, so
    that they cannot be refuted. Raises OutOfTimeError by the clock.
    """
    for place, value, supposition in k.to_suppose():
        if (place, value) not in spared:
            steps: list[Any] = []
            try:
                supposed = k.supposing(place, value)
                steps = supposed.steps
                apply(supposed, rules, clock)
            except ContradictionError as wrong:
                after = f"then after {len(steps)} more steps " if len(steps) > 1 else ""
                words = f"{supposition}, {after}{wrong.words}"
                return k.refuted(place, value, wrong.because, words), len(steps)
    return None


class Deduction(Deducing, Generic[K]):
    """A deduction in progress. wrong: the contradiction that ended it, or None.

    names: the rules' names, lookahead last.
    """

    def __init__(self, knowledge: K, rules: Sequence[Rule[K]], names: Sequence[str]) -> None:
        self.knowledge = knowledge
        self.wrong: ContradictionError | None = None
        self._rules = rules
        self._names = names
        self.supposed: dict[int, int] = {}
        self._spared: set[tuple[int, int]] = set()

    def spare(self, solution: bytes) -> None:
        """See the contract."""
        knowledge: Any = self.knowledge
        self._spared |= set(enumerate(knowledge.values_in(solution)))

    def look_ahead(self, clock: Clock) -> tuple[Any, int] | None:
        """As :func:`look_ahead`, None if it is stuck; a kind may have a faster one."""
        knowledge: Any = self.knowledge
        return look_ahead(knowledge, self._rules, clock, self._spared)

    @property
    def settled(self) -> bool:
        """Whether every place is decided, without a contradiction."""
        return self.wrong is None and self.knowledge.settled

    @property
    def hardest(self) -> str:
        """See the contract."""
        return self._names[max((step[0] for step in self.knowledge.steps), default=0)]

    def run_rules(self) -> bool:
        """See the contract."""
        self.run(len(self._names) - 2)
        return self.wrong is not None or self.settled

    def run(self, hardest: int | None = None, clock: Clock | None = None) -> None:
        """Apply the rules up to ``hardest`` until they are stuck, or to the steps of its budget.

        Raises OutOfTimeError by the clock.
        """
        k, steps = self.knowledge, self.most
        clock = clock or self.clock
        lookahead = len(self._names) - 1
        hardest = lookahead if hardest is None else hardest
        try:
            while self.wrong is None and (steps is None or len(k.steps) < steps):
                apply(k, self._rules[: hardest + 1], clock, steps)
                ended = steps is not None and len(k.steps) >= steps
                if ended or hardest < lookahead or k.settled:
                    break
                found = self.look_ahead(clock)
                if found is None:
                    break
                finding, self.supposed[len(k.steps)] = found
                k.learn(lookahead, finding)
            if self.settled and (fault := k.puzzle.violation(k.solution())):
                raise ContradictionError((), fault)
        except ContradictionError as wrong:
            self.wrong = wrong

    def result(self, stop: Stop = Stop.STUCK) -> Result:
        """See the contract. Counter: steps."""
        counters = {"steps": len(self.knowledge.steps)}
        if self.wrong is not None:
            return Result(exhausted=True, counters=counters)
        if self.settled:
            return Result((self.knowledge.solution(),), exhausted=True, counters=counters)
        return Result(stop=stop, counters=counters)


def undecided_after(
    begin: Callable[[Any], Deduction[Any]], puzzle: Any, names: Sequence[str]
) -> dict[str, float]:
    """``undecided after RULE`` for each rule but lookahead: the share of undecided places.

    The rules up to that one are applied until they are stuck. A share is missing if the rules find
    a contradiction. names: the rules' names.
    """
    found: dict[str, float] = {}
    for hardest, rule in enumerate(names[:-1]):
        deduction = begin(puzzle)
        deduction.run(hardest)
        if deduction.wrong is not None:
            break
        found[f"undecided after {rule}"] = deduction.knowledge.undecided
    return found
