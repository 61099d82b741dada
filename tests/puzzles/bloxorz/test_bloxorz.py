"""Bloxorz against an independent reading, the published depths, and the known optima."""

import csv
import io
import os
import pickle
import random
import re
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import Budget, Stop
from cpstudy.api import explore, state_space
from cpstudy.core.drawing import Disc, Label, Line, Polygon
from cpstudy.core.result import Reachability
from cpstudy.core.text import read_text, write_text
from cpstudy.puzzles.bloxorz import formats
from cpstudy.puzzles.bloxorz.drawing import drawing, text_picture
from cpstudy.puzzles.bloxorz.generate import generate, open_board
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz
from cpstudy.state_spaces.packed.buffers import Buffers
from cpstudy.state_spaces.packed.space import goal_at
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.space import StateSpace
from tests.cases import cases_dir
from tests.puzzles.bloxorz.oracle import Game, position, random_level, whole

CASES = cases_dir("bloxorz")
LTSMIN = cases_dir("explore")

levels = st.integers(0, 2**32).map(lambda seed: random_level(random.Random(seed)))


def run(level, strategy="bfs", **options):
    return explore(level, strategy, **options)


# -- the rules -----------------------------------------------------------------------------------


def test_the_rules_are_the_oracles_on_random_levels():
    """All states, distances and transitions of small levels with every kind of tile."""
    rng = random.Random(1)
    met = Counter()
    for _ in range(150):
        level = random_level(rng)
        game = Game(level.encode())
        distances, pairs, shortest = game.explore()
        space = state_space(level)
        result = run(level, engine="python", whole=True)
        assert result.states == len(distances), level.encode()
        assert dict(enumerate(result.levels)) == Counter(distances.values()), level.encode()
        # The oracle merges two moves with one outcome; such transitions are counted apart here.
        assert result.transitions >= pairs
        for at in distances:
            assert whole(at[0]) or len(at[0]) == 2
        assert (result.path is None) is (shortest is None)
        if result.path is not None:
            assert len(result.path) == shortest, level.encode()
            assert [position(level, s) for s in result.trace][-1] in distances
        met[result.verdict] += 1
        met["split"] += any(not whole(cells) for cells, _ in distances)
        met["bridges"] += len({groups for _, groups in distances}) > 1
        met["fall"] += any(True for _ in space.invalid(level.start))
        check_state_by_state(level)
    assert min(met.values()) > 20, met


def check_state_by_state(level):
    """Plain and compiled space: the same labels, states and costs, in the same order."""
    space = state_space(level)
    compiled = space.compiled()
    buffers = Buffers(compiled)
    seen = set(space.initial())
    waiting = list(seen)
    game = Game(level.encode())
    while waiting:
        state = waiting.pop()
        packed = compiled.pack(state)
        assert compiled.unpack(packed) == state
        assert packed[0] < compiled.bound
        ours = [
            (compiled.label(label), compiled.unpack(words), cost)
            for label, words, cost in buffers.expand(packed)
        ]
        expected = list(space.successors(state))
        assert ours == expected, level.encode()
        buffers.put(packed)
        assert goal_at(buffers.model, 0) is space.is_goal(state)
        reached = {position(level, following) for _, following, _ in expected}
        assert reached == game.moves(position(level, state)), level.encode()
        for _, following_state, _ in expected:
            if following_state not in seen:
                seen.add(following_state)
                waiting.append(following_state)


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


# -- published and known -------------------------------------------------------------------------


@pytest.mark.skipif(CASES is None, reason="no stages here")
def test_the_stages_of_the_game_in_known_moves():
    with (CASES / "optimal_moves.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 16
    split = 0
    for row in rows:
        name = CASES / f"level{int(row['stage']):02}.txt"
        (item,) = formats.read_level(io.StringIO(name.read_text(encoding="utf-8")))
        level = item.puzzle
        assert formats.recognises_level(name.read_text(encoding="utf-8").splitlines()[0])
        result = run(level)
        assert len(result.path) == int(row["optimal_moves_game"])
        plain = run(level, engine="python")
        assert plain.path == result.path
        assert (plain.states, plain.transitions) == (result.states, result.transitions)
        assert len(run(level, "astar").path) == len(result.path)
        assert Game(level.encode()).play(level.keys(result.path))
        split += any(map(level.is_split, result.trace))
        check_state_by_state(level)
        (again,) = formats.read_level(io.StringIO(formats.write_level(level)))
        assert again.puzzle == level
    assert split > 3


# Kamies2016, Table 3: depths of breadth-first and depth-first search.
PUBLISHED = {10: (13, 58), 20: (27, 199), 50: (67, 1329), 100: (133, 5578), 150: (201, 13150)}


@pytest.mark.parametrize("size", PUBLISHED)
def test_published_depths_of_open_boards(size):
    level = open_board(size, size)
    for engine in ("python", "compiled") if size <= 50 else ("compiled",):
        depths = tuple(run(level, name, engine=engine).depth for name in ("bfs", "dfs"))
        assert depths == PUBLISHED[size]


@pytest.mark.parametrize("size", [4, 5, 10, 50, 150])
def test_open_boards_have_all_states(size):
    """Standing anywhere, lying across or down; rolling onto the board only."""
    level = open_board(size, size)
    standing, lying = size**2, 2 * size * (size - 1)
    transitions = 4 * size * (size - 2) + 4 * (size - 1) ** 2 + 4 * size * (size - 2)
    for name in ("bfs", "dfs"):
        result = run(level, name, whole=True)
        assert result.exhausted
        assert result.states == standing + lying
        assert result.transitions == transitions


class StartOfItsOwn(StateSpace):
    """A space whose first state is told apart from all others, as in the model run by LTSmin."""

    def __init__(self, space):
        self.space = space

    def initial(self):
        return [(True, state) for state in self.space.initial()]

    def successors(self, state):
        return [(label, (False, s), cost) for label, s, cost in self.space.successors(state[1])]

    def is_goal(self, state):
        return self.space.is_goal(state[1])


@pytest.mark.skipif(LTSMIN is None, reason="no recorded runs here")
def test_the_counts_of_ltsmin():
    """Its model comes back to the place of the start as another state: one more than there are."""
    with (LTSMIN / "ltsmin_reproduced.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
    met = Counter()
    for row in rows:
        if row["puzzle"] != "bloxorz_open":
            continue
        size = int(row["n"])
        level = open_board(size, size)
        assert run(level).depth == int(row["bfs_depth"])
        assert run(level, "dfs").depth == int(row["dfs_depth"])
        met["depth"] += 1
        if row["reachable_states"]:
            ours = run(level, whole=True)
            out = len(list(state_space(level).successors(level.start)))
            assert (ours.states + 1, ours.transitions + out) == (
                int(row["reachable_states"]),
                int(row["transitions"]),
            )
            met["states"] += 1
    assert met["depth"] == 5
    assert met["states"] == 1


def test_a_start_of_its_own_is_one_state_more():
    space = state_space(open_board(10, 10))
    plain = breadth_first(space, Budget(), whole=True)
    marked = breadth_first(StartOfItsOwn(space), Budget(), whole=True)
    assert (marked.states, marked.transitions) == (plain.states + 1, plain.transitions + 2)
    assert marked.depth == plain.depth


# -- both engines, symmetry ----------------------------------------------------------------------


@given(levels)
def test_engines_and_strategies_agree(level):
    plain = run(level, engine="python", whole=True)
    compiled = run(level, engine="compiled", whole=True)
    for field in ("path", "states", "transitions", "levels", "deadlocks", "depth", "trace"):
        assert getattr(plain, field) == getattr(compiled, field), field
    deep = run(level, "dfs", whole=True)
    assert (deep.states, deep.transitions) == (plain.states, plain.transitions)
    assert deep.verdict is plain.verdict
    best = run(level, "astar")
    assert best.verdict is plain.verdict
    assert best.cost == plain.cost


@given(levels)
def test_the_lower_bound_is_one(level):
    """At goals 0, and never falling by more than the cost of a move."""
    space = state_space(level)
    seen = set(space.initial())
    waiting = list(seen)
    while waiting:
        state = waiting.pop()
        if space.is_goal(state):
            assert space.heuristic(state) == 0
        for _, following, cost in space.successors(state):
            assert space.heuristic(state) <= space.heuristic(following) + cost
            if following not in seen:
                seen.add(following)
                waiting.append(following)


@given(st.integers(0, 2**32), st.booleans(), st.booleans())
def test_reflections_change_nothing(seed, down, right):
    """Toggles only: which of two switches pressed at once acts first depends on reading order."""
    level = random_level(random.Random(seed), actions=("toggles",))
    rows = [level.tiles[i : i + level.columns] for i in range(0, len(level.tiles), level.columns)]
    if down:
        rows.reverse()
    tiles = tuple(code for row in rows for code in (reversed(row) if right else row))
    other = Bloxorz(level.rows, level.columns, tiles, level.switches)
    one, two = run(level, whole=True), run(other, whole=True)
    assert (one.states, one.transitions, one.levels) == (two.states, two.transitions, two.levels)
    assert one.cost == two.cost


def test_budgets_end_in_unknown():
    level = open_board(20, 20)
    for name in ("bfs", "dfs"):
        result = run(level, name, budget=Budget(states=50))
        assert (result.verdict, result.stop) == (Reachability.UNKNOWN, Stop.STATES)
        assert result.states == 50


@pytest.mark.pure
def test_the_kernels_run_uncompiled():
    rng = random.Random(7)
    for _ in range(25):
        check_state_by_state(random_level(rng, 5))


# -- text forms, files, pictures -----------------------------------------------------------------


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


@pytest.fixture(scope="module")
def told_in_every_run():
    """What is said of two faulty levels, a line each; sets have another order in each process."""
    script = """
from cpstudy import puzzle
for text in ("s Wb Wq Wz yy q7 e", "s p q1/Wb p !/a b e"):
    try: puzzle("bloxorz", text)
    except ValueError as error: print(error)
"""
    return [
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for seed in ("0", "1", "2")
    ]


def test_the_tile_named_is_the_first_in_every_run(told_in_every_run):
    """Codes were told in the order of a set, which changes with the seed of Python's hashes."""
    assert {first for first, _ in told_in_every_run} == {"tile (0, 1): 'Wb' is no tile code"}


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


def test_malformed_files_are_one_fault():
    (item,) = formats.read_level(io.StringIO("s p\np\n"))
    assert isinstance(item.puzzle, ValueError)
    assert "row 1 has 1 tiles" in str(item.puzzle)


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


def test_the_generator():
    boards = list(generate("open", 3, 4, 2, 5, False))
    assert boards == [(open_board(3, 4), None)] * 2
    for arguments in (("open", 1, 1, 1, 0, False), ("open", 3, 3, 1, 0, True)):
        with pytest.raises(ValueError, match=r"two tiles|wrap"):
            list(generate(*arguments))
    with pytest.raises(ValueError, match="only 'open'"):
        list(generate("closed", 3, 3, 1, 0, False))


@given(levels)
def test_drawings_stay_on_their_canvas(level):
    states = [level.start, *(s for _, s, _ in state_space(level).successors(level.start))]
    picture = drawing(level, states)
    assert picture.height == level.rows
    assert picture.width == len(states) * (level.columns + 1) - 1
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
    for line in text_picture(level, states):
        width = 2 * level.columns
        assert sum(len(span.text) for span in line) == len(states) * (width + 4) - 4


def test_pictures_show_what_is_there():
    level = Bloxorz.decode("s w W1 S1 t1 x1 e p1 l1 l1/----/W1 toggles x1, p1/t1 teleports l1")
    flat = ["".join(span.text for span in line) for line in text_picture(level)]
    assert flat == ["█ ~ o + T - E = · · "]
    names = {shape.text for shape in drawing(level).shapes if isinstance(shape, Label)}
    assert names == {"W1", "S1", "t1", "x1", "p1", "l1"}
    assert state_space(level).describe(level.start) == "(0, 0) standing p1"


def test_the_first_of_several_faults_is_told_in_every_run(told_in_every_run):
    assert {second for _, second in told_in_every_run} == {"tile (0, 2): 'q1' is no tile code"}
