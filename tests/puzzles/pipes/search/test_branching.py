"""Test the choice of the next edge: an unknown one, recent failures first, strips after restarts.

The oracle for complete assignments is brute force.
"""

from dataclasses import replace

import numpy as np

from cpstudy import generate
from cpstudy.core.native import array
from cpstudy.puzzles.tilings.search.engine import next_edge
from cpstudy.puzzles.tilings.search.rules import assume
from cpstudy.puzzles.tilings.search.state import blame, undo
from tests.puzzles.pipes.solved import begun, solved_boards, unknown_edges


def both(w, edges):
    """The edges under both of their numbers: 4 tile + side from either end."""
    twins = (4 * int(w.neighbours[e >> 2, e & 3]) + (e & 3 ^ 2) for e in edges)
    return {*edges, *twins}


def test_edges_that_are_unknown_until_none_is():
    decided = 0
    for puzzle, solutions in solved_boards(9, 80):
        w, _ = begun(puzzle)
        while (edge := next_edge(w)) >= 0:
            assert edge in both(w, unknown_edges(w))
            value = puzzle.tiles[edge >> 2] >> (edge & 3) & 1
            assert assume(w, edge, value)  # the value in a solution is never refuted
            decided += 1
        assert not unknown_edges(w)
        assert (array(w.state) & 15).astype(np.uint8).tobytes() in solutions
    assert decided > 20


def test_the_last_failure_comes_first():
    met = 0
    for puzzle, _ in solved_boards(10, 80):
        w, _ = begun(puzzle)
        edges = unknown_edges(w)
        if len(edges) < 3:
            continue
        met += 1
        for edge in (edges[0], edges[-1], edges[1], edges[-1]):
            blame(w, edge)
        assert next_edge(w) == edges[-1]
        mark = w.trailed
        if assume(w, edges[-1], puzzle.tiles[edges[-1] >> 2] >> (edges[-1] & 3) & 1):
            left = both(w, unknown_edges(w))
            expected = next((e for e in (edges[1], edges[0]) if e in left), None)
            assert expected is None or next_edge(w) == expected
        undo(w, mark)
        for _ in range(3 * len(w.failed)):  # outdated failures are dropped, the order stays
            blame(w, edges[0])
            blame(w, edges[1])
        assert w.failures <= len(w.failed)
        assert next_edge(w) == edges[1]
    assert met > 10


def test_a_search_that_jumps_goes_by_strips():
    """After restarts, edges are taken by strips of ten columns, not by rows of the whole board."""
    maze, solution = next(generate("pipes", "depth-first", (12, 25), 1, seed=3))
    puzzle = replace(maze, tiles=solution)
    w, _ = begun(puzzle)
    w.jump = 1
    seen = []
    while (edge := next_edge(w)) >= 0:
        row, column = divmod(edge >> 2, 25)
        seen.append((column // 10, row, column))
        assert assume(w, edge, solution[edge >> 2] >> (edge & 3) & 1)
    assert not unknown_edges(w)
    assert seen == sorted(seen)
    assert len({strip for strip, _, _ in seen}) > 1
    assert [row for _, row, _ in seen] != sorted(row for _, row, _ in seen)
