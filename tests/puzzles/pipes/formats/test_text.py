"""Test text forms, files and pictures of Pipes: round trips, and errors that name the place."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.drawing import Disc, Label, Line, Polygon
from cpstudy.core.text import read_list, read_text, write_text
from cpstudy.puzzles.pipes.drawing import drawing, text_picture
from cpstudy.puzzles.pipes.formats import text as formats
from cpstudy.puzzles.pipes.puzzle import Pipes, tile_type
from tests.puzzles.pipes.oracle import all_solutions
from tests.puzzles.pipes.strategies import any_pipes, mixed_pipes


@given(any_pipes())
def test_the_text_form_round_trips(puzzle):
    text = puzzle.encode()
    assert Pipes.decode(text) == puzzle
    assert Pipes.decode(f"  {text.upper().replace('X', 'x', 1)}\n".replace("W", "w", 1)
                        .replace("G:", "g:", 1)) == puzzle  # fmt: skip


def test_known_game_ids():
    board = Pipes.decode("3x2w:1v2h4vh8af")
    assert (board.rows, board.columns, board.wrap, board.free) == (2, 3, True, False)
    assert board.tiles == bytes([1, 2, 4, 8, 10, 15])
    assert board.barriers == bytes([1, 2, 3, 0, 0, 0])
    assert Pipes.decode("2:1248") == Pipes.decode("2x2:1248")
    assert Pipes.decode("2wg:1248").free
    assert Pipes.decode("3x2w:1v2h4hv8af") == board
    assert board.encode() == "3x2w:1v2h4vh8af"


@given(mixed_pipes())
def test_solutions_have_the_same_notation(puzzle):
    for solution in all_solutions(puzzle):
        text = puzzle.encode_solution(solution)
        assert puzzle.decode_solution(text) == solution
        as_puzzle = Pipes.decode(text)
        assert (as_puzzle.wrap, as_puzzle.free) == (puzzle.wrap, puzzle.free)
        assert as_puzzle.barriers == puzzle.barriers


@given(any_pipes())
def test_tile_numbers_round_trip(puzzle):
    plain = Pipes(puzzle.rows, puzzle.columns, puzzle.tiles)
    (item,) = formats.read_tiles(io.StringIO(formats.write_tiles(plain)))
    assert item.puzzle == plain
    if puzzle.wrap or puzzle.free or puzzle.barriers:
        with pytest.raises(ValueError, match="tile numbers cannot"):
            formats.write_tiles(puzzle)


@given(any_pipes())
def test_types_round_trip_up_to_turning(puzzle):
    plain = Pipes(puzzle.rows, puzzle.columns, puzzle.tiles, free=True)
    (item,) = formats.read_types(io.StringIO(formats.write_types(plain)))
    assert item.puzzle.free
    assert list(map(tile_type, item.puzzle.tiles)) == list(map(tile_type, plain.tiles))


@given(st.lists(any_pipes(), max_size=5))
def test_lists_round_trip(puzzles):
    text = "# a comment\n\n" + "".join(write_text(p)[:-1] + "\tnote\n" for p in puzzles)
    items = list(read_text(Pipes, io.StringIO(text)))
    assert [item.puzzle for item in items] == puzzles
    assert [item.line for item in items] == list(range(3, 3 + len(puzzles)))


def test_a_faulty_line_leaves_the_others():
    items = list(read_list(["2x1:11", "2x1:1", "# no", "1x1:0"], Pipes.decode))
    assert [isinstance(item.puzzle, ValueError) for item in items] == [False, True, False]
    assert [item.line for item in items] == [1, 2, 4]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no ':' after the size, in ''"),
        ("5x5", "no ':' after the size"),
        ("7x7#123456", "a random-seed ID"),
        ("axb:11", "size 'axb': expected WxH"),
        ("2x1gw:11", "size '2x1gw'"),
        ("0x1:", "at least one row"),
        ("2x0:", "at least one row"),
        ("2x1:1", "1 tiles, expected 2 (2x1)"),
        ("2x1:111", "3 tiles, expected 2 (2x1)"),
        ("2x2:11g1", "row 2, column 1: 'g' is not a hex digit"),
        ("2x2:111 1", "row 2, column 2: ' ' is not a hex digit"),
        ("2x1:v11", "'v' before the first tile"),
        ("2x1:1vv1", "row 1, column 1: 'v' given twice"),
        ("2x1:1١", "row 1, column 2: '\\u0661' is not a hex digit"),
        ("99999999x1:1", "size '99999999x1'"),
        ("999999x999999:1", "1 tiles, expected"),
    ],
)
def test_malformed_text_names_the_tile(text, message):
    with pytest.raises(ValueError, match=r".") as caught:
        Pipes.decode(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("read", "text", "line", "message"),
    [
        (formats.read_tiles, "1 2\n3 16\n", 2, "row 2, column 2: '16' is not a tile"),
        (formats.read_tiles, "1 2\n\n3\n", 3, "row 2 has 1 tiles, row 1 has 2"),
        (formats.read_tiles, "1 x\n", 1, "row 1, column 2: 'x' is not a tile"),
        (formats.read_tiles, "# only\n", 1, "no tiles"),
        (formats.read_types, '[["0", "2c"]]', 1, "row 1, column 2: '2c' is none of"),
        (formats.read_types, '[["0"], ["0", "3"]]', 1, "row 2 has 2 tiles, row 1 has 1"),
        (formats.read_types, '["0"]', 1, "not an array of arrays"),
        (formats.read_types, "[[0]]", 1, "row 1, column 1: 0 is none of"),
        (formats.read_types, "[[" * 500, 1, "not an array of arrays"),
        (formats.read_types, "[", 1, "not an array of arrays"),
        (formats.read_types, "[[]]", 1, "at least one row and one column"),
        (formats.read_types, "[]", 1, "not an array of arrays"),
    ],
)
def test_malformed_files_name_the_place(read, text, line, message):
    (item,) = list(read(io.StringIO(text)))
    assert isinstance(item.puzzle, ValueError)
    assert item.line == line
    assert message in str(item.puzzle)


YURICHEV = """
[ ["0", "0", "2b", "3", "2a", "2a", "2a", "3", "3", "2a", "3", "2b", "2b", "2b", "0", "0"],
["2b", "2b", "3", "2b", "0", "0", "2b", "3", "3", "3", "3", "3", "4", "2b", "0", "0"],
["3", "4", "2b", "0", "0", "0", "3", "2b", "2b", "4", "2b", "3", "4", "2b", "2b", "2b"],
["2b", "4", "3", "2a", "3", "3", "3", "2b", "2b", "3", "3", "3", "2a", "2b", "4", "3"],
["0", "2b", "3", "2b", "3", "4", "2b", "3", "3", "2b", "3", "3", "3", "0", "2a", "2a"],
["0", "0", "2b", "2b", "0", "3", "3", "4", "3", "4", "3", "3", "3", "2b", "3", "3"],
["0", "2b", "3", "2b", "0", "3", "3", "4", "3", "4", "4", "3", "0", "3", "4", "3"],
["0", "2b", "3", "3", "2a", "3", "2b", "2b", "3", "3", "3", "3", "2a", "3", "3", "2b"], ]
"""


def test_yurichevs_puzzle_has_two_solutions_that_differ_in_four_tiles():
    """Yurichev's published example has two solutions, which differ in four cells in the middle."""
    from cpstudy import solve

    (item,) = formats.read_types(io.StringIO(YURICHEV))
    result = solve(item.puzzle, limit=None)
    assert result.exhausted
    first, second = result.solutions
    assert sum(a != b for a, b in zip(first, second, strict=True)) == 4


def flat(picture):
    return "\n".join("".join(span.text for span in line) for line in picture)


def test_two_solutions_side_by_side_mark_what_differs():
    puzzle = Pipes.decode("2x2w:1111")
    pair = [bytes([1, 4, 1, 4]), bytes([8, 8, 2, 2])]
    picture = text_picture(puzzle, pair)
    assert flat(picture) == "╶─╴     ╻ ╻ \n╶─╴     ╹ ╹ "
    changed = [span for line in picture for span in line if span.style]
    assert len(changed) == 8
    assert all("red" in span.style for span in changed)


def test_barriers_are_drawn():
    puzzle = Pipes.decode("2x2:1v1h11")
    assert flat(text_picture(puzzle)) == "╶║╶─\n  ═ \n╶─╶─\n    "


@given(any_pipes(largest=3))
def test_drawings_stay_on_their_canvas(puzzle):
    picture = drawing(puzzle, [puzzle.tiles, puzzle.tiles])
    assert (picture.width, picture.height) == (2 * puzzle.columns + 1, puzzle.rows)
    for shape in picture.shapes:
        match shape:
            case Polygon(points):
                pass
            case Line(x1, y1, x2, y2):
                points = ((x1, y1), (x2, y2))
            case Disc(x, y) | Label(x, y):
                points = ((x, y),)
        for x, y in points:
            assert 0 <= x <= picture.width
            assert 0 <= y <= picture.height
    for line in text_picture(puzzle, [puzzle.tiles]):
        assert sum(len(span.text) for span in line) == 2 * puzzle.columns
