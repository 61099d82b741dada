"""Tables of two, three and four boxes: bounds and deadlocks on all positions, and searches."""

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from cpstudy.api import explore
from cpstudy.core.clock import Clock, OutOfTimeError
from cpstudy.core.native import array, view, zeros
from cpstudy.core.result import Reachability
from cpstudy.puzzles.sokoban import groups, optimal
from cpstudy.puzzles.sokoban import lost as lost_tables
from cpstudy.puzzles.sokoban import pairs as pair_tables
from cpstudy.puzzles.sokoban.bound import pushes_left
from cpstudy.puzzles.sokoban.floor import board
from cpstudy.puzzles.sokoban.groups import BOX, Groups, moved_group
from cpstudy.puzzles.sokoban.lost import any_lost, lost_groups
from cpstudy.puzzles.sokoban.pairs import conflicts, pairs
from cpstudy.puzzles.sokoban.puzzle import Sokoban
from tests.puzzles.sokoban import oracle
from tests.puzzles.sokoban.instances import random_level

ROOM = 1_000_000


def levels(count, seed, boxes, largest=4, smallest=3):
    """Levels of exactly this number of boxes, all of them and all goals on the floor."""
    rng, found = random.Random(seed), []
    while len(found) < count:
        puzzle = random_level(rng, largest=largest, boxes=boxes, smallest=smallest)
        level = board(puzzle)
        if len(level.boxes) == len(level.goals) == len(puzzle.goals) == boxes:
            found.append((puzzle, level))
    return found


def positions(puzzle, level):
    """(player, sorted boxes, fewest pushes or None), in floor squares."""

    def square(place):
        return int(level.number[place[0] * puzzle.columns + place[1]])

    for (player, boxes), pushes in oracle.everything(puzzle.lines()).items():
        yield square(player), np.array(sorted(map(square, boxes)), np.int64), pushes


def test_tables_are_the_same_in_small_pieces_and_the_clock_ends_them(monkeypatch):
    ((_, level),) = levels(1, 3, boxes=4, smallest=4)
    whole, lost = pairs(level, ROOM), lost_groups(level, ROOM)
    monkeypatch.setattr(groups, "_SLICE", 1)
    monkeypatch.setattr(pair_tables, "_CHUNK", 3)
    monkeypatch.setattr(lost_tables, "_CHUNK", 3)
    pieces, lost_pieces = pairs(level, ROOM), lost_groups(level, ROOM)
    assert array(pieces.penalty).tolist() == array(whole.penalty).tolist()
    assert array(lost_pieces.bits).tolist() == array(lost.bits).tolist()
    with pytest.raises(OutOfTimeError):
        Groups(level, 2, Clock(0.0))


def test_groups_are_numbered_and_their_parts_told():
    for _, level in levels(4, 1, boxes=2):
        for size in (2, 3):
            g = Groups(level, size)
            live = np.flatnonzero(level.dead == 0).tolist()
            assert sorted(map(tuple, array(g.squares).tolist())) == list(combinations(live, size))
            for number, squares in enumerate(array(g.squares).tolist()):
                assert sum(int(g.rank[i, square]) for i, square in enumerate(squares)) == number
                parts = array(g.part)[number].tolist()
                assert [i for i, part in enumerate(parts) if part == BOX] == squares
                assert len(set(parts) - {BOX}) == g.first[number + 1] - g.first[number]
                for i, row in enumerate(level.neighbours.tolist()):
                    near = {parts[other] for other in row if other >= 0} - {BOX}
                    assert parts[i] == BOX or near <= {parts[i]}
                for other in set(live) - set(squares):
                    moved = moved_group(g, number, 0, other)
                    assert set(array(g.squares)[moved].tolist()) == {*squares[1:], other}


def test_two_boxes_are_lost_where_they_are_and_the_bound_stays_below():
    met = Counter()
    for puzzle, level in levels(25, 2, boxes=2):
        table, used = pairs(level, ROOM), zeros(2, "i64")
        for player, boxes, pushes in positions(puzzle, level):
            if level.dead[boxes].any():
                continue
            beyond = conflicts(table, view(boxes), player, used)
            assert (beyond < 0) == (pushes is None), (puzzle.encode(), player, boxes)
            if pushes is not None:
                bound = pushes_left(level, player, boxes)
                assert bound + beyond <= pushes, (puzzle.encode(), player, boxes)
                met["raised" if beyond else "as it was"] += 1
            else:
                met["lost"] += 1
    assert len(met) == 3
    assert min(met.values()) > 30, met


def test_pairs_among_more_boxes_keep_the_bound_below():
    met = Counter()
    for puzzle, level in levels(8, 3, boxes=3, largest=5, smallest=4):
        table, used = pairs(level, ROOM), zeros(3, "i64")
        for number, (player, boxes, pushes) in enumerate(positions(puzzle, level)):
            if number % 4 or level.dead[boxes].any():
                continue
            beyond = conflicts(table, view(boxes), player, used)
            if pushes is None:
                met["seen" if beyond < 0 else "lost"] += 1
            else:
                assert beyond >= 0
                bound = pushes_left(level, player, boxes)
                assert bound + beyond <= pushes, (puzzle.encode(), player, boxes)
                met["raised" if beyond else "solvable"] += 1
    assert len(met) == 4
    assert min(met.values()) > 10, met


def lost_states(puzzle, size):
    """By brute force: (player, boxes) of all groups of boxes that cannot all reach goals."""
    walls, goals, _, player = oracle.parsed(puzzle.lines())
    floor, stack = {player}, [player]
    while stack:
        for (place, _), _ in oracle.moves(walls, (stack.pop(), frozenset())):
            if place not in floor:
                floor.add(place)
                stack.append(place)
    states = {
        (place, frozenset(boxes))
        for boxes in combinations(floor, size)
        for place in floor - {*boxes}
    }
    solvable = {state for state in states if state[1] <= goals}
    growing = True
    while growing:
        more = {
            state
            for state in states - solvable
            if any(after in solvable for after, _ in oracle.moves(walls, state))
        }
        solvable |= more
        growing = bool(more)
    return states - solvable


def test_three_boxes_are_lost_where_brute_force_says_so():
    met = Counter()
    for puzzle, level in levels(8, 4, boxes=4):
        table = lost_groups(level, ROOM // 100)
        if not len(table.rank):
            continue
        assert len(table.rank) == 3
        lost = lost_states(puzzle, 3)
        bits = np.unpackbits(array(table.bits), axis=1)
        g = Groups(level, 3)
        places = [divmod(int(square), puzzle.columns) for square in level.squares]
        for number, squares in enumerate(array(g.squares).tolist()):
            boxes = frozenset(places[square] for square in squares)
            for player, place in enumerate(places):
                if player not in squares:
                    expected = (place, boxes) in lost
                    assert bits[number, player] == expected, (puzzle.encode(), place, boxes)
                    met[expected] += 1
    assert min(met[True], met[False]) > 200, met


def test_no_position_with_a_lost_group_is_solvable():
    """A position with a lost group has no solution, whichever box was moved last.

    A group counts only if it contains that box, wherever in the group the box stands.
    """
    called, lost = 0, 0
    for puzzle, level in levels(6, 5, boxes=4):
        table = lost_groups(level, ROOM // 100)
        if not len(table.rank):
            continue
        bits = np.unpackbits(array(table.bits), axis=1)
        chosen = zeros(4, "i64")
        for number, (player, boxes, pushes) in enumerate(positions(puzzle, level)):
            if number % 17 or level.dead[boxes].any():
                continue
            for moved in boxes.tolist():
                outcome = any_lost(table, view(boxes), moved, player, chosen)
                assert outcome == any(
                    bits[sum(int(table.rank[i, s]) for i, s in enumerate(group)), player]
                    for group in combinations(boxes.tolist(), 3)
                    if moved in group
                )
                called += outcome
                lost += pushes is None
                assert not (outcome and pushes is not None), (puzzle.encode(), player, boxes)
    assert 100 < called < lost


@pytest.mark.parametrize("boxes", [0, 1, 2, 3, 4])
def test_searches_with_tables_from_the_start_agree_with_brute_force(boxes, monkeypatch):
    monkeypatch.setattr(optimal, "_LARGE", 0)
    met = Counter()
    rng = random.Random(boxes)
    drawn = [random_level(rng, largest=4, boxes=boxes) for _ in range(30)]
    for puzzle in drawn:
        _, _, moves, pushes = oracle.explore(puzzle.lines())
        assert explore(puzzle, "push-optimal").cost == pushes, puzzle.encode()
        assert explore(puzzle, "move-optimal").cost == moves, puzzle.encode()
        found = explore(puzzle, "greedy")
        assert (found.cost is None) is (pushes is None), puzzle.encode()
        assert found.verdict is not Reachability.UNKNOWN
        met[found.verdict] += 1
        if pushes is not None:
            assert found.cost >= pushes
            assert found.counters["optimal"] == 0
    assert min(met.values()) > 3
    assert len(met) == 2 or boxes == 0


def test_greedy_needs_more_pushes_than_necessary():
    puzzle = Sokoban.decode("5x6:--#--|-*$-+|.----|.$$##|-#---|-----")
    fewest, found = explore(puzzle, "push-optimal"), explore(puzzle, "greedy")
    assert found.cost > fewest.cost == 8
    assert "optimal" not in fewest.counters


def test_tables_that_take_too_much_are_left_out():
    level = board(Sokoban.decode("6x6:@-----|-$$---|--$---|--$---|-....-|------"))
    assert len(pairs(level, ROOM).penalty) > 0
    assert len(pairs(level, 1000).penalty) == 0
    assert len(lost_groups(level, 10).rank) == 0
    assert len(lost_groups(level, ROOM).rank) == 3
