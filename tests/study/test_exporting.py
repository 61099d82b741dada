"""Rows as CSV and Parquet: everything that was stored, and files that are whole or not written."""

import csv
import json
import sqlite3
import sys

import pytest

from cpstudy import Solvable, Stop, Verdict
from cpstudy.study.exporting import write_csv, write_parquet
from cpstudy.study.grid import Outcome
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.study import tasks


def stored(path):
    """Return what every exported row must contain, by column, from the stored rows."""
    result = []
    with Store(path, read_only=True) as store:
        for row in store.rows():
            one = {
                "key": row.key,
                "kind": row.cell.kind,
                "solver": row.cell.solver,
                "seed": row.seed,
                "iterations": row.iterations,
                "stop": row.stop.value,
                "seconds": row.seconds,
                "effort": row.effort,
                "censored": row.censored,
            }
            for values in (row.cell.params, row.counters, row.extra):
                one.update(values)
            result.append(one)
    return result


def test_csv_has_a_column_a_parameter(filled, tmp_path):
    with Store(filled) as store:
        write_csv(store, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        table = [*csv.DictReader(file)]
    expected = stored(filled)
    assert len(table) == len(expected)
    assert {"inner", "outer", "steps", "backtracks", "text"} <= set(table[0])
    assert not {"params", "counters", "extra"} & set(table[0])
    for row, result in zip(table, expected, strict=True):
        for name, value in result.items():
            assert row[name] == (json.dumps(value) if isinstance(value, bool) else str(value))
        assert row["text"] == result.get("text", "")
    assert any("\n" in row["text"] for row in table)


def test_parquet_has_a_typed_column_a_parameter(filled, tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    monkeypatch.setattr("cpstudy.study.exporting._TOGETHER", 50)  # several pieces
    with Store(filled) as store:
        write_parquet(store, tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    for row, result in zip(table.to_pylist(), stored(filled), strict=True):
        assert {name: row[name] for name in result} == result
        assert row["text"] == result.get("text")
    types = {name: str(table.schema.field(name).type) for name in ("inner", "text", "censored")}
    assert types == {"inner": "int64", "text": "string", "censored": "bool"}


def strange(task):
    """Return outcomes with taken names, values of several types, and integers beyond 64 bits."""
    values = ({"seed": 7, "a": 1}, {"a": "one", "big": 10**30}, {"a": 1.5, "list": [1, 2]})
    return [
        Outcome(1, Stop.DONE, Solvable.NO, Verdict.NONE, 0.5, {}, values[seed % 3])
        for seed in task.seeds
    ]


def test_what_is_no_plain_column_is_json(path, tmp_path):
    with Store(path) as store:
        run(tasks.study(cells=(1, 1), seeds=3), store, strange, jobs=1)
        with store.wide() as table:
            types = {column.name: column.type for column in table.columns}
            rows = [dict(zip(types, row, strict=True)) for row in table.rows]
        write_csv(store, tmp_path / "rows.csv")
    assert {name: types[name] for name in ("seed", "extra.seed", "a", "big", "list")} == {
        "seed": "whole", "extra.seed": "whole", "a": "json", "big": "json", "list": "json",
    }  # fmt: skip
    assert [row["extra.seed"] for row in rows] == [7, None, None]
    assert [row["seed"] for row in rows] == [0, 1, 2]
    assert rows[1]["big"] == 10**30
    with (tmp_path / "rows.csv").open(newline="", encoding="utf-8") as file:
        result = [*csv.DictReader(file)]
    assert (result[1]["big"], result[2]["list"], result[0]["list"]) == (str(10**30), "[1, 2]", "")


def test_an_empty_table_is_exported_too(path, tmp_path):
    with Store(path) as store:
        write_csv(store, tmp_path / "rows.csv")
    assert (tmp_path / "rows.csv").read_text().count("\n") == 1


def test_parquet_without_pyarrow(filled, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with Store(filled) as store, pytest.raises(ValueError, match=r"pip install 'cpstudy\[parquet"):
        write_parquet(store, tmp_path / "rows.parquet")
    assert not (tmp_path / "rows.parquet").exists()


def test_an_export_that_fails_leaves_the_old_file(filled, tmp_path):
    target = tmp_path / "rows.csv"
    target.write_text("old")
    with Store(filled) as store:
        store._connection.close()
        with pytest.raises(sqlite3.ProgrammingError):
            write_csv(store, target)
    assert target.read_text() == "old"
    assert not [*tmp_path.glob("*.part")]
    with Store(filled) as store, pytest.raises(ValueError, match="No such file"):
        write_csv(store, tmp_path / "none" / "rows.csv")
