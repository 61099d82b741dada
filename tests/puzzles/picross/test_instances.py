"""The public instances have their known verdicts, and every reference solution is found."""

import pytest

from cpstudy import Verdict, solve
from cpstudy.core.solving import solve_batch
from cpstudy.puzzles.picross.solvers import SOLVERS
from tests.puzzles.picross.instances import CASES, domino, janko, non_files

pytestmark = pytest.mark.skipif(CASES is None, reason="the public instances are not here")

# These have one solution; in the first five, lines alone find it.
UNIQUE = {f"webpbn-{number:05}" for number in (1, 6, 16, 21, 529, 8098)} | {"dom_10"}


def test_every_board_of_janko_has_its_solution_only():
    boards = janko()
    assert len(boards) > 70
    puzzles = [puzzle for puzzle, _ in boards.values()]
    for name, found in zip(boards, solve_batch(puzzles, SOLVERS["portfolio"]), strict=True):
        assert found.verdict is Verdict.UNIQUE, name
        assert found.solutions == (boards[name][1],), name


def test_the_known_puzzles_are_unique():
    puzzles = non_files()
    assert set(puzzles) >= UNIQUE
    for name in sorted(UNIQUE):
        found = solve(puzzles[name])
        assert found.verdict is Verdict.UNIQUE, name
        if name not in ("webpbn-08098", "dom_10"):
            assert found.counters["looks"] == 0, name
    assert puzzles["dom_10"] == domino(10)


@pytest.mark.slow
def test_all_solvers_agree_on_the_hard_ones():
    for name, puzzle in non_files().items():
        verdicts = {solve(puzzle, row).verdict for row in ("portfolio", "sat")}
        assert verdicts == {Verdict.UNIQUE}, name
