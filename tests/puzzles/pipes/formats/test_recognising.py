"""Test that files of tile numbers, types, downloads and saved games are recognised."""

import numpy as np
import pytest

from cpstudy import generate
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.puzzles import kind
from cpstudy.reading.door import items, only, recognised
from tests.samples import sample

KIND = kind("pipes")
((BOARD, _),) = generate("pipes", "wilson", 5, 1)
FREE = type(BOARD)(5, 5, BOARD.tiles, free=True)


def _types(tiles):
    from cpstudy.puzzles.pipes.puzzle import tile_type

    return list(map(tile_type, tiles))


@pytest.mark.parametrize("name", ["tiles", "types", "hexapipes", "sav"])
def test_formats_are_recognised(name):
    board = FREE if name == "types" else BOARD
    text = KIND.formats[name].write(board)
    for end in ("\n", "\r\n", "\n\n"):
        if name != "sav" or end == "\n":
            assert recognised(KIND, Document.of(text.replace("\n", end))).name == name
    read = only(KIND, text)
    assert _types(read.tiles) == _types(board.tiles) and read.size == board.size


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2 3\nand so on\nin words\n", "row 2, column 1: 'and' is not a tile"),
        ("[puzzle]\nname = 1\n", "no ':' after the size, in '[puzzle]'"),
        ('{"width": 5}\n', "JSON, no known format"),
        ("['a', 'b']\n", "no ':' after the size"),
        ("100 200\n300 400\n", "no ':' after the size, in '100 200'"),
    ],
)
def test_what_begins_alike_is_no_format(text, said):
    (item,) = items(KIND, Document.of(text))
    assert isinstance(item.puzzle, InputError) and said in str(item.puzzle)


def test_one_number_is_a_board_of_one_tile():
    assert only(KIND, "3\n").encode() == "1x1:3"


@pytest.mark.parametrize("name", ["tiles", "types", "hexapipes"])
@sample(60, 1000)
def test_a_slip_gives_a_fault_or_the_edited_datum(name, number):
    rng = np.random.default_rng(4)
    board = FREE if name == "types" else BOARD
    text = KIND.formats[name].write(board)
    whole = only(KIND, text)
    faults = 0
    for _ in range(number):
        at = int(rng.integers(len(text)))
        letter = '0123456789ab ,x-"[]{}\n'[int(rng.integers(22))]
        (item,) = items(KIND, Document.of(text[:at] + letter + text[at + int(rng.integers(2)) :]))
        if isinstance(item.puzzle, InputError):
            faults += 1
            continue
        assert (item.puzzle.rows, item.puzzle.columns) == (whole.rows, whole.columns)
        changed = zip(_types(item.puzzle.tiles), _types(whole.tiles), strict=True)
        assert sum(a != b for a, b in changed) <= 1
    assert number // 8 < faults < number
