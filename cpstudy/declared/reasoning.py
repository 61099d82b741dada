"""What follows from one rule of a declared puzzle and the facts near it: everything, and why.

A *fact* is a literal of the answer (clauses.py): a Boolean, or that an integer has a value. Each
rule has an *oracle* that knows this rule alone.

- :class:`Clauses`: a SAT solver of the rule's own clauses, some hundred. What follows is its
  *backbone*: unit propagation, then a model whose literals are candidates, and a search against
  each, whose models drop others (Janota2015). A reason is a core, minimised by deletion.
- :class:`LazyClauses`: the same for constraints on graphs, whose cuts are added when a model
  breaks them.
- :class:`Connecting`: connected places by searches of the graph. Parts that no true place reaches
  are false; a place or link whose absence separates true ones is true. The reason is a *cut*: the
  false places around a part, and a true place on either side.

Complete for a rule: each fact that follows is found. Cost: microseconds to some milliseconds a
call, since a rule is small; the clauses of a whole puzzle, as cores over sums need them, take a
thousand times longer.
"""

from abc import ABC, abstractmethod
from collections.abc import Container, Iterable, Sequence
from importlib import import_module
from typing import Any

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.declared.clauses import Encoded
from cpstudy.declared.graph import Connected, GraphConstraint, components
from cpstudy.encode.cpmpy_clauses import Clause

# The quickest to make, and on small formulas to answer.
_SOLVER = "minisat22"


class Oracle(ABC):
    """One rule, or several, alone.

    scope: the variables of the answer that it is about; near: the facts about these.
    """

    def __init__(self, scope: Iterable[int]) -> None:
        self.scope = frozenset(scope)
        self.near = self.scope | {-variable for variable in self.scope}

    @abstractmethod
    def following(self, facts: Sequence[int]) -> set[int] | None:
        """All facts in the scope that follow, the given ones too; None for a contradiction."""

    @abstractmethod
    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """Facts of these that imply a fact (0: a contradiction), none of them needless.

        Those that stand last are dropped first.
        """

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """Of :meth:`following` what unit propagation finds; None for any contradiction."""
        return self.following(facts)

    def at_once(self, fact: int) -> set[int]:
        """What unit propagation finds of one fact, and not without it."""
        return set()

    def way(self, fact: int, because: Sequence[int]) -> int:
        """0 where a fact follows at once, by unit propagation, else 1: the cases of the rule."""
        return 0


class Clauses(Oracle):
    """Rules by their clauses, whose variables get numbers of their own, the scope first.

    lazy: whether clauses are added by need; then :meth:`quickly` uses those that are there.
    """

    lazy = False

    def __init__(self, clauses: Iterable[Clause], scope: Iterable[int]) -> None:
        super().__init__(scope)
        self._name = sorted(self.scope)
        self._local: dict[int, int] = {}
        for variable in self._name:
            self._number(variable)
        local = [[self._number(literal) for literal in clause] for clause in clauses]
        literals = {literal for clause in local for literal in clause}
        self._alone = [clause[0] for clause in local if len(clause) == 1]
        # Where no literal stands beside its negation unit propagation finds all that follows.
        self._at_once = not any(-literal in literals for literal in literals)
        # So that models have all variables of the scope.
        local += [[len(self._name), -len(self._name)]] if self._name else []
        self._local_clauses = local
        self._solver = self._fresh(local)

    def _fresh(self, clauses: list[Clause]) -> Any:
        return import_module("pysat.solvers").Solver(name=_SOLVER, bootstrap_with=clauses)

    def _number(self, literal: int) -> int:
        found = self._local.get(literal)
        if found is None:
            number = len(self._local) // 2 + 1
            self._local[abs(literal)], self._local[-abs(literal)] = number, -number
            found = self._local[literal]
        return found

    def _add(self, clauses: Iterable[Clause]) -> None:
        for clause in clauses:
            self._local_clauses.append([self._number(literal) for literal in clause])
            self._solver.add_clause(self._local_clauses[-1])

    def _facts(self, literals: Iterable[int]) -> list[int]:
        """Literals of the scope, from its numbers to those of the puzzle."""
        name, last = self._name, len(self._name)
        return [
            name[literal - 1] if literal > 0 else -name[-literal - 1]
            for literal in literals
            if -last <= literal <= last
        ]

    def _model(self, facts: Sequence[int]) -> Sequence[int] | None:
        """A model by local numbers; None where there is none."""
        found = self._solver.solve(assumptions=facts)
        return self._solver.get_model() if found else None

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """See the contract."""
        given = [self._local[fact] for fact in facts]
        holds, unit = self._solver.propagate(given)
        if self._at_once:
            return {*facts, *self._facts([*unit, *self._alone])} if holds else None
        model = self._model(given) if holds else None
        if model is None:
            return None
        known = {*given, *unit}
        open_ = [x for x in model[: len(self._name)] if x not in known]
        while open_:
            self._solver.set_phases([-literal for literal in open_])
            literal = open_.pop()
            model = self._model([*given, -literal])
            if model is None:
                known.add(literal)
                given.append(literal)
            else:
                open_ = [other for other in open_ if model[abs(other) - 1] == other]
        return set(self._facts(known))

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """See the contract."""
        against = [-self._local[fact]] if fact else []
        left = self._core(against, [self._local[other] for other in facts])
        for dropped in reversed(left):
            if dropped in left:
                rest = [other for other in left if other != dropped]
                if self._model([*against, *rest]) is None:
                    left = self._core(against, rest)
        return self._facts(left)

    def quickly(self, facts: Sequence[int]) -> set[int] | None:
        """See the contract."""
        given = [self._local[fact] for fact in facts]
        if not (self._at_once or self.lazy) and self._model(given) is None:
            return None
        holds, unit = self._solver.propagate(given)
        return {*facts, *self._facts([*unit, *self._alone])} if holds else None

    def at_once(self, fact: int) -> set[int]:
        """See the contract."""
        _, before = self._solver.propagate([])
        holds, unit = self._solver.propagate([self._local[fact]])
        return set(self._facts(set(unit) - set(before))) if holds else set()

    def way(self, fact: int, because: Sequence[int]) -> int:
        """See the contract."""
        given = [self._local[x] for x in (*because, -fact)]
        with self._fresh(self._local_clauses) as unlearnt:  # by the rule alone
            return int(unlearnt.propagate(given)[0])

    def _core(self, against: Sequence[int], facts: Sequence[int]) -> list[int]:
        if self._model([*against, *facts]) is not None:
            raise RuntimeError("the fact does not follow")
        core = set(self._solver.get_core() or ())
        return [fact for fact in facts if fact in core]


class Arguments:
    """The arguments of a constraint on graphs as literals: by argument, a literal a value."""

    def __init__(self, encoded: Encoded, constraint: GraphConstraint) -> None:
        self.constraint = constraint
        self.choices: list[dict[int, int]] = []
        for argument in constraint.args:
            low, high = (
                argument.get_bounds() if hasattr(argument, "get_bounds") else (argument,) * 2
            )
            values = range(int(low), int(high) + 1)
            self.choices.append({v: encoded.literal_of(argument, v) for v in values})

    def clause(self, cut: Iterable[tuple[int, int, bool]]) -> Clause:
        """A cut as a clause."""
        found = [(self.choices[a].get(value, 0), holds) for a, value, holds in cut]
        return [literal if holds else -literal for literal, holds in found if literal]


class LazyClauses(Clauses):
    """A constraint on graphs by its cuts. clauses: that define its arguments."""

    lazy = True

    def __init__(
        self, clauses: Iterable[Clause], scope: Iterable[int], arguments: Arguments
    ) -> None:
        super().__init__(clauses, scope)
        self._at_once = False
        self._arguments = arguments
        self._choices = [
            [(value, self._number(literal)) for value, literal in choices.items()]
            for choices in arguments.choices
        ]
        if self._local:
            self._add([[self._last(), -self._last()]])

    def _last(self) -> int:
        return max(self._local)

    def _model(self, facts: Sequence[int]) -> Sequence[int] | None:
        while True:
            model = super()._model(facts)
            if model is None:
                return None
            true = set(model)
            values = [next(v for v, x in choices if x in true) for choices in self._choices]
            cuts = self._arguments.constraint.cuts(values)
            if not cuts:
                return model
            self._add(self._arguments.clause(cut) for cut in cuts)


class Connecting(Oracle):
    """Connected places. clauses: that define its arguments, where these are expressions."""

    def __init__(
        self, clauses: Sequence[Clause], scope: Iterable[int], arguments: Arguments
    ) -> None:
        constraint = arguments.constraint
        assert isinstance(constraint, Connected)
        super().__init__(scope)
        self._graph = constraint
        self._literals = [choices.get(1, 0) for choices in arguments.choices]
        self._fixed = [None if len(choices) > 1 else 1 in choices for choices in arguments.choices]
        direct = all(abs(literal) in self.scope for literal in self._literals)
        self._defined = None if direct else Clauses(clauses, self.scope | self._variables())

    def ends(self, facts: Iterable[int]) -> list[int]:
        """Which of some facts are that a place is true."""
        true = set(self._literals[: self._graph.nodes])
        return [fact for fact in facts if fact in true]

    def _variables(self) -> set[int]:
        return {abs(literal) for literal in self._literals if literal}

    def _status(self, facts: Iterable[int]) -> list[bool | None]:
        """Of each argument whether it is true, None where open."""
        known = set(facts)
        return [
            fixed if fixed is not None else True if x in known else False if -x in known else None
            for x, fixed in zip(self._literals, self._fixed, strict=True)
        ]

    def following(self, facts: Sequence[int]) -> set[int] | None:
        """See the contract."""
        known = set(facts) if self._defined is None else self._defined.following(facts)
        found = None if known is None else self._forced(self._status(known))
        if known is None or found is None:
            return None
        known |= {self._literals[a] if value else -self._literals[a] for a, value in found}
        if self._defined is not None:
            closed = self._defined.following(sorted(known))
            return None if closed is None else {x for x in closed if abs(x) in self.scope}
        return known

    def because(self, fact: int, facts: Sequence[int]) -> list[int]:
        """See the contract: a cut."""
        supposed = [*facts, -fact] if fact else list(facts)
        known = set(supposed)
        if self._defined is not None:
            closed = self._defined.following(supposed)
            if closed is None:
                return self._defined.because(fact, facts)
            known = closed
        reasons: dict[int, None] = {}
        for argument, value in self._cut(self._status(known)):
            literal = self._literals[argument] if value else -self._literals[argument]
            if self._defined is None or literal in supposed:
                reasons[literal] = None
            elif self._fixed[argument] is None:
                reasons |= dict.fromkeys(self._defined.because(literal, supposed))
        reasons.pop(-fact, None)
        return list(reasons) if self._defined is None else self._least(fact, list(reasons))

    def _least(self, fact: int, reasons: list[int]) -> list[int]:
        """Where one fact gives several arguments, some of the reasons may be needless."""
        against = [-fact] if fact else []
        for dropped in reversed(reasons):
            rest = [other for other in reasons if other != dropped]
            if self.following([*against, *rest]) is None:
                reasons = rest
        return reasons

    # -- the graph -------------------------------------------------------------------------------

    def _parts(self, status: Sequence[bool | None]) -> list[list[int]]:
        """The parts that places and links which are not false connect."""
        nodes = [node for node in range(self._graph.nodes) if status[node] is not False]
        links = status[self._graph.nodes :]
        usable = [link is not False for link in links] if self._graph.linked else None
        return components(nodes, self._graph.near, usable)

    def _forced(self, status: Sequence[bool | None]) -> list[tuple[int, bool]] | None:
        """Arguments whose value is forced; None where true places are separated."""
        parts = self._parts(status)
        true = [part for part in parts if any(status[node] for node in part)]
        if len(true) > 1:
            return None
        if not true:
            return []
        beyond = [node for part in parts if part is not true[0] for node in part]
        found = [(node, False) for node in beyond]
        start = next(node for node in true[0] if status[node])
        return found + [(a, True) for a in self._separators(start, status) if status[a] is None]

    def _separators(self, start: int, status: Sequence[bool | None]) -> list[int]:
        """Places and links without which a true place is cut off from ``start`` (Tarjan1972)."""
        near, nodes = self._graph.near, self._graph.nodes
        order, low, true = {start: 0}, {start: 0}, {start: 1}
        found: list[int] = []
        stack = [(start, -1, iter(near[start]))]
        while stack:
            node, by, ways = stack[-1]
            for other, edge in ways:
                if edge == by or status[other] is False:
                    continue
                if self._graph.linked and status[nodes + edge] is False:
                    continue
                if other in order:
                    low[node] = min(low[node], order[other])
                else:
                    order[other] = low[other] = len(order)
                    true[other] = int(bool(status[other]))
                    stack.append((other, edge, iter(near[other])))
                    break
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    true[above] += true[node]
                    low[above] = min(low[above], low[node])
                    if true[node] and low[node] >= order[above]:
                        found.append(above)
                    if true[node] and low[node] > order[above] and self._graph.linked:
                        found.append(nodes + by)
        return found

    def _cut(self, status: list[bool | None]) -> list[tuple[int, bool]]:
        """Arguments that separate true places, none needless: false ones, and two true places."""
        parts = [part for part in self._parts(status) if any(status[node] for node in part)]
        if len(parts) < 2:
            raise RuntimeError("the fact does not follow")
        inside, nodes = set(parts[0]), self._graph.nodes
        ends = [next(node for node in part if status[node]) for part in parts[:2]]
        around: dict[int, None] = {}
        for node in parts[0]:
            for other, edge in self._graph.near[node]:
                if other not in inside:
                    around[other if status[other] is False else nodes + edge] = None
        blocked: list[bool | None] = [None] * len(status)
        for argument, value in enumerate(self._fixed):
            blocked[argument] = value
        kept = set(around)
        for argument in around:
            trial = [False if a in kept and a != argument else v for a, v in enumerate(blocked)]
            if not any(ends[0] in part and ends[1] in part for part in self._parts(trial)):
                kept.discard(argument)
        return [(a, False) for a in around if a in kept] + [(end, True) for end in ends]


class Facts:
    """The facts of a puzzle: its literals by place, and oracles for its rules.

    bits: by place, the literal of each value; of a Boolean, "true". value: by variable, its place
    and value. rules: an oracle each, then of each integer "one of its values"; declared: the number
    of the former. about: by place, the rules about it. clock: making it raises OutOfTimeError.
    """

    def __init__(self, encoded: Encoded, clock: Clock = UNLIMITED) -> None:
        self.encoded = encoded
        self.bits = encoded.bits()
        self.value: dict[int, tuple[int, int]] = {}
        for place, variable in enumerate(encoded.model.answer):
            low = 1 if encoded.is_boolean(place) else int(variable.lb)
            self.value |= {x: (place, low + i) for i, x in enumerate(self.bits[place])}
        owner = 0
        self._owner = [0] * (encoded.watched + 1)
        for variable in range(1, encoded.watched + 1):
            owner = self.value[variable][0] if variable in self.value else owner
            self._owner[variable] = owner
        self._by_rule: dict[int, tuple[list[Clause], set[int]]] = {}
        self._domain: dict[int, list[Clause]] = {}
        self._defining: dict[int, list[Clause]] = {}
        for clause in encoded.cnf.clauses:
            last = max(map(abs, clause), default=0)
            if last <= encoded.watched:
                self._domain.setdefault(self._owner[last], []).append(clause)
            else:
                self._defining.setdefault(last, []).append(clause)
        self.rules: list[Oracle] = []
        for rule in range(len(encoded.rules)):
            clock.check()
            self.rules.append(self._of_rule(rule))
        self.declared = len(self.rules)
        for place in filter(self.is_integer, range(len(self.bits))):
            self.rules.append(Clauses(self._domain.get(place, []), self.bits[place]))
        self._places = [sorted({self.value[x][0] for x in rule.scope}) for rule in self.rules]
        self._number = {id(oracle): rule for rule, oracle in enumerate(self.rules)}
        self.about: list[list[int]] = [[] for _ in self.bits]
        for rule, places in enumerate(self._places):
            for place in places:
                self.about[place].append(rule)
        self._plain: dict[tuple[int, int], set[int]] = {}

    def is_integer(self, place: int) -> bool:
        """Whether the variable of a place is an integer."""
        return not self.encoded.is_boolean(place)

    def place(self, fact: int) -> int:
        """The place that a fact is about."""
        return self.value[abs(fact)][0]

    def places(self, oracle: Oracle) -> Sequence[int]:
        """The places that rules are about."""
        rule = self._number.get(id(oracle))
        if rule is None:
            return sorted({self.value[x][0] for x in oracle.scope})
        return self._places[rule]

    def rules_at(self, places: Iterable[int]) -> set[int]:
        """The rules about some of these places."""
        return {rule for place in places for rule in self.about[place]}

    def in_order(self, rules: Iterable[int]) -> list[int]:
        """Rules of few places first."""
        return sorted(rules, key=lambda rule: (len(self.rules[rule].scope), rule))

    def plain(self, rule: int, value: int) -> set[int]:
        """What a rule shows of other integers at once, by unit propagation of a value."""
        key = rule, value
        if key not in self._plain:
            found = self.rules[rule].at_once(value)
            place = self.place(value)
            self._plain[key] = {
                x
                for x in found
                if x < 0 and self.place(x) != place and self.is_integer(self.place(x))
            }
        return self._plain[key]

    def of_solution(self, solution: bytes) -> set[int]:
        """The facts that a solution has."""
        return {x if solution[place] == v else -x for x, (place, v) in self.value.items()}

    def solution(self, known: Container[int]) -> bytes:
        """The solution of all facts."""
        return bytes(next((self.value[x][1] for x in bits if x in known), 0) for bits in self.bits)

    def together(self, rules: Iterable[int]) -> Clauses:
        """The oracle of several rules without constraints on graphs."""
        chosen = [self._clauses_of(rule) for rule in rules]
        scope = {variable for _, variables in chosen for variable in variables}
        return Clauses([clause for clauses, _ in chosen for clause in clauses], scope)

    def _of_rule(self, rule: int) -> Oracle:
        constraint = self.encoded.model.rules[rule].constraint
        if not isinstance(constraint, GraphConstraint):
            return Clauses(*self._clauses_of(rule))
        arguments = Arguments(self.encoded, constraint)
        named = [[x] for choices in arguments.choices for x in choices.values()]
        clauses, scope = self._clauses(named)
        defining = clauses[len(named) :]
        kind = Connecting if isinstance(constraint, Connected) else LazyClauses
        return kind(defining, scope, arguments)

    def _clauses_of(self, rule: int) -> tuple[list[Clause], set[int]]:
        if rule not in self._by_rule:
            self._by_rule[rule] = self._clauses(self.encoded.rules[rule])
        return self._by_rule[rule]

    def _clauses(self, clauses: Sequence[Clause]) -> tuple[list[Clause], set[int]]:
        """Clauses with what defines their helpers and domains; the variables of the answer."""
        found, seen, places = list(clauses), set[int](), dict[int, None]()
        for clause in found:
            for variable in map(abs, clause):
                if variable in seen:
                    continue
                seen.add(variable)
                if variable > self.encoded.watched:
                    found += self._defining.get(variable, ())
                else:
                    places[self._owner[variable]] = None
        for place in places:
            found += self._domain.get(place, ())
        return found, {x for place in places for x in self.bits[place]}
