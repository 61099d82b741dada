"""Boards that differ a little, in one SAT solver: has one another answer than the known one?

A generator changes a region, a sum, a wall, until nothing but its answer is left. Most rules stay.
Each stands under a guard, known by its words and cells; a board assumes the guards of its rules,
and only rules that are new get clauses. Variables that a board does not have, as of a cell that
became a clue, are fixed. So a question costs the declaration of the board, without the constraints
that are known, and one search by a solver that keeps what it has learnt.

Limits: where a board has variables that no board before had, everything is encoded again. What may
be assumed of an answer counts as a rule, so an answer beside the known one can be overlooked: a
solver has to confirm the last board.
"""

from collections.abc import Iterable
from typing import Any

from cpstudy.core.clock import Clock
from cpstudy.declared.board import Cell, Place
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.model import Model
from cpstudy.declared.puzzle import Answer, Declared
from cpstudy.declared.whole import Whole

# A variable by group, place and values; a rule by words, cells and how often these were there.
Named = tuple[str, Any, int, int]
Key = tuple[str, tuple[Cell, ...], int]


class Growing:
    """See the module. Raises OutOfTimeError by the clock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.variables: dict[Named, Any] = {}
        self.guards: dict[Key, int] = {}

    def other(self, puzzle: Declared, answer: Answer) -> tuple[Answer, Answer] | None:
        """The answer on what the board has, and another one; None where none was found."""
        model = _Next(puzzle, self._clock, self)
        if not self.variables:
            self._begin(model)
        elif not self.variables.keys() >= {*model.named}:
            self.variables, self.guards = {}, {}
            self._begin(model := _Next(puzzle, self._clock, self))
        else:
            for key, constraint in model.fresh.items():
                self.guards[key] = self._whole.grow(constraint)
        there = {(name, place) for name, place, *_ in model.named}
        fixed, same = list[int](), list[int]()
        for (name, place, low, _), variable in self.variables.items():
            value = answer[name].get(place, low) if (name, place) in there else low
            of = same if (name, place) in there else fixed
            of.append(self._encoded.literal_of(variable, value))
        differs = self._whole.switch([-literal for literal in same])
        assumed = [differs, *fixed, *(self.guards[key] for key in model.keys)]
        found = self._whole.model(assumed, self._clock)
        if isinstance(found, list):
            return None
        values = self._encoded.model.by_group(self._encoded.values(found))
        mine, other = (model.by_group(model.solution(of)) for of in (answer, values))
        return mine, other

    def _begin(self, model: "_Next") -> None:
        self.variables = dict(zip(model.named, model.answer, strict=True))
        self._encoded = Encoded(model, self._clock)
        self._whole = Whole(self._encoded)
        self.guards = dict(zip(model.keys, self._whole.guards, strict=True))


class _Next(Model):
    """A model on variables that are there; rules that are known are not made again.

    named, keys: its variables and rules; fresh: constraints of rules that are new.
    """

    def __init__(self, puzzle: Declared, clock: Clock, growing: Growing) -> None:
        self._growing = growing
        self.named: list[Named] = []
        self.keys: list[Key] = []
        self.fresh: dict[Key, Any] = {}
        self._seen: dict[tuple[str, tuple[Cell, ...]], int] = {}
        super().__init__(puzzle, clock)

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
