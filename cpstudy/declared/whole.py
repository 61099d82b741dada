"""All rules of a declared puzzle in one SAT solver, each switched on by a literal of its own.

What follows from all rules is found by a search against it; the core of that search, minimised by
deletion (:mod:`cpstudy.core.conflicts`), is its reason. Cuts of constraints on graphs are added
where a model breaks them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.conflicts import Minimal, minimal_conflict
from cpstudy.core.result import Solvable
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.reasoning import Facts

# Cores come three to four times sooner than from Glucose, and it stops after so many conflicts.
_SOLVER = "cadical195"
_TURN = 2000


class Whole:
    """The rules of a puzzle under assumptions."""

    def __init__(self, encoded: Encoded) -> None:
        self.encoded = encoded
        formula, self.guards = encoded.guarded()
        self._rule = {guard: rule for rule, guard in enumerate(self.guards)}
        self._solver = import_module("pysat.solvers").Solver(
            name=_SOLVER, bootstrap_with=formula.clauses
        )
        self._variables = formula.variables
        self.searches = 0

    def model(
        self, assumed: Sequence[int], clock: Clock = UNLIMITED
    ) -> npt.NDArray[np.bool_] | list[int]:
        """A model, bool[variables], or a core of the assumptions. Raises OutOfTimeError."""
        rules = [self._rule[x] for x in assumed if x in self._rule]
        while True:
            clock.check()
            self.searches += 1
            if not self._solved(assumed, clock):
                core = set(self._solver.get_core() or ())
                return [x for x in assumed if x in core]
            values = np.zeros(self._variables, bool)
            true = [x for x in self._solver.get_model() if 0 < x <= self._variables]
            values[np.array(true, int) - 1] = True
            cuts = self.encoded.lacking(values, rules)
            if not cuts:
                return values
            for rule, clause in cuts:
                self._solver.add_clause([-self.guards[rule], *clause])

    def _solved(self, assumed: Sequence[int], clock: Clock) -> bool:
        """Whether there is a model, in turns of so many conflicts."""
        while True:
            self._solver.conf_budget(_TURN)
            found = self._solver.solve_limited(assumptions=assumed)
            if found is not None:
                return bool(found)
            clock.check()

    def switch(self, clause: Sequence[int]) -> int:
        """A literal under which a clause holds."""
        self._variables += 1
        self._solver.add_clause([-self._variables, *clause])
        return self._variables

    def minimal(
        self, against: Sequence[int], members: Sequence[int], clock: Clock = UNLIMITED
    ) -> Minimal | Solvable:
        """A minimal part of the members that contradicts what is assumed ``against``."""

        def ask(kept: Sequence[int]) -> Solvable | Collection[int]:
            found = self.model([*against, *kept], clock)
            return found if isinstance(found, list) else Solvable.YES

        return minimal_conflict(members, ask, clock)

    def smallest(
        self, against: Sequence[int], weights: Mapping[int, int], clock: Clock
    ) -> list[int]:
        """The members of least weight in all that contradict what is assumed ``against``.

        Implicit hitting sets (Ignatiev2015): the least set that hits every correction set so far,
        which is what a model of it breaks. Raises OutOfTimeError.
        """
        hitting = import_module("pysat.examples.hitman").Hitman(solver="g4", htype="sorted")
        chosen: list[int] = []
        while not isinstance(found := self.model([*against, *chosen], clock), list):
            with self.encoded.model.assigned(self.encoded.values(found)):
                broken = [x for x in weights if not self._holds(x, found)]
            hitting.hit(broken, weights=weights)
            chosen = hitting.get()
        return chosen

    def _holds(self, member: int, values: npt.NDArray[np.bool_]) -> bool:
        """Whether a rule, or a fact, holds in a model whose values are assigned."""
        if member in self._rule:
            constraint = self.encoded.model.rules[self._rule[member]].constraint
            return bool(constraint.value() if hasattr(constraint, "value") else constraint)
        return bool(values[abs(member) - 1]) is (member > 0)

    def forced(
        self, facts: Facts, known: Iterable[int], spared: Collection[int], clock: Clock
    ) -> tuple[int, list[int], list[int]] | None:
        """A fact that all rules imply, with rules and facts that do; fact 0: a contradiction.

        None where nothing follows. spared: what some solution has, so that its negation does not.
        """
        given = [x for x in known if abs(x) in facts.value]
        first = self.model([*given, *self.guards], clock)
        if isinstance(first, list):
            return (0, *self.parted(first))
        open_ = [
            x if first[x - 1] else -x for x in facts.value if x not in known and -x not in known
        ]
        open_.sort(key=lambda x: (x < 0, abs(x)))
        while open_:
            fact = open_.pop(0)
            if -fact in spared:
                continue
            found = self.model([-fact, *given, *self.guards], clock)
            if isinstance(found, list):
                wide = sorted(self.guards, key=lambda g: -len(facts.rules[self._rule[g]].scope))
                core = self.minimal([-fact], [*wide, *given], clock)
                assert isinstance(core, Minimal)
                return (fact, *self.parted(core.members))
            open_ = [x for x in open_ if bool(found[abs(x) - 1]) is (x > 0)]
        return None

    def parted(self, core: Iterable[int]) -> tuple[list[int], list[int]]:
        """Rules and facts of a core."""
        members = list(core)
        rules = [self._rule[x] for x in members if x in self._rule]
        return rules, [x for x in members if x not in self._rule]
