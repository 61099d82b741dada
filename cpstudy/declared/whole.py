"""All rules of a declared puzzle in one SAT solver, each switched on by a literal of its own.

What follows from all rules is found by a search against it; the core of that search, minimised by
deletion (:mod:`cpstudy.core.conflicts`), is its reason. Cuts of constraints on graphs are added
where a model breaks them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module
from itertools import count

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
# Times that cuts are added for one question when a core is minimised; then a member stays.
_ROUNDS = 12


class Whole:
    """The rules of a puzzle under assumptions. guards: a literal a rule; searches: so far."""

    def __init__(self, encoded: Encoded) -> None:
        self.encoded, self.searches = encoded, 0
        self._fixed: list[int] = []
        formula, self.guards = encoded.guarded()
        self._rule = {guard: rule for rule, guard in enumerate(self.guards)}
        solver = import_module("pysat.solvers").Solver
        self._solver = solver(name=_SOLVER, bootstrap_with=formula.clauses)
        self._variables = formula.variables

    def model(
        self, assumed: Sequence[int], clock: Clock = UNLIMITED, rounds: int | None = None
    ) -> npt.NDArray[np.bool_] | list[int]:
        """A model, bool[variables], or a core of the assumptions. Raises OutOfTimeError.

        rounds: a candidate that breaks cuts is taken for a model after so many.
        """
        rules = [self._rule[x] for x in (*self._fixed, *assumed) if x in self._rule]
        self.searches += 1
        for number in count():
            clock.check()
            self._solver.conf_budget(_TURN)
            found = self._solver.solve_limited(assumptions=assumed)
            if found:
                values = np.zeros(self._variables, bool)
                true = [x for x in self._solver.get_model() if 0 < x <= self._variables]
                values[np.array(true, int) - 1] = True
                cuts = self.encoded.lacking(values, rules)
                if not cuts or number == rounds:
                    return values
                for rule, clause in cuts:
                    self._solver.add_clause([-self.guards[rule], *clause])
            elif found is not None:
                core = set(self._solver.get_core() or ())
                return [x for x in assumed if x in core]
        raise AssertionError

    def fix(self, guards: Iterable[int]) -> None:
        """Rules that hold from now on without being assumed."""
        for guard in guards:
            self._fixed.append(guard)
            self._solver.add_clause([guard])

    def switch(self, clause: Sequence[int]) -> int:
        """A literal under which a clause holds."""
        self._variables += 1
        self._solver.add_clause([-self._variables, *clause])
        return self._variables

    def smallest(
        self, against: Sequence[int], weights: Mapping[int, int], clock: Clock
    ) -> tuple[list[int], list[int]]:
        """Rules and facts of least weight in all that contradict what is assumed ``against``.

        Implicit hitting sets (Ignatiev2015): the least set that hits every correction set so far,
        which is what a model of it breaks. Raises OutOfTimeError.
        """
        hitting = import_module("pysat.examples.hitman").Hitman(solver="g4", htype="sorted")
        chosen: list[int] = []
        rules = self.encoded.model.rules
        while not isinstance(found := self.model([*against, *chosen], clock), list):
            broken = [x for x in weights if x not in self._rule and found[abs(x) - 1] != (x > 0)]
            with self.encoded.model.assigned(self.encoded.values(found)):
                guards = (x for x in weights if x in self._rule)
                broken += [x for x in guards if not rules[self._rule[x]].holds()]
            hitting.hit(broken, weights=weights)
            chosen = hitting.get()
        return self._parted(chosen)

    def forced(
        self, facts: Facts, known: Iterable[int], spared: Collection[int], clock: Clock
    ) -> tuple[int, list[int], list[int]] | None:
        """A fact that all rules imply, with rules and facts that do; fact 0: a contradiction.

        None where nothing follows. spared: what some solution has, so that its negation does not.
        """
        given = [x for x in known if abs(x) in facts.value]
        first = self.model([*given, *self.guards], clock)
        if isinstance(first, list):
            return (0, *self._parted(first))
        settled = {abs(x) for x in given}
        open_ = [x if first[x - 1] else -x for x in facts.value if x not in settled]
        open_.sort(key=lambda x: (x < 0, abs(x)))
        while open_:
            fact = open_.pop(0)
            if -fact in spared:
                continue
            found = self.model([-fact, *given, *self.guards], clock)
            if isinstance(found, list):
                scope = facts.rules
                wide = sorted(self.guards, key=lambda g: -len(scope[self._rule[g]].scope))
                return (fact, *self._parted(self._minimal([-fact], [*wide, *given], clock)))
            open_ = [x for x in open_ if bool(found[abs(x) - 1]) is (x > 0)]
        return None

    def _minimal(self, against: Sequence[int], members: Sequence[int], clock: Clock) -> list[int]:
        """A part of the members that contradicts what is assumed ``against``, minimal but for those
        whose absence was not shown to leave a model in some rounds of cuts."""

        def ask(kept: Sequence[int]) -> Solvable | Collection[int]:
            found = self.model([*against, *kept], clock, _ROUNDS)
            return found if isinstance(found, list) else Solvable.YES

        first = self.model([*against, *members], clock)
        assert isinstance(first, list)
        core = minimal_conflict([x for x in members if x in {*first}], ask, clock)
        assert isinstance(core, Minimal)
        return core.members

    def _parted(self, core: Iterable[int]) -> tuple[list[int], list[int]]:
        """Rules and facts of a core."""
        members = list(core)
        rules = [self._rule[x] for x in members if x in self._rule]
        return rules, [x for x in members if x not in self._rule]
