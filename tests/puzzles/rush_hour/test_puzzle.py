"""The data of Rush Hour and Klotski: text forms, the red car, moves by example."""

import io
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.api import explore
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.result import Reachability
from cpstudy.core.text import read_text, write_text
from cpstudy.puzzles.rush_hour import formats
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from tests.puzzles.rush_hour.oracle import board_of, random_puzzle

METRICS = ("slides", "steps")


KLOTSKI = "4x5:BAACBAACDFFEDGHEIooJ"


puzzles = st.tuples(st.integers(0, 2**32), st.booleans()).map(
    lambda drawn: random_puzzle(random.Random(drawn[0]), 4, drawn[1])
)


def run(board, strategy="bfs", **options):
    return explore(board, strategy, **options)


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        ("4x1:AAoo", ["A+2"], ""),
        ("4x1:AAoo", ["A+1", "A+1"], ""),
        ("4x1:AAoo", ["A+3"], "move 1 'A+3'"),
        ("4x1:AAxo", ["A+2"], "move 1 'A+2'"),
        ("4x2:AABoooBo", ["B+1"], "move 1 'B+1'"),
        ("4x3:AABoooBooooo", ["A+2"], "move 1 'A+2'"),
        ("4x3:AABoooBooooo", ["B+1", "A+2"], ""),
        ("4x3:AABoooBooooo", ["B+1", "B+1"], "move 2 'B+1'"),
        ("1x4:AAoo", ["A+2"], ""),
        ("2x2:AoBo@1,1", ["0,0-1,1"], ""),
        ("2x2:AoBo@1,1", ["0,0-0,1", "0,1-1,1"], ""),
        ("2x2:AoBo@1,1", ["0,0-1,0"], "move 1 '0,0-1,0'"),
        ("2x2:AoBo@1,1", ["A+1"], "move 1 'A+1'"),
    ],
)
def test_rules_by_example(text, moves, reason):
    head, _, goal = text.partition("@")
    size, _, cells = head.partition(":")
    board = RushHour.decode(f"{size}@{goal}:{cells}" if goal else text)
    if reason:
        with pytest.raises(ValueError, match=r".") as caught:
            board.replay(moves)
        assert reason in str(caught.value)
    else:
        result = board.replay(moves)
        assert result.verdict is Reachability.FOUND
        assert result.cost == len(moves)


@given(puzzles)
def test_text_forms_and_files_round_trip(board):
    assert RushHour.decode(board.encode()) == board
    assert RushHour.decode(f" {board.encode().replace('o', '.')}\n") == board
    (item,) = read_text(RushHour, io.StringIO(write_text(board)))
    assert item.puzzle == board
    written = formats.write_grid(board)
    (item,) = formats.read_grid(io.StringIO(f"# a comment\n\n{written}"))
    assert item.puzzle == board
    assert formats.recognises_grid(Document.of(written))
    assert not formats.recognises_grid(Document.of(board.encode()))
    assert not formats.recognises_known(board.encode())
    assert pickle.loads(pickle.dumps(board)) == board


def test_short_text_forms():
    board = random_board(6, 6, 9, 1)
    assert len(board.encode()) == 36
    assert RushHour.decode(board.encode()) == RushHour.decode(f"6x6:{board.cells}") == board
    assert RushHour.decode(f"6x6@2,0:{board.cells}").encode() == f"6x6@2,0:{board.cells}"
    assert RushHour.decode(f"6x6k:{board.cells}").encode() == f"6x6k:{board.cells}"
    assert RushHour.decode("4x5k@3,1:BAACBAACDFFEDGHEIooJ").encode() == KLOTSKI
    assert RushHour.decode("4x2:ABooABxx").goal == (0, 0)
    assert RushHour.decode("4x1:AAoo").goal == (0, 2)
    assert RushHour.decode("3x3k:AAooooooo").goal == (2, 0)
    assert RushHour.decode("4x4:AAooAAoooooooooo").goal == (2, 1)


OTHER = "AAoooBCooDoBCXXDoBCooDooEoooFFEoGGGo"  # X is the red car, A another one; 8 moves


SAME = "XXoooBCooDoBCAADoBCooDooEoooFFEoGGGo"


def test_a_red_car_called_x():
    """A board whose red car is X equals the board with the letters A and X exchanged."""
    board = RushHour.decode(OTHER)
    assert board == RushHour.decode(f"6x6:{SAME}")
    assert RushHour.decode(board.encode()) == board
    assert explore(board).path == explore(RushHour.decode(f"6x6:{SAME}")).path
    grid = "\n".join(OTHER[i : i + 6] for i in range(0, 36, 6))
    (item,) = formats.read_grid(io.StringIO(grid))
    assert item.puzzle == board
    assert formats.decode_known(f"8 {OTHER} 17").board == board
    assert (
        RushHour.decode(OTHER.replace("AA", "oo")).blocks
        == RushHour.decode(f"6x6:{SAME.replace('XX', 'oo')}").blocks
    )


@pytest.mark.parametrize(
    "cells", [SAME.replace("A", "R").replace("B", "A"), SAME.replace("A", "x").replace("B", "A")]
)
def test_a_red_car_that_nobody_names_is_refused(cells):
    """A board whose red car has no usual name is refused.

    Such boards were once solved in 0 moves, with another car A as the red one.
    """
    with pytest.raises(ValueError, match="which car is the red one"):
        RushHour.decode(cells)
    board = RushHour.decode(f"6x6:{cells}")
    assert board.encode() == f"6x6:{cells}"
    (item,) = formats.read_grid(io.StringIO(formats.write_grid(board)))
    assert item.puzzle == board


def test_a_red_car_in_a_row_of_its_own():
    """A red car in an unusual row is accepted; the text form of the board is its 36 cells."""
    cells = "oAACoooooCooEEoCooFooooDFooooDoooBBB"
    board = RushHour.decode(cells)
    assert board == RushHour.decode(f"6x6:{cells}")
    assert board.encode() == cells


def test_two_cars_that_may_be_the_red_one():
    with pytest.raises(ValueError, match="which car is the red one"):
        RushHour.decode("o" * 12 + "AAXXoo" + "o" * 18)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "0 cells, expected 36"),
        ("AAoo", "4 cells, expected 36 (other sizes begin with WxH:)"),
        ("o" * 36, "no A, the block that is to get out"),
        ("AA" + "o" * 33 + "?", "row 6, column 6: '?' is not a car"),
        ("AA" + "o" * 33 + "1", "row 6, column 6: '1' is not a car"),
        ("AAoooo" + "ooobbo" + "o" * 24, "row 2, column 4: 'b' is not a car"),
        ("AAo" + "A" + "o" * 32, "block A: no rectangle, a cell is missing at row 1, column 3"),
        ("AABA" + "o" * 32, "block A: no rectangle, B overlaps it at row 1, column 3"),
        ("AAoooo" + "BBoooo" + "Booooo" + "o" * 18, "B: no rectangle, a cell is missing at row 3"),
        ("AAxBxB" + "o" * 30, "block B: no rectangle, a cell is missing at row 1, column 5"),
        ("AAoooB" + "o" * 30, "block B at row 1, column 6: no car, it is 1x1"),
        ("AAooBB" + "ooooBB" + "o" * 24, "block B at row 1, column 5: no car, it is 2x2"),
        ("3x1:AA", "2 cells, expected 3 (3x1)"),
        ("3x1:AAoo", "4 cells, expected 3 (3x1)"),
        ("3x1:AA-", "row 1, column 3: '-' is not a cell of a board"),
        ("3x1:AAé", "row 1, column 3: '\\xe9' is not a cell of a board"),
        ("0x1:", "at least one row"),
        ("3x:AAo", "head '3x': expected WxH"),
        ("3x1z:AAo", "head '3x1z': expected WxH"),
        ("3x1@0:AAo", "head '3x1@0'"),
        ("3x1@1,0:AAo", "goal in row 2, column 1: A does not fit there"),
        ("3x1@0,2:AAo", "goal in row 1, column 3: A does not fit there"),
        ("3x2@1,0:AAoooo", "goal in row 2, column 1: not in the lane of A"),
        ("2x3@0,1:AoAooo", "goal in row 1, column 2: not in the lane of A"),
    ],
)  # fmt: skip
def test_malformed_text_names_the_place(text, message):
    with pytest.raises(ValueError, match=r".") as caught:
        RushHour.decode(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("1x1:A", 1),
        ("2x1:AA", 1),
        ("1x2:AA", 1),
        ("2x2:AAoo", 1),
        ("2x2k:AAoo", 2),
        ("2x2:AooB", 12),
        ("2x2:ABCD", 1),
        ("2x2@1,1:ABCo", 12),
        ("3x1:AxB", 1),
        ("5x1:AABBo", 3),
        ("5x1:oAAxo", 2),
        ("5x2:oAAooooooo", 4),
        ("3x3@2,2:ABCDEFGHo", 72),
    ],
)
def test_degenerate_boards(text, states):
    board = RushHour.decode(text)
    for metric in METRICS:
        distances, transitions, shortest = board_of(board).explore(metric == "steps")
        assert len(distances) == states
        for engine in ("python", "compiled"):
            result = run(board, whole=True, engine=engine, moves=metric)
            assert (result.states, result.transitions) == (states, transitions)
            assert result.cost == shortest
            assert result.exhausted


def test_blocks_and_their_places():
    """Cars are ordered by lane, rows before columns; blocks of Klotski by shape, A first."""
    board = RushHour.decode("5x3:BooECBAAECoDDEo")
    assert [block.name for block in board.blocks] == ["A", "D", "B", "E", "C"]
    assert board.start == (6, 11, 0, 3, 4)
    assert (board.red, board.goal) == (0, (1, 3))
    a, b = board.blocks[0], board.blocks[2]
    assert (a.row, a.column, a.height, a.width, a.is_car) == (1, 1, 1, 2, True)
    assert (b.row, b.column, b.height, b.width) == (0, 0, 2, 1)
    assert board.directions(a) == ((0, -1), (0, 1))
    assert board.directions(b) == ((-1, 0), (1, 0))
    klotski = RushHour.decode("4x3k:BBCDooCDAAoE")
    assert [block.name for block in klotski.blocks] == ["A", "E", "B", "C", "D"]
    assert klotski.classes == ((0, 1), (1, 2), (2, 3), (3, 5))
    assert klotski.directions(klotski.blocks[0]) == ((-1, 0), (1, 0), (0, -1), (0, 1))
    assert klotski.start == (8, 11, 0, 2, 3)
    other = RushHour.decode("4x3k:BCCoBAADoooD")
    assert [block.name for block in other.blocks] == ["A", "C", "B", "D"]
    assert other.classes == ((0, 1), (1, 2), (2, 4))
    bent = RushHour.decode("3x3:oBABBoooo")
    assert bent.both_ways and bent.start == (2, 1)
    assert bent.blocks[1].left == -1
    assert (bent.blocks[1].height, bent.blocks[1].width) == (2, 2)


def test_where_blocks_can_go():
    board = RushHour.decode("5x3:BooECBAAECoDDEo")
    taken = board.taken(board.start)
    assert taken == sum(1 << cell for cell, what in enumerate(board.cells) if what != "o")
    reached = [board.reach(block, here, taken) for block, here in enumerate(board.start)]
    assert reached == [[], [10], [5], [], [9]]
    wide = RushHour.decode("7x2:oooAAoooooooBB")
    taken = wide.taken(wide.start)
    assert wide.reach(0, 3, taken) == [2, 1, 0, 4, 5]
    assert wide.reach(0, 3, taken, "steps") == [2, 4]
    assert wide.reach(1, 12, taken) == [11, 10, 9, 8, 7]
    round_corners = RushHour.decode("3x3k@2,0:AoooxooBB")
    taken = round_corners.taken(round_corners.start)
    assert round_corners.reach(0, 0, taken) == [3, 6, 1, 2, 5]
    assert round_corners.reach(0, 0, taken, "steps") == [3, 1]
    assert round_corners.reach(1, 7, taken) == [6]


@pytest.mark.parametrize(
    ("text", "places", "name"),
    [
        ("5x1:oAAoo", (1, 3), "A+2"),
        ("5x1:oAAoo", (1, 0), "A-1"),
        ("2x5:AoAoooBoBo", (0, 4), "A+2"),
        ("2x5:AoAoooBoBo", (4, 0), "A-2"),
        ("4x3k:BBCDooCDAAoE", (8, 5), "2,0-1,1"),
    ],
)
def test_names_of_moves(text, places, name):
    assert RushHour.decode(text).move_name(0, *places) == name


def test_states_as_pictures():
    board = RushHour.decode("4x3@0,2:AABxooCCooDo")
    assert (board.red, board.goal) == (0, (0, 2))
    state = (4, 2, 6, 11) if board.blocks[1].name == "B" else (4, 10, 2, 6)
    names = [block.name for block in board.blocks]
    moved = {"A": 4, "B": 2, "C": 6, "D": 11}
    state = tuple(moved[name] for name in names)
    assert board.picture(state) == "ooBxAACCoooD"
    assert board.describe(state) == "ooBx/AACC/oooD"
    other = board.with_state(state)
    assert (other.cells, other.goal, other.both_ways) == ("ooBxAACCoooD", (0, 2), True)
    assert other.encode() == "4x3@0,2:ooBxAACCoooD"
    assert not board.is_goal(state)
    assert board.is_goal(tuple({**moved, "A": 2}[name] for name in names))
    places = {name: at for at, name in enumerate(names)}
    swapped = list(state)
    swapped[places["B"]], swapped[places["D"]] = 11, 2
    assert board.canonical(tuple(swapped)) == state
    cars = RushHour.decode("5x1:AABBo")
    assert cars.canonical((3, 0)) == (3, 0)


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("5x2:AAoooooBBo", (0, 3)),
        ("2x5:oAoAoooooo", (3, 1)),
        ("5x4k:AAooo" + "o" * 15, (3, 1)),
        ("4x4k:AAoo" + "o" * 12, (3, 1)),
        ("5x3:AoooBooooBooooo", (2, 2)),
        ("4x3:oAooAAoooooo", (1, 2)),
    ],
)
def test_usual_goals(text, goal):
    """The usual goal is the end of A's lane; in Klotski the lower edge's middle, rounded left."""
    assert RushHour.decode(text).goal == goal
    assert RushHour.decode(text).encode() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4x3k@2,0:AoooAooooooo", "goal in row 3, column 1: A does not fit there"),
        ("4x3k@1,4:AoooAooooooo", "goal in row 2, column 5: A does not fit there"),
        ("4x3k@0,3:AAoooooooooo", "goal in row 1, column 4: A does not fit there"),
        ("4x3@0,0:oAooAAoooooo", "goal in row 1, column 1: A does not fit there"),
        ("4x3@0,1:AAoooooooooo", ""),
        ("4x3k@1,3:AoooAooooooo", ""),
        ("4x3k@2,2:AAoooooooooo", ""),
        ("4x3@1,3:oAooAAoooooo", ""),
        ("4x3@2,1:oAooAAoooooo", "goal in row 3, column 2: A does not fit there"),
        ("4x2:AABoBoBo", "block B: in pieces, row 2, column 1 is not joined to row 1, column 3"),
        ("4x2:AABooooB", "block B: in pieces, row 2, column 4 is not joined to row 1, column 3"),
        ("3x3:ABABooBBo", "block A: in pieces, row 1, column 3 is not joined to row 1, column 1"),
    ],
)
def test_goals_that_fit_and_blocks_in_one_piece(text, message):
    if not message:
        assert RushHour.decode(text).encode() == text
        return
    with pytest.raises(InputError) as caught:
        RushHour.decode(text)
    assert message in str(caught.value)


def test_replayed_moves():
    board = RushHour.decode("4x3:AABoooBooooo")
    found = board.replay(["B+1", "A+2"])
    assert (found.path, found.cost) == (("B+1", "A+2"), 2)
    assert board.after(board.start, "B+1") == ((0, 6), 1)
    with pytest.raises(InputError, match=r"^not possible in AABo/ooBo/oooo$"):
        board.after(board.start, "A+1")
    klotski = RushHour.decode("3x2:BoAoCo")
    moved, cost = klotski.after(klotski.start, "0,0-1,0")
    assert cost == 1 and klotski.picture(moved) == "ooABCo"


@pytest.mark.parametrize(
    ("cells", "red"),
    [
        ("oooooXoooooXAAoooooooooooooooooooooo", "A"),  # X is vertical
        ("AoooooABoooooBoooooooooooooooooooooo", "A"),  # B is vertical in the row
        ("XoooooXoooooBBBooooooooooooooooooooo", "X"),  # no A on the board
        ("ooooooooooooBBooooooooooAAoooooooooo", "A"),  # in another row
        ("ooooooooooooooooAAoooooooooooooooooo", "A"),  # solved
        ("AoooooAoooooXXoooooooooooooooooooooo", "X"),  # A is vertical
        ("ooooAAooBBCCrr".ljust(36, "o").replace("r", "R"), "R"),  # A would be at the exit
    ],
)
def test_which_car_is_the_red_one(cells, red):
    board = RushHour.decode(cells)
    swapped = cells.translate(str.maketrans("A" + red, red + "A"))
    assert board == RushHour.decode(f"6x6:{swapped}")
    if red != "A" or "AA" not in cells or "AA" in cells[12:17]:
        assert RushHour.decode(cells.replace("o", ".")) == board


@pytest.mark.parametrize(
    "cells", ["ooooooooooooBBooooooooooAAoooooooooo", "ooooooooooooooooAAoooooooooooooooooo"]
)
def test_only_one_notation_says_that_a_is_red(cells):
    assert RushHour.decode(cells) == RushHour.decode(f"6x6:{cells}")
    with pytest.raises(InputError, match="which car is the red one"):
        RushHour.decode(cells.replace("o", "."))


@pytest.mark.parametrize(
    "cells",
    [
        "AAAoooooooooBBoooooooooooooooooooooo",  # A is longer than a red car
        "AoooooAoooooBBoooooooooooooooooooooo",  # A is vertical
        "AoooooAoooooooooooXXoooooooooooooooo",  # X lies below the row of the red car
        "ooooooooooooBBooooooooooooooooooooAA",
        "ooooooooooooooooAAooooXXoooooooooooo",  # A and X are both at the exit
        "ooooooooooooBBooAAoooooooooooooooooo",  # A is at the exit, B in its row
        "ooooooooooooAARRoooooooooooooooooooo",
        "ooooooooooooPPBBoooooooooooooooooooo",
        "ooooooooooooRRooooooXXoooooooooooooo",
        "ooooooooooooPPooooooAAoooooooooooooo",
        "ooooooBBoooooooooooooooooooooooooooo",  # no car in the exit row or with a usual name
    ],
)
def test_which_car_is_the_red_one_is_not_clear(cells):
    with pytest.raises(InputError, match="which car is the red one"):
        RushHour.decode(cells)


def test_lanes_and_bent_blocks():
    lying = RushHour.decode("4x2:ooAABBoo")
    assert [block.name for block in lying.blocks] == ["A", "B"]
    standing = RushHour.decode("2x4:oBoBAoAo")
    assert [block.name for block in standing.blocks] == ["A", "B"]
    bent = RushHour.decode("3x3:AoooBoBBo").blocks[1]
    assert bent.cells == ((0, 0), (1, -1), (1, 0))
    cars = RushHour.decode("4x3k:AAoooooooooo")
    assert cars.with_state((4,)) == RushHour.decode("4x3k:ooooAAoooooo")
