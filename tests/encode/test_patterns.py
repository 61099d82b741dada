"""Clauses of relations have the right models, are prime, and propagate completely."""

import random
from itertools import product

from cpstudy.encode.cnf import clauses_of, prime_implicates


def holds(clause, pattern):
    return any((pattern >> abs(x) - 1 & 1) == (x > 0) for x in clause)


def test_models_are_the_patterns_and_no_literal_is_needless():
    rng = random.Random(1)
    for _ in range(120):
        count = rng.randint(0, 4)
        patterns = tuple(sorted(rng.sample(range(1 << count), rng.randint(0, 1 << count))))
        clauses = prime_implicates(count, patterns)
        models = [p for p in range(1 << count) if all(holds(c, p) for c in clauses)]
        assert tuple(models) == patterns
        for clause in clauses:
            for literal in clause:
                shorter = [x for x in clause if x != literal]
                assert not all(holds(shorter, p) for p in patterns)


def test_unit_propagation_finds_every_consequence():
    rng = random.Random(2)
    for _ in range(60):
        count = rng.randint(1, 4)
        patterns = tuple(p for p in range(1 << count) if rng.random() < 0.5)
        clauses = prime_implicates(count, patterns)
        for known in product((None, 0, 1), repeat=count):
            left = [
                p for p in patterns if all(k in (None, p >> i & 1) for i, k in enumerate(known))
            ]
            true = {(i + 1) * (1 if k else -1) for i, k in enumerate(known) if k is not None}
            while True:
                open_clauses = [
                    [x for x in c if -x not in true] for c in clauses if true.isdisjoint(c)
                ]
                if any(not c for c in open_clauses):
                    assert not left
                    break
                units = {c[0] for c in open_clauses if len(c) == 1}
                if not units:
                    for i in range(count):
                        values = {p >> i & 1 for p in left}
                        assert len(values) == 2 or (i + 1) * (1 if values == {1} else -1) in true
                    break
                true |= units


def test_variables_are_those_given():
    assert clauses_of([7, 9], (0, 3)) == [[7, -9], [-7, 9]]
    assert clauses_of([5], ()) == [[]]
