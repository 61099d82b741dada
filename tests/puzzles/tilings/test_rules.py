"""Test the rules on any tiling: turning, counting, and every placement against brute force."""

from itertools import product

import pytest

from cpstudy.core.errors import InputError
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.rules import rotations, turned
from tests.puzzles.tilings.instances import truth


def test_tiles_turn_anticlockwise():
    assert [turned(0b000011, times, 6) for times in range(7)] == [3, 6, 12, 24, 48, 33, 3]
    assert turned(0b001, -1, 3) == turned(0b001, 2, 3) == turned(0b001, 5, 3) == 0b100
    assert rotations(3) == (
        (0,), (1, 2, 4), (1, 2, 4), (3, 5, 6), (1, 2, 4), (3, 5, 6), (3, 5, 6), (7,)
    )  # fmt: skip
    assert HexPipes.orientations == rotations(6)


@pytest.mark.parametrize(
    "text",
    [
        "1x1:00", "2x1:0101", "3x1:011101", "2x2:01030301", "2x2:00010001", "2x2:01010101",
        "3x2:000101010100", "2x1w:0101", "1x2w:0303", "2x2w:03030303", "2x2wg:03030303",
        "2x2w:01010115", "1x3w:000101", "2x3:010011010100", "3x2w:000000000101",
    ],
)  # fmt: skip
def test_every_placement_is_judged_as_brute_force_does(text):
    """Of all combinations of rotations, the rules accept exactly the solutions of brute force."""
    board = HexPipes.decode(text)
    expected = truth(board)
    for placement in product(*(board.orientations[tile] for tile in board.tiles)):
        assert (board.violation(bytes(placement)) == "") is (bytes(placement) in expected)


def test_faults_are_where_they_are():
    board = HexPipes.decode("2x2:01010101")
    assert (
        board.violation(bytes([1, 8, 1, 8]))
        == "row 2, column 1: not connected with row 1, column 1"
    )
    pairs = HexPipes.decode("2x3:000001010101")
    assert (
        pairs.violation(bytes([0, 0, 1, 8, 1, 8]))
        == "row 3, column 1: not connected with row 2, column 1"
    )
    ring = HexPipes.decode("2x2:00030503").with_tiles(bytes([0, 48, 3, 12]))
    assert ring.violation(ring.tiles) == "row 2, column 1: lies on a cycle"
    assert HexPipes.decode("2x1:0000").violation(bytes(2)) == ""


def test_the_middle_and_the_root():
    """A tree is rooted in the middle, or at the first tile if the middle is a hole."""
    for text, centre, root in (
        ("3x3:" + "01" * 9, 4, 4),
        ("4x2:" + "01" * 8, 6, 6),
        ("3x3:" + "00" * 9, 4, 4),
        ("3x3:000001010001010101", 4, 2),
    ):
        board = HexPipes.decode(text)
        assert (board.centre, board.root) == (centre, root)


def test_why_no_tree():
    assert HexPipes.decode("3x1:000300").tree_impossible() == (
        "2 open sides on 1 non-empty tiles; a tree needs 0"
    )
    assert HexPipes.decode("2x2:01010101").tree_impossible() == (
        "4 open sides on 4 non-empty tiles; a tree needs 6"
    )
    assert HexPipes.decode("3x1:011101").tree_impossible() == ""
    assert HexPipes.decode("2x1:0000").tree_impossible() == ""


def test_what_a_board_keeps():
    for text in ("2x1:0101", "2x1w:0101", "2x1g:0101", "2x1wg:0101"):
        board = HexPipes.decode(text)
        assert board.encode() == text
        assert board.with_tiles(bytes([1, 2])).encode() == text.replace("0101", "0102")
        assert board.canonical(bytes([1, 8])) == bytes([1, 8])
        assert (board.wrap, board.free) == ("w" in text, "g" in text)
    plain = HexPipes(1, 2, bytes([1, 1]))
    assert (plain.wrap, plain.free, plain.sides, plain.size) == (False, False, 6, "2x1")


def test_boards_of_lists_and_texts():
    assert HexPipes(1, 2, [1, 8]).tiles == b"\1\x08"
    with pytest.raises(InputError, match=r"row 1, column 2: tile 64 is above 63"):
        HexPipes(1, 2, b"\x3f\x40")
    with pytest.raises(InputError, match=r"row 1, column 1: '0:' is not a tile"):
        HexPipes.decode("2x1:0:01")
    board = HexPipes.decode("2x1wg:0101")
    assert board.shape(bytes([3, 3])).encode() == "2x1w:0303"
    assert [*HexPipes(1, 1, bytes(1), wrap=True).edges()] == [
        (0, 0, 0, 3), (0, 1, 0, 4), (0, 2, 0, 5)
    ]  # fmt: skip
