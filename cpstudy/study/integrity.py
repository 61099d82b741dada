"""Detect damage to a result file.

Disks fail, copies are interrupted, users edit files in a database browser. So every record carries
a *digest* of its other columns, and the file counts its records. :func:`check` lets SQLite check
the structure and compares both: it finds altered, lost and doubled records. It does not protect
against forgers, who can renew digests.

When damage is detected: changes between closing and opening are detected at opening, by the stamp
of the closed file (:mod:`.stamps`), or by the check if stamp and file differ or a writer was
killed. Changes while the file was open: an altered record whenever it is read; a lost or doubled
one at the next opening, since a file with wrong numbers gets no stamp. Tables are exported after a
check, unless opening made one.

Files of schema 1 have no digests: a check covers the rest, and :func:`upgrade` writes their records
again, with digests.

Cost: 1.5 µs for a digest, 4 µs a row for a check.
"""

import itertools
import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from struct import Struct
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.study.rows import Origin, cell_of, row_of
from cpstudy.study.schema import TABLES, create, definitions, expected_definitions, version

# The schema without digests.
UNSEALED = 1

_TOGETHER = 1000

# Every row stored or read needs a digest, and copying a state takes half the time of a new one.
_BLANK = blake2b(digest_size=8)
_SIGNED = Struct(">q")

# Formats by the number of columns; twice as fast as joining the columns.
_FORMS = tuple("%s\x1f" * columns for columns in range(1 + max(map(len, TABLES.values()))))


def sealed(record: tuple[Any, ...]) -> tuple[Any, ...]:
    """A record as it is stored: with 64 bits of its BLAKE2b as an additional last column."""
    state = _BLANK.copy()
    state.update((_FORMS[len(record)] % record).encode())
    return record + _SIGNED.unpack(state.digest())


def intact(table: str, record: tuple[Any, ...]) -> tuple[Any, ...]:
    """A record without its digest, the last column. Raises InputError if they do not match."""
    bare = record[:-1]
    if sealed(bare) != record:
        raise InputError(f"altered in {table}: {', '.join(map(str, record[:2]))[:200]}")
    return bare


def insert(connection: sqlite3.Connection, table: str, records: Iterable[tuple[Any, ...]]) -> int:
    """Add records, each with its digest, and count them; existing records stay.

    Returns the number of added records.
    """
    marks = ", ".join("?" * (len(TABLES[table]) + 1))
    added = connection.executemany(
        f"INSERT INTO {table} VALUES ({marks}) ON CONFLICT DO NOTHING",
        [sealed(record) for record in records],
    ).rowcount
    connection.execute(f"UPDATE totals SET {table} = {table} + ?", (added,))
    return added


def check(connection: sqlite3.Connection) -> None:
    """Raise InputError, or SQLite's error, if a file is not as it was written."""
    (answer,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    if answer != "ok":
        raise InputError(answer)
    if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
        raise InputError("a row belongs to no cell or no origin")
    has_digests = version(connection) != UNSEALED
    if has_digests:
        if not expected_definitions() <= definitions(connection):
            raise InputError("its tables are not those of a result file")
        _check_digests(connection)
    cells = {record[0]: cell_of(record) for record in _records(connection, "cells")}
    if not has_digests:
        origins = {record[0]: Origin(*record[1:]) for record in _records(connection, "origins")}
        for record in _records(connection, "rows"):
            row_of(cells[record[0]], record, origins)


def _check_digests(connection: sqlite3.Connection) -> None:
    for table in TABLES:
        for record in connection.execute(f"SELECT * FROM {table}"):
            intact(table, record)
    check_numbers(connection)


def check_numbers(connection: sqlite3.Connection) -> None:
    """Raise InputError if there are more or fewer records than were stored."""
    for table in TABLES:
        (found,) = connection.execute(f"SELECT count(*) FROM {table}").fetchone()
        if connection.execute(f"SELECT {table} FROM totals").fetchall() != [(found,)]:
            raise InputError(f"{found} {table}, but another number was stored")


def upgrade(connection: sqlite3.Connection) -> None:
    """Rewrite the records of a file that lacks digests; inside the caller's transaction.

    Raises InputError if this program cannot have written a record.
    """
    check(connection)
    connection.execute("DROP VIEW results")
    for table in reversed(TABLES):
        connection.execute(f"CREATE TEMP TABLE old_{table} AS SELECT * FROM main.{table}")
        connection.execute(f"DROP TABLE main.{table}")
    create(connection)
    for table in TABLES:
        records = iter(connection.execute(f"SELECT * FROM old_{table}"))
        while some := list(itertools.islice(records, _TOGETHER)):
            insert(connection, table, some)
        connection.execute(f"DROP TABLE old_{table}")


def _records(connection: sqlite3.Connection, table: str) -> Iterator[tuple[Any, ...]]:
    return iter(connection.execute(f"SELECT {', '.join(TABLES[table])} FROM {table}"))
