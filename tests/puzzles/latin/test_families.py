"""All members of small families agree with the oracle: 4 × 4 Sudoku and jigsaw, 3 × 3 KenKen."""

import random
from collections import Counter
from itertools import combinations, product

import numpy as np
import pytest

from cpstudy import Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.kenken.record import KIND
from cpstudy.puzzles.latin.rules import Cage
from cpstudy.puzzles.latin.search.engine import decide_boards
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.latin.instances import BOXES, boards, cuts
from tests.puzzles.latin.oracle import all_cagings, gives, latin_squares


def clue_sets(squares: list[tuple[int, ...]], size: int) -> tuple[np.ndarray, np.ndarray]:
    """All ways to place ``size`` clues on 4 × 4, and the number of solutions of each."""
    array = np.array(squares, np.uint8).reshape(-1, 16)
    clues, counts = [], []
    for cells in combinations(range(16), size):
        met = Counter(map(tuple, array[:, cells].tolist()))
        for values in product(range(1, 5), repeat=size):
            board = np.zeros(16, np.uint8)
            board[list(cells)] = values
            clues.append(board)
            counts.append(met[values])
    return np.array(clues), np.array(counts)


def check_clue_sets(shape, squares, size: int) -> Counter[int]:
    clues, counts = clue_sets(squares, size)
    result = decide_boards(shape, clues)
    assert np.array_equal(result.verdicts, np.minimum(counts, 2)), shape.encode()
    for board in np.flatnonzero(result.verdicts):
        witnesses = result.witnesses[board, : result.verdicts[board]]
        assert (np.where(clues[board] > 0, clues[board], witnesses) == witnesses).all()
    return Counter(result.verdicts.tolist())


@pytest.mark.parametrize("size", [0, 1, 2, 3])
def test_all_clue_sets_of_sudoku(size):
    met = check_clue_sets(Sudoku(2, 2, bytes(16)), boards(BOXES), size)
    assert sum(met.values()) == [1, 64, 1920, 35840][size]
    assert met[0] > 0 or size < 2
    assert met[2] > 0


@pytest.mark.slow
def test_all_sets_of_four_clues():
    met = check_clue_sets(Sudoku(2, 2, bytes(16)), boards(BOXES), 4)
    assert min(met[0], met[1], met[2]) > 1000


def label_of(regions) -> bytes:
    return bytes(next(i for i, cells in enumerate(regions) if c in cells) for c in range(16))


def test_all_jigsaws_without_clues_and_with_one():
    met: Counter[int] = Counter()
    assert len(cuts()) == 117
    for regions in cuts():
        shape = Jigsaw(4, bytes(16), label_of(regions))
        for size in (0, 1):
            met += check_clue_sets(shape, boards(regions), size)
    assert met[0] > 100
    assert met[2] > 1000


@pytest.mark.slow
def test_all_jigsaws_with_three_clues():
    met: Counter[int] = Counter()
    for regions in cuts():
        met += check_clue_sets(Jigsaw(4, bytes(16), label_of(regions)), boards(regions), 3)
    assert min(met[0], met[1], met[2]) > 1000


def kenken_of(cut, square, rng) -> KenKen:
    """A KenKen with the targets of a square and random operations; one target in five is wrong."""
    cages = []
    for number, cells in enumerate(cut):
        values = [square[cell] for cell in cells]
        choices = [
            (operation, target)
            for operation in "+x-/="
            for target in range(1, 28)
            if gives(values, operation, target)
        ]
        operation, target = rng.choice(choices)
        cages.append(Cage(cells, operation, target + (number == 0 and rng.random() < 0.2)))
    return KenKen(3, tuple(cages))


def check_kenken(puzzle: KenKen) -> Verdict:
    truth = [
        bytes(square)
        for square in latin_squares(3)
        if all(gives([square[c] for c in k.cells], k.operation, k.target) for k in puzzle.cages)
    ]
    found = solve(puzzle, KIND.solvers["search"])
    assert found.verdict is (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)[min(len(truth), 2)]
    assert set(found.solutions) <= set(truth)
    return found.verdict


def test_all_cuts_of_kenken():
    """Search agrees with the oracle on every third partition of 3 × 3 into cages of up to 4."""
    rng = random.Random(3)
    cut = all_cagings(3, 4)
    squares = latin_squares(3)
    assert (len(cut), len(squares)) == (1003, 12)
    met = Counter(check_kenken(kenken_of(c, rng.choice(squares), rng)) for c in cut[::3])
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 20


@pytest.mark.slow
def test_all_cuts_of_kenken_with_all_squares():
    rng = random.Random(4)
    met: Counter[Verdict] = Counter()
    for cut in all_cagings(3, 5):
        for square in latin_squares(3):
            met[check_kenken(kenken_of(cut, square, rng))] += 1
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > 500
