"""Test the CP-SAT model on orientations: its solutions on small boards against brute force."""

import random
from collections import Counter
from itertools import product

import numpy as np
import pytest

from cpstudy import generate
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.encode.cpsat import CpsatSession
from cpstudy.puzzles.pipes.encodings.cpsat_orientations import build
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.edges import edge_table
from tests.encode.graphs import assert_same, solutions_of
from tests.puzzles.pipes.oracle import all_solutions

TYPES = (0, 1, 3, 5, 7, 15)


def boards() -> list[Pipes]:
    """All boards of one tile and of two, with and without a wall; 2x2 boards, 150 of the free ones.

    They are free graphs, and trees that counting does not exclude, on wrapping and plain boards.
    """
    found = []
    squares = [bytes(four) for four in product(TYPES, repeat=4)]
    rng = random.Random(5)
    for free, wrap in product((False, True), repeat=2):
        found += [Pipes(1, 1, bytes([tile]), wrap, free) for tile in TYPES]
        for pair in product(TYPES, repeat=2):
            for rows, wall in ((1, 0), (2, 0), (1, 1)):
                walls = bytes((wall, 0))
                found.append(Pipes(rows, 3 - rows, bytes(pair), wrap, free, walls))
        drawn = rng.sample(squares, 150) if free else squares
        found += [Pipes(2, 2, tiles, wrap, free) for tiles in drawn]
    return [puzzle for puzzle in found if puzzle.free or not puzzle.tree_impossible()]


def test_solutions_and_nothing_else():
    met: Counter[tuple[bool, int]] = Counter()
    for puzzle in boards():
        table = edge_table(puzzle)
        model, open_edges = build(puzzle)
        found = solutions_of(CpsatSession(model, open_edges, np.random.default_rng(0)))
        truth = all_solutions(puzzle)
        if not open_edges:  # one empty assignment if there is a solution
            assert len(found) == len(truth)
            continue
        opened = {tuple(table.opened(solution).tolist()) for solution in truth}
        assert_same(found, opened, puzzle.encode())
        met[puzzle.free, min(len(truth), 2)] += 1
    assert min(met[free, count] for free in (False, True) for count in range(3)) > 5, met


def test_a_clock_strikes_while_a_model_is_built():
    puzzle, _ = next(generate("pipes", "wilson", 17, 1, seed=1))
    for seconds in (0, 1000, 0):
        if seconds:
            assert len(build(puzzle, Clock(seconds))[1]) == 2 * 17 * 16
        else:
            with pytest.raises(OutOfTimeError):
                build(puzzle, Clock(seconds))
