"""Test the shares of mazes that are valid puzzles against independently measured shares."""

import json
from math import sqrt

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from tests.published import table

REFERENCE_COUNT = 5000


def compare(size: int, count: int) -> None:
    arguments = ["verify", "--json", "--size", str(size), "--count", str(count), "--seed", "1"]
    output = CliRunner().invoke(main, arguments).stdout
    rows = {row["algorithm"]: row for row in map(json.loads, output.splitlines())}
    assert rows["binary-tree"]["share"] == 1  # always valid (Hegeman2022, table 5)
    (reference,) = (row for row in table("valid_rates") if row["size"] == str(size))
    for name in ("depth-first", "kruskal", "prim", "wilson"):
        expected = float(reference[name]) / 100
        error = sqrt(expected * (1 - expected) * (1 / count + 1 / REFERENCE_COUNT))
        assert rows[name]["unknown"] == rows[name]["none"] == 0
        assert abs(rows[name]["share"] - expected) <= 3 * error, (name, rows[name])


@pytest.mark.parametrize("size", [5, 10])
def test_shares_of_valid_puzzles(size):
    compare(size, 250)


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 10, 15, 20])
def test_shares_of_valid_puzzles_over_a_thousand(size):
    compare(size, 1000)
