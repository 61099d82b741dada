"""The default search of Sokoban: which of its two searches settles a level and is reported."""

import random
from collections import Counter

import pytest

from cpstudy.api import explore, read
from cpstudy.core.exploring import Progress
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.puzzles.sokoban import optimal
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from tests.cases import cases_dir
from tests.puzzles.sokoban import oracle
from tests.puzzles.sokoban.instances import random_level

# A position is the player's square and ten boxes, eight bits each: two words.
HALL = "15x10:" + "|".join(
    ["@" + "-" * 14, "-$" * 5 + "-----", *["-" * 15] * 7, ".*" * 4 + ".-*----"]
)


def summary(found):
    return found.path, found.exhausted, found.stop, found.states, found.transitions, found.depth


def test_who_settles_it_depends_on_states_only(monkeypatch):
    """The number of states decides which search settles a level; verdicts equal brute force."""
    rng, met = random.Random(96), Counter()
    for _ in range(80):
        puzzle = random_level(rng, 4, smallest=3)
        _, _, moves, _ = oracle.explore(puzzle.lines())
        needed = explore(puzzle, "live").states
        for patience in (3, 10**6):
            monkeypatch.setattr(optimal, "PATIENCE", patience)
            found = explore(puzzle)
            assert found.provenance.solver == "portfolio"
            assert found.engine == ("live" if needed <= patience else "move-optimal")
            assert summary(found) == summary(explore(puzzle, found.engine))
            assert found.cost == moves
            met[found.engine, found.verdict] += 1
    assert len(met) == 4, met
    assert min(met.values()) > 3, met


def test_a_limit_of_states_is_kept(monkeypatch):
    rng, met = random.Random(97), Counter()
    for _ in range(60):
        puzzle = random_level(rng, 4, smallest=4)
        for patience in (8, 16, 24):
            monkeypatch.setattr(optimal, "PATIENCE", patience)
            found = explore(puzzle, budget=Budget(states=16))
            assert found.states <= 16
            assert found.engine == "live" or patience == 8
            if found.verdict is Reachability.UNKNOWN:
                assert found.stop is Stop.STATES
            met[found.verdict] += 1
    assert all(met[verdict] > 5 for verdict in Reachability), met


def test_positions_of_several_words_go_to_move_optimal():
    found = explore(Sokoban.decode(HALL), budget=Budget(states=50))
    assert (found.engine, found.stop) == ("move-optimal", Stop.STATES)


def test_progress_is_that_of_both(monkeypatch):
    monkeypatch.setattr(optimal, "PATIENCE", 10)
    reports = []
    explore(Sokoban.decode("5x4:$---.|--$-.|-----|@----"), report=reports.append)
    assert reports
    assert all(isinstance(one, Progress) for one in reports)


def test_no_time_is_no_answer():
    found = explore(Sokoban.decode(HALL), budget=Budget(seconds=0))
    assert (found.verdict, found.stop) == (Reachability.UNKNOWN, Stop.TIME)


def test_levels_of_millions_of_positions_need_no_second_search():
    """The search of live positions alone settles levels with millions of positions.

    Few of these positions have no box on a dead square.
    """
    folder = cases_dir("sokoban")
    if folder is None:
        pytest.skip("no instances here")
    levels = read("sokoban", folder / "microban-1-77.txt")
    for number, moves in ((7, 26), (65, 138)):
        found = explore(levels[number - 1])
        assert (found.cost, found.engine) == (moves, "live")
