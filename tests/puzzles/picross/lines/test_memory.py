"""What is remembered of a line against what it says, through all its states in any order."""

import random

import numpy as np

from cpstudy.puzzles.picross.lines import memory
from cpstudy.puzzles.picross.lines.words import line_by_words
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import random_picture
from tests.puzzles.picross.lines.test_lines import restricted


def test_a_remembered_line_is_the_line():
    rng = random.Random(5)
    met = {"hit": 0, "displaced": 0, "none": 0}
    for colours in (1, 1, 2):
        puzzle = Picross.of_picture(1, 6, random_picture(rng, 1, 6, colours))
        kept = np.zeros((memory.SLOTS, 2 * (puzzle.colours + 1)), np.int64)
        every = range(puzzle.colours + 1)
        for _ in range(600):
            domains = [set(rng.sample(every, rng.randint(1, len(every)))) for _ in range(6)]
            b = restricted(puzzle, domains)
            place = kept[memory._slot(b.may, 0), : puzzle.colours + 1]
            met["hit"] += bool((place == b.may[0, :, 0]).all())
            met["displaced"] += bool(place.any() and (place != b.may[0, :, 0]).any())
            told = memory.remembered_line(b.clues, b.words, kept, 0, 6, b.may, b.found)
            found = b.found.copy()
            assert told is line_by_words(b.clues, b.words, 0, 6, b.may, b.found), domains
            met["none"] += not told
            assert not told or (found == b.found).all(), domains
    assert min(met.values()) > 100, met


def test_long_words_have_many_places():
    rng = random.Random(6)
    may = np.zeros((1, 2, 1), np.int64)
    places = set()
    for _ in range(8 * memory.SLOTS):
        one, other = rng.getrandbits(62), rng.getrandbits(62)
        may[0, :, 0] = one, one ^ other
        places.add(memory._slot(may, 0))
    assert len(places) == memory.SLOTS
