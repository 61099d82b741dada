"""CNF: formulas as lists of clauses, and the constraints that puzzles share in them.

A literal is a whole number other than 0: a variable (from 1) or its negation, as in DIMACS. A
clause is a list of literals; the empty clause is false. Nothing here solves: encode/sat.py does.

Encodings that any formula may need are methods that state their size and, where it is not ours,
their source; those of spanning trees are in sat_trees.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, product

import numpy as np
import numpy.typing as npt

from cpstudy.core.clock import UNLIMITED, Clock

# Literals in an array.
Literals = npt.NDArray[np.int64]

# Up to so many literals "at most one" is written pair by pair: no helpers, and no more clauses.
_PAIRWISE = 6

# Clauses that are added at once: some hundredths of a second.
_CHUNK = 1 << 16


@dataclass
class Cnf:
    """A formula that grows. ``clauses`` may be read at any time, and appended to.

    variables: how many there are, numbered from 1. names: what a variable means, for those that
    were given a name; comments: lines about the whole. Both are written to DIMACS files. clock:
    methods that add clauses by the thousand raise OutOfTimeError when it is over.
    """

    variables: int = 0
    clauses: list[list[int]] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    comments: list[str] = field(default_factory=list)
    clock: Clock = field(default=UNLIMITED, repr=False)

    def grown(self, *clauses: list[int], comments: Iterable[str] = ()) -> Cnf:
        """The same with more clauses and comments; what it grows by later is its own."""
        more = [*self.clauses, *clauses], self.names, [*comments, *self.comments]
        return Cnf(self.variables, *more, self.clock)

    def variable(self, name: str = "") -> int:
        """A new variable."""
        self.variables += 1
        if name:
            self.names[self.variables] = name
        return self.variables

    def block(self, count: int) -> range:
        """``count`` new variables in a row."""
        first = self.variables + 1
        self.variables += count
        return range(first, self.variables + 1)

    def add(self, *literals: int) -> None:
        """One clause."""
        self.clauses.append(list(literals))

    def add_rows(self, *columns: Literals) -> None:
        """A clause for each place of the arrays, with the literals that stand there."""
        rows = np.stack(columns, axis=1)
        for start in range(0, len(rows), _CHUNK):
            self.clock.check()
            self.clauses += rows[start : start + _CHUNK].tolist()

    def at_most_one(self, literals: Iterable[int]) -> None:
        """At most one of k literals.

        Pair by pair up to six literals; above, by a sequential counter (Sinz2005): k helpers "one
        up to here is true", 3k - 2 clauses. Both let unit propagation find every consequence.
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
        """Exactly one of the literals; none at all makes the formula unsatisfiable."""
        choices = list(literals)
        self.clauses.append(choices)
        self.at_most_one(choices)

    def exactly(self, literals: Sequence[int], number: int) -> None:
        """Exactly ``number`` of ``literals``; an impossible number makes the formula unsatisfiable.

        A sequential counter (Sinz2005) "at least j of the first i", kept where it is neither
        certain nor impossible to end with ``number``: about (k - number) * number helpers and four
        times as many clauses for k literals. Unit propagation finds every consequence. Raises
        OutOfTimeError by the clock.
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
                elif j + left <= number:  # with fewer, those that are left would not do
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
        """New variables, true where just one of ``a`` and ``b`` is; four clauses each."""
        parity = np.array(self.block(len(a)), np.int64)
        self.add_rows(-parity, a, b)
        self.add_rows(-parity, -a, -b)
        self.add_rows(parity, -a, b)
        self.add_rows(parity, a, -b)
        return parity

    def equal_where(self, condition: Literals, left: Literals, right: Literals) -> None:
        """Rows of bits are equal where their condition holds: two clauses a bit.

        condition: int64[n]; left, right: int64[n, bits].
        """
        where = np.broadcast_to(-condition[:, None], left.shape).ravel()
        self.add_rows(where, -left.ravel(), right.ravel())
        self.add_rows(where, left.ravel(), -right.ravel())

    def dimacs(self) -> str:
        """The formula in the DIMACS format: comments, names, ``p cnf``, a clause a line."""
        return "".join(self.dimacs_pieces())

    def dimacs_pieces(self) -> Iterator[str]:
        """The same in pieces of so many clauses."""
        lines = [f"c {comment}" for comment in self.comments]
        lines += [f"c {variable} = {name}" for variable, name in sorted(self.names.items())]
        lines.append(f"p cnf {self.variables} {len(self.clauses)}")
        yield "\n".join(lines) + "\n"
        for start in range(0, len(self.clauses), _CHUNK):
            chunk = self.clauses[start : start + _CHUNK]
            yield "\n".join([" ".join(map(str, (*clause, 0))) for clause in chunk]) + "\n"


@lru_cache
def prime_implicates(count: int, patterns: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """A relation on the variables 1 … ``count`` as all its prime implicates, shorter ones first.

    These are the shortest clauses that follow, of which none contains another: with all of them
    unit propagation finds every consequence of the relation. patterns: those allowed, bit i for
    variable i + 1; the empty clause where there is none. Size: up to a few dozen clauses for four
    variables. Cost: 3^n clauses tried for n variables, once a relation.
    """
    primes: list[tuple[int, ...]] = []
    for length in range(count + 1):
        for chosen in combinations(range(1, count + 1), length):
            for signs in product((1, -1), repeat=length):
                clause = tuple(s * variable for s, variable in zip(signs, chosen, strict=True))
                if any(set(prime) <= set(clause) for prime in primes):
                    continue
                if all(_holds(clause, pattern) for pattern in patterns):
                    primes.append(clause)
    return tuple(primes)


def _holds(clause: tuple[int, ...], pattern: int) -> bool:
    return any((pattern >> abs(literal) - 1 & 1) == (literal > 0) for literal in clause)


def clauses_of(variables: Sequence[int], patterns: tuple[int, ...]) -> list[list[int]]:
    """The prime implicates of a relation over given variables."""
    return [
        [variables[literal - 1] if literal > 0 else -variables[-literal - 1] for literal in clause]
        for clause in prime_implicates(len(variables), patterns)
    ]
