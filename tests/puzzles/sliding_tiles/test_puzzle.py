"""The data of sliding tiles: text forms, moves, parity."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy import api
from cpstudy.core.errors import InputError
from cpstudy.core.result import Reachability
from cpstudy.puzzles.sliding_tiles.formats import claims_numbers, read_numbers
from cpstudy.puzzles.sliding_tiles.puzzle import SlidingTiles


@settings(max_examples=60)
@given(st.integers(2, 5), st.integers(2, 5), st.booleans(), st.randoms())
def test_texts_come_back(rows, columns, first, rng):
    tiles = list(range(rows * columns))
    rng.shuffle(tiles)
    board = SlidingTiles(rows, columns, tuple(tiles), first)
    assert SlidingTiles.decode(board.encode()) == board
    if rows == columns and first and not board.why_unsolvable():
        line = f"7 {' '.join(map(str, tiles))}\n"
        assert claims_numbers(line)
        assert [item.puzzle for item in read_numbers([line, line[2:]])] == [board, board]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "head ''"),
        ("3x3", "head '3x3': expected WxH"),
        ("1x3:1,2,0", "size 1x3: sides are 2 to 5"),
        ("6x2:1", "size 6x2"),
        ("2x2:1,2,3", "3 tiles, expected 4"),
        ("2x2:1,2,3,x", r"row 2, column 2: 'x' is not a tile"),
        ("2x2:1,2,2,0", r"row 2, column 1: tile 2 is given twice"),
        ("2x2:1,2,4,0", r"row 2, column 1: tile 4 is none of 0 to 3"),
        ("0x0:x", "tile 1: 'x'"),
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


def test_boards_and_their_goals():
    board = SlidingTiles.decode("3x2:1,2,3,4,0,5")
    assert board == SlidingTiles(2, 3, (1, 2, 3, 4, 0, 5), False)
    assert board.goal == (1, 2, 3, 4, 5, 0)
    first = SlidingTiles.decode(" 3x2f:1,0,2,3,4,5 ")
    assert first == SlidingTiles(2, 3, (1, 0, 2, 3, 4, 5), True)
    assert first.goal == (0, 1, 2, 3, 4, 5)
    assert first.encode() == "3x2f:1,0,2,3,4,5"
    assert board.describe(board.tiles) == "1 2 3/4 0 5"
    assert board.at(5) == "row 2, column 3"
    assert board.is_goal(board.goal) and not board.is_goal(first.goal)
    assert board.neighbours == ((1, 3), (0, 2, 4), (1, 5), (0, 4), (1, 3, 5), (2, 4))


def test_a_tile_goes_into_the_empty_cell():
    board = SlidingTiles.decode("3x2:1,2,3,4,0,5")
    assert board.slid(board.tiles, 1) == (1, 0, 3, 4, 2, 5)
    assert board.after(board.tiles, "5") == ((1, 2, 3, 4, 5, 0), 1)
    assert board.after(board.tiles, "2") == ((1, 0, 3, 4, 2, 5), 1)
    for move in ("1", "3", "0", "05"):
        with pytest.raises(InputError, match=r"not possible in 1 2 3/4 0 5"):
            board.after(board.tiles, move)
    replayed = board.replay(["4", "4", "5"])
    assert (replayed.path, replayed.cost) == (("4", "4", "5"), 3)


def test_sizes_and_tiles_at_the_limits():
    assert SlidingTiles(5, 5, tuple(range(25))).goal[-1] == 0
    for rows, columns, tiles, message in (
        (1, 2, (1, 0), "size 2x1: sides are 2 to 5"),
        (2, 6, tuple(range(12)), "size 6x2: sides are 2 to 5"),
        (2, 2, (0, 1, 2, 4), r"row 2, column 2: tile 4 is none of 0 to 3"),
        (2, 2, (0, -1, 2, 3), r"row 1, column 2: tile -1 is none of 0 to 3"),
        (2, 2, (0, 1, 2, 0), r"row 2, column 2: tile 0 is given twice"),
        (2, 3, (0, 1, 2, 3, 4), r"5 tiles, expected 6 \(3x2\)"),
    ):
        with pytest.raises(InputError, match=message):
            SlidingTiles(rows, columns, tiles)
    for text, message in (
        ("3x2", "head '3x2': expected WxH"),
        ("3x2g:0", "head '3x2g': expected WxH"),
        ("3x2:1,2,3,4,x,0", r"row 2, column 2: 'x' is not a tile"),
        ("3x2:1,2,3,4:5,0", r"row 2, column 1: '4:5' is not a tile"),
        ("0x2:1,x", "tile 2: 'x' is not a tile"),
    ):
        with pytest.raises(InputError, match=message):
            SlidingTiles.decode(text)


@pytest.mark.parametrize(
    ("text", "exchanges", "steps"),
    [
        ("2x2:1,2,3,0", "", ""),
        ("2x2:2,1,3,0", "odd", "even"),
        ("2x2:1,2,0,3", "", ""),
        ("2x2:1,3,0,2", "even", "odd"),
        ("3x3:2,3,1,4,5,6,7,8,0", "", ""),
        ("3x3:2,1,4,3,5,6,7,8,0", "", ""),
        ("3x3:2,3,4,1,5,6,7,8,0", "odd", "even"),
        ("3x2:0,2,3,4,5,1", "", ""),
        ("3x2f:0,1,2,3,4,5", "", ""),
        ("3x2f:0,2,1,3,4,5", "odd", "even"),
        ("3x2f:1,2,0,4,3,5", "odd", "even"),
        ("3x2f:1,0,2,4,3,5", "even", "odd"),
    ],
)
def test_why_some_boards_are_never_in_order(text, exchanges, steps):
    """A board is unsolvable if its two parities differ.

    Each move exchanges two tiles and moves the empty cell one step, so it changes both parities.
    """
    found = SlidingTiles.decode(text).why_unsolvable()
    assert found == "" if not exchanges else found == (
        f"an {exchanges} number of exchanges puts the tiles in order, but the empty cell is an "
        f"{steps} number of steps from its place: each move is one of both"
    )  # fmt: skip
