"""MiniZinc: Debian's minizinc says what brute force says; answers are read, others refused."""

import random
import shutil
import subprocess
from collections import Counter

import pytest

from cpstudy import puzzle
from cpstudy.core.text import NoBoardError
from cpstudy.puzzles.pipes.formats.minizinc import read_answer, write
from tests.puzzles.pipes import oracle
from tests.puzzles.pipes.instances import random_board

MINIZINC = shutil.which("minizinc")


def answers(board, tmp_path):
    """Up to two solutions, by the program; None where it says that there is none."""
    file = tmp_path / "board.mzn"
    file.write_text(write(board), encoding="utf-8")
    ended = subprocess.run(
        ["minizinc", "-n", "2", file], capture_output=True, text=True, check=True
    )
    if "=====UNSATISFIABLE=====" in ended.stdout:
        with pytest.raises(NoBoardError):
            read_answer(board, ended.stdout)
        return set()
    parts = [part for part in ended.stdout.split("----------") if "open = " in part]
    return {read_answer(board, part) for part in parts}


@pytest.mark.skipif(MINIZINC is None, reason="Debian's minizinc is missing")
def test_minizinc_agrees_with_brute_force(tmp_path):
    rng = random.Random(5)
    met = Counter()
    fixed = ["1x1:0", "1x1:1", "2x1:55", "2x1w:11", "2x1:35", "3x3w:654eb6414", "5x1:14441"]
    boards = [puzzle("pipes", text) for text in fixed]
    while min(met.get(number, 0) for number in (0, 1, 2)) < 4 or boards:
        board = boards.pop() if boards else random_board(rng)
        expected = oracle.all_solutions(board)
        found = answers(board, tmp_path)
        assert found <= expected
        assert len(found) == min(2, len(expected)), board.encode()
        met[len(found)] += 1
    assert set(met) == {0, 1, 2}


def test_an_answer_that_is_none_is_refused():
    board = puzzle("pipes", "2x1w:11")
    with pytest.raises(ValueError, match="no line"):
        read_answer(board, "x = 3;")
    with pytest.raises(ValueError, match="2 edges, expected 4"):
        read_answer(board, "open = [1, 0]\n----------\n")
    assert read_answer(board, "open = [1, 0, 0, 0]\n----------\n") == bytes([1, 4])


def test_the_model_names_the_board_and_why_it_has_no_tree():
    assert write(puzzle("pipes", "2x1:35")).startswith("% 2x1:35\n")
    assert "constraint false; %" in write(puzzle("pipes", "3x1:111"))
