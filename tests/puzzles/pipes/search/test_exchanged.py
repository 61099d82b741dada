"""Test the search for a cycle after edges of a tree are exchanged, against networkx."""

import random

import networkx as nx
import numpy as np

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.search.exchanged import NO_CYCLE, NO_EDGE, cycle
from tests.puzzles.pipes.solved import graph_of, near_solution, solved_boards


def test_a_cycle_is_found_where_there_is_one():
    rng = random.Random(5)
    cycles = trees = 0
    for puzzle, _ in solved_boards(4, 200):
        w, s = near_solution(puzzle)
        tree, edges = s.tree, s.edges
        graph = graph_of(array(w.neighbours), array(tree.sides))
        below = [tile for tile in graph if tree.up[tile] >= 0]
        new = [
            4 * tile + side
            for tile, side, other, _ in puzzle.edges()
            if tile in graph and other in graph and tile != other
            if not tree.sides[tile] >> side & 1
        ]
        number = rng.randint(1, min(3, len(below), max(1, len(new))))
        if len(new) < number:
            continue
        taken, put = rng.sample(below, number), rng.sample(new, number)
        changed = graph.copy()
        for k, tile in enumerate(taken):
            edges.taken[k, 0] = tile
            edges.taken[k, 1] = tree.entered[tile]
            changed.remove_edge(tile, int(w.neighbours[tile, tree.up[tile]]))
        for k, edge in enumerate(put):
            edges.put[k] = edge
            changed.add_edge(edge >> 2, int(w.neighbours[edge >> 2, edge & 3]))
        state = np.zeros(len(tree.sides), np.uint16)  # all edges are unknown
        result = cycle(w.neighbours, view(state), tree, edges, number, number)
        if nx.is_tree(changed):
            assert result == NO_CYCLE
            trees += 1
            continue
        cycles += 1
        if result == NO_EDGE:
            continue  # all edges of the cycle were put in
        # The returned edge was in the tree before, is still in the graph, and lies on a cycle.
        ends = result >> 2, int(w.neighbours[result >> 2, result & 3])
        assert graph.has_edge(*ends)
        assert changed.has_edge(*ends)
        assert not any(set(bridge) == set(ends) for bridge in bridges(changed))
        known = np.full(len(tree.sides), 255, np.uint16)
        assert cycle(w.neighbours, view(known), tree, edges, number, number) == NO_EDGE
    assert min(cycles, trees) > 20


def bridges(graph):
    """The edges that lie on no cycle; two edges between the same tiles form a cycle."""
    simple = nx.Graph(graph)
    doubled = {frozenset(e) for e in graph.edges() if graph.number_of_edges(*e) > 1}
    return [edge for edge in nx.bridges(simple) if frozenset(edge) not in doubled]
