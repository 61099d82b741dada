"""Counts agree with published sequences: spanning trees, and binary boards without clues."""

import numpy as np
import pytest

from cpstudy import puzzle, solve
from cpstudy.core.clock import Clock
from cpstudy.core.result import Budget
from cpstudy.frontier.engine import Sweep
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.counting import Frontier, Plan
from cpstudy.puzzles.tilings.deduction import Knowledge

# OEIS A007341: spanning trees of the grid of n × n points, n = 2, 3, …
TREES = (
    4, 192, 100352, 557568000, 32565539635200, 19872369301840986112,
    126231322912498539682594816, 8326627661691818545121844900397056,
)  # fmt: skip


def any_tile(kind, rows, columns):
    """Return the knowledge of a board on which each cell may have any tile in any direction."""
    k = Knowledge(kind(rows, columns, bytes([1]) * (rows * columns)))
    k.orientations = [tuple(range(1, 1 << k.puzzle.sides))] * len(k.orientations)
    return k


def counted(k):
    sweep = Sweep(Frontier(Plan(k, range(len(k.orientations)))), Budget(), Clock(None))
    sweep.run()
    return sweep.number


def determinant(k):
    """The spanning trees by Kirchhoff's theorem."""
    n = len(k.orientations)
    laplacian = np.zeros((n, n))
    for a, b in k.ends:
        laplacian[[a, b], [a, b]] += 1
        laplacian[[a, b], [b, a]] -= 1
    return round(np.linalg.det(laplacian[1:, 1:]))


@pytest.mark.parametrize(
    "size", [*range(2, 7), *(pytest.param(n, marks=pytest.mark.slow) for n in range(7, 10))]
)
def test_spanning_trees_of_grids_as_published(size):
    assert counted(any_tile(Pipes, size, size)) == TREES[size - 2]


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (3, 4), (2, 6)])
def test_spanning_trees_of_hexagons_by_determinants(rows, columns):
    k = any_tile(HexPipes, rows, columns)
    assert counted(k) == determinant(k)


# OEIS A253316: binary boards without clues of 2 × 2, 4 × 4, 6 × 6 cells.
@pytest.mark.parametrize(
    ("side", "boards"), [(2, 2), (4, 72), pytest.param(6, 4140, marks=pytest.mark.slow)]
)
def test_binary_boards_without_clues_as_published(side, boards):
    board = puzzle("binairo", f"binairo:{side}x{side}:" + "/".join(["." * side] * side))
    assert len(solve(board, "cdcl", limit=None).solutions) == boards
