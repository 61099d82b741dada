"""Several solvers in one command: a table, a line a puzzle and solver, exit codes."""

import json

import pytest

from cpstudy.api import compared_solvers
from cpstudy.puzzles import kind
from tests.cli.test_contracts import cpstudy

pytest.importorskip("pysat.solvers")

UNIQUE, MANY = "2x1:11", "2x1w:11"


def test_verify_with_all_solvers():
    result = cpstudy("verify", "--solver", "all", UNIQUE, MANY, "2x1:zz")
    assert result.exit_code == 2
    assert result.stdout.startswith(f"{UNIQUE}\tunique\n{MANY}\tmany\n")
    for row in compared_solvers(kind("pipes"), "all"):
        assert row.name in result.stdout
    rows = [
        json.loads(line)
        for line in cpstudy(
            "verify", "--solver", "sat:lazy,sat:planar", "--json", UNIQUE, MANY
        ).stdout.splitlines()
    ]
    results, summary = rows[:3], rows[3:]
    assert [(r["solver"], r["verdict"]) for r in results] == [
        ("sat:lazy", "unique"), ("sat:planar", "unique"), ("sat:lazy", "many"),
    ]  # fmt: skip
    assert [(r["solver"], r["puzzles"], r["refused"]) for r in summary] == [
        ("sat:lazy", 2, 0), ("sat:planar", 1, 1),
    ]  # fmt: skip
    assert all(r["total_seconds"] > 0 for r in summary)
    generated = cpstudy(
        "verify", "--solver", "sat:lazy,cpsat", "--size", "4", "--count", "2", "--json"
    )
    assert generated.exit_code in (0, 1)
    assert len(generated.stdout.splitlines()) == 5 * 2 * 2 + 2
    assert cpstudy("verify", "--solver", "all,magic", UNIQUE).exit_code == 2
    assert cpstudy("verify", "--solver", "all", UNIQUE).exit_code == 0
    unknown = cpstudy("verify", "--solver", "cpsat,sat:lazy", "--seconds", "0", UNIQUE)
    assert unknown.exit_code == 3
