"""Bloxorz as data: text forms, switches and halves by example, the keys of the game."""

import io
import pickle
import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy.api import explore, state_space
from cpstudy.core.result import Reachability
from cpstudy.core.text import read_text, write_text
from cpstudy.puzzles.bloxorz import formats
from cpstudy.puzzles.bloxorz.generate import open_board
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz
from tests.puzzles.bloxorz.oracle import Game, random_level

levels = st.integers(0, 2**32).map(lambda seed: random_level(random.Random(seed)))


def run(level, strategy="bfs", **options):
    return explore(level, strategy, **options)


@pytest.mark.parametrize(
    ("text", "moves", "reason"),
    [
        ("s p p e", ["right", "right"], ""),
        ("s p p e", ["left"], "move 1 'left': nothing to rest on at (0, -1)"),
        ("s p p e", ["up"], "move 1 'up': nothing to rest on at (-1, 0)"),
        ("s p p e", ["right", "right", "right"], "move 3 'right': nothing to rest on at (0, 4)"),
        ("s p x e", ["right"], "move 1 'right': nothing to rest on at (0, 2)"),
        ("s w w e", ["right", "right"], ""),
        ("s p p w e", ["right", "right"], "move 2 'right': the fragile tile (0, 3) breaks"),
        ("s p p e", ["first-up"], "'first-up' is none of up, down, left, right"),
        ("s p p e", ["sideways"], "'sideways' is none of"),
        # A lying block presses a soft switch and no heavy one.
        ("s W1 p x1 p p e/----/W1 opens x1", ["right", "right", "right", "right"], ""),
        ("s S1 p x1 p p e/----/S1 opens x1", ["right", "right"], "move 2 'right': nothing to rest"),
        # Support is asked for before the switch acts: it does not open the tile it needs.
        ("s W1 x1 e/----/W1 opens x1", ["right"], "nothing to rest on at (0, 2)"),
        # What rests on a bridge that closes falls.
        ("s W1 p1 e/----/W1 closes p1", ["right"], "nothing to rest on at (0, 2)"),
        ("s W1 p1 e/----/W1 toggles p1", ["right"], "nothing to rest on at (0, 2)"),
        # Two switches entered at once act in reading order.
        ("s W1 W2 x1 p p e/----/W1 closes x1/W2 opens x1", ["right"] * 4, ""),
        ("s W2 W1 x1 p p e/----/W1 closes x1/W2 opens x1", ["right"] * 2, "at (0, 3)"),
        # Two lines of one switch: in order.
        ("s W1 p x1 p p e/----/W1 closes x1/W1 toggles x1", ["right"] * 4, ""),
        ("s W1 p x1 p p e/----/W1 toggles x1/W1 closes x1", ["right"] * 2, "at (0, 3)"),
        # A switch without a line does nothing.
        ("s W1 S1 e", ["right", "right"], ""),
        # Halves: they roll alone, a heavy switch and a teleport stay quiet, they rejoin.
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
    """Half the levels with teleports need the key that changes the half."""
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
    assert formats.recognises_level(first)
    assert formats.recognises_level(write_text(level)) is (level.encode() == first)


def test_names_of_letters_where_a_switch_line_says_so():
    """Levels whose switches and bridges are called a, b, c are those with numbers."""
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
    assert formats.recognises_level(first)
    (item,) = formats.read_level(io.StringIO(formats.write_level(level)))
    assert item.puzzle == level


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no tiles"),
        ("----/W1 opens x1", "no tiles"),
        ("s p/e", "row 1 has 1 tiles, row 0 has 2"),
        ("s p q e", "tile (0, 2): 'q' is no tile code"),
        ("s p/p1234 e", "tile (1, 0): 'p1234' is no tile code"),
        ("s p/pp e", "tile (1, 0): 'pp' is no tile code"),
        ("s ١ e", "tile (0, 1): '\\u0661' is no tile code"),
        ("p p e", "no start tile (s)"),
        ("s p p", "no end tile (e)"),
        ("s p e/s1 p p", "tile (1, 0): a second start, after (0, 0)"),
        ("s p e/e p p", "tile (1, 0): a second end, after (0, 2)"),
        ("s W1 e/----/W1 x1", "switch line 1: 'W1 x1' is not"),
        ("s W1 e/----/W1 opens x1", "switch line 1: no tile is called 'x1'"),
        ("s W1 x1 e/----/W1 opens x1/S1 opens x1", "switch line 2: no tile is called 'S1'"),
        ("s W1 x1 e/----/W1 opens x1,", "switch line 1: no tile is called ''"),
        ("s W1 x1 e/----/W1 melts x1", "switch line 1: 'melts' is none of toggles"),
        ("s p1 x1 e/----/p1 opens x1", "switch line 1: p1 is no switch"),
        ("s W1 l1 e/----/W1 opens l1", "switch line 1: l1 is no bridge"),
        ("s W1 l1 e/----/W1 teleports l1", "switch line 1: W1 is no teleport"),
        ("s t1 l1 e/----/t1 teleports l1", "switch line 1: t1 teleports to two places, not to 1"),
        ("s t1 l1 e/----/t1 teleports l1, l1", "t1 teleports to two places"),
        ("s t1 l1 e l2/----/t1 opens l1", "switch line 1: t1 is no switch"),
        ("s t1 e", "tile (0, 1): t1 needs one line that says where it teleports to, there are 0"),
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
        ((1, 2, ("s", "")), "tile (0, 1): '' is no tile code"),
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
