"""Test that an exchange replaces one edge of a tree by another and leaves a rooted tree."""

from cpstudy.core.native import array, table, view
from cpstudy.core.random import stream
from cpstudy.puzzles.pipes.generating.exchanging import Exchange, exchange
from tests.puzzles.pipes.solved import closed_of, graph_of, is_tree, near_solution, solved_boards


def test_a_tree_stays_a_tree():
    state = view(stream(3))
    exchanged = 0
    for puzzle, _ in solved_boards(11, 120):
        w, s = near_solution(puzzle)
        n = len(puzzle.tiles)
        closed = closed_of(puzzle, w)
        space = Exchange(w.neighbours, view(closed))
        for turn in range(4):
            before = graph_of(w.neighbours, s.tree.sides)
            region = table(range(turn % n, n), "i32")
            if not exchange(space, s.tree, region, 0, len(region), turn, state):
                continue
            exchanged += 1
            after = graph_of(w.neighbours, s.tree.sides)
            assert is_tree(w.neighbours, s.tree.sides)
            assert set(after) == set(before)
            edges = [{e for *_, e in g.edges(data="edge")} for g in (before, after)]
            assert [len(edges[0] - edges[1]), len(edges[1] - edges[0])] == [1, 1]
            assert not (array(s.tree.sides) & closed).any()
            for tile in after:
                here, steps = tile, 0
                while s.tree.up[here] >= 0:
                    here = w.neighbours[here, s.tree.up[here]]
                    steps += 1
                    assert steps < n
    assert exchanged > 50
