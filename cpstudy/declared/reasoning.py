"""Everything that follows from one rule of a declared puzzle and the facts near it, with reasons.

A *fact* is a literal of the answer (clauses.py): a Boolean, or that an integer has a value. Each
rule has an *oracle* that knows this rule alone.

- :class:`Oracle`: a SAT solver with the rule's own clauses, some hundred. What follows is their
  *backbone*: unit propagation, then a model whose literals are candidates, and a search against
  each candidate, whose models drop others (Janota2015). A reason is an unsatisfiable core,
  minimised by deletion. Cuts of constraints on graphs are added if a model violates them. Rules
  about very many facts use unit propagation only.
- :class:`Connecting`: connected places by the propagator of our clause learner. The reason is a
  *cut*: the false places around a part, and a true place on each side.
- :class:`Cutting`: lines that would close a cycle, and places of large parts, by the cuts that
  their constraints find from the known facts.

Except for these large rules, every fact that follows from a rule is found. Cost: microseconds to
some milliseconds a call, since a rule is small; the clauses of a whole puzzle, which cores over
sums need, take a thousand times longer.
"""

from collections.abc import Collection, Container, Iterable, Sequence
from copy import copy
from functools import cached_property
from importlib import import_module
from typing import Any

from cpstudy.cdcl.connected import ConnectedNodes
from cpstudy.cdcl.engine import Engine
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.collecting import uncollected
from cpstudy.core.conflicts import Minimal, minimal_conflict
from cpstudy.core.result import Solvable, Stop
from cpstudy.declared.clauses import Encoded, Lazy, chosen
from cpstudy.declared.whole import Whole
from cpstudy.encode.cpmpy_clauses import Clause
from cpstudy.encode.cpmpy_graph import Cut, Forest, SizedParts

# The solver that is built fastest, and answers fastest on small formulas.
_SOLVER = "minisat22"
# The largest number of variables of a rule for which all that follows is found.
_LARGE = 200


class Oracle:
    """One rule or several, by clauses with their own numbers of variables.

    scope: the variables of the answer that the rule is about; near: the facts about these. lazy: a
    constraint whose cuts are added when needed.
    """

    def __init__(
        self, clauses: Iterable[Clause], scope: Iterable[int], lazy: Lazy | None = None
    ) -> None:
        self.scope = frozenset(scope)
        self.near = self.scope | {-variable for variable in self.scope}
        self._last, self._lazy = len(self.scope), lazy
        named = [x for of in lazy.choices for x in of.values() if x] if lazy else []
        own = [*clauses]
        literals = {x for clause in own for x in clause}
        # Literals of the puzzle and those here; the scope comes first.
        order = dict.fromkeys([*sorted(self.scope), *map(abs, named), *map(abs, literals)])
        self._puzzle = {sign * n: sign * x for n, x in enumerate(order, 1) for sign in (1, -1)}
        self._local = {x: n for n, x in self._puzzle.items()}
        self._alone = [self._local[clause[0]] for clause in own if len(clause) == 1]
        # Unit propagation finds all that follows if no literal occurs together with its negation.
        # For a rule about very many facts it has to suffice.
        opposed, large = any(-x in literals for x in literals), self._last > _LARGE
        self._at_once = not lazy and (large or not opposed)
        # The first clause makes models contain all variables.
        self._clauses = [[len(order), -len(order)]] if order else []
        self._clauses += [[self._local[x] for x in clause] for clause in own]
        self._solver = self._fresh()
        self._models: list[frozenset[int]] = []
        self._unlearnt: Any = None

    def _fresh(self) -> Any:
        solver = import_module("pysat.solvers").Solver
        return solver(name=_SOLVER, bootstrap_with=self._clauses)

    def _facts(self, literals: Iterable[int]) -> list[int]:
        """Return the literals of the scope with the numbers of the puzzle."""
        return [self._puzzle[x] for x in literals if -self._last <= x <= self._last]

    def _model(self, facts: Sequence[int]) -> frozenset[int] | None:
        """Return a model of the scope in local numbers, or None."""
        while self._solver.solve(assumptions=facts):
            model: list[int] = self._solver.get_model()
            cuts: list[Clause] = []
            if self._lazy is not None:
                true = {self._puzzle[x] for x in model}
                cuts = self._lazy.broken(chosen(self._lazy.choices, true.__contains__))
            if not cuts:
                return frozenset(model[: self._last])
            for clause in ([self._local[x] for x in cut] for cut in cuts):
                self._clauses.append(clause)
                self._solver.add_clause(clause)
                self._unlearnt = None
                self._alone += clause if len(clause) == 1 else []
        return None

    def _witnesses(self, facts: Sequence[int]) -> list[frozenset[int]]:
        """Return earlier models that agree with the facts, or a new one; [] if there is none."""
        found = [model for model in self._models if model.issuperset(facts)]
        if not found and (model := self._model(facts)) is not None:
            found = [model]
            self._models += found
        return found

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """Return all facts in the scope that follow, also the given; None for a contradiction."""
        found = self.quickly(facts)
        if found is None or self._at_once:
            return found
        given = [self._local[fact] for fact in facts]
        models = self._witnesses(given)
        open_ = list(frozenset.intersection(*models).difference(map(self._local.get, found)))
        while open_:
            self._solver.set_phases([-literal for literal in open_])
            literal = open_.pop()
            model = self._model([*given, -literal])
            if model is None:
                found.add(self._puzzle[literal])
                given.append(literal)
            else:
                models.append(model)
                open_ = [other for other in open_ if other in model]
        self._models = models
        return found

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """Return the part that unit propagation finds; None for any contradiction."""
        given = [self._local[fact] for fact in facts]
        holds, unit = self._solver.propagate(given)
        known = self._at_once or any(model.issuperset(given) for model in self._models)
        if not holds or not (known or self._witnesses(given)):
            return None
        return {*facts, *self._facts([*unit, *self._alone])}

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """Return a minimal part of the facts that implies ``fact`` (0: a contradiction).

        The last facts are dropped first.
        """
        against = [-fact] if fact else []

        def ask(kept: Sequence[int]) -> Solvable | Collection[int]:
            # A core prefers the literals that come first.
            core = self._core([*against, *reversed(kept)])
            return Solvable.YES if core is None else core

        found = minimal_conflict(facts[::-1], ask)
        if not isinstance(found, Minimal):
            raise RuntimeError("the fact does not follow")
        return found.members[::-1]

    def _core(self, assumed: Sequence[int]) -> Collection[int] | None:
        """Return the assumed facts that contradict the rule; None if they agree with it."""
        given = [self._local[x] for x in assumed]
        if self._model(given) is not None:
            return None
        return self._facts(self._solver.get_core() or ())

    def at_once(self, fact: int) -> set[int]:
        """Return what unit propagation finds from one fact, and not without it."""
        _, before = self._solver.propagate([])
        holds, unit = self._solver.propagate([self._local[fact]])
        return set(self._facts(set(unit) - set(before))) if holds else set()

    def is_plain(self, fact: int, because: Sequence[int]) -> bool:
        """Return whether a fact follows by unit propagation, not by the cases of the rule."""
        if self._at_once:
            return True
        if self._unlearnt is None:
            self._unlearnt = self._fresh()
        return not self._unlearnt.propagate([self._local[x] for x in (*because, -fact)])[0]


class Searching(Oracle):
    """A constraint on a graph, by searches in it: one fact alone implies nothing."""

    _at_once = True

    def __init__(self, scope: Iterable[int]) -> None:
        self.scope = frozenset(scope)
        self.near = self.scope | {-variable for variable in self.scope}

    def at_once(self, fact: int) -> set[int]:
        """Return nothing."""
        return set()


class Cutting(Searching):
    """A constraint by the cuts for the known facts; the first literal of a cut follows."""

    def __init__(self, scope: Iterable[int], lazy: Lazy) -> None:
        super().__init__(scope)
        self._rule = lazy

    def _values(self, facts: Iterable[int]) -> list[Any]:
        """Return for each argument its value, or its possible values."""
        known, values = {0, *facts}, list[Any]()
        for of in self._rule.choices:
            true = [v for v, x in of.items() if x in known]
            values += true[:1] or [[v for v, x in of.items() if -x not in known]]
        return values

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """See the class."""
        found = {*facts}
        for first, *_ in self._rule.constraint.cuts(self._values(facts)):
            shown = self._rule.clause([first])
            if not shown or -shown[0] in found:
                return None
            found |= {*shown}
        return found

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """Return the known facts of a cut, or of two cuts that contradict each other."""
        values, known, before = self._values(facts), {*facts}, dict[int, Cut]()
        for cut in self._rule.constraint.cuts(values):
            shown = next(iter(self._rule.clause(cut[:1])), 0)
            if shown == fact or (not fact and (-shown in known or -shown in before)):
                # The value of a place is a better reason than the value that it does not have.
                named = [
                    (a, values[a], False)
                    if holds and isinstance(values[a], int) and value in self._rule.choices[a]
                    else (a, value, holds)
                    for a, value, holds in cut + before.get(-shown, [])
                ]
                return [-x for x in dict.fromkeys(self._rule.clause(named)) if -x in known]
            before[shown] = cut
        raise RuntimeError("the fact does not follow")


class Connecting(Searching):
    """Connected places by the propagator of our clause learner."""

    def __init__(self, scope: Iterable[int], lazy: Lazy, places: ConnectedNodes) -> None:
        super().__init__(scope)
        self._engine = Engine(max(self.scope, default=0), places)
        self._nodes = {of.get(1) for of in lazy.choices[: lazy.constraint.nodes]}

    def ends(self, facts: Iterable[int]) -> list[int]:
        """Return the facts that state that a place is true."""
        return [fact for fact in facts if fact in self._nodes]

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """Parts that no true place reaches are false; a place that separates true ones is true."""
        found = self._engine.following(facts)
        return None if found is None else {*found}

    def _core(self, assumed: Sequence[int]) -> Collection[int] | None:
        """See :class:`Oracle`: a cut, and a true place on each side of it."""
        found = self._engine.run(assumptions=assumed)
        return self._engine.core if found is Stop.DONE else None


class Facts:
    """The facts of a puzzle: its literals by place, and oracles for its rules.

    bits: for each place, the literal of each value (a Boolean: of "true"). value: for each
    variable, its place and value. stated: the rules, then what may be assumed. rules: an oracle for
    each, then for each integer "it has one value"; places: for each of these, its places; about:
    for each place, the rules about it; place: the place of a fact. given, kept: the facts to begin
    with, and the rules that count (:meth:`partly`). found: what followed from facts near an oracle,
    by its identity. clock: raises OutOfTimeError. before: the facts when there were fewer rules.
    whole: all rules in one solver, if there is one already.
    """

    @uncollected()
    def __init__(
        self,
        encoded: Encoded,
        clock: Clock = UNLIMITED,
        before: "Facts | None" = None,
        whole: Whole | None = None,
    ) -> None:
        self.encoded, self.bits, self.stated = encoded, encoded.bits(), encoded.model.stated
        self._whole = whole
        choices = enumerate(encoded.choices)
        self.value = {x: (place, v) for place, of in choices for v, x in of.items()}
        # By the helper that they define; clauses of an answer's variables alone are in `domains`.
        self._defining: dict[int, list[Clause]] = {}
        for clause in encoded.definitions:
            self._defining.setdefault(max(map(abs, clause), default=0), []).append(clause)
        integers = [place for place in range(len(self.bits)) if self.is_integer(place)]
        old: list[Oracle] = before.rules if before else []
        self.rules: list[Oracle] = old[: len(old) - len(integers)]
        for rule in range(len(self.rules), len(encoded.rules)):
            clock.check()
            self.rules.append(self._of_rule(rule))
        self.rules += old[len(old) - len(integers) :] or [
            Oracle(encoded.domains[place], self.bits[place]) for place in integers
        ]
        self.places = [sorted({*map(self.place, o.scope)}) for o in self.rules]
        self.about: list[list[int]] = [[] for _ in self.bits]
        for rule, places in enumerate(self.places):
            for place in places:
                self.about[place].append(rule)
        self._plain: dict[tuple[int, int], set[int]] = before._plain if before else {}
        self.found: dict[tuple[int, frozenset[int]], set[int] | None]
        self.found = before.found if before else {}
        self.given: tuple[int, ...] = ()
        self.kept: Collection[int] = range(len(self.rules))

    @cached_property
    def whole(self) -> Whole:
        """All rules in one solver."""
        return self._whole or Whole(self.encoded)

    def partly(self, rules: Collection[int], given: Iterable[int]) -> "Facts":
        """Return the facts of a board without the other rules and with given facts.

        It shares the oracles and the solver of the whole board.
        """
        assert self.whole
        found = copy(self)
        found.kept = {*rules, *range(len(self.encoded.rules), len(self.rules))}
        found.about = [[rule for rule in of if rule in found.kept] for of in self.about]
        found.given = tuple(given)
        return found

    def is_integer(self, place: int) -> bool:
        """Return whether the variable of a place is an integer."""
        return not self.encoded.model.place[place][0].boolean

    def place(self, fact: int) -> int:
        """Return the place that a fact is about."""
        return self.value[abs(fact)][0]

    def in_order(self, rules: Iterable[int]) -> list[int]:
        """Return rules of few places first, without what may not be assumed yet."""
        apart = range(len(self.encoded.model.rules), len(self.stated))
        asked = {*rules} if self.encoded.narrowed else {*rules}.difference(apart)
        return sorted(asked, key=lambda rule: (len(self.rules[rule].scope), rule))

    def bare(self, facts: Iterable[int]) -> list[int]:
        """Return the facts without those that an integer's value among them implies."""
        found = [*facts]
        settled = {self.place(x) for x in found if x > 0}
        return [x for x in found if x > 0 or self.place(x) not in settled]

    def plain(self, rule: int, value: int) -> set[int]:
        """Return what unit propagation of a value by a rule shows of other integers."""
        key = id(self.rules[rule]), value
        if len(self.encoded.model.rules) <= rule < len(self.encoded.rules):
            return set()
        if key not in self._plain:
            others = {x: self.place(x) for x in self.rules[rule].at_once(value) if x < 0}
            mine = self.place(value)
            self._plain[key] = {x for x, p in others.items() if p != mine and self.is_integer(p)}
        return self._plain[key]

    def of_solution(self, solution: bytes) -> set[int]:
        """Return the facts of a solution."""
        return {x if solution[place] == v else -x for x, (place, v) in self.value.items()}

    def solution(self, known: Container[int]) -> bytes:
        """Return the solution with the known facts."""
        return bytes(chosen(self.encoded.choices, known.__contains__))

    def _of_rule(self, rule: int) -> Oracle:
        lazy = self.encoded.lazy.get(rule)
        if lazy is None:
            return Oracle(*self._gathered(self.encoded.rules[rule]))
        named = [[x] for of in lazy.choices for x in of.values() if x]
        clauses, scope = self._gathered(named)
        if lazy.direct and (places := lazy.connecting()):
            return Connecting(scope, lazy, places)
        large = isinstance(lazy.constraint, SizedParts) and len(scope) > _LARGE
        if lazy.direct and (large or isinstance(lazy.constraint, Forest)):
            return Cutting(scope, lazy)
        return Oracle(clauses[len(named) :], scope, lazy)

    def _gathered(self, clauses: Sequence[Clause]) -> tuple[list[Clause], set[int]]:
        """Return clauses with the definitions of their variables; the variables of the answer."""
        found, seen, places = list(clauses), set[int](), dict[int, None]()
        for clause in found:
            for variable in {*map(abs, clause)} - seen:
                seen.add(variable)
                if variable in self.value:
                    places[self.place(variable)] = None
                else:
                    found += self._defining.get(variable, ())
        for place in places:
            found += self.encoded.domains[place]
        return found, {x for place in places for x in self.bits[place]}
