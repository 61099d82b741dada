"""The result file: resumed, refused if foreign or damaged, read lazily."""

import sqlite3
from dataclasses import replace

import numpy as np
import pytest

from cpstudy import Budget, Solvable, Stop, Verdict
from cpstudy.study.grid import Outcome, canonical_json
from cpstudy.study.rows import Origin, entry, row_of
from cpstudy.study.run import origin, run
from cpstudy.study.schema import SCHEMA_VERSION
from cpstudy.study.store import Store
from tests.study import tasks


def one_line(caught):
    return "\n" not in str(caught.value)


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


@pytest.mark.parametrize(
    "counters",
    [
        {},
        {"b": 1, "a": -2},
        {'a "quoted" name': 3},
        {"ä\n": 4, "50 %d": 5},
        {"n": True},
        {"n": 1.5},
    ],
)
def test_counters_are_canonical_json(path, counters):
    outcome = Outcome(5, Stop.DONE, Solvable.NO, Verdict.NONE, 0.5, counters)
    assert entry(1, 0, outcome).counters == canonical_json(counters)
    with Store(path) as store:
        number = store.register(next(iter(tasks.study())))
        store.add([entry(number, 0, outcome)], origin())
        (row,) = store.rows()
    assert row.counters == counters
    assert row.extra == {}


@pytest.mark.parametrize("text", ["", "{", "{} {}", "nonsense", '{"a": 1}, 2'])
def test_a_record_whose_counters_are_no_json_is_no_run(text):
    cell = next(iter(tasks.study()))
    record = (1, 0, 5, "done", "no", "none", 0.5, text, "{}", 0, 1)
    with pytest.raises(ValueError, match=r"seed 0 of .* is not a run"):
        row_of(cell, record, {1: origin()})
    spaced = (*record[:7], '{"a": 1} ', *record[8:])
    assert row_of(cell, spaced, {1: origin()}).counters == {"a": 1}


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


def _refuse(monkeypatch, times):
    """Make SQLite refuse WAL mode this number of times, as if another process requested it too."""
    refused = []
    execute = Store._execute

    def refusing(store, statement, *values):
        if statement == "PRAGMA journal_mode = WAL" and len(refused) < times:
            refused.append(statement)
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return execute(store, statement, *values)

    monkeypatch.setattr(Store, "_execute", refusing)
    return refused


@pytest.mark.parametrize("new", [True, False])
def test_who_opens_at_the_same_moment_as_another_waits(tmp_path, filled, monkeypatch, new):
    refused = _refuse(monkeypatch, 3)
    with Store(tmp_path / "new.sqlite" if new else filled) as store:
        assert len(store) == (0 if new else 120)
    assert len(refused) == 3


def test_who_opens_does_not_wait_for_ever(filled, monkeypatch):
    monkeypatch.setattr("cpstudy.study.store._LOCK_SECONDS", 0.05)
    refused = _refuse(monkeypatch, 1000)
    with pytest.raises(ValueError, match="database is locked") as caught:
        Store(filled)
    assert one_line(caught)
    assert 1 < len(refused) < 1000


def test_what_is_missing_of_steps(path):
    """The number of rows does not decide which seeds are missing: other seeds may lie between."""
    (cell, *_) = tasks.study()
    with Store(path) as store:
        number = store.register(cell)
        store.add([entry(number, seed, tasks.outcome(cell, seed)) for seed in (0, 1, 3)], origin())
        for seeds, missing in (
            (range(4), [2]),
            (range(0, 6, 2), [2, 4]),
            (range(4, -1, -2), [4, 2]),
            (range(3, -1, -3), []),
            (range(1, -1, -1), []),
            (range(0, 2), []),
            (range(4, 9, 2), [4, 6, 8]),
            (range(2, 0, -1), [2]),
        ):
            assert store.missing(number, seeds) == missing, seeds
