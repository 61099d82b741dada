"""Rush Hour and Klotski agree with an independent oracle, known boards and published numbers."""

import io
import random
from collections import Counter
from dataclasses import replace
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy import Budget, Stop
from cpstudy.api import explore, state_space
from cpstudy.core.documents import Document
from cpstudy.core.drawing import Disc, Label, Line, Polygon
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Reachability
from cpstudy.puzzles import kind
from cpstudy.puzzles.rush_hour import clusters, formats, lanes, wide_lanes
from cpstudy.puzzles.rush_hour.drawing import drawing, text_picture
from cpstudy.puzzles.rush_hour.generate import generate, random_board
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from cpstudy.puzzles.rush_hour.space import SlidingSpace
from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first
from cpstudy.state_spaces.packed.space import goal_at
from tests.cases import cases_dir
from tests.puzzles.rush_hour.oracle import board_of, random_puzzle
from tests.samples import sample
from tests.state_spaces.one_state import OneState

CASES = cases_dir("rush_hour")
METRICS = ("slides", "steps")

# The classic board, known as Klotski, Huarong Dao or L'âne rouge.
KLOTSKI = "4x5:BAACBAACDFFEDGHEIooJ"

puzzles = st.tuples(st.integers(0, 2**32), st.booleans()).map(
    lambda drawn: random_puzzle(random.Random(drawn[0]), 4, drawn[1])
)


def run(board, strategy="bfs", **options):
    return explore(board, strategy, **options)


# -- the rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("both_ways", [False, True])
def test_the_rules_are_the_oracles_on_random_boards(both_ways):
    """All states, distances and transitions of small boards equal the oracle's, in both metrics."""
    rng = random.Random(1)
    met = Counter()
    for _ in range(30 if both_ways else 200):
        board = random_puzzle(rng, 4 if both_ways else 5, both_ways)
        for metric in METRICS:
            distances, transitions, shortest = board_of(board).explore(metric == "steps")
            if len(distances) > 2000:
                continue
            result = run(board, engine="python", whole=True, moves=metric)
            assert result.states == len(distances), board.encode()
            assert result.transitions == transitions, board.encode()
            assert dict(enumerate(result.levels)) == Counter(distances.values()), board.encode()
            assert (result.path is None) is (shortest is None), board.encode()
            if result.path is not None:
                assert len(result.path) == shortest
                assert board.replay(result.path).trace == result.trace
            met[result.verdict] += 1
            met["large"] += len(distances) > 20
        check_state_by_state(board)
    assert min(met[Reachability.FOUND], met[Reachability.UNREACHABLE], met["large"]) > 8, met


def check_state_by_state(board, most=300):
    """Assert that both spaces have the same labels, states and costs in the same order."""
    for metric in METRICS:
        space = state_space(board, moves=metric)
        compiled = space.compiled()
        one = OneState(compiled)
        first = space.canonical(board.start)
        seen, waiting = {first}, [first]
        while waiting:
            state = waiting.pop()
            packed = compiled.pack(state)
            assert compiled.unpack(packed) == state
            if compiled.bound is not None:
                assert packed[0] < compiled.bound
            ours = [
                (compiled.label(label), compiled.unpack(words), cost)
                for label, words, cost in one.expand(packed)
            ]
            expected = [
                (label, space.canonical(s), cost) for label, s, cost in space.successors(state)
            ]
            assert ours == expected, board.encode()
            assert len({label for label, _, _ in ours}) == len(ours)
            one.put(packed)
            assert goal_at(one.model, 0) is space.is_goal(state)
            for _, reached, _ in expected:
                if reached not in seen and len(seen) < most:
                    seen.add(reached)
                    waiting.append(reached)


@pytest.mark.parametrize(
    "text",
    [
        "6x6k:ABCDEFGHIJKLMNoooooooooooooooooooooo",  # two words a state
        "8x8:AA" + "o" * 60 + "BB",
        "8x8k:AA" + "o" * 60 + "BB",
        "2x8k:AoBBooooooCoooxo",
        KLOTSKI,
    ],
)
def test_larger_boards_state_by_state(text):
    check_state_by_state(RushHour.decode(text), 60)


# -- published and known -------------------------------------------------------------------------


@pytest.mark.skipif(CASES is None, reason="no boards here")
def test_known_moves_and_clusters():
    lines = (CASES / "sample.txt").read_text(encoding="utf-8").splitlines()
    known = [formats.decode_known(line) for line in lines if not line.startswith("#")]
    assert len(known) == 19
    for board, moves, states in known:
        result = run(board, whole=True)
        assert (len(result.path), result.states) == (moves, states), board.encode()
        assert sum(result.levels) == states
        assert run(board).path == result.path
        assert run(board, whole=True, moves="steps").states == states
        if states < 1500:
            plain = run(board, engine="python", whole=True)
            assert plain.path == result.path
            assert (plain.states, plain.transitions) == (states, result.transitions)
            assert run(board, "astar").cost == moves
    items = list(kind("rush_hour").formats["known"].read(Document.of("\n".join(lines))))
    assert [item.puzzle for item in items] == [board for board, _, _ in known]
    assert formats.recognises_known(lines[1])


@pytest.mark.parametrize(("metric", "published"), [("slides", 81), ("steps", 116)])
def test_published_optima_of_the_classic_board(metric, published):
    """The classic board has the published optima, 81 moves (Gardner1964) and 116 steps.

    It reaches 25,955 boards that look different.
    """
    board = RushHour.decode(KLOTSKI)
    result = run(board, whole=True, moves=metric)
    assert len(result.path) == published
    assert result.states == 25_955
    first, last = result.trace[0], result.trace[-1]
    assert board.picture(first) == board.cells
    assert divmod(last[board.red], board.columns) == (3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_the_classic_board_in_plain_python(metric):
    board = RushHour.decode(KLOTSKI)
    plain = run(board, engine="python", whole=True, moves=metric)
    compiled = run(board, engine="compiled", whole=True, moves=metric)
    assert len(plain.path) == len(compiled.path)
    for field in ("states", "transitions", "levels"):
        assert getattr(plain, field) == getattr(compiled, field)


def test_a_very_large_cluster():
    """The largest cluster that hill climbing over 6×6 boards met has 541,934 states.

    Slides and steps agree on it.
    """
    board = RushHour.decode("DDoFooIIoFLoAAooLCoJBKKCGJBEEoGHHooo")
    for metric in METRICS:
        assert run(board, whole=True, moves=metric).states == 541_934


# -- both engines, symmetry ----------------------------------------------------------------------


@settings(max_examples=40)
@given(puzzles)
def test_engines_and_strategies_agree(board):
    for metric in METRICS:
        for strategy in ("bfs", "dfs"):
            for whole in (False, True):
                check_engines(board, strategy, whole=whole, moves=metric)
        plain = run(board, engine="python", whole=True, moves=metric)
        deep = run(board, "dfs", whole=True, moves=metric)
        assert (deep.states, deep.transitions) == (plain.states, plain.transitions)
        best = run(board, "astar", moves=metric)
        assert best.verdict is plain.verdict
        assert best.cost == plain.cost


def check_engines(board, strategy, **options):
    """Assert that plain and compiled search give the same result, except for the time."""
    plain, compiled = (
        run(board, strategy, engine=engine, **options) for engine in ("python", "compiled")
    )
    found = [replace(one, seconds=0.0, cpu_seconds=0.0) for one in (plain, compiled)]
    assert found[0].__reduce__() == found[1].__reduce__()


@pytest.mark.parametrize(
    "text",
    [
        KLOTSKI,
        "4x5:BAACBAACDEEFDGHFIooJ",
        "4x5:AAooAABBCCDDEFGHIJKL",
        "6x4@2,4:AABBCCAADDEEFGHIJKooLMNO",
        "6x6k:AABBCCDDEEooFFGGooHIJJooHIKKooLLMMoo",
    ],
)
@pytest.mark.parametrize("strategy", ["bfs", "dfs"])
def test_interchangeable_blocks_do_not_tell_engines_apart(text, strategy):
    """Both engines search in the same order, whichever of several equal blocks moved."""
    for metric in METRICS:
        check_engines(
            RushHour.decode(text), strategy, moves=metric, whole=True, budget=Budget(states=1500)
        )


@given(puzzles)
def test_the_lower_bound_is_one(board):
    for metric in METRICS:
        space = state_space(board, moves=metric)
        seen, waiting = {board.start}, [board.start]
        while waiting:
            state = waiting.pop()
            assert (space.heuristic(state) == 0) is space.is_goal(state)
            for _, following, cost in space.successors(state):
                assert space.heuristic(state) <= space.heuristic(following) + cost
                key = space.canonical(following)
                if key not in seen and len(seen) < 200:
                    seen.add(key)
                    waiting.append(following)


@given(puzzles, st.booleans(), st.booleans())
def test_reflections_change_nothing(board, down, right):
    width = board.columns
    rows = [board.cells[i : i + width] for i in range(0, len(board.cells), width)]
    red = board.blocks[board.red]
    row, column = board.goal
    if down:
        rows.reverse()
        row = board.rows - red.height - row
    if right:
        rows = [line[::-1] for line in rows]
        column = board.columns - red.width - column
    other = RushHour(board.rows, board.columns, "".join(rows), board.both_ways, (row, column))
    for metric in METRICS:
        one, two = (run(b, whole=True, moves=metric) for b in (board, other))
        assert (one.states, one.transitions, one.levels) == (
            two.states,
            two.transitions,
            two.levels,
        )
        assert one.cost == two.cost


@given(puzzles)
def test_moves_go_back(board):
    """Every slide and step is undone by a move of the same kind, so counts are symmetric."""
    space = state_space(board)
    for _, following, _ in space.successors(board.start):
        assert board.start in [state for _, state, _ in space.successors(following)]


@given(puzzles)
def test_a_cluster_has_one_size(board):
    ends = [s for _, s, _ in state_space(board).successors(board.start)]
    states = run(board, whole=True).states
    for state in ends[-2:]:
        other = board.with_state(state)
        assert run(other, whole=True).states == states
        assert other.picture(other.start) == board.picture(state)


def test_boards_of_many_cells_are_searched_compiled():
    lane = RushHour.decode("12x12:" + "o" * 60 + "AAoo" + "o" * 80)
    both = RushHour.decode("9x9k:AA" + "o" * 79)
    for board, states in ((lane, 11), (both, 72)):
        result = run(board, whole=True, engine="compiled")
        assert (result.states, result.verdict) == (states, Reachability.FOUND)


def test_the_row_says_where_a_board_is_too_large_for_compiled_search():
    board = RushHour.decode("65x1:AA" + "o" * 63)
    assert state_space(board).compiled() is None
    result = run(board, whole=True)
    assert (result.states, result.engine) == (64, "plain")
    assert run(board, whole=True, engine="python").engine == ""
    with pytest.raises(ValueError, match="no compiled"):
        run(board, engine="compiled")


def test_a_lane_of_too_many_configurations_is_searched_plainly():
    """A lane with too many configurations has no compiled space.

    Eight cars of two cells in 64 have 10^9 configurations; six in 40 are too many as well.
    """
    for cells, cars in ((64, "ABCDEFGH"), (40, "ABCDEF")):
        row = "".join(2 * car for car in cars).ljust(cells, "o")
        board = RushHour.decode(f"{cells}x1:{row}")
        assert state_space(board).compiled() is None
        assert run(board, budget=Budget(states=100)).engine == "plain"
    row = "AABBCC".ljust(60, "o")
    assert state_space(RushHour.decode(f"60x1:{row}")).compiled().bound == comb(57, 3)


@pytest.mark.parametrize("moves", ["slides", "steps"])
def test_lanes_by_themselves_are_searched_as_lanes_on_one_board(moves):
    """Both forms of the compiled space have the same counts and paths on small boards."""
    goals = 0
    for seed in range(60):
        board = random_board(6, 6, 4 + seed % 9, 1, seed)
        one, several = (
            compiled_breadth_first(form.compiled(board, moves), Budget(), whole=True)
            for form in (lanes, wide_lanes)
        )
        assert (one.path, one.levels, one.transitions, one.deadlocks) == (
            several.path, several.levels, several.transitions, several.deadlocks,
        )  # fmt: skip
        goals += one.path is not None
    assert 5 < goals < 60


@pytest.mark.parametrize(
    ("columns", "rows", "cars"), [(9, 9, 20), (7, 10, 14), (12, 12, 24), (16, 5, 12), (20, 4, 9)]
)
def test_large_boards_are_searched_as_the_rules_say(columns, rows, cars):
    """Plain and compiled search agree on large boards, up to 400 states and in several words."""
    words = set()
    for seed in range(3):
        board = random_board(rows, columns, cars, 1, seed)
        words.add(state_space(board).compiled().words)
        for strategy in ("bfs", "dfs", "astar"):
            budget = Budget(states=400)
            plain, packed = (
                explore(board, strategy, budget=budget, engine=engine)
                for engine in ("python", "compiled")
            )
            assert (plain.path, plain.states, plain.transitions) == (
                packed.path, packed.states, packed.transitions,
            )  # fmt: skip
    assert max(words) > 1 or cars < 20


def test_blocks_on_boards_of_many_cells():
    board = RushHour.decode("9x9k@8,7:AABBoCCoo" + "o" * 20 + "DDEoooFoo" + "o" * 11 + "oo" * 16)
    plain, packed = (
        explore(board, "bfs", budget=Budget(states=3000), engine=engine)
        for engine in ("python", "compiled")
    )
    assert (plain.states, plain.transitions) == (packed.states, packed.transitions)


def test_budgets_end_in_unknown():
    board = RushHour.decode(KLOTSKI)
    for engine in ("python", "compiled"):
        result = run(board, engine=engine, budget=Budget(states=50))
        assert (result.verdict, result.stop) == (Reachability.UNKNOWN, Stop.STATES)
        assert result.states == 50


@pytest.mark.pure
def test_the_kernels_run_uncompiled():
    rng = random.Random(7)
    for number in range(30):
        check_state_by_state(random_puzzle(rng, 4, number % 2 == 0), 40)
    check_state_by_state(RushHour.decode(KLOTSKI), 40)
    check_state_by_state(RushHour.decode("6x6k:ABCDEFGHIJKLMN" + "o" * 22), 40)


# -- text forms, files, pictures -----------------------------------------------------------------


def test_known_lines():
    board = random_board(6, 6, 9, 1)
    for line, moves, states in (
        (f"3 {board.cells} 17", 3, 17),
        (f" 3\t{board.cells}\n", 3, None),
        (f"{board.cells} 17", None, 17),
        (board.cells, None, None),
    ):
        assert formats.decode_known(line) == (board, moves, states)
    for line in ("3", "3 3 3", f"3 {board.cells} x", f"3 {board.cells} 17 1"):
        with pytest.raises(ValueError, match="expected moves, 36 cells, states"):
            formats.decode_known(line)
    items = list(
        kind("rush_hour").formats["known"].read(Document.of(f"# moves\n3 {board.cells}\n3 AAoo\n"))
    )
    assert items[0].puzzle == board
    assert isinstance(items[1].puzzle, ValueError)
    assert items[1].line == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAo\nBB\n", "row 2 has 2 cells, row 1 has 3"),
        ("", "no cells"),
        (":k\n", "no cells"),
        (":j\nAA\n", "head '2x1j'"),
        ("AAo\nB?B\n", "row 2, column 2: '?'"),
    ],
)
def test_malformed_grids_are_one_fault(text, message):
    (item,) = formats.read_grid(io.StringIO(text))
    assert isinstance(item.puzzle, ValueError)
    assert message in str(item.puzzle)


def test_moves_are_slides_or_steps():
    with pytest.raises(ValueError, match="moves 'jumps': choose slides or steps"):
        SlidingSpace(RushHour.decode("4x1:AAoo"), "jumps")
    with pytest.raises(ValueError, match="moves: 'jumps': choose from slides, steps"):
        state_space(RushHour.decode("4x1:AAoo"), moves="jumps")


def test_random_boards():
    for cars in (1, 2, 8, 13):
        boards = [random_board(6, 6, cars, 3, index) for index in range(10)]
        assert len(set(boards)) > 5 if cars > 1 else len(set(boards)) > 2
        assert boards == [random_board(6, 6, cars, 3, index) for index in range(10)]
        for board in boards:
            assert len(board.blocks) == cars
            assert not board.both_ways
            lanes = [b for b in board.blocks if b.row == 2 and b.height == 1]
            assert [b.name for b in lanes] == ["A"]
    assert [b for b, _ in generate(Wanted("random", 6, 6, 3, 3, False))] == [
        random_board(6, 6, 9, 3, index) for index in range(3)
    ]
    # A seed always means the same board.
    assert random_board(6, 6, 9, 1, 325).encode() == "oooDHHooBDoCooBAACooIoooGGIEoFooIEoF"
    for arguments, message in (
        ((6, 6, 30, 1), "1 … 26 have letters"),
        ((6, 6, 0, 1), "1 … 26 have letters"),
        ((6, 6, 20, 1), "no room for 20 cars on a board of 6x6"),
        ((1, 1, 1, 1), "a row of two cells"),
    ):
        with pytest.raises(ValueError, match=message):
            random_board(*arguments)


@given(puzzles)
def test_drawings_stay_on_their_canvas(board):
    states = [board.start, *(s for _, s, _ in state_space(board).successors(board.start))]
    picture = drawing(board, states)
    assert picture.height == board.rows
    assert picture.width == len(states) * (board.columns + 1) - 1
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
    for line in text_picture(board, states):
        assert sum(len(span.text) for span in line) == len(states) * (2 * board.columns + 4) - 4


def test_pictures_show_what_is_there():
    board = RushHour.decode("4x2:AAoBxooB")
    flat = ["".join(span.text for span in line) for line in text_picture(board)]
    assert flat == ["A A * B ", "# · · B "]
    space = state_space(board)
    assert space.describe(board.start) == "AAoB/xooB"


@sample(12, 30)
def test_depth_first_goes_as_deep_plain_and_packed(number):
    rng = random.Random(14)
    deep = 0
    for _ in range(number):
        puzzle = random_puzzle(rng, 4, True)
        for whole in (False, True):
            found = [
                explore(puzzle, "dfs", engine=engine, whole=whole)
                for engine in ("python", "compiled")
            ]
            plain, packed = ((r.depth, r.states, r.transitions, r.path) for r in found)
            assert plain == packed, puzzle.encode()
        deep += found[0].depth > 10
    assert deep > number // 15


def test_a_board_that_is_drawn_again_is_not_searched_again(monkeypatch):
    searched, search = [], clusters.goal_distances
    monkeypatch.setattr(clusters, "_ATTEMPTS", 200)
    monkeypatch.setattr(
        clusters, "goal_distances", lambda *given: searched.append(given) or search(*given)
    )
    assert not [*clusters.farthest(Wanted("hardest", 2, 2, 1, 1))]
    assert len(searched) == 1  # two cells in a row, both taken by the red car
