"""All rules of a declared puzzle in one SAT solver, each switched on by a literal of its own.

What follows from all rules is found by a search against it; the core of that search, minimised by
deletion (:mod:`cpstudy.core.conflicts`), is its reason. Cuts of constraints on graphs are added
where a model breaks them.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.conflicts import Minimal, minimal_conflict
from cpstudy.core.result import Solvable
from cpstudy.declared.clauses import Encoded
from cpstudy.encode.cpmpy_clauses import Clause

# Without inprocessing, which would cost more than most searches do. It stops after so many
# conflicts; fewer where one member of a core is tried, and so many are.
_SOLVER = "minisat22"
_TURN, _MINIMAL, _ASKED = 2000, 20, 64
Assignment = npt.NDArray[np.bool_]


class Whole:
    """The rules of a puzzle under assumptions.

    guards: a literal a rule; all: then of what may be assumed; rule: by literal. instances: the
    same, but of a constraint on graphs a literal for each of its cuts so far. searches: so far.
    """

    def __init__(self, encoded: Encoded) -> None:
        self.encoded, self.searches = encoded, 0
        self._fixed: list[int] = []
        formula, guards = encoded.guarded()
        self.all, self.guards = guards, guards[: len(encoded.model.rules)]
        self.rule = {guard: rule for rule, guard in enumerate(guards)}
        stated = guards if encoded.narrowed else self.guards
        self.instances = [guard for guard in stated if self.rule[guard] not in encoded.lazy]
        solver = import_module("pysat.solvers").Solver
        self._solver = solver(name=_SOLVER, bootstrap_with=formula.clauses)
        self._unlearnt, self._clauses = solver(name=_SOLVER), formula.clauses
        self._variables = formula.variables
        self._add(encoded.cuts)

    def _add(self, cuts: Sequence[tuple[int, Clause]]) -> bool:
        """Whether there are any."""
        for rule, clause in cuts:
            self.instances.append(self.switch(clause))
            self.rule[self._variables] = rule
            self._solver.add_clause([-self.guards[rule], self._variables])
        return bool(cuts)

    def model(self, assumed: Sequence[int], clock: Clock = UNLIMITED) -> Assignment | list[int]:
        """A model of rules and facts, or a core of them. Raises OutOfTimeError."""
        rules = {self.rule[x] for x in (*self._fixed, *assumed) if x in self.rule}
        while self._lacks(found := self._candidate(assumed, clock), rules):
            pass
        assert found is not None
        return found

    def refutation(
        self, assumed: Sequence[int], kept: Collection[int], clock: Clock, conflicts: int | None
    ) -> Assignment | list[int] | None:
        """A model of the rules that are kept and what is assumed, or a core, by instances of rules.

        None where so many conflicts do not suffice.
        """
        while True:
            those = [x for x in self.instances if self.rule[x] in kept]
            found = self._candidate([*assumed, *those], clock, conflicts)
            if not self._lacks(found, kept):
                return found

    def _lacks(self, found: Assignment | list[int] | None, rules: Collection[int]) -> bool:
        """Whether a candidate breaks cuts of these rules, which are added."""
        return isinstance(found, np.ndarray) and self._add(self.encoded.lacking(found, rules))

    def _candidate(
        self, assumed: Sequence[int], clock: Clock, conflicts: int | None = None
    ) -> Assignment | list[int] | None:
        """A model of the clauses so far, or a core; None where so many conflicts do not suffice."""
        self.searches += 1
        found = None
        while found is None:
            clock.check()
            self._solver.conf_budget(conflicts or _TURN)
            found = self._solver.solve_limited(assumptions=assumed)
            if found is None and conflicts:
                return None
        if not found:
            core = {*(self._solver.get_core() or ())}
            return [x for x in assumed if x in core]
        model = self._solver.get_model()
        return np.array(model[: self.encoded.watched]) > 0

    def refutes(self, fact: int, core: Sequence[int]) -> bool:
        """Whether unit propagation refutes a fact beside these members."""
        return not self._solver.propagate([*core, fact])[0]

    def fix(self, guards: Iterable[int]) -> None:
        """Rules that hold from now on without being assumed."""
        for guard in guards:
            self._fixed.append(guard)
            self._solver.add_clause([guard])

    def grow(self, constraint: Any) -> int:
        """The literal under which one more rule holds, of a model of which nothing is assumed."""
        rule, definitions, last = self.encoded.grow(constraint, self._variables)
        guard = self._variables = last + 1
        self.rule[guard] = rule
        self.guards.append(guard)
        if rule not in self.encoded.lazy:
            self.instances.append(guard)
        fresh = [*definitions, *([-guard, *clause] for clause in self.encoded.rules[rule])]
        self._clauses += fresh
        self._solver.append_formula(fresh)
        return guard

    def at_once(self, assumed: Iterable[int]) -> set[int]:
        """What unit propagation of the rules shows, without what searches learnt; or nothing."""
        self._unlearnt.append_formula(self._clauses)
        self._clauses = []
        holds, shown = self._unlearnt.propagate([*assumed])
        return {*shown} if holds else set()

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
            broken = [x for x in weights if x not in self.rule and found[abs(x) - 1] != (x > 0)]
            with self.encoded.model.assigned(self.encoded.values(found)):
                guards = (x for x in weights if x in self.rule)
                broken += [x for x in guards if not rules[self.rule[x]].holds()]
            hitting.hit(broken, weights=weights)
            chosen = hitting.get()
        return self.parted(chosen)

    def minimal(
        self, against: Sequence[int], members: Sequence[int], clock: Clock, enough: int = 0
    ) -> list[int]:
        """A part of the members that contradicts what is assumed ``against``, as they do.

        Minimal but for members whose absence some conflicts leave open, and of many the last ones;
        the first go first. enough: it is over where so few are left, or more are needed.
        """
        last, needed = self.searches + _ASKED, 0

        def ask(kept: Sequence[int]) -> Solvable | Collection[int] | None:
            nonlocal needed
            whole, over = kept is members, enough and (len(kept) < enough or needed > enough)
            if self.searches > last or (over and not whole):
                return None
            found = self._candidate([*against, *kept], clock, None if whole else _MINIMAL)
            needed += not isinstance(found, list)
            return found if isinstance(found, list) else Solvable.YES

        core = minimal_conflict(members, ask, clock)
        assert isinstance(core, Minimal)
        return core.members

    def parted(self, core: Sequence[int]) -> tuple[list[int], list[int]]:
        """Rules and facts of a core."""
        rules = dict.fromkeys(self.rule[x] for x in core if x in self.rule)
        return [*rules], [x for x in core if x not in self.rule]
