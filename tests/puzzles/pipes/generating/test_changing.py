"""All ways to change k tiles: the unique boards among them are those of brute force."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from cpstudy.puzzles.pipes.generating.changing import EXHAUSTED, FOUND, PAUSED, Ways, next_unique
from cpstudy.puzzles.pipes.puzzle import tile_type
from cpstudy.puzzles.pipes.search.state import workspace
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.solved import closed_of, solved_boards


def ways_of(puzzle, changed):
    n = len(puzzle.tiles)
    given = np.frombuffer(puzzle.tiles, np.uint8)
    return Ways(
        given.copy(), given.copy(), np.zeros(n, np.int64), np.arange(n), np.arange(changed),
        np.zeros(changed, np.int64), np.zeros((2, n), np.uint8), np.zeros(2, np.int64),
    )  # fmt: skip


def boards(puzzle, changed):
    """Every board with that many tiles of another type: dead end, straight, corner or T."""
    for tiles in combinations(range(len(puzzle.tiles)), changed):
        for kinds in product((1, 5, 3, 7), repeat=changed):
            made = bytearray(puzzle.tiles)
            for tile, kind in zip(tiles, kinds, strict=True):
                made[tile] = kind
            if all(tile_type(made[t]) != tile_type(puzzle.tiles[t]) for t in tiles):
                yield replace(puzzle, tiles=bytes(made))


def test_the_unique_boards_are_those_of_brute_force():
    met = Counter()
    for puzzle, solutions in solved_boards(14, 200):
        if len(solutions) < 2 or len(puzzle.tiles) > 9 or 0 in puzzle.tiles or puzzle.barriers:
            continue
        w = workspace(puzzle.rows, puzzle.columns, puzzle.wrap)
        closed, ways = closed_of(puzzle, w), ways_of(puzzle, 2)
        found = set()
        most = 5
        while (told := next_unique(w, closed, ways, most)) != EXHAUSTED:
            met[told] += 1
            if told == PAUSED:
                most += 5
                continue
            found.add(ways.tiles.tobytes())
            most += 5
            break  # the kernel goes on from the next way: the first one is enough
        unique = {b.tiles for b in boards(puzzle, 2) if len(all_solutions(b)) == 1}
        assert found <= unique
        assert bool(found) == bool(unique), puzzle.encode()
        met[EXHAUSTED] += told == EXHAUSTED
    assert met[FOUND] > 3
    assert met[PAUSED] > 3
