"""Test counts of edges, expected numbers of solved boards, the ridge, and connectivity.

The expected number is compared with the mean of brute force on random pieces.
"""

from math import exp, log

import numpy as np
import pytest

from cpstudy.core.errors import InputError
from cpstudy.puzzles.edge_matching.generating.colours import batch
from cpstudy.puzzles.edge_matching.generating.expectation import (
    average_connectivity,
    check_colours,
    inner_edges,
    log_expected_boards,
    outer_edges,
    ridge,
    total_edges,
)
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, least_turn
from tests.puzzles.edge_matching import oracle


def test_the_published_numbers_of_edges():
    for n in range(2, 12):
        assert total_edges(n, n) == 2 * n * n - 2 * n
        assert outer_edges(n, n) == 4 * (n - 1)
        assert inner_edges(n, n) == 2 * (n - 1) * (n - 2)
    for rows, columns in ((1, 1), (1, 5), (5, 1), (2, 5), (5, 2), (3, 4)):
        board = EdgeMatching(rows, columns, ((1, 1, 1, 1),) * (rows * columns), framed=False)
        assert total_edges(rows, columns) == sum(1 for _ in board.edges())
    assert (outer_edges(1, 5), outer_edges(2, 4), inner_edges(2, 4)) == (4, 8, 2)


def test_the_ridge_of_expected_boards():
    # Numbers of colours (inner, outer) for which about one solved board is expected.
    for n, inner, outer in ((6, 6, 2), (6, 5, 3), (6, 4, 5), (8, 9, 2)):
        assert abs(log_expected_boards(n, n, inner, outer)) < 1.2
    for few, outer in ((7, 2), (6, 3)):  # at 7×7, one is between few and few + 1 inner colours
        assert log_expected_boards(7, 7, few, outer) > 0 > log_expected_boards(7, 7, few + 1, outer)
    assert exp(log_expected_boards(2, 2, 0, 2)) == pytest.approx(24 / 2**4)
    assert exp(log_expected_boards(3, 3, 2, 3)) == pytest.approx(24 * 24 * 4 / 2**4 / 3**8)
    assert log_expected_boards(3, 3, 5, 0) == pytest.approx(log(24 * 24 * 4) - 12 * log(5))
    for n in range(3, 9):
        for outer in (0, 3):
            inner = ridge(n, n, outer)
            assert log_expected_boards(n, n, inner, outer) <= 0
            if inner > 1:
                assert log_expected_boards(n, n, inner - 1, outer) > 0
    with pytest.raises(InputError, match="one cell wide"):
        log_expected_boards(1, 4, 0, 3)


def test_the_expected_number_of_boards_is_met():
    # The formula assumes random pieces with the right frame sides; count the boards of such pieces.
    rng = np.random.default_rng(1)
    inner, outer, trials, found = 1, 2, 1500, 0
    expected = exp(log_expected_boards(2, 3, inner, outer))
    for _ in range(trials):
        corners = [(0, 0, *rng.integers(1, outer + 1, 2).tolist()) for _ in range(4)]
        borders = [
            (
                0,
                int(rng.integers(1, outer + 1)),
                outer + int(rng.integers(1, inner + 1)),
                int(rng.integers(1, outer + 1)),
            )
            for _ in range(2)
        ]
        pieces = corners + borders
        # Brute force counts each picture once; the formula distinguishes identical pieces.
        kinds = [least_turn(piece) for piece in pieces]
        copies = 1
        for kind in set(kinds):
            for factor in range(2, kinds.count(kind) + 1):
                copies *= factor
        found += copies * len(oracle.boards(2, 3, pieces, True))
    assert found / trials == pytest.approx(expected, rel=0.25)


@pytest.mark.parametrize(
    ("rows", "columns", "inner", "outer", "fault"),
    [
        (5, 5, 25, 3, "24 inner edges: 25 colours"),
        (5, 5, 0, 3, "24 inner edges: 0 colours"),
        (5, 5, 3, 17, "16 outer edges: 17 colours"),
        (5, 5, 41, 0, "40 edges: 41 colours"),
        (2, 2, 1, 3, "0 inner edges: 1 colours for them, expected 0 to 0"),
        (0, 5, 1, 1, "at least one row"),
        (5, 5, 3, -1, "16 outer edges: -1 colours"),
    ],
)
def test_impossible_numbers_of_colours_are_said(rows, columns, inner, outer, fault):
    with pytest.raises(ValueError) as error:
        check_colours(rows, columns, inner, outer)
    assert fault in str(error.value)
    with pytest.raises(ValueError):
        batch(rows, columns, inner, outer, 1, 0)


def test_average_connectivity():
    # The two pieces of a 1 × 2 board: each has one side without frame, which fits the other's.
    pair = np.array([[[0, 1, 0, 0], [0, 0, 0, 1]]])
    assert average_connectivity(pair).tolist() == [1.0]
    assert average_connectivity(np.zeros((1, 1, 4), np.int64)).tolist() == [0.0]
    # One set of one colour: every side fits all sides of the other pieces.
    pieces, _ = batch(2, 2, 1, 0, 1, 0)
    assert average_connectivity(pieces).tolist() == [6.0]
    few, many = (average_connectivity(batch(6, 6, inner, 4, 50, 0)[0]) for inner in (3, 12))
    assert few.min() > many.max()
