"""Repairs have one solution by brute force; claims that no fewer changes suffice hold."""

import random
from collections import Counter
from itertools import combinations, product

import pytest

from cpstudy import Budget, Verdict, generate
from cpstudy.core.solving import solve
from cpstudy.puzzles import kind
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.repair import repair
from cpstudy.puzzles.nurikabe.solvers import SOLVERS
from tests.puzzles.nurikabe.instances import random_board, truth

# No single change makes these unique; the first has many solutions, the second none.
HARDER = ("3/2/h..h", "3/2/j35")


def fewest_changes(puzzle: Nurikabe, most: int) -> int | None:
    """The fewest changes of clues, up to ``most``, that leave one solution, by trying all."""
    cells = range(len(puzzle.clues))
    values = range(-1, len(puzzle.clues) + 1)
    for number in range(most + 1):
        for places in combinations(cells, number):
            for chosen in product(values, repeat=number):
                clues = list(puzzle.clues)
                for place, value in zip(places, chosen, strict=True):
                    clues[place] = value
                if len(truth(Nurikabe(puzzle.rows, puzzle.columns, tuple(clues)))) == 1:
                    return number
    return None


def check(puzzle: Nurikabe, most: int) -> str:
    """Assert that the claims of a repair hold. Return what it was like."""
    result = repair(puzzle)
    assert result is not None, puzzle.encode()
    assert truth(result.puzzle) == {result.solution}
    pairs = zip(puzzle.clues, result.puzzle.clues, strict=True)
    changed = [cell for cell, (before, after) in enumerate(pairs) if before != after]
    assert result.changes == tuple(divmod(cell, puzzle.columns) for cell in changed)
    fewest = fewest_changes(puzzle, min(most, len(changed)))
    if result.proved:
        assert fewest in (None, len(changed)), puzzle.encode()
    if fewest is not None and fewest < 2:
        assert (len(changed), result.proved) == (fewest, True), puzzle.encode()
    return f"{len(changed)} of {'many' if truth(puzzle) else 'none'}"


def test_repairs_against_all_changes():
    rng = random.Random(4)
    shapes = ((1, 5), (2, 3), (3, 3), (3, 3))
    met = Counter(check(random_board(rng, rng.choice(shapes)), 1) for _ in range(40))
    met += Counter(check(Nurikabe.decode(f"nurikabe/{text}"), 2) for text in HARDER)
    assert met["1 of many"] > 5, met
    assert met["1 of none"] > 5, met
    assert met["2 of many"] > 0, met
    assert met["2 of none"] > 0, met


def test_a_repair_of_a_drawn_board():
    ((puzzle, _),) = generate("nurikabe", "islands", 5, 1, seed=4)
    result = repair(puzzle)
    assert result is not None
    assert solve(result.puzzle, SOLVERS["cpsat"]).solutions == (result.solution,)
    assert result == repair(puzzle)


def test_a_unique_board_stays():
    puzzle = Nurikabe.decode(kind("nurikabe").example)
    result = repair(puzzle)
    assert result is not None
    assert (result.puzzle, result.changes, result.proved) == (puzzle, (), True)


def test_budgets():
    puzzle = Nurikabe.decode("nurikabe/6/6/i1l1h3m3g2g1p")
    assert solve(puzzle, SOLVERS["cdcl"]).verdict is Verdict.MANY
    assert repair(puzzle, Budget(iterations=0)) is None
    assert repair(puzzle, Budget(seconds=0)) is None
    result = repair(puzzle, Budget(iterations=12))
    assert result is not None and result.proved and len(result.changes) == 1


@pytest.mark.parametrize("text", ["4/4/v", "1/1/g", "4/1/1111", "2/2/1111", "3/3/11j1h"])
def test_degenerate_boards(text):
    puzzle = Nurikabe.decode(f"nurikabe/{text}")
    result = kind("nurikabe").explaining.repair(puzzle)
    if result is not None:
        assert solve(result.puzzle, SOLVERS["sat"]).solutions == (result.solution,)
