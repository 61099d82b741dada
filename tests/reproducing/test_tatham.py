"""The grade of Tatham's solver, and the two parities distinguished."""

import pytest

from cpstudy.puzzles.pipes.deduction.deducing import CONTRADICTION, STUCK
from cpstudy.puzzles.pipes.deduction.knowledge import DEAD_END, LOCAL
from cpstudy.puzzles.pipes.deduction.solver import Deduction
from cpstudy.puzzles.pipes.explaining.explainer import EXPLAINER
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.reproducing.tatham import CHAINS, ORDER, REGIONS, _cumulated, needed_grade
from cpstudy.study.agreement import compared


@pytest.mark.parametrize(
    ("solved", "result"),
    [
        ("5x5w:9d622229d4d5ea1e1ea921eaa", "dead end"),
        ("5x5w:1ebdc8b6a2368b4d56293c816", REGIONS),
        ("5x5w:62369941ca7c837177d4c9ca1", CHAINS),
        ("5x5w:16a3c1c28ad6837a17dc3dca2", "lookahead"),
    ],
)
def test_boards_by_the_grade_that_they_need(solved, result):
    puzzle = Pipes.decode(solved)
    assert needed_grade(puzzle, puzzle.tiles) == result
    assert EXPLAINER.grade(puzzle) == ("parity" if result in (REGIONS, CHAINS) else result)
    # His solver has the first three rules and settles only the first of these boards.
    assert (Deduction(puzzle).run(DEAD_END) == STUCK) == (result != "dead end")
    assert Deduction(puzzle).run(LOCAL) != CONTRADICTION


def test_shares_are_cumulated():
    cells = list(_cumulated(["local", "loop", "loop", CHAINS]))
    shares = ["25.0%", "75.0%", "75.0%", "75.0%", "100.0%", "100.0%"]
    assert [cell.ours for cell in cells[:-1]] == shares
    assert compared(cells).verdict == "equal"
    assert compared(_cumulated(["search"])).verdict == "differs"
    assert len(ORDER) == len(shares) + 1
