"""Climbs: one look in another way; boards stay unique and keep nearly all resistance."""

from pathlib import Path

import numpy as np
import pytest

from cpstudy import Verdict, explain, read, solve
from cpstudy.core.native import array, view, zeros
from cpstudy.core.random import stream
from cpstudy.puzzles.pipes.counting.frontier import count
from cpstudy.puzzles.pipes.deduction.deducing import SETTLED, STUCK, Scratch, look_once
from cpstudy.puzzles.pipes.deduction.knowledge import LOOKAHEAD, PARITY, knowledge, log
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.generating.unique import unique_board
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.pipes.search.engine import begin
from cpstudy.study.grid import Task
from experiments.adversary import Climb, Look, Scale, measure, study

# Found by a climb: unique, and all rules except the last are stuck on it.
RESISTING = Pipes.decode("5x5w:42b49dde83223685c9c34be35")


# Found by a climb of 8,000 steps: the answer to the question of experiment 10.
BEYOND = Path(__file__).with_name("beyond_one_step.txt")


def test_a_unique_board_that_one_step_ahead_does_not_settle():
    """Search and SAT find the board unique, and the rules refute no remaining wrong orientation."""
    (board,) = read("pipes", BEYOND)
    assert solve(board, "search").verdict is Verdict.UNIQUE
    assert solve(board, "sat:lazy").verdict is Verdict.UNIQUE
    assert explain(board).grade == EXPLAINER.grades[-1]
    deduction = Deduction(board)
    assert deduction.run() == STUCK
    possible = array(deduction.knowledge.possible).copy()
    solution = np.frombuffer(board.tiles, np.uint8)  # the board is solved
    assert not board.violation(board.tiles)
    wrong = [
        (tile, mask)
        for tile in range(len(solution))
        for mask in range(16)
        if possible[tile] >> mask & 1 and mask != solution[tile]
    ]
    assert len(wrong) == 91
    assert not any(assumed(board, LOOKAHEAD, *one) for one in wrong)


def assumed(board, hardest, tile, mask, steps=None):
    """Return whether the rules refute an orientation assumed after those up to ``hardest``.

    steps: assume it after this number of steps.
    """
    deduction = Deduction(board)
    deduction.most = steps
    deduction.run(hardest)
    deduction.most = None
    k = deduction.knowledge
    k.possible[tile] = 1 << mask
    k.queued[tile] = 1
    k.queue[0] = tile
    k.waiting = 1
    k.cursor = 0  # where lookahead was last
    return deduction.run(PARITY) != STUCK


def test_one_look_by_another_way():
    """One look counts the same as a separate deduction for every assumed orientation."""
    deduction = Deduction(RESISTING)
    assert deduction.run(PARITY) == STUCK
    possible = array(deduction.knowledge.possible).copy()
    solution = np.frombuffer(RESISTING.tiles, np.uint8)  # the board is solved
    assert not RESISTING.violation(RESISTING.tiles)
    stay = go = 0
    for tile in range(25):
        for mask in range(16):
            if possible[tile] >> mask & 1 and mask != solution[tile]:
                refuted = assumed(RESISTING, PARITY, tile, mask)
                go += refuted
                stay += not refuted
    result = zeros(2, "i64")
    look_once(deduction.knowledge, knowledge(RESISTING), Scratch(25), view(solution), result)
    assert result.tolist() == [stay, go]
    assert min(result) > 0
    assert result[0] + result[1] == sum(int(p).bit_count() - 1 for p in possible)


def test_resistance():
    assert Look(0, 0).resistance == 0
    assert Look(6, 2).resistance == 2


@pytest.mark.parametrize("wrap", [False, True])
def test_a_climb_keeps_to_unique_boards_and_never_falls_far(wrap):
    solution, _ = unique_board("depth-first", 5, 5, 3, wrap=wrap)
    climb = Climb(solution, wrap, stream(1, 2, 3))
    before = climb.here.resistance
    met = set()
    for _ in range(25):
        climb.step()
        assert climb.here.resistance >= 0.9 * before - 1e-9
        before = climb.here.resistance
        met.add(climb._puzzle(climb._sides).encode())
    assert len(met) > 3
    assert all(count(Pipes.decode(text)) == 1 for text in met)
    assert not climb.beyond
    assert climb.unique > climb.looked


def test_runs_are_the_same_again():
    cells = [cell for cell in study(Scale((4,), 1, 10)) if cell.params["algorithm"] == "wilson"]
    assert len(cells) == 2
    for cell in cells:
        (first,), (second,) = (list(measure(Task(cell, (0,)))) for _ in range(2))
        assert (first.iterations, first.counters, first.extra) == (
            second.iterations,
            second.counters,
            second.extra,
        )
        assert first.counters["tried"] == 10
        assert 0 < first.iterations <= 11
        assert begin(Pipes.decode(first.extra["board"]))[1]


def test_assumed_steps_are_those_of_looking_ahead():
    """Each orientation that lookahead removes is refuted if assumed after the steps before."""
    deduction = Deduction(RESISTING)
    assert deduction.run() == SETTLED
    steps = log(deduction.knowledge)
    removed = [
        (int(tile), mask, int(step))
        for step in np.flatnonzero(steps[:, 0] == LOOKAHEAD)
        for _, tile, _, masks in [steps[step]]
        for mask in range(16)
        if masks >> mask & 1
    ]
    assert len(removed) == 3
    assert all(assumed(RESISTING, LOOKAHEAD, *one) for one in removed)
