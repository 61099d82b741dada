"""Check propagators against plain predicates: every clause that they write, and all models.

``check_propagator`` enumerates the models of a propagator with random clauses. It checks the form
of each explanation and conflict (the first literal, and when the others became false), and that all
assignments that the constraint allows satisfy it. The constraint is a plain predicate.

Compiled kernels call no Python, so this is for tests marked ``pure``.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable

import numpy as np

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.state import State
from cpstudy.core.result import Stop

Clause = tuple[int, ...]
Model = tuple[bool, ...]


class Watched(Propagator):
    """A propagator whose clauses are checked against ``allowed``: bool[models, variables]."""

    def __init__(self, propagator: Propagator, allowed: np.ndarray, met: Counter[str]) -> None:
        self.heads = propagator.heads
        self._inner = propagator
        self._allowed = allowed
        self._met = met

    def propagate(self, s: State) -> int:
        size = s.trailed
        outcome = self._inner.propagate(s)
        for at in range(size, s.trailed):
            assert s.value[s.trail[at]] == 1, "a literal on the trail that is not true"
        self._met["implied"] += s.trailed - size
        if outcome >= 0:
            clause = self._checked(s, outcome)
            assert all(s.value[literal] < 0 for literal in clause), "a conflict that is none"
            self._met["conflicts"] += 1
        return outcome

    def explain(self, s: State, literal: int, datum: int, before: int) -> int:
        outcome = self._inner.explain(s, literal, datum, before)
        first, *others = self._checked(s, outcome)
        assert first == literal, "the literal that is explained comes first"
        for other in others:
            assert s.value[other] < 0, "a reason that is not false"
            assert s.position[other >> 1] < before, "a reason that is younger"
        self._met["explanations"] += 1
        return outcome

    def _checked(self, s: State, length: int) -> list[int]:
        clause = [s.explanation[k] for k in range(length)]
        variables = [literal >> 1 for literal in clause]
        assert len(set(variables)) == length, "a variable twice"
        columns = self._allowed[:, np.array(variables, int) - 1]
        signs = np.array([literal & 1 == 0 for literal in clause], bool)
        assert (columns == signs).any(axis=1).all(), f"{clause} excludes what is allowed"
        return clause


def numbers_of(s: State) -> dict[str, int]:
    """Return all integer fields of a search's state."""
    fields = {name: getattr(s, name) for name in dir(s) if not name.startswith("_")}
    return {name: value for name, value in fields.items() if isinstance(value, int)}


def all_models(engine: Engine, conflicts: int | None = None) -> list[Model]:
    """Return the models of an engine in its order.

    conflicts: a budget that is renewed each time it ends; the models stay the same.
    """
    found = []
    spent = 0
    while True:
        model = engine.run(conflicts=None if conflicts is None else spent)
        if model is Stop.ITERATIONS:
            spent += conflicts
            continue
        if model is Stop.DONE:
            return found
        found.append(tuple(model.tolist()))
        engine.add([[-x if true else x for x, true in enumerate(found[-1], 1)]])


def allows(clauses: list[Clause], model: Model) -> bool:
    return all(any(model[abs(x) - 1] is (x > 0) for x in clause) for clause in clauses)


def random_clauses(
    rng: random.Random, variables: int, number: int, longest: int = 3, shortest: int = 1
) -> list[Clause]:
    """Return random clauses, each of distinct variables."""
    return [
        tuple(
            rng.choice((1, -1)) * x
            for x in rng.sample(
                range(1, variables + 1), min(variables, rng.randint(shortest, longest))
            )
        )
        for _ in range(number)
    ]


def check_propagator(
    variables: int,
    propagator: Callable[[], Propagator],
    holds: Callable[[Model], bool],
    rng: random.Random,
    runs: int = 10,
    probe: bool = False,
) -> Counter[str]:
    """Check all models of the propagator with random clauses, and every clause that it writes.

    propagator: makes a new one. holds: the constraint. Returns the numbers of implied literals,
    explanations, conflicts and models, so that the caller can assert that there were some.
    """
    everything = itertools.product((False, True), repeat=variables)
    allowed = [model for model in everything if holds(model)]
    allowed_models = np.array(allowed, bool).reshape(-1, variables)
    met: Counter[str] = Counter()
    for run in range(runs):
        clauses = random_clauses(rng, variables, rng.randint(0, 2 * variables) if run else 0)
        engine = Engine(variables, Watched(propagator(), allowed_models, met))
        engine.add(clauses)
        if probe:
            engine.probe()
        models = all_models(engine)
        expected = [model for model in allowed if allows(clauses, model)]
        assert len(models) == len(set(models)), "a model twice"
        assert set(models) == set(expected), (clauses, len(models), len(expected))
        met["models"] += len(models)
    return met
