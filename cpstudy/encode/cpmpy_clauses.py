"""Direct translation of CPMpy expressions to clauses.

CPMpy's own translation to SAT takes ten rewritings, and needs PBLib for weighted sums. Here an
expression becomes clauses that state the expression or its negation. A nested expression gets an
equivalent literal, defined by both sets of clauses (Tseitin1968). An integer has one literal for
each value, exactly one of which is true, and literals "at least v" (order encoding) if a sum needs
them.

*Sums* of Booleans and integers, with any weights, are ladders of literals "the first i terms are at
least t", for each t that the bound needs (Sinz2005 for weights of one; for others equivalent to a
decision diagram of the sum). Unit propagation finds every bound. Short sums of Booleans need no
helpers. CPMpy decomposes all other global constraints and functions.

Size: n(v + n) binary clauses for n different integers of v values; for a sum of n terms with the
bound k at most n·k helpers, with as many clauses for each value of a term.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from cpmpy.expressions.core import BoolVal, Comparison
from cpmpy.expressions.globalconstraints import GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction, Multiplication
from cpmpy.expressions.utils import get_bounds
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl

from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf

Clause = list[int]
# Literals, and the least and the largest number of them that may be true.
Count = tuple[list[int], int, int]

# Sums of at most this many Booleans are written as clauses that forbid subsets, without helpers.
_SHORT = 6
_NOT = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


class Integer(NamedTuple):
    """The literals of an integer: ``equal[v - low]``, and ``at_least[v - low]`` once needed."""

    low: int
    equal: list[int]
    at_least: list[int]

    def values(self) -> range:
        """Return the values in increasing order."""
        return range(self.low, self.low + len(self.equal))


class Ladder(NamedTuple):
    """A term of a sum, shifted to begin at 0: its values, and a literal "at least v" for each."""

    values: Sequence[int]
    at_least: Sequence[int]


class ClauseWriter:
    """Translates expressions over the same variables to clauses. cnf: receives definitions."""

    def __init__(self, cnf: Cnf) -> None:
        self._cnf = cnf
        self._variables: dict[str, int | Integer] = {}
        # By identity, or by the names that they compare. The expression is stored with its literal
        # or clauses, so that it stays alive.
        self._literals: dict[Any, tuple[int, Any]] = {}
        self._known: dict[Any, tuple[list[Clause], Any]] = {}
        self._functions: dict[int, tuple[Any, Any]] = {}
        self._choices: dict[int, tuple[dict[int, int], Any]] = {}
        self.true = 0

    # -- variables -------------------------------------------------------------------------------

    def answer(self, variable: Any) -> Any:
        """Return the literal of a Boolean, or the :class:`Integer` of an integer variable."""
        found = self._variables.get(variable.name)
        if found is None:
            if isinstance(variable, _BoolVarImpl):
                found = self._cnf.variable()
            else:
                low = int(variable.lb)
                found = Integer(low, list(self._cnf.block(int(variable.ub) - low + 1)), [])
                self._cnf.exactly_one(found.equal)
            self._variables[variable.name] = found
        return found

    def constant(self, holds: Any) -> int:
        """Return a literal that is always true, or always false."""
        if not self.true:
            self.true = self._cnf.variable()
            self._cnf.add(self.true)
        return self.true if holds else -self.true

    def equals(self, expression: Any, value: int) -> int:
        """Return the literal "the Boolean or integer expression equals ``value``"."""
        if _is_int(expression):
            integer: Integer = self.answer(expression)
            inside = 0 <= value - integer.low < len(integer.equal)
            return integer.equal[value - integer.low] if inside else self.constant(False)
        if isinstance(expression, _BoolVarImpl) or _is_bool(expression):
            literal = self.literal(expression)
            return literal if value == 1 else -literal if value == 0 else self.constant(False)
        return self.literal(expression == value)

    def choices(self, expression: Any) -> dict[int, int]:
        """Return the possible values of an expression with their literals; 0 for the only value."""
        if id(expression) not in self._choices:
            low, high = map(int, get_bounds(expression))
            found = {v: self.equals(expression, v) for v in range(low, high + 1)}
            possible = {v: x for v, x in found.items() if x != -self.true}
            named = {v: 0 if x == self.true else x for v, x in possible.items()}
            self._choices[id(expression)] = named, expression
        return self._choices[id(expression)][0]

    def _at_least(self, integer: Integer) -> list[int]:
        """Return the literals "at least low + i"; the first one is always true."""
        equal, ladder = integer.equal, integer.at_least
        if not ladder:
            ladder += [self.constant(True), *self._cnf.block(max(0, len(equal) - 2))]
            ladder += equal[-1:] if len(equal) > 1 else []
            for here, least, above in zip(equal, ladder, ladder[1:], strict=False):
                pairs = [[-here, -above], [-above, least], [-here, least], [-least, here, above]]
                self._cnf.clauses += self._plain(pairs)
        return ladder

    def _reaching(self, variable: Any, least: int) -> int:
        """Return the literal "the integer variable is at least ``least``"."""
        integer: Integer = self.answer(variable)
        if not integer.low < least < integer.low + len(integer.equal):
            return self.constant(least <= integer.low)
        return self._at_least(integer)[least - integer.low]

    # -- expressions -----------------------------------------------------------------------------

    def rule(self, constraint: Any) -> list[Clause]:
        """Return the clauses of a constraint, without definitions."""
        return self._plain(self._clauses(constraint, True))

    def count(self, constraint: Any) -> Count | None:
        """Return a constraint as a count, which some solvers take directly, or None."""
        if not isinstance(constraint, Comparison) or constraint.name == "!=":
            return None
        left, right = constraint.args
        if (literals := self._booleans(left, right)) is None:
            return None
        low, high = _range(constraint.name, int(right))
        low, high = max(0, low or 0), len(literals) if high is None else min(high, len(literals))
        return (literals, low, high) if low <= high else None

    def literal(self, e: Any) -> int:
        """Return a literal equivalent to a Boolean expression."""
        if isinstance(e, NegBoolView):
            return -self.literal(e._bv)
        if isinstance(e, _BoolVarImpl):
            found: int = self.answer(e)
            return found
        if isinstance(e, (int, np.integer, np.bool_, BoolVal)):
            return self.constant(bool(e.value() if isinstance(e, BoolVal) else e))
        key = _key(e)
        if key not in self._literals:
            self._literals[key] = self._defined(e), e
        return self._literals[key][0]

    def _defined(self, e: Any) -> int:
        clauses = self._plain(self._clauses(e, True))
        if len(clauses) == 1:
            return self._any(clauses[0])
        if all(len(clause) == 1 for clause in clauses):
            return -self._any([-literal for (literal,) in clauses])
        contrary = self._plain(self._clauses(e, False))
        if len(contrary) < 2:
            return -self._any(contrary[0]) if contrary else self.constant(False)
        found = self._cnf.variable()
        self._cnf.clauses += [[-found, *clause] for clause in clauses]
        self._cnf.clauses += [[found, *clause] for clause in contrary]
        return found

    def _any(self, literals: Sequence[int]) -> int:
        """Return a literal equivalent to the disjunction of ``literals``."""
        if len(literals) < 2:
            return literals[0] if literals else self.constant(False)
        found = self._cnf.variable()
        self._cnf.clauses += [[-literal, found] for literal in literals]
        self._cnf.clauses.append([-found, *literals])
        return found

    def _plain(self, clauses: Iterable[Clause]) -> list[Clause]:
        """Return the clauses without constants."""
        if not self.true:
            return list(clauses)
        left = (clause for clause in clauses if self.true not in clause)
        return [[x for x in clause if x != -self.true] for clause in left]

    def _define(self, defining: Iterable[Any]) -> None:
        self._cnf.clauses += self.rule(list(defining))

    def _clauses(self, e: Any, holds: bool) -> list[Clause]:
        """Return clauses equivalent to the expression, or to its negation if not ``holds``."""
        if isinstance(e, (list, tuple, np.ndarray)):
            return [clause for part in e for clause in self._clauses(part, True)]
        if isinstance(e, (_BoolVarImpl, int, np.integer, np.bool_, BoolVal)):
            return [[self.literal(e) * (1 if holds else -1)]]
        key = _key(e), holds
        if key not in self._known:
            self._known[key] = self._written(e, holds), e
        return self._known[key][0]

    def _written(self, e: Any, holds: bool) -> list[Clause]:
        name = e.name
        if name == "not":
            return self._clauses(e.args[0], not holds)
        if name in ("and", "or", "->"):
            parts = [(part, holds) for part in e.args]
            if name == "->":
                parts[0] = e.args[0], not holds
            if (name == "and") is holds:
                return [clause for part in parts for clause in self._clauses(*part)]
            return self._disjunction(parts)
        if isinstance(e, Comparison):
            return self._compared(name if holds else _NOT[name], *e.args)
        if name == "alldifferent":
            if holds and all(map(_is_int, e.args)):
                return self._different([self.answer(a) for a in e.args])
            return self._each([a != b for a, b in combinations(e.args, 2)], holds)
        if isinstance(e, GlobalConstraint):
            constraints, defining = e.decompose_positive() if holds else e.decompose()
            self._define(defining)
            return self._each(constraints, holds)
        raise NotApplicable(f"no clauses for {name}")

    def _each(self, parts: Sequence[Any], holds: bool) -> list[Clause]:
        """Return clauses: all expressions hold; if not ``holds``: one of them does not."""
        if holds:
            return self._clauses(parts, True)
        return self._disjunction([(part, False) for part in parts])

    def _disjunction(self, parts: Iterable[tuple[Any, bool]]) -> list[Clause]:
        """Return clauses of a disjunction of (expression, holds); clauses are distributed."""
        common: Clause = []
        wide: list[tuple[Any, bool]] = []
        for part, holds in parts:
            if isinstance(part, _BoolVarImpl):
                common.append(self.literal(part) * (1 if holds else -1))
            elif len(clauses := self._clauses(part, holds)) == 1:
                common += clauses[0]
            else:
                wide.append((part, holds))
        if len(wide) == 1:
            return [[*common, *clause] for clause in self._clauses(*wide[0])]
        return [[*common, *(self.literal(part) * (1 if holds else -1) for part, holds in wide)]]

    def _different(self, integers: Sequence[Integer]) -> list[Clause]:
        holders: dict[int, Clause] = {}
        for integer in integers:
            for value, literal in zip(integer.values(), integer.equal, strict=True):
                holders.setdefault(value, []).append(literal)
        found = [clause for of in holders.values() for clause in self._at_most_one(of)]
        if len(holders) == len(integers):
            found += holders.values()
        return found if len(holders) >= len(integers) else [[]]

    def _at_most_one(self, literals: Sequence[int]) -> list[Clause]:
        return self._taken(lambda: self._cnf.at_most_one(literals))

    def _taken(self, write: Callable[[], None]) -> list[Clause]:
        """Return the clauses that ``write`` adds to the formula, and remove them from it."""
        start = len(self._cnf.clauses)
        write()
        found = self._cnf.clauses[start:]
        del self._cnf.clauses[start:]
        return found

    def _compared(self, name: str, left: Any, right: Any) -> list[Clause]:
        if name in ("==", "!="):
            sign = 1 if name == "==" else -1
            if _is_bool(left) and _is_bool(right):
                a, b = self.literal(left), self.literal(right) * sign
                return [[-a, b], [a, -b]]
            if _is_int(left) and isinstance(right, (int, np.integer)):
                return [[self.equals(left, int(right)) * sign]]
            if _is_int(left) and _is_int(right):
                return self._same(left, right, name == "==")
        if _is_int(left) and isinstance(right, (int, np.integer)):
            least = int(right) + (name in (">", "<="))
            return [[self._reaching(left, least) * (1 if name in (">", ">=") else -1)]]
        if (literals := self._booleans(left, right)) is not None:
            return self._counted(name, literals, *_range(name, int(right)))
        ladders, bound = self._sum(left, right)
        low, high = _range(name, bound)
        if all(len(ladder.values) == 2 and ladder.values[1] == 1 for ladder in ladders):
            return self._counted(name, [ladder.at_least[1] for ladder in ladders], low, high)
        if name == "!=":
            least, more = self._ladder(ladders, (bound, bound + 1))
            return [[-least, more]]
        found = [] if low is None else [self._ladder(ladders, (low,))]
        return found + ([] if high is None else [[-self._ladder(ladders, (high + 1,))[0]]])

    def _booleans(self, left: Any, right: Any) -> list[int] | None:
        """Return the literals of a sum of distinct Booleans compared with a constant, or None."""
        if getattr(left, "name", "") != "sum" or not isinstance(right, (int, np.integer)):
            return None
        terms = [e for e in left.args if not (isinstance(e, int) and e == 0)]
        if not all(isinstance(e, _BoolVarImpl) for e in terms):
            return None
        literals = [self.literal(e) for e in terms]
        return literals if len({*map(abs, literals)}) == len(literals) else None

    def _same(self, left: Any, right: Any, same: bool) -> list[Clause]:
        one, other = self.answer(left).values(), self.answer(right).values()
        if not same:
            shared = range(max(one.start, other.start), min(one.stop, other.stop))
            return [[-self.equals(left, v), -self.equals(right, v)] for v in shared]
        found = []
        for value in range(min(one.start, other.start), max(one.stop, other.stop)):
            a, b = self.equals(left, value), self.equals(right, value)
            found += [[-a, b], [a, -b]]
        return found

    def _counted(
        self, name: str, literals: list[int], low: int | None, high: int | None
    ) -> list[Clause]:
        """Return clauses: ``low`` to ``high`` literals are true; for ``!=``: not ``high``."""
        count = len(literals)
        low, high = max(0, low or 0), count if high is None else min(count, high)
        if name == "!=" and count <= _SHORT:
            subsets = combinations(literals, high) if low == high else ()
            return [[-x if x in subset else x for x in literals] for subset in subsets]
        if low > high:
            return [[]] if name != "!=" else []
        if name != "!=" and high == 1 and count > 1:
            return [*([list(literals)] if low else []), *self._at_most_one(literals)]
        if name != "!=" and (count <= _SHORT or (low < 2 and high in (0, count))):
            few = combinations(literals, count - low + 1) if low else ()
            many = combinations(literals, high + 1) if high < count else ()
            return [list(c) for c in few] + [[-literal for literal in c] for c in many]
        if name != "!=" and low == high:
            return self._taken(lambda: self._cnf.exactly(literals, low))
        ladders = [Ladder((0, 1), (0, literal)) for literal in literals]
        least, more = self._ladder(ladders, (low, high + 1))
        return [[-least, more]] if name == "!=" else [[least], [-more]]

    # -- sums ------------------------------------------------------------------------------------

    def _sum(self, left: Any, right: Any) -> tuple[list[Ladder], int]:
        """Return ``left - right`` as terms that begin at 0, and the bound to compare with."""
        weights: dict[Any, list[Any]] = {}
        constant = self._terms(left, 1, weights) + self._terms(right, -1, weights)
        ladders = []
        for term, weight in weights.values():
            if weight:
                ladder, least = self._term(term, weight)
                constant += least
                ladders += [ladder] if len(ladder.values) > 1 else []
        return ladders, -constant

    def _terms(self, e: Any, weight: int, weights: dict[Any, list[Any]]) -> int:
        """Add the terms of an expression to ``weights``; return its constant part."""
        if isinstance(e, (int, np.integer, np.bool_)):
            return weight * int(e)
        name = e.name
        if _is_int(e):
            weights.setdefault(name, [e, 0])[1] += weight
        elif _is_bool(e):
            literal = self.literal(e)
            if abs(literal) == self.true:
                return weight * (literal > 0)
            term = weights.setdefault(abs(literal), [abs(literal), 0])
            term[1] += weight if literal > 0 else -weight
            return 0 if literal > 0 else weight
        elif name == "sum":
            return sum(self._terms(part, weight, weights) for part in e.args)
        elif name == "wsum":
            parts = zip(*e.args, strict=True)
            return sum(self._terms(part, weight * int(w), weights) for w, part in parts)
        elif name == "sub":
            one, other = e.args
            return self._terms(one, weight, weights) + self._terms(other, -weight, weights)
        elif name == "-":
            return self._terms(e.args[0], -weight, weights)
        elif isinstance(e, Multiplication) and e.is_lhs_num:
            return self._terms(e.args[1], weight * int(e.args[0]), weights)
        elif isinstance(e, GlobalFunction):  # use CPMpy's decomposition
            if id(e) not in self._functions:
                value, defining = e.decompose()
                self._functions[id(e)] = value, e
                self._define(defining)
            return self._terms(self._functions[id(e)][0], weight, weights)
        else:
            raise NotApplicable(f"no clauses for {name}")
        return 0

    def _term(self, term: Any, weight: int) -> tuple[Ladder, int]:
        """Return a weighted term, shifted to begin at 0, and the shift."""
        if isinstance(term, int):
            return Ladder((0, abs(weight)), (0, term if weight > 0 else -term)), min(0, weight)
        integer = self.answer(term)
        at_least = self._at_least(integer)
        values = range(0, abs(weight) * len(at_least), abs(weight))
        if weight > 0:
            return Ladder(values, at_least), weight * integer.low
        falling = [0, *(-literal for literal in reversed(at_least[1:]))]
        return Ladder(values, falling), weight * integer.values()[-1]

    def _ladder(self, ladders: Sequence[Ladder], thresholds: Sequence[int]) -> list[int]:
        """Return for each threshold a literal equivalent to "the sum is at least that"."""
        needed = [set(thresholds)]
        reach = [sum(ladder.values[-1] for ladder in ladders)]
        for ladder in reversed(ladders):
            inner = [t for t in needed[-1] if 0 < t <= reach[-1]]
            needed.append({t - v for t in inner for v in ladder.values})
            reach.append(reach[-1] - ladder.values[-1])
        before: dict[int, int] = {}
        terms = (Ladder((), ()), *ladders)
        for term, wanted, most in zip(terms, reversed(needed), reversed(reach), strict=True):
            self._cnf.clock.check()
            inside = {t for t in wanted if 0 < t <= most}
            known = {t: self.constant(t <= 0) for t in wanted - inside}
            before = known | {t: self._rung(term, t, before) for t in sorted(inside)}
        return [before[t] for t in thresholds]

    def _rung(self, ladder: Ladder, t: int, before: dict[int, int]) -> int:
        """Return the literal "the terms before and this one sum to at least ``t``"."""
        true = self.constant(True)
        mine = [true, *ladder.at_least[1:], -true]
        below = [before[t - value] for value in ladder.values]
        last = below.index(true) if true in below else len(below)
        steps = [pair for pair in zip(mine, below[: last + 1], strict=False) if pair[1] != -true]
        if len(steps) == 1 and true in steps[0]:
            return steps[0][0] if steps[0][1] == true else steps[0][1]
        found, add = self._cnf.variable(), self._cnf.clauses.append
        for step in steps:
            add([found, *(-x for x in step if x != true)])
        for higher, under in zip(mine[1:], below[:last], strict=False):
            add([-found, *(x for x in (higher, under) if x != -true)])
        return found


def _range(comparison: str, bound: int) -> tuple[int | None, int | None]:
    """Return the least and the largest value that a comparison allows (``!=``: forbids)."""
    low = bound + (comparison == ">") if comparison in ("==", "!=", ">", ">=") else None
    high = bound - (comparison == "<") if comparison in ("==", "!=", "<", "<=") else None
    return low, high


def _key(e: Any) -> Any:
    """Return a key of an expression: for ``x == y`` the two names, else its identity."""
    if isinstance(e, Comparison) and e.name == "==" and all(map(_is_int, e.args)):
        return frozenset(argument.name for argument in e.args)
    return id(e)


def _is_int(e: Any) -> bool:
    return isinstance(e, _IntVarImpl) and not isinstance(e, _BoolVarImpl)


def _is_bool(e: Any) -> bool:
    return isinstance(e, (bool, np.bool_)) or (hasattr(e, "is_bool") and bool(e.is_bool()))
