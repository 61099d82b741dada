"""The propagator of one loop has the right clauses and models, with and without demands."""

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

from cpstudy.cdcl import one_loop as rules
from cpstudy.cdcl.engine import Engine
from cpstudy.cdcl.one_loop import OneLoop
from cpstudy.encode.cnf import clauses_of
from cpstudy.encode.edge_graph import Graph
from tests.cdcl.harness import Watched, all_models, allows, random_clauses

pytestmark = pytest.mark.pure


def lattice(rows, columns):
    """Return the graph of a lattice, and the variables of the edges at each vertex."""
    ends = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    ends += [(v, v + columns) for v in range((rows - 1) * columns)]
    at = [[e + 1 for e, pair in enumerate(ends) if v in pair] for v in range(rows * columns)]
    graph = Graph(np.array(ends), np.ones(len(ends), bool), np.ones(rows * columns, bool))
    return graph, at


def passing(at):
    return [
        clause
        for edges in at
        for clause in clauses_of(
            edges, tuple(p for p in range(1 << len(edges)) if p.bit_count() in (0, 2))
        )
    ]


@cache
def loops(rows, columns):
    """Return all sets of edges that form one loop or are empty, by trying all sets."""
    graph, at = lattice(rows, columns)
    found = set()
    for pattern in range(1 << len(graph.ends)):
        taken = {e for e in range(len(graph.ends)) if pattern >> e & 1}
        if any(sum(e - 1 in taken for e in edges) not in (0, 2) for edges in at):
            continue
        part = set(list(taken)[:1])
        while True:
            ends = {int(v) for e in part for v in graph.ends[e]}
            more = {e for e in taken if not ends.isdisjoint(graph.ends[e].tolist())}
            if more == part:
                break
            part = more
        if part == taken:
            found.add(tuple(e in taken for e in range(len(graph.ends))))
    return found


def check(rounds):
    rng = random.Random(3)
    graph, at = lattice(3, 4)
    every = loops(3, 4)
    met = 0
    result = Counter()
    for _ in range(rounds):
        demands = [rng.sample(range(17), rng.randint(1, 3)) for _ in range(rng.randint(0, 2))]
        clauses = random_clauses(rng, 17, rng.randint(0, 4)) + [
            tuple(e + 1 for e in demand) for demand in demands
        ]
        allowed = [m for m in every if all(any(m[e] for e in demand) for demand in demands)]
        checked = np.array(allowed, bool).reshape(-1, 17)
        engine = Engine(17, Watched(OneLoop(graph, demands), checked, result))
        engine.add(passing(at))
        engine.add(clauses)
        assert set(all_models(engine, rng.choice((None, 2)))) == {
            model for model in allowed if allows(clauses, model)
        }
        met += len(allowed)
    return met, result


def test_all_that_it_says_holds_for_one_loop():
    met, result = check(8)
    assert met > 100
    assert min(result[name] for name in ("implied", "conflicts", "explanations")) > 5, result


def _forgets(s, p, edge, length, before):
    """Return the reason without the other edge."""
    return rules._walk(s, p, edge, length, before)


def _closes(s, p, end):
    """Exclude no edge that would close a loop too early."""


def test_a_reason_that_is_too_short_is_caught(monkeypatch):
    monkeypatch.setattr(rules, "_write_early", _forgets)
    with pytest.raises(AssertionError):
        check(8)


def test_without_the_first_rule_conflicts_do_it(monkeypatch):
    monkeypatch.setattr(rules, "_keep_open", _closes)
    assert check(4)[0] > 50
