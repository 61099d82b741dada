"""Test plans: the order of least cost for each group, and boards without groups by brute force."""

import random

import numpy as np
import pytest

from cpstudy.core.generating import Wanted
from cpstudy.core.native import array, zeros
from cpstudy.puzzles.pipes.board.neighbours import neighbours_of
from cpstudy.puzzles.pipes.counting import plan as planning
from cpstudy.puzzles.pipes.counting.contraction import POSSIBLE, possible_orientations
from cpstudy.puzzles.pipes.counting.layout import BEGIN, END, SITE, TILE, Places, lay_out
from cpstudy.puzzles.pipes.counting.plan import planned, sort_by_groups, sort_by_growth
from cpstudy.puzzles.pipes.generating.mazes import generate
from tests.puzzles.pipes.counting.bench import contracted
from tests.puzzles.pipes.instances import random_board, random_free
from tests.puzzles.pipes.oracle import all_solutions


def plan_of(puzzle, tree):
    possible = possible_orientations(puzzle)[None]
    shape = puzzle.rows, puzzle.columns, puzzle.wrap, puzzle.barriers
    return planned(puzzle.columns, neighbours_of(*shape), possible, tree), possible[0]


def summary(plan, board=0):
    """A plan as plain values: the number of groups, and each group's width, sites, orientations."""
    groups = plan.groups[board]
    first = array(plan.first)[board].tolist()
    listed = []
    for group in range(groups):
        sites = array(plan.sites)[board, first[group] : first[group + 1]]
        masks = [array(plan.masks)[board, s[BEGIN] : s[END]].tolist() for s in sites]
        listed.append((plan.widths[board, group], sites.tolist(), masks))
    return groups, listed


def test_the_order_of_least_cost_is_taken():
    rng = random.Random(51)
    taken = set()
    for _ in range(60):
        puzzle = random_board(rng, 6)
        tree = not puzzle.free and rng.random() < 0.7
        plan, possible = plan_of(puzzle, tree)
        g, o, groups = contracted(puzzle, tree)
        assert plan.groups[0] == groups
        assert groups < 0 or (possible == array(g.possible)).all()
        if groups <= 0:
            continue
        first = zeros(len(possible) + 1, "i64")
        sort_by_groups(g, o, groups, puzzle.columns, first)
        room = Places(len(possible))
        for group, (width, sites, masks) in enumerate(summary(plan)[1]):
            begin, end = first[group], first[group + 1]
            sort_by_growth(g, o, begin, end)
            orders = (o.by_rows, o.by_columns, o.by_growth)
            costs, widths, tiles = [], [], [site[TILE] for site in sites]
            for order in orders:
                scratch = zeros((len(possible), SITE), "i64")
                costs.append(lay_out(g, room, order, begin, end, scratch))
                widths.append(room.width)
            best = costs.index(min(costs))
            assert (tiles, width) == (array(orders[best])[begin:end].tolist(), widths[best])
            taken.add(best if costs.count(min(costs)) == 1 else None)
            left = [[m for m in range(16) if g.possible[t] >> m & 1] for t in tiles]
            assert masks == left
    assert taken >= {0, 1, 2}


def test_a_board_without_groups_has_one_solution_or_none():
    rng = random.Random(52)
    met = {-1: 0, 0: 0, 1: 0}
    for _ in range(150):
        puzzle = random_board(rng, 3)
        plan, possible = plan_of(puzzle, not puzzle.free)
        groups = plan.groups[0]
        met[min(groups, 1)] += 1
        if groups <= 0 and (puzzle.free or not puzzle.tree_impossible()):
            only = (
                {bytes(int(left).bit_length() - 1 for left in possible)} if groups == 0 else set()
            )
            assert all_solutions(puzzle) == only
    assert min(met.values()) > 5, met


@pytest.mark.parametrize("tree", [True, False])
def test_memory_of_the_last_boards_changes_nothing(tree, monkeypatch):
    """Boards have the same plans alone, one after another with cached memory, and together."""
    rng = random.Random(53)
    drawn = [rng.choices(range(1, 15), k=16) for _ in range(10)]
    drawn += [list(random_free(rng, 4, 4, False).tiles) for _ in range(10)]
    drawn += [list(puzzle.tiles) for puzzle, _ in generate(Wanted("depth-first", 4, 4, 20, 1))]
    tiles = np.array(drawn, np.uint8)
    neighbours = neighbours_of(4, 4, False, b"")

    def plans(boards):
        left = POSSIBLE[boards].astype(np.int64)
        plan = planned(4, neighbours, left, tree)
        return [summary(plan, board) for board in range(len(boards))]

    after_each_other = [plans(board[None])[0] for board in tiles]
    assert list(planning._kept) == [16]
    alone = []
    for board in tiles:
        monkeypatch.setattr(planning, "_kept", {})
        alone += plans(board[None])
    assert after_each_other == alone == plans(tiles)
    assert {groups for groups, _ in alone} >= {-1, 1}


def test_memory_does_not_come_back_from_what_was_interrupted(monkeypatch):
    puzzle = random_board(random.Random(54), 4)
    before = summary(plan_of(puzzle, False)[0])

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(planning, "plan_boards", interrupted)
        with pytest.raises(KeyboardInterrupt):
            plan_of(puzzle, False)
    assert len(puzzle.tiles) not in planning._kept
    assert summary(plan_of(puzzle, False)[0]) == before
