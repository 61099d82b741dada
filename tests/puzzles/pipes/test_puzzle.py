"""Test the rules of Pipes against the brute-force oracle, also on degenerate boards."""

import pickle
import random
from dataclasses import replace

import pytest
from hypothesis import given

from cpstudy.core.errors import InputError
from cpstudy.puzzles.pipes.puzzle import (
    ORIENTATIONS,
    TYPE_NAMES,
    Pipes,
    tile_type,
    turned,
)
from tests.puzzles.pipes.instances import random_board
from tests.puzzles.pipes.oracle import all_solutions, edge_list, is_tree, rotations
from tests.puzzles.pipes.strategies import any_pipes


def test_orientations_are_the_rotations():
    for tile in range(16):
        assert set(ORIENTATIONS[tile]) == rotations(tile)
        assert {tile_type(other) for other in ORIENTATIONS[tile]} == {tile_type(tile)}
        assert turned(tile, 4) == tile == turned(turned(tile, 1), 3)


def test_violation_is_the_oracle_on_every_placement():
    """On tiny boards, ``violation`` accepts exactly the placements that the oracle accepts."""
    rng = random.Random(1)
    accepted = rejected = 0
    for _ in range(150):
        puzzle = random_board(rng, largest=2)
        solutions = all_solutions(puzzle)
        for number in range(4 ** len(puzzle.tiles)):
            quarters = [(number >> (2 * i)) & 3 for i in range(len(puzzle.tiles))]
            placement = bytes(map(turned, puzzle.tiles, quarters))
            valid = not puzzle.violation(placement)
            assert valid == (placement in solutions), (puzzle.encode(), placement)
            accepted, rejected = accepted + valid, rejected + (not valid)
    assert accepted > 100
    assert rejected > 100


@given(any_pipes())
def test_neighbours_and_edges_are_the_oracles(puzzle):
    ours = [(t, 1 << side, o, 1 << (side ^ 2)) for t, side, o, _ in puzzle.edges()]
    assert sorted(ours) == sorted(edge_list(puzzle))
    for tile in range(len(puzzle.tiles)):
        for side in range(4):
            other = puzzle.neighbour(tile, side)
            if other is not None:
                assert puzzle.neighbour(other, side ^ 2) == tile


def test_counting_never_excludes_a_tree():
    rng = random.Random(6)
    excluded = 0
    for _ in range(200):
        puzzle = random_board(rng, largest=3)
        if puzzle.tree_impossible():
            states = all_solutions(replace(puzzle, free=True))
            assert not any(is_tree(puzzle, list(state)) for state in states), puzzle.encode()
            excluded += bool(states)
    assert excluded > 10


@pytest.mark.parametrize(
    ("text", "placement", "reason"),
    [
        ("2x1:11", [1, 4], ""),
        ("2x1:11", [1], "1 tiles, expected 2 (2x1)"),
        ("2x1:11", [5, 4], "row 1, column 1: 5 is not a rotation of 1"),
        ("2x1:11", [2, 4], "row 1, column 1: open up towards a wall"),
        ("2x1:1v1", [1, 4], "row 1, column 1: open right towards a wall"),
        ("1x2:1h1", [8, 2], "row 1, column 1: open down towards a wall"),
        (
            "3x1:151",
            [1, 5, 1],
            "row 1, column 2: open right towards a closed side of row 1, column 3",
        ),
        ("2x2:9999", [9, 12, 3, 6], "row 1, column 2: lies on a cycle"),
        ("2x2g:9999", [9, 12, 3, 6], ""),
        ("2x2:1111", [1, 4, 1, 4], "row 2, column 1: not connected with row 1, column 1"),
        ("2x2g:1111", [1, 4, 1, 4], ""),
    ],
)
def test_first_broken_rule_and_its_place(text, placement, reason):
    assert Pipes.decode(text).violation(bytes(placement)) == reason


def test_a_side_of_one_wraps_onto_itself():
    """On a wrapping board of one column, a tile's right side meets its left side: a cycle."""
    straight = Pipes.decode("1x1w:5")
    assert straight.neighbour(0, 0) == 0
    assert straight.violation(bytes([5])) == "row 1, column 1: lies on a cycle"
    assert all_solutions(replace(straight, free=True)) == {bytes([5]), bytes([10])}
    # The corner's open right side meets its own closed left side.
    assert "towards a closed side" in Pipes.decode("1x1w:3").violation(bytes([3]))
    # The chain crosses the border: the same board without wrapping has no solution.
    assert all_solutions(Pipes.decode("1x3w:115")) == {bytes([2, 8, 10])}
    assert all_solutions(Pipes.decode("1x3:115")) == set()


def test_a_side_of_two_wraps_to_two_edges():
    """On a wrapping board of two columns, neighbours share two edges; opening both is a cycle."""
    board = Pipes.decode("2x1w:11")
    assert sorted(edge_list(board))[:2] == [(0, 1, 1, 4), (0, 8, 0, 2)]
    assert all_solutions(board) == {bytes([1, 4]), bytes([4, 1])}
    both = Pipes.decode("2x1w:55")
    assert both.violation(bytes([5, 5])) == "row 1, column 2: lies on a cycle"
    assert not replace(both, free=True).violation(bytes([5, 5]))


def test_empty_tiles_are_no_vertices():
    assert Pipes.decode("3x1:110").violation(bytes([1, 4, 0])) == ""
    assert Pipes.decode("3x1:101").violation(bytes([1, 0, 4])) != ""
    assert all_solutions(Pipes.decode("3:000000000")) == {bytes(9)}


@given(any_pipes())
def test_boards_are_values(puzzle):
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    assert hash(replace(puzzle)) == hash(puzzle)
    with pytest.raises(AttributeError):
        puzzle.rows = 7


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1, b""), "at least one row"),
        ((1, 2, b"\1"), "1 tiles, expected 2"),
        ((1, 1, b"\x10"), "row 1, column 1: tile 16 is above 15"),
        ((1, 1, b"\1", False, False, b"\4"), "row 1, column 1: barrier 4 is above 3"),
        ((1, 2, b"\1\1", False, False, b"\1"), "1 barriers, expected 2"),
    ],
)
def test_impossible_boards_are_refused(arguments, message):
    with pytest.raises(ValueError, match=r".*") as caught:
        Pipes(*arguments)
    assert message in str(caught.value)


def test_turning_by_quarters():
    assert [turned(0b0011, quarters) for quarters in range(-1, 5)] == [9, 3, 6, 12, 9, 3]
    assert [ORIENTATIONS[tile] for tile in (0, 1, 3, 5, 7, 15)] == [
        (0,), (1, 2, 4, 8), (3, 6, 9, 12), (5, 10), (7, 11, 13, 14), (15,)
    ]  # fmt: skip
    names = [TYPE_NAMES[tile_type(tile)] for tile in (0, 8, 10, 9, 14, 15)]
    assert names == ["empty", "dead end", "straight", "corner", "T", "cross"]


def test_where_the_power_is():
    for text, centre in (("3x3:" + "1" * 9, 4), ("4x2:" + "1" * 8, 6), ("5x1:11111", 2)):
        assert Pipes.decode(text).centre == centre
    assert Pipes.decode("7x6:" + "0" * 42).centre == 24


def test_why_no_tree():
    for text, message in (
        ("2x2:1111", "4 open sides on 4 non-empty tiles; a tree needs 6"),
        ("3x1:050", "2 open sides on 1 non-empty tiles; a tree needs 0"),
        ("3x1:151", ""),
        ("2x1:00", ""),
    ):
        assert Pipes.decode(text).tree_impossible() == message


@pytest.mark.parametrize(
    "text",
    ["2x1:1f", "2x1w:1f", "2x1g:0a", "2x1wg:1f", "2x2:1v2h3vh4", "1x2:1h1", "2x2wg:1v1v1v1v"],
)
def test_texts_come_back(text):
    board = Pipes.decode(text)
    assert board.encode() == text
    assert (board.wrap, board.free) == ("w" in text, "g" in text)
    assert board.encode_solution(bytes(len(board.tiles))) == "".join(
        character if character in "whgv:x" or place <= text.index(":") else "0"
        for place, character in enumerate(text)
    )
    assert board.decode_solution(text) == board.tiles
    assert board.canonical(b"\1\2") == b"\1\2"
    assert Pipes.decode(text.upper().replace("X", "x").replace("W", "w").replace("G", "g")) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x1", "no ':' after the size, in '2x1'"),
        ("2x1#123", "a random-seed ID: copy the game's 'Specific' ID instead"),
        ("2y1:11", "size '2y1': expected WxH"),
        ("0x1:", "size 0x1: a board needs at least one row and one column"),
        ("1x0:", "size 1x0: a board needs at least one row and one column"),
        ("2x1:1:", "row 1, column 2: ':' is not a hex digit or a barrier (v, h)"),
        ("2x2:11x1", "row 2, column 1: 'x' is not a hex digit"),
        ("2x1:v11", "'v' before the first tile"),
        ("2x2:11v1v1vv", "row 2, column 2: 'v' given twice"),
        ("2x2:111hh1", "row 2, column 1: 'h' given twice"),
        ("2x2:111", "3 tiles, expected 4 (2x2)"),
        ("2x1:11\xe9", "row 2, column 1: '\\xe9' is not a hex digit"),
        ("2x1:1\xe9", "row 1, column 2: '\\xe9' is not a hex digit"),
    ],
)
def test_faults_of_texts_are_named(text, message):
    with pytest.raises(InputError) as caught:
        Pipes.decode(text)
    assert message in str(caught.value)


def test_solutions_of_another_size():
    board = Pipes.decode("2x1:11")
    with pytest.raises(InputError, match="a solution of size 1x2 for a board of size 2x1"):
        board.decode_solution("1x2:11")
    assert Pipes.decode("2:1111").size == "2x2"
    assert Pipes(1, 2, b"\1\1", barriers=b"\0\0").barriers == b""


def test_other_boards_of_one_shape():
    board = Pipes.decode("2x1wg:1v1")
    assert board.shape(b"\5\5").encode() == "2x1w:5v5"
    assert board.with_tiles(b"\5\5").encode() == "2x1wg:5v5"
    assert turned(1) == 2
    assert Pipes.decode("net:2x1:11") == Pipes.decode("NET:2x1:11") == Pipes.decode("2x1:11")
    assert Pipes.decode("1x1w:5") == Pipes(1, 1, b"\5", wrap=True)
    assert [*Pipes(1, 1, b"\5", wrap=True).edges()] == [(0, 0, 0, 2), (0, 3, 0, 1)]


def test_boards_of_lists():
    board = Pipes(1, 2, [1, 1], barriers=[1, 0])
    assert (board.tiles, board.barriers) == (b"\1\1", b"\1\0")
    with pytest.raises(InputError, match=r"row 1, column 2: tile 16 is above 15"):
        Pipes(1, 2, b"\x0f\x10")
    with pytest.raises(InputError, match=r"row 1, column 1: 'x' is not a hex digit"):
        Pipes.decode("2x1:x1")
    with pytest.raises(InputError, match=r"row 1, column 2: 'X' is not a hex digit"):
        Pipes.decode("2x1:1X")
