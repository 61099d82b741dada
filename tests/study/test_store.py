"""The result file: resumed, refused when foreign or damaged, read lazily, exported."""

import csv
import itertools
import json
import sqlite3
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpstudy import Budget, Result, Solvable, Stop, Verdict
from cpstudy.study.grid import Cell, Grid, Outcome, Study, canonical_json
from cpstudy.study.rows import Origin, entry
from cpstudy.study.run import origin, run
from cpstudy.study.schema import SCHEMA_VERSION
from cpstudy.study.store import Store
from tests.study import tasks


@pytest.fixture
def path(tmp_path):
    return tmp_path / "rows.db"


@pytest.fixture
def filled(path):
    with Store(path) as store:
        run(tasks.study(), store, tasks.listed, jobs=1)
    return path


def one_line(caught):
    return "\n" not in str(caught.value)


# Keys


def test_a_key_is_the_same_for_equal_settings():
    def key(params, budget):
        return Cell("toy", params, budget, "s", 1, "steps", 1).key

    assert key({"a": 1, "b": 2}, Budget(seconds=1)) == key({"b": 2, "a": 1}, Budget(seconds=1.0))
    assert key({"a": np.int64(1)}, Budget()) == key({"a": 1}, Budget())
    assert key({"a": 1}, Budget()) != key({"a": True}, Budget())
    assert json.loads(key({"a": 1}, Budget(iterations=5)))["budget"] == {"iterations": 5}


@pytest.mark.parametrize("change", [
    {"kind": "x"}, {"params": {"inner": 2}}, {"budget": Budget(iterations=2)}, {"solver": "x"},
    {"solver_version": 2}, {"generator_version": 2},
])  # fmt: skip
def test_every_part_is_in_the_key(change):
    fields = {
        "kind": "toy", "params": {"inner": 1}, "budget": Budget(iterations=1), "solver": "s",
        "solver_version": 1, "counter": "steps", "generator_version": 1,
    }  # fmt: skip
    assert Cell(**fields).key != Cell(**(fields | change)).key


@pytest.mark.parametrize("value", [float("nan"), {1, 2}, b"x", 1j])
def test_what_is_not_json_is_refused(value):
    with pytest.raises(ValueError, match="not a JSON value") as caught:
        canonical_json({"a": value})
    assert one_line(caught)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=3,
)  # fmt: skip


@given(st.dictionaries(st.text(), json_values))
def test_canonical_json_says_the_same(value):
    assert json.loads(canonical_json(value)) == value
    assert canonical_json(dict(reversed(value.items()))) == canonical_json(value)


def test_a_grid_is_every_combination():
    grid = Grid({"a": [1, 2], "b": "xyz"})
    assert len(grid) == len([*grid]) == 6
    assert [*grid][:4] == [
        {"a": 1, "b": "x"}, {"a": 1, "b": "y"}, {"a": 1, "b": "z"}, {"a": 2, "b": "x"},
    ]  # fmt: skip
    assert {"a": 2, "b": "z"} in grid
    assert {"a": 3, "b": "z"} not in grid
    assert {"a": 2} not in grid


def test_a_huge_grid_costs_nothing():
    study = tasks.study(cells=(10**6, 10**6), seeds=10**6)
    assert len(study) == 10**18
    assert [cell.params["outer"] for cell in itertools.islice(study, 3)] == [1, 2, 3]


def test_bad_studies_and_outcomes():
    with pytest.raises(ValueError, match="no cells"):
        tasks.study(cells=(0, 1))
    with pytest.raises(ValueError, match="no seeds"):
        tasks.study(seeds=0)
    with pytest.raises(ValueError, match="seeds must not be negative"):
        Study("toy", [{}], range(3, -2, -1), "s", 1, "n", 1)
    for cells, seeds in (((1, 1), 2**64), ((4, 3), 2**62), ((2**40, 2**40), 1)):
        with pytest.raises(ValueError, match="more runs than can be numbered"):
            tasks.study(cells=cells, seeds=seeds)
    with pytest.raises(ValueError, match="more runs than can be numbered"):
        Study("toy", [{}], range(2**63, 2**63 + 1), "s", 1, "n", 1)
    with pytest.raises(ValueError, match="iterations must not be negative"):
        Outcome(-1, Stop.DONE, Solvable.NO, Verdict.NONE, 0.0)


def test_the_outcome_of_a_result():
    result = Result(solutions=((1,),), stop=Stop.LIMIT, counters={"steps": 7}, seconds=0.5)
    outcome = Outcome.of(result, "steps", {"text": "x"})
    assert (outcome.iterations, outcome.stop, outcome.seconds) == (7, Stop.LIMIT, 0.5)
    assert outcome.solvable is Solvable.YES
    assert outcome.extra == {"text": "x"}
    with pytest.raises(ValueError, match="no counter 'nodes'"):
        Outcome.of(result, "nodes")


# Rows


def test_rows_come_back_as_they_went_in(filled):
    with Store(filled, read_only=True) as store:
        rows = [*store.rows()]
        cells = [*store.cells()]
        assert len(store) == len(rows) == 120
    assert cells == [*tasks.study()]
    assert [(row.cell, row.seed) for row in rows] == [
        (cell, seed) for cell in tasks.study() for seed in range(10)
    ]
    for row in rows:
        wanted = tasks.outcome(row.cell, row.seed)
        for name in ("iterations", "stop", "solvable", "verdict", "counters", "extra"):
            assert getattr(row, name) == getattr(wanted, name)
        assert row.origin == origin()


def test_rows_of_a_study_only(filled):
    with Store(filled) as store:
        study = replace(tasks.study(cells=(2, 5)), seeds=range(1, 20, 4))
        rows = [*store.rows(study)]
        assert [row.seed for row in rows] == [1, 5, 9] * 6
        assert not [*store.rows(tasks.study(solver_version=2))]


def test_reading_is_lazy_and_adding_meanwhile_is_allowed(filled):
    with Store(filled) as store:
        rows = store.rows()
        next(rows)
        run(tasks.study(seeds=12), store, tasks.listed, jobs=1)
        assert len([*rows]) >= 119


def test_effort_and_censoring(path):
    limited, timed = Budget(iterations=1000), Budget(seconds=1)
    cases = [
        (limited, Stop.ITERATIONS, 1003, (1000, True)),
        (limited, Stop.TIME, 400, (400, True)),
        (limited, Stop.LIMIT, 400, (400, False)),
        (limited, Stop.DONE, 400, (400, False)),
        (limited, Stop.MEMORY, 400, (400, True)),
        (timed, Stop.ITERATIONS, 1003, (1003, True)),
    ]
    with Store(path) as store:
        for seed, (budget, stop, iterations, wanted) in enumerate(cases):
            cell = next(iter(tasks.study(budget=budget)))
            outcome = Outcome(iterations, stop, Solvable.UNKNOWN, Verdict.UNKNOWN, 0.0)
            store.add([entry(store.register(cell), seed, outcome)], origin())
            row = next(row for row in store.rows() if row.seed == seed)
            assert (row.effort, row.censored) == wanted


def test_numpy_numbers_are_stored_as_numbers(path):
    with Store(path) as store:
        number = store.register(next(iter(tasks.study())))
        outcome = Outcome(
            np.int64(5), Stop.DONE, Solvable.NO, Verdict.NONE, np.float64(0.5), {"n": np.int32(3)}
        )
        store.add([entry(number, 0, outcome)], origin())
        row = next(store.rows())
        assert (row.iterations, row.seconds, row.counters) == (5, 0.5, {"n": 3})


def test_a_batch_is_stored_whole_or_not_at_all(path):
    with Store(path) as store:
        number = store.register(next(iter(tasks.study())))
        good = entry(number, 0, tasks.outcome(next(iter(tasks.study())), 0))
        new = Origin("1", "2", "3")
        with pytest.raises(sqlite3.IntegrityError):
            store.add([good, good._replace(seed=1, stop=None)], new)
        with pytest.raises(OverflowError):
            store.add([good, good._replace(seed=2**63)], new)
        assert len(store) == 0
        store.add([good], new)
        store.add([good._replace(iterations=99)], origin())
        (row,) = store.rows()
        assert (row.iterations, row.origin) == (good.iterations, new)


def test_a_cell_with_another_counter_is_refused(filled):
    with Store(filled) as store, pytest.raises(ValueError, match="stored as steps, not nodes"):
        run(tasks.study(counter="nodes"), store, tasks.listed, jobs=1)


def test_every_column_of_a_row_is_in_the_view(filled):
    with Store(filled) as store:
        table = store._execute("SELECT * FROM results LIMIT 1")
        assert [column[0] for column in table.description] == [
            "key", "kind", "params", "seed", "budget", "solver", "solver_version",
            "generator_version", "counter", "iterations", "stop", "solvable", "verdict", "seconds",
            "counters", "extra", "cpstudy", "python", "machine", "created",
        ]  # fmt: skip
        assert table.fetchone()[0] == next(store.rows()).key


# Files


def test_two_stores_may_write_to_one_file(path):
    with Store(path) as first, Store(path) as second:
        run(tasks.study(seeds=4), first, tasks.listed, jobs=1)
        run(tasks.study(seeds=6), second, tasks.listed, jobs=1)
        run(tasks.study(), first, tasks.listed, jobs=1)
        assert len(first) == len(second) == 120


@pytest.mark.parametrize("content", [b"text\n", b"x" * 5000, b"SQLite format 3\0" + b"\0" * 200])
def test_a_file_of_another_kind_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(ValueError, match=r"rows\.db") as caught:
            Store(path, read_only=read_only)
        assert one_line(caught)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE rows (x)")
    connection.commit()
    connection.close()
    content = path.read_bytes()
    with pytest.raises(ValueError, match="not a result file of cpstudy"):
        Store(path)
    assert path.read_bytes() == content


def test_a_newer_schema_is_refused(filled):
    connection = sqlite3.connect(filled)
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()
    with pytest.raises(ValueError, match=f"of schema {SCHEMA_VERSION + 1}"):
        Store(filled)


def test_a_damaged_file_is_a_value_error(filled):
    content = bytearray(filled.read_bytes())
    content[4096:] = b"\xa5" * (len(content) - 4096)
    filled.write_bytes(content)
    with pytest.raises(ValueError, match=r"rows\.db") as caught, Store(filled) as store:
        [*store.rows()]
    assert one_line(caught)


def test_a_file_that_cannot_be_opened(tmp_path):
    for place in (tmp_path, tmp_path / "none" / "rows.db"):
        with pytest.raises(ValueError, match="unable to open"):
            Store(place)
    with pytest.raises(ValueError, match="unable to open"):
        Store(tmp_path / "missing.db", read_only=True)
    assert not (tmp_path / "missing.db").exists()


def test_an_odd_file_name(tmp_path):
    path = tmp_path / "a ?b#c%20 é.db"
    with Store(path) as store:
        run(tasks.study(), store, tasks.listed, jobs=1)
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


# Exports


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
