"""Stamps of closed files: a file with a valid stamp is trusted, all others are checked in full."""

import random
import shutil
import sqlite3

import pytest

from cpstudy.study import integrity, stamps
from cpstudy.study.exporting import write_csv, write_parquet
from cpstudy.study.rows import entry
from cpstudy.study.run import origin, run
from cpstudy.study.store import Store
from tests.study import tasks


@pytest.fixture
def looks(monkeypatch):
    """A list with an entry for each full check of a file."""
    seen = []
    check = integrity.check
    monkeypatch.setattr(integrity, "check", lambda file: (seen.append(1), check(file))[1])
    return seen


def altered(path, statement):
    connection = sqlite3.connect(path)
    connection.executescript(statement)
    connection.close()


def test_a_closed_file_is_opened_by_its_stamp(filled, looks):
    for read_only in (True, False, True):
        with Store(filled, read_only=read_only) as store:
            assert len([*store.rows()]) == 120
    with Store(filled) as store:
        run(tasks.study(seeds=12), store, tasks.listed, jobs=1)
    with Store(filled) as store:
        assert len([*store.rows()]) == 144
    assert looks == []


def test_opening_and_closing_writes_no_new_stamp(filled, monkeypatch):
    monkeypatch.setattr(stamps, "leave", lambda file: pytest.fail("nothing changed"))
    with Store(filled) as store:
        assert len(store) == 120


def test_a_file_whose_writer_was_killed_is_looked_at_in_full(tmp_path, filled, looks):
    killed = tmp_path / "killed.db"
    with Store(filled) as store:
        run(tasks.study(seeds=12), store, tasks.listed, jobs=1)
        shutil.copy(filled, killed)
        shutil.copy(f"{filled}-wal", f"{killed}-wal")
    assert looks == []
    with Store(killed, read_only=True) as store:
        assert len(store) == 144
    assert looks == [1]
    for _ in range(2):  # the first checks, and leaves a stamp
        with Store(killed) as store:
            assert len(store) == 144
    assert looks == [1, 1]


def test_whatever_byte_is_altered_the_stamp_holds_no_more(filled):
    content = filled.read_bytes()
    connection = sqlite3.connect(filled)
    (page,) = connection.execute(
        "SELECT rootpage FROM sqlite_master WHERE name = 'stamp'"
    ).fetchone()
    connection.close()
    rng = random.Random(0)
    places = [*range(100, 140), *(rng.randrange(140, len(content)) for _ in range(150))]
    covered = 0
    for place in places:
        if (page - 1) * 4096 <= place < page * 4096:
            continue
        changed = bytearray(content)
        changed[place] ^= rng.randrange(1, 256)
        filled.write_bytes(changed)
        connection = sqlite3.connect(filled)
        try:
            assert not stamps.matches(connection)
        except sqlite3.DatabaseError:
            pass
        else:
            covered += 1
        connection.close()
    assert covered > 100


def test_rows_that_were_lost_or_added_while_it_was_open_are_not_stamped(tmp_path, filled):
    for number, statement in enumerate(
        (
            "DELETE FROM rows WHERE cell = 3 AND seed = 4",
            "INSERT INTO rows SELECT cell, seed + 99, iterations, stop, solvable, verdict, "
            "seconds, counters, extra, created, origin, digest FROM rows "
            "WHERE cell = 3 AND seed = 4",
        )
    ):
        path = shutil.copy(filled, tmp_path / f"{number}.db")
        with Store(path) as store:
            altered(path, statement)
            run(tasks.study(cells=(1, 1), seeds=12), store, tasks.listed, jobs=1)
        with pytest.raises(ValueError, match=r"damaged: (121 rows, but another|altered in rows)"):
            Store(path)


def test_a_row_that_was_altered_while_it_was_open_is_not_read(tmp_path, filled):
    with Store(filled) as store:
        altered(filled, "UPDATE rows SET iterations = 0 WHERE cell = 3 AND seed = 4")
        run(tasks.study(seeds=12), store, tasks.listed, jobs=1)
        with pytest.raises(ValueError, match="damaged: altered in rows: 3, 4"):
            [*store.rows()]
        with pytest.raises(ValueError, match="damaged: altered in rows: 3, 4"):
            write_csv(store, tmp_path / "rows.csv")
    with Store(filled, read_only=True) as store:
        for export in (write_csv, write_parquet):
            with pytest.raises(ValueError, match="damaged: altered in rows: 3, 4"):
                export(store, tmp_path / "rows")
        with pytest.raises(ValueError, match="damaged: altered in rows: 3, 4"):
            [*store.rows()]
    assert [one.name for one in tmp_path.iterdir()] == ["rows.db"]


def test_large_files_have_no_stamp(filled, looks, monkeypatch):
    monkeypatch.setattr(stamps, "_LARGEST", 4096)
    for _ in range(2):
        with Store(filled) as store:
            run(tasks.study(seeds=12), store, tasks.listed, jobs=1)
            assert len([*store.rows()]) == 144
    assert looks == [1, 1]


def test_files_of_versions_without_stamps_are_looked_at_and_get_one(filled, looks):
    altered(filled, "DROP TABLE stamp")
    for read_only in (True, False, True, False):
        with Store(filled, read_only=read_only) as store:
            assert len([*store.rows()]) == 120
    assert looks == [1, 1]


def test_a_writer_that_closes_while_somebody_reads_leaves_a_stamp(filled, looks):
    with Store(filled) as store:
        run(tasks.study(seeds=11), store, tasks.listed, jobs=1)
        reader = Store(filled, read_only=True)  # while the stamp is that of fewer rows
        rows = reader.rows()
        next(rows)
    assert looks == [1]
    with Store(filled, read_only=True) as store:
        assert len([*store.rows()]) == 132
    assert looks == [1]
    assert len([*rows]) == 131
    reader.close()


def test_the_last_of_two_writers_leaves_the_stamp(filled, looks):
    with Store(filled) as first:
        with Store(filled) as second:
            run(tasks.study(seeds=12), second, tasks.listed, jobs=1)
            run(tasks.study(seeds=13), first, tasks.listed, jobs=1)
        run(tasks.study(seeds=14), first, tasks.listed, jobs=1)
    with Store(filled) as store:
        assert len([*store.rows()]) == 168
    assert looks == []


def test_the_missing_seeds_are_those_without_a_row(filled):
    rng = random.Random(0)
    with Store(filled) as store:
        cell = next(iter(tasks.study()))
        number = store.register(cell)
        stored = {*range(10), 12, 13, 17, 20, 21, 22, 23, 24, 30}
        outcome = tasks.outcome(cell, 1)
        store.add([entry(number, seed, outcome) for seed in stored], origin())
        lengths = set()
        for _ in range(500):
            step = rng.choice((1, 1, 1, -1, 2, 3, -2))
            first, last = sorted(rng.choices(range(35), k=2))
            seeds = range(first, last + 1, step) if step > 0 else range(last, first - 1, step)
            missing = store.missing(number, seeds)
            assert missing == [seed for seed in seeds if seed not in stored]
            lengths.add((not missing, len(missing) == len(seeds)))
    assert len(lengths) == 3, "all, none and some"
