"""One SAT solver for boards that differ a little: does a board have an answer but the known one?

A generator changes a region, a sum or a wall until only its answer is left. Most rules stay. Each
rule has a guard, identified by the rule's words and cells. A board assumes the guards of its rules,
and only new rules get clauses. Variables that a board lacks, as those of a cell that became a clue,
are fixed. So a question costs the declaration of the board, without the constraints that are known,
and one search by a solver that keeps its learnt clauses.

Limits: if a board has variables that no board before had, everything is encoded again. What may be
assumed of an answer counts as a rule, so another answer can be overlooked: a solver has to confirm
the last board.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from cpstudy.core.clock import Clock
from cpstudy.declared.board import Cell, Place
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared
from cpstudy.declared.reasoning import Cutting, Facts
from cpstudy.declared.whole import Whole
from cpstudy.encode.cpmpy_graph import Forest

# A variable by group, place and values; a rule by words, cells and how often these were there.
Named = tuple[str, Any, int, int]
Key = tuple[str, tuple[Cell, ...], int]


class Growing:
    """See the module. Raises OutOfTimeError by the clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.variables: dict[Named, Any] = {}
        self.guards: dict[Key, int] = {}
        self._facts: Facts | None = None
        self._model: Model | None = None

    def other(self, puzzle: Declared, answer: Answer) -> tuple[Answer, Answer] | None:
        """Return the answer on the board's variables, and another one; None if none is found."""
        model = self.take(puzzle)
        pairs = zip(model.answer, model.solution(answer), strict=True)
        differs = self._whole.switch([-self._encoded.literal_of(x, v) for x, v in pairs])
        found = self._whole.model([differs, *self._fixed, *self._held], self._clock)
        if isinstance(found, list):
            return None
        values = self._encoded.model.by_group(self._encoded.values(found))
        mine, other = (model.by_group(model.solution(of)) for of in (answer, values))
        return mine, other

    def take(self, puzzle: Declared) -> Model:
        """Make this board the one that questions are about, and return its model."""
        if self._model is not None and self._model.puzzle is puzzle:
            return self._model
        model = _Next(puzzle, self._clock, self)
        if self.variables and not self.variables.keys() >= {*model.named}:
            self.variables, self.guards = {}, {}
            model = _Next(puzzle, self._clock, self)
        if not self.variables:
            self.variables = dict(zip(model.named, model.answer, strict=True))
            self._encoded, self._facts = Encoded(model, self._clock), None
            self._whole = Whole(self._encoded)
            self.guards = dict(zip(model.keys, self._whole.guards, strict=True))
        for key, constraint in model.fresh.items():
            if key not in self.guards:
                self.guards[key] = self._whole.grow(constraint)
        there = {(name, place) for name, place, *_ in model.named}
        lost = ((of[2], x) for of, x in self.variables.items() if of[:2] not in there)
        self._fixed = [self._encoded.literal_of(x, low) for low, x in lost]
        self._held = [self.guards[key] for key in model.keys]
        self._model = model
        return model

    def at_once(self, puzzle: Declared) -> Answer:
        """Return the answer if unit propagation by rules and circles decides it, else {}."""
        self.take(puzzle)
        lazy = [of for of in self._encoded.lazy.values() if isinstance(of.constraint, Forest)]
        forests, shown = [Cutting((), of) for of in lazy], {*self._fixed, *self._held}
        while found := self._whole.at_once(shown):
            self._known = [x for x in found if abs(x) <= self._encoded.watched]
            if found.issuperset(more := {x for f in forests for x in f.quickly(self._known) or ()}):
                break
            shown = found | more
        if any(found.isdisjoint(of if of[1:] else (*of, -of[0])) for of in self._encoded.bits()):
            return {}
        assignment = np.array([x in found for x in range(1, 1 + self._encoded.watched)])
        return self._encoded.model.by_group(self._encoded.values(assignment))

    def facts(self) -> Facts:
        """Return the facts of the last board, with what :meth:`at_once` shows.

        They have all variables of earlier boards, and their oracles.
        """
        self._encoded.narrowed = True
        self._facts = Facts(self._encoded, self._clock, self._facts, self._whole)
        known = (x for x in self._known if abs(x) in self._facts.value)
        return self._facts.partly([self._whole.rule[x] for x in self._held], known)


class _Next(Model):
    """A model on the variables that exist; known rules are not made again.

    named, keys: its variables and rules. fresh: the constraints of new rules.
    """

    def __init__(self, puzzle: Declared, clock: Clock, growing: Growing) -> None:
        self._growing = growing
        self.named: list[Named] = []
        self.keys: list[Key] = []
        self.fresh: dict[Key, Any] = {}
        self._seen: dict[tuple[str, tuple[Cell, ...]], int] = {}
        super().__init__(puzzle, clock)
        del self._growing  # which has this model: a cycle would keep both until a collection

    def variable(self, name: str, place: Any, low: int, high: int, boolean: bool) -> Any:
        """See :class:`Model`."""
        self.named.append((name, place, low, high))
        there = self._growing.variables.get(self.named[-1])
        return super().variable(name, place, low, high, boolean) if there is None else there

    def rule(
        self,
        words: str,
        constraint: Any,
        cells: Iterable[Cell] = (),
        clue: Place | None = None,
        weight: int = 1,
    ) -> None:
        """See :class:`Model`."""
        of = words, tuple(cells)
        number = self._seen[of] = self._seen.get(of, 0) + 1
        key = *of, number
        if key in self._growing.guards:
            self.keys.append(key)
            return
        before = len(self.rules)
        super().rule(words, constraint, of[1], clue, weight)
        for rule in self.rules[before:]:
            self.keys.append(key)
            self.fresh[key] = rule.constraint

    def may_assume(self, words: str, constraint: Any, cells: Iterable[Cell]) -> None:
        """See :class:`Model`; a rule here."""
        self.rule(words, constraint, cells)
