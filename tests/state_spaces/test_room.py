"""Compiled searches of an empty Sokoban room have the published depths and the plain results."""

from dataclasses import replace

import pytest

from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.state_spaces.packed.breadth_first import compiled_breadth_first
from cpstudy.state_spaces.packed.depth_first import compiled_depth_first
from cpstudy.state_spaces.packed.space import CompiledSpace, Space
from cpstudy.state_spaces.packed.visited import Known, Visited
from cpstudy.state_spaces.plain.astar import astar
from cpstudy.state_spaces.plain.bidirectional import bidirectional
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.plain.depth_first import depth_first
from tests.state_spaces.room import Room

FREE = Budget()
FORMS = ("bitmap", "table", "wide")
PAIRS = ((breadth_first, compiled_breadth_first), (depth_first, compiled_depth_first))

# By size: the depths of breadth-first and depth-first search (Kamies2016, Table 4), then states and
# transitions of the whole space, as LTSmin counts them on the same rooms.
PUBLISHED = {10: (20, 72, 9_900, 35_600), 20: (40, 152, 159_600, 606_400)}


def same(one, other) -> None:
    assert replace(one, seconds=0.0).__reduce__() == replace(other, seconds=0.0).__reduce__()


@pytest.mark.parametrize("size", PUBLISHED)
def test_published_depths(size):
    breadth, depth, states, transitions = PUBLISHED[size]
    space = Room(size, size).compiled()
    for whole in (False, True):
        wide = compiled_breadth_first(space, FREE, whole=whole)
        deep = compiled_depth_first(space, FREE, whole=whole)
        assert (wide.depth, deep.depth) == (breadth, depth)
        assert wide.verdict is deep.verdict is Reachability.FOUND
    for result in (wide, deep):
        assert (result.states, result.transitions) == (states, transitions)
        assert result.exhausted
    assert sum(wide.levels) == states


@pytest.mark.slow
def test_published_depths_of_a_large_room():
    space = Room(50, 50).compiled()
    assert compiled_breadth_first(space, FREE).depth == 100
    assert compiled_depth_first(space, FREE).depth == 392
    whole = compiled_breadth_first(space, FREE, whole=True)
    assert (whole.states, whole.transitions) == (6_247_500, 24_490_000)


def test_plain_and_compiled_agree_state_by_state():
    met = set()
    for rows, columns in ((2, 2), (2, 3), (3, 3), (4, 5), (6, 4)):
        for goal in range(rows * columns):
            for form in FORMS if (rows, columns) == (3, 3) else FORMS[:1]:
                room = Room(rows, columns, goal, form)
                for plain, compiled in PAIRS:
                    for budget in (FREE, Budget(states=17)):
                        for whole in (False, True):
                            expected = plain(room, budget, whole=whole)
                            same(compiled(room.compiled(), budget, whole=whole), expected)
                            met.add(expected.verdict)
    assert met == set(Reachability)


@pytest.mark.parametrize("form", FORMS)
def test_large_spaces_grow_and_agree(form):
    """All forms agree on a space that takes many slices and makes every array grow many times."""
    expected = compiled_breadth_first(Room(18, 18).compiled(), FREE, whole=True)
    assert expected.states == 18**2 * (18**2 - 1)
    space = Room(18, 18, form=form).compiled()
    same(compiled_breadth_first(space, FREE, whole=True), expected)
    deep = compiled_depth_first(space, FREE, whole=True)
    assert (deep.states, deep.transitions) == (expected.states, expected.transitions)


def test_least_cost_and_both_ends():
    for rows, columns in ((2, 2), (3, 3), (4, 5)):
        for goal in range(rows * columns):
            room = Room(rows, columns, goal)
            first = breadth_first(room, FREE)
            for search in (astar, bidirectional):
                result = search(room, FREE)
                assert result.verdict is first.verdict
                assert result.cost == first.cost
    room = Room(6, 6)
    assert astar(room, FREE).counters["expansions"] < breadth_first(room, FREE).states


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("search", [compiled_breadth_first, compiled_depth_first])
def test_budgets_of_compiled_searches(search, form):
    space = Room(20, 20, goal=-1, form=form).compiled()
    for budget, stop in (
        (Budget(seconds=0), Stop.TIME),
        (Budget(memory=0), Stop.MEMORY),
        (Budget(memory=500_000), Stop.MEMORY),
        (Budget(states=0), Stop.STATES),
        (Budget(states=9_999), Stop.STATES),
    ):
        result = search(space, budget, whole=True)
        assert (result.verdict, result.stop) == (Reachability.UNKNOWN, stop)
        assert stop is not Stop.STATES or result.states == budget.states
    # Budgets that hold all states of the room do not end the search.
    assert search(space, Budget(states=159_600), whole=True).stop is Stop.DONE
    assert search(space, Budget(memory=16_000_000), whole=True).stop is Stop.DONE


@pytest.mark.parametrize(("form", "most"), [("bitmap", 10), ("table", 24), ("wide", 32)])
def test_bytes_a_state(form, most):
    """All arrays together take at most ``most`` bytes a state, before and after each growth."""
    space = Room(30, 30, form=form).compiled()
    visited = Visited(space, Known(), {}, None)
    largest = 0.0
    count = 0
    fixed = visited.index.nbytes if form == "bitmap" else 0
    while count < 1_500_000:
        count = visited.rows - visited.headroom + 1
        if count > 1 << 19:  # full just now: the leanest moment; after growing, the widest
            largest = max(largest, (visited.used - fixed) / count + 5)
        if form == "bitmap" and count >= space.bound:
            break
        visited.order[:count] = 0
        if form == "bitmap":
            assert visited.grow(count)
        else:
            grow_table(visited, count)
        if count > 1 << 19:
            largest = max(largest, (visited.used - fixed) / count + 5)
    assert 4 < largest <= most


def grow_table(visited: Visited, count: int) -> None:
    """Write a different state into each row, then grow."""
    visited.order[:count, -1] = range(count)
    assert visited.grow(count)


def test_progress_is_reported():
    found = []
    compiled_breadth_first(Room(20, 20).compiled(), FREE, report=found.append)
    assert found
    assert all(progress.states >= progress.frontier > 0 for progress in found)
    breadth_first(Room(4, 4), FREE, report=found.append)
    depth_first(Room(4, 4), FREE, report=found.append)
    compiled_depth_first(Room(4, 4).compiled(), FREE, report=found.append)
    astar(Room(4, 4), FREE, report=found.append)
    bidirectional(Room(4, 4), FREE, report=found.append)
    assert len(found) >= 6


def test_faulty_spaces_are_refused():
    def space(**changed):
        fields = {
            "initial": [(0,)], "model": Space, "fanout": 4, "label": str, "pack": tuple,
            "unpack": tuple,
        }  # fmt: skip
        return CompiledSpace(**{**fields, **changed})

    assert space().words == 1
    for changed, message in (
        ({"words": 0}, "0 words"),
        ({"fanout": 0}, "fanout of 0"),
        ({"words": 2, "initial": [(0, 0)], "bound": 5}, "bound of 5 for 2 words"),
        ({"bound": 0}, "bound of 0"),
        ({"initial": [(0, 1)]}, "2 words in an initial state"),
    ):
        with pytest.raises(RuntimeError, match=message):
            space(**changed)


@pytest.mark.pure
@pytest.mark.parametrize("form", FORMS)
def test_uncompiled_kernels_give_the_same(form):
    room = Room(5, 4, form=form)
    for plain, compiled in PAIRS:
        same(compiled(room.compiled(), FREE, whole=True), plain(room, FREE, whole=True))
