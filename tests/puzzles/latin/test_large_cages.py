"""Large cages in one line: the rule and the search keep exactly the values that fillings use."""

import random
from itertools import permutations
from math import prod

import numpy as np

from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.deduction.cage_ways import used_values
from cpstudy.puzzles.latin.deduction.knowledge import Knowledge
from cpstudy.puzzles.latin.rules import ADD, ANY, MULTIPLY, Cage
from cpstudy.puzzles.latin.search.cages import filter_cages
from cpstudy.puzzles.latin.search.state import Board, begin_with

ORDER = 7


def row_board(cells, operation, target):
    """A cage of this number of cells in the first row. All other cages have one cell."""
    first = Cage(tuple(range(cells)), operation, target)
    rest = tuple(Cage((cell,), ANY, 1) for cell in range(cells, ORDER**2))
    return KenKen(ORDER, (first, *rest))


def truth(sets, operation, target):
    """The values of each cell that some filling with different values uses, by brute force."""
    used = [0] * len(sets)
    for values in permutations(range(1, ORDER + 1), len(sets)):
        if all(bits >> (value - 1) & 1 for bits, value in zip(sets, values, strict=True)):
            sums = operation != MULTIPLY and sum(values) == target
            if sums or (operation != ADD and prod(values) == target):
                used = [bits | 1 << (v - 1) for bits, v in zip(used, values, strict=True)]
    return used


def test_large_cages_in_a_line_lose_what_no_way_uses():
    rng = random.Random(3)
    met = {"all": 0, "some": 0, "none": 0}
    for index in range(15):
        cells, operation = rng.choice((6, 7)), (ADD, MULTIPLY, ANY)[index % 3]
        sets = [127 if rng.random() < 0.7 else rng.randrange(1, 128) for _ in range(cells)]
        values = rng.sample(range(1, ORDER + 1), cells)
        target = (prod if operation == MULTIPLY else sum)(values) + (index % 5 == 0)
        puzzle = row_board(cells, operation, target)
        expected = truth(sets, operation, target)
        met["none" if not any(expected) else "all" if expected == sets else "some"] += 1

        k = Knowledge(puzzle)
        k.left[:cells] = sets
        assert used_values(k, 0) == expected

        board = Board(puzzle)
        begin_with(board, np.array([*sets, *[127] * (ORDER**2 - cells)], np.int64))
        filter_cages(board)
        left = [int(word) & 127 for word in board.candidates[:cells]]
        if any(expected):
            assert left == expected
        else:
            assert 0 in left
    assert min(met.values()) > 1, met
