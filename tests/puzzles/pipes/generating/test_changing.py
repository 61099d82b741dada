"""Test the decision of all ways to change k tiles against brute force.

The result is the first unique board, and the number of boards before it.
"""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from cpstudy import Verdict, generate, solve
from cpstudy.core.native import array, view, zeros
from cpstudy.puzzles.pipes.generating.changing import NEW, Changes, decide_block
from cpstudy.puzzles.pipes.puzzle import tile_type
from cpstudy.puzzles.pipes.search.engine import work_on
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.solved import closed_of, solved_boards


def boards(puzzle, order, places):
    """Yield (place of the last tile, types, board) for every way to change the tiles at ``places``
    and one later tile that counting does not exclude, ordered by the last tile, then by types."""
    for last in range(places[-1] + 1 if places else 0, len(order)):
        tiles = [order[place] for place in (*places, last)]
        for types in product(range(4), repeat=len(tiles)):
            made = bytearray(puzzle.tiles)
            for tile, chosen in zip(tiles, types, strict=True):
                made[tile] = NEW[chosen]
            if all(tile_type(made[t]) != tile_type(puzzle.tiles[t]) for t in tiles):
                board = replace(puzzle, tiles=bytes(made))
                if not board.tree_impossible():
                    yield last, types, board


def test_the_first_unique_board_of_each_block_is_that_of_brute_force():
    rng = random.Random(4)
    met = Counter()
    for puzzle, _ in solved_boards(14, 60):
        w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
        closed = view(closed_of(puzzle, w))
        given = np.frombuffer(puzzle.tiles, np.uint8)
        order = [t for t in range(len(given)) if given[t]]
        rng.shuffle(order)
        witnesses = zeros((2, len(given)), "u8")
        for changed in (1, 2, 3):
            if len(order) < changed or (changed > 1 and len(given) > 9):
                continue
            colours = np.zeros(len(given), np.int64)
            ways = Changes(given, colours, np.array(order), changed)
            blocks = list(combinations(range(len(order)), changed - 1))
            for places in rng.sample(blocks, min(2, len(blocks))):
                array(ways.places)[:] = places
                decide_block(w, closed, ways, witnesses)
                assert ways.undecided == 0
                made = list(boards(puzzle, order, places))
                unique = [k for k, (_, _, b) in enumerate(made) if len(all_solutions(b)) == 1]
                last = ways.found
                met[changed, bool(unique)] += 1
                if not unique:
                    assert last == -1
                    assert array(ways.counts).sum() == len(made)
                    continue
                assert (last, (*ways.best, ways.found_type)) == made[unique[0]][:2]
                assert array(ways.counts)[:last].sum() + ways.before == unique[0]
    assert min(met[k, found] for k in (2, 3) for found in (True, False)) > 2, met
    assert met[1, False] > 2


def test_one_changed_tile_on_a_larger_board():
    """With one changed tile, a straight or a corner, the first unique board is that of the search
    on each whole board."""
    puzzle = list(generate("pipes", "prim", 10, 3, seed=1))[2][0]
    given = np.frombuffer(puzzle.tiles, np.uint8)
    order = np.arange(len(given))[::-1].copy()
    made = list(boards(puzzle, order.tolist(), ()))
    unique = [k for k, (_, _, b) in enumerate(made) if solve(b, "search").verdict is Verdict.UNIQUE]
    w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
    ways = Changes(given, np.zeros(len(given), np.int64), order, 1)
    decide_block(w, view(closed_of(puzzle, w)), ways, zeros((2, len(given)), "u8"))
    assert unique
    assert (ways.found, (ways.found_type,)) == made[unique[0]][:2]
    assert array(ways.counts)[: ways.found].sum() + ways.before == unique[0]


def test_colours_leave_out_only_what_has_no_solution():
    """Two colours leave out ways with unbalanced open sides, and the first unique board stays."""
    left_out = Counter()
    for puzzle, _ in solved_boards(15, 60):
        if len(puzzle.tiles) > 9 or puzzle.wrap:
            continue
        w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
        given = np.frombuffer(puzzle.tiles, np.uint8)
        row, column = np.divmod(np.arange(len(given)), puzzle.columns)
        order = np.flatnonzero(given)
        result = []
        for colours in ((row + column) % 2, np.zeros(len(given), np.int64)):
            ways = Changes(given, colours, order, 2)
            array(ways.places)[:] = 0
            decide_block(w, view(closed_of(puzzle, w)), ways, zeros((2, len(given)), "u8"))
            result.append((ways.found, ways.found_type, *ways.best, array(ways.counts).sum()))
        assert result[0][:-1] == result[1][:-1] or result[0][0] == result[1][0] == -1
        left_out[result[0][-1] < result[1][-1]] += 1
    assert left_out[True] > 5, left_out
