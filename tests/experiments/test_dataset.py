"""The data set: valid records, changed ones that are refused, packages that describe all fields."""

import gzip
import hashlib
import json

import pytest

from cpstudy import puzzles
from experiments import dataset
from experiments.dataset import FIELDS, KINDS, LEVELS, check, describe, record, setting

ROWS = dataset.Path(__file__).parents[2] / "experiments" / "dataset-sample"


def of(name, text):
    return record(name, "easy", 0, puzzles.kind(name).puzzle.decode(text), None)


@pytest.mark.parametrize(
    ("name", "kind_of"), [("pipes", "proof"), ("akari", "deduction"), ("rush_hour", "plan")]
)
def test_a_record_holds(name, kind_of):
    row = of(name, puzzles.kind(name).example)
    assert row["certificate"]["type"] == kind_of
    assert check(row) == ""
    assert row["verdict"] == ("reachable" if name == "rush_hour" else "unique")


def test_changed_records_do_not_hold():
    row = of("pipes", puzzles.kind("pipes").example)
    other = "0" if row["solution"][-1] != "0" else "1"
    assert check(row | {"solution": row["solution"][:-1] + other})
    empty = dataset._packed(dataset.Certificate("", "", "", "1 0\n"))
    assert check(row | {"certificate": empty})
    moved = of("rush_hour", puzzles.kind("rush_hour").example)
    assert check(moved | {"grade": "1"})


def test_an_ambiguous_board_is_no_record():
    with pytest.raises(RuntimeError, match="many"):
        of("pipes", "2x1w:11")


def test_every_kind_has_every_level():
    assert len(KINDS) == 10
    for name in KINDS:
        kind = puzzles.kind(name)
        for level in LEVELS:
            algorithm, size, _ = setting(kind, level)
            assert algorithm in kind.generators and min(size) > 3


def test_a_level_goes_on_after_a_kill(tmp_path, monkeypatch):
    """Existing blocks are read, and a board that an earlier block contains is left out."""
    monkeypatch.setattr(dataset, "BLOCK", 4)
    monkeypatch.setattr(
        dataset, "setting", lambda *_: ("wilson", (3, 3), "local")
    )  # so small that different seeds give equal boards
    rows = [*dataset.boards("pipes", "easy", 9, tmp_path, 1)]
    parts = sorted(tmp_path.iterdir())
    blocks = [dataset.block("pipes", "easy", 4, tmp_path, 2026 + n) for n in range(len(parts))]
    assert [row["id"] for row in rows] == [f"pipes-easy-{n}" for n in range(9)]
    last = rows[-1]["seed"]
    assert last == 2025 + len(parts)
    assert sum(row["seed"] < last for row in rows) < sum(map(len, blocks[:-1]))  # one was repeated
    parts[-1].unlink()
    kept = parts[0].stat().st_mtime_ns
    assert [*dataset.boards("pipes", "easy", 9, tmp_path, 1)] == rows
    assert parts[0].stat().st_mtime_ns == kept
    parts[0].write_text("")  # it is read, not made again: nothing new, so the level ends
    assert [*dataset.boards("pipes", "easy", 9, tmp_path, 1)] == []


def test_packages_describe_every_field(tmp_path):
    (tmp_path / "boards").mkdir()
    data = gzip.compress(b"{}\n", mtime=0)
    (tmp_path / "boards" / "pipes.jsonl.gz").write_bytes(data)
    describe(tmp_path, 1)
    frictionless, croissant = (
        json.loads((tmp_path / f"{name}.json").read_text()) for name in ("datapackage", "croissant")
    )
    names = [name for name, _, _ in FIELDS]
    (resource,) = frictionless["resources"]
    assert [field["name"] for field in resource["schema"]["fields"]] == names
    assert resource["hash"] == f"sha256:{hashlib.sha256(data).hexdigest()}"
    fields = croissant["recordSet"][0]["field"]
    assert [field["name"] for field in fields] == [n for n, what, _ in FIELDS if what != "object"]
    assert hashlib.sha256(data).hexdigest() in (tmp_path / "SHA256SUMS").read_text()


def test_too_much_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(dataset, "LARGEST", 3)
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "pipes.jsonl.gz").write_bytes(b"1234")
    with pytest.raises(RuntimeError, match="4 bytes, 3 at most"):
        describe(tmp_path, 1)


def test_the_committed_sample_is_whole():
    sums = dict(
        reversed(line.split("  ")) for line in (ROWS / "SHA256SUMS").read_text().splitlines()
    )
    assert sorted(sums) == sorted(f"boards/{name}.jsonl.gz" for name in KINDS)
    for name in KINDS:
        path = ROWS / "boards" / f"{name}.jsonl.gz"
        assert hashlib.sha256(path.read_bytes()).hexdigest() == sums[f"boards/{name}.jsonl.gz"]
        with gzip.open(path, "rt", encoding="utf-8") as file:
            rows = [json.loads(line) for line in file]
        assert [row["level"] for row in rows] == [level for level in LEVELS for _ in range(10)]
        assert len({row["puzzle"] for row in rows}) == len(rows)
        generators = puzzles.kind(name).generators
        for row in rows:  # the same version generates the same boards
            assert row["generator_version"] == generators[row["algorithm"]].version, row["id"]
        assert check(rows[0]) == ""
