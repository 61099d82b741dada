"""Land around clues that touch at a corner, by brute force and on boards drawn as rings."""

import random
from collections import Counter

import pytest

from cpstudy import Verdict
from cpstudy.core.solving import solve
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search.enclosing import land_around
from cpstudy.puzzles.nurikabe.solvers import SOLVERS
from tests.puzzles.nurikabe import oracle
from tests.puzzles.nurikabe.instances import clue_sets

CORNERS = [(top, left) for top in (True, False) for left in (True, False)]


def ring(rng: random.Random, corner: tuple[bool, bool], tail: int) -> tuple[Nurikabe, bytes]:
    """A board and its solution: a rectangle of sea, with a tail, whose corner is a clue.

    The clues are the outside's size in that corner and the inside's in the cell diagonal to it.
    """
    rows, columns = rng.randint(7, 10), rng.randint(7, 10)
    top, left = rng.randint(1, 2), rng.randint(1, 2)
    bottom, right = rows - rng.randint(2, 3), columns - rng.randint(2, 3)
    rows += tail
    top, bottom = (top, bottom) if corner[0] else (top + tail, bottom + tail)
    sea = {(r, c) for r in (top, bottom) for c in range(left, right + 1)}
    sea |= {(r, c) for c in (left, right) for r in range(top, bottom + 1)}
    row, column = (top if corner[0] else bottom), (left if corner[1] else right)
    sea.remove((row, column))
    inner = (row + (1 if corner[0] else -1), column + (1 if corner[1] else -1))
    inside = (bottom - top - 1) * (right - left - 1)
    # The tail goes outwards from the middle of the side opposite the corner.
    away, middle = (bottom if corner[0] else top), (left + right) // 2
    step = 1 if corner[0] else -1
    sea |= {(away + step * k, middle) for k in range(1, tail + 1)}
    clues = [0] * (rows * columns)
    clues[inner[0] * columns + inner[1]] = inside
    clues[row * columns + column] = rows * columns - len(sea) - inside
    solution = bytes((r, c) in sea for r in range(rows) for c in range(columns))
    return Nurikabe(rows, columns, tuple(clues)), solution


def test_no_sea_of_a_small_board_is_called_land():
    rng = random.Random(4)
    met: Counter[str] = Counter()
    for shape in ((3, 4), (4, 4)):
        for sized in clue_sets(shape)[::3]:
            changed = list(sized)
            place = rng.choice([cell for cell, clue in enumerate(sized) if clue])
            changed[place] = max(1, changed[place] + rng.choice((-1, 0, 1)))
            land = land_around(Nurikabe(*shape, tuple(changed)))
            if land:
                truth = oracle.solutions(*shape, tuple(changed))
                assert not any(solution[cell] for solution in truth for cell in land), changed
                met["none" if not truth else "some"] += 1
    assert met["none"] > 20, met
    assert met["some"] > 20, met


@pytest.mark.parametrize("corner", CORNERS)
@pytest.mark.parametrize("tail", [0, 1, 9])
def test_rings(corner, tail):
    rng = random.Random(5)
    result = 0
    for _ in range(15):
        puzzle, solution = ring(rng, corner, tail)
        assert puzzle.violation(solution) == ""
        land = land_around(puzzle)
        assert not any(solution[cell] for cell in land), puzzle.encode()
        result += bool(land)
    # A sea with many spare cells may go anywhere.
    assert result > 5 if tail < 2 else result == 0


@pytest.mark.parametrize("size", [8, 9, 10])
def test_a_square_without_a_cell_to_spare_is_all_told(size):
    clues = [0] * size**2
    clues[size + 1], clues[2 * size + 2] = 4 * size - 3, (size - 4) ** 2
    puzzle = Nurikabe(size, size, tuple(clues))
    result = solve(puzzle, SOLVERS["cdcl"])
    (sea,) = result.solutions
    assert result.verdict is Verdict.UNIQUE
    assert land_around(puzzle) == [cell for cell in range(size**2) if not sea[cell]]
    assert result.counters["conflicts"] == 0
    # One cell of land more than this amount of sea can enclose.
    clues[size + 1], clues[2 * size + 2] = clues[size + 1] - 1, clues[2 * size + 2] + 1
    harder = Nurikabe(size, size, tuple(clues))
    assert solve(harder, SOLVERS["cdcl"]).verdict is Verdict.NONE


def test_nothing_is_said_of_boards_without_such_clues():
    assert land_around(Nurikabe.decode("nurikabe/4/4/j5k5k")) == []
    assert land_around(Nurikabe(2, 2, (-1, 0, 0, 1))) == []
    assert land_around(Nurikabe(2, 2, (2, 0, 0, 2))) == []
    assert land_around(Nurikabe(1, 1, (1,))) == []
