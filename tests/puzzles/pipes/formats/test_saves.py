"""Test saved games of Net: round trips, replayed moves, and errors that name the line."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.puzzles.pipes.formats.saves import (
    Position,
    load_save,
    read_save,
    save_with_moves,
    write_save,
)
from cpstudy.puzzles.pipes.puzzle import Pipes, turned
from cpstudy.reading.saves import recognises
from tests.puzzles.pipes.strategies import any_pipes

# As the program writes it: six moves made, including a solve and a restart; four are undone.
PLAYED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :3:Net
PARAMS  :3:5x5
CPARAMS :8:3x2wb0.5
SEED    :15:123456789012345
DESC    :10:1v2h4vh8af
AUXINFO :4:0f0f
UI      :9:O0,0;C1,1
NSTATES :1:7
STATEPOS:1:3
MOVE    :4:A0,0
MOVE    :4:F1,0
MOVE    :4:L2,0
MOVE    :4:C2,0
SOLVE   :16:S;L2,0;A0,1;F0,0
RESTART :6:124123
"""


def saved(text: str):
    return load_save(io.StringIO(text))


def edited(**values: str) -> str:
    """PLAYED with the values and lengths of some records replaced; None removes a record."""
    lines = []
    for line in PLAYED.splitlines():
        key = line[:8].strip()
        if key not in values:
            lines.append(line)
        elif values[key] is not None:
            lines.append(f"{key:8}:{len(values[key])}:{values[key]}")
    return "\n".join(lines) + "\n"


def test_a_played_game_is_read_and_replayed():
    save = saved(PLAYED)
    assert save.puzzle == Pipes.decode("3x2w:1v2h4vh8af")
    assert save.at == 2
    assert len(save.positions) == 7
    assert save.positions[0] == Position(save.puzzle.tiles, bytes(6))
    # One quarter anticlockwise takes right (1) to up (2); half a turn takes up (2) to down (8).
    assert save.current == Position(bytes([2, 8, 4, 8, 10, 15]), bytes(6))
    assert save.positions[3] == Position(bytes([2, 8, 4, 8, 10, 15]), bytes([0, 0, 1, 0, 0, 0]))
    assert save.positions[4].tiles == bytes([2, 8, 2, 8, 10, 15])
    assert save.positions[5] == Position(bytes([8, 8, 2, 1, 10, 15]), bytes(6))
    assert save.positions[6] == Position(bytes([1, 2, 4, 1, 2, 3]), bytes(6))
    (item,) = read_save(io.StringIO(PLAYED))
    assert (item.line, item.puzzle) == (1, save.puzzle)
    assert recognises(Document.of(PLAYED.splitlines()[0]))
    assert not recognises(Document.of("2x1:11"))


def test_line_ends_and_sizes_as_one_number():
    assert saved(PLAYED.replace("\n", "\r\n")) == saved(PLAYED)
    assert saved(PLAYED.rstrip("\n")) == saved(PLAYED)
    assert saved(PLAYED + "whatever follows") == saved(PLAYED)
    assert saved(edited(NSTATES="3")).positions == saved(PLAYED).positions[:3]
    square = edited(CPARAMS="2a", DESC="1248", NSTATES="1", STATEPOS="1")
    square = square[: square.index("MOVE")]
    assert saved(square).puzzle == Pipes.decode("2x2:1248")


@given(any_pipes(), st.data())
def test_saves_round_trip(puzzle, data):
    if puzzle.free or len(puzzle.tiles) == 1:
        with pytest.raises(ValueError, match="a saved game of Net cannot hold"):
            write_save(puzzle)
        return
    save = saved(write_save(puzzle))
    assert (save.puzzle, save.at, len(save.positions)) == (puzzle, 0, 1)

    tiles = st.integers(0, len(puzzle.tiles) - 1)
    moves = data.draw(st.lists(st.tuples(st.sampled_from("ACFL"), tiles), max_size=12))
    save = saved(save_with_moves(puzzle, moves))
    assert (save.puzzle, save.at, len(save.positions)) == (puzzle, 0, len(moves) + 1)
    expected, locked = bytearray(puzzle.tiles), bytearray(len(puzzle.tiles))
    for (letter, tile), position in zip(moves, save.positions[1:], strict=True):
        expected[tile] = turned(expected[tile], {"A": 1, "F": 2, "C": -1, "L": 0}[letter])
        locked[tile] ^= letter == "L"
        assert position == Position(bytes(expected), bytes(locked))


def test_what_is_written():
    text = save_with_moves(Pipes.decode("3x2w:1v2h4vh8af"), [("A", 0), ("F", 4), ("L", 5)])
    assert text == (
        "SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n"
        "VERSION :1:1\nGAME    :3:Net\nPARAMS  :5:3x2wa\nCPARAMS :5:3x2wa\n"
        "DESC    :10:1v2h4vh8af\nUI      :9:O0,0;C1,1\nNSTATES :1:4\nSTATEPOS:1:1\n"
        "MOVE    :4:A0,0\nMOVE    :4:F1,1\nMOVE    :4:L2,1\n"
    )
    assert "PARAMS  :3:3x5\n" in write_save(Pipes(5, 3, bytes(15)))
    for move in (("B", 0), ("A", 6), ("A", -1)):
        with pytest.raises(RuntimeError, match="move 0"):
            save_with_moves(Pipes(2, 3, bytes(6)), [move])


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "ends without VERSION"),
        ("2x1:11\n", 1, "no record"),
        ("VERSION :1:1\n", 1, "not a saved game of Simon Tatham's collection"),
        ("MOVE    :4:A0,0\n", 1, "not a saved game"),
        ("SAVEFILE:4:Nets\n", 1, "not a saved game"),
        (edited(VERSION="2"), 2, "VERSION is '2', expected 1"),
        (edited(GAME="Pattern"), 3, "GAME is 'Pattern', expected Net"),
        (edited(CPARAMS="axb"), 5, "parameters 'axb'"),
        (edited(CPARAMS="9x9"), 7, "6 tiles, expected 81"),
        (edited(PARAMS=None), 16, "ends without PARAMS"),
        (edited(DESC="1v2h4vh8ag"), 7, "row 2, column 3: 'g' is not a hex digit"),
        (edited(NSTATES="8"), 17, "NSTATES is 8, expected 7 by the moves"),
        (edited(NSTATES="0"), 11, "NSTATES is 0, expected 1 by the moves"),
        (edited(NSTATES="x"), 10, "NSTATES: 'x' is not a number"),
        (edited(STATEPOS="0"), 11, "STATEPOS is 0, expected 1 … 7"),
        (edited(STATEPOS="8"), 11, "STATEPOS is 8, expected 1 … 7"),
        (PLAYED.replace("A0,0", "B0,0"), 12, "move 'B0,0': expected A, C, F or L x,y"),
        (PLAYED.replace("A0,0", "A3,0"), 12, "move 'A3,0': no such tile on a board of 3x2"),
        (PLAYED.replace("A0,0", "A0,2"), 12, "no such tile"),
        (edited(SOLVE="S;L2"), 16, "move 'L2': expected"),
        (edited(RESTART="12"), 17, "2 tiles, expected 6"),
        (PLAYED.replace("MOVE    :4:A0,0", "MOVE    :0:"), 12, "an empty move"),
        (PLAYED.replace("MOVE    :4:A0,0", "MOVE    :3:A0,0"), 12, "longer than announced"),
        (PLAYED.replace(":6:124123", ":99:124123"), 17, "99 bytes announced, 7 left"),
        (PLAYED.replace("GAME    :3", "GAME    :"), 3, "no record"),
        (PLAYED.replace("GAME    :3", "GAME   :3"), 3, "no record"),
        (PLAYED.replace("CPARAMS", "VERSION"), 5, "a second VERSION"),
    ],
)
def test_malformed_saves_name_the_line(text, line, message):
    (item,) = read_save(io.StringIO(text))
    assert isinstance(item.puzzle, ValueError)
    assert message in str(item.puzzle)
    assert item.line == line
