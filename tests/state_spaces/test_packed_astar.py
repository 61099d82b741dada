"""Compiled A* has the same states, expansions, costs and paths as plain A*.

The boards are of Rush Hour, Bloxorz and Sokoban.
"""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import api
from cpstudy.core.result import Budget, Stop
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.state_spaces.packed.astar import Heap, compiled_astar, heap_pop, heap_push
from cpstudy.state_spaces.packed.space import bound_at
from cpstudy.state_spaces.plain.astar import astar
from cpstudy.state_spaces.strategies import astar as chosen
from tests.puzzles.sokoban.instances import random_level
from tests.state_spaces.one_state import OneState
from tests.state_spaces.room import Room

FREE = Budget()
KLOTSKI = "4x4:GAAIoAACEEFCHoDB"
BLOXORZ = (
    "s p p/p p p/p p e",
    "s w p x x x p/p p w x p p p/w S1 p x1 p p e/----/S1 opens x1",
    "s p p p p x x x x l1/p p t1 p p x x W1 p p/p p p p p x1 x1 p p e/"
    "x p p p l2 x x p p p/----/t1 teleports l1, l2/W1 toggles x1",
    "s p x p/p p x e",
)


def summary(result):
    return (
        result.verdict, result.path, result.trace, result.cost, result.states, result.transitions,
        result.depth, result.deadlocks, result.stop, dict(result.counters),
    )  # fmt: skip


def both(space, budget=FREE):
    """Return the result of compiled A*, after comparing it with plain A*."""
    plain = astar(space, budget)
    packed = compiled_astar(space.compiled(), budget)
    assert summary(packed) == summary(plain)
    return packed


def test_rush_hour_and_klotski():
    met = Counter()
    for index in range(30):
        board = random_board(6, 6, 4 + index % 8, 3, index)
        for moves in ("slides", "steps"):
            found = both(api.state_space(board, moves=moves), Budget(states=600))
            met[found.verdict.value] += 1
    assert set(met) == {"found", "unreachable", "unknown"}
    for text in (KLOTSKI, "3x3k@1,1:AABooBCCo", "2x3:AABBoo", "1x4:AAoo"):
        for moves in ("slides", "steps"):
            both(api.state_space(api.puzzle("rush_hour", text), moves=moves), Budget(states=800))


def test_the_bound_of_a_red_car_with_company_in_its_lane():
    """Both forms have the same lower bound on unusual boards.

    These have a car in the red car's lane, upright lanes with two cars, walls, a goal to the left.
    """
    for text in ("AABBoooooooooooooooooooooooooooooooo", "6x2@0,0:ooAABBoCCoDD", "4x1:AAox"):
        space = api.state_space(api.puzzle("rush_hour", text))
        packed = space.compiled()
        (start,) = space.initial()
        one = OneState(packed, guided=True)
        one.put(packed.pack(start))
        assert bound_at(one.model, 0) == space.heuristic(start)
        both(space)


@pytest.mark.parametrize("text", BLOXORZ)
def test_bloxorz(text):
    both(api.state_space(api.puzzle("bloxorz", text)))


def test_sokoban():
    rng = random.Random(5)
    met = Counter()
    for _ in range(25):
        level = random_level(rng)
        for space in ("steps", "areas"):
            found = both(api.state_space(level, space=space), Budget(states=40))
            met[found.verdict.value] += 1
    assert set(met) == {"found", "unreachable", "unknown"}
    for text in ("2x1:@*", "1x1:@", "5x1:@$-.-"):
        for space in ("steps", "areas"):
            both(api.state_space(api.puzzle("sokoban", text), space=space))


def test_budgets_strike_alike():
    space = api.state_space(api.puzzle("rush_hour", "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo"))
    whole = both(space)
    for states in (0, 1, 2, 50, whole.states - 1, whole.states):
        stops = both(space, Budget(states=states)).stop
        assert stops is (Stop.LIMIT if states == whole.states else Stop.STATES)
    assert compiled_astar(space.compiled(), Budget(seconds=0)).stop is Stop.TIME
    assert compiled_astar(space.compiled(), Budget(memory=1000)).stop is Stop.MEMORY


def test_a_space_without_a_bound_is_searched_plainly():
    """A compiled space without a lower bound is searched by plain A*, so counters do not change."""
    room = Room(5, 5)
    strategy = api.puzzles.kind("sokoban").strategies["astar"]
    assert (strategy.function.__module__, strategy.function.__name__) == (
        "cpstudy.state_spaces.strategies",
        "astar",
    )
    assert summary(chosen(room, FREE)) == summary(astar(room, FREE))
    with pytest.raises(ValueError, match="no lower bound"):
        chosen(room, FREE, engine="compiled")


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 9)), max_size=60), st.randoms())
def test_the_heap_gives_the_least_entry(entries, rng):
    heap = Heap(64)
    held = []
    for key, number in entries:
        heap_push(heap, key, number)
        held.append((key, number))
        if rng.random() < 0.3:
            take_least(heap, held)
    while held:
        take_least(heap, held)


def take_least(heap, held) -> None:
    least = min(held)
    assert (heap.keys[0], heap.numbers[0]) == least
    heap_pop(heap)
    held.remove(least)
