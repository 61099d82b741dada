"""A remembered line equals the computed line, on random domains in any order."""

import random

from cpstudy.core.native import array, zeros
from cpstudy.puzzles.picross.lines.state import SLOTS, Board
from cpstudy.puzzles.picross.lines.words import line_by_words, remembered_line, slot_of
from cpstudy.puzzles.picross.puzzle import Picross
from tests.puzzles.picross.instances import random_picture
from tests.puzzles.picross.lines.test_lines import restricted


def test_a_remembered_line_is_the_line():
    rng = random.Random(5)
    met = {"hit": 0, "displaced": 0, "none": 0}
    for colours in (1, 1, 2):
        puzzle = Picross.of_picture(1, 6, random_picture(rng, 1, 6, colours))
        kept = zeros((SLOTS, 2 * (puzzle.colours + 1)), "i64")
        every = range(puzzle.colours + 1)
        for _ in range(600):
            domains = [set(rng.sample(every, rng.randint(1, len(every)))) for _ in range(6)]
            b = restricted(puzzle, domains)
            b.memory = kept
            place = array(kept)[slot_of(b, 0), : puzzle.colours + 1]
            asked = array(b.may)[0, :, 0]
            met["hit"] += bool((place == asked).all())
            met["displaced"] += bool(place.any() and (place != asked).any())
            result = remembered_line(b, 0, 6)
            found = array(b.found).copy()
            assert result is line_by_words(b, 0, 6), domains
            met["none"] += not result
            assert not result or (found == array(b.found)).all(), domains
    assert min(met.values()) > 100, met


def test_long_words_have_many_places():
    rng = random.Random(6)
    b = Board(Picross.of_picture(1, 1, bytes([1])))
    places = set()
    for _ in range(8 * SLOTS):
        one, other = rng.getrandbits(62), rng.getrandbits(62)
        b.may[0, 0, 0], b.may[0, 1, 0] = one, one ^ other
        places.add(slot_of(b, 0))
    assert len(places) == SLOTS
