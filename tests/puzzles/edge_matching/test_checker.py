"""Test the compiled checker against ``EdgeMatching.violation``."""

import random
from dataclasses import replace
from itertools import permutations, product

import numpy as np
import pytest

from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.checker import checker, is_solution
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from tests.puzzles.edge_matching.instances import SMALL, SOLVED, random_puzzle


def test_compiled_rules_equal_the_specification():
    rng = random.Random(4)
    accepted = refused = 0
    for _ in range(300):
        puzzle = random_puzzle(rng, largest=3)
        n = len(puzzle.pieces)
        found = solve(puzzle, SOLVERS["dfs"], limit=1).solutions
        if found and rng.random() < 0.7:
            oriented = [4 * p + q for p, q in found[0]]
        else:
            oriented = [4 * p + rng.randrange(4) for p in rng.sample(range(n), n)]
        if rng.random() < 0.3:
            oriented[rng.randrange(n)] = rng.randrange(4 * n)
        solution = tuple((o >> 2, o & 3) for o in oriented)
        compiled = is_solution(
            np.array(puzzle.pieces),
            puzzle.rows,
            puzzle.columns,
            puzzle.framed,
            np.array(oriented),
        )
        assert compiled == (puzzle.violation(solution) == ""), (puzzle.encode(), solution)
        assert checker(puzzle)(solution) == compiled
        accepted, refused = accepted + compiled, refused + (not compiled)
    assert min(accepted, refused) > 50


def test_what_is_no_placement_is_refused():
    holds = checker(SMALL)
    assert holds(SOLVED)
    assert not holds(SOLVED[:3])
    assert not holds(((0, 4), *SOLVED[1:]))
    assert not holds(((0, 0), (1, 0), (2, 0), (7, 0)))
    assert not holds(((0, 0), (1, 0), (2, 0), (4, 0)))
    assert not holds(())


def test_places_and_turns_are_rules():
    """The checker agrees with the rules on places and turns, for all orders of four pieces, all
    turned by the same number of quarters."""
    fixed, other = Place(1, 1, 0), Place(1, 1, 1)
    met = set()
    for puzzle in (
        SMALL,
        replace(SMALL, turning=False),
        replace(SMALL, fixed=(fixed,)),
        replace(SMALL, fixed=(other,)),
        replace(SMALL, forbidden=(fixed,)),
        replace(SMALL, turning=False, fixed=(fixed,)),
        replace(SMALL, turning=False, forbidden=(fixed,)),
    ):
        holds = checker(puzzle)
        for pieces in permutations(range(4)):
            for quarters in range(4):
                placed = tuple((piece, quarters) for piece in pieces)
                assert holds(placed) is (puzzle.violation(placed) == ""), (puzzle, placed)
                met.add((puzzle, holds(placed)))
    assert len(met) == 7 + 5  # five of the puzzles are solved by some placement


@pytest.mark.parametrize(
    ("rows", "columns", "framed", "pieces"),
    [
        (2, 2, False, ((1, 2, 1, 1), (1, 1, 3, 2), (2, 1, 1, 1), (3, 1, 1, 1))),
        (2, 2, True, ((0, 1, 2, 0), (0, 0, 1, 1), (2, 1, 0, 0), (1, 0, 0, 1))),
        (3, 1, False, ((1, 1, 2, 1), (2, 1, 3, 1), (3, 1, 1, 1))),
        (1, 3, True, ((0, 1, 0, 0), (0, 2, 0, 1), (0, 0, 0, 2))),
        (3, 1, True, ((0, 0, 1, 0), (1, 0, 2, 0), (2, 0, 0, 0))),
    ],
)
def test_every_placement_is_judged_as_by_the_rules(rows, columns, framed, pieces):
    puzzle = EdgeMatching(rows, columns, pieces, framed)
    holds = checker(puzzle)
    valid = 0
    for order in permutations(range(len(pieces))):
        for turns in product(range(4), repeat=len(pieces)):
            placed = tuple(zip(order, turns, strict=True))
            right = puzzle.violation(placed) == ""
            assert holds(placed) is right, placed
            valid += right
            if right:  # the same number 4 piece + turn, from a turn or a piece out of range
                (piece, turn), *rest = placed
                assert not holds(((piece - 1, turn + 4), *rest))
                assert not holds(((piece + 1, turn - 4), *rest))
    assert valid
