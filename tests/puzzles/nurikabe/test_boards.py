"""Random boards are valid, repeatable, and the same alone and in a batch."""

import pytest

from cpstudy.core.generating import Wanted
from cpstudy.puzzles.nurikabe.generating import generate, in_pool, is_connected
from cpstudy.puzzles.nurikabe.knowledge import shape_of


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 6), (6, 1), (2, 2), (5, 7), (10, 10)])
def test_boards_are_solved(rows, columns):
    drawn = list(generate(Wanted("islands", rows, columns, 4, 3, False)))
    assert drawn == list(generate(Wanted("islands", rows, columns, 6, 3, False)))[:4]
    for puzzle, solution in drawn:
        assert (puzzle.rows, puzzle.columns) == (rows, columns)
        assert puzzle.violation(solution) == ""
    if rows * columns > 20:
        assert drawn != list(generate(Wanted("islands", rows, columns, 4, 4, False)))
        assert len({puzzle for puzzle, _ in drawn}) == 4


def test_a_seed_means_the_same_for_ever():
    ((puzzle, _),) = generate(Wanted("islands", 5, 5, 1, 7, False))
    assert puzzle.encode() == "nurikabe/5/5/2l1g3l3n"


def test_pools_and_connections():
    shape = shape_of(3, 3)
    assert in_pool(shape, 0b111_111_111) == 0b111_111_111
    assert in_pool(shape, 0b011_011_001) == 0b011_011_000
    assert in_pool(shape, 0b001_111_100) == 0
    assert in_pool(shape, 0b100_001_110) == 0
    assert is_connected(shape, 0b001_111_100)
    assert is_connected(shape, 0)
    assert not is_connected(shape, 0b100_001_100)


def test_a_seed_is_not_negative():
    with pytest.raises(ValueError, match="seed must not be negative"):
        next(generate(Wanted("islands", 5, 5, 1, -1)))
