"""Rush Hour and Klotski as data: text forms, the red car, moves by example."""

import io
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.api import explore
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
    assert formats.recognises_grid(written.splitlines()[0])
    assert not formats.recognises_grid(board.encode())
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


OTHER = "AAoooBCooDoBCXXDoBCooDooEoooFFEoGGGo"  # red X, A another car: solved in 8 moves


SAME = "XXoooBCooDoBCAADoBCooDooEoooFFEoGGGo"


def test_a_red_car_called_x():
    """The lettering of printed boards is ours with A and X exchanged."""
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
    """With A anywhere else such boards were found in 0 moves."""
    with pytest.raises(ValueError, match="which car is the red one"):
        RushHour.decode(cells)
    board = RushHour.decode(f"6x6:{cells}")
    assert board.encode() == f"6x6:{cells}"
    (item,) = formats.read_grid(io.StringIO(formats.write_grid(board)))
    assert item.puzzle == board


def test_a_red_car_in_a_row_of_its_own():
    """Boards are drawn so too; their text forms are 36 cells."""
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
        ("AA" + "o" * 33 + "?", "cell (5, 5): '?' is no car"),
        ("AA" + "o" * 33 + "1", "cell (5, 5): '1' is no car"),
        ("AAoooo" + "ooobbo" + "o" * 24, "cell (1, 3): 'b' is no car"),
        ("AAo" + "A" + "o" * 32, "block A: no rectangle, a cell is missing at (0, 2)"),
        ("AABA" + "o" * 32, "block A: no rectangle, B overlaps it at (0, 2)"),
        ("AAoooo" + "BBoooo" + "Booooo" + "o" * 18, "B: no rectangle, a cell is missing at (2, 1)"),
        ("AAxBxB" + "o" * 30, "block B: no rectangle, a cell is missing at (0, 4)"),
        ("AAoooB" + "o" * 30, "block B at (0, 5): no car, it is 1x1"),
        ("AAooBB" + "ooooBB" + "o" * 24, "block B at (0, 4): no car, it is 2x2"),
        ("3x1:AA", "2 cells, expected 3 (3x1)"),
        ("3x1:AAoo", "4 cells, expected 3 (3x1)"),
        ("3x1:AA-", "cell (0, 2): '-' is no cell of a board"),
        ("3x1:AAé", "cell (0, 2): '\\xe9' is no cell of a board"),
        ("0x1:", "at least one row"),
        ("3x:AAo", "head '3x': expected WxH"),
        ("3x1z:AAo", "head '3x1z': expected WxH"),
        ("3x1@0:AAo", "head '3x1@0'"),
        ("3x1@1,0:AAo", "goal (1, 0): A does not fit there"),
        ("3x1@0,2:AAo", "goal (0, 2): A does not fit there"),
        ("3x2@1,0:AAoooo", "goal (1, 0): not in the lane of A"),
        ("2x3@0,1:AoAooo", "goal (0, 1): not in the lane of A"),
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
