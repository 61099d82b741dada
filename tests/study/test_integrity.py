"""Damaged result files are refused in one line that names them, or give the same table as before.

The damage is random: files cut off, bytes and runs of bytes altered, sectors lost, pages exchanged.
Records are altered, lost and doubled by SQL.
"""

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from cpstudy.study.exporting import write_csv
from cpstudy.study.integrity import sealed
from cpstudy.study.rows import entry
from cpstudy.study.run import origin, run
from cpstudy.study.store import Store
from tests.study import tasks

SCHEMA_1 = Path(__file__).with_name("schema_1.sql").read_text(encoding="utf-8")
COMPARED = (
    "key", "iterations", "stop", "solvable", "verdict", "counters", "extra", "origin",
)  # fmt: skip


def table(store):
    """Return all compared columns, without times."""
    return [tuple(getattr(row, name) for name in COMPARED) for row in store.rows()]


def exported(store, folder):
    write_csv(store, folder / "rows.csv")
    return (folder / "rows.csv").read_bytes()


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A file of several pages, as a sweep leaves it."""
    path = tmp_path_factory.mktemp("sound") / "rows.db"
    with Store(path) as store:
        run(tasks.study(seeds=25), store, tasks.listed, jobs=1)
    return path


# Damages


def cut_off(path, rng):
    content = path.read_bytes()
    path.write_bytes(content[: rng.randrange(len(content))])


def cut_at_a_page(path, rng):
    content = path.read_bytes()
    path.write_bytes(content[: 4096 * rng.randrange(1, len(content) // 4096)])


def bytes_altered(path, rng):
    content = bytearray(path.read_bytes())
    for _ in range(rng.choice((1, 1, 1, 4, 40))):
        content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
    path.write_bytes(content)


def header_altered(path, rng):
    content = bytearray(path.read_bytes())
    content[rng.randrange(100)] ^= 1 << rng.randrange(8)
    path.write_bytes(content)


def run_altered(path, rng):
    content = bytearray(path.read_bytes())
    length = rng.choice((2, 16, 512, 4096))
    place = rng.randrange(len(content) - length)
    content[place : place + length] = rng.choice((bytes(length), rng.randbytes(length)))
    path.write_bytes(content)


def pages_exchanged(path, rng):
    content = path.read_bytes()
    pages = [content[i : i + 4096] for i in range(0, len(content), 4096)]
    first, second = rng.sample(range(1, len(pages)), 2)
    pages[first], pages[second] = pages[second], pages[first]
    path.write_bytes(b"".join(pages))


STATEMENTS = (
    """UPDATE cells SET params = '{"inner":1}' WHERE id = 3""",
    "UPDATE cells SET params = '[]' WHERE id = 3",
    "UPDATE cells SET params = replace(params, 'inner', 'outer') WHERE id = 2",
    "UPDATE cells SET budget = '{\"minutes\":3}' WHERE id = 2",
    "UPDATE cells SET key = key || ' ' WHERE id = 5",
    "UPDATE cells SET kind = 'other' WHERE id = 5",
    "UPDATE cells SET counter = 'nodes'",
    "UPDATE cells SET id = id + 100 WHERE id = 4",
    "UPDATE rows SET seed = seed + 1000 WHERE cell = 3 AND seed = 4",
    "UPDATE rows SET iterations = iterations + 1 WHERE cell = 3 AND seed = 4",
    "UPDATE rows SET iterations = 'many' WHERE cell = 3 AND seed = 4",
    "UPDATE rows SET stop = 'done' WHERE stop = 'limit'",
    "UPDATE rows SET solvable = 'perhaps' WHERE cell = 3",
    "UPDATE rows SET verdict = x'ff' WHERE cell = 3 AND seed = 4",
    "UPDATE rows SET seconds = seconds * 2",
    "UPDATE rows SET counters = '{' WHERE cell = 3 AND seed = 4",
    "UPDATE rows SET extra = '{}' WHERE cell = 3 AND seed = 5",
    "UPDATE rows SET cell = 999 WHERE cell = 3 AND seed = 4",
    "UPDATE rows SET created = 0",
    "UPDATE rows SET origin = 77 WHERE cell = 3",
    "UPDATE rows SET digest = digest + 1 WHERE cell = 3 AND seed = 4",
    "UPDATE origins SET python = '2.7'",
    "DELETE FROM rows WHERE cell = 3 AND seed = 24",
    "DELETE FROM rows WHERE cell = 12; DELETE FROM cells WHERE id = 12",
    "DELETE FROM origins",
    "DELETE FROM totals",
    "INSERT INTO totals SELECT * FROM totals",
    "INSERT INTO rows SELECT cell, seed + 25, iterations, stop, solvable, verdict, seconds, "
    "counters, extra, created, origin, digest FROM rows WHERE cell = 3 AND seed = 4",
    "DROP VIEW results; CREATE VIEW results AS SELECT 1",
    "DROP TABLE totals",
    "ALTER TABLE rows DROP COLUMN digest",
    "PRAGMA user_version = 1",
    "PRAGMA application_id = 7",
)


def altered_by(statement):
    def alter(path, rng):
        connection = sqlite3.connect(path)
        connection.executescript(statement)
        connection.close()

    alter.__name__ = statement
    return alter


ON_BYTES = (
    cut_off, cut_at_a_page, bytes_altered, header_altered, run_altered, pages_exchanged,
)  # fmt: skip


def refused(path):
    """Return whether opening the file raises; the message is one line that names the file."""
    try:
        with Store(path, read_only=True):
            return False
    except ValueError as error:
        assert str(error).startswith(f"{path}: ")
        assert "\n" not in str(error)
        return True


def same_or_refused(sound, folder, damage, rng):
    """Damage a copy; reading and resuming give the same table or a refusal. Return whether resuming
    was refused.
    """
    path = folder / "rows.db"
    with Store(sound, read_only=True) as store:
        wanted, wide = table(store), exported(store, folder)
    shutil.copy(sound, path)
    damage(path, rng)
    damaged = path.read_bytes()
    if not refused(path):
        with Store(path, read_only=True) as store:
            assert table(store) == wanted
            assert exported(store, folder) == wide
    path.write_bytes(damaged)
    try:
        with Store(path) as store:
            run(tasks.study(seeds=25), store, tasks.listed, jobs=1)
            assert table(store) == wanted
    except ValueError as error:
        assert str(error).startswith(f"{path}: ")
        assert "\n" not in str(error)
        return True
    return False


def drawn(folder, sound, number):
    refusals = 0
    for seed in range(number):
        rng = random.Random(seed)
        place = folder / str(seed)
        place.mkdir()
        refusals += same_or_refused(sound, place, ON_BYTES[seed % len(ON_BYTES)], rng)
    assert number / 2 < refusals < number, "some damage has no effect: free space, an empty file"


def test_damaged_files_give_the_same_table_or_none(tmp_path, sound):
    drawn(tmp_path, sound, 40)


@pytest.mark.slow
def test_many_damaged_files_give_the_same_table_or_none(tmp_path, sound):
    drawn(tmp_path, sound, 400)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_records_altered_by_other_programs_are_refused(tmp_path, sound, statement):
    assert same_or_refused(sound, tmp_path, altered_by(statement), random.Random(0))


def test_whatever_another_program_adds_beside_is_left_alone(tmp_path, sound):
    for statement in (
        "CREATE INDEX by_effort ON rows (iterations)",
        "CREATE TABLE notes (text)",
        "ANALYZE",
        "VACUUM",
        "REINDEX",
    ):
        assert not same_or_refused(sound, tmp_path, altered_by(statement), random.Random(0))


def test_digests_tell_values_from_their_neighbours():
    digests = [sealed(record)[-1] for record in ((1, 23), (12, 3), ("12", "", "3"))]
    assert len(set(digests)) == 3
    *record, digest = sealed(("é", 0.1, -5))
    assert record == ["é", 0.1, -5]
    assert -(2**63) <= digest < 2**63


# Files without digests


def of_schema_1(path, seeds=10):
    """Write a file as earlier versions did."""
    connection = sqlite3.connect(path)
    connection.executescript(SCHEMA_1)
    here = origin()
    connection.execute("INSERT INTO origins VALUES (1, ?, ?, ?)", here)
    for number, cell in enumerate(tasks.study(), 1):
        connection.execute(
            "INSERT INTO cells VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                number, cell.key, cell.kind, cell.key[cell.key.index('{"inner') :].split("}")[0]
                + "}", cell.budget_json, cell.solver, cell.solver_version,
                cell.generator_version, cell.counter,
            ),
        )  # fmt: skip
        connection.executemany(
            "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(*entry(number, seed, tasks.outcome(cell, seed)), 1000, 1) for seed in range(seeds)],
        )
    connection.commit()
    connection.close()


@pytest.fixture
def old(tmp_path):
    path = tmp_path / "old.db"
    of_schema_1(path, seeds=6)
    return path


def test_files_without_digests_are_read_as_they_are(old, tmp_path):
    before = old.read_bytes()
    with Store(old, read_only=True) as store:
        rows = [*store.rows()]
        assert [row.cell for row in rows[::6]] == [*tasks.study()]
        assert not store.upgraded
        assert exported(store, tmp_path).count(b"1970-01-01T00:16:40Z") == len(rows) == 72
    assert old.read_bytes() == before


def test_files_without_digests_get_them_when_they_are_resumed(old, tmp_path):
    with Store(old, read_only=True) as store:
        wanted = [*store.rows()]
    with Store(old) as store:
        assert store.upgraded
        assert [*store.rows()] == wanted
        assert run(tasks.study(), store, tasks.listed, jobs=1).stored == 72
        resumed = table(store)
    with Store(old) as store, Store(tmp_path / "new.db") as new:
        assert not store.upgraded
        run(tasks.study(), new, tasks.listed, jobs=1)
        assert resumed == table(new)
        assert store._execute("SELECT * FROM totals").fetchall() == [(12, 1, 120)]
        assert {*store._execute("SELECT name, sql FROM sqlite_master")} == {
            *new._execute("SELECT name, sql FROM sqlite_master")
        }
    altered_by("UPDATE rows SET iterations = 0 WHERE cell = 1")(old, None)
    assert refused(old)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE cells SET params = '{}' WHERE id = 3",
        "UPDATE cells SET key = '{}' WHERE id = 3",
        "UPDATE rows SET stop = 'tired' WHERE cell = 3",
        "UPDATE rows SET counters = '[' WHERE cell = 3",
        "UPDATE rows SET origin = 3 WHERE cell = 3",
        "DELETE FROM cells WHERE id = 3",
    ],
)
def test_what_can_be_seen_without_digests_is_refused_and_not_sealed(old, statement):
    altered_by(statement)(old, None)
    before = old.read_bytes()
    assert refused(old)
    with pytest.raises(ValueError, match=r"old\.db: damaged: "):
        Store(old)
    assert old.read_bytes() == before


# Files whose writer was killed


def test_a_reader_finishes_what_a_killed_writer_began(tmp_path, sound):
    """The journal next to the file must be rolled back, as between two steps of opening."""
    work = tmp_path / "work.db"
    shutil.copy(sound, work)
    with Store(sound, read_only=True) as store:
        wanted = table(store)
    connection = sqlite3.connect(work, isolation_level=None)
    connection.execute("PRAGMA cache_size = 2")  # pages go to the file before the end
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("UPDATE rows SET iterations = iterations + 1")
    killed = tmp_path / "killed.db"
    shutil.copy(work, killed)
    shutil.copy(f"{work}-journal", f"{killed}-journal")
    connection.close()
    assert killed.read_bytes() != sound.read_bytes()
    with Store(killed, read_only=True) as store:
        assert table(store) == wanted


def test_a_reader_writes_nothing(tmp_path, sound):
    path = tmp_path / "rows.db"
    shutil.copy(sound, path)
    with Store(path, read_only=True) as store:
        cell = next(store.cells())
        with pytest.raises(ValueError, match="readonly"):
            store.add([entry(1, 99, tasks.outcome(cell, 99))], origin())
    assert path.read_bytes() == sound.read_bytes()
    assert [one.name for one in tmp_path.iterdir()] == ["rows.db"]


def test_an_empty_file_has_no_rows_to_read(tmp_path):
    (tmp_path / "rows.db").touch()
    with pytest.raises(ValueError, match=r"rows\.db: an empty file"):
        Store(tmp_path / "rows.db", read_only=True)
