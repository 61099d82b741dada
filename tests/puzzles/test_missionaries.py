"""Missionaries and cannibals: published numbers, and the rules against an independent search."""

from collections import Counter, deque
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.api import explore, puzzle, state_space
from cpstudy.core.drawing import Disc
from cpstudy.core.result import Reachability
from cpstudy.puzzles.missionaries.drawing import drawing, text_picture
from cpstudy.puzzles.missionaries.puzzle import START, Banks, Missionaries

STRATEGIES = ("bfs", "dfs", "astar", "bidirectional")
# Fried2022 (OEIS A356480): for 1, 2, … of both, the places needed and the crossings with them.
NEEDED = (2, 2, 2, 3, 3, *[4] * 15)
CROSSINGS = (1, 5, 11, 9, 11, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37)


def test_fewest_crossings_as_published():
    for number, (places, crossings) in enumerate(zip(NEEDED, CROSSINGS, strict=True), 1):
        found = explore(Missionaries(number, number, places), "astar")
        assert (found.cost, len(found.path)) == (crossings, crossings)
        if places > 2:
            smaller = explore(Missionaries(number, number, places - 1), "bfs")
            assert smaller.verdict is Reachability.UNREACHABLE


def test_the_classic():
    """The puzzle has 16 states and four shortest paths of 11 crossings (Amarel1968)."""
    board = puzzle("missionaries", "3,3:2")
    whole = explore(board, "bfs", whole=True, count=True)
    assert (whole.states, whole.transitions, len(whole.path), whole.shortest) == (16, 34, 11, 4)


# -- a second statement of the rules: every person has a name -------------------------------------


def quiet(people):
    """Whether nobody in a group of names is eaten."""
    eaters = sum(name < 0 for name in people)
    return eaters == len(people) or 2 * eaters <= len(people)


def fewest_by_names(missionaries, cannibals, places):
    """Breadth-first search over sets of people on the left bank.

    Return the crossings, or None, and the number of states if people of a group are equal.
    """
    everybody = frozenset([*range(1, missionaries + 1), *range(-cannibals, 0)])
    depth = {(everybody, True): 0}
    waiting = deque(depth)
    while waiting:
        here = waiting.popleft()
        left, near = here
        bank = left if near else everybody - left
        for number in range(1, places + 1):
            for crew in map(frozenset, combinations(sorted(bank), number)):
                after = left - crew if near else left | crew
                following = (after, not near)
                if following not in depth and all(map(quiet, (crew, after, everybody - after))):
                    depth[following] = depth[here] + 1
                    waiting.append(following)
    alike = {(sum(n > 0 for n in left), sum(n < 0 for n in left), near) for left, near in depth}
    return depth.get((frozenset(), False)), len(alike)


def test_counting_agrees_with_everybody_by_name():
    met = Counter()
    for missionaries in range(5):
        for cannibals in range(5):
            if not missionaries + cannibals or 0 < missionaries < cannibals:
                continue
            for places in (1, 2, 3, 4):
                board = Missionaries(missionaries, cannibals, places)
                crossings, states = fewest_by_names(missionaries, cannibals, places)
                whole = explore(board, "bfs", whole=True)
                assert whole.states == states
                met[whole.verdict.value] += 1
                if crossings is None:
                    assert whole.verdict is Reachability.UNREACHABLE
                    continue
                for strategy in STRATEGIES:
                    path = explore(board, strategy).path
                    assert len(path) == crossings or strategy == "dfs"
    assert min(met["found"], met["unreachable"]) > 10


def test_the_bound_is_never_too_high():
    space = state_space(Missionaries(5, 4, 3))
    steps = {}
    waiting = deque((goal, 0) for goal in space.goals())
    while waiting:
        state, cost = waiting.popleft()
        if state not in steps:
            steps[state] = cost
            waiting.extend((before, cost + 1) for _, before, _ in space.predecessors(state))
    assert len(steps) > 20
    assert all(space.heuristic(state) <= cost for state, cost in steps.items())
    assert any(space.heuristic(state) == cost > 3 for state, cost in steps.items())


@settings(max_examples=50)
@given(st.integers(0, 999), st.integers(0, 999), st.integers(1, 99))
def test_texts_come_back(missionaries, cannibals, places):
    if missionaries + cannibals and (missionaries == 0 or cannibals <= missionaries):
        board = Missionaries(missionaries, cannibals, places)
        assert Missionaries.decode(board.encode()) == board


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected missionaries,cannibals:places"),
        ("3,3", "expected missionaries,cannibals:places"),
        ("3,x:2", "'3,x:2': expected"),
        ("0,0:2", "nobody"),
        ("1000,3:2", "1000 missionaries, expected 0 to 999"),
        ("3,1000:2", "1000 cannibals"),
        ("3,3:0", "a boat with 0 places"),
        ("3,3:100", "a boat with 100 places"),
        ("3,4:2", "4 cannibals outnumber 3 missionaries at first"),
    ],
)
def test_faulty_texts(text, message):
    with pytest.raises(ValueError, match=message):
        puzzle("missionaries", text)


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        (["MM"], "move 1 'MM': 3 cannibals outnumber 1 missionary on the left"),
        (["CC", "M"], "move 2 'M': not possible in 3M1C.0M2C"),
        (["CM"], "not possible"),
        (["MMC"], "not possible"),
        ([""], "not possible"),
    ],
)
def test_moves_are_checked_by_the_rules(moves, message):
    with pytest.raises(ValueError, match=message):
        puzzle("missionaries", "3,3:2").replay(moves)


def test_the_boat_too():
    with pytest.raises(ValueError, match="move 1 'MCC': 2 cannibals outnumber 1 missionary in"):
        Missionaries(4, 4, 3).replay(["MCC"])
    names = {name for name, _, _ in state_space(Missionaries(4, 4, 3)).successors(START)}
    assert names == {"C", "MC", "CC", "CCC"}
    space = state_space(Missionaries(3, 3, 2))
    assert {name for name, _, _ in space.invalid(START)} == {"M", "MM"}


def test_pictures():
    board = Missionaries(3, 3, 2)
    trace = explore(board).trace
    lines = ["".join(span.text for span in line) for line in text_picture(board, trace)]
    assert lines[0] == r"MMMCCC \_/~~~ "
    assert lines[-1] == r"       ~~~\_/ MMMCCC"
    assert len(lines) == 12
    shapes = drawing(board, trace[:4]).shapes
    assert sum(isinstance(shape, Disc) for shape in shapes) == 4 * 6


def test_banks_in_words():
    board = puzzle("missionaries", "3,2:2")
    assert board.describe(START) == "3M2C*_0M0C"
    assert board.describe(Banks(1, 2, True)) == "2M0C_1M2C*"
    assert board.left(Banks(1, 2, True)) == (2, 0)
    assert [*board.loads()] == [(1, 0), (0, 1), (2, 0), (1, 1), (0, 2)]
    assert board.crossed(START, (1, 1)) == Banks(1, 1, True)
    assert board.crossed(Banks(1, 1, True), (1, 0)) == Banks(0, 1, False)
    assert board.crossed(Banks(1, 1, True), (2, 0)) is None
    assert board.crossed(Banks(1, 1, True), (0, 2)) is None
    assert board.crossed(Banks(3, 0, False), (1, 0)) is None
    assert board.danger(Banks(2, 0, True)) == "2 cannibals outnumber 1 missionary on the left"
    assert board.danger(Banks(1, 2, True)) == "2 cannibals outnumber 1 missionary on the right"
    assert board.danger(Banks(0, 2, True)) == board.danger(Banks(3, 0, True)) == ""
