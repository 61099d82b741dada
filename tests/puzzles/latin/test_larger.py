"""Methods against each other on boards too large for brute force: 2,000 a kind on demand."""

import random
from collections import Counter
from itertools import cycle

import pytest

from cpstudy import Stop, Verdict, generate
from cpstudy.core.result import Budget
from cpstudy.core.solving import check_agreement, solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.rules import ANY, Cage, Latin
from cpstudy.puzzles.sudoku.puzzle import Sudoku

KINDS = {"sudoku": "minimal", "jigsaw": "minimal", "kenken": "cages"}


def changed(puzzle: Latin, rng: random.Random) -> Latin:
    """Without one of its clues, or with one that is another; a cage that says less, or other."""
    if isinstance(puzzle, KenKen):
        cages = list(puzzle.cages)
        place = rng.randrange(len(cages))
        cage = cages[place]
        if rng.random() < 0.5 and len(cage.cells) > 1:
            cages[place] = Cage(cage.cells, ANY, cage.target)
        else:
            cages[place] = Cage(cage.cells, cage.operation, cage.target + 1)
        return KenKen(puzzle.order, tuple(cages))
    clues = bytearray(puzzle.clues)
    cell = rng.choice([cell for cell, clue in enumerate(clues) if clue])
    clues[cell] = 0 if rng.random() < 0.5 else clues[cell] % puzzle.order + 1
    return puzzle.with_clues(bytes(clues))


def check(name: str, count: int) -> None:
    rng = random.Random(9)
    rows = kind(name).solvers
    met: Counter[Verdict] = Counter()
    sizes = cycle((6, 9) if name != "kenken" else (5, 6, 7))
    for index in range(count // 20):
        drawn = generate(name, KINDS[name], next(sizes), 20, seed=index)
        for number, (puzzle, _) in enumerate(drawn):
            board = changed(puzzle, rng) if number % 4 else puzzle
            others = ("search", "cpsat" if number % 2 else "sat")
            results = {row: solve(board, rows[row]) for row in others}
            results["deduce"] = solve(board, rows["deduce"])
            check_agreement(board, results)
            met[results["search"].verdict] += 1
    assert min(met[v] for v in (Verdict.NONE, Verdict.UNIQUE, Verdict.MANY)) > count // 50, met


@pytest.mark.parametrize("name", KINDS)
def test_methods_agree(name):
    check(name, 40)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_methods_agree_on_two_thousand(name):
    check(name, 2000)


@pytest.mark.slow
def test_large_boards_are_settled_in_seconds():
    """16 × 16 and 25 × 25, half of the clues of symmetric boards taken away and put back."""
    for order, count in ((16, 5), (25, 2)):
        for puzzle, solution in generate("sudoku", "symmetric", order, count, seed=2):
            assert isinstance(puzzle, Sudoku)
            found = solve(puzzle, kind("sudoku").solvers["portfolio"], budget=Budget(seconds=60))
            assert (found.verdict, found.solutions) == (Verdict.UNIQUE, (solution,))
            assert found.stop is Stop.DONE
