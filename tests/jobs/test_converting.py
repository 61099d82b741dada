"""Models for programs from outside, and their answers: whichever it is, the board comes back."""

import subprocess
import sys
from pathlib import Path

import pytest

from cpstudy import puzzle, solve
from cpstudy.core.text import NoBoardError
from cpstudy.jobs.converting import answered
from cpstudy.puzzles import kind
from cpstudy.puzzles.pipes.encodings.cpsat_orientations import build
from cpstudy.puzzles.pipes.encodings.smt_models import write_smtlib

PIPES = kind("pipes")
TEXTS = ("5x5:28b58bdc165751a55193137e2", "2x1w:11", "3x3w:654eb6414", "1x1:0")
NONE = "3x2:356153"


def z3(script):
    """What PyPI's z3 prints, as an outside program."""
    program = Path(sys.executable).with_name("z3")
    if not program.exists():
        pytest.skip("the program of z3-solver is missing")
    return subprocess.run(
        [program, "-in"], input=script, capture_output=True, text=True, check=False
    ).stdout


@pytest.mark.parametrize("text", TEXTS)
def test_an_smt_solver_gives_the_board_back(text):
    board = puzzle("pipes", text)
    turned, reason = answered(PIPES, board, z3(write_smtlib(board)))
    assert reason == ""
    assert turned.tiles in solve(board, limit=None).solutions


def test_what_has_no_solution_has_no_board():
    board = puzzle("pipes", NONE)
    assert not solve(board).solutions
    with pytest.raises(NoBoardError):
        answered(PIPES, board, z3(write_smtlib(board)))


@pytest.mark.parametrize("text", TEXTS)
def test_cpsat_gives_the_board_back(text):
    cp_model = pytest.importorskip("ortools.sat.python.cp_model")
    board = puzzle("pipes", text)
    solver = cp_model.CpSolver()
    solver.solve(build(board)[0])
    turned, reason = answered(PIPES, board, str(solver.response_proto))
    assert reason == ""
    assert turned.tiles in solve(board, limit=None).solutions


@pytest.mark.parametrize(
    "text", ["", "sat\n((x1 true))", "status: OPTIMAL\nsolution: 1\n", "open = [1]", "v 1 2 0"]
)
def test_what_is_no_answer_is_refused_in_one_line(text):
    with pytest.raises(ValueError, match="minizinc") as told:
        answered(PIPES, puzzle("pipes", "2x1w:11"), text)
    assert not isinstance(told.value, NoBoardError)
    assert "\n" not in str(told.value)
