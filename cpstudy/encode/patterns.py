"""Relations on a few Booleans, told by the patterns that they allow, as clauses.

The clauses are all prime implicates, the shortest clauses that follow and of which none contains
another: with all of them unit propagation finds every consequence of the relation. Size: up to a
few dozen clauses for four variables. Cost: 3^n clauses tried for n variables, once a relation.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product

Clause = tuple[int, ...]


@lru_cache
def prime_implicates(count: int, patterns: tuple[int, ...]) -> tuple[Clause, ...]:
    """The clauses over the variables 1 … ``count``, literals as +x and -x; shorter ones first.

    patterns: those allowed, bit i for variable i + 1. The empty clause where there is none.
    """
    primes: list[Clause] = []
    for length in range(count + 1):
        for chosen in combinations(range(1, count + 1), length):
            for signs in product((1, -1), repeat=length):
                clause = tuple(s * variable for s, variable in zip(signs, chosen, strict=True))
                if any(set(prime) <= set(clause) for prime in primes):
                    continue
                if all(_holds(clause, pattern) for pattern in patterns):
                    primes.append(clause)
    return tuple(primes)


def _holds(clause: Clause, pattern: int) -> bool:
    return any((pattern >> abs(literal) - 1 & 1) == (literal > 0) for literal in clause)


def clauses_of(variables: Sequence[int], patterns: tuple[int, ...]) -> list[list[int]]:
    """The same over given variables."""
    return [
        [variables[literal - 1] if literal > 0 else -variables[-literal - 1] for literal in clause]
        for clause in prime_implicates(len(variables), patterns)
    ]
