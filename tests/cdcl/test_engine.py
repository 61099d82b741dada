"""The engine agrees with brute force and CaDiCaL: assumptions, budgets, added clauses."""

import itertools
import random
from collections import Counter

import numpy as np
import pytest

from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.propagator import Propagator
from cpstudy.cdcl.spanning_tree import SpanningTree
from cpstudy.core.clock import Clock
from cpstudy.core.result import Stop
from cpstudy.encode.edge_graph import Graph
from tests.cdcl.harness import all_models, allows, numbers_of, random_clauses


def random_formula(rng, most=50):
    """Return a random formula near the threshold, so many have no model; variables may repeat."""
    variables = rng.randint(1, most)
    number = round(rng.choice((3.5, 4.3, 5)) * variables)
    kind = rng.randrange(4)
    if kind == 0:
        clauses = random_clauses(rng, variables, number)
        return variables, [c for c in clauses if len(c) > 1 or rng.random() < 0.1]
    if kind == 1:
        numbers = range(1, variables + 1)
        chosen = [rng.choices(numbers, k=3) for _ in range(number)]
        return variables, [tuple(rng.choice((1, -1)) * x for x in three) for three in chosen]
    return variables, random_clauses(rng, variables, number, 3, 3)


def engine_of(variables, clauses, **more):
    engine = Engine(variables, **more)
    engine.add(clauses)
    return engine


def against_cadical(rng, formulas):
    solvers = pytest.importorskip("pysat.solvers")
    met = Counter()
    for _ in range(formulas):
        variables, clauses = random_formula(rng)
        engine = engine_of(variables, clauses)
        if rng.random() < 0.5:
            engine.state.reduce_at = 5  # reductions and their restarts come early
        with solvers.Solver("cadical153", bootstrap_with=clauses) as cadical:
            for turn in range(4):
                chosen = rng.sample(range(1, variables + 1), rng.randint(0, min(variables, 4)))
                assumed = [rng.choice((1, -1)) * x for x in chosen] if turn else []
                if rng.random() < 0.2:
                    engine.probe()
                answer = engine.run(assumptions=assumed)
                satisfiable = cadical.solve(assumptions=assumed)
                if satisfiable:
                    model = tuple(answer.tolist())
                    assert allows([*clauses, *((x,) for x in assumed)], model)
                    if turn == 2:  # exclude this model
                        block = tuple(-x if true else x for x, true in enumerate(model, 1))
                        clauses.append(block)
                        engine.add([block])
                        cadical.add_clause(block)
                        met["blocked"] += 1
                else:
                    assert answer is Stop.DONE
                    assert set(engine.core) <= set(assumed)
                    assert not cadical.solve(assumptions=engine.core)
                    assert engine.refuted or engine.core
                    met["core smaller"] += 0 < len(engine.core) < len(assumed)
                met[satisfiable, bool(assumed)] += 1
        met["reduced"] += bool(engine.state.reductions)
    return met


KINDS = (
    (True, False), (False, False), (True, True), (False, True),
    "blocked", "core smaller", "reduced",
)  # fmt: skip


def test_against_cadical():
    met = against_cadical(random.Random(1), 300)
    assert all(met[kind] > 20 for kind in KINDS), met


@pytest.mark.slow
def test_against_cadical_on_many():
    met = against_cadical(random.Random(2), 10_000)
    assert all(met[kind] > 500 for kind in KINDS), met


def test_all_models_are_those_of_brute_force():
    """Enumeration finds the models of brute force, with and without budgets that interrupt it."""
    rng = random.Random(3)
    met = Counter()
    for index in range(150):
        variables = rng.randint(1, 8)
        clauses = random_clauses(rng, variables, rng.randint(0, 5 * variables))
        everything = itertools.product((False, True), repeat=variables)
        expected = {model for model in everything if allows(clauses, model)}
        engine = engine_of(variables, clauses)
        models = all_models(engine, conflicts=1 if index % 2 else None)
        assert len(models) == len(set(models))
        assert set(models) == expected, clauses
        met[min(len(expected), 2)] += 1
    assert min(met.values()) > 10 and len(met) == 3, met


def test_stopping_and_going_on_changes_nothing():
    rng = random.Random(4)
    struck = 0
    for _ in range(40):
        variables, clauses = random_formula(rng)
        whole, parts = engine_of(variables, clauses), engine_of(variables, clauses)
        expected = whole.run()
        budget = 0
        while (answer := parts.run(conflicts=budget)) is Stop.ITERATIONS:
            assert parts.counters["conflicts"] == budget
            budget += rng.randint(1, 5)
            struck += 1
        assert np.array_equal(answer, expected)
        assert numbers_of(whole.state) == numbers_of(parts.state)
    assert struck > 100


def grid_graph(rows, columns):
    cells = [(row, column) for row in range(rows) for column in range(columns)]
    ends = [
        (row * columns + column, other * columns + beside)
        for row, column in cells
        for other, beside in ((row, column + 1), (row + 1, column))
        if (other, beside) in cells
    ]
    everything = np.ones(len(ends), np.bool_)
    return Graph(np.array(ends), everything, np.ones(len(cells), np.bool_))


class Impatient(Clock):
    """A clock that is late at every second query."""

    asked = 0

    @property
    def late(self):
        self.asked += 1
        return self.asked % 2 == 0


@pytest.mark.pure
def test_an_arena_that_is_full_at_any_explanation_changes_nothing():
    """If an explanation finds the arena full, analysis is undone and the search does not change.

    Nor does a clock change it that strikes at this moment: no conflict is left pending.
    """
    rng = random.Random(5)
    graph = grid_graph(5, 5)
    edges = len(graph.ends)
    left = 0

    class Crowded(Propagator):
        heads = 1

        def __init__(self):
            self.tree = SpanningTree(graph)

        def propagate(self, s):
            return self.tree.propagate(s)

        def explain(self, s, literal, datum, before):
            nonlocal left
            if left and rng.random() < 0.5:
                left -= 1
                s.used = len(s.arena) // 4 * 4
            return self.tree.explain(s, literal, datum, before)

    stops = 0
    for _ in range(60):
        clauses = random_clauses(rng, edges, 5 * edges // 2, 4, 3)
        small = Engine(edges, Crowded())
        large = Engine(edges, SpanningTree(graph))
        for engine in (small, large):
            engine.add(clauses)
        left = 8
        clock, expected = Impatient(), large.run()
        while (answer := small.run(clock)) is Stop.TIME:
            assert small.state.conflict == 0
        stops += 8 - left
        assert np.array_equal(answer, expected)
        assert small.counters == large.counters
        assert not np.any(small.state.seen)
    assert stops > 100


def test_reductions_and_restarts_with_a_propagator():
    """Reductions and restarts do not change the answers, with probing and budgets."""
    graph = grid_graph(5, 5)
    edges = len(graph.ends)
    rng = random.Random(6)
    met = Counter()
    for index in range(40):
        clauses = random_clauses(rng, edges, 5 * edges // 2, 4, 3)
        assumed = [rng.choice((1, -1)) * rng.randint(1, edges)]
        often, never = (Engine(edges, SpanningTree(graph)) for _ in range(2))
        often.state.reduce_at = 10
        for engine in (often, never):
            engine.add(clauses)
            if index % 4 == 0:
                engine.probe()
        often.run(conflicts=rng.randint(0, 20))
        for assumptions in (assumed, []):
            answers = [engine.run(assumptions=assumptions) for engine in (often, never)]
            assert len({answer is Stop.DONE for answer in answers}) == 1
        s = often.state
        met += Counter(reduced=s.reductions > 0, found=s.explained > 0, restarted=s.restarts > 0)
    assert len(met) == 3 and min(met.values()) > 3, met


def test_clauses_may_come_at_any_time():
    """Clauses are added between runs of a few conflicts, wherever the search stands."""
    solvers = pytest.importorskip("pysat.solvers")
    rng = random.Random(7)
    met = Counter()
    for _ in range(120):
        variables = rng.randint(5, 30)
        engine = Engine(variables)
        with solvers.Solver("cadical153") as cadical:
            known = []
            for turn in range(12):
                more = random_clauses(rng, variables, rng.randint(0, variables), 4)
                more = [clause for clause in more if len(clause) > 2 or rng.random() < 0.2]
                engine.add(more)
                known += more
                for clause in more:
                    cadical.add_clause(clause)
                answer = engine.run(conflicts=engine.counters["conflicts"] + rng.randint(0, 4))
                if answer is Stop.ITERATIONS:
                    met["stopped"] += 1
                    continue
                satisfiable = cadical.solve()
                met[satisfiable] += turn > 0
                assert (answer is not Stop.DONE) is satisfiable
                if satisfiable:
                    assert allows(known, tuple(answer.tolist()))
    assert min(met.values()) > 50 and len(met) == 3, met


def test_small_formulas():
    assert Engine(0).run().tolist() == []
    assert Engine(2).run().tolist() == [False, False]
    assert engine_of(1, [()]).run() is Stop.DONE
    assert engine_of(1, [(1,), (-1,)]).run() is Stop.DONE
    assert engine_of(1, [(1, -1)]).run().tolist() == [False]
    assert engine_of(2, [(1, 1, 1), (-2, -2, -1)]).run().tolist() == [True, False]
    engine = engine_of(2, [(1, 2)])
    assert engine.run(assumptions=[-1, 1]) is Stop.DONE
    assert sorted(engine.core) == [-1, 1]
    assert engine.run(assumptions=[-1, -2]) is Stop.DONE
    assert sorted(engine.core) == [-2, -1]
    assert engine.run(assumptions=[-1, -1]).tolist() == [False, True]
    assert engine.run(Clock(0)) is Stop.TIME
    assert not engine.refuted
    assert engine.fixed == []
    engine.add([(-2,)])
    assert engine.fixed == [-2]
    assert engine.run().tolist() == [True, False]
    assert engine.fixed == [-2, 1]
    assert engine.run(assumptions=[2]) is Stop.DONE
    assert engine.core == [2]
    engine.add([(-1,)])
    assert engine.run() is Stop.DONE
    assert engine.refuted and engine.core == []
    assert engine.run() is Stop.DONE


def test_what_follows_at_once_from_assumptions():
    engine = Engine(4)
    engine.add([[1, 2], [-1, 3], [-3, -4]])
    assert engine.following([]) == []
    assert set(engine.following([-2])) == {-2, 1, 3, -4}
    assert engine.following([-2, 4]) is None
    assert engine.run(assumptions=[-2, 4]) is Stop.DONE
    assert set(engine.core) == {-2, 4}
    engine.add([[1], [-2]])
    assert set(engine.following([])) == {1, -2, 3, -4}
    engine.add([[-3, 4]])
    assert engine.following([]) is None
    assert engine.following([]) is None
    assert engine.run() is Stop.DONE
