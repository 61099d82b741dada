"""Generated pictures, unique puzzles and repairs keep their promises, and seeds their meaning."""

import hashlib
import random
from itertools import combinations

import numpy as np
import pytest

from cpstudy import Budget, Verdict, generate, solve
from cpstudy.puzzles.picross.explaining import EXPLAINER
from cpstudy.puzzles.picross.generating import (
    ALGORITHMS,
    picture_of_pixels,
    unique_of_picture,
)
from cpstudy.puzzles.picross.puzzle import Picross
from cpstudy.puzzles.picross.repair import repair
from tests.puzzles.picross.oracle import all_solutions


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_pictures_solve_their_puzzles(algorithm):
    made = list(generate("picross", algorithm, (9, 8), 12, seed=3))
    again = list(generate("picross", algorithm, (9, 8), 4, seed=3))
    assert made[:4] == again
    assert len({puzzle for puzzle, _ in made}) > 10
    for puzzle, picture in made:
        assert puzzle.violation(picture) == ""
        if algorithm == "mirrored":
            rows = [picture[r * 8 : r * 8 + 8] for r in range(9)]
            assert all(row == row[::-1] for row in rows)
    if algorithm == "coloured":
        assert max(puzzle.colours for puzzle, _ in made) == 3


def test_seeds_mean_the_same_for_ever():
    result = []
    for algorithm in [name for name in ALGORITHMS if name not in ("shapes", "glyphs")]:
        for unique in (False, True):
            made = generate("picross", algorithm, (7, 8), 3, seed=5, unique=unique)
            result += [puzzle.encode() for puzzle, _ in made]
    digest = hashlib.sha256("\n".join(result).encode()).hexdigest()
    assert digest[:16] == "f8aece38beb15531"


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_unique_puzzles_are(algorithm):
    made = list(generate("picross", algorithm, (8, 7), 6, seed=2, unique=True))
    assert len({puzzle for puzzle, _ in made}) == 6
    for puzzle, picture in made:
        found = solve(puzzle, "sat")
        assert found.verdict is Verdict.UNIQUE
        assert found.solutions == (picture,)


def test_grades_are_as_asked():
    for wanted in ("overlap", "lookahead"):
        for puzzle, _ in generate("picross", "noise", (9, 9), 2, seed=1, grade=wanted):
            assert EXPLAINER.grade(puzzle) == wanted


def test_what_cannot_be_made_is_reported():
    for arguments, message in (
        ({"wrap": True}, "do not wrap"),
        ({"unique": True, "grade": "none"}, "grade 'none': choose from"),
    ):
        with pytest.raises(ValueError, match=message):
            list(generate("picross", "noise", 4, **arguments))
    with pytest.raises(ValueError, match="2 puzzles, then 100 draws without a new"):
        list(generate("picross", "noise", 1, 3, unique=True))


def test_pixels_become_cells():
    grey = np.ones((4, 6))
    grey[:2, :3] = 0.0
    expected = [[1, 0], [0, 0]]
    assert picture_of_pixels(grey, 2, 2).tolist() == expected
    whole = (grey * 255).astype(np.uint8)
    assert picture_of_pixels(whole, 2, 2).tolist() == expected
    colours = np.stack([grey] * 3, axis=2)
    assert picture_of_pixels(colours, 2, 2).tolist() == expected
    clear = np.zeros((4, 6, 4))
    clear[:2, :3, 3] = 1.0
    assert picture_of_pixels(clear, 2, 2).tolist() == expected
    for bad, rows in ((np.ones(4), 1), (np.ones((2, 2)), 3)):
        with pytest.raises(RuntimeError, match="pixels of shape"):
            picture_of_pixels(bad, rows, 1)


def test_a_picture_becomes_a_puzzle_near_it():
    rng = random.Random(4)
    changed = []
    for _ in range(8):
        cells = np.array([[rng.randint(0, 1) for _ in range(8)] for _ in range(8)], np.uint8)
        puzzle, picture = unique_of_picture(cells)
        assert solve(puzzle, "sat").solutions == (picture,)
        changed.append(sum(a != b for a, b in zip(picture, cells.tobytes(), strict=True)))
    assert min(changed) == 0 < max(changed) < 20


def test_repairs_are_the_smallest():
    """No smaller change of any solution gives a unique puzzle, by trying all."""
    rng = random.Random(5)
    met = set()
    for _ in range(25):
        cells = bytes(rng.choice((0, 0, 1)) for _ in range(9))
        puzzle = Picross.of_picture(3, 3, cells)
        found = repair(puzzle)
        assert found is not None
        assert found.proved
        assert all_solutions(found.puzzle) == {found.solution}
        met.add(len(found.changes))
        for number in range(len(found.changes)):
            for base in all_solutions(puzzle):
                for places in combinations(range(9), number):
                    tried = bytes(c ^ (i in places) for i, c in enumerate(base))
                    assert len(all_solutions(Picross.of_picture(3, 3, tried))) > 1
    assert {0, 1} <= met


def test_repairs_keep_what_is_given_and_say_what_they_cannot():
    square = Picross.decode("3x3:1/1/1/1/1/1,Ah")
    found = repair(square)
    assert found is not None
    assert found.puzzle.given == square.given
    assert found.solution[0] == 1
    assert (0, 0) not in found.changes
    assert repair(square, Budget(iterations=0)) is None
    with pytest.raises(ValueError, match="nothing to repair"):
        repair(Picross.decode("1x1:1/"))
    # A smaller repair is found later, and proved without a budget.
    diagonals = Picross.decode("4x4:1/1/1/1/1/1/1/1")
    budgets = Budget(iterations=3), Budget(iterations=50), None
    repairs = [repair(diagonals, budget) for budget in budgets]
    assert [(one.proved, len(one.changes)) for one in repairs] == [
        (False, 3),
        (False, 2),
        (True, 2),
    ]
