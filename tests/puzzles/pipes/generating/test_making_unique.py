"""Test ambiguous regions and repaired mazes against the set of all solutions."""

from collections import Counter
from dataclasses import replace

import numpy as np

from cpstudy.core.native import array, view
from cpstudy.core.random import stream
from cpstudy.puzzles.pipes.generating.making_unique import (
    PAUSED,
    UNIQUE,
    Bench,
    find_regions,
    make_unique,
)
from cpstudy.puzzles.pipes.search.engine import work_on
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.solved import closed_of, solved_boards


def bench_of(puzzle):
    w = work_on(puzzle.rows, puzzle.columns, puzzle.wrap)
    b = Bench(w, view(closed_of(puzzle, w)))
    array(b.near.tree.sides)[:] = np.frombuffer(puzzle.tiles, np.uint8)
    return b


def test_regions_are_tiles_in_which_solutions_differ():
    met = Counter()
    for puzzle, solutions in solved_boards(12, 120):
        b = bench_of(puzzle)
        number = find_regions(b, 2**62)
        met[number > 0] += 1
        assert (number > 0) == (len(solutions) > 1), puzzle.encode()
        ends = array(b.regions.ends)[:number].tolist()
        for first, last in zip([0, *ends], ends, strict=False):
            tiles = array(b.regions.tiles)[first:last].tolist()
            # Some solution differs in exactly these tiles.
            assert any(
                sorted(tiles) == [t for t, x in enumerate(other) if x != puzzle.tiles[t]]
                for other in solutions
            )
    assert min(met[True], met[False]) > 10


def test_what_was_made_unique_has_one_solution():
    state = view(stream(4))
    made = Counter()
    for puzzle, solutions in solved_boards(13, 120):
        b = bench_of(puzzle)
        while (result := make_unique(b, state)) == PAUSED:
            pass
        if result != UNIQUE:
            made["given up"] += 1
            continue
        board = replace(puzzle, tiles=array(b.near.tree.sides).tobytes())
        assert all_solutions(board) == {board.tiles}
        made["changed" if len(solutions) > 1 else "as it was"] += 1
        assert len(solutions) > 1 or board == puzzle
    assert min(made["changed"], made["as it was"]) > 2
