"""Test Pipes on hexagons: geometry, rules, text form, symmetries, degenerate boards.

The oracle is brute force with its own geometry (``tilings/oracle.py``).
"""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.rules import turned
from tests.puzzles.tilings import oracle
from tests.puzzles.tilings.instances import geometry_of, random_board, truth

SEARCH = kind("hexpipes").solvers["search"]
SEEDS = st.integers(0, 2**32)


def solved(board):
    return set(solve(board, SEARCH, limit=None).solutions)


@pytest.mark.parametrize("wrap", (False, True))
def test_the_geometry_is_that_of_hexagons(wrap):
    for rows in range(1, 7):
        for columns in range(1, 6):
            board = HexPipes(rows, columns, bytes(rows * columns), wrap)
            geometry = geometry_of(board)
            assert geometry == oracle.hexagons(rows, columns, wrap), board.size
            assert all(geometry[beyond] == half for half, beyond in geometry.items())
            edges = [(half, geometry[half]) for half in sorted(geometry) if half < geometry[half]]
            assert list(board.edges()) == [(*one, *other) for one, other in edges]
            if wrap:
                assert len(edges) == 3 * rows * columns


def test_wrapping_is_that_of_hexapipes():
    """The first row lies below the last one, shifted by a whole cell if there are four rows, by
    half a cell if there are three."""
    even, odd = (HexPipes(rows, 5, bytes(5 * rows), wrap=True) for rows in (4, 3))
    assert even.across(0, 1) == (3 * 5 + 1, 4)
    assert even.across(0, 2) == (3 * 5 + 0, 5)
    assert odd.across(0, 1) == (2 * 5 + 1, 4)
    assert odd.across(2 * 5 + 1, 4) == (0, 1)
    assert odd.across(4, 0) == (0, 3)


def test_short_tori_are_read_literally():
    """On short tori a cell may face itself, which no tree uses, and two cells may share edges."""
    assert solved(HexPipes.decode("1x1wg:11")) == {bytes([9]), bytes([18]), bytes([36])}
    assert solved(HexPipes.decode("1x1wg:77")) == {bytes([63])}
    assert solved(HexPipes.decode("1x1w:11")) == set()
    assert len(solved(HexPipes.decode("2x1w:0101"))) == 4  # one for each edge that they share
    rng = random.Random(4)
    met = Counter()
    for rows, columns in ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1), (1, 4)) * 12:
        tiles = bytes(rng.choice((1, 3, 5, 9, 21, 27, 63, 0)) for _ in range(rows * columns))
        board = HexPipes(rows, columns, tiles, wrap=True, free=rng.random() < 0.7)
        expected = truth(board)
        assert solved(board) == expected, board.encode()
        met[min(len(expected), 2)] += 1
    assert min(met[number] for number in range(3)) > 2, met


@pytest.mark.parametrize(
    ("text", "number"),
    [("1x1:00", 1), ("1x1:01", 0), ("3x2:000000000000", 1), ("2x1:0101", 1), ("2x1:0111", 0)],
)
def test_the_smallest_boards(text, number):
    assert len(solved(HexPipes.decode(text))) == number


def test_rules_are_told_by_the_first_fault():
    board = HexPipes.decode("2x2:03010101")
    assert board.root == 3
    assert HexPipes.decode("3x1:010001").root == 0
    for solution, fault in (
        (b"", "0 tiles, expected 4 (2x2)"),
        (bytes([5, 1, 1, 1]), "row 1, column 1: 5 is not a rotation of 3"),
        (bytes([6, 1, 1, 1]), "row 1, column 1: open up right towards the border"),
        (
            bytes([33, 1, 1, 1]),
            "row 1, column 1: open right towards a closed side of row 1, column 2",
        ),
    ):
        assert board.violation(solution) == fault
    ring = HexPipes.decode("2x2:00600644").with_tiles(bytes([0, 48, 3, 12]))
    assert ring.violation(ring.tiles).endswith("lies on a cycle")
    parts = HexPipes.decode("2x2:01010101")
    assert (
        parts.violation(bytes([1, 8, 1, 8]))
        == "row 2, column 1: not connected with row 1, column 1"
    )
    free = HexPipes(2, 2, parts.tiles, free=True)
    assert free.violation(bytes([1, 8, 1, 8])) == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2x2", "no ':' after the size"),
        ("2:0101", "size '2': expected WxH, then w (wraps), then g (free)"),
        ("2x1gw:0101", "size '2x1gw'"),
        ("0x1:", "size 0x1: a board needs at least one row"),
        ("2x1:010", "row 1, column 2: '0' is not a tile, expected 00 to 77"),
        ("2x1:0108", "row 1, column 2: '08' is not a tile, expected 00 to 77"),
        ("2x2:010101", "3 tiles, expected 4 (2x2)"),
        ("2x1:010101", "3 tiles, expected 2 (2x1)"),
        ("999999x999999:01", "1 tiles, expected 999998000001"),
    ],
)
def test_malformed_texts_are_reported(text, message):
    with pytest.raises(ValueError) as error:
        HexPipes.decode(text)
    assert message in str(error.value) and "\n" not in str(error.value)


def test_boards_that_are_none_are_reported():
    for arguments, message in (
        ((0, 1, b""), "at least one row"),
        ((1, 2, b"\0"), "1 tiles, expected 2"),
        ((1, 2, b"\0\x40"), r"row 1, column 2: tile 64 is above 63"),
    ):
        with pytest.raises(ValueError, match=message):
            HexPipes(*arguments)
    with pytest.raises(ValueError, match="a solution of size 1x2 for a board of size 2x1"):
        HexPipes.decode("2x1:0101").decode_solution("1x2:0101")


@settings(max_examples=60, deadline=None)
@given(SEEDS)
def test_texts_round_trip(seed):
    board = random_board(random.Random(seed), HexPipes, most=25)
    text = board.encode()
    assert HexPipes.decode(text) == board
    assert HexPipes.decode(text).encode() == text
    assert board.decode_solution(board.encode_solution(board.tiles)) == board.tiles


# -- symmetries ------------------------------------------------------------------------------------


def moved(board, place, side_to):
    """The image of a board under a symmetry, and the function that maps solutions to its images.

    place: maps a cell's (q, r). side_to: maps the number of a side. Cells have axial coordinates:
    q to the right, r down and to the right. The other cells of the rectangle are holes.
    """
    at = {}
    for cell in range(len(board.tiles)):
        row, column = divmod(cell, board.columns)
        at[cell] = place((2 * column + row % 2 - row) // 2, row)
    least = min(r for _, r in at.values())
    rows = {cell: r - least for cell, (_, r) in at.items()}
    halves = {cell: 2 * q + rows[cell] for cell, (q, _) in at.items()}
    left = min(half // 2 for half in halves.values())
    columns = {cell: half // 2 - left for cell, half in halves.items()}
    height, width = max(rows.values()) + 1, max(columns.values()) + 1

    def carried(tiles):
        found = bytearray(height * width)
        for cell, tile in enumerate(tiles):
            sides = (side for side in range(6) if tile >> side & 1)
            found[rows[cell] * width + columns[cell]] = sum(1 << side_to(side) for side in sides)
        return bytes(found)

    return HexPipes(height, width, carried(board.tiles), False, board.free), carried


SYMMETRIES = {
    "turned by 60°": (lambda q, r: (q + r, -q), lambda side: (side + 1) % 6),
    "left and right": (lambda q, r: (-q - r, r), lambda side: (3 - side) % 6),
    "up and down": (lambda q, r: (q + r, -r), lambda side: -side % 6),
}


@pytest.mark.parametrize("name", SYMMETRIES)
@settings(max_examples=25, deadline=None)
@given(SEEDS)
def test_symmetries_carry_solutions(name, seed):
    board = random_board(random.Random(seed), HexPipes)
    board = HexPipes(board.rows, board.columns, board.tiles, False, board.free)
    image, carried = moved(board, *SYMMETRIES[name])
    assert solved(image) == {carried(solution) for solution in solved(board)}


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(0, 5))
def test_how_tiles_lie_means_nothing(seed, times):
    board = random_board(random.Random(seed), HexPipes)
    other = board.with_tiles(bytes(turned(tile, times, 6) for tile in board.tiles))
    assert solved(other) == solved(board)
