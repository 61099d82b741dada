"""All rules of a declared puzzle in one SAT solver, each enabled by its own literal.

A search against a fact shows whether all rules imply it; the core of the search, minimised by
deletion (:mod:`cpstudy.core.conflicts`), is its reason. Cuts of constraints on graphs are added
when a model violates them.
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

# A solver without inprocessing, which would cost more than most searches. Conflicts between two
# looks at the clock; conflicts of the search that tries to remove a member; searches for a core.
_SOLVER = "minisat22"
_TURN, _MINIMAL, _ASKED = 2000, 20, 64
Assignment = npt.NDArray[np.bool_]


class Whole:
    """The rules of a puzzle under assumptions.

    guards: a literal for each rule; all: also for what may be assumed; rule: by literal. instances:
    the same, but for a constraint on graphs one literal for each cut so far. searches: their count.
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
        """Add cuts; return whether there are any."""
        for rule, clause in cuts:
            self.instances.append(self.switch(clause))
            self.rule[self._variables] = rule
            self._solver.add_clause([-self.guards[rule], self._variables])
        return bool(cuts)

    def model(self, assumed: Sequence[int], clock: Clock = UNLIMITED) -> Assignment | list[int]:
        """Return a model of rules and facts, or a core of them. Raises OutOfTimeError."""
        rules = {self.rule[x] for x in (*self._fixed, *assumed) if x in self.rule}
        while self._lacks(found := self._candidate(assumed, clock), rules):
            pass
        assert found is not None
        return found

    def refutation(
        self, assumed: Sequence[int], kept: Collection[int], clock: Clock, conflicts: int | None
    ) -> Assignment | list[int] | None:
        """Return a model of the kept rules and the assumptions, or a core by instances of rules.

        None if this number of conflicts does not suffice.
        """
        while True:
            those = [x for x in self.instances if self.rule[x] in kept]
            found = self._candidate([*assumed, *those], clock, conflicts)
            if not self._lacks(found, kept):
                return found

    def _lacks(self, found: Assignment | list[int] | None, rules: Collection[int]) -> bool:
        """Return whether a candidate violates cuts of these rules, which are added."""
        return isinstance(found, np.ndarray) and self._add(self.encoded.lacking(found, rules))

    def _candidate(
        self, assumed: Sequence[int], clock: Clock, conflicts: int | None = None
    ) -> Assignment | list[int] | None:
        """Return a model of the clauses so far, or a core; None after this many conflicts."""
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
        """Return whether unit propagation refutes a fact together with these members."""
        return not self._solver.propagate([*core, fact])[0]

    def fix(self, guards: Iterable[int]) -> None:
        """Make rules hold from now on without being assumed."""
        for guard in guards:
            self._fixed.append(guard)
            self._solver.add_clause([guard])

    def grow(self, constraint: Any) -> int:
        """Return the literal that enables one more rule, of a model without assumed rules."""
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
        """Return what unit propagation shows without learnt clauses; nothing if it refutes it."""
        self._unlearnt.append_formula(self._clauses)
        self._clauses = []
        holds, shown = self._unlearnt.propagate([*assumed])
        return {*shown} if holds else set()

    def switch(self, clause: Sequence[int]) -> int:
        """Return a new literal that enables a clause."""
        self._variables += 1
        self._solver.add_clause([-self._variables, *clause])
        return self._variables

    def smallest(
        self, against: Sequence[int], weights: Mapping[int, int], clock: Clock
    ) -> tuple[list[int], list[int]]:
        """Return rules and facts of least total weight that contradict the literals ``against``.

        Implicit hitting sets (Ignatiev2015): the least set that hits every correction set so far;
        a model of such a set violates another correction set. Raises OutOfTimeError.
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
        """Return a part of the members that also contradicts the literals ``against``.

        The first members are removed first. A member stays if a few conflicts do not show that it
        is redundant, or if the searches are used up. enough: stop if fewer members are left, or if
        more than this number are needed.
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
        """Return the rules and the facts of a core."""
        rules = dict.fromkeys(self.rule[x] for x in core if x in self.rule)
        return [*rules], [x for x in core if x not in self.rule]
