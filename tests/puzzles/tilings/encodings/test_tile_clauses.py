"""Test the clauses of tiles and boards against all orientations and all safe states.

Unit propagation on a tile's clauses derives everything that its orientations imply.
"""

import random
from itertools import product

import numpy as np
import pytest

from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.encodings.tile_clauses import rules, tile_clauses
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import safe_states

pysat = pytest.importorskip("pysat.solvers")


def propagated(clauses, assumed: set[int]) -> set[int] | None:
    """``assumed`` with all literals that unit propagation derives; None for a conflict."""
    true = set(assumed)
    while True:
        for clause in clauses:
            left = [x for x in clause if -x not in true]
            if not left:
                return None
            if len(left) == 1 and left[0] not in true:
                true.add(left[0])
                break
        else:
            return true


def test_tile_clauses_hold_for_the_orientations_and_propagate_completely():
    states = 0
    for tile, walls in product(range(16), repeat=2):
        clauses = tile_clauses(ORIENTATIONS[tile], walls, 4)
        sides = [side for side in range(4) if not walls >> side & 1]
        allowed = [
            {s + 1 if turn >> s & 1 else -s - 1 for s in sides}
            for turn in ORIENTATIONS[tile]
            if not turn & walls
        ]
        for values in product((-1, 0, 1), repeat=len(sides)):
            assumed = {v * (s + 1) for v, s in zip(values, sides, strict=True) if v}
            fitting = [turn for turn in allowed if assumed <= turn]
            implied = set.intersection(*fitting) if fitting else None
            assert propagated(clauses, assumed) == implied, (tile, walls, assumed)
            states += 1
    assert states == 16 * 4**4
    sizes = {tile: len(tile_clauses(ORIENTATIONS[tile], 0, 4)) for tile in (0, 1, 3, 5, 7, 15)}
    assert sizes == {0: 4, 1: 7, 3: 4, 5: 4, 7: 7, 15: 4}  # as the module states


def test_rules_are_the_safe_states():
    rng = random.Random(11)
    several = 0
    for _ in range(60):
        puzzle = random_board(rng, largest=3)
        table = edge_table(puzzle)
        found = set()
        with pysat.Solver(name="minicard", bootstrap_with=rules(puzzle).clauses) as solver:
            for model in solver.enum_models():
                opened = np.array(model[: len(table.ends)]) > 0
                found.add(table.placement(opened))
        truth = {bytes(state) for state in safe_states(puzzle)}
        if len(table.ends) == 0:  # without variables there is no model to read
            assert truth <= {bytes(len(puzzle.tiles))}
            continue
        assert found == truth, puzzle.encode()
        several += len(truth) > 1
    assert several > 5
