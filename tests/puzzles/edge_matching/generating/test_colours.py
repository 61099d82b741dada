"""Test the generators of solvable puzzles: colours, shuffling, seeds, demands, bad arguments."""

import numpy as np
import pytest

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.puzzles.edge_matching.generating import colours as generator
from cpstudy.puzzles.edge_matching.generating.colours import batch, generate, puzzle_of, puzzles
from cpstudy.puzzles.edge_matching.generating.expectation import ridge
from cpstudy.puzzles.edge_matching.puzzle import least_turn, turned


@pytest.mark.parametrize(
    ("inner", "outer"), [(24, 16), (1, 1), (7, 3), (4, 2), (1, 16), (24, 1), (40, 0), (1, 0)]
)
def test_every_colour_is_used_and_where_it_belongs(inner, outer):
    pieces, solutions = batch(5, 5, inner, outer, 40, 3)
    assert pieces.shape == (40, 25, 4) and solutions.shape == (40, 25, 2)
    for index in range(40):
        puzzle = puzzle_of(pieces[index], 5, 5)
        solution = tuple(map(tuple, solutions[index].tolist()))
        assert puzzle.violation(solution) == ""
        assert set(pieces[index].ravel().tolist()) == set(range(inner + outer + 1))
        if outer == 0:
            continue
        picture = puzzle.picture(solution)
        for cell, side, other in puzzle.edges():
            (row, column), (below, beside) = divmod(cell, 5), divmod(other, 5)
            along = row == below in (0, 4) or column == beside in (0, 4)
            assert (1 <= picture[cell][side] <= outer) is along


def test_colours_beyond_the_first_are_uniform():
    # 12 colours on 24 inner edges: each is used once, and the other 12 edges are uniform, so the
    # further uses of a colour are binomial.
    pieces, _ = batch(5, 5, 12, 1, 2000, 8)
    uses = np.stack([(pieces == colour).sum(axis=(1, 2)) // 2 for colour in range(2, 14)])
    assert uses.min() == 1
    assert np.abs(uses.mean(axis=1) - 2).max() < 0.12
    assert uses.var() == pytest.approx(12 * (1 / 12) * (11 / 12), rel=0.05)


def test_pieces_are_shuffled_and_turned():
    pieces, solutions = batch(3, 3, 4, 8, 4000, 5)
    at_first_cell = np.bincount(solutions[:, 0, 0], minlength=9)
    assert np.abs(at_first_cell - 4000 / 9).max() < 100
    turns = np.bincount(solutions[:, :, 1].ravel(), minlength=4)
    assert np.abs(turns - 9000).max() < 400
    assert pieces.dtype == solutions.dtype == np.int64


def test_puzzles_depend_on_their_number_and_nothing_else():
    pieces, solutions = batch(6, 6, 5, 3, 20, 42)
    later, _ = batch(6, 6, 5, 3, 5, 42, first=15)
    assert (pieces[15:] == later).all()
    listed = list(puzzles(6, 6, 5, 3, 300, 42))
    assert listed[17][0] == puzzle_of(pieces[17], 6, 6)
    assert listed[17][1] == tuple(map(tuple, solutions[17].tolist()))
    assert next(puzzles(6, 6, 5, 3, 1, 42, first=270)) == listed[270]
    assert not (batch(6, 6, 5, 3, 20, 43)[0] == pieces).all()
    assert len({puzzle for puzzle, _ in listed}) == 300


def test_a_seed_means_the_same_puzzle_for_ever():
    (puzzle, _), *_ = puzzles(3, 3, 2, 3, 1, 2016)
    assert puzzle.encode() == GOLDEN


GOLDEN = "3x3:5,4,4,5;0,0,3,2;0,0,3,1;3,0,2,4;5,3,0,1;0,0,1,1;0,0,3,2;0,1,4,3;5,1,0,2"


def test_distinct_and_asymmetric_pieces():
    pieces, _ = batch(5, 5, 5, 4, 30, 1, distinct=True, asymmetric=True)
    for sides in pieces.tolist():
        kinds = [least_turn(tuple(piece)) for piece in sides]
        assert len(set(kinds)) == 25
        assert all(turned(kind, 2) != kind for kind in kinds)
    plain, _ = batch(5, 5, 5, 4, 30, 1)
    assert any(len({least_turn(tuple(piece)) for piece in sides}) < 25 for sides in plain.tolist())


def test_demands_that_cannot_be_met_end(monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 50)
    with pytest.raises(ValueError, match="no board with distinct pieces in 50 attempts"):
        batch(5, 5, 1, 1, 3, 0, distinct=True)
    with pytest.raises(ValueError, match="no board with distinct and asymmetric pieces"):
        batch(5, 5, 1, 1, 3, 0, distinct=True, asymmetric=True)


def test_other_faults_are_said():
    with pytest.raises(InputError, match="negative"):
        batch(5, 5, 3, 3, -1, 0)
    with pytest.raises(ValueError, match="seed must not be negative"):
        batch(5, 5, 3, 3, 1, -1)


@pytest.mark.parametrize("algorithm", generator.ALGORITHMS)
def test_the_generators_of_the_table(algorithm):
    for rows, columns in ((1, 1), (1, 5), (2, 2), (2, 3), (3, 2), (4, 4), (7, 7), (3, 6)):
        for puzzle, solution in generate(Wanted(algorithm, rows, columns, 3, 1)):
            assert puzzle.violation(solution) == ""
    highest = max(max(piece) for piece in next(generate(Wanted("two-set", 7, 7, 1, 0)))[0].pieces)
    assert highest == 3 + ridge(7, 7, 3)
