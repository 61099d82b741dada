"""Bloxorz agrees with an independent implementation, published depths and known optima."""

import csv
import io
import os
import random
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import Budget, Stop
from cpstudy.api import explore, state_space
from cpstudy.core.documents import Document
from cpstudy.core.drawing import Disc, Label, Line, Polygon
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Reachability
from cpstudy.puzzles.bloxorz import formats
from cpstudy.puzzles.bloxorz.drawing import drawing, text_picture
from cpstudy.puzzles.bloxorz.generate import generate, open_board
from cpstudy.puzzles.bloxorz.puzzle import Bloxorz
from cpstudy.state_spaces.packed.space import goal_at
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.space import StateSpace
from tests.cases import cases_dir
from tests.puzzles.bloxorz.oracle import Game, position, random_level, whole
from tests.samples import sample
from tests.state_spaces.one_state import OneState

CASES = cases_dir("bloxorz")
LTSMIN = cases_dir("explore")

levels = st.integers(0, 2**32).map(lambda seed: random_level(random.Random(seed)))


def run(level, strategy="bfs", **options):
    return explore(level, strategy, **options)


# -- the rules -----------------------------------------------------------------------------------


@sample(50, 150)
def test_the_rules_are_the_oracles_on_random_levels(number):
    """Small levels with every kind of tile have the oracle's states, distances and moves."""
    rng = random.Random(1)
    met = Counter()
    for _ in range(number):
        level = random_level(rng)
        game = Game(level.encode())
        distances, pairs, shortest = game.explore()
        space = state_space(level)
        result = run(level, engine="python", whole=True)
        assert result.states == len(distances), level.encode()
        assert dict(enumerate(result.levels)) == Counter(distances.values()), level.encode()
        # The oracle merges two moves with the same outcome; transitions count both.
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
    assert min(met.values()) > number // 10, met


def check_state_by_state(level):
    """Assert that both spaces have the same labels, states and costs in the same order."""
    space = state_space(level)
    compiled = space.compiled()
    one = OneState(compiled)
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
            for label, words, cost in one.expand(packed)
        ]
        expected = list(space.successors(state))
        assert ours == expected, level.encode()
        one.put(packed)
        assert goal_at(one.model, 0) is space.is_goal(state)
        reached = {position(level, following) for _, following, _ in expected}
        assert reached == game.moves(position(level, state)), level.encode()
        for _, following_state, _ in expected:
            if following_state not in seen:
                seen.add(following_state)
                waiting.append(following_state)


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
        assert formats.recognises_level(Document.of(name.read_text(encoding="utf-8")))
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
    """An open board has all states: standing anywhere, lying across or down.

    Its transitions are all rolls that stay on the board.
    """
    level = open_board(size, size)
    standing, lying = size**2, 2 * size * (size - 1)
    transitions = 4 * size * (size - 2) + 4 * (size - 1) ** 2 + 4 * size * (size - 2)
    for name in ("bfs", "dfs"):
        result = run(level, name, whole=True)
        assert result.exhausted
        assert result.states == standing + lying
        assert result.transitions == transitions


class StartOfItsOwn(StateSpace):
    """A space whose first state differs from all others, as in the model that LTSmin ran."""

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
    """Depths and counts equal those of LTSmin, whose model has one more state.

    In that model, the place of the start is a different state when the block comes back to it.
    """
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


def test_the_lower_bound_is_half_the_distance():
    """Six moves to the right lead over nine tiles; two tiles a move would be five."""
    row = Bloxorz.decode("s p p p p p p p p e")
    assert state_space(row).heuristic(row.start) == 5
    assert run(row, "astar").cost == 6


@given(levels)
def test_the_lower_bound_is_one(level):
    """The heuristic is 0 at goals, and a move lowers it by at most the cost of the move."""
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
    """A reflected level has the same counts and the same optimum.

    All switches toggle: of two switches pressed at once, the first in reading order acts first.
    """
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


@pytest.fixture(scope="module")
def told_in_every_run():
    """The messages for two faulty levels, one a line; in each process, sets have another order."""
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
    """The first faulty tile is named, not the first of a set, which depends on the hash seed."""
    assert {first for first, _ in told_in_every_run} == {"row 1, column 2: 'Wb' is not a tile code"}


def test_malformed_files_are_one_fault():
    (item,) = formats.read_level(io.StringIO("s p\np\n"))
    assert isinstance(item.puzzle, ValueError)
    assert "row 2 has 1 tiles" in str(item.puzzle)


def test_the_generator():
    boards = list(generate(Wanted("open", 3, 4, 2, 5, False)))
    assert boards == [(open_board(3, 4), None)] * 2
    with pytest.raises(ValueError, match="two tiles"):
        generate(Wanted("open", 1, 1))


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
    assert {second for _, second in told_in_every_run} == {
        "row 1, column 3: 'q1' is not a tile code"
    }
