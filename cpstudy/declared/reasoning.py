"""What follows from one rule of a declared puzzle and the facts near it: everything, and why.

A *fact* is a literal of the answer (clauses.py): a Boolean, or that an integer has a value. Each
rule has an *oracle* that knows this rule alone.

- :class:`Oracle`: a SAT solver of the rule's own clauses, some hundred. What follows is its
  *backbone*: unit propagation, then a model whose literals are candidates, and a search against
  each, whose models drop others (Janota2015). A reason is a core, minimised by deletion. Cuts of
  constraints on graphs are added when a model breaks them. Where a rule is about very many facts,
  only unit propagation is used.
- :class:`Treeing`: lines that would close a circle are false. The reason is the circle.
- :class:`Connecting`: connected places by searches of the graph. Parts that no true place reaches
  are false; a place or link whose absence separates true ones is true. The reason is a *cut*: the
  false places around a part, and a true place on either side.

Complete for a rule but for these large ones: each fact that follows is found. Cost: microseconds to
some milliseconds a call, since a rule is small; the clauses of a whole puzzle, as cores over sums
need them, take a thousand times longer.
"""

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from copy import copy
from functools import cached_property, lru_cache
from importlib import import_module
from typing import Any

from cpstudy.cdcl.engine import Engine
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.conflicts import Minimal, minimal_conflict
from cpstudy.core.result import Solvable, Stop
from cpstudy.declared.clauses import Encoded, Lazy
from cpstudy.declared.whole import Whole
from cpstudy.encode.cpmpy_clauses import Clause
from cpstudy.encode.cpmpy_graph import Forest, SizedParts, components

# The quickest to make, and on small formulas to answer.
_SOLVER = "minisat22"
# Variables of a rule up to which all that follows is found.
_LARGE = 200
# Of parts with so many places more than needed all are tried, of others those beside what is there.
_LITTLE = 6
# Answers about the values of large parts that are kept.
_SHOWN = 4096
Nodes = frozenset[int]


class Oracle:
    """One rule, or several, alone, by clauses whose variables get numbers of their own.

    scope: the variables of the answer that it is about; near: the facts about these. lazy: a
    constraint whose cuts are added by need.
    """

    def __init__(
        self, clauses: Iterable[Clause], scope: Iterable[int], lazy: Lazy | None = None
    ) -> None:
        self.scope = frozenset(scope)
        self.near = self.scope | {-variable for variable in self.scope}
        self._name, self._lazy, self._read = sorted(self.scope), lazy, 0
        named = [x for of in lazy.choices for x in of.values() if x] if lazy else []
        own = [*clauses]
        literals = {x for clause in own for x in clause}
        # Literals of the puzzle and those here; the scope comes first.
        order = dict.fromkeys([*self._name, *map(abs, named), *map(abs, literals)])
        self._puzzle = {sign * n: sign * x for n, x in enumerate(order, 1) for sign in (1, -1)}
        self._local = {x: n for n, x in self._puzzle.items()}
        self._alone = [self._local[clause[0]] for clause in own if len(clause) == 1]
        # Where no literal stands beside its negation unit propagation finds all that follows.
        self._at_once = not lazy and not any(-x in literals for x in literals)
        self._wide = len(self.scope) > _LARGE
        self._large = lazy is not None and self._wide
        # The first clause, so that models have all variables.
        self._clauses = [[len(order), -len(order)]] if order else []
        self._clauses += [[self._local[x] for x in clause] for clause in own]
        self._solver = self._fresh()
        self._models: list[frozenset[int]] = []

    def _fresh(self) -> Any:
        solver = import_module("pysat.solvers").Solver
        return solver(name=_SOLVER, bootstrap_with=self._clauses)

    def _facts(self, literals: Iterable[int]) -> list[int]:
        """Literals of the scope, from its numbers to those of the puzzle."""
        last = len(self._name)
        return [self._puzzle[x] for x in literals if -last <= x <= last]

    def _model(self, facts: Sequence[int]) -> Sequence[int] | None:
        """A model by local numbers; None where there is none."""
        while self._solver.solve(assumptions=facts):
            model: list[int] = self._solver.get_model()
            if self._lazy is None:
                return model
            true = {self._puzzle[x] for x in model}
            if not (cuts := self._lazy.broken(self._lazy.values(true.__contains__))):
                return model
            self._add(cuts)
        return None

    def _add(self, clauses: Iterable[Clause]) -> None:
        for clause in clauses:
            self._clauses.append([self._local[x] for x in clause])
            self._solver.add_clause(self._clauses[-1])
            self._alone += self._clauses[-1] if len(clause) == 1 else []

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """All facts in the scope that follow, the given ones too; None for a contradiction."""
        if self._at_once or self._wide:
            return self.quickly(facts)
        given = [self._local[fact] for fact in facts]
        holds, unit = self._solver.propagate(given)
        # Models of before are witnesses as long as they agree with the facts.
        models = [model for model in self._models if model.issuperset(given)] if holds else []
        if holds and not models and (first := self._model(given)) is not None:
            models = [self._kept(first)]
        if not models:
            return None
        known = {*given, *unit}
        open_ = list(frozenset.intersection(*models) - known)
        while open_:
            self._solver.set_phases([-literal for literal in open_])
            literal = open_.pop()
            model = self._model([*given, -literal])
            if model is None:
                known.add(literal)
                given.append(literal)
            else:
                models.append(self._kept(model))
                open_ = [other for other in open_ if other in models[-1]]
        self._models = models
        return set(self._facts(known))

    def _kept(self, model: Sequence[int]) -> frozenset[int]:
        return frozenset(model[: len(self._name)])

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """Of :meth:`following` what unit propagation finds; None for any contradiction."""
        given = [self._local[fact] for fact in facts]
        if not (self._at_once or self._lazy) and self._model(given) is None:
            return None
        if self._large and self._lazy:
            news, self._read = self._lazy.cuts[self._read :], len(self._lazy.cuts)
            self._add(news)
        holds, unit = self._solver.propagate(given)
        return {*facts, *self._facts([*unit, *self._alone])} if holds else None

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """Facts of these that imply a fact (0: a contradiction), none of them needless.

        Those that stand last are dropped first.
        """
        against = [-self._local[fact]] if fact else []

        def ask(kept: Sequence[int]) -> Solvable | Collection[int]:
            assumed = [*against, *reversed(kept)]  # a core rests on those that come first
            if self._large:  # as far as is looked for
                return Solvable.YES if self._solver.propagate(assumed)[0] else kept
            core = self._solver.get_core
            return Solvable.YES if self._model(assumed) is not None else core() or ()

        found = minimal_conflict([self._local[other] for other in reversed(facts)], ask)
        if not isinstance(found, Minimal):
            raise RuntimeError("the fact does not follow")
        return self._facts(reversed(found.members))

    def at_once(self, fact: int) -> set[int]:
        """What unit propagation finds of one fact, and not without it."""
        _, before = self._solver.propagate([])
        holds, unit = self._solver.propagate([self._local[fact]])
        return set(self._facts(set(unit) - set(before))) if holds else set()

    def is_plain(self, fact: int, because: Sequence[int]) -> bool:
        """Whether a fact follows at once, by unit propagation, not by the cases of the rule."""
        given = [self._local[x] for x in (*because, -fact)]
        with self._fresh() as unlearnt:  # by the rule alone
            return not unlearnt.propagate(given)[0]


class Searching(Oracle):
    """What searches of the graph find: all of it at once, and one fact alone shows nothing."""

    def __init__(self, scope: Iterable[int], lazy: Lazy) -> None:
        self.scope = frozenset(scope)
        self.near = self.scope | {-variable for variable in self.scope}
        self._prepare(lazy)

    def _prepare(self, lazy: Lazy) -> None:
        raise NotImplementedError

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """All that is found."""
        return self.following(facts)

    def at_once(self, fact: int) -> set[int]:
        """Nothing."""
        return set()

    def is_plain(self, fact: int, because: Sequence[int]) -> bool:
        """Always."""
        return True


class Connecting(Searching):
    """Connected places, by the propagator of our clause learner."""

    def _prepare(self, lazy: Lazy) -> None:
        self._engine = Engine(max(self.scope, default=0), lazy.connecting())
        self._nodes = {of.get(1) for of in lazy.choices[: lazy.constraint.nodes]}

    def ends(self, facts: Iterable[int]) -> list[int]:
        """Which of some facts are that a place is true."""
        return [fact for fact in facts if fact in self._nodes]

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """Parts that no true place reaches are false; what separates true places is true."""
        found = self._engine.following(facts)
        return None if found is None else {*found}

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """A cut: false places and links that separate two true places, none needless."""
        against = [-fact] if fact else []

        def ask(kept: Sequence[int]) -> Solvable | Collection[int]:
            found = self._engine.run(assumptions=[*against, *reversed(kept)])
            return self._engine.core if found is Stop.DONE else Solvable.YES

        cut = minimal_conflict([*reversed(facts)], ask)
        if not isinstance(cut, Minimal):
            raise RuntimeError("the fact does not follow")
        return cut.members[::-1]


class Treeing(Searching):
    """Lines that make no circle, each a literal of the answer or constant."""

    def _prepare(self, lazy: Lazy) -> None:
        assert isinstance(lazy.constraint, Forest)
        self._graph = lazy.constraint
        self._choices = lazy.choices

    def _there(self, known: Container[int]) -> list[bool]:
        """Of each line whether it is known to be there."""
        return [1 in of and (not of[1] or of[1] in known) for of in self._choices]

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """A line whose ends are joined is false."""
        there = self._there({*facts})
        if self._graph.cuts(there):
            return None
        parts = components(range(self._graph.nodes), self._graph.near, there)
        part = {node: k for k, nodes in enumerate(parts) for node in nodes}
        pairs = zip(self._choices, self._graph.edges, there, strict=True)
        closing = {of.get(1, 0) for of, (a, b), yes in pairs if not yes and part[a] == part[b]}
        return {*facts, *(-line for line in closing - {0})}

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """The other lines of a circle."""
        cuts = self._graph.cuts(self._there({*facts, -fact} - {0}))
        if not cuts:
            raise RuntimeError("the fact does not follow")
        lines = (self._choices[line][1] for line, *_ in cuts[0])
        return [x for x in lines if x and x != -fact]


class Parting(Searching):
    """Parts of as many places as their number says, each number a variable of the answer.

    What is found: a part that is whole ends; one that would be too large does not grow; one that
    has no other way, or no other room, goes there; a number has the room that it needs.
    """

    def _prepare(self, lazy: Lazy) -> None:
        self._near = lazy.constraint.near
        self._ways = [[other for other, _ in of] for of in self._near]
        self._choices = lazy.choices
        self._at = {x: (n, v) for n, of in enumerate(lazy.choices) for v, x in of.items()}
        self._values = sorted({v for of in lazy.choices for v in of})
        pairs = {v: [n for n, of in enumerate(lazy.choices) if v in of] for v in self._values}
        self._all = {v: frozenset(of) for v, of in pairs.items()}
        # What follows of a value: most stays as it was, or comes again.
        self._shown = lru_cache(_SHOWN)(lambda *of: frozenset(self._of_value(*of)))

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """See the class."""
        found = self._found(facts)
        return None if any(-x in found for x in found if x > 0) else found

    def _found(self, facts: Sequence[int]) -> set[int]:
        """The same, where there is a contradiction both a fact and its negation."""
        known = set(facts)
        return known.union(*(self._shown(v, *of) for v, of in self._of(known).items()))

    def _of_value(self, value: int, may: Nodes, true: Nodes) -> Iterator[int]:
        """What follows from where a value may be, and where it is."""
        for part in self._parts(may):
            if len(part) < value:
                yield from (-self._choices[n][value] for n in part)
            elif part & true:
                yield from (self._choices[n][value] for n in self._forced(part, true, value))
        for part in self._parts(true):
            beside = {d for n in part for d in self._ways[n] if d in may and d not in true}
            for d in beside if len(part) <= value else part:
                if len(self._grown({d}, true | {d})) > value:
                    yield -self._choices[d][value]

    def _forced(self, part: Nodes, true: Nodes, value: int) -> Iterator[int]:
        """Places of a part of what may have a value without which a true one has too few."""
        if len(part) == value:
            yield from part
        for start in self._parts(part & true) if len(part) > value else ():
            if len(start) < value:
                ways = {d for n in start for d in self._ways[n] if d in part} - start
                near = part - true if len(part) < value + _LITTLE else ways
                seed = {min(start)}
                yield from (d for d in near if len(self._grown(seed, part - {d})) < value)

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """Places of a part that is too large; else one and all that keeps it too small."""
        known = {*facts, -fact} - {0}
        for value, (may, true) in self._of(known).items():
            for part in self._parts(true):
                room = self._grown({min(part)}, may)
                own = next((n for n in part if self._choices[n][value] == -fact), min(part))
                reasons = list[int]()
                if len(part) > value:
                    chosen = list(self._grown({own}, true))[: value + 1]
                    reasons = [self._choices[n][value] for n in chosen]
                elif len(room) < value:
                    edge = {d for n in room for d in self._ways[n]} - room.keys()
                    shut = [d for d in sorted(edge) if value in self._choices[d]]
                    reasons = [
                        self._choices[own][value],
                        *(self._not(d, value, known) for d in shut),
                    ]
                if reasons:
                    return [x for x in dict.fromkeys(reasons) if x != -fact]
        found = self._found(facts)
        both = next((x for x in found if not fact and -x in found), 0)
        if not both:
            raise RuntimeError("the fact does not follow")
        return list(dict.fromkeys(self.because(both, facts) + self.because(-both, facts)))

    def _not(self, node: int, value: int, known: set[int]) -> int:
        """Why a place lacks a value: it has another, or that is known of it."""
        of = self._choices[node]
        return next((x for v, x in of.items() if v != value and x in known), -of[value])

    def _of(self, known: set[int]) -> dict[int, tuple[Nodes, Nodes]]:
        """By value the places that may have it, and those that have it."""
        has, without = dict[int, int](), {value: set[int]() for value in self._values}
        for x in known:
            if x in self._at:
                place, value = self._at[x]
                has[place] = value
            elif -x in self._at:
                place, value = self._at[-x]
                without[value].add(place)
        own = {value: set[int]() for value in self._values}
        for place, value in has.items():
            own[value].add(place)
        may = {v: self._all[v] - without[v] - (has.keys() - own[v]) for v in self._values}
        return {v: (of, of & own[v]) for v, of in may.items()}

    def _grown(self, start: Collection[int], inside: Nodes) -> dict[int, None]:
        """What is connected with a start, inside, in the order of its finding."""
        found = dict.fromkeys(start)
        queue = list(start)
        for node in queue:
            for other in self._ways[node]:
                if other in inside and other not in found:
                    found[other] = None
                    queue.append(other)
        return found

    def _parts(self, nodes: Nodes) -> list[Nodes]:
        return [frozenset(part) for part in components(sorted(nodes), self._near, None)]


class Facts:
    """The facts of a puzzle: its literals by place, and oracles for its rules.

    bits: by place, the literal of each value; of a Boolean, "true". value: by variable, its place
    and value. stated: the rules, then what may be assumed; rules: an oracle each, then of each
    integer "one of its values"; places: of each of these, what it is about; about: by place, the
    rules about it; place: what a fact is about. given, kept: facts to begin with, and the rules
    that count (:meth:`partly`). found: what followed from facts near an oracle, by its identity.
    clock: making it raises OutOfTimeError.
    """

    def __init__(self, encoded: Encoded, clock: Clock = UNLIMITED) -> None:
        self.encoded, self.bits, self.stated = encoded, encoded.bits(), encoded.model.stated
        self.value: dict[int, tuple[int, int]] = {}
        for place, variable in enumerate(encoded.model.answer):
            low = int(variable.lb) if self.is_integer(place) else 1
            self.value |= {x: (place, low + i) for i, x in enumerate(self.bits[place])}
        about = [(x, place) for x, (place, _) in self.value.items()]
        self.place = {sign * x: place for x, place in about for sign in (1, -1)}.__getitem__
        self._owner = [0]
        for variable in range(1, encoded.watched + 1):  # helpers of an integer stand behind it
            self._owner.append(self.value.get(variable, (self._owner[-1], 0))[0])
        # Clauses of the values of a place, and by negated number those that define a helper.
        self._defining: dict[int, list[Clause]] = {}
        for clause in encoded.definitions:
            last = max(map(abs, clause), default=0)
            key = self._owner[last] if last <= encoded.watched else -last
            self._defining.setdefault(key, []).append(clause)
        self.rules: list[Oracle] = []
        for rule in range(len(encoded.rules)):
            clock.check()
            self.rules.append(self._of_rule(rule))
        for place in filter(self.is_integer, range(len(self.bits))):
            self.rules.append(Oracle(self._defining.get(place, []), self.bits[place]))
        self.places = [sorted({self.value[x][0] for x in o.scope}) for o in self.rules]
        self.about: list[list[int]] = [[] for _ in self.bits]
        for rule, places in enumerate(self.places):
            for place in places:
                self.about[place].append(rule)
        self._plain: dict[tuple[int, int], set[int]] = {}
        self.found: dict[tuple[int, frozenset[int]], set[int] | None] = {}
        self.given: tuple[int, ...] = ()
        self.kept: Collection[int] = range(len(self.rules))

    @cached_property
    def whole(self) -> Whole:
        """All rules in one solver."""
        return Whole(self.encoded)

    def partly(self, rules: Collection[int], given: Iterable[int]) -> "Facts":
        """The same of a board without the other rules, and with facts that are given.

        Oracles and the solver are those of the whole board.
        """
        assert self.whole
        found = copy(self)
        found.kept = {*rules, *range(len(self.encoded.rules), len(self.rules))}
        found.about = [[rule for rule in of if rule in found.kept] for of in self.about]
        found.given = tuple(given)
        found._plain = {}
        return found

    def is_integer(self, place: int) -> bool:
        """Whether the variable of a place is an integer."""
        return not self.encoded.model.place[place][0].boolean

    def rules_at(self, places: Iterable[int]) -> set[int]:
        """The rules about some of these places."""
        return {rule for place in places for rule in self.about[place]}

    def in_order(self, rules: Iterable[int]) -> list[int]:
        """Rules of few places first."""
        return sorted(rules, key=lambda rule: (len(self.rules[rule].scope), rule))

    def plain(self, rule: int, value: int) -> set[int]:
        """What a rule shows of other integers at once, by unit propagation of a value."""
        key = rule, value
        if len(self.encoded.model.rules) <= rule < len(self.encoded.rules):
            return set()
        if key not in self._plain:
            others = {x: self.place(x) for x in self.rules[rule].at_once(value) if x < 0}
            mine = self.place(value)
            self._plain[key] = {x for x, p in others.items() if p != mine and self.is_integer(p)}
        return self._plain[key]

    def of_solution(self, solution: bytes) -> set[int]:
        """The facts that a solution has."""
        return {x if solution[place] == v else -x for x, (place, v) in self.value.items()}

    def solution(self, known: Container[int]) -> bytes:
        """The solution of all facts."""
        return bytes(next((self.value[x][1] for x in bits if x in known), 0) for bits in self.bits)

    def _of_rule(self, rule: int) -> Oracle:
        lazy = self.encoded.lazy.get(rule)
        if lazy is None:
            return Oracle(*self._gathered(self.encoded.rules[rule]))
        named = [[x] for of in lazy.choices for x in of.values() if x]
        clauses, scope = self._gathered(named)
        if lazy.direct and lazy.connecting():
            return Connecting(scope, lazy)
        if isinstance(lazy.constraint, Forest) and lazy.direct:
            return Treeing(scope, lazy)
        if isinstance(lazy.constraint, SizedParts) and lazy.direct and len(scope) > _LARGE:
            return Parting(scope, lazy)
        return Oracle(clauses[len(named) :], scope, lazy)

    def _gathered(self, clauses: Sequence[Clause]) -> tuple[list[Clause], set[int]]:
        """Clauses with what defines their helpers and domains; the variables of the answer."""
        found, seen, places = list(clauses), set[int](), dict[int, None]()
        for clause in found:
            for variable in {*map(abs, clause)} - seen:
                seen.add(variable)
                if variable > self.encoded.watched:
                    found += self._defining.get(-variable, ())
                else:
                    places[self._owner[variable]] = None
        for place in places:
            found += self._defining.get(place, ())
        return found, {x for place in places for x in self.bits[place]}
