"""``cpstudy reproduce``: the list, a table with its verdict, JSON, invalid names."""

import json

import pytest
from click.testing import CliRunner

from cpstudy.cli import main
from cpstudy.core.deferred_imports import resolve
from cpstudy.reproducing import hegeman
from cpstudy.reproducing.items import ITEMS


def reproduce(*arguments):
    return CliRunner().invoke(main, ["reproduce", *arguments])


def test_the_list():
    lines = reproduce().stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(ITEMS)
    rows = [json.loads(line) for line in reproduce("--json").stdout.splitlines()]
    assert [row["name"] for row in rows] == list(ITEMS)
    assert {row["state"] for row in rows} >= {"reproduced"}


# The number of numbered tables and figures in each source; the two others have none.
NUMBERED = {
    ("hegeman", "table"): 7,
    ("hegeman", "figure"): 13,
    ("willems", "table"): 1,
    ("willems", "figure"): 16,
    ("kamies", "table"): 5,
    ("kamies", "figure"): 5,
}


@pytest.mark.parametrize(("source", "what"), NUMBERED)
def test_every_numbered_table_and_figure_is_listed(source, what):
    begin = f"{source}/{what}"
    numbers = {int(name.removeprefix(begin)) for name in ITEMS if name.startswith(begin)}
    assert numbers == {*range(1, NUMBERED[source, what] + 1)}


def test_every_item_names_a_function_or_says_why_not():
    for item in ITEMS.values():
        assert item.function or item.note, item.name
        if item.function:
            assert resolve(item.function).__doc__, item.name


@pytest.mark.parametrize("name", ["hegeman/table3", "hegeman/table6", "yurichev/instance"])
def test_what_agrees_is_not_rejected(name):
    result = reproduce(name, "--json")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    ends = [row for row in rows if "verdict" in row]
    assert ends and {row["verdict"] for row in ends} <= {"not rejected", "equal", ""}
    cells = [row for row in rows if "what" in row]
    assert all(row["published"] and row["ours"] for row in cells)


def test_a_misprint_is_seen():
    """The published number of variables for 15x15 with b = n²/2 repeats that of the line above."""
    rows = [json.loads(line) for line in reproduce("hegeman/table4", "--json").stdout.splitlines()]
    unequal = [row for row in rows if row.get("equal") is False]
    assert [(row["part"], row["published"], row["ours"]) for row in unequal] == [
        ("15x15, b = 112", "25571", "127151")
    ]


def test_kept_rows_go_on(tmp_path, monkeypatch):
    monkeypatch.setitem(hegeman._MAZES, "small", 150)
    file = tmp_path / "rows.sqlite"
    first = reproduce("hegeman/table5", "--rows", str(file))
    assert "read as unique safe states" in first.stdout
    size = file.stat().st_size
    assert reproduce("hegeman/table5", "--rows", str(file)).stdout == first.stdout
    assert file.stat().st_size == size
    assert "rejected, p < 1e-12" in first.stdout  # read as unique solutions


@pytest.mark.parametrize("name", ["hegeman/table9", "kamies/figure3"])
def test_names_that_cannot_be_run(name):
    result = reproduce(name)
    assert result.exit_code == 2
    assert result.stdout == ""
