"""State graphs have the right nodes and edges; DOT, GraphML and drawing show the same graph."""

import builtins
import io
import re

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings

from cpstudy.api import explore, puzzle, state_space
from cpstudy.core.drawing import Label, Line, Polygon
from cpstudy.core.result import Budget
from cpstudy.state_spaces.state_graph import ranks, state_graph
from tests.state_spaces.room import Room
from tests.state_spaces.systems import systems

FOX = "fox,goose,beans:fox-goose,goose-beans"


def fox_graph():
    board = puzzle("river_crossing", FOX)
    return state_graph(state_space(board), path=explore(board).trace)


def test_the_published_figure():
    """Kamies2016, Figure 1: ten allowed states; forbidden states dashed, start and goal bold."""
    graph = fox_graph()
    allowed = [node for node in graph.nodes if not node.reason]
    assert len(allowed) == 10
    assert len(graph.nodes) == 16  # all 2^4 states are reached, allowed or forbidden
    assert sum(not edge.forbidden for edge in graph.edges) == 20
    assert [node.text for node in graph.nodes if node.initial] == ["MFGB_"]
    assert [node.text for node in graph.nodes if node.goal] == ["_MFGB"]
    assert sum(node.on_path for node in graph.nodes) == 8
    assert sum(edge.on_path for edge in graph.edges) == 7
    dot = graph.dot()
    assert dot.count("style=dashed") == sum(edge.forbidden for edge in graph.edges)
    assert dot.count('style="dashed"') == 6
    assert dot.count('style="bold"') == 2
    assert '[label="MFGB_", style="bold", color=red]' in dot
    boxes = [s for s in graph.drawing().shapes if isinstance(s, Polygon) and len(s.points) == 4]
    assert sum(box.dashed for box in boxes) == 6
    assert sum(box.width == 0.1 for box in boxes) == 2
    lines = [s for s in graph.drawing().shapes if isinstance(s, Line)]
    assert sum(not line.dashed for line in lines) == 10  # one line for both directions


def test_formats_hold_the_same_graph():
    @settings(max_examples=50)
    @given(systems())
    def run(system):
        graph = state_graph(system)
        assert len(graph.edges) == graph.networkx().number_of_edges()
        read = nx.read_graphml(io.StringIO(graph.graphml()), force_multigraph=True)
        assert read.number_of_nodes() == len(graph.nodes)
        edges = sorted((str(e.source), str(e.target), e.label, e.cost) for e in graph.edges)
        assert sorted((a, b, d["label"], d["cost"]) for a, b, d in read.edges(data=True)) == edges
        for number, node in enumerate(graph.nodes):
            assert read.nodes[str(number)]["text"] == node.text
            assert read.nodes[str(number)]["goal"] == node.goal
        arrows = re.findall(r'n(\d+) -> n(\d+) \[label="([^"]*)"', graph.dot())
        assert sorted(arrows) == sorted((a, b, label) for a, b, label, _ in edges)
        labels = [s.text for s in graph.drawing().shapes if isinstance(s, Label)]
        for node in graph.nodes:
            assert node.text in labels

    run()


def test_levels_are_distances():
    graph = state_graph(Room(3, 3))
    distance = nx.single_source_shortest_path_length(graph.networkx(), 0)
    assert [node.level for node in graph.nodes] == [distance[i] for i in range(len(graph.nodes))]
    assert len(graph.nodes) == 72


def test_names_are_quoted():
    class Odd(Room):
        def describe(self, state):
            return f'"{state[0]}"\\{state[1]}'

    dot = state_graph(Odd(2, 2)).dot()
    assert 'label="\\"0\\"\\\\3"' in dot


def test_large_graphs_are_refused():
    with pytest.raises(ValueError, match="more than 50 states"):
        state_graph(Room(3, 3), most=50)
    with pytest.raises(ValueError, match="a drawing of more than 1000"):
        state_graph(Room(6, 6)).drawing()


def test_budgets_are_kept():
    for budget, message in (
        (Budget(states=50), "more than 50 states"),
        (Budget(seconds=0), r"stopped: time"),
        (Budget(memory=10_000), r"stopped: memory"),
    ):
        with pytest.raises(ValueError, match=message):
            state_graph(Room(5, 5), budget=budget)
    assert len(state_graph(Room(3, 3), budget=Budget(states=72)).nodes) == 72


def test_a_graph_too_large_is_refused_before_a_state_is_described():
    class Silent(Room):
        def describe(self, state):
            raise AssertionError

    with pytest.raises(ValueError, match="more than 50 states"):
        state_graph(Silent(3, 3), most=50)


def test_long_texts_count_as_memory():
    class Talking(Room):
        def describe(self, state):
            return 100_000 * "x"

    with pytest.raises(ValueError, match="stopped: memory"):
        state_graph(Talking(6, 6), budget=Budget(memory=10_000_000))


def test_without_networkx(monkeypatch):
    real = builtins.__import__

    def fake(name, *arguments, **keywords):
        if name == "networkx":
            raise ImportError(name)
        return real(name, *arguments, **keywords)

    graph = fox_graph()
    monkeypatch.setattr(builtins, "__import__", fake)
    with pytest.raises(ValueError, match=r"cpstudy\[graph\]"):
        graph.graphml()
    assert graph.dot()


def crossings(levels, edges, places):
    """Return the number of crossing pairs of edges between neighbouring layers, by enumeration."""
    lines = [sorted(edge, key=lambda node: levels[node]) for edge in edges]
    lines = [(a, b) for a, b in lines if levels[b] == levels[a] + 1]
    return sum(
        levels[a] == levels[c] and (places[a] - places[c]) * (places[b] - places[d]) < 0
        for number, (a, b) in enumerate(lines)
        for c, d in lines[:number]
    )


def drawn(rng):
    levels = [0, *rng.integers(1, 6, 30).tolist()]
    edges = {tuple(sorted(map(int, rng.integers(0, 31, 2)))) for _ in range(60)}
    return levels, sorted(edges)


def test_each_layer_is_ordered_and_crossings_become_fewer():
    rng = np.random.default_rng(4)
    before = after = 0
    for _ in range(30):
        levels, edges = drawn(rng)
        found = ranks(levels, edges)
        for level in set(levels):
            layer = [rank for rank, at in zip(found, levels, strict=True) if at == level]
            assert sorted(layer) == list(range(len(layer)))
        assert found == ranks(levels, iter(edges))
        plain = [levels[:node].count(level) for node, level in enumerate(levels)]
        before += crossings(levels, edges, plain)
        after += crossings(levels, edges, found)
    assert 0 < after < 0.7 * before


def test_a_tree_whose_branches_are_shuffled_is_untangled():
    levels = [0, 1, 1, 1, 2, 2, 2]
    edges = [(0, 1), (0, 2), (0, 3), (1, 6), (2, 5), (3, 4)]
    assert crossings(levels, edges, [0, 0, 1, 2, 0, 1, 2]) == 3
    assert crossings(levels, edges, ranks(levels, edges)) == 0


def test_nothing_and_one_node():
    assert ranks([], []) == []
    assert ranks([0], [(0, 0)]) == [0]
