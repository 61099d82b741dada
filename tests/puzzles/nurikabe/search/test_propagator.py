"""The propagators of Nurikabe: every clause that they write, and all models that are left.

The harness of the clause-learning search checks the form of each explanation; here the solutions
of brute force, as assignments of the variables, say whether it is true.
"""

import random
from collections import Counter

import numpy as np
import pytest

from cpstudy.cdcl.engine import Engine
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search import islands, propagator, sea
from cpstudy.puzzles.nurikabe.search.board import Board, board_of, clauses_of
from tests.cdcl.harness import Watched, all_models, allows, random_clauses
from tests.compiling import plain
from tests.puzzles.nurikabe.instances import needs_cases, published, random_board, truth


def assignment(puzzle: Nurikabe, board: Board, solution: bytes) -> list[bool]:
    """The values of all variables in a solution: sea, then membership of islands."""
    member = {}
    for island, clue in enumerate(puzzle.clue_cells):
        stack = [clue]
        while stack:
            cell = stack.pop()
            if (cell, island) not in member:
                member[cell, island] = True
                stack += [o for o in puzzle.neighbours[cell] if not solution[o]]
    pairs = zip(board.cell.tolist(), board.island.tolist(), strict=True)
    rest = list(pairs)[len(solution) + 1 :]
    return [bool(here) for here in solution] + [pair in member for pair in rest]


def check(count: int, seed: int) -> Counter[str]:
    """All models of small boards with random clauses, and all that is written on the way."""
    rng = random.Random(seed)
    met: Counter[str] = Counter()
    for run in range(count):
        puzzle = random_board(rng)
        board = board_of(puzzle)
        variables = len(board.cell) - 1
        allowed = [assignment(puzzle, board, solution) for solution in truth(puzzle)]
        watched = Watched(propagator.PROPAGATOR, np.array(allowed, bool).reshape(-1, variables))
        more = random_clauses(rng, variables, rng.randint(0, 6))
        with plain():
            engine = Engine(variables, watched.propagator, board)
            engine.add_flat(clauses_of(puzzle, board))
            engine.add(more)
            if run % 3 == 0:
                engine.probe()
            models = all_models(engine)
        expected = [tuple(model) for model in allowed if allows(more, tuple(model))]
        assert len(models) == len(set(models))
        assert set(models) == set(expected), puzzle.encode()
        met.update(watched.met)
        met[f"models {min(len(expected), 2)}"] += 1
    return met


def test_every_clause_is_true_and_no_model_is_lost():
    met = check(80, 1)
    for what in ("implied", "explanations", "conflicts", "models 0", "models 1", "models 2"):
        assert met[what] > 5, met


@pytest.mark.slow
def test_many_more():
    check(1500, 2)


@needs_cases
def test_clauses_hold_in_public_solutions():
    """On boards beyond brute force every clause must at least allow the reference solution."""
    names = [name for name, (puzzle, _) in published().items() if 60 < len(puzzle.clues) <= 100]
    met: Counter[str] = Counter()
    for name in names[:12]:
        puzzle, solution = published()[name]
        board = board_of(puzzle)
        allowed = np.array([assignment(puzzle, board, solution)], bool)
        watched = Watched(propagator.PROPAGATOR, allowed)
        with plain():
            engine = Engine(len(board.cell) - 1, watched.propagator, board)
            engine.add_flat(clauses_of(puzzle, board))
            engine.run(conflicts=10)
        met.update(watched.met)
    assert met["conflicts"] > 3, met


def test_a_lax_reason_is_caught(monkeypatch):
    """Explanations that leave out the border of a flood are found false."""
    written = islands._write_bounds

    def lax(s, p, island, left, homeward, length, before):
        return max(length, written(s, p, island, left, homeward, length, before) - 1)

    monkeypatch.setattr(islands, "_write_bounds", lax)
    with pytest.raises(AssertionError):
        check(80, 1)


def test_a_border_that_is_not_too_far_is_caught(monkeypatch):
    """Explanations that leave out borders though a way past them would be cheap are found false."""
    near = islands._is_near

    def short(s, p, island, cell, distance, before):
        return near(s, p, island, cell, distance - 1, before)

    monkeypatch.setattr(islands, "_is_near", short)
    with pytest.raises(AssertionError):
        check(400, 3)


def test_a_cut_without_its_border_is_caught(monkeypatch):
    def lax(s, p, count, length, before):
        return length

    monkeypatch.setattr(sea, "_border", lax)
    with pytest.raises(AssertionError):
        check(80, 1)


def test_a_budget_that_is_too_small_is_caught(monkeypatch):
    measured = islands.left_of

    def stingy(s, p, island, before):
        return measured(s, p, island, before) - 1

    monkeypatch.setattr(islands, "left_of", stingy)
    with pytest.raises(AssertionError):
        check(80, 1)
