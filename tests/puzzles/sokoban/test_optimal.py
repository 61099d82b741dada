"""Push-optimal and move-optimal search: known optima, brute force, bounds, deadlocks, budgets."""

import csv
import random
from collections import Counter

import numpy as np
import pytest

from cpstudy.api import explore, state_space
from cpstudy.core.native import array, view, zeros
from cpstudy.core.result import Budget, Reachability, Stop
from cpstudy.puzzles.sokoban.bound import pushes_left
from cpstudy.puzzles.sokoban.deadlocks import Corrals, choose_corral, frozen_off_goal
from cpstudy.puzzles.sokoban.floor import INFINITE, board
from cpstudy.puzzles.sokoban.formats import read_xsb
from cpstudy.puzzles.sokoban.generate import room
from cpstudy.puzzles.sokoban.optimal import PushSearch
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from tests.cases import cases_dir
from tests.puzzles.sokoban import oracle as oracle_sokoban
from tests.puzzles.sokoban.instances import random_level, turned
from tests.samples import sample

PUSHES, MOVES = "push-optimal", "move-optimal"


def levels(count, seed, **sizes):
    rng = random.Random(seed)
    return [random_level(rng, **sizes) for _ in range(count)]


def test_known_optima():
    """Both searches find the known optima of Microban 1 to 77, in pushes and in moves."""
    folder = cases_dir("sokoban")
    if folder is None:
        pytest.skip("no instances here")
    lines = (folder / "microban-1-77.txt").read_text(encoding="utf-8").splitlines(keepends=True)
    puzzles = {item.text: item.puzzle for item in read_xsb(lines)}
    text = (folder / "microban-1-77-optimal.csv").read_text(encoding="utf-8")
    rows = list(csv.DictReader(text.splitlines()))
    assert len(rows) > 70
    for row in rows:
        puzzle = puzzles[row["level"]]
        by_pushes, by_moves = explore(puzzle, PUSHES), explore(puzzle, MOVES)
        assert by_pushes.counters["pushes"] == by_pushes.cost == int(row["optimal_pushes"])
        assert by_moves.counters["moves"] == by_moves.cost == int(row["optimal_moves"])
        assert len(by_moves.path) == by_moves.cost
        assert by_pushes.stop is by_moves.stop is Stop.LIMIT


@pytest.mark.parametrize(
    ("count", "sizes"), [(150, {}), (40, {"largest": 5, "boxes": 3, "smallest": 4})]
)
def test_brute_force_agrees(count, sizes):
    met = Counter()
    for puzzle in levels(count, 1, **sizes):
        _, _, moves, pushes = oracle_sokoban.explore(puzzle.lines())
        for row, fewest in ((PUSHES, pushes), (MOVES, moves)):
            found = explore(puzzle, row)
            assert found.cost == fewest, puzzle.encode()
            assert found.verdict is not Reachability.UNKNOWN
            assert found.exhausted is (fewest is None)
            met[found.verdict, bool(pushes)] += 1
    assert met[Reachability.FOUND, True] > 15
    assert met[Reachability.UNREACHABLE, False] > 15
    if not sizes:
        assert met[Reachability.FOUND, False] > 10  # solved at the start


def test_symmetries_keep_the_optimum():
    for number, puzzle in enumerate(levels(30, 2, largest=6)):
        other = turned(puzzle, number % 4, number % 8 > 3)
        for row in (PUSHES, MOVES):
            assert explore(puzzle, row).cost == explore(other, row).cost, puzzle.encode()


def test_degenerate_levels():
    for text, pushes, moves in (
        ("1x1:@", 0, 0),
        ("2x1:@*", 0, 0),
        ("3x1:@$.", 1, 1),
        ("3x1:.$@", 1, 1),
        ("1x3:@|$|.", 1, 1),
        ("2x2:@$|-.", None, None),
        ("3x1:+$-", None, None),
        ("5x1:@$-$.".replace("$-$", "$.$"), None, None),
        ("9x1:@-$.-#*##", 1, 2),
        ("9x1:@-$.-#$#.", None, None),
    ):
        puzzle = Sokoban.decode(text)
        assert explore(puzzle, PUSHES).cost == pushes, text
        assert explore(puzzle, MOVES).cost == moves, text


@pytest.mark.parametrize("n", [3, 10, 30])
def test_rooms(n):
    by_pushes, by_moves = explore(room(n, n), PUSHES), explore(room(n, n), MOVES)
    assert by_pushes.cost == 2 * n - 4
    assert by_moves.cost == 2 * n - 1


# -- bounds and deadlocks against all positions of small levels ----------------------------------


def positions(puzzle):
    """(player, boxes, fewest pushes or None) of every position, in floor squares of the board."""
    level = board(puzzle)
    for ((r, c), boxes), pushes in oracle_sokoban.everything(puzzle.lines()).items():
        squares = sorted(row * puzzle.columns + column for row, column in boxes)
        yield (
            int(level.number[r * puzzle.columns + c]),
            np.array([level.number[square] for square in squares], np.int64),
            pushes,
        )


def small_levels(count, seed):
    """Levels whose boxes and goals all lie on the floor."""
    drawn = levels(count, seed, largest=5, boxes=3)
    return [p for p in drawn if len(board(p).boxes) == len(board(p).goals) == len(p.goals)]


@sample(30, 60)
def test_the_bound_is_a_lower_bound(number):
    met = Counter()
    for puzzle in small_levels(number, 4):
        level = board(puzzle)
        for player, boxes, pushes in positions(puzzle):
            bound = pushes_left(level, player, boxes)
            if pushes is None:
                met["lost and seen" if bound >= INFINITE else "lost"] += 1
            else:
                assert bound <= pushes, (puzzle.encode(), player, boxes)
                met["tight" if bound == pushes else "loose"] += 1
    assert min(met.values()) > 100


def test_the_bound_is_exact_for_one_box():
    """The bound is exact for one box, since no other box is in its way."""
    solvable = lost = 0
    for puzzle in levels(150, 5, largest=5, boxes=1):
        level = board(puzzle)
        if not len(level.boxes) == len(level.goals) == len(puzzle.goals) == 1:
            continue
        for player, boxes, pushes in positions(puzzle):
            assert pushes_left(level, player, boxes) == (INFINITE if pushes is None else pushes)
            solvable += pushes is not None
            lost += pushes is None
    assert solvable > 200
    assert lost > 200


def test_the_bound_is_consistent():
    """A push costs 1 and lowers the bound by at most 1."""
    edges = 0
    for puzzle in levels(100, 6, largest=6, smallest=4):
        areas = state_space(puzzle, space="areas")
        found = set(areas.initial())
        queue = list(found)
        while queue:
            state = queue.pop()
            here = areas.heuristic(state)
            if here >= INFINITE:
                continue  # lost, and so are all its successors
            for _, other, _ in areas.successors(state):
                assert here <= areas.heuristic(other) + 1
                edges += 1
                if other not in found:
                    found.add(other)
                    queue.append(other)
    assert edges > 1000


def wrongly_lost(rule, puzzle):
    """The solvable positions that ``rule`` calls lost, and how many positions it calls lost."""
    level = board(puzzle)
    frozen = zeros(len(level.neighbours), "u8")
    wrong, called = [], 0
    for player, boxes, pushes in positions(puzzle):
        if rule(level.floor, view(boxes), frozen):
            called += 1
            if pushes is not None:
                wrong.append((player, boxes))
    assert not any(frozen)
    return wrong, called


def test_no_frozen_position_is_solvable():
    calls = 0
    for puzzle in small_levels(90, 12):
        wrong, called = wrongly_lost(frozen_off_goal, puzzle)
        assert not wrong, puzzle.encode()
        calls += called
    assert calls > 1000


def test_no_position_with_a_box_on_a_dead_square_is_solvable():
    seen = 0
    for puzzle in small_levels(60, 13):
        level = board(puzzle)
        for _, boxes, pushes in positions(puzzle):
            if level.dead[boxes].any():
                assert pushes is None
                seen += 1
    assert seen > 600


def one_axis_is_enough(floor, boxes, frozen):
    """A wrong rule: a box between walls or boxes on *one* axis counts as frozen."""
    taken = set(boxes)

    def blocked(p, side):
        pair = floor.neighbours[p, side], floor.neighbours[p, side + 1]
        return any(q < 0 or q in taken for q in pair)

    return any(not floor.is_goal[p] and (blocked(p, 0) or blocked(p, 2)) for p in boxes)


def one_dead_side_is_enough(floor, boxes, frozen):
    """A wrong rule: one dead square next to a box, instead of two, blocks its axis."""

    def blocked(p, side):
        pair = floor.neighbours[p, side], floor.neighbours[p, side + 1]
        return any(q < 0 for q in pair) or any(floor.dead[q] for q in pair)

    return any(not floor.is_goal[p] and blocked(p, 0) and blocked(p, 2) for p in boxes)


@sample(50, 150)
def test_the_pushes_into_a_corral_suffice(number):
    """If a corral is chosen, one of its pushes begins a solution with the fewest pushes."""
    met = Counter()
    for puzzle in small_levels(number, 15):
        level = board(puzzle)
        n, k = len(level.neighbours), len(level.boxes)
        table = {(player, tuple(boxes)): pushes for player, boxes, pushes in positions(puzzle)}
        occupied = np.zeros(n, np.uint8)
        corrals = Corrals(level.floor, view(occupied), zeros(k, "i64"))
        here, zone, inward = array(corrals.boxes), corrals.zone, array(corrals.inward)
        for (player, boxes), pushes in table.items():
            occupied[:] = 0
            occupied[list(boxes)] = 1
            here[:] = boxes
            if not choose_corral(corrals, player):
                continue
            after = []
            for side, i in np.argwhere(inward).tolist():
                box = boxes[i]
                ahead, behind = level.neighbours[box, side], level.neighbours[box, side ^ 1]
                assert zone[behind] == -1
                assert not occupied[ahead]
                moved = tuple(sorted({*boxes} - {box} | {int(ahead)}))
                after.append(table[box, moved])
            best = min((fewest for fewest in after if fewest is not None), default=None)
            assert pushes == (None if best is None else best + 1), (puzzle.encode(), player, boxes)
            met["lost" if pushes is None else "solvable"] += 1
            met["at once lost"] += not after
    assert min(met.values()) > 30, met


@pytest.mark.parametrize("rule", [one_axis_is_enough, one_dead_side_is_enough])
def test_wrong_rules_are_caught(rule):
    assert any(wrongly_lost(rule, puzzle)[0] for puzzle in small_levels(150, 12))


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("6x6:@-----|-$$---|-$$---|------|-....-|------", True),  # a full square
        ("6x6:@-----|-*$---|-$*---|------|-..---|------", True),
        ("6x6:@-----|-**---|-**---|------|------|------", False),  # a full square, at home
        ("6x4:@-$$--|------|--..--|------", True),  # two boxes along a wall
        ("6x4:@-*---|--$---|------|---.--", False),
    ],
)
def test_famous_freezes(text, lost):
    level = board(Sokoban.decode(text))
    frozen = zeros(len(level.neighbours), "u8")
    assert frozen_off_goal(level.floor, view(level.boxes), frozen) is lost


def test_two_boxes_for_one_goal_are_lost_by_matching():
    """Two boxes that can only reach the same goal are lost."""
    apart, together = Sokoban.decode("8x1:.$-@-$.-"), Sokoban.decode("8x1:.-$$-@-.")
    assert pushes_left(board(apart), 3, board(apart).boxes) == 2
    level = board(together)
    assert not level.dead[level.boxes].any()
    assert pushes_left(level, level.player, level.boxes) >= INFINITE


# -- budgets --------------------------------------------------------------------------------------

# Found by chance. It has no solution, and the proof takes 30,000 nodes.
HARD = "8x8:-#---##-|#-$.---#|----#---|#-.--$--|---$@$.-|--.-.---|##$-----|--*----#"


@pytest.mark.parametrize("row", [PUSHES, MOVES])
def test_budgets_end_in_unknown(row):
    puzzle = Sokoban.decode(HARD)
    few = explore(puzzle, row, budget=Budget(states=500))
    assert (few.verdict, few.stop) == (Reachability.UNKNOWN, Stop.STATES)
    assert few.states == 500
    none = explore(puzzle, row, budget=Budget(states=0))
    assert (none.verdict, none.stop, none.states) == (Reachability.UNKNOWN, Stop.STATES, 0)
    no_time = explore(puzzle, row, budget=Budget(seconds=0))
    assert (no_time.verdict, no_time.stop) == (Reachability.UNKNOWN, Stop.TIME)
    small = explore(puzzle, row, budget=Budget(memory=500_000))
    assert (small.verdict, small.stop) == (Reachability.UNKNOWN, Stop.MEMORY)
    tiny = explore(puzzle, row, budget=Budget(memory=1000))
    assert (tiny.verdict, tiny.stop) == (Reachability.UNKNOWN, Stop.MEMORY)
    assert explore(puzzle, row).verdict is Reachability.UNREACHABLE


def test_a_budget_of_exactly_the_states_is_enough():
    puzzle = room(6, 6)
    needed = explore(puzzle, PUSHES).states
    assert explore(puzzle, PUSHES, budget=Budget(states=needed)).path
    assert explore(puzzle, PUSHES, budget=Budget(states=needed - 1)).stop is Stop.STATES


def test_growing_and_pausing_change_nothing():
    """With one expansion a slice and arrays that start small, the counts of nodes stay the same."""
    from cpstudy.puzzles.sokoban import search as engine

    grown = 0
    for puzzle in [*small_levels(30, 14), room(30, 30)]:
        whole = explore(puzzle, PUSHES)
        search = PushSearch(board(puzzle), by_moves=False, capacity=16)
        while True:
            status = search.go(search.state.expanded + 1, 1 << 40)
            if status == engine.FULL:
                search.grow()
                grown += 1
            elif status in (engine.FOUND, engine.EXHAUSTED):
                break
        assert (search.state.made, search.state.pushes) == (whole.states, whole.transitions)
    assert grown > 2


@pytest.mark.parametrize("row", [PUSHES, MOVES])
def test_the_clock_is_looked_at_after_a_few_expansions(row):
    """With the least possible time, the first call of the kernel ends the search."""
    result = explore(Sokoban.decode(HARD), row, budget=Budget(seconds=1e-9))
    assert result.stop is Stop.TIME
    assert 0 < result.counters["expanded"] <= 20


def test_progress_is_reported():
    seen = []
    explore(Sokoban.decode(HARD), PUSHES, budget=Budget(states=5000), report=seen.append)
    assert seen
    assert seen[-1].states == 5000
    assert seen[-1].frontier > 0
