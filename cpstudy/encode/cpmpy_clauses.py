"""Expressions of CPMpy as clauses, written directly.

CPMpy's own way to SAT goes through ten rewritings, and needs PBLib for weighted sums. Here an
expression is walked once. An integer has a literal for each value, exactly one of them true, and
where a comparison asks for them literals "at least v" (order encoding). A Boolean expression inside
another gets a literal that is equivalent to it (Tseitin1968).

*Sums*, of Booleans and integers with any weights, are ladders "the first i terms are at least t"
for the t that the bound needs (Sinz2005 for weights of one; for others the same as a decision
diagram of the sum): unit propagation finds every bound. Short sums of Booleans are written without
helpers. Global constraints and functions that are not known here are decomposed by CPMpy.

Size: n(v + n) binary clauses for n different integers of v values; a sum of n terms up to the bound
k at most n·k helpers with as many clauses for each value of a term.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np
from cpmpy.expressions.core import BoolVal, Comparison, Operator
from cpmpy.expressions.globalconstraints import GlobalConstraint
from cpmpy.expressions.globalfunctions import GlobalFunction, Multiplication
from cpmpy.expressions.variables import NegBoolView, _BoolVarImpl, _IntVarImpl

from cpstudy.core.errors import NotApplicable
from cpstudy.encode.cnf import Cnf

Clause = list[int]

# Sums of at most so many Booleans are written as the subsets that are too many or too few.
_SHORT = 6


@dataclass
class Integer:
    """The literals of an integer: ``equal[v - low]``, and ``at_least[v - low]`` once asked for."""

    low: int
    equal: list[int]
    at_least: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Ladder:
    """A term of a sum from 0 on: the values that it may have, and for each "at least" it."""

    values: tuple[int, ...]
    at_least: tuple[int, ...]


class ClauseWriter:
    """Writes clauses of expressions over the same variables. cnf: what it adds definitions to."""

    def __init__(self, cnf: Cnf) -> None:
        self._cnf = cnf
        self._out = cnf.clauses
        self._integers: dict[str, Integer] = {}
        self._booleans: dict[str, int] = {}
        self._same: dict[tuple[str, str], int] = {}
        # Literals of expressions that occur again, by identity; the expression is kept alive.
        self._named: dict[int, tuple[Any, int]] = {}
        self.true = 0

    # -- variables -------------------------------------------------------------------------------

    def answer(self, variable: Any) -> int | Integer:
        """The literals of a variable of the answer."""
        if isinstance(variable, _BoolVarImpl):
            return self._boolean(variable)
        return self._integer(variable)

    def _boolean(self, variable: Any) -> int:
        found = self._booleans.get(variable.name)
        if found is None:
            found = self._booleans[variable.name] = self._cnf.variable()
        return found

    def _integer(self, variable: Any) -> Integer:
        found = self._integers.get(variable.name)
        if found is None:
            low, high = int(variable.lb), int(variable.ub)
            found = Integer(low, list(self._cnf.block(high - low + 1)))
            self._integers[variable.name] = found
            self._cnf.exactly_one(found.equal)
        return found

    def constant(self, holds: Any) -> int:
        """A literal that is true, or one that is false."""
        if not self.true:
            self.true = self._cnf.variable()
            self._cnf.clauses.append([self.true])
        return self.true if holds else -self.true

    def equals(self, expression: Any, value: int) -> int:
        """That a Boolean or integer expression has a value."""
        if isinstance(expression, _IntVarImpl) and not isinstance(expression, _BoolVarImpl):
            integer = self._integer(expression)
            place = value - integer.low
            inside = 0 <= place < len(integer.equal)
            return integer.equal[place] if inside else self.constant(False)
        if _is_bool(expression):
            literal = self.literal(expression)
            return literal if value == 1 else -literal if value == 0 else self.constant(False)
        return self.literal(expression == value)

    def _at_least(self, integer: Integer) -> list[int]:
        """Literals "at least low + i", the first of them true."""
        if not integer.at_least:
            equal = integer.equal
            ladder = [self.constant(True), *self._cnf.block(max(0, len(equal) - 2))]
            ladder += equal[-1:] if len(equal) > 1 else []
            add = self._cnf.clauses.append
            for place in range(1, len(equal)):
                above = [ladder[place + 1]] if place + 1 < len(equal) else []
                if above:
                    add([-above[0], ladder[place]])
                    add([-equal[place], -above[0]])
                    add([-equal[place], ladder[place]])
                    add([-ladder[place], equal[place], *above])
            for place in range(len(equal) - 1):
                add([-equal[place], -ladder[place + 1]])
            if len(equal) > 1:
                add([equal[0], ladder[1]])
            integer.at_least = ladder
        return integer.at_least

    # -- rules -----------------------------------------------------------------------------------

    def rule(self, constraint: Any) -> list[Clause]:
        """The clauses of a constraint, apart from definitions."""
        outer, self._out = self._out, []
        self._post(constraint)
        found, self._out = self._out, outer
        return found

    def _post(self, e: Any) -> None:
        """Write that an expression holds."""
        name = getattr(e, "name", "")
        if isinstance(e, (list, tuple, np.ndarray)) or name == "and":
            for part in e if name != "and" else e.args:
                self._post(part)
        elif isinstance(e, Comparison):
            self._post_comparison(e)
        elif name == "alldifferent":
            self._post_different(e.args)
        elif name == "->" and not isinstance(e.args[1], _BoolVarImpl):
            self._post_under(-self.literal(e.args[0]), e.args[1])
        elif isinstance(e, GlobalConstraint):
            constraints, defining = e.decompose_positive()
            self._define(defining)
            self._post(constraints)
        else:
            self._add(self._disjunction(e))

    def _post_under(self, literal: int, e: Any) -> None:
        """Write that a literal or an expression holds."""
        outer, self._out = self._out, []
        self._post(e)
        inner, self._out = self._out, outer
        for clause in inner:
            self._add([literal, *clause])

    def _add(self, clause: Clause) -> None:
        if not self.true:
            self._out.append(clause)
        elif self.true not in clause:
            self._out.append([literal for literal in clause if literal != -self.true])

    def _define(self, defining: Iterable[Any]) -> None:
        outer, self._out = self._out, self._cnf.clauses
        self._post(list(defining))
        self._out = outer

    def _disjunction(self, e: Any) -> Clause:
        """Literals of which one holds exactly where the expression does."""
        name = getattr(e, "name", "")
        if isinstance(e, Operator) and name == "or":
            return [literal for part in e.args for literal in self._disjunction(part)]
        if isinstance(e, Operator) and name == "->":
            return [-self.literal(e.args[0]), *self._disjunction(e.args[1])]
        return [self.literal(e)]

    def _post_different(self, arguments: Sequence[Any]) -> None:
        integers = [a for a in arguments if isinstance(a, _IntVarImpl) and not _is_bool(a)]
        if len(integers) < len(arguments):
            self._post([one != other for one, other in combinations(arguments, 2)])
            return
        holders: dict[int, Clause] = {}
        for argument in integers:
            integer = self._integer(argument)
            for place, literal in enumerate(integer.equal):
                holders.setdefault(integer.low + place, []).append(literal)
        for literals in holders.values():
            self._at_most_one(literals)
        if len(holders) == len(integers):
            self._out += [list(literals) for literals in holders.values()]
        elif len(holders) < len(integers):
            self._out.append([])

    def _at_most_one(self, literals: Sequence[int]) -> None:
        start = len(self._cnf.clauses)
        self._cnf.at_most_one(literals)
        if self._out is not self._cnf.clauses:
            self._out += self._cnf.clauses[start:]
            del self._cnf.clauses[start:]

    def _post_comparison(self, e: Any) -> None:
        left, right = e.args
        if _is_bool(left) and _is_bool(right) and e.name in ("==", "!="):
            a, b = self.literal(left), self.literal(right) * (1 if e.name == "==" else -1)
            self._add([-a, b])
            self._add([a, -b])
            return
        if e.name in ("==", "!=") and _is_int(left):
            if _is_int(right):
                self._post_same(left, right, e.name == "==")
                return
            if isinstance(right, (int, np.integer)):
                self._add([self.equals(left, int(right)) * (1 if e.name == "==" else -1)])
                return
        ladders, bound = self._sum(left, right)
        low, high = _range(e.name, bound)
        if e.name == "!=":
            ge = self._ladder(ladders, (bound, bound + 1))
            self._add([-ge[0], ge[1]])
        elif all(len(ladder.values) == 2 and ladder.values[1] == 1 for ladder in ladders):
            self._post_count([ladder.at_least[1] for ladder in ladders], low, high)
        else:
            thresholds = [t for t in (low, None if high is None else high + 1) if t is not None]
            literals = dict(zip(thresholds, self._ladder(ladders, thresholds), strict=True))
            if low is not None:
                self._add([literals[low]])
            if high is not None:
                self._add([-literals[high + 1]])

    def _post_same(self, left: Any, right: Any, same: bool) -> None:
        if same:
            one, other = self._integer(left), self._integer(right)
            for value in _union(one, other):
                a, b = self.equals(left, value), self.equals(right, value)
                self._add([-a, b])
                self._add([a, -b])
        else:
            for a, b in self._shared(left, right):
                self._add([-a, -b])

    def _shared(self, left: Any, right: Any) -> list[tuple[int, int]]:
        """The literals of the values that two integers share."""
        one, other = self._integer(left), self._integer(right)
        low, high = max(one.low, other.low), min(_top(one), _top(other))
        return [(one.equal[v - one.low], other.equal[v - other.low]) for v in range(low, high + 1)]

    def _post_count(self, literals: list[int], low: int | None, high: int | None) -> None:
        """Between so many of the literals are true."""
        count = len(literals)
        low = 0 if low is None else max(0, low)
        high = count if high is None else min(count, high)
        if low > high:
            self._out.append([])
        elif high <= 1 and count > 1:
            if low == 1:
                self._add(list(literals))
            if high == 1:
                self._at_most_one(literals)
            else:
                self._out += [[-literal] for literal in literals]
        elif count <= _SHORT or (low in (0, 1) and high == count):
            for clause in _counted(literals, low, high):
                self._add(clause)
        else:
            ladders = [Ladder((0, 1), (0, literal)) for literal in literals]
            thresholds = (low, high + 1)
            at_least = self._ladder(ladders, thresholds)
            self._add([at_least[0]])
            self._add([-at_least[1]])

    # -- expressions inside others ---------------------------------------------------------------

    def literal(self, e: Any) -> int:
        """A literal that is equivalent to a Boolean expression."""
        if isinstance(e, NegBoolView):
            return -self._boolean(e._bv)
        if isinstance(e, _BoolVarImpl):
            return self._boolean(e)
        if isinstance(e, (int, np.integer, np.bool_, BoolVal)):
            return self.constant(bool(e.value() if isinstance(e, BoolVal) else e))
        if id(e) in self._named:
            return self._named[id(e)][1]
        found = self._literal(e)
        self._named[id(e)] = e, found
        return found

    def _literal(self, e: Any) -> int:
        if e.name == "not":
            return -self.literal(e.args[0])
        if e.name in ("and", "or", "->"):
            sign = -1 if e.name == "and" else 1
            parts = [sign * self.literal(part) for part in e.args]
            if e.name == "->":
                parts[0] = -parts[0]
            return sign * self._any(parts)
        if isinstance(e, Comparison):
            return self._compared(e)
        if isinstance(e, GlobalConstraint):
            constraints, defining = e.decompose()
            self._define(defining)
            return -self._any([-self.literal(part) for part in constraints])
        raise NotApplicable(f"no clauses for {e.name}")

    def _any(self, literals: Sequence[int]) -> int:
        """A literal that holds exactly where one of them does."""
        if self.true:
            if self.true in literals:
                return self.true
            literals = [literal for literal in literals if literal != -self.true]
        if not literals:
            return self.constant(False)
        if len(literals) == 1:
            return literals[0]
        found = self._cnf.variable()
        self._cnf.clauses += [[-literal, found] for literal in literals]
        self._cnf.clauses.append([-found, *literals])
        return found

    def _compared(self, e: Any) -> int:
        left, right = e.args
        if _is_bool(left) and _is_bool(right) and e.name in ("==", "!="):
            a, b = self.literal(left), self.literal(right)
            found = self._cnf.variable()
            self._cnf.clauses += [[-found, -a, b], [-found, a, -b], [found, a, b], [found, -a, -b]]
            return found if e.name == "==" else -found
        if e.name in ("==", "!=") and _is_int(left):
            sign = 1 if e.name == "==" else -1
            if _is_int(right):
                return sign * self._equal(left, right)
            if isinstance(right, (int, np.integer)):
                return sign * self.equals(left, int(right))
        ladders, bound = self._sum(left, right)
        low, high = _range("==" if e.name == "!=" else e.name, bound)
        literals = []
        if low is not None:
            literals.append(-self._ladder(ladders, (low,))[0])
        if high is not None:
            literals.append(self._ladder(ladders, (high + 1,))[0])
        return self._any(literals) * (1 if e.name == "!=" else -1)

    def _equal(self, left: Any, right: Any) -> int:
        """That two integers are equal."""
        key = left.name, right.name
        if key not in self._same:
            found = self._cnf.variable()
            self._same[key] = self._same[key[::-1]] = found
            add = self._cnf.clauses.append
            for value in _union(self._integer(left), self._integer(right)):
                a, b = self.equals(left, value), self.equals(right, value)
                add([-found, -a, b])
                add([-found, a, -b])
                add([found, -a, -b])
        return self._same[key]

    # -- sums ------------------------------------------------------------------------------------

    def _sum(self, left: Any, right: Any) -> tuple[list[Ladder], int]:
        """``left - right`` as terms from 0 on, and the bound that they are compared with."""
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
        """Add the terms of an expression; the constant part is returned."""
        if isinstance(e, (int, np.integer, bool, np.bool_)):
            return weight * int(e)
        name = e.name
        if _is_int(e):
            weights.setdefault(name, [e, 0])[1] += weight
        elif _is_bool(e):
            literal = self.literal(e)
            if abs(literal) == self.true:
                return weight * (literal > 0)
            if literal < 0:
                weights.setdefault(-literal, [-literal, 0])[1] -= weight
                return weight
            weights.setdefault(literal, [literal, 0])[1] += weight
        elif name == "sum":
            return sum(self._terms(part, weight, weights) for part in e.args)
        elif name == "wsum":
            return sum(
                self._terms(part, weight * int(w), weights) for w, part in zip(*e.args, strict=True)
            )
        elif name == "sub":
            return self._terms(e.args[0], weight, weights) + self._terms(
                e.args[1], -weight, weights
            )
        elif name == "-":
            return self._terms(e.args[0], -weight, weights)
        elif isinstance(e, Multiplication) and e.is_lhs_num:
            return self._terms(e.args[1], weight * int(e.args[0]), weights)
        elif isinstance(e, GlobalFunction):
            return self._terms(self._defined(e), weight, weights)
        else:
            raise NotApplicable(f"no clauses for {name}")
        return 0

    def _defined(self, e: Any) -> Any:
        """What CPMpy writes for a function, with its definitions added."""
        if id(e) not in self._named:
            value, defining = e.decompose()
            self._named[id(e)] = (e, value), 0
            self._define(defining)
        return self._named[id(e)][0][1]

    def _term(self, term: Any, weight: int) -> tuple[Ladder, int]:
        """A term from 0 on, and what is to be added to it."""
        if isinstance(term, int):
            literal = term if weight > 0 else -term
            return Ladder((0, abs(weight)), (0, literal)), min(0, weight)
        integer = self._integer(term)
        at_least = self._at_least(integer)
        values = tuple(abs(weight) * step for step in range(len(at_least)))
        if weight > 0:
            return Ladder(values, tuple(at_least)), weight * integer.low
        falling = (0, *(-literal for literal in reversed(at_least[1:])))
        return Ladder(values, falling), weight * _top(integer)

    def _ladder(self, ladders: Sequence[Ladder], thresholds: Sequence[int]) -> list[int]:
        """For each threshold a literal that is equivalent to the sum being at least so much."""
        reach = [0]
        for ladder in ladders:
            reach.append(reach[-1] + ladder.values[-1])
        needed = [set[int]() for _ in reach]
        needed[-1].update(thresholds)
        for place in range(len(ladders), 0, -1):
            values = ladders[place - 1].values
            needed[place - 1] = {
                t - v for t in needed[place] if 0 < t <= reach[place] for v in values
            }
        before: dict[int, int] = {}
        for place in range(len(reach)):
            self._cnf.clock.check()
            here: dict[int, int] = {}
            for t in sorted(needed[place]):
                if t <= 0:
                    here[t] = self.constant(True)
                elif t > reach[place]:
                    here[t] = self.constant(False)
                else:
                    here[t] = self._rung(ladders[place - 1], t, before)
            before = here
        return [before[t] for t in thresholds]

    def _rung(self, ladder: Ladder, t: int, before: dict[int, int]) -> int:
        """That the terms before and this one are at least ``t``."""
        true = self.constant(True)
        steps = []
        for place, value in enumerate(ladder.values):
            below = before[t - value]
            mine = ladder.at_least[place] if place else true
            if below != -true:
                steps.append((mine, below))
            if below == true:
                break
        if len(steps) == 1:
            (mine, below) = steps[0]
            if true in (mine, below):
                return below if mine == true else mine
        return self._steps(ladder, t, before, steps)

    def _steps(
        self, ladder: Ladder, t: int, before: dict[int, int], steps: Sequence[tuple[int, int]]
    ) -> int:
        true, found = self.true, self._cnf.variable()
        add = self._cnf.clauses.append
        for mine, below in steps:
            add([found, *(-x for x in (mine, below) if x != true)])
        for place, value in enumerate(ladder.values):
            below = before[t - value]
            last = place + 1 == len(ladder.values)
            higher = -true if last else ladder.at_least[place + 1]
            if below == true:
                break
            add([-found, *(x for x in (higher, below) if x != -true)])
        return found


def _counted(literals: Sequence[int], low: int, high: int) -> list[Clause]:
    """Between so many are true: of any high + 1 one is false, of any n - low + 1 one true."""
    few = combinations(literals, len(literals) - low + 1) if low else ()
    many = combinations(literals, high + 1) if high < len(literals) else ()
    return [list(c) for c in few] + [[-literal for literal in c] for c in many]


def _range(comparison: str, bound: int) -> tuple[int | None, int | None]:
    """The least and the largest value that a comparison allows."""
    return {
        "==": (bound, bound),
        "!=": (None, None),
        "<": (None, bound - 1),
        "<=": (None, bound),
        ">": (bound + 1, None),
        ">=": (bound, None),
    }[comparison]


def _top(integer: Integer) -> int:
    return integer.low + len(integer.equal) - 1


def _union(one: Integer, other: Integer) -> range:
    return range(min(one.low, other.low), max(_top(one), _top(other)) + 1)


def _is_int(e: Any) -> bool:
    return isinstance(e, _IntVarImpl) and not isinstance(e, _BoolVarImpl)


def _is_bool(e: Any) -> bool:
    if isinstance(e, (bool, np.bool_)):
        return True
    return hasattr(e, "is_bool") and bool(e.is_bool())
