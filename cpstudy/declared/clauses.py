"""The clauses of a model, and the cuts that constraints on graphs add to them.

The clauses of each rule are separate, so that a literal can enable it (:meth:`Encoded.guarded`);
so are the definitions of helpers, which restrict no answer. If a whole rule is a constraint of
encode/cpmpy_graph.py, it is not encoded: its cuts are added when a candidate violates them. Rules
that count Booleans stay counts until clauses are requested: solvers with cardinality constraints
take counts directly (MiniCard: Liffiton2012), which saves most of the clauses.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from cpstudy.cdcl.connected import ConnectedNodes
from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.collecting import uncollected
from cpstudy.declared.model import Model, model_of
from cpstudy.declared.puzzle import Declared
from cpstudy.encode.cnf import Cnf
from cpstudy.encode.cpmpy_clauses import Clause, ClauseWriter, Count, Integer
from cpstudy.encode.cpmpy_graph import Connected, GraphConstraint, Literal
from cpstudy.encode.sat import AtMost
from cpstudy.encode.sessions import Values

_KEPT = 16


def chosen(choices: Iterable[Mapping[int, int]], holds: Callable[[int], bool]) -> list[int]:
    """Return the value of each mapping (of values to literals) whose literal holds; else 0."""
    found = list[int]()
    for of in choices:
        for value, literal in of.items():
            if not literal or holds(literal):
                found.append(value)
                break
        else:
            found.append(0)
    return found


class Lazy:
    """A rule that is added by cuts. cuts: those found so far.

    choices: for each argument, its values with their literals; 0 for the only value. direct:
    whether all literals are among the first ``watched`` variables.
    """

    def __init__(self, constraint: GraphConstraint, writer: ClauseWriter, watched: int) -> None:
        self.constraint, self.cuts = constraint, list[Clause]()
        self.choices = [writer.choices(e) for e in constraint.args]
        self.direct = all(abs(x) <= watched for of in self.choices for x in of.values())

    def broken(self, values: list[int]) -> list[Clause]:
        """Return the clauses that values violate."""
        return [self.clause(cut) for cut in self.constraint.cuts(values)]

    def clause(self, cut: Iterable[Literal]) -> Clause:
        """Return a cut as a clause."""
        named = [(self.choices[a].get(value, 0), holds) for a, value, holds in cut]
        return [x if holds else -x for x, holds in named if x]

    def connecting(self) -> ConnectedNodes | None:
        """Return a propagator of connected places, if each has its own literal; else None."""
        graph, literals = self.constraint, [of.get(1, 0) for of in self.choices]
        open_ = [abs(x) for x in literals if x]
        never = any(1 not in of for of in self.choices)
        if not isinstance(graph, Connected) or never or len({*open_}) < len(open_):
            return None
        near = [[other for other, _ in of] for of in graph.near]
        if graph.linked:
            near = [[graph.nodes + edge for _, edge in of] for of in graph.near]
            near += map(list, graph.edges)
        return ConnectedNodes(literals, near, len(near) - graph.nodes)


class Encoded:
    """The clauses of a model, shared by all requests about its puzzle.

    The first ``watched`` variables are the answer: one for a Boolean, one for each value of an
    integer. choices: for each variable of the answer, its values with their literals (a Boolean: 1
    only); domains: its clauses. narrowing: clauses of what may be assumed; narrowed: whether there
    is known to be one answer. lazy: by number, the rules that are added by cuts.
    """

    @uncollected()
    def __init__(self, model: Model, clock: Clock = UNLIMITED) -> None:
        self.model, self._cnf = model, Cnf(clock=clock)
        self._writer = ClauseWriter(self._cnf)
        self.choices, self.domains = list[dict[int, int]](), list[list[Clause]]()
        for variable in model.answer:
            begin, found = len(self._cnf.clauses), self._writer.answer(variable)
            integer = isinstance(found, Integer)
            self.choices.append(dict(enumerate(found.equal, found.low)) if integer else {1: found})
            self.domains.append(self._cnf.clauses[begin:])
        self.watched = self._cnf.variables
        self._rules: list[list[Clause]] = []
        self._counts: dict[int, Count] = {}
        self.lazy: dict[int, Lazy] = {}
        for rule in model.stated:
            clock.check()
            self._add(rule.constraint, counted=len(self._rules) < len(model.rules))
        self.narrowing = [clause for of in self._rules[len(model.rules) :] for clause in of]
        self.narrowed = False
        self._cnf.clock = UNLIMITED

    @property
    def rules(self) -> list[list[Clause]]:
        """The clauses of each rule, then those of what may be assumed."""
        for number in self._counts:
            self._rules[number] = self._writer.rule(self.model.rules[number].constraint)
        self._counts = {}
        return self._rules

    @property
    def definitions(self) -> list[Clause]:
        """The clauses that define helpers, which restrict no answer."""
        return self._cnf.clauses if self.rules else []

    @property
    def cuts(self) -> list[tuple[int, Clause]]:
        """All cuts found so far, with their rules."""
        return [(rule, clause) for rule, lazy in self.lazy.items() for clause in lazy.cuts]

    def grow(self, constraint: Any, taken: int) -> tuple[int, list[Clause], int]:
        """Add a rule; return its number, the definitions of its helpers, and the last variable.

        taken: the last variable that is used elsewhere.
        """
        begin = len(self.definitions)
        self._cnf.variables = max(self._cnf.variables, taken)
        number = self._add(constraint, counted=False)
        return number, self._cnf.clauses[begin:], self._cnf.variables

    def _add(self, constraint: Any, *, counted: bool) -> int:
        number, clauses = len(self._rules), list[Clause]()
        if isinstance(constraint, GraphConstraint):
            self.lazy[number] = Lazy(constraint, self._writer, self.watched)
        elif counted and (count := self._writer.count(constraint)):
            self._counts[number] = count
        else:
            clauses = self._writer.rule(constraint)
        self._rules.append(clauses)
        return number

    def formula(self, *more: Clause, counted: bool = False) -> Cnf:
        """Return all clauses with the cuts found so far, and more.

        counted: whether to leave out the counts of :attr:`at_most`.
        """
        rules = (self._rules if counted else self.rules)[: len(self.model.rules)]
        some = (literals for literals, low, _ in self._counts.values() if low == 1)
        return self._cnf.grown(*chain(*rules), *some, *(clause for _, clause in self.cuts), *more)

    @property
    def at_most(self) -> list[AtMost]:
        """The rules that are still counts: literals, and how many of them may be true."""
        counts = self._counts.values()
        found: list[AtMost] = [(of, high) for of, _, high in counts if high < len(of)]
        return found + [([-x for x in of], len(of) - low) for of, low, _ in counts if low > 1]

    def guarded(self) -> tuple[Cnf, list[int]]:
        """Return clauses in which a literal enables each rule, and these literals."""
        rules, found = self.rules, self._cnf.grown()
        guards = list(found.block(len(rules)))
        for guard, clauses in zip(guards, rules, strict=True):
            found.clauses += [[-guard, *clause] for clause in clauses]
        return found, guards

    def beside(self, first: bytes, found: Iterable[bytes]) -> list[Clause]:
        """Return: an answer is new, and has the kept values of the first one.

        See :meth:`.Model.may_assume`.
        """
        kept = {variable.name for variable in self.model.kept}
        named = zip(self.model.answer, first, strict=True)
        clauses = [[self.literal_of(x, v)] for x, v in named if v and x.name in kept]
        pairs = (zip(self.model.answer, old, strict=True) for old in found)
        return clauses + [[-self.literal_of(x, v) for x, v in of] for of in pairs]

    def literal_of(self, expression: Any, value: int) -> int:
        """Return the literal "an expression of a rule has a value"."""
        return self._writer.equals(expression, value)

    def bits(self) -> list[list[int]]:
        """Return for each variable of the answer the literals of its values (a Boolean: "true")."""
        return [[*of.values()] for of in self.choices]

    def values(self, assignment: Values) -> bytes:
        """Return the answer of an assignment: bool[watched or more]."""
        true = [False, *assignment.tolist()]
        return bytes(chosen(self.choices, true.__getitem__))

    def lacking(
        self, assignment: Values, rules: Collection[int] | None = None
    ) -> list[tuple[int, Clause]]:
        """Return the cuts that an assignment violates, with their rules, and keep them.

        rules: examine only these; None: all.
        """
        found, known = list[tuple[int, Clause]](), assignment.tolist()
        for rule, lazy in self.lazy.items():
            if rules is None or rule in rules:
                if lazy.direct:
                    values = chosen(lazy.choices, lambda x: known[abs(x) - 1] is (x > 0))
                else:  # arguments that are not literals of the answer are evaluated
                    with self.model.assigned(self.values(assignment)):
                        values = lazy.constraint.values()
                cuts = lazy.broken(values)
                lazy.cuts += cuts
                found += [(rule, cut) for cut in cuts]
        return found


def encoded(puzzle: Declared, clock: Clock = UNLIMITED, owner: str = "") -> Encoded:
    """Return the clauses of a puzzle, from a cache. Raises OutOfTimeError, NotApplicable.

    owner: each has its own clauses and cuts, so that a comparison of solvers is fair.
    """
    return _kept(puzzle, clock, owner)


@lru_cache(_KEPT)
def _kept(puzzle: Declared, clock: Clock, owner: str) -> Encoded:
    return Encoded(Model(puzzle, clock) if owner else model_of(puzzle, clock), clock)
