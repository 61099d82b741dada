"""Every written form, with any line end, encoding and indentation, is read as the same board."""

import random

import pytest

from cpstudy.core.errors import InputError
from cpstudy.puzzles.picross.record import KIND
from tests.puzzles.picross.formats.reading import read
from tests.puzzles.picross.formats.test_sections import _packed
from tests.puzzles.picross.instances import random_picture
from tests.puzzles.picross.test_puzzle import Picross

WRITTEN = [form.name for form in KIND.formats.values() if form.read and form.write]
ENCODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1")


def boards(count, seed):
    rng = random.Random(seed)
    for number in range(count):
        rows, columns = rng.randint(1, 6), rng.randint(1, 6)
        picture = random_picture(rng, rows, columns, 1 + number % 3)
        yield rng, Picross.of_picture(rows, columns, picture), picture


@pytest.mark.parametrize("name", WRITTEN)
def test_the_same_board_or_a_refusal(name):
    refused = 0
    for rng, puzzle, _ in boards(120, 7):
        try:
            text = KIND.formats[name].write(puzzle)
        except InputError:
            continue
        indentation = rng.choice(("", " ", "\t", "    ")) if name != "webpbn" else ""
        end = rng.choice(("\n", "\r\n", "\r"))
        changed = end.join(indentation + line for line in text.splitlines())
        data = changed.encode(rng.choice(ENCODINGS))
        (item,) = read(data)
        if isinstance(item.puzzle, InputError):
            refused += 1
        else:
            assert item.puzzle in (puzzle, _packed(puzzle)), (data, item.puzzle.encode())
    assert refused == 0 or name in ("hints", "nin", "text")
    assert refused < 120


@pytest.mark.parametrize("blank", ".-_0·□░")
@pytest.mark.parametrize("colour", "#X*@1█■")
def test_pictures_in_every_pair_of_signs(blank, colour):
    refused = 0
    for rng, puzzle, cells in boards(24, 8):
        text = puzzle.encode_solution(cells).replace("/", "\n")
        end = rng.choice(("\n", "\r\n", "\r"))
        drawn = end.join(text.translate({46: blank, 35: colour}).splitlines())
        found = read(drawn + end)
        if len(found) != 1 or isinstance(found[0].puzzle, InputError):
            refused += 1
        else:
            assert found[0].puzzle == puzzle, drawn
    assert refused < 16
