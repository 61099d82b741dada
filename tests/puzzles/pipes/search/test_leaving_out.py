"""Test the consequences of a board without one tile against all solutions.

They hold for every type of that tile, and afterwards they are undone.
"""

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from cpstudy.core.native import array, view
from cpstudy.puzzles.pipes.search.engine import work_on
from cpstudy.puzzles.pipes.search.leaving_out import ANY, FRAMES, assign, next_left_out, unassign
from cpstudy.puzzles.tilings.search.engine import lay
from cpstudy.puzzles.tilings.search.rules import propagate
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.search.test_state import kept, same
from tests.puzzles.pipes.solved import arbitrary, closed_of, solved_boards

SHAPES = (1, 5, 3, 7, 15)


def laid(puzzle, unknown):
    """The search state after the rules, with some tiles of unknown type; False if refuted."""
    w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
    tiles = np.frombuffer(puzzle.tiles, np.uint8).copy()
    tiles[unknown] = ANY
    lay(w, view(tiles), view(closed_of(puzzle, w)), True)
    return w, propagate(w)


def solutions_without(puzzle, tile):
    """All solutions of all boards that have any non-empty tile at this place."""
    found = set()
    for mask in SHAPES:
        tiles = bytearray(puzzle.tiles)
        tiles[tile] = mask
        changed = replace(puzzle, tiles=bytes(tiles))
        if not changed.tree_impossible():
            found |= all_solutions(changed)
    return found


def test_what_is_known_without_a_tile_holds_whatever_it_is():
    rng = random.Random(8)
    met = Counter()
    for index, (solved, _) in enumerate(solved_boards(18, 60)):
        puzzle = solved if index % 2 else arbitrary(solved, rng)
        given = np.frombuffer(puzzle.tiles, np.uint8)
        order = np.array([t for t in range(len(given)) if given[t]], np.int32)
        rng.shuffle(order)
        order = order[: rng.randint(1, len(order))]
        w, consistent = laid(puzzle, order)
        if not consistent:
            continue
        before = kept(w)
        frames = np.zeros((FRAMES, 4), np.int64)
        frames[0, 1] = len(order)
        left = []
        top = next_left_out(w, view(given), view(order), view(frames), 0)
        while top >= 0:
            tile = int(order[frames[top, 0]])
            left.append(tile)
            for solution in solutions_without(puzzle, tile):
                for place, mask in enumerate(solution):
                    known = int(w.state[place])
                    assert mask & known & 15 == known & 15
                    assert not mask & known >> 4
            alone, _ = laid(puzzle, [tile])
            met["as much as from the outset"] += np.array_equal(array(alone.state), array(w.state))
            met["something is known"] += bool((array(w.state) & 15).any())
            top = next_left_out(w, view(given), view(order), view(frames), top)
        assert left == [t for t in order.tolist() if t in left]  # in order, each once
        for tile in set(order.tolist()) - set(left):
            assert not solutions_without(puzzle, tile)
            met["passed over"] += 1
        assert same(kept(w), before)
    assert min(met.values()) > 20, met
    assert len(met) == 3, met


def test_telling_says_no_more_than_the_board_and_is_taken_back():
    met = Counter()
    rng = random.Random(9)
    for solved, _ in solved_boards(19, 150):
        puzzle = arbitrary(solved, rng)
        solutions = all_solutions(puzzle)
        given = np.frombuffer(puzzle.tiles, np.uint8)
        order = np.array(
            [t for t in range(len(given)) if given[t] and rng.random() < 0.5], np.int32
        )
        if not order.size:
            continue
        w, consistent = laid(puzzle, order)
        if not consistent:
            assert not solutions
            continue
        before = kept(w)
        consistent = assign(w, view(given), view(order), 0, len(order))
        assert consistent or not solutions
        met[consistent] += 1
        for solution in solutions:
            known = array(w.state)
            assert all(m & k & 15 == k & 15 and not m & k >> 4 for m, k in
                       zip(solution, known.tolist(), strict=True))  # fmt: skip
        unassign(w, view(given), view(order), 0, len(order), before[1])
        assert same(kept(w), before)
        assert w.trailed == before[1]
    assert min(met[True], met[False]) > 20, met
