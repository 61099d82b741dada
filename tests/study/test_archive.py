"""An archive holds everything that was stored, in columns, and restores it."""

import itertools
import json
import sys
import time

import pytest

from cpstudy import Budget, Solvable, Stop, Verdict
from cpstudy.study.archive import archive, restored
from cpstudy.study.grid import Outcome
from cpstudy.study.run import run
from cpstudy.study.store import Store
from tests.study import tasks

ODD = [
    {"n": 1, "mixed": 1, "deep": {"a": [1, None]}, "seed": 5, "big": 2**63 - 1},
    {"n": 2, "mixed": "1", "deep": None, "flag": True, "big": -(2**63) + 1},
    {"n": 3, "mixed": 1.0, "x": 0.1 + 0.2, "flag": False, "solver": "a “name”\n"},
]


def odd(task):
    for seed in task.seeds:
        yield Outcome(
            seed, Stop.DONE, Solvable.YES, Verdict.UNIQUE, 0.1 * seed, {"steps": seed, "seed": 3},
            {"texts": ["a", {"b": None}], "seed": seed} if seed else {},
        )  # fmt: skip


def stored(path):
    """Return all rows, sorted, whatever the order of the cells."""
    with Store(path, read_only=True) as store:
        return sorted(
            (row.key, row.iterations, row.stop.value, row.solvable.value, row.verdict.value,
             row.seconds, json.dumps(dict(row.counters)), json.dumps(dict(row.extra)), row.origin,
             row.created, row.cell.counter, json.dumps(dict(row.cell.params), sort_keys=True))
            for row in store.rows()
        )  # fmt: skip


@pytest.fixture
def strange(tmp_path, monkeypatch):
    """A file with parameters of every JSON type, names that rows already have, and several budgets.

    Each batch has its own time, long ago.
    """
    path = tmp_path / "odd.db"
    moments = itertools.count(1_500_000_000)
    with Store(path) as store, monkeypatch.context() as changed:
        changed.setattr(time, "time", lambda: float(next(moments)))
        for budget in (Budget(), Budget(seconds=1.5, iterations=7)):
            run(tasks.study(cells=(1, 1), seeds=3, budget=budget), store, tasks.listed)
            for params in ODD:
                study = tasks.study(seeds=2, budget=budget, solver="odd")
                run(type(study)(**{**vars(study), "cells": [params]}), store, odd)
    return path


def test_there_and_back(strange, tmp_path):
    pytest.importorskip("pyarrow")
    with Store(strange, read_only=True) as store:
        archive(store, tmp_path / "rows.parquet")
    with Store(tmp_path / "back.db") as back:
        number = restored(tmp_path / "rows.parquet", back)
    assert stored(tmp_path / "back.db") == stored(strange)
    assert number == len(stored(strange)) > 10
    with Store(tmp_path / "back.db") as back:  # a second time adds nothing
        restored(tmp_path / "rows.parquet", back)
    assert stored(tmp_path / "back.db") == stored(strange)


def test_parameters_are_columns(filled, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    with Store(filled, read_only=True) as store:
        archive(store, tmp_path / "rows.parquet")
        rows = list(store.rows())
    table = parquet.read_table(tmp_path / "rows.parquet").to_pylist()
    assert [(r["inner"], r["outer"], r["seed"], r["backtracks"]) for r in table] == [
        (row.cell.params["inner"], row.cell.params["outer"], row.seed, row.counters["backtracks"])
        for row in rows
    ]


def test_a_restored_study_is_complete(filled, tmp_path):
    """A restored study runs no solver."""
    pytest.importorskip("pyarrow")
    with Store(filled, read_only=True) as store:
        archive(store, tmp_path / "rows.parquet")
    with Store(tmp_path / "back.db") as back:
        restored(tmp_path / "rows.parquet", back)
        assert run(tasks.study(), back, tasks.breaks).stored == len(tasks.study())


def test_some_rows_only(filled, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    with Store(filled, read_only=True) as store:
        archive(store, tmp_path / "some.parquet", list(store.rows())[:3])
        archive(store, tmp_path / "none.parquet", [])
    assert parquet.read_table(tmp_path / "some.parquet").num_rows == 3
    with Store(tmp_path / "none.db") as back:
        assert restored(tmp_path / "none.parquet", back) == 0


def test_what_is_no_archive(store, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "text.parquet").write_text("no")
    parquet.write_table(arrow.table({"x": [1]}), tmp_path / "other.parquet")
    for name in ("text", "other", "none"):
        with pytest.raises(ValueError, match=f"{name}.parquet"):
            restored(tmp_path / f"{name}.parquet", store)


def test_without_pyarrow(filled, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with Store(filled) as store, pytest.raises(ValueError, match=r"pip install 'cpstudy\[parquet"):
        archive(store, tmp_path / "rows.parquet")
    assert not (tmp_path / "rows.parquet").exists()
