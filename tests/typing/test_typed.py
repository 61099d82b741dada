"""A type checker finds the classes and solutions of the kinds in ``cpstudy``, and no Any."""

import inspect
import re
from pathlib import Path

import pytest

import cpstudy
from cpstudy import api, typed
from cpstudy.puzzles import PUZZLES
from tests.typing import overloads

ROOT = Path(__file__).parents[2]

# The revealed type stands after each line. Mypy is strict: an error in any line fails the test.
SCRIPT = """
import cpstudy
from cpstudy import Result, generate, puzzle, read, register_solver, solve, verify
from cpstudy.core.solving import Request
from cpstudy.puzzles.pipes.puzzle import Pipes

board = puzzle("pipes", "2x1:11")
reveal_type(board)  # Pipes
reveal_type(solve(board).solutions)  # tuple[bytes, ...]
pieces = puzzle("edge-matching", "1x1:0,0,0,0")
reveal_type(verify(pieces).solutions)  # tuple[tuple[tuple[int, int], ...], ...]
reveal_type(puzzle("sudoku", "1...3.....2...4.").order)  # int
reveal_type(cpstudy.explore(puzzle("bridge_torch", "1,2")).verdict)  # Reachability
reveal_type(read("kenken", "boards.txt"))  # list[KenKen]
reveal_type([*generate("masyu", "regions", 5, unique=True)])  # list[tuple[Masyu, bytes]]
reveal_type(next(generate("rush_hour", "random", (6, 6), moves=9))[0])  # RushHour
name: str = "pipes"
reveal_type(puzzle(name, "2x1:11"))  # Puzzle
reveal_type(puzzle("2x1:11"))  # Puzzle
reveal_type(cpstudy.count(board))  # int | None


def mine(puzzle: Pipes, request: Request) -> Result[bytes]:
    return Result((puzzle.tiles,), exhausted=True)


reveal_type(register_solver("pipes", mine))  # Solver
reveal_type(solve(board, "mine", found=lambda placement: print(placement.hex())))  # Result[bytes]
"""


def test_the_file_is_what_the_table_of_kinds_says():
    assert overloads.FILE.read_text(encoding="utf-8") == overloads.written()
    for name in PUZZLES:
        assert overloads.FILE.read_text("utf-8").count(f'Literal["{name}"') >= 2


def test_the_wishes_are_those_of_generate():
    parameters = inspect.signature(api.generate).parameters.values()
    named = {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
    assert set(typed.Wishes.__annotations__) == named
    assert inspect.getdoc(cpstudy.puzzle).startswith("Parse one puzzle")


def test_the_package_says_that_it_is_typed():
    assert (Path(cpstudy.__file__).parent / "py.typed").exists()


@pytest.mark.slow
def test_a_type_checker_sees_the_kinds(tmp_path, monkeypatch):
    mypy = pytest.importorskip("mypy.api")
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    monkeypatch.setenv("MYPYPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    out, err, _ = mypy.run(["--strict", "--cache-dir", str(ROOT / ".mypy_cache"), str(script)])
    lines = SCRIPT.splitlines()
    wanted = {at: line.partition("  # ")[2] for at, line in enumerate(lines, 1) if "  # " in line}
    seen = {
        int(line): re.sub(r"\w+\.(?=\w)|'|\"", "", shown)
        for line, shown in re.findall(r"script\.py:(\d+): note: Revealed type is (.*)", out)
    }
    assert seen == wanted, out + err
    assert "Any" not in " ".join(seen.values())
    assert not re.search(r"script\.py:\d+: error", out), out
