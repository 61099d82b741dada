"""The rules of one loop: as brute force has them, faults named, solutions as text."""

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpstudy.core.result import Budget
from cpstudy.puzzles.loops.search.solving import solve
from cpstudy.puzzles.masyu.puzzle import Masyu
from cpstudy.puzzles.slitherlink.puzzle import Slitherlink
from tests.puzzles.loops import oracle
from tests.puzzles.loops.instances import KINDS, random_board, truth


def test_the_oracle_counts_the_loops_that_are_known():
    """Simple cycles of grid graphs (OEIS A140517: 1, 13, 213 on n×n vertices)."""
    assert [len(oracle.walks(n, n)) for n in (1, 2, 3, 4)] == [0, 1, 13, 213]


@pytest.mark.parametrize("name", KINDS)
def test_violation_is_what_brute_force_says(name):
    """Every set of edges of a 3×3 lattice."""
    rng = random.Random(1)
    cells = 4 if name == "slitherlink" else 9
    side = 2 if name == "slitherlink" else 3
    values = (-1, -1, 0, 1, 2, 3) if name == "slitherlink" else (0, 0, 0, 1, 2)
    kind = KINDS[name]
    empty = kind(side, side, (kind.no_clue,) * cells)
    loops = {s for s in map(bytes, product((0, 1), repeat=12)) if empty.violation(s) == ""}
    assert loops == truth(empty)
    valid = 0
    for _ in range(200):
        puzzle = kind(side, side, tuple(rng.choices(values, k=cells)))
        found = {s for s in loops if puzzle.violation(s) == ""}
        assert found == truth(puzzle)
        valid += len(found)
    assert valid > 20


def test_faults_are_named():
    puzzle = Slitherlink(2, 2, (3, -1, -1, -1))

    def violation(text):
        return puzzle.violation(puzzle.decode_solution(text))

    assert violation("9c./36./...") == "cell (0, 0): 4 sides on the loop, not 3"
    assert violation("95c/a.a/356") == "cell (0, 0): 2 sides on the loop, not 3"
    assert violation("14./.../...") == "dot (0, 0): the loop ends"
    assert violation("9c./3fc/.36") == "dot (1, 1): the loop meets itself"
    assert violation(".../.../...") == "cell (0, 0): 0 sides on the loop, not 3"
    assert Slitherlink(1, 1, (-1,)).violation(bytes(4)) == "there is no loop"
    two = Slitherlink(1, 3, (-1,) * 3)
    both = two.decode_solution("9c9c/3636")
    assert two.violation(both) == "dot (0, 2): a second loop, beside that at (0, 0)"
    assert puzzle.violation(b"\0") == "1 edges, expected 12 (2x2)"
    wrong = bytes([2] + [0] * 11)
    assert puzzle.violation(wrong) == "the top of (0, 0): 2 is neither 0 nor 1"


@pytest.mark.parametrize(
    ("cell", "pearl", "message"),
    [
        ((2, 1), 1, "cell (2, 1): the loop misses the pearl"),
        ((0, 0), 1, "cell (0, 0): the loop turns at a white pearl"),
        ((2, 0), 1, "cell (2, 0): the loop turns neither before nor after a white pearl"),
        ((1, 0), 2, "cell (1, 0): the loop goes straight on at a black pearl"),
        ((0, 0), 2, "cell (0, 0): the loop turns beside a black pearl"),
        ((4, 0), 2, ""),
        ((1, 0), 1, ""),
    ],
)
def test_faults_of_pearls_are_named(cell, pearl, message):
    clues = [0] * 20
    clues[cell[0] * 4 + cell[1]] = pearl
    puzzle = Masyu(5, 4, tuple(clues))
    solution = puzzle.decode_solution("9c../a35c/a..a/a..a/3556")
    assert puzzle.violation(solution) == message


@pytest.mark.parametrize("name", KINDS)
@settings(max_examples=30)
@given(st.data())
def test_solutions_round_trip(name, data):
    puzzle = random_board(random.Random(data.draw(st.integers(0, 10**6))), name)
    edges = puzzle.lattice.edges
    solution = bytes(data.draw(st.lists(st.integers(0, 1), min_size=edges, max_size=edges)))
    text = puzzle.encode_solution(solution)
    assert puzzle.decode_solution(text) == solution


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9c./36.", "2 rows, expected 3"),
        ("9c/36/..", r"row 0: expected 3 of '\.' and 1 to f"),
        ("9c./3g./...", "row 1: expected 3"),
        ("9../36./...", r"dot \(0, 1\): its neighbour says otherwise"),
        ("f../.../...", r"dot \(0, 0\): its neighbour"),
    ],
)
def test_faults_of_solutions_as_text(text, message):
    with pytest.raises(ValueError, match=message):
        Slitherlink(2, 2, (-1,) * 4).decode_solution(text)


@pytest.mark.parametrize("name", KINDS)
def test_turned_and_mirrored_boards_have_as_many_solutions(name):
    rng = random.Random(4)
    for _ in range(12):
        puzzle = random_board(rng, name)
        width = puzzle.columns
        rows = [puzzle.clues[i : i + width] for i in range(0, len(puzzle.clues), width)]
        turned = tuple(row[c] for c in range(width) for row in reversed(rows))
        mirrored = tuple(clue for row in rows for clue in reversed(row))
        for board in (
            KINDS[name](width, puzzle.rows, turned),
            KINDS[name](puzzle.rows, puzzle.columns, mirrored),
        ):
            told = solve(board, Budget(), np.random.default_rng(0), None)
            assert len(told.solutions) == len(truth(puzzle))
