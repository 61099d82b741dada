"""The checking kernel agrees with the rules on every picture of small boards."""

from itertools import product

import pytest

from cpstudy.puzzles.picross.lines.checker import checker
from cpstudy.puzzles.picross.puzzle import Picross


@pytest.mark.parametrize(
    "text",
    [
        "1x1:/", "1x1:1/1", "2x2:1/1/1/1", "2x2:2/1/2/1", "3x2:2/1/1/1.1/2", "3x2:1/2/1/3/1",
        "3x3://1/1//", "4x2:1/1/2/2/4/2", "5x1:1//1/1//1.2", "4x1:1//1/1/1.2", "1x4:1.2/1//1/1",
        "2x2:1b/1/1b.1/", "3x1:1/1b/1/1.1b.1", "3x1:1b//1/1b.1", "2x2:1/1b/1.1b/,bB",
        "2x2:2/2/2/2,BB", "2x2:1/1/1/1,cA", "3x1:1//1/1.1,AaA", "2x2:1/1b/1.1b/,AA2b",
    ],
)  # fmt: skip
def test_every_picture_is_judged_as_by_the_rules(text):
    puzzle = Picross.decode(text)
    holds, size = checker(puzzle), puzzle.rows * puzzle.columns
    for cells in map(bytes, product(range(puzzle.colours + 1), repeat=size)):
        assert holds(cells) is (puzzle.violation(cells) == ""), [*cells]
    assert holds(bytes(size + 1)) is False
    assert holds(bytes(size - 1)) is False
