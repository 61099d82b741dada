"""``explore`` replays each path by the rules and passes options to the search and the space."""

import pytest

from cpstudy import api
from cpstudy.core.exploring import Space, Strategy, explore
from cpstudy.core.options import Option
from cpstudy.core.result import Budget, PathResult, Reachability, Stop
from cpstudy.core.solving import WrongAnswerError
from cpstudy.puzzles import PUZZLES, kind
from cpstudy.state_spaces.plain.breadth_first import breadth_first
from cpstudy.state_spaces.space import StateSpace

MOVING = [name for name in PUZZLES if kind(name).space]
BREADTH_FIRST = Strategy("bfs", "", breadth_first)
FOX = "fox,goose,beans:fox-goose,goose-beans"


def solved(name):
    puzzle = api.puzzle(name, kind(name).example)
    return puzzle, api.explore(puzzle)


class Wrong(StateSpace):
    """A state space that breaks the rules: one step leads from the start to the true goal."""

    move = ""
    cost = 1

    def __init__(self, puzzle):
        self.puzzle = puzzle
        self.true = api.state_space(puzzle)
        self.result = api.explore(puzzle)

    def initial(self):
        return self.true.initial()

    def successors(self, state):
        return [(self.move or self.result.path[0], self.result.trace[-1], self.cost)]

    def is_goal(self, state):
        return self.true.is_goal(state)


class Nonsense(Wrong):
    move = "nonsense"


class Dearer(Wrong):
    """The true moves, each at twice its true cost."""

    def successors(self, state):
        return [(move, after, 2 * cost) for move, after, cost in self.true.successors(state)]


@pytest.mark.parametrize("name", MOVING)
@pytest.mark.parametrize(
    ("states", "message"),
    [
        (Wrong, "the path ends before the goal"),
        (Nonsense, "a wrong path for .*nonsense"),
        (Dearer, "cost [0-9]+, but [0-9]+ when replayed"),
    ],
)
def test_a_wrong_state_space_is_caught(name, states, message):
    """The path is checked by the rules of the puzzle, not by the space that was searched."""
    puzzle, result = solved(name)
    assert len(result.path) > 1
    space = Space(states, {})
    if states is Dearer and puzzle.replay(result.path).cost is None:
        return  # a level of Sokoban has two costs; neither is compared
    with pytest.raises(WrongAnswerError, match=message) as caught:
        explore(puzzle, BREADTH_FIRST, space)
    assert puzzle.encode() in str(caught.value)


class Forbidden(StateSpace):
    """The state space of the puzzle, with its forbidden moves included at cost 1."""

    def __init__(self, puzzle):
        self.true = api.state_space(puzzle)

    def initial(self):
        return self.true.initial()

    def successors(self, state):
        yield from self.true.successors(state)
        for move, after, _ in self.true.invalid(state):
            yield move, after, 1

    def is_goal(self, state):
        return self.true.is_goal(state)


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("river_crossing", FOX, "move 4 'alone': fox and goose are left alone"),
        ("bridge_torch", "1,3,5,8:15", "minutes are more than 15"),
    ],
)
def test_a_space_that_forgets_a_rule_is_caught(name, text, message):
    with pytest.raises(WrongAnswerError, match=message):
        explore(api.puzzle(name, text), BREADTH_FIRST, Space(Forbidden, {}))


# -- options -------------------------------------------------------------------------------------


class Told(StateSpace):
    """A space without moves that stores its options."""

    def __init__(self, puzzle, depth=0):
        self.depth = depth

    def initial(self):
        return []

    def successors(self, state):
        return []

    def is_goal(self, state):
        return False


def tell(space, budget, *, report=None, shape="round", wide=False):
    """A search that finds nothing and reports the options that it received as counters."""
    given = {"depth": space.depth, "wide": int(wide), "round": int(shape == "round")}
    return PathResult(exhausted=True, counters=given)


SHAPE = Option("shape", "of the search", str, "round", {"round": "so", "square": "or so"})
WIDE = Option("wide", "more of it")
ASKED = Strategy("ask", "", tell, options=(SHAPE, WIDE))
SETTLED = Strategy("settled", "", tell, options=(SHAPE, WIDE), settled={"depth": 9})
DEEP = Space(Told, {}, options=(Option("depth", "how far", int, 0),))


def asked(strategy=ASKED, **options):
    return dict(explore(api.puzzle("bridge_torch", "1"), strategy, DEEP, **options).counters)


def test_options_go_to_the_search_and_to_the_space():
    assert asked() == {"depth": 0, "wide": 0, "round": 1}
    assert asked(depth=3, wide=True, shape="square") == {"depth": 3, "wide": 1, "round": 0}
    # A text is converted to the type of its option.
    assert asked(depth="3", wide="yes") == {"depth": 3, "wide": 1, "round": 1}
    assert asked(SETTLED, wide=True) == {"depth": 9, "wide": 1, "round": 1}


@pytest.mark.parametrize(
    ("strategy", "options", "message"),
    [
        (ASKED, {"colour": "red"}, "strategy ask of bridge_torch: no option 'colour'"),
        (SETTLED, {"depth": 3}, "strategy settled of bridge_torch: no option 'depth'"),
        (ASKED, {"depth": "deep"}, "depth: 'deep' is not a number"),
        (ASKED, {"depth": 1.5}, "depth: 1.5 is not of type int"),
        (ASKED, {"wide": 2}, "wide: 2 is not of type bool"),
        (ASKED, {"shape": "oval"}, "shape: 'oval': choose from round, square"),
    ],
)
def test_faulty_options_are_named(strategy, options, message):
    with pytest.raises(ValueError, match=message):
        asked(strategy, **options)


def test_the_helper_gives_the_space_with_its_options():
    board = api.puzzle("rush_hour", "4x1:AAoo")
    labels = {
        moves: {label for label, _, _ in space.successors(board.start)}
        for moves in ("slides", "steps")
        for space in [api.state_space(board, moves=moves)]
    }
    assert labels == {"slides": {"A+1", "A+2"}, "steps": {"A+1"}}
    with pytest.raises(ValueError, match="the state space of rush_hour: no option 'whole'"):
        api.state_space(board, whole=True)
    with pytest.raises(ValueError, match="pipes has no moves to explore"):
        api.state_space(api.puzzle("pipes", "2x1:11"))


def test_without_a_budget_nothing_runs():
    result = explore(api.puzzle("bridge_torch", "1"), ASKED, DEEP, budget=Budget(seconds=0))
    assert (result.verdict, result.stop) == (Reachability.UNKNOWN, Stop.TIME)
    assert not result.counters
