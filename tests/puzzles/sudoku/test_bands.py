"""The search on bands agrees with the search of all latin kinds: none, one and many solutions."""

import random
from collections import Counter

import pytest

from cpstudy import Budget, Verdict, api
from cpstudy.core.errors import NotApplicable
from cpstudy.core.result import Stop
from cpstudy.core.solving import solve, solve_batch
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from cpstudy.puzzles.sudoku.record import KIND

BANDS, SEARCH, DEFAULT = (KIND.solvers[name] for name in ("bands", "search", "portfolio"))


def boards(count, seed):
    """Generated boards, some with clues removed, changed or added: all three verdicts occur."""
    rng = random.Random(seed)
    for puzzle, solution in api.generate("sudoku", "minimal", 9, count, seed=seed):
        clues = bytearray(puzzle.clues)
        given = [cell for cell, clue in enumerate(clues) if clue]
        edit = rng.randrange(4)
        if edit == 0:
            for cell in rng.sample(given, rng.choice((1, 2, 3))):
                clues[cell] = 0
        elif edit == 1:
            cell = rng.choice(given)
            clues[cell] = clues[cell] % 9 + 1
        elif edit == 2:
            for cell in rng.sample(range(81), 20):
                clues[cell] = solution[cell]
        yield puzzle.with_clues(bytes(clues))


@pytest.mark.parametrize("count", [200, pytest.param(20_000, marks=pytest.mark.slow)])
def test_verdicts_and_counts_are_those_of_the_search(count):
    met = Counter()
    for puzzle in boards(count, 3):
        found, expected = solve(puzzle, BANDS), solve(puzzle, SEARCH)
        assert found.verdict is expected.verdict, puzzle.encode()
        met[found.verdict] += 1
        if found.verdict is Verdict.UNIQUE:
            assert found.solutions == expected.solutions
        every, all_of_them = (solve(puzzle, row, limit=500) for row in (BANDS, SEARCH))
        if all_of_them.exhausted:
            assert set(every.solutions) == set(all_of_them.solutions), puzzle.encode()
            assert every.exhausted
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 25, met


def test_batches_are_as_one_by_one():
    puzzles = [*boards(100, 4), Sudoku(2, 2, bytes(16)), Sudoku(3, 3, bytes(81), True)]
    for row in (BANDS, DEFAULT):
        together = solve_batch(puzzles[:100], row)
        alone = [solve(puzzle, row) for puzzle in puzzles[:100]]
        for one, other in zip(together, alone, strict=True):
            assert (one.solutions, one.stop, one.counters, one.engine) == (
                other.solutions, other.stop, other.counters, other.engine,
            )  # fmt: skip
    engines = [result.engine for result in solve_batch(puzzles, DEFAULT)]
    assert engines == ["bands"] * 100 + ["search"] * 2


def test_clues_that_contradict_and_boards_without_any():
    row = Sudoku(3, 3, bytes([1, 1] + [0] * 79))
    assert solve(row, BANDS).verdict is Verdict.NONE
    full = next(api.generate("sudoku", "minimal", 9))[1]
    assert solve(Sudoku(3, 3, full), BANDS).solutions == (full,)
    empty = solve(Sudoku(3, 3, bytes(81)), BANDS, limit=50)
    assert (len(empty.solutions), empty.stop) == (50, Stop.LIMIT)


def test_the_budget_is_in_decisions():
    found = solve(Sudoku(3, 3, bytes(81)), BANDS, limit=None, budget=Budget(iterations=300))
    assert (found.stop, found.counters["nodes"]) == (Stop.ITERATIONS, 300)


def test_other_boards_are_not_for_it():
    for other in (Sudoku(2, 2, bytes(16)), Sudoku(9, 1, bytes(81)), Sudoku(3, 3, bytes(81), True)):
        with pytest.raises(NotApplicable, match="bands are for 9x9"):
            solve(other, BANDS)


def test_the_published_board_with_seventeen_clues():
    """The board needs no decision (golden), in compiled and uncompiled code alike."""
    text = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    found = solve(Sudoku.decode(text), BANDS)
    assert (found.verdict, found.counters["nodes"]) == (Verdict.UNIQUE, 0)
