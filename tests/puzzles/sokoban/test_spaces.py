"""The transition systems of Sokoban, steps and areas, plain and compiled, equal brute force."""

import csv
import random
from collections import Counter

import pytest

from cpstudy.api import explore, state_space
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from cpstudy.state_spaces.packed.space import goal_at
from tests.cases import cases_dir
from tests.puzzles.sokoban import oracle as oracle_sokoban
from tests.puzzles.sokoban.instances import random_level, turned
from tests.state_spaces.one_state import OneState

SPACES = ("steps", "areas")


def published_rooms():
    folder = cases_dir("explore")
    if folder is None:
        return []
    text = (folder / "ltsmin_reproduced.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return [row for row in rows if row["puzzle"] == "sokoban_open"]


def test_rooms_as_ltsmin_sees_them():
    """Depths (states on the path), states and transitions of Kamies's rooms equal LTSmin's."""
    rows = published_rooms()
    if not rows:
        pytest.skip("no instances here")
    for row in rows:
        n = int(row["n"])
        for engine in ("python", "compiled") if n <= 10 else ("compiled",):
            for strategy in ("bfs", "dfs"):
                first = explore(room(n, n), strategy, engine=engine)
                assert first.depth == len(first.path) + 1 == int(row[f"{strategy}_depth"])
                whole = explore(room(n, n), strategy, engine=engine, whole=True)
                assert whole.exhausted
                assert whole.states == int(row["reachable_states"])
                assert whole.transitions == int(row["transitions"])


@pytest.mark.parametrize("n", [3, 4, 7])
def test_rooms_have_as_many_states_as_pairs_of_squares(n):
    steps = explore(room(n, n), "bfs", whole=True)
    assert steps.states == n * n * (n * n - 1)
    assert len(steps.path) == 2 * n - 1
    assert sum(steps.levels) == steps.states
    areas = explore(room(n, n), "bfs", whole=True, space="areas")
    assert areas.states == n * n  # a single box never divides a room
    assert len(areas.path) == 2 * n - 4


def levels(count, seed=7, **sizes):
    rng = random.Random(seed)
    return [random_level(rng, **sizes) for _ in range(count)]


def test_both_spaces_agree_with_brute_force():
    met = Counter()
    for puzzle in levels(250):
        states, transitions, moves, pushes = oracle_sokoban.explore(puzzle.lines())
        for engine in ("python", "compiled"):
            steps = explore(puzzle, "bfs", engine=engine, whole=True)
            assert (steps.states, steps.transitions) == (states, transitions), puzzle.encode()
            areas = explore(puzzle, "bfs", engine=engine, whole=True, space="areas")
            for found, fewest in ((steps, moves), (areas, pushes)):
                assert found.exhausted
                assert found.cost == fewest, puzzle.encode()
                assert (found.path is None) is (fewest is None)
            assert areas.states <= steps.states
            met[steps.verdict] += 1
            met["pushes"] += bool(pushes)
    assert met[Reachability.FOUND] > 50
    assert met[Reachability.UNREACHABLE] > 50
    assert met["pushes"] > 50


def test_every_strategy_agrees():
    met = Counter()
    for puzzle in levels(60, seed=8):
        _, _, moves, pushes = oracle_sokoban.explore(puzzle.lines())
        for space, fewest in (("steps", moves), ("areas", pushes)):
            for strategy in ("astar", "bidirectional", "dfs"):
                found = explore(puzzle, strategy, space=space)
                assert found.verdict is not Reachability.UNKNOWN
                if strategy != "dfs":
                    assert found.cost == fewest, puzzle.encode()
                assert (found.path is None) is (fewest is None), puzzle.encode()
                met[found.verdict] += 1
    assert min(met.values()) > 50


@pytest.mark.parametrize("space", SPACES)
def test_plain_and_compiled_agree_state_by_state(space):
    """Both spaces have the same successors, names, goals and packing, in the same order."""
    seen = Counter()
    wide = levels(8 if space == "steps" else 25, seed=9, largest=6, smallest=4, boxes=2)
    for puzzle in [*levels(40, seed=9), *wide, room(4, 5), Sokoban.decode("9x1:@-$-$-..-")]:
        plain = state_space(puzzle, space=space)
        compiled = plain.compiled()
        one = OneState(compiled)
        assert [compiled.pack(state) for state in plain.initial()] == list(compiled.initial)
        found = set(plain.initial())
        queue = list(found)
        while queue:
            state = queue.pop()
            packed = compiled.pack(state)
            assert compiled.unpack(packed) == state
            following = list(plain.successors(state))
            assert [
                (compiled.label(label), compiled.unpack(words), cost)
                for label, words, cost in one.expand(packed)
            ] == following
            one.put(packed)
            assert goal_at(one.model, 0) is plain.is_goal(state)
            seen["states"] += 1
            seen["pushes"] += sum(label[-1].isupper() for label, _, _ in following)
            seen["goals"] += plain.is_goal(state)
            for _, other, _ in following:
                if other not in found:
                    found.add(other)
                    queue.append(other)
    assert min(seen.values()) > 50
    assert seen["states"] > 500


@pytest.mark.parametrize("space", SPACES)
def test_predecessors_are_the_transitions_backwards(space):
    transitions = 0
    wide = levels(5 if space == "steps" else 25, seed=10, largest=5, smallest=4, boxes=2)
    for puzzle in [*levels(40, seed=10), *wide]:
        plain = state_space(puzzle, space=space)
        found = set(plain.initial())
        queue = list(found)
        forwards = set()
        while queue:
            state = queue.pop()
            for label, other, _ in plain.successors(state):
                forwards.add((state, label, other))
                if other not in found:
                    found.add(other)
                    queue.append(other)
        backwards = {
            (other, label, state)
            for state in found
            for label, other, _ in plain.predecessors(state)
            if other in found
        }
        assert forwards == backwards, puzzle.encode()
        transitions += len(forwards)
        goals = {state for state in found if plain.is_goal(state)}
        assert goals <= set(plain.goals())
    assert transitions > 500


def test_many_boxes_take_several_words():
    """A hall of 150 squares with ten boxes: eleven fields of eight bits, two words."""
    rows = ["@" + "-" * 14, "-$" * 5 + "-----", *["-" * 15] * 7, "-$" * 5 + "....."]
    rows[5] = "....." + "-" * 10
    puzzle = Sokoban.decode("15x10:" + "|".join(rows))
    for space in SPACES:
        plain = state_space(puzzle, space=space)
        assert plain.compiled().words == 2
        results = [
            explore(puzzle, "bfs", engine=engine, space=space, budget=Budget(states=n))
            for engine in ("python", "compiled")
            for n in (1500,)
        ]
        assert {r.verdict for r in results} == {Reachability.UNKNOWN}
        assert {r.stop for r in results} == {Stop.STATES}
        assert len({(r.states, r.transitions, r.levels) for r in results}) == 1


def test_walking_is_no_state_of_areas():
    """Walking changes the player's square but not the area, unless a box divides the floor."""
    puzzle = Sokoban.decode("7x1:@--$--.")
    areas = state_space(puzzle, space="areas")
    step = puzzle.step(puzzle.start, 3)
    assert areas.canonical(step) == areas.canonical(puzzle.start)
    beyond = puzzle.start._replace(player=5)
    assert areas.canonical(beyond) != areas.canonical(puzzle.start)


def test_boxes_out_of_reach():
    """A box that the player cannot reach stays: the level is solvable only if it is on a goal."""
    home = Sokoban.decode("9x1:@-$.-#*##")
    lost = Sokoban.decode("9x1:@-$.-#$#.")
    for space in SPACES:
        for engine in ("python", "compiled"):
            found = explore(home, "bfs", space=space, engine=engine)
            assert found.verdict is Reachability.FOUND
            none = explore(lost, "bfs", space=space, engine=engine)
            assert none.verdict is Reachability.UNREACHABLE


def test_symmetries_keep_the_counts():
    rng = random.Random(3)
    for puzzle in levels(20, seed=11):
        other = turned(puzzle, rng.randrange(4), rng.random() < 0.5)
        for space in SPACES:
            a, b = (explore(p, "bfs", whole=True, space=space) for p in (puzzle, other))
            assert (a.states, a.transitions, a.levels, a.deadlocks, a.cost) == (
                b.states, b.transitions, b.levels, b.deadlocks, b.cost
            )  # fmt: skip


def test_an_unknown_space_is_named():
    with pytest.raises(ValueError, match="'rooms': choose from steps, areas"):
        state_space(room(3, 3), space="rooms")


def test_invalid_moves_are_shown_with_their_reasons():
    puzzle = Sokoban.decode("4x1:@$$.".replace("$$.", "$.#"))
    plain = state_space(puzzle)
    reasons = {label: reason for label, _, reason in plain.invalid(puzzle.start)}
    assert reasons == {
        "u": "up: a wall is in the way",
        "d": "down: a wall is in the way",
        "l": "left: a wall is in the way",
    }
    after = puzzle.step(puzzle.start, 3)
    assert "right: the box cannot move" in {reason for _, _, reason in plain.invalid(after)}
    assert plain.describe(after) == "-@*#"
