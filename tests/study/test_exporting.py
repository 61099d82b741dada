"""Rows as CSV and Parquet: all that was stored, whole or not at all."""

import csv
import json
import sqlite3
import sys

import pytest

from cpstudy.study.store import Store


def wide(path):
    with Store(path, read_only=True) as store:
        table = store._execute("SELECT * FROM results")
        return [column[0] for column in table.description], table.fetchall()


def test_csv_round_trip(filled, tmp_path):
    with Store(filled) as store:
        store.export_csv(tmp_path / "rows.csv")
    heading, rows = wide(filled)
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        table = [*csv.reader(file)]
    assert table == [heading, *([str(value) for value in row] for row in rows)]
    assert any("\n" in json.loads(row[15]).get("text", "") for row in table[1:])


def test_parquet_round_trip(filled, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("cpstudy.study.exporting._TOGETHER", 50)  # several pieces
    with Store(filled) as store:
        store.export_parquet(tmp_path / "rows.parquet")
    heading, rows = wide(filled)
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.column_names == heading
    assert [tuple(row.values()) for row in table.to_pylist()] == rows


def test_an_empty_table_is_exported_too(path, tmp_path):
    with Store(path) as store:
        store.export_csv(tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text().count("\n") == 1


def test_parquet_without_pyarrow(filled, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with Store(filled) as store, pytest.raises(ValueError, match=r"pip install 'cpstudy\[parquet"):
        store.export_parquet(tmp_path / "rows.parquet")
    assert not (tmp_path / "rows.parquet").exists()


def test_an_export_that_fails_leaves_the_old_file(filled, tmp_path):
    target = tmp_path / "rows.csv"
    target.write_text("old")
    with Store(filled) as store:
        store._connection.close()
        with pytest.raises(sqlite3.ProgrammingError):
            store.export_csv(target)
    assert target.read_text() == "old"
    assert not [*tmp_path.glob("*.part")]
    with Store(filled) as store, pytest.raises(ValueError, match="No such file"):
        store.export_csv(tmp_path / "none" / "rows.csv")
