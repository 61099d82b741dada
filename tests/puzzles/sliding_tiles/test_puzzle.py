"""Sliding tiles as data: text forms, moves, parity."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy import api
from cpstudy.core.result import Reachability
from cpstudy.puzzles.sliding_tiles.formats import read_numbers, recognises_numbers
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles


@settings(max_examples=60)
@given(st.integers(2, 5), st.integers(2, 5), st.booleans(), st.randoms())
def test_texts_come_back(rows, columns, first, rng):
    tiles = list(range(rows * columns))
    rng.shuffle(tiles)
    board = SlidingTiles(rows, columns, tuple(tiles), first)
    assert SlidingTiles.decode(board.encode()) == board
    if rows == columns and first:
        line = f"7 {' '.join(map(str, tiles))}\n"
        assert recognises_numbers(line)
        assert [item.puzzle for item in read_numbers([line, line[2:]])] == [board, board]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "head ''"),
        ("3x3", "head '3x3': expected WxH"),
        ("1x3:1,2,0", "size 1x3: sides are 2 to 5"),
        ("6x2:1", "size 6x2"),
        ("2x2:1,2,3", "3 tiles, expected 4"),
        ("2x2:1,2,3,x", r"cell \(1, 1\): 'x' is no tile"),
        ("2x2:1,2,2,0", r"cell \(1, 0\): tile 2 is there twice"),
        ("2x2:1,2,4,0", r"cell \(1, 0\): tile 4 is none of 0 to 3"),
        ("0x0:x", "cell 0: 'x'"),
    ],
)
def test_faulty_texts_name_the_place(text, message):
    with pytest.raises(ValueError, match=message):
        api.puzzle("sliding_tiles", text)


def test_moves_are_checked_by_the_rules():
    board = api.puzzle("sliding_tiles", "3x3:1,2,3,4,5,6,7,0,8")
    assert board.replay(["8"]).verdict is Reachability.FOUND
    for moves in (["6"], ["8", "7"], ["0"], [""], ["9"]):
        with pytest.raises(ValueError, match=f"move {len(moves)} '{moves[-1]}': not possible in"):
            board.replay(moves)
