"""Test the rules of contraction against all solutions: no solution is lost, each rule takes effect.

After a rule, what it forbids is gone.
"""

import random
from collections import Counter

from cpstudy.core.native import array
from cpstudy.core.union_find import root
from cpstudy.puzzles.pipes.counting.contraction import (
    close_borders,
    close_loops,
    dead_ends,
    keep_live,
    propagate,
)
from cpstudy.puzzles.pipes.counting.multigraph import unknown
from cpstudy.puzzles.pipes.puzzle import Pipes
from tests.puzzles.pipes.counting.bench import live, masks_of, multigraph
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions

RULES = (close_borders, propagate, close_loops, dead_ends)


def test_rules_keep_all_solutions_and_refute_only_what_has_none():
    rng = random.Random(31)
    happened: Counter[str] = Counter()
    for _ in range(600):
        puzzle = random_board(rng, 3)
        tree = not puzzle.free and not puzzle.tree_impossible()
        if not tree and not puzzle.free:
            continue
        solutions = all_solutions(puzzle)
        g = multigraph(puzzle, tree)
        for rule in (close_borders, *(RULES[1:] if tree else (propagate,)) * 3):
            if rule is not close_borders:
                keep_live(g)
            before = array(g.possible).copy()
            if not rule(g):
                assert not solutions, (rule.__name__, puzzle.encode())
                happened[f"{rule.__name__} refutes"] += 1
                break
            happened[f"{rule.__name__} narrows"] += bool((before != array(g.possible)).any())
            for solution in solutions:
                assert all(mask in masks_of(g, tile) for tile, mask in enumerate(solution))
    assert all(happened[f"{rule.__name__} narrows"] > 4 for rule in RULES), happened
    # Closing loops or dead ends rarely refutes a board by itself; propagation does that later.
    assert all(happened[f"{rule.__name__} refutes"] > 4 for rule in RULES[:2]), happened


def test_after_propagation_neighbours_agree_on_what_is_known():
    rng = random.Random(32)
    known = 0
    for _ in range(150):
        puzzle = random_board(rng, 4)
        g = multigraph(puzzle, tree=not puzzle.free)
        if not (close_borders(g) and propagate(g)):
            continue
        assert g.stacked == 0
        for tile, side, other, _ in puzzle.edges():
            here = {mask >> side & 1 for mask in masks_of(g, tile)}
            assert here == {mask >> (side ^ 2) & 1 for mask in masks_of(g, other)}
            known += len(here) == 1
            if here == {1} and not puzzle.free:
                assert root(g.parent, tile) == root(g.parent, other)
    assert known > 200


def test_live_tiles_are_those_with_a_choice_in_their_order():
    g = multigraph(Pipes(1, 4, bytes([15, 1, 5, 0])), tree=True)
    keep_live(g)
    assert live(g) == [1, 2]


def test_a_loop_that_would_close_is_closed():
    rng = random.Random(33)
    shut = 0
    for _ in range(300):
        puzzle = random_board(rng, 4)
        g = multigraph(puzzle, tree=True)
        if not (close_borders(g) and propagate(g)):
            continue
        keep_live(g)
        inside = [
            (tile, side)
            for tile in live(g)
            for side in range(4)
            if unknown(g, tile, side)
            and root(g.parent, tile) == root(g.parent, g.neighbours[tile, side])
        ]
        if close_loops(g) and propagate(g):
            for tile, side in inside:
                assert not any(mask >> side & 1 for mask in masks_of(g, tile))
            shut += len(inside)
    assert shut > 5


def test_dead_ends_do_not_meet_where_there_is_more():
    rng = random.Random(34)
    apart = 0
    for _ in range(100):
        puzzle = random_board(rng, 5)
        g = multigraph(puzzle, tree=True)
        if not (close_borders(g) and propagate(g)):
            continue
        keep_live(g)
        meeting = [
            (tile, side)
            for tile in live(g)
            for side in range(4)
            if unknown(g, tile, side)
            and {1} == {masks.bit_count() for masks in _both(g, tile, side)}
        ]
        if g.classes > 2 and dead_ends(g):
            for tile, side in meeting:
                assert 1 << side not in masks_of(g, tile)
            apart += len(meeting)
    assert apart > 5


def _both(g, tile, side):
    """The orientations of two neighbours."""
    return masks_of(g, tile) | masks_of(g, g.neighbours[tile, side])
