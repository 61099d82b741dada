"""The explainer of declared kinds: steps in words, mistakes, ambiguity, conflicts, what is known.

Levels: easy needs one rule at a time; medium needs cases of a rule, two rules, or a supposition of
three links; hard needs a longer supposition; expert needs all cases. For a constraint on connected
places the words state the cut: what would be separated, and by what.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

import numpy as np
from cpmpy.transformations.get_variables import get_variables

from cpstudy.core.ambiguity import ambiguity, clock_of
from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.conflicts import conflict
from cpstudy.core.drawing import Drawing
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Ambiguity, Cell, Conflict, Explanation, Step, lit
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.result import Budget, Result, Solvable, Stop
from cpstudy.core.solving import Request
from cpstudy.core.wording import joined
from cpstudy.declared import drawing
from cpstudy.declared.board import at
from cpstudy.declared.clauses import encoded
from cpstudy.declared.clued import lacking
from cpstudy.declared.deducing import RULES, Deduction, Finding
from cpstudy.declared.model import model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.declared.reasoning import Connecting, Facts
from cpstudy.declared.solving import solve_cpsat, solve_sat
from cpstudy.declared.whole import Whole

# The facts that a sentence names; it counts the others. The weight of a rule in smallest reasons,
# where a fact weighs 1.
_FACTS, _RULE = 8, 3


def solve(puzzle: Declared, request: Request) -> Result:
    """Solve by the row that the kind names."""
    return (solve_cpsat if puzzle.solver == "cpsat" else solve_sat)(puzzle, request)


class _Words:
    """Findings in words."""

    def __init__(self, facts: Facts) -> None:
        self.facts, self.model, self.rules = facts, facts.encoded.model, facts.stated

    def all_of(self, facts: Sequence[int]) -> str:
        """Return facts as a list; the values of a place together, as "is not 1, 2 or 3"."""
        values: dict[tuple[int, bool], list[int]] = {}
        for fact in facts:
            place, value = self.facts.value[abs(fact)]
            values.setdefault((place, fact > 0), []).append(value)
        words = [
            self.model.words(place, joined([*map(str, sorted(of))], "or"), holds)
            for (place, holds), of in values.items()
        ]
        more = [f"{len(words) - _FACTS} more"] if len(words) > _FACTS else []
        return ", ".join(words[:_FACTS] + more)

    def link(self, link: Finding) -> str:
        """Return what follows, and from what."""
        shown = self.all_of(link.shown) or "that is impossible"
        oracle = self.facts.rules[link.rules[0]] if len(link.rules) == 1 else None
        if isinstance(oracle, Connecting):
            ends = oracle.ends(link.because) or link.shown
            cut = [fact for fact in link.because if fact not in ends]
            if cut and ends:
                off = " and ".join(at(self.cells([fact])[0]) for fact in ends)
                return f"{shown}, else {off} would be cut off, as {self.all_of(cut)}"
        given = f", as {self.all_of(link.because)}" if link.because else ""
        named = [self.rules[r].words for r in link.rules if r < len(self.rules)]
        return f"{shown}: {'; '.join(named) or 'no other value is left'}{given}"

    def finding(self, finding: Finding) -> str:
        """Return a step as a sentence."""
        if not finding.links:
            return self.link(finding)
        fact, *others = finding.shown
        *links, last = map(self.link, finding.links)
        chain = "; but ".join(filter(None, ("; then ".join(links), last)))
        alike = f"; likewise {self.all_of(others)}" if others else ""
        return f"{self.all_of([fact])}: suppose {self.all_of([-fact])}, then {chain}{alike}"

    def cells(self, facts: Iterable[int]) -> tuple[Cell, ...]:
        """Return the cells of facts in order."""
        return self.model.cells_of(map(self.facts.place, facts))

    def step(self, finding: Finding) -> Step:
        cells, rules = self.cells(finding.shown), self.rules
        clues = [c for r in finding.rules if r < len(rules) for c in _cells(rules[r].clue)]
        known = dict.fromkeys([*self.cells(finding.because), *clues])
        shown = [(*self.facts.value[abs(fact)], fact > 0) for fact in finding.shown]
        others = tuple(c for c in known if c not in cells)
        return Step(RULES[finding.way], cells, others, self.finding(finding), {"values": shown})


def _cells(clue: Any) -> tuple[Cell, ...]:
    """Return the cells of a clue's place."""
    return () if clue is None else (clue,) if isinstance(clue[0], int) else tuple(clue)


def _steps(puzzle: Declared, deduction: Deduction) -> Iterator[Step]:
    if deduction.findings:
        yield from map(_Words(deduction.facts).step, deduction.findings)


class DeclaredExplainer(DeductionExplainer):
    """The explainer of any declared kind."""

    def __init__(self) -> None:
        last = {"easy": "one rule", "medium": "short supposition", "hard": "supposition"}
        super().__init__(RULES, Deduction, solve, _steps, **last)

    def first_step(self, puzzle: Any, budget: Budget | None = None) -> Explanation:
        """See the contract."""
        seconds = None if budget is None else budget.seconds
        return self.explain(puzzle, Budget(seconds=seconds, iterations=1))

    def smallest(self, puzzle: Any, number: int, budget: Budget | None = None) -> Step:
        """See the contract. A rule counts as three facts."""
        clock, deduction = clock_of(budget), Deduction(puzzle)
        self.settled(puzzle, deduction, Budget(iterations=number))
        known = [*deduction.known.from_]
        self.settled(puzzle, deduction, Budget(iterations=number + 1))
        if len(steps := deduction.findings) <= number:
            raise InputError(f"step {number + 1}: the deduction has {len(steps)} steps")
        found, whole = steps[number], Whole(deduction.facts.encoded)
        fact = found.shown[0]
        weights = dict.fromkeys(known, 1) | dict.fromkeys(whole.guards, _RULE)
        with suppress(OutOfTimeError):
            rules, because = whole.smallest([-fact], weights, clock)
            found = Finding((fact,), (*rules,), (*because,), found.way)
        return _Words(deduction.facts).step(found)

    def decode_attempt(self, puzzle: Any, text: str) -> Any:
        """See the contract. ``?`` stands for a value that is not known yet."""
        values = model_of(puzzle).read(text, unknown="?")
        return [None if value < 0 else value for value in values]

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """Return the first step that the attempt contradicts, else the first violated rule."""
        model = model_of(explanation.puzzle)
        for step in explanation.steps:
            for place, value, holds in step.change["values"]:
                here = attempt[place]
                if here is not None and (here == value) is not holds:
                    return f"{model.words(place, here)}, but {step.words}"
        return "" if None in attempt else str(explanation.puzzle.violation(bytes(attempt)))

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Return the cells whose values differ between solutions. Counter: searches."""
        clock, switched = clock_of(budget), list[int]()
        try:
            whole = Whole(encoded(puzzle, clock))
        except OutOfTimeError:
            return Ambiguity(puzzle, None, (), tuple(puzzle.board.cells), {"searches": 0})

        def ask(first: bytes | None, places: Sequence[int]) -> bytes | Stop:
            if first is not None:  # another value at one of the places
                same = [whole.encoded.literal_of(model.answer[n], first[n]) for n in places]
                switched[:] = [whole.switch([-x for x in same])]
            try:
                found = whole.model([*whole.guards, *switched], clock)
            except OutOfTimeError:
                return Stop.TIME
            return whole.encoded.values(found) if isinstance(found, np.ndarray) else Stop.DONE

        def cells(places: Iterable[int]) -> tuple[Cell, ...]:
            return tuple(sorted(model.cells_of(places)))

        model, count = whole.encoded.model, (lambda: {"searches": whole.searches})
        number = {variable.name: place for place, variable in enumerate(model.answer)}
        near = ([number[v.name] for v in get_variables(r.constraint)] for r in model.stated)
        return ambiguity(puzzle, ask, [*number.values()], near, cells, count, at_once=True)

    def conflict(self, puzzle: Any, budget: Budget | None = None) -> Conflict | None:
        """Return clues whose rules conflict; other rules always hold. Counter: searches."""
        clock = clock_of(budget)
        try:
            whole = Whole(encoded(puzzle, clock))
        except OutOfTimeError:
            return None
        of_clue: dict[Any, list[int]] = {None: []}
        for guard, rule in zip(whole.guards, whole.encoded.model.rules, strict=True):
            of_clue.setdefault(rule.clue, []).append(guard)

        def ask(kept: Sequence[Any]) -> Solvable | list[Any]:
            if puzzle.tangled:
                whole.searches += 1
                gone = of_clue.keys() - {None, *kept}
                part = lacking(puzzle, [(b.name, c) for b in puzzle.blocks for c in gone])
                return solve(part, Request(Budget(clock.left), 1)).solvable
            assumed = [guard for clue in (None, *kept) for guard in of_clue[clue]]
            try:
                found = whole.model(assumed, clock)
            except OutOfTimeError:
                return Solvable.UNKNOWN
            if isinstance(found, np.ndarray):
                return Solvable.YES
            return [clue for clue in kept if not set(of_clue[clue]).isdisjoint(found)]

        clues = [clue for clue in of_clue if clue is not None]
        return conflict(puzzle, clues, ask, _cells, lambda: {"searches": whole.searches}, clock)


EXPLAINER = DeclaredExplainer()


def known(puzzle: Declared, steps: Sequence[Step], latest: int = 0) -> Drawing:
    """Draw the board after the steps; cells of the ``latest`` last steps are lit.

    The cells of their reasons are outlined.
    """
    model = model_of(puzzle)
    values: list[int | None] = [None] * len(model.answer)
    for place, value, holds in (change for step in steps for change in step.change["values"]):
        if holds or model.place[place][0].boolean:
            values[place] = value if holds else 0
    return drawing.known(puzzle, values, *lit(steps, latest))
