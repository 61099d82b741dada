"""Solvers agree on boards too large for brute force: 2,000 of each kind on demand."""

import random
from collections import Counter
from dataclasses import replace
from itertools import cycle

import pytest

from cpstudy import Stop, Verdict, generate
from cpstudy.core.result import Budget
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.rules import ADD, Cage, Latin
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.agreeing import SETTLED, all_agree, assert_all_met

KINDS = {"sudoku": "minimal", "jigsaw": "minimal", "kenken": "cages"}


def changed(puzzle: Latin, solution: bytes, rng: random.Random) -> Latin:
    """The puzzle with a clue removed or changed; a KenKen with cages joined or a wrong target."""
    if isinstance(puzzle, KenKen):
        return joined(puzzle, solution, rng) if rng.random() < 0.6 else wrong(puzzle, rng)
    clues = bytearray(puzzle.clues)
    cell = rng.choice([cell for cell, clue in enumerate(clues) if clue])
    clues[cell] = 0 if rng.random() < 0.5 else clues[cell] % puzzle.order + 1
    return puzzle.with_clues(bytes(clues))


def wrong(puzzle: KenKen, rng: random.Random) -> KenKen:
    """The puzzle with one target increased by one."""
    cages = list(puzzle.cages)
    place = rng.randrange(len(cages))
    cages[place] = replace(cages[place], target=cages[place].target + 1)
    return KenKen(puzzle.order, tuple(cages))


def joined(puzzle: KenKen, solution: bytes, rng: random.Random) -> KenKen:
    """The puzzle after three times joining two adjacent cages into one sum."""
    for _ in range(3):
        order, labels = puzzle.order, puzzle.labels
        pairs = [
            {labels[cell], labels[cell + 1]}
            for cell in range(order**2)
            if cell % order + 1 < order and labels[cell] != labels[cell + 1]
        ]
        if not pairs:
            break
        pair = rng.choice(pairs)
        cells = tuple(sorted(c for label in pair for c in puzzle.cages[label].cells))
        cages = [cage for label, cage in enumerate(puzzle.cages) if label not in pair]
        target = sum(solution[cell] for cell in cells)
        puzzle = KenKen(order, (*cages, Cage(cells, ADD, target)))
    return puzzle


# Iterations of the rows without propagation, which hardly ever settle these boards.
BOUNDS = {"brute-force": 2000, "explore:bfs": 200, "explore:dfs": 200}
SMALL = frozenset(BOUNDS)


def check(name: str, count: int) -> Counter[str]:
    rng = random.Random(9)
    rows = kind(name).solvers.values()
    met: Counter[str] = Counter()
    sizes = cycle((6, 9) if name != "kenken" else (5, 6, 7))
    for index in range(count // 20):
        drawn = generate(name, KINDS[name], next(sizes), 20, seed=index)
        for number, (puzzle, solution) in enumerate(drawn):
            board = changed(puzzle, solution, rng) if number % 4 else puzzle
            met += all_agree(board, rows, rng, BOUNDS)
    for verdict in SETTLED:
        assert met[f"search {verdict}"] >= count // 20, met
    return met


@pytest.mark.parametrize("name", KINDS)
def test_methods_agree(name):
    check(name, 12)


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_methods_agree_on_two_thousand(name):
    met = check(name, 2000)
    assert_all_met(met, (row for row in kind(name).solvers.values() if row.name not in SMALL), 100)


@pytest.mark.slow
def test_large_boards_are_settled_in_seconds():
    """The portfolio solves symmetric boards of 16 × 16 and 25 × 25 in its budget of 60 seconds."""
    for order, count in ((16, 5), (25, 2)):
        for puzzle, solution in generate("sudoku", "symmetric", order, count, seed=2):
            assert isinstance(puzzle, Sudoku)
            found = solve(puzzle, kind("sudoku").solvers["portfolio"], budget=Budget(seconds=60))
            assert (found.verdict, found.solutions) == (Verdict.UNIQUE, (solution,))
            assert found.stop is Stop.DONE
