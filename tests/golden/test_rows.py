"""The suite reproduces its golden rows: every twentieth by default, all as a slow test."""

import gzip
import json
import random
from collections import Counter

import pytest

from cpstudy import api
from cpstudy.puzzles import PUZZLES
from tests.golden import rows

KINDS = tuple(rows.METHODS)
SHOWN = 20

# The verdicts that must occur in a column of a kind; each but "unknown" must occur 50 times.
SOLVED = {"none", "unique", "many"}
REACHED = {"found", "unreachable"}
OCCURRING = {
    "pipes": ("search.verdict", SOLVED),
    "hexpipes": ("search.verdict", SOLVED),
    "edge_matching": ("snopf.verdict", SOLVED | {"unknown"}),
    "sokoban": ("bfs.verdict", REACHED | {"unknown"}),
    "bloxorz": ("bfs.verdict", REACHED),
    "rush_hour": ("dfs.verdict", REACHED | {"unknown"}),
    "sliding_tiles": ("ida.verdict", REACHED | {"unknown"}),
    "river_crossing": ("bfs.verdict", REACHED),
    "bridge_torch": ("bfs.verdict", REACHED | {"unknown"}),
    "missionaries": ("bfs.verdict", REACHED),
    "sudoku": ("search.verdict", SOLVED),
    "jigsaw": ("search.verdict", SOLVED),
    "kenken": ("search.verdict", SOLVED),
    "picross": ("portfolio.verdict", SOLVED),
    "nurikabe": ("portfolio.verdict", SOLVED),
    "slitherlink": ("portfolio.verdict", SOLVED),
    "masyu": ("portfolio.verdict", SOLVED),
}


def test_every_kind_has_rows():
    assert set(KINDS) == set(PUZZLES)


def check(kind, every):
    found = [line for golden in rows.read(kind)[::every] for line in rows.differences(kind, golden)]
    by_column = Counter(line.partition(": expected")[0].rpartition(" ")[2] for line in found)
    if found:
        head = f"{len(found)} differences, by column: {dict(by_column)}"
        pytest.fail("\n".join([head, *found[:SHOWN]]), pytrace=False)


@pytest.mark.parametrize("kind", KINDS)
def test_every_twentieth_row_is_as_recorded(kind):
    check(kind, 2 * rows.TENTH)


@pytest.mark.pure
@pytest.mark.parametrize(
    "every", [520, pytest.param(rows.TENTH, marks=pytest.mark.slow)], ids=["two", "a tenth"]
)
@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_uncompiled_kernels_are_as_recorded(kind, every):
    check(kind, every)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_all_rows_are_as_recorded(kind):
    check(kind, 1)


@pytest.mark.parametrize("kind", KINDS)
def test_the_files_are_whole(kind):
    golden = rows.read(kind)
    assert len({text for text, _ in golden}) == len(golden) == rows.PUZZLES
    for index, (_, row) in enumerate(golden):
        assert list(row) == rows.columns(kind, tenth=index % rows.TENTH == 0)
    column, verdicts = OCCURRING[kind]
    met = Counter(row[column] for _, row in golden)
    assert set(met) == verdicts, met
    assert min(met[verdict] for verdict in verdicts - {"unknown"}) >= 50, met


@pytest.mark.parametrize("kind", KINDS)
def test_puzzles_can_be_drawn_anew(kind):
    rng = random.Random(5)
    drawn = [text for index in range(20) if (text := rows.DRAWS[kind](rng, index))]
    assert len(drawn) > 10
    for text in drawn:
        assert api.puzzle(kind, text).encode() == text


@pytest.mark.parametrize("kind", KINDS)
def test_an_altered_row_is_reported(kind):
    """An altered value in any column is reported, and so is a column that only one row has."""
    text, row = rows.read(kind)[0]
    for name, value in row.items():
        altered = rows.Golden(text, {**row, name: "altered"})
        assert rows.told(kind, altered, row) == [
            f"{kind} {text!r} {name}: expected 'altered', found {value!r}"
        ]
    name = next(iter(row))
    fewer = {other: value for other, value in row.items() if other != name}
    for one, other in ((row, fewer), (fewer, row)):
        (line,) = rows.told(kind, rows.Golden(text, one), other)
        assert f" {name}: " in line
        assert "no such column" in line
    assert rows.told(kind, rows.Golden(text, row), row) == []


def test_an_altered_file_fails(tmp_path, monkeypatch):
    whole = gzip.decompress((rows.FOLDER / "bridge_torch.jsonl.gz").read_bytes())
    names, first, second, *_ = whole.splitlines()
    values = json.loads(first)
    place = 1 + json.loads(names).index("bfs.states")
    values[place] += 1
    altered = b"\n".join([names, json.dumps(values).encode(), second])
    (tmp_path / "bridge_torch.jsonl.gz").write_bytes(gzip.compress(altered))
    monkeypatch.setattr(rows, "FOLDER", tmp_path)
    with pytest.raises(pytest.fail.Exception) as caught:
        check("bridge_torch", 1)
    head, line = str(caught.value).splitlines()
    assert head == "1 differences, by column: {'bfs.states': 1}"
    told = f"bfs.states: expected {values[place]}, found {values[place] - 1}"
    assert line == f"bridge_torch {values[0]!r} {told}"


def test_what_is_meant_to_differ_is_not_told(monkeypatch):
    golden = rows.Golden("1,2", {"bfs.states": 1, "bfs.depth": 2})
    found = {"bfs.states": 3, "bfs.depth": 2}
    assert len(rows.told("bridge_torch", golden, found)) == 1
    monkeypatch.setattr(rows, "NOT_COMPARED", frozenset({"bridge_torch bfs.states"}))
    assert rows.told("bridge_torch", golden, found) == []


def test_nothing_is_left_out_of_the_comparison():
    assert not rows.NOT_COMPARED


def test_the_same_rows_are_the_same_bytes(tmp_path, monkeypatch):
    texts = [text for text, _ in rows.read("river_crossing")[:20]]
    files = []
    monkeypatch.setattr(rows, "FOLDER", tmp_path)
    for _ in range(2):
        rows.write("river_crossing", texts)
        files.append((tmp_path / "river_crossing.jsonl.gz").read_bytes())
    assert files[0] == files[1]
    assert [text for text, _ in rows.read("river_crossing")] == texts
