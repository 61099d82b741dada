"""Each kernel of the search keeps its contract: branching, propagation, restarts, probing."""

import random

import numpy as np

from cpstudy.cdcl.branching import backtrack, bump, next_decision, open_level
from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.propagation import propagate_units
from cpstudy.cdcl.search import luby
from cpstudy.cdcl.state import State, assign
from cpstudy.core.native import array
from tests.cdcl.harness import random_clauses


def naive_consequences(clauses, assumed):
    """Return all literals that naive unit propagation derives, or None for a conflict."""
    true = set(assumed)
    while True:
        left = [[x for x in c if -x not in true] for c in clauses if not true & set(c)]
        if [] in left:
            return None
        units = {c[0] for c in left if len(c) == 1} - true
        if not units:
            return true
        true |= units
        if any(-x in true for x in units):
            return None


def test_luby():
    assert [luby(k) for k in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def test_decisions_come_by_activity():
    rng = random.Random(1)
    s = State(50, 0, 0, False)
    array(s.activity)[1:] = [rng.random() for _ in range(50)]
    for _ in range(300):
        bump(s, rng.randint(1, 50))
    left = set(range(1, 51))
    while left:
        literal = next_decision(s)
        variable = literal >> 1
        assert s.activity[variable] == max(s.activity[x] for x in left)
        left.remove(variable)
        open_level(s)
        assign(s, literal ^ rng.randint(0, 1), 0)
    assert next_decision(s) == 0
    values = array(s.trail)[:50].tolist()
    backtrack(s, 20)
    assert s.depth == s.trailed == 20
    assert s.heaped == 30
    # All variables return, with the values that they had.
    for expected in values[20:]:
        literal = next_decision(s)
        assert literal == expected
        open_level(s)
        assign(s, literal, 0)


def test_activities_are_scaled_before_they_overflow():
    s = State(3, 0, 0, False)
    activity = array(s.activity)
    activity[:] = [1e100, 3.0, 2e100, 1e99]
    bump(s, 1)
    bump(s, 1)
    assert np.isfinite(activity).all() and activity.max() < 10
    assert np.argsort(-activity[1:])[0] in (0, 1)


def test_propagation_finds_what_follows_and_nothing_else():
    rng = random.Random(2)
    met = {"conflict": 0, "more": 0}
    for _ in range(300):
        variables = rng.randint(2, 20)
        clauses = [c for c in random_clauses(rng, variables, 3 * variables, 4) if len(c) > 1]
        engine = Engine(variables)
        engine.add(clauses)
        s = engine.state
        assumed: list[int] = []
        for variable in rng.sample(range(1, variables + 1), variables):
            if s.value[2 * variable] != 0:
                continue
            sign = rng.randint(0, 1)
            assumed.append(-variable if sign else variable)
            open_level(s)
            assign(s, 2 * variable + sign, 0)
            conflict = propagate_units(s)
            expected = naive_consequences(clauses, assumed)
            if expected is None:
                assert conflict != 0
                met["conflict"] += 1
                # Half of the levels are undone, and the loop continues with other values.
                level = s.depth // 2
                backtrack(s, level)
                assumed = assumed[:level]
                continue
            trail = array(s.trail)[: s.trailed].tolist()
            assert conflict == 0
            assert {-(x >> 1) if x & 1 else x >> 1 for x in trail} == expected
            met["more"] += len(expected) > len(assumed)
    assert min(met.values()) > 100, met


def test_probing_fixes_what_fails_and_what_both_values_imply():
    rng = random.Random(3)
    fixed = common = 0
    for _ in range(150):
        variables = rng.randint(3, 15)
        clauses = random_clauses(rng, variables, 3 * variables)
        clauses = [clause for clause in clauses if len(clause) > 1]
        engine = Engine(variables)
        engine.add(clauses)
        phases = array(engine.state.phase).copy()
        engine.probe()
        assert (array(engine.state.phase) == phases).all()
        root = naive_consequences(clauses, ())
        changed = root is not None
        while changed:
            changed = False
            for x in range(1, variables + 1):
                if root is None or x in root or -x in root:
                    continue
                one, other = (naive_consequences(clauses, root | {y}) for y in (x, -x))
                if one is None or other is None:
                    new = {-x} if one is None else {x}
                else:
                    new = (one & other) - root
                    common += bool(new)
                if new:
                    root = naive_consequences(clauses, root | new)
                    changed = True
        assert engine.refuted == (root is None)
        if root is not None:
            assert set(engine.fixed) == root
            fixed += len(root)
    assert fixed > 100
    assert common > 20


def test_probing_by_steps_goes_on_where_it_stopped():
    rng = random.Random(4)
    clauses = [c for c in random_clauses(rng, 40, 100) if len(c) > 1]
    whole, parts = Engine(40), Engine(40)
    whole.add(clauses)
    parts.add(clauses)
    whole.probe()
    turns = 0
    while str(parts.probe(steps=20)) != "done" and turns < 1000:
        turns += 1
    assert turns > 5
    assert set(parts.fixed) == set(whole.fixed)
