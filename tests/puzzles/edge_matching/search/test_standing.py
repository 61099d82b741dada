"""Test the best board of unfinished searches: the deepest one, against the course of the search."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core.result import Budget, Stop
from cpstudy.core.solving import solve
from cpstudy.puzzles.edge_matching.courses import course
from cpstudy.puzzles.edge_matching.generating.clues import with_clues
from cpstudy.puzzles.edge_matching.generating.colours import puzzles
from cpstudy.puzzles.edge_matching.search.methods import METHODS
from cpstudy.puzzles.edge_matching.solvers import SOLVERS
from tests.puzzles.edge_matching.instances import exchanged
from tests.puzzles.edge_matching.search.test_best import recounted

DRAWN = [*puzzles(5, 5, 4, 3, 4, 7)]
PUZZLES = [exchanged(DRAWN[0][0], np.random.default_rng(1)), *(puzzle for puzzle, _ in DRAWN)]
PUZZLES += [with_clues(*DRAWN[0], 3), *(puzzle for puzzle, _ in puzzles(9, 9, 6, 4, 1, 7))]


def _reached(puzzle, text):
    """The number of pieces on a written board, and the number of its matched edges."""
    cells = text.partition(":")[2].split(";")
    return sum(map(bool, cells)), recounted(puzzle, text)


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("most", [1, 7, 60, 500])
def test_the_deepest_board_is_that_of_the_course(name, most):
    ended = 0
    for puzzle in PUZZLES:
        begun = course(puzzle, name, most)
        found = solve(puzzle, SOLVERS[name], limit=1, budget=Budget(iterations=most))
        if found.stop is not Stop.ITERATIONS:
            assert found.best is None
            ended += 1
            continue
        depth = 1 + max(level for level, _, _ in begun.placements)
        assert found.best.depth == depth
        assert (depth, found.best.score) == _reached(puzzle, found.best.board)
        # It is the first board of that depth: the pieces of the course up to this placement.
        first = next(at for at, (level, *_) in enumerate(begun.placements) if level == depth - 1)
        board = {}
        for level, cell, oriented in begun.placements[: first + 1]:
            board[level] = cell, oriented
        cells = ["" for _ in puzzle.pieces]
        for level in range(depth):
            cell, oriented = board[level]
            (lying,) = puzzle.picture(((oriented >> 2, oriented & 3),))
            cells[cell] = ",".join(map(str, lying))
        assert found.best.board.partition(":")[2] == ";".join(cells)
        *_, last = found.best.trace
        assert last[1:] == (most, depth, found.best.score)
    assert ended < len(PUZZLES)


@pytest.mark.parametrize("name", [*METHODS, "best"])
def test_the_curve_rises(name):
    puzzle = DRAWN[1][0]
    found = solve(puzzle, SOLVERS[name], limit=1, budget=Budget(iterations=2))
    assert found.best.most == 40
    curve = [point[1:] for point in found.best.trace]
    assert curve == sorted(curve) and curve[-1][1:] == (found.best.depth, found.best.score)
    done = solve(puzzle, SOLVERS["snopf"], limit=1)
    assert done.best is None


def test_rows_of_the_trace_and_words():
    puzzle = DRAWN[1][0].encode()
    arguments = ["solve", "--puzzle", "edge_matching", "--solver", "dfs", "--iterations", "3"]
    rows = CliRunner().invoke(main, [*arguments, puzzle, "--trace", "--json"]).stdout.splitlines()
    trace, result = map(json.loads, rows)
    assert trace["row"] == "trace" and trace["iterations"] == 3
    assert {"edges": trace["edges"], "depth": trace["depth"]}.items() <= result["best"].items()
    plain = CliRunner().invoke(main, [*arguments, puzzle, "--json"]).stdout.splitlines()
    assert len(plain) == 1 and "best" in json.loads(plain[0])
    words = CliRunner().invoke(main, [*arguments, puzzle, "--trace"]).stderr.splitlines()
    assert "of 40 edges, 3 cells filled" in words[0]
    assert words[1].endswith("(stopped: iterations); best board: 2 of 40 edges, 3 cells filled")
