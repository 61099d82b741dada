"""Test rooted trees against networkx: the side towards the root, and the range of a subtree."""

import networkx as nx

from cpstudy.core.native import array
from tests.puzzles.pipes.solved import graph_of, near_solution, solved_boards


def test_ways_up_and_places_in_the_walk():
    for puzzle, _ in solved_boards(3, 60):
        w, s = near_solution(puzzle)
        tree = s.tree
        graph = graph_of(array(w.neighbours), array(tree.sides))
        (top,) = (tile for tile in graph if tree.up[tile] < 0)
        assert top == min(graph)
        walk = array(tree.order)[: len(graph)].tolist()
        assert sorted(walk) == sorted(graph)
        assert [tree.entered[tile] for tile in walk] == list(range(len(graph)))
        for tile in graph:
            path = nx.shortest_path(graph, tile, top)
            if tile != top:
                assert w.neighbours[tile, tree.up[tile]] == path[1]
                assert tree.sides[tile] >> tree.up[tile] & 1
            for other in graph:
                below = tile in nx.shortest_path(graph, other, top)
                assert below == (tree.entered[tile] <= tree.entered[other] < tree.left[tile])
