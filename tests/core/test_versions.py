"""Versions of packages come from metadata, versions of programs from their output or a hash."""

import os
from importlib.metadata import version

import pytest

from cpstudy.api import named_solver
from cpstudy.core.versions import NOT_INSTALLED, version_of, version_of_program
from cpstudy.puzzles import kind


def test_versions_of_packages():
    assert version_of("numpy") == version("numpy")
    assert version_of("no-such-distribution") == NOT_INSTALLED


@pytest.mark.skipif(os.name != "posix", reason="programs are shell scripts")
def test_versions_of_programs(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for name, script in {
        "cpstudy-says": "echo Solver 4.0.3-rc1 of 2024.10.01",
        "cpstudy-refuses": "echo 1.2.3; exit 1",
        "cpstudy-silent": ":",
    }.items():
        (tmp_path / name).write_text(f"#!/bin/sh\n{script}\n")
        (tmp_path / name).chmod(0o755)
    assert version_of_program("cpstudy-says") == "4.0.3-rc1"
    silent, refuses = map(version_of_program, ("cpstudy-silent", "cpstudy-refuses"))
    assert silent.startswith("sha256:")
    assert refuses.startswith("sha256:") and refuses != silent
    assert version_of_program("cpstudy-none") == NOT_INSTALLED


def test_rows_name_what_they_rest_on():
    pipes = kind("pipes")
    assert named_solver(pipes, "search").versions == {}
    assert named_solver(pipes, "cpsat:contour").versions == {"ortools": version("ortools")}
    assert named_solver(pipes, "portfolio").versions == {"ortools": version("ortools")}
    sat = named_solver(pipes, "sat:lazy").versions
    assert sat == {"python-sat": version_of("python-sat"), "SAT solver": "minicard"}
    assert named_solver(pipes, "sat:lazy:glucose4").versions["SAT solver"] == "glucose4"
    assert [*named_solver(pipes, "smt").versions] == ["z3-solver"]
    kissat = named_solver(kind("sudoku"), "sat:kissat").versions["SAT solver"]
    assert kissat == f"kissat {version_of_program('kissat')}"
