"""Test the search for a solution that differs in one edge, against all solutions."""

from collections import Counter

import numpy as np

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.generating.mazes import board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.nearby_solution import (
    FOUND,
    OUT_OF_NODES,
    REFUTED,
    alternative,
    changed_tiles,
    completed,
    next_ambiguous_edge,
)
from cpstudy.puzzles.tilings.search.state import undo
from tests.puzzles.pipes.solved import near_solution, solved_boards, unknown_edges

ENDLESS = 2**62


def opened(solution, edge):
    return solution[edge >> 2] >> (edge & 3) & 1


def test_an_edge_has_an_alternative_where_a_solution_differs_in_it():
    result = Counter()
    for puzzle, solutions in solved_boards(1, 250):
        w, s = near_solution(puzzle)
        for edge in unknown_edges(w):
            if edge not in unknown_edges(w):  # decided by an earlier refutation
                continue
            others = [x for x in solutions if opened(x, edge) != opened(puzzle.tiles, edge)]
            mark = w.trailed
            answer = alternative(w, s, edge, ENDLESS)
            assert answer == (FOUND if others else REFUTED), (puzzle.encode(), edge)
            result[answer] += 1
            if answer == FOUND:
                other = np.zeros(len(puzzle.tiles), np.uint8)
                completed(w, s, view(other))
                assert other.tobytes() in others
                tiles = np.zeros(4 * len(other), np.int32)
                size = changed_tiles(w, s, view(tiles), 0)
                differing = np.flatnonzero(other != array(s.tree.sides))
                assert sorted(tiles[:size]) == differing.tolist()
                assert changed_tiles(w, s, view(tiles[: size - 1]), 0) == -1
                undo(w, s.mark)
                assert w.trailed == mark
    assert min(result[FOUND], result[REFUTED]) > 10


def test_all_edges_that_are_otherwise_in_some_solution():
    met = 0
    for puzzle, solutions in solved_boards(2, 120):
        w, s = near_solution(puzzle)
        n = len(puzzle.tiles)
        settled, undecided = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        found = set()
        edge = 0
        while edge >= 0:
            edge = next_ambiguous_edge(w, s, edge, ENDLESS, ENDLESS, view(settled), view(undecided))
            if edge < -1:
                edge = -2 - edge
                continue
            if edge >= 0:
                found.add(edge)
                undo(w, s.mark)
                edge += 1
        assert not undecided.any()
        expected = {
            4 * tile + side
            for tile, side, _, _ in puzzle.edges()
            for x in solutions
            if opened(x, 4 * tile + side) != opened(puzzle.tiles, 4 * tile + side)
        }
        assert found == expected, puzzle.encode()
        met += bool(expected)
    assert met > 10


def test_without_nodes_nothing_is_learnt():
    met = 0
    for index in range(4):
        solution, _ = board("depth-first", 12, 12, 1, index)
        w, s = near_solution(Pipes(12, 12, solution.tobytes()))
        for edge in unknown_edges(w):
            if edge not in unknown_edges(w):  # decided by an earlier refutation
                continue
            before = array(w.state).copy(), w.trailed
            result = alternative(w, s, edge, 0)
            met += result == OUT_OF_NODES
            if result == FOUND:
                undo(w, s.mark)
            if result != REFUTED:
                assert (array(w.state) == before[0]).all()
                assert w.trailed == before[1]
    assert met > 5
