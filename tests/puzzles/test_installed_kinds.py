"""Kinds from other installed packages: all commands handle them, and no built-in kind changes."""

import json
import subprocess
from pathlib import Path

import pytest

import cpstudy
from tests import forking

TEMPLATE = Path(cpstudy.__file__).parent / "puzzles" / "template"


@pytest.fixture
def installed(tmp_path):
    """The templates as a package by another author, with its entry points, as pip installs it."""
    for name in ("logic", "moves"):
        source = (TEMPLATE / f"{name}.py").read_text(encoding="utf-8")
        (tmp_path / f"their_{name}.py").write_text(source, encoding="utf-8")
    info = tmp_path / "their_coins-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: their-coins\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[cpstudy.kinds]\ncoins = their_logic\njugs = their_moves\n"
    )
    return tmp_path


def run(installed: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(installed)!r})\n{forking.COMMAND}"
    return forking.run(code, arguments, imported=forking.LIGHT, text=True)


def test_it_is_listed_and_solved(installed):
    kinds = [
        json.loads(line)["kind"]
        for line in run(installed, "puzzles", "--json").stdout.split("\n")
        if line
    ]
    assert kinds[0] == "pipes"
    assert kinds[-2:] == ["coins", "jugs"]
    verified = run(installed, "verify", "--puzzle", "coins", "3,5,9=8", "3,5,8=8", "2,4=5")
    assert verified.returncode == 1
    assert [line.split("\t")[1] for line in verified.stdout.splitlines()] == [
        "unique",
        "many",
        "none",
    ]
    assert run(installed, "solve", "--puzzle", "coins", "3,5,9=8").stdout == "110\n"
    assert run(installed, "count", "--puzzle", "coins", "3,5,8=8").stdout == "3,5,8=8\t2\n"
    explored = run(installed, "explore", "jugs", "3,5:4")
    assert explored.stdout.startswith("3,5:4\tfound in 6 moves\t")
    assert "brute-force" in run(installed, "solvers", "--puzzle", "coins").stdout
    assert "coins" in run(installed, "puzzles").stdout


def test_its_faults_are_one_line(installed):
    for arguments, message in (
        (("verify", "--puzzle", "coins", "3,x=8"), "coin 1: 'x' is not a number"),
        (("explain", "--puzzle", "coins", "3=3"), "coins has no explanations"),
        (("generate", "--puzzle", "coins"), "coins has no generator"),
    ):
        result = run(installed, *arguments)
        assert result.returncode == 2
        (line,) = result.stderr.splitlines()
        assert message in line


def test_a_name_of_ours_cannot_be_taken(installed):
    points = installed / "their_coins-1.0.dist-info" / "entry_points.txt"
    points.write_text("[cpstudy.kinds]\npipes = their_logic\n")
    result = run(installed, "puzzles")
    assert result.returncode == 2
    (line,) = result.stderr.splitlines()
    assert "kind 'pipes' of their_logic: the name is taken" in line
