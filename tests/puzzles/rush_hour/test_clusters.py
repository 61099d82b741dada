"""Clusters: distances from the goal, hardest starts, boards of a wished number of moves."""

from collections import Counter, deque
from itertools import islice

import pytest
from click.testing import CliRunner

from cpstudy import api
from cpstudy.cli import main
from cpstudy.core.generating import Wanted
from cpstudy.core.result import Budget, Stop
from cpstudy.puzzles.rush_hour.clusters import cluster, hardest, of_moves
from cpstudy.puzzles.rush_hour.generate import random_board
from cpstudy.puzzles.rush_hour.puzzle import RushHour
from cpstudy.puzzles.rush_hour.space import SlidingSpace
from cpstudy.state_spaces.packed.breadth_first import Distances, goal_distances

EXAMPLE = "oooEooKIIEJJKoAABCoFFFBCDoHHGCDoooGo"


def distances(board, moves):
    """The distance of each state from a goal, None if there is no path.

    The search goes backwards by the plain rules.
    """
    space = SlidingSpace(board, moves)
    (start,) = space.initial()
    before, queue = {start: []}, deque([start])
    while queue:
        state = queue.popleft()
        for _, other, _ in space.successors(state):
            if other not in before:
                before[other] = []
                queue.append(other)
            before[other].append(state)
    found = dict.fromkeys(before)
    level, steps = {state for state in before if space.is_goal(state)}, 0
    while level:
        found.update(dict.fromkeys(level, steps))
        level = {one for state in level for one in before[state] if found[one] is None}
        steps += 1
    return found


SMALL = (
    *(random_board(4, 4, 2 + i % 4, 2, i) for i in range(6)),
    *map(RushHour.decode, ("3x3:ABCDEFGHo", "2x1:AA", "4x1:AAox", "3x3k@1,1:AABooBCCo")),
)


@pytest.mark.parametrize("moves", ["slides", "steps"])
def test_distances_are_those_of_a_search_from_each_state(moves):
    met = Counter()
    for board in SMALL:
        expected = distances(board, moves)
        found = cluster(board, moves)
        assert found.distances.states == len(expected)
        counted = Counter(d for d in expected.values() if d is not None)
        assert found.distances.farthest == max(counted, default=-1)
        for distance in range(-1, found.distances.farthest + 2):
            states = {found.space.unpack(words) for words in found.distances.at(distance)}
            assert states == {s for s, d in expected.items() if d == distance}
        met[bool(counted)] += 1
        start = hardest(board, Budget(), moves)
        if counted:
            best = api.explore(start, "bfs", moves=moves)
            assert len(best.path) == max(counted)
            assert api.explore(start, "bfs", whole=True, moves=moves).states == len(expected)
        else:
            assert start == board
    assert set(met) == {True, False}


def test_budgets_and_boards_too_large():
    space = SlidingSpace(RushHour.decode(EXAMPLE)).compiled()
    assert goal_distances(space, Budget(states=10)) is Stop.STATES
    assert goal_distances(space, Budget(seconds=0)) is Stop.TIME
    assert isinstance(goal_distances(space, Budget(states=490)), Distances)
    with pytest.raises(ValueError, match=r"larger than the budget \(stopped: states\)"):
        hardest(RushHour.decode(EXAMPLE), Budget(states=10))
    with pytest.raises(ValueError, match="sides of at most 64 cells"):
        hardest(RushHour.decode("65x1:AA" + "o" * 63), Budget())
    board = RushHour.decode("13x5:oAA" + "o" * 62)
    assert hardest(board, Budget(), "steps").cells.startswith("AA")


def test_boards_of_a_wished_number_of_moves():
    """Each board has the wished number of moves; a longer stream begins with the same boards."""
    stream = list(of_moves(Wanted("random", 4, 4, 3, 1, False, moves=4)))
    assert len({board.encode() for board, _ in stream}) == 3
    for board, solution in stream:
        assert solution is None
        assert distances(board, "slides")[board.start] == 4
    assert list(islice(of_moves(Wanted("random", 4, 4, 9, 1, False, moves=4)), 2)) == stream[:2]
    assert [b for b, _ in api.generate("rush_hour", "random", 4, 3, 1, moves=4)] == [
        b for b, _ in stream
    ]
    for call in (
        lambda: next(of_moves(Wanted("random", 1, 1, 1, 1, False, moves=5))),
        lambda: next(api.generate("sokoban", "empty-room", 4, moves=5)),
    ):
        with pytest.raises(ValueError, match=r"a red car|number of moves"):
            call()


def test_the_command_line():
    run = CliRunner().invoke
    made = run(main, ["generate", "--puzzle", "rush_hour", "--size", "4", "--moves", "4", "-q"])
    assert made.exit_code == 0
    outcome = run(main, ["explore", "rush_hour", made.stdout.strip()])
    assert "found in 4 moves" in outcome.stdout
    outcome = run(main, ["explore", "rush_hour", EXAMPLE, "--hardest", "--whole"])
    start, words, moves = outcome.stdout.rstrip("\n").split("\t")
    assert words == "found in 13 moves; all 490 states seen"
    assert len(moves.split()) == 13
    assert start != EXAMPLE
    outcome = run(main, ["explore", "rush_hour", EXAMPLE, "--hardest", "--states", "9"])
    assert (outcome.exit_code, outcome.stdout) == (2, "")
    assert outcome.stderr == (
        "cpstudy: argument 1: the cluster is larger than the budget (stopped: states)\n"
    )
    outcome = run(main, ["explore", "sokoban", "2x1:@*", "--hardest"])
    assert (outcome.exit_code, len(outcome.stderr.splitlines())) == (2, 1)
    assert "cannot be taken back" in outcome.stderr
    outcome = run(
        main, ["generate", "--puzzle", "sokoban", "--algorithm", "empty-room", "--moves", "5"]
    )
    assert (outcome.exit_code, len(outcome.stderr.splitlines())) == (2, 1)
