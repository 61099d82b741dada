"""A switch fits only pictures whose puzzle has several solutions, checked on all pictures."""

import random
from collections import Counter, defaultdict
from itertools import product

import pytest

from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.repair import Switches


@pytest.mark.parametrize(("rows", "columns", "colours"), [(2, 4, 2), (2, 3, 3)])
def test_a_switch_fits_pictures_of_several_solutions_only(rows, columns, colours):
    rng = random.Random(rows)
    pictures = [bytes(p) for p in product(range(colours), repeat=rows * columns)]
    same = defaultdict(list)
    for picture in pictures:
        same[Picross.of_picture(rows, columns, picture).clues].append(picture)
    switches = Switches(columns, range(rows * columns))
    groups = [group for group in same.values() if len(group) > 1]
    met = Counter()
    for learnt in (False, True):
        for group in groups if learnt else ():
            switches.learn(*rng.sample(group, 2))
        for group in same.values():
            for picture in group:
                fits = switches.fit(picture)
                assert len(group) > 1 or not fits
                met[learnt, len(group) > 1, fits] += 1
    assert met[False, True, True] > 0
    assert met[True, True, True] > met[False, True, True]
    assert met[True, False, False] > 100


def test_given_cells_take_no_part():
    picture = bytes([1, 0, 0, 1])
    assert Switches(2, range(4)).fit(picture)
    assert not Switches(2, [0, 1, 2]).fit(picture)
