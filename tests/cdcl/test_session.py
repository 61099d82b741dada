"""``enumerate_models`` with the engine: each solution once, limits, budgets, lazy clauses."""

import itertools
import random
from collections import Counter

import pytest

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.session import CdclSession
from cpstudy.core.clock import Clock
from cpstudy.core.result import Stop
from cpstudy.encode.sessions import enumerate_models
from tests.cdcl.harness import allows, random_clauses


def session_of(variables, clauses, watched, **more):
    engine = Engine(variables)
    engine.add(clauses)
    return CdclSession(engine, watched, **more)


def test_solutions_are_the_values_of_what_is_watched():
    rng = random.Random(1)
    met = Counter()
    for _ in range(100):
        variables = rng.randint(2, 7)
        watched = rng.randint(1, variables)
        clauses = random_clauses(rng, variables, rng.randint(1, 3 * variables))
        everything = itertools.product((False, True), repeat=variables)
        expected = {model[:watched] for model in everything if allows(clauses, model)}
        outcome = enumerate_models(session_of(variables, clauses, watched), None)
        found = [tuple(solution.tolist()) for solution in outcome.solutions]
        assert len(found) == len(expected)
        assert set(found) == expected
        assert outcome.stop is Stop.DONE
        assert set(outcome.counters) == {"conflicts", "decisions", "propagations"}
        some = enumerate_models(session_of(variables, clauses, watched), 2)
        assert len(some.solutions) == min(2, len(expected))
        met[min(2, len(expected))] += 1
    assert min(met.values()) > 10 and len(met) == 3, met


@pytest.mark.parametrize("same_size", [False, True])
def test_two_of_four(same_size):
    """Clauses are added when a candidate violates them; in all models exactly two are true."""
    fours = list(itertools.combinations((1, 2, 3, 4), 3))
    at_most = [[-a, -b, -c] for a, b, c in fours]

    def lacking(values):
        return [] if values.sum() >= 2 else [list(three) for three in fours]

    outcome = enumerate_models(
        session_of(4, at_most, 4, same_size=same_size), None, lacking=lacking, clock=Clock(60)
    )
    assert sorted(s.tolist() for s in outcome.solutions) == sorted(
        [x in pair for x in range(4)] for pair in itertools.combinations(range(4), 2)
    )
    assert outcome.counters["cuts"] == 4


def test_what_runs_out_is_reported():
    assert enumerate_models(session_of(2, [], 2), None, clock=Clock(0)).stop is Stop.TIME
    assert enumerate_models(session_of(2, [], 2), None, iterations=0).stop is Stop.ITERATIONS
