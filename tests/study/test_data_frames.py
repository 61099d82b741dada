"""Rows as a data frame: parameters are columns, and no value is lost or misplaced."""

import sys

import pytest

from cpstudy import rows
from cpstudy.study import exporting
from cpstudy.study.store import Store


def test_a_row_a_run_with_its_parameters(filled):
    pytest.importorskip("pandas")
    frame = rows(filled)
    with Store(filled, read_only=True) as store:
        stored = list(store.rows())
    assert len(frame) == len(stored)
    for at, row in enumerate(stored):
        result = frame.iloc[at]
        assert (result["seed"], result["iterations"]) == (row.seed, row.iterations)
        assert (result["effort"], result["censored"]) == (row.effort, row.censored)
        for group, values in (
            ("params", row.cell.params),
            ("counters", row.counters),
            ("extra", row.extra),
        ):
            for name, value in values.items():
                column = f"{group}.{name}" if f"{group}.{name}" in frame else name
                assert result[column] == value
    assert frame["censored"].any() and not frame["censored"].all()


def test_polars_where_that_is_there(filled, monkeypatch):
    """Without pandas, polars is imported by its name and gets plain columns."""

    class Library:
        @staticmethod
        def DataFrame(columns):
            return columns

    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", Library)
    columns = exporting.rows(filled)
    assert len({len(values) for values in columns.values()}) == 1


def test_without_either(filled, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(ValueError, match="pandas or polars"):
        rows(filled)


def test_what_is_no_result_file(tmp_path):
    pytest.importorskip("pandas")
    with pytest.raises(ValueError, match="unable to open"):
        rows(tmp_path / "none.sqlite")
