"""The propagator of connected nodes has the right clauses and models, with and without links."""

import random
from collections import Counter
from functools import partial

import pytest

from cpstudy.cdcl import connected as rules
from cpstudy.cdcl.connected import ConnectedNodes
from cpstudy.cdcl.engine import Engine
from tests.cdcl.harness import all_models, check_propagator

pytestmark = pytest.mark.pure


def drawn(rng, linked):
    """Return random literals of nodes and links, the neighbours of each, and the number of links.

    Literal 0 is a node that is always true.
    """
    nodes = rng.randint(2, 5 if linked else 7)
    edges = [(a, b) for a in range(nodes) for b in range(a) if rng.random() < 0.45]
    sites = nodes + len(edges) * linked
    signs = [rng.choice((1, -1)) * x for x in range(1, sites + 1)]
    literals = [0 if rng.random() < 0.2 else x for x in signs[:nodes]] + signs[nodes:]
    near = [[] for _ in range(sites)]
    for place, (a, b) in enumerate(edges, nodes):
        for one, other in ((a, place), (place, b)) if linked else ((a, b),):
            near[one].append(other)
            near[other].append(one)
    return literals, near, sites - nodes


def holds(literals, near, joining):
    def of(model):
        true = {k for k, x in enumerate(literals) if x == 0 or model[abs(x) - 1] == (x > 0)}
        must = true & set(range(len(literals) - joining))
        seen = list(must)[:1]
        for node in seen:
            seen += [other for other in near[node] if other in true and other not in seen]
        return must <= set(seen)

    return of


def check(rounds):
    rng, met = random.Random(5), Counter()
    for n in range(rounds):
        literals, near, joining = drawn(rng, n % 2)
        graph = literals, near, joining
        made = partial(ConnectedNodes, *graph)
        met += check_propagator(len(literals), made, holds(*graph), rng, 4, probe=n % 3 == 0)
    return met


def test_all_that_it_says_holds_where_nodes_are_connected():
    met = check(16)
    assert min(met[name] for name in ("implied", "conflicts", "explanations", "models")) > 50, met


def test_a_reason_that_is_too_short_is_caught(monkeypatch):
    oldest = rules._oldest

    def alone(s, p, inside, before):
        """Name no true node on the other side."""
        return oldest(s, p, inside, before) if inside else -1

    monkeypatch.setattr(rules, "_oldest", alone)
    with pytest.raises(AssertionError):
        check(16)


def test_conflicts_that_follow_each_other_find_room_in_the_arena():
    """Three clauses are learnt one after another, without a propagator's turn in between."""
    near = [(1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4)]  # of cells, 2×3
    engine = Engine(6, ConnectedNodes([-x for x in range(1, 7)], near))
    engine.add([(-1, -2), (-1, -4), (-2, -3), (-2, -5), (-3, -6), (-4, -5), (-5, -6)])
    assert len(all_models(engine)) == 11
