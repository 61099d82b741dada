"""Probing at the frontier: the literals that it fixes, its order, and its resumption."""

import random

import numpy as np

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.frontier import Frontier
from cpstudy.core.native import array
from cpstudy.core.result import Stop
from tests.cdcl.harness import numbers_of, random_clauses


def grid(side):
    """Return the neighbours of each variable of a square; variables are numbered row by row."""
    numbers = np.zeros((side + 2, side + 2), np.int64)
    numbers[1:-1, 1:-1] = 1 + np.arange(side * side).reshape(side, side)
    sides = (numbers[:-2, 1:-1], numbers[1:-1, :-2], numbers[1:-1, 2:], numbers[2:, 1:-1])
    return np.vstack([np.zeros((1, 4), np.int64), np.stack([s.ravel() for s in sides], axis=1)])


def row(length):
    """Return the neighbours and clauses of a row of variables.

    Each variable is fixed only by probing it after the one before it is known. Auxiliary variables
    of the clauses are numbered after the row.
    """
    beside = [(0, 0)] + [(x - 1, x + 1 if x < length else 0) for x in range(1, length + 1)]
    clauses = [(-x, x + 1, sign * (length + x)) for x in range(1, length) for sign in (1, -1)]
    return np.array(beside), clauses


def engine_with(variables, clauses):
    engine = Engine(variables)
    engine.add(clauses)
    return engine


def test_it_goes_from_what_is_known_to_what_is_beside_it():
    beside, clauses = row(12)
    frontier = Frontier(beside)
    engine = engine_with(24, clauses)
    assert engine.probe(frontier=frontier) is Stop.DONE
    assert engine.fixed == []  # nothing is known, so no variable waits
    engine.add([(1,)])
    assert engine.probe(frontier=frontier) is Stop.DONE
    assert engine.fixed == [*range(1, 13)]


def test_what_is_far_from_all_that_is_known_is_not_probed():
    beside, clauses = row(12)
    frontier = Frontier(beside)
    engine = engine_with(24, [(1,), *(clause for clause in clauses if clause[0] != -5)])
    engine.probe(frontier=frontier)
    assert engine.fixed == [1, 2, 3, 4, 5]
    assert array(frontier.queued).tolist()[6:] == [1] + 6 * [-1]


def test_most_known_ones_come_first_then_the_latest():
    """If cells 1 and 3 of a 3x3 square are known, cell 2 between them is probed first."""
    frontier = Frontier(grid(3))
    engine = engine_with(9, [(1,), (3,)])
    engine.probe(frontier=frontier)
    assert engine.fixed == [1, 3]
    assert array(frontier.queued).tolist()[1:] == [-1, 3, -1, 2, -1, 2, -1, -1, -1]
    # Cell 2 has the border and both known cells beside it; 4 and 6 have the border and one of them.
    assert [frontier.waiting[known, 0] for known in (2, 3)] == [4, 2]


def test_it_fixes_nothing_that_probing_everything_does_not():
    rng = random.Random(1)
    found = refuted = 0
    for _ in range(150):
        clauses = random_clauses(rng, 16, rng.randint(25, 45), 3, 2)
        clauses.append((rng.choice((1, -1)) * rng.randint(1, 16),))
        whole, near = engine_with(16, clauses), engine_with(16, clauses)
        begun = len(near.fixed)
        phases = array(near.state.phase).copy()
        whole.probe()
        assert near.probe(frontier=Frontier(grid(4))) is Stop.DONE
        assert (array(near.state.phase) == phases).all()
        assert whole.refuted or not near.refuted
        assert whole.refuted or set(near.fixed) <= set(whole.fixed)
        found += len(near.fixed) > begun
        refuted += near.refuted
    assert found > 50
    assert refuted > 10


def test_by_steps_it_goes_on_where_it_stopped():
    def run(steps):
        rng = random.Random(2)
        outcome = []
        for _ in range(20):
            engine = engine_with(36, [(1,), *random_clauses(rng, 36, 60, 3, 2)])
            frontier = Frontier(grid(6))
            turns = 1
            while engine.probe(steps=steps, frontier=frontier) is not Stop.DONE:
                turns += 1
            outcome.append((numbers_of(engine.state), array(frontier.queued).tolist(), turns))
        return outcome

    whole, parts = run(None), run(30)
    assert [numbers for numbers, _, _ in whole] == [numbers for numbers, _, _ in parts]
    assert [asked for _, asked, _ in whole] == [asked for _, asked, _ in parts]
    assert max(turns for _, _, turns in parts) > 5
