"""Test the search state: undo restores every byte, and labels are components (networkx)."""

import random

import networkx as nx
import numpy as np

from cpstudy.core.native import array
from cpstudy.puzzles.tilings.search.rules import assume
from cpstudy.puzzles.tilings.search.state import undo
from tests.puzzles.pipes.solved import begun, graph_of, solved_boards, unknown_edges


def kept(w):
    """A copy of all parts of the search state that undo must restore."""
    arrays = w.state, w.label, w.ring, w.size, w.stubs, w.owners, w.queued
    return [array(each).copy() for each in arrays], w.trailed, w.joined


def same(one, other):
    return one[1:] == other[1:] and all(map(np.array_equal, one[0], other[0]))


def test_undo_takes_back_to_the_last_byte():
    rng = random.Random(7)
    refuted = deep = 0
    for puzzle, _ in solved_boards(5, 600):
        w, _ = begun(puzzle)
        marks = []
        while edges := unknown_edges(w):
            marks.append(kept(w))
            if not assume(w, rng.choice(edges), rng.randrange(2)):
                refuted += 1
                break
        deep += len(marks) > 2
        for mark in reversed(marks):
            undo(w, mark[1])
            assert same(kept(w), mark)
    assert min(refuted, deep) > 5


def test_labels_are_components_with_their_size_stubs_and_owners():
    for puzzle, _ in solved_boards(6, 80):
        w, _ = begun(puzzle)
        sides = array(w.state) & 15
        graph = graph_of(w.neighbours, sides)
        graph.add_nodes_from(range(len(sides)))
        for component in nx.connected_components(graph):
            (label,) = {int(w.label[tile]) for tile in component}
            assert w.size[label] == len(component)
            first = next(iter(component))
            ring, tile = [first], int(w.ring[first])
            while tile != first:
                ring.append(tile)
                tile = int(w.ring[tile])
            assert sorted(ring) == sorted(component)
            left = {t: puzzle.tiles[t].bit_count() - graph.degree(t) for t in component}
            assert w.stubs[label] == sum(left.values())
            assert w.owners[label] == sum(t * stubs for t, stubs in left.items())
