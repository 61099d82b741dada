"""Test that pausing a sweep after any number of states does not change its result."""

from cpstudy import generate
from cpstudy.core.solving import solve
from cpstudy.puzzles.pipes.counting import frontier
from cpstudy.puzzles.pipes.solvers import SOLVERS

FRONTIER = SOLVERS["frontier"]


def test_pausing_changes_nothing(monkeypatch):
    boards = [puzzle for puzzle, _ in generate("pipes", "depth-first", 12, 12, 1)]
    whole = [solve(puzzle, FRONTIER, limit=5) for puzzle in boards]
    assert sum(result.count > 2 for result in whole) > 3
    for piece in (1, 2, 7):
        monkeypatch.setattr(frontier, "_SLICE", piece)
        for puzzle, result in zip(boards, whole, strict=True):
            again = solve(puzzle, FRONTIER, limit=5)
            assert (again.count, again.solutions) == (result.count, result.solutions)
            assert again.counters == result.counters
