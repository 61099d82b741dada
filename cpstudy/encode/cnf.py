"""CNF: formulas as lists of clauses, and encodings of common constraints.

A literal is a nonzero integer: a variable (from 1) or its negation, as in DIMACS. A clause is a
list of literals; the empty clause is false. The solvers are in encode/sat.py.

Each encoding is a method that states its size and its source; those of spanning trees are in
sat_trees.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock

# An array of literals.
Literals = npt.NDArray[np.int64]

# Up to this many literals, the pairwise "at most one" needs no helpers and no more clauses.
_PAIRWISE = 6

# Clauses added between two checks of the clock: some hundredths of a second.
_CHUNK = 1 << 16


@dataclass
class Cnf:
    """A growing formula. Callers may read ``clauses`` at any time, and append to it.

    variables: their number; they are numbered from 1. names: the meaning of named variables.
    comments: lines about the formula. DIMACS files contain names and comments. clock: methods that
    add thousands of clauses raise OutOfTimeError at its time limit.
    """

    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    clock: Clock = field(default=UNLIMITED, repr=False)

    def grown(self, *clauses: list[int], comments: Iterable[str] = ()) -> Cnf:
        """Return a copy with more clauses and comments; later changes do not affect this one."""
        more = [*self.clauses, *clauses], self.names, [*comments, *self.comments]
        return Cnf(self.variables, *more, self.clock)

    def variable(self, name: str = "") -> int:
        """Return a new variable."""
        self.variables += 1
        if name:
            self.names[self.variables] = name
        return self.variables

    def block(self, count: int) -> range:
        """Return ``count`` new, consecutive variables."""
        first = self.variables + 1
        self.variables += count
        return range(first, self.variables + 1)

    def add(self, *literals: int) -> None:
        """Add one clause."""
        self.clauses.append(list(literals))

    def add_rows(self, *columns: Literals) -> None:
        """Add one clause for each index of the arrays: the literals at that index."""
        rows = np.stack(columns, axis=1)
        for start in range(0, len(rows), _CHUNK):
            self.clock.check()
            self.clauses += rows[start : start + _CHUNK].tolist()

    def at_most_one(self, literals: Iterable[int]) -> None:
        """Require that at most one of k literals is true.

        Pairwise up to six literals; above, a sequential counter (Sinz2005): k helpers "one of the
        literals so far is true", 3k - 2 clauses. In both, unit propagation finds every consequence.
        """
        choices = list(literals)
        if len(choices) <= _PAIRWISE:
            self.clauses += [[-a, -b] for i, a in enumerate(choices) for b in choices[:i]]
            return
        add, before = self.clauses.append, 0
        for literal, upto in zip(choices, self.block(len(choices)), strict=True):
            add([-literal, upto])
            if before:
                add([-before, upto])
                add([-before, -literal])
            before = upto

    def exactly_one(self, literals: Iterable[int]) -> None:
        """Require that exactly one literal is true; without literals, the formula is false."""
        choices = list(literals)
        self.clauses.append(choices)
        self.at_most_one(choices)

    def exactly(self, literals: Sequence[int], number: int) -> None:
        """Require that exactly ``number`` of the k literals are true.

        A sequential counter (Sinz2005) "at least j of the first i are true", without the counts
        that are certain or from which ``number`` cannot be reached: about (k - number) * number
        helpers and four times as many clauses. Unit propagation finds every consequence. An
        impossible number makes the formula false. Raises OutOfTimeError at the time limit.
        """
        if not 0 <= number <= len(literals):
            self.add()
            return
        true, add = self.variable(), self.clauses.append
        add([true])
        # at_least[j]: at least j of the literals so far, for j = 0 … number.
        at_least = [true, *[-true] * number]
        for place, literal in enumerate(literals):
            if not place & 63:
                self.clock.check()
            left = len(literals) - place - 1
            following = [true]
            for j in range(1, number + 1):
                fewer, enough = at_least[j - 1], at_least[j]
                if j > place + 1:
                    following.append(-true)
                elif j + left <= number:  # with fewer, the rest would not suffice
                    following.append(true)
                    add([enough, literal])
                    add([enough, fewer])
                else:
                    here = self.variable()
                    following.append(here)
                    add([-enough, here])
                    add([-fewer, -literal, here])
                    add([enough, literal, -here])
                    add([fewer, -here])
            add([-at_least[number], -literal])
            at_least = following

    def parity(self, a: Literals, b: Literals) -> Literals:
        """Return new variables equal to ``a`` xor ``b``, elementwise; four clauses each."""
        parity = np.array(self.block(len(a)), np.int64)
        self.add_rows(-parity, a, b)
        self.add_rows(-parity, -a, -b)
        self.add_rows(parity, -a, b)
        self.add_rows(parity, a, -b)
        return parity

    def equal_where(self, condition: Literals, left: Literals, right: Literals) -> None:
        """Require that rows of bits are equal if their condition holds; two clauses a bit.

        condition: int64[n]; left, right: int64[n, bits].
        """
        where = np.broadcast_to(-condition[:, None], left.shape).ravel()
        self.add_rows(where, -left.ravel(), right.ravel())
        self.add_rows(where, left.ravel(), -right.ravel())

    def dimacs(self) -> str:
        """Return the formula in DIMACS: comments, names, ``p cnf``, one clause a line."""
        return "".join(self.dimacs_pieces())

    def dimacs_pieces(self) -> Iterator[str]:
        """Yield the DIMACS text in pieces of many clauses."""
        lines = [f"c {comment}" for comment in self.comments]
        lines += [f"c {variable} = {name}" for variable, name in sorted(self.names.items())]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        yield "\n".join(lines) + "\n"
        for start in range(0, len(self.clauses), _CHUNK):
            chunk = self.clauses[start : start + _CHUNK]
            yield "\n".join([" ".join(map(str, (*clause, 0))) for clause in chunk]) + "\n"


@lru_cache
def prime_implicates(count: int, patterns: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return all prime implicates of a relation on the variables 1 … ``count``, shortest first.

    A prime implicate is a clause that follows from the relation, while no proper part of it does.
    With all of them, unit propagation finds every consequence of the relation. patterns: the
    allowed assignments, bit i for variable i + 1; without any, the result is the empty clause.
    Size: up to a few dozen clauses for four variables. Cost: 3^n candidate clauses for n variables,
    once a relation.
    """
    primes: list[tuple[int, ...]] = []
    for length in range(count + 1):
        for chosen in combinations(range(1, count + 1), length):
            for signs in product((1, -1), repeat=length):
                clause = tuple(s * variable for s, variable in zip(signs, chosen, strict=True))
                if any(set(prime) <= set(clause) for prime in primes):
                    continue
                if all(_satisfies(clause, pattern) for pattern in patterns):
                    primes.append(clause)
    return tuple(primes)


def _satisfies(clause: tuple[int, ...], pattern: int) -> bool:
    return any((pattern >> abs(literal) - 1 & 1) == (literal > 0) for literal in clause)


def clauses_of(variables: Sequence[int], patterns: tuple[int, ...]) -> list[list[int]]:
    """Return the prime implicates of a relation over the given variables."""
    return [
        [variables[literal - 1] if literal > 0 else -variables[-literal - 1] for literal in clause]
        for clause in prime_implicates(len(variables), patterns)
    ]
