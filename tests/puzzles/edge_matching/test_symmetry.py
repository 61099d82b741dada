"""Test the anchor: each class of solutions has a board with its piece on one of its cells."""

import numpy as np

from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.puzzle import least_turn, rotations
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from cpstudy.puzzles.edge_matching.symmetry import anchor
from tests.puzzles.edge_matching.instances import SHAPES, drawn


def test_the_anchor_meets_every_class():
    rng = np.random.default_rng(17)
    met = 0
    for rows, columns in SHAPES:
        for _ in range(4):
            puzzle = drawn(rows, columns, rng)
            kept = anchor(puzzle)
            if kept is None:
                continue
            for solution in solve(puzzle, SOLVERS["dfs"], limit=None).solutions:
                turns = rotations(puzzle.picture(solution), rows, columns)
                places = {
                    cell
                    for turn in turns
                    for cell, piece in enumerate(turn)
                    if least_turn(piece) == kept.piece
                }
                assert places & kept.cells
                met += 1
    assert met
