"""The data of Bloxorz: text forms, switches and halves by example, the keys of the game."""

import io
import pickle
import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.api import explore, state_space
from cpstudy.core.documents import Document
from cpstudy.core.errors import InputError
from cpstudy.core.result import Reachability
from cpstudy.core.text import read_text, write_text
from cpstudy.puzzles.bloxorz import formats
from cpstudy.puzzles.bloxorz.generate import open_board
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz, State
from tests.puzzles.bloxorz.oracle import Game, random_level

levels = st.integers(0, 2**32).map(lambda seed: random_level(random.Random(seed)))


def run(level, strategy="bfs", **options):
    return explore(level, strategy, **options)


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        ("s p p e", ["right", "right"], ""),
        ("s p p e", ["left"], "move 1 'left': nothing to rest on at row 1, column 0"),
        ("s p p e", ["up"], "move 1 'up': nothing to rest on at row 0, column 1"),
        (
            "s p p e",
            ["right", "right", "right"],
            "move 3 'right': nothing to rest on at row 1, column 5",
        ),
        ("s p x e", ["right"], "move 1 'right': nothing to rest on at row 1, column 3"),
        ("s w w e", ["right", "right"], ""),
        (
            "s p p w e",
            ["right", "right"],
            "move 2 'right': the fragile tile in row 1, column 4 breaks",
        ),
        ("s p p e", ["first-up"], "'first-up' is none of up, down, left, right"),
        ("s p p e", ["sideways"], "'sideways' is none of"),
        # A lying block presses a soft switch but not a heavy one.
        ("s W1 p x1 p p e/----/W1 opens x1", ["right", "right", "right", "right"], ""),
        ("s S1 p x1 p p e/----/S1 opens x1", ["right", "right"], "move 2 'right': nothing to rest"),
        # Support is checked before the switch acts: a switch cannot open the tile that it needs.
        ("s W1 x1 e/----/W1 opens x1", ["right"], "nothing to rest on at row 1, column 3"),
        # A block on a bridge that closes falls.
        ("s W1 p1 e/----/W1 closes p1", ["right"], "nothing to rest on at row 1, column 3"),
        ("s W1 p1 e/----/W1 toggles p1", ["right"], "nothing to rest on at row 1, column 3"),
        # Two switches entered at once act in reading order.
        ("s W1 W2 x1 p p e/----/W1 closes x1/W2 opens x1", ["right"] * 4, ""),
        ("s W2 W1 x1 p p e/----/W1 closes x1/W2 opens x1", ["right"] * 2, "at row 1, column 4"),
        # Two lines of one switch act in order.
        ("s W1 p x1 p p e/----/W1 closes x1/W1 toggles x1", ["right"] * 4, ""),
        ("s W1 p x1 p p e/----/W1 toggles x1/W1 closes x1", ["right"] * 2, "at row 1, column 4"),
        # A switch without a line does nothing.
        ("s W1 S1 e", ["right", "right"], ""),
        # Halves roll alone, do not trigger heavy switches or teleports, and join again.
        (
            "s p p t1 x l1 S1 t1 l1 e/----/t1 teleports l1",
            ["right", "right", "first-right", "first-right", "right"],
            "",
        ),
        (
            "s p p t1 x l1 S1 t1 l1 e/----/t1 teleports l1",
            ["right", "right", "first-right", "right"],
            "move 4 'right': 'right' is none of first-up",
        ),
    ],
)
def test_rules_by_example(text, moves, reason):
    level = Bloxorz.decode(text)
    if reason:
        with pytest.raises(ValueError, match=r".") as caught:
            level.replay(moves)
        assert reason in str(caught.value)
    else:
        result = level.replay(moves)
        assert result.verdict is Reachability.FOUND
        assert result.cost == len(moves)
        assert len(result.trace) == len(moves) + 1


def test_halves_press_soft_switches_only():
    text = "s p p t1 p l1 {} p x1 l1 p e/----/t1 teleports l1/{} opens x1"
    for switch, opens in (("W1", True), ("S1", False)):
        level = Bloxorz.decode(text.format(switch, switch))
        moves = ["right", "right", "first-right"]
        (*_, last) = level.replay(moves).trace
        assert bool(last.bridges) is opens
        assert level.is_split(last)
    level = Bloxorz.decode(text.format("W1", "W1"))
    result = run(level)
    assert result.verdict is Reachability.FOUND
    assert Game(level.encode()).play(level.keys(result.path))


def test_the_keys_of_the_game():
    """The keys of a solution, pressed in the oracle, end on the goal.

    Levels with and without the key that changes the half occur.
    """
    rng = random.Random(3)
    met = Counter()
    for _ in range(600):
        level = random_level(rng)
        result = run(level)
        if result.path is not None:
            keys = level.keys(result.path)
            assert Game(level.encode()).play(keys), (level.encode(), keys)
            met["space" in keys] += 1
            assert len(keys) - keys.count("space") == len(result.path)
    assert min(met[True], met[False]) > 3, met


@given(levels)
def test_text_forms_and_files_round_trip(level):
    assert Bloxorz.decode(level.encode()) == level
    assert Bloxorz.decode(f"\n{level.encode().replace('/', ' / ')}") == level
    (item,) = formats.read_level(io.StringIO(f"# a comment\n\n{formats.write_level(level)}"))
    assert item.puzzle == level
    (item,) = read_text(Bloxorz, io.StringIO(write_text(level)))
    assert item.puzzle == level
    assert pickle.loads(pickle.dumps(level)) == level
    first = formats.write_level(level).splitlines()[0]
    assert formats.recognises_level(Document.of(first))
    assert formats.recognises_level(Document.of(write_text(level))) is (level.encode() == first)


def test_names_of_letters_where_a_switch_line_says_so():
    """A level whose switches and bridges are called a, b, c equals the level with numbers."""
    board = "s Wb xb p Sc2 e/p xc2 p p ta la/p p la p p p/----/"
    lettered = f"{board}Wb toggles xb/Sc2 opens xc2/ta teleports la"
    numbered = lettered
    for named, number in (("b", "1"), ("c2", "2"), ("ta", "t3"), ("la", "l3")):
        numbered = re.sub(rf"(?<=[ /WSx]){named}\b", number, numbered)
    level, known = Bloxorz.decode(lettered), Bloxorz.decode(numbered)
    assert level.encode() == lettered
    assert (level.supports, level.landings["ta"]) == (known.supports, known.landings["t3"])
    assert state_space(level).compiled() is not None
    for engine in ("python", "compiled"):
        one, two = (run(board, engine=engine, whole=True) for board in (level, known))
        assert (one.states, one.path) == (two.states, two.path)
    first = formats.write_level(level).splitlines()[0]
    assert formats.recognises_level(Document.of(first))
    (item,) = formats.read_level(io.StringIO(formats.write_level(level)))
    assert item.puzzle == level


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no tiles"),
        ("----/W1 opens x1", "no tiles"),
        ("s p/e", "row 2 has 1 tiles, row 1 has 2"),
        ("s p q e", "row 1, column 3: 'q' is not a tile code"),
        ("s p/p1234 e", "row 2, column 1: 'p1234' is not a tile code"),
        ("s p/pp e", "row 2, column 1: 'pp' is not a tile code"),
        ("s ١ e", "row 1, column 2: '\\u0661' is not a tile code"),
        ("p p e", "no start tile (s)"),
        ("s p p", "no end tile (e)"),
        ("s p e/s1 p p", "row 2, column 1: a second start, after row 1, column 1"),
        ("s p e/e p p", "row 2, column 1: a second end, after row 1, column 3"),
        ("s W1 e/----/W1 x1", "switch line 1: 'W1 x1' is not"),
        ("s W1 e/----/W1 opens x1", "switch line 1: no tile is called 'x1'"),
        ("s W1 x1 e/----/W1 opens x1/S1 opens x1", "switch line 2: no tile is called 'S1'"),
        ("s W1 x1 e/----/W1 opens x1,", "switch line 1: no tile is called ''"),
        ("s W1 x1 e/----/W1 melts x1", "switch line 1: 'melts' is none of toggles"),
        ("s p1 x1 e/----/p1 opens x1", "switch line 1: p1 is not a switch"),
        ("s W1 l1 e/----/W1 opens l1", "switch line 1: l1 is not a bridge"),
        ("s W1 l1 e/----/W1 teleports l1", "switch line 1: W1 is not a teleport"),
        ("s t1 l1 e/----/t1 teleports l1", "switch line 1: t1 teleports to two places, not to 1"),
        ("s t1 l1 e/----/t1 teleports l1, l1", "t1 teleports to two places"),
        ("s t1 l1 e l2/----/t1 opens l1", "switch line 1: t1 is not a switch"),
        (
            "s t1 e",
            "row 1, column 2: t1 needs one line that says where it teleports to, there are 0",
        ),
        ("s t1 l1 l1 e/----/t1 teleports l1/t1 teleports l1", "there are 2"),
        ("s e/----/----", "a second line ----"),
    ],
)
def test_malformed_levels_name_the_place(text, message):
    for read in (Bloxorz.decode, lambda t: Bloxorz.from_lines(t.split("/"))):
        with pytest.raises(ValueError, match=r".") as caught:
            read(text)
        assert message in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 1, ()), "at least one row"),
        ((1, 2, ("s",)), "1 tiles, expected 2"),
        ((1, 2, ("s", "")), "row 1, column 2: '' is not a tile code"),
    ],
)
def test_impossible_levels_are_refused(arguments, message):
    with pytest.raises(ValueError, match=r".") as caught:
        Bloxorz(*arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("rows", "columns", "states", "moves"),
    [(1, 2, 1, None), (1, 3, 2, None), (1, 4, 3, 2), (4, 1, 3, 2), (2, 2, 1, None), (1, 7, 5, 4)],
)
def test_degenerate_boards(rows, columns, states, moves):
    level = open_board(rows, columns)
    for name in ("bfs", "dfs", "astar"):
        result = run(level, name)
        assert result.states <= states
        if moves is None:
            assert result.verdict is Reachability.UNREACHABLE
            assert result.states == states
        else:
            assert len(result.path) == moves
    assert run(level, whole=True).states == states


def state_at(level, text, bridges=0):
    """The state of a block on the tiles (row, column) that are written as ``0,1 0,2``."""
    tiles = [level.number(*map(int, cell.split(","))) for cell in text.split()]
    return State(tiles[0], tiles[-1], bridges)


def test_numbers_of_tiles():
    """Tiles are numbered with a margin of two all around, so that no move leaves the numbers."""
    level = Bloxorz.decode("s p x/p e p")
    assert level.stride == 7
    assert [level.number(row, column) for row, column in ((0, 0), (0, 2), (1, 0))] == [14, 16, 21]
    assert [level.cell(number) for number in (14, 16, 21, 13, 12, 17)] == [
        (0, 0), (0, 2), (1, 0), (0, -1), (0, -2), (0, 3)
    ]  # fmt: skip
    assert level.cell(7) == (-1, 0)
    assert len(level.board) == 42
    assert "".join(level.board) == "x" * 14 + "spxxxxx" + "pepxxxx" + "x" * 14
    assert level.supports == tuple(0 if code == "x" else -1 for code in level.board)
    assert (level.start, level.end) == (State(14, 14, 0), 22)


def test_bridges_and_switches():
    text = "s W1 W2 W3 x1 p1 x2 t1 l1 l2 e/----/W1 opens x2, p1/W2 closes p1/W2 toggles x1"
    level = Bloxorz.decode(f"{text}/t1 teleports l2, l1")
    assert level.groups == ("x2", "p1", "x1")
    assert level.start.bridges == 0b010
    assert level.effects == {"W1": (0b100, 0b011), "W2": (0b101, 0b100)}
    assert level.landings == {"t1": (level.number(0, 9), level.number(0, 8))}
    tiles = [level.number(0, column) for column in (4, 5, 6, 3, 0)]
    assert [level.supports[tile] for tile in tiles] == [0b100, 0b010, 0b001, -1, -1]
    twice = Bloxorz.decode("s W1 x1 x2 e/----/W1 toggles x1/W1 closes x2/W1 toggles x1, x2")
    assert twice.effects == {"W1": (0b01, 0b10)}
    assert Bloxorz.decode("s W1 x1 e/----/W1 toggles x1").effects == {"W1": (1, 1)}
    assert Bloxorz.decode("s W1 x1 e/----/W1 opens x1").effects == {"W1": (0, 1)}
    assert Bloxorz.decode("s W1 x1 e/----/W1 closes x1").effects == {"W1": (0, 0)}


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        ("2,2", "up", "0,2 1,2"),
        ("2,2", "down", "3,2 4,2"),
        ("2,2", "left", "2,0 2,1"),
        ("2,2", "right", "2,3 2,4"),
        ("2,1 2,2", "up", "1,1 1,2"),
        ("2,1 2,2", "down", "3,1 3,2"),
        ("2,1 2,2", "left", "2,0"),
        ("2,1 2,2", "right", "2,3"),
        ("1,2 2,2", "up", "0,2"),
        ("1,2 2,2", "down", "3,2"),
        ("1,2 2,2", "left", "1,1 2,1"),
        ("1,2 2,2", "right", "1,3 2,3"),
        ("1,1 3,3", "first-up", "0,1 3,3"),
        ("1,1 3,3", "first-down", "2,1 3,3"),
        ("1,1 3,3", "first-left", "1,0 3,3"),
        ("1,1 3,3", "first-right", "1,2 3,3"),
        ("1,1 3,3", "second-up", "1,1 2,3"),
        ("1,1 3,3", "second-down", "1,1 4,3"),
        ("1,1 3,3", "second-left", "1,1 3,2"),
        ("1,1 3,3", "second-right", "1,1 3,4"),
        ("2,1 2,3", "first-right", "2,2 2,3"),
        ("2,1 3,0", "first-down", "3,0 3,1"),
        ("1,1 2,2", "second-up", "1,1 1,2"),
    ],
)
def test_how_a_block_rolls(before, move, after):
    """A block and its halves roll as listed.

    Halves are named in reading order; two adjacent halves are a whole block.
    """
    level = Bloxorz.decode("s p p p p/p p p p p/p p p p p/p p p p p/p p p p e")
    start, end = state_at(level, before), state_at(level, after)
    assert move in level.moves(start)
    assert level.rolled(start, move) == (end, "")
    assert level.after(start, move) == (end, 1)
    assert level.is_split(end) is (before == "1,1 3,3")


@pytest.mark.parametrize(
    ("text", "before", "bridges", "move", "after", "there"),
    [
        # A standing block presses both kinds, a lying one only soft ones, and a half no heavy one.
        ("s p p W1 x1 e/----/W1 opens x1", "0,1 0,2", 0, "right", "0,3", 1),
        ("s p p S1 x1 e/----/S1 opens x1", "0,1 0,2", 0, "right", "0,3", 1),
        ("s p p W1 x1 e/----/W1 opens x1", "0,1", 0, "right", "0,2 0,3", 1),
        ("s p p S1 x1 e/----/S1 opens x1", "0,1", 0, "right", "0,2 0,3", 0),
        ("s p p W1 x1 e/----/W1 opens x1", "0,0 0,2", 0, "second-right", "0,0 0,3", 1),
        ("s p p S1 x1 e/----/S1 opens x1", "0,0 0,2", 0, "second-right", "0,0 0,3", 0),
        # A half that stays presses nothing.
        ("s p W1 p x1 e/----/W1 toggles x1", "0,0 0,2", 0, "first-right", "0,1 0,2", 0),
        ("s p W1 p x1 e/----/W1 toggles x1", "0,2 0,4", 1, "second-right", "0,2 0,5", 1),
        # A teleport splits the block; the switch where a half lands is pressed.
        ("s p t1 l1 p W1 l1 e/----/t1 teleports l1", "0,0 0,1", 0, "right", "0,3 0,6", 0),
        ("s p t1 l2 p p l1 e/----/t1 teleports l1, l2", "0,0 0,1", 0, "right", "0,3 0,6", 0),
    ],
)
def test_what_switches_and_teleports_do(text, before, bridges, move, after, there):
    level = Bloxorz.decode(text)
    end = state_at(level, after, there)
    assert level.rolled(state_at(level, before, bridges), move) == (end, "")


BREAKS = "breaks under a standing block"
NOTHING = "nothing to rest on"


@pytest.mark.parametrize(
    ("text", "before", "bridges", "move", "fault"),
    [
        ("s p w e", "0,0 0,1", 0, "right", f"the fragile tile in row 1, column 3 {BREAKS}"),
        ("s p x e", "0,0 0,1", 0, "right", "nothing to rest on at row 1, column 3"),
        ("s W1 p x1 e/----/W1 opens x1", "0,1 0,2", 0, "right", f"{NOTHING} at row 1, column 4"),
        ("s p/p e", "0,0 1,0", 0, "left", "nothing to rest on at row 1, column 0"),
        ("s p/x e", "0,0 0,1", 0, "down", "nothing to rest on at row 2, column 1"),
        ("s p/e x", "0,0 0,1", 0, "down", "nothing to rest on at row 2, column 2"),
        ("s p p1 W1 e/----/W1 closes p1", "0,0", 1, "right", ""),
        ("s p1 W1 e/----/W1 closes p1", "0,0", 1, "right", "nothing to rest on at row 1, column 2"),
    ],
)  # fmt: skip
def test_why_a_block_falls(text, before, bridges, move, fault):
    level = Bloxorz.decode(text)
    start = state_at(level, before, bridges)
    assert level.rolled(start, move)[1] == fault
    if fault:
        with pytest.raises(InputError) as caught:
            level.after(start, move)
        assert str(caught.value) == fault


def test_moves_and_goals():
    level = Bloxorz.decode("s p p/p p p/p p e")
    assert level.moves(level.start) == ("up", "down", "left", "right")
    halves = state_at(level, "0,0 2,2")
    assert level.moves(halves) == tuple(
        f"{half}-{way}" for half in ("first", "second") for way in ("up", "down", "left", "right")
    )
    for at, goal in (("2,2", True), ("2,1 2,2", False), ("1,2 2,2", False), ("1,1", False)):
        assert level.is_goal(state_at(level, at)) is goal
    with pytest.raises(InputError, match="'first-up' is none of up, down, left, right"):
        level.after(level.start, "first-up")


def test_states_in_words():
    level = Bloxorz.decode("s W1 x1 p2 p/p p e p p/----/W1 toggles x1, p2")
    for at, bridges, words in (
        ("0,0", 0, "(0, 0) standing"),
        ("0,0 0,1", 1, "(0, 0)-(0, 1) x1"),
        ("0,1 1,1", 2, "(0, 1)-(1, 1) p2"),
        ("0,1 1,2", 3, "(0, 1) | (1, 2) x1 p2"),
    ):
        assert level.describe(state_at(level, at, bridges)) == words


def test_which_half_the_keys_move():
    """After a teleport the keys move the half that is named first; a space changes the half."""
    text = "s p p t1 x l1 p p x l2 p p e/----/t1 teleports l2, l1"
    level = Bloxorz.decode(text)
    states = level.replay(["right", "right"]).trace
    assert level.controlled(states[0], "right", states[1]) == -1
    assert level.controlled(states[1], "right", states[2]) == level.number(0, 9)
    halves = states[2]
    for move, cell in (("second-right", 10), ("first-right", 6), ("first-left", 4)):
        after = level.rolled(halves, move)[0]
        assert level.controlled(halves, move, after) == level.number(0, cell)
    assert level.keys(["right", "right", "second-right", "second-right"]) == ("right",) * 4
    assert level.keys(["right", "right", "first-right", "second-right", "second-left"]) == (
        "right", "right", "space", "right", "space", "right", "left"
    )  # fmt: skip
    tall = Bloxorz.decode("s/p/p/t1/l1/x/l2/e/----/t1 teleports l2, l1")
    assert tall.keys(["down", "down", "first-up"]) == ("down", "down", "space", "up")


def test_lines_of_levels():
    level = Bloxorz.decode("s W1 x1/p p e/----/W1 toggles x1,x1")
    assert [*level.lines()] == ["s W1 x1", "p p e", "----", "W1 toggles x1, x1"]
    assert level.encode() == "s W1 x1/p p e/----/W1 toggles x1, x1"
    assert [*Bloxorz.decode("s e").lines()] == ["s e"]
    blanks = Bloxorz.from_lines(["", " s p ", "", "p e", "--", ""])
    assert blanks == Bloxorz(2, 2, ("s", "p", "p", "e"))
    for lines, message in (
        (["s p", "p e", "--", "--"], "a second line ---- after the board"),
        (["s p", "p p", "e"], "row 3 has 1 tiles, row 1 has 2"),
        (["s e", "-"], "row 2 has 1 tiles, row 1 has 2"),
        (["s W1 x1 e", "--", "W1 opens x1", "nonsense"], "switch line 2: 'nonsense'"),
    ):
        with pytest.raises(InputError, match=message):
            Bloxorz.from_lines(lines)
