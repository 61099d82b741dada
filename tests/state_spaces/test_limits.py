"""Every search ends within its budget, with the matching stop, on spaces of any size."""

from itertools import count, islice

import pytest

from cpstudy import api
from cpstudy.core import exploring
from cpstudy.core.exploring import Strategy, explore
from cpstudy.core.result import Budget, PathResult, Reachability, Stop
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.state_spaces.limits import STRIDE, Limits, Pace
from cpstudy.state_spaces.plain.astar import astar
from cpstudy.state_spaces.plain.bidirectional import bidirectional
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.plain.depth_first import depth_first
from cpstudy.state_spaces.properties import always_possible, inevitable
from cpstudy.state_spaces.space import StateSpace

SEARCHES = (breadth_first, depth_first, astar, bidirectional)
MOVING = [name for name in PUZZLES if kind(name).space]


def wide_level():
    """Return a level of Sokoban with sixteen boxes in a 20x20 room."""
    rows = ["-" * 20] * 20
    rows[0] = "@" + "-" * 19
    rows[2] = rows[4] = "--" + "$-" * 8 + "--"
    rows[19] = "." * 16 + "----"
    return "20x20:" + "|".join(rows)


def switches():
    """Return a level of Bloxorz with 20 switches in reach, 20 bridges and an unreachable end."""
    names = range(20)
    rows = [["p"] * 20 for _ in range(8)]
    rows[0][0] = "s"
    rows[4] = [f"W{i}" for i in names]
    rows.append([f"x{i}" for i in names])
    rows.append(["x"] * 20)
    rows.append(["e", *["x"] * 19])
    lines = [f"W{i} toggles x{i}" for i in names]
    return "/".join([*map(" ".join, rows), "----", *lines])


# For each kind a board that no search exhausts in a second.
HUGE = {
    "sokoban": wide_level(),
    "bloxorz": switches(),
    "rush_hour": "12x12k:AxBBCCDDEEooxxBBCCDDEEoo" + "FFGGHHIIJJoo" * 2 + "o" * 96,
    "river_crossing": ",".join(f"i{n}" for n in range(40)) + "::20",
    "sliding_tiles": "5x5:24,23,22,21,20,19,18,17,16,15,14,13,12,11,10,9,8,7,6,5,4,3,2,1,0",
    "missionaries": "999,500:99",
    "bridge_torch": ",".join(str(n + 1) for n in range(26)) + ":900000000",
}


class Endless(StateSpace):
    """A space in which every state has all natural numbers as successors."""

    def initial(self):
        return [0]

    def successors(self, state):
        return ((str(i), i, 1) for i in count())

    predecessors = successors

    def is_goal(self, state):
        return False

    def goals(self):
        return [-1]


class ManyGoals(Endless):
    """A space with infinitely many goals that are never reached."""

    def successors(self, state):
        return [("on", state + 1, 1)]

    def goals(self):
        return (-1 - i for i in count())


BUDGETS = [(Budget(seconds=0.04), Stop.TIME), (Budget(memory=10_000_000), Stop.MEMORY)]


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(("budget", "stop"), BUDGETS)
def test_a_state_with_endless_successors(search, budget, stop):
    result = search(Endless(), budget)
    assert (result.verdict, result.stop) == (Reachability.UNKNOWN, stop)


@pytest.mark.parametrize("ask", [inevitable, always_possible])
@pytest.mark.parametrize(("budget", "stop"), BUDGETS)
def test_properties_of_endless_successors(ask, budget, stop):
    assert ask(Endless(), Endless().is_goal, budget).stop is stop


@pytest.mark.parametrize(("budget", "stop"), [*BUDGETS, (Budget(states=5000), Stop.STATES)])
def test_goals_without_an_end(budget, stop):
    result = bidirectional(ManyGoals(), budget)
    assert (result.verdict, result.stop) == (Reachability.UNKNOWN, stop)
    assert budget.states is None or result.states <= budget.states


@pytest.mark.parametrize("name", MOVING)
def test_every_strategy_of_every_kind_ends_in_time(name):
    board = api.puzzle(name, HUGE[name])
    tried = 0
    for strategy in kind(name).strategies:
        for options in [{}] if strategy != "bfs" else [{}, {"count": True}, {"whole": True}]:
            result = api.explore(board, strategy, budget=Budget(seconds=0.02), **options)
            if result.verdict is Reachability.UNKNOWN:
                assert result.stop is Stop.TIME
                tried += 1
    assert tried > 1


# -- long paths ----------------------------------------------------------------------------------


def long_path(space, budget, *, report=None):
    """Return a correct path of 2000 moves, there and back, without searching."""
    moves = ("AB", "A") if space.is_goal(None) else ("A", "A")
    return PathResult(path=moves * 1000, stop=Stop.LIMIT, states=7)


class Anything(StateSpace):
    def __init__(self, puzzle):
        pass

    def initial(self):
        return []

    def successors(self, state):
        return []

    def is_goal(self, state):
        return False


def test_a_path_that_cannot_be_replayed_in_time_is_none(monkeypatch):
    """A path is an answer only after it was replayed by the rules."""
    strategy = Strategy("long", "", long_path)
    space = exploring.Space(Anything, {})
    replayed = []

    class Patient(type(api.puzzle("bridge_torch", "1,2"))):
        def replay(self, moves):
            replayed.extend(islice(moves, 5000))
            return PathResult(path=tuple(replayed), stop=Stop.LIMIT)

    board = Patient((1, 2))
    assert explore(board, strategy, space).path is not None
    assert len(replayed) == 2000
    replayed.clear()
    monkeypatch.setattr(exploring.Clock, "late", property(lambda self: bool(replayed)))
    result = explore(board, strategy, space, budget=Budget(seconds=1.0))
    assert (result.verdict, result.stop) == (Reachability.UNKNOWN, Stop.TIME)
    assert (result.path, result.trace, result.states) == (None, (), 7)


def test_a_path_that_cannot_be_told_in_time_is_none(monkeypatch):
    class Line(Endless):
        def successors(self, state):
            return [("on", state + 1, 1)]

        def is_goal(self, state):
            return state == 5000

    got = breadth_first(Line(), Budget())
    assert (got.verdict, len(got.path)) == (Reachability.FOUND, 5000)
    monkeypatch.setattr(Limits, "late", property(lambda self: True))
    monkeypatch.setattr(Limits, "strikes", lambda *_: None)
    late = breadth_first(Line(), Budget())
    assert (late.verdict, late.stop, late.states) == (Reachability.UNKNOWN, Stop.TIME, got.states)


# -- the pace ------------------------------------------------------------------------------------


def test_the_pace_follows_the_clock(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("cpstudy.state_spaces.limits.time.perf_counter", lambda: now[0])
    pace = Pace(1, STRIDE)
    assert [pace.next() for _ in range(12)][-1] == STRIDE  # no time passes
    now[0] += 1.0
    assert pace.next() == STRIDE // 4
    for _ in range(10):
        now[0] += 1.0
        pace.next()
    assert pace.next() == 2  # it fell to 1 and is doubled, as no time has passed
    now[0] += 0.03
    assert pace.next() == 2


def test_lists_are_whole_where_nothing_strikes():
    limits = Limits(Budget(), None)
    for length in (0, 1, 1023, 1024, 1025, 5000):
        assert limits.listed(range(length)) == (list(range(length)), None)
