"""Sokoban: levels, rules, moves, text forms, file formats, pictures."""

import pickle
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.core.documents import Document
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Reachability, Stop
from cpstudy.puzzles.sokoban.drawing import drawing, text_picture
from cpstudy.puzzles.sokoban.formats import (
    LONGEST_SOLUTION,
    level,
    read_lurd,
    read_xsb,
    recognises_xsb,
    write_xsb,
)
from cpstudy.puzzles.sokoban.generate import generate, room, shortest
from cpstudy.puzzles.sokoban.puzzle import Position, Sokoban
from tests.cases import cases_dir
from tests.puzzles.sokoban.instances import random_level

CORRIDOR = "######|#@$-.#|######"
levels = st.integers(0, 10**9).map(lambda seed: random_level(random.Random(seed)))


@given(levels)
def test_the_text_form_is_the_level(puzzle):
    assert Sokoban.decode(puzzle.encode()) == puzzle
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle


@given(levels)
def test_xsb_round_trip(puzzle):
    """A level with walls around it comes back as it is, an open one inside a frame of walls."""
    text = write_xsb(puzzle)
    (item,) = read_xsb(text.splitlines(keepends=True))
    again = item.puzzle
    if again != puzzle:
        framed = ["#" * (puzzle.columns + 2), *(f"#{row}#" for row in puzzle.lines())]
        assert again.lines() == [*framed, framed[0]]
        (item,) = read_xsb(write_xsb(again).splitlines(keepends=True))
        assert item.puzzle == again
    assert recognises_xsb(Document.of(text))
    assert not recognises_xsb(Document.of(puzzle.encode()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected WxH:"),
        ("3x3", "expected WxH:"),
        ("axb:@", "expected WxH:"),
        ("0x1:", "at least one row and one column"),
        ("2x2:@-|-", r"row 2 has 1 squares, expected 2"),
        ("2x2:@-", "1 row, expected 2"),
        ("2x1:@x", r"row 1, column 2: 'x' is none of"),
        ("2x1:--", r"no player"),
        ("3x1:@-@", r"two players, in row 1, column 1 and row 1, column 3"),
        ("3x1:@.+", r"two players, in row 1, column 1 and row 1, column 3"),
        ("4x1:@$..", r"2 goals and 1 boxes; the last goal is in row 1, column 4"),
        ("4x1:@$$.", r"1 goals and 2 boxes; the last box is in row 1, column 3"),
    ],
)
def test_malformed_text_forms(text, message):
    with pytest.raises(ValueError, match=message) as caught:
        Sokoban.decode(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["####", "#  #", "####"], "no player"),
        (["#####", "#@ @#", "#####"], r"two players, in row 2, column 2 and row 2, column 4"),
        (["#####", "#@. #", "#####"], r"1 goals and 0 boxes; the last goal is in row 2, column 3"),
        (["#####", "#@$ #", "#####"], r"0 goals and 1 boxes; the last box is in row 2, column 3"),
        (["#####", "#@x #", "#####"], r"row 2, column 3: 'x' is none of"),
        (["#####", "#@  ", "#####"], r"row 2, column 5: the player can walk out"),
        (["#####", "#@ #", "# #", "# #"], r"row 4, column 2: the player can walk out"),
        (["#####", "#@", "#####"], r"row 2, column 5: the player can walk out"),
    ],
)
def test_malformed_xsb(rows, message):
    with pytest.raises(ValueError, match=message):
        level(rows)
    (item,) = read_xsb(["; title\n", *(row + "\n" for row in rows)])
    assert isinstance(item.puzzle, ValueError)
    assert item.line == 2


def test_ragged_lines_are_filled_up():
    puzzle = level(["####", "#@ ###", "# $ .#", "######"])
    assert puzzle.lines() == ["####--", "#@-###", "#-$-.#", "######"]


@pytest.mark.parametrize(
    "text",
    [
        "; one\n\n####\n#@ #\n####\n\n; two\n####\n# @#\n####\n",
        "####\n#@ #\n####\n; one\n\n####\n# @#\n####\n; two\n",
        "####\n#@ #\n####\nTitle: one\nAuthor: x\n\n####\n# @#\n####\nTitle: two\n",
        "-----\n; one\n####\n#@ #\n####\n; two\n####\n# @#\n####",
    ],
)
def test_titles(text):
    items = list(read_xsb(text.splitlines(keepends=True)))
    assert [(item.text, item.puzzle.start.player) for item in items] == [("one", 5), ("two", 6)]


def test_moves_are_checked():
    puzzle = level(["#######", "#@ $ .#", "#  #  #", "#######"])
    found = puzzle.replay("rRR")
    assert found.verdict is Reachability.FOUND
    assert found.path == ("r", "R", "R")
    assert found.counters == {"moves": 3, "pushes": 2}
    assert [state.player for state in found.trace] == [8, 9, 10, 11]
    assert puzzle.replay("rR").verdict is Reachability.UNKNOWN
    pushes = puzzle.replay(["1,3R", "1,4R"])
    assert pushes.verdict is Reachability.FOUND
    assert pushes.counters == {"moves": 3, "pushes": 2}
    for moves, message in (
        ("rx", "move 2: 'x' is none of udlrUDLR"),
        ("rr", r"move 2: 'r' from row 2, column 3 pushes a box"),
        ("R", r"move 1: 'R' from row 2, column 2 pushes no box"),
        ("u", r"move 1: 'u' from row 2, column 2 is blocked"),
        (["ud"], "move 1: 'ud' is none of"),
        ([""], "move 1: '' is none of"),
        (["nonsense"], "move 1: 'nonsense' is none of"),
        (["9,9R"], r"move 1: no box in row 10, column 10"),
        (["1,1R"], r"move 1: no box in row 2, column 2"),
        (["1,3U"], r"move 1: no way to push the box in row 2, column 4"),
        (["1,3R", "1,4L"], r"move 2: no way to push the box in row 2, column 5"),
    ):
        with pytest.raises(ValueError, match=message):
            puzzle.replay(moves)


def test_a_box_against_a_box_does_not_move():
    puzzle = Sokoban.decode("6x1:@$$-..")
    with pytest.raises(ValueError, match="is blocked"):
        puzzle.replay("R")


def test_lurd():
    assert read_lurd("3R u\n2(rU)") == tuple("RRRurUrU")
    assert read_lurd("rrULd") == tuple("rrULd")
    for text, message in (
        ("rx", "move 2: 'x'"),
        ("9999999R", str(LONGEST_SOLUTION)),
        ("99999999999999999R", str(LONGEST_SOLUTION)),
        ("999999(999999r)", str(LONGEST_SOLUTION)),
        ("3", "move 1: '3'"),
        ("(r", "move 1: '\\('"),
    ):
        with pytest.raises(ValueError, match=message):
            read_lurd(text)


@given(st.lists(st.sampled_from("udlrUDLR"), max_size=40))
def test_lurd_round_trip(moves):
    assert read_lurd("".join(moves)) == tuple(moves)


def test_degenerate_levels():
    alone = Sokoban.decode("1x1:@")
    assert alone.solved(alone.start)
    assert alone.replay("").verdict is Reachability.FOUND
    assert Sokoban.decode("2x1:@*").solved(Sokoban.decode("2x1:@*").start)
    with pytest.raises(ValueError, match="is blocked"):
        alone.replay("u")


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (3, 7), (10, 10), (6, 4)])
def test_rooms_and_their_shortest_solutions(rows, columns):
    puzzle, solution = next(generate(Wanted("empty-room", rows, columns, 1, 0)))
    assert puzzle == room(rows, columns)
    assert puzzle.replay(solution).verdict is Reachability.FOUND
    assert len(solution) == rows + columns - 1
    assert puzzle.encode_solution(puzzle.decode_solution("".join(solution))) == "".join(solution)
    assert len(list(generate(Wanted("empty-room", rows, columns, 3, 0)))) == 3


def test_rooms_that_do_not_exist():
    for call, message in ((lambda: room(2, 5), "at least 3"),):
        with pytest.raises(ValueError, match=message):
            call()
    assert shortest(3, 3) == tuple("rDldR")


def test_pictures():
    puzzle = Sokoban.decode("7x2:#+$*.$-|#######")
    assert ["".join(s.text for s in line) for line in text_picture(puzzle)] == [
        "██+ □ ■ · □   ",
        "██████████████",
    ]
    after = Position(6, frozenset({1, 3, 4}))
    side_by_side = text_picture(puzzle, [puzzle.start, after])
    assert "".join(s.text for s in side_by_side[0]) == "██+ □ ■ · □       ██■   ■ ■   @ "
    plain = drawing(puzzle)
    assert (plain.width, plain.height) == (7, 2)
    two = drawing(puzzle, [puzzle.start, after])
    assert (two.width, two.height) == (15, 2)
    assert len(two.shapes) > len(plain.shapes)


def test_the_collection():
    folder = cases_dir("sokoban")
    if folder is None:
        pytest.skip("no instances here")
    text = (folder / "microban-1-77.txt").read_text(encoding="utf-8")
    items = list(read_xsb(text.splitlines(keepends=True)))
    assert [item.text for item in items] == [str(n) for n in range(1, 78)]
    assert all(re.fullmatch(r"\d+", item.text) for item in items)
    for item in items:
        assert Sokoban.decode(item.puzzle.encode()) == item.puzzle
        (again,) = read_xsb(write_xsb(item.puzzle).splitlines(keepends=True))
        assert again.puzzle == item.puzzle


def test_a_player_and_a_box_may_be_on_goals():
    puzzle = Sokoban.decode("3x1:+$*")
    assert (puzzle.goals, puzzle.start) == ({0, 2}, Position(0, frozenset({1, 2})))


def test_moves_at_the_first_square():
    """Square 0 is an ordinary square: to walk to, to push to, to pass."""
    assert Sokoban.decode("2x1:-@").play("l").player == 0
    assert Sokoban.decode("3x1:.$@").play("L") == Position(1, frozenset({0}))
    assert Sokoban.decode("4x1:@$-.").play(["0,1R", "0,2R"]).boxes == {3}
    around = Sokoban.decode("3x2:-$@|--.")
    assert around.letters(["0,1R"]) == "dlluR"
    assert around.path(around.start, 0) == "dllu"
    assert around.path(around.start, 2) == ""
    assert around.path(around.start, 1) is None
    assert Sokoban.decode("3x1:@$.").path(Position(0, frozenset({1})), 2) is None


def test_letters_and_positions_of_moves():
    puzzle = level(["#######", "#@ $ .#", "#  #  #", "#######"])
    assert puzzle.play([]) == puzzle.start == Position(8, frozenset({10}))
    assert puzzle.play(["1,3R"]) == Position(10, frozenset({11}))
    assert puzzle.play("rRR") == Position(11, frozenset({12}))
    assert puzzle.letters(["1,3R", "1,4R"]) == "rRR"
    assert puzzle.letters("druR") == "druR"
    assert puzzle.push_name(10, 3) == "1,3R"
    assert [puzzle.push_name(17, side) for side in range(4)] == ["2,3U", "2,3D", "2,3L", "2,3R"]
    for side, push in enumerate("UDLR"):
        open_ = Sokoban.decode("5x5:-----|-----|--$@-|-----|----.")
        moved = open_.play([f"2,2{push}"]).boxes
        assert moved == {open_.neighbours[12][side]}
    with pytest.raises(ValueError, match=r"move 1: no box in row 1, column 4"):
        Sokoban.decode("3x2:@--|$-.").play(["0,3R"])
    with pytest.raises(ValueError, match=r"move 1: no box in row 3, column 1"):
        Sokoban.decode("3x2:@--|$-.").play(["2,0R"])


def test_what_a_replay_counts():
    puzzle = level(["#######", "#@ $ .#", "#  #  #", "#######"])
    walked = puzzle.replay("rlrR")
    assert (walked.states, walked.transitions, walked.depth) == (3, 4, 5)
    assert (walked.stop, walked.path) == (Stop.LIMIT, None)
    assert walked.trace[1] == walked.trace[3] == Position(9, frozenset({10}))
    assert walked.counters == {"moves": 4, "pushes": 1}


def test_lines_of_positions():
    puzzle = Sokoban.decode("4x2:+$*-|#---")
    assert puzzle.lines() == ["+$*-", "#---"]
    assert puzzle.lines(puzzle.start) == ["+$*-", "#---"]
    assert puzzle.lines(Position(2, frozenset({0, 7}))) == ["*-+-", "#--$"]
    assert puzzle.floor == (0, 1, 2, 3, 5, 6, 7)
    assert puzzle.neighbours[1] == (-1, 5, 0, 2)
    assert puzzle.neighbours[4] == (-1, -1, -1, -1)
    assert puzzle.goals == {0, 2}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x1:@-:", r"row 1, column 3: ':' is none of"),
        ("2x1:@-|", "2 rows, expected 1"),
        ("1x0:", "1 row, expected 0"),
    ],
)
def test_more_malformed_text_forms(text, message):
    with pytest.raises(ValueError, match=message):
        Sokoban.decode(text)


def test_squares_as_numbers():
    assert Sokoban(1, 2, [8, 0]).cells == b"\x08\x00"
    assert Sokoban.decode("2x1:-@").floor == (0, 1)
    with pytest.raises(ValueError, match=r"row 1, column 2: 'X' is none of"):
        Sokoban.decode("2x1:@X")
