"""The tables of a result file.

The view ``results`` joins ``cells`` (what the runs of a cell share, once), ``origins`` (the
versions and the machine) and ``rows`` (one run each, by cell and seed) to one wide row for each
run, with its key, for users who open the file with other tools. Every record of the three tables
ends with a digest of its other columns, and ``totals`` counts the records: see
:mod:`~cpstudy.study.integrity`.
"""

import functools
import sqlite3

SCHEMA_VERSION = 2

# "cpst": distinguishes our files from other programs' databases.
APPLICATION = 0x63707374

# A run as a wide row; the content of the view.
RESULTS = """SELECT
    substr(cells.key, 1, length(cells.key) - 1) || ',"seed":' || rows.seed || '}' AS key,
    kind, params, seed, budget, solver, solver_version, generator_version, counter, iterations,
    stop, solvable, verdict, seconds, counters, extra, cpstudy, python, machine,
    strftime('%Y-%m-%dT%H:%M:%SZ', created, 'unixepoch') AS created
FROM rows JOIN cells ON cells.id = rows.cell JOIN origins ON origins.id = rows.origin
ORDER BY rows.cell, rows.seed"""

# The same with versions, as JSON, null if there are none; the source of exports. The file stores
# versions only in the key, so that earlier files lack no column.
EXPORTED = RESULTS.replace(
    "solver_version,", "solver_version, json_extract(cells.key, '$.versions') AS versions,"
)

_SCHEMA = f"""
CREATE TABLE cells (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    params TEXT NOT NULL,
    budget TEXT NOT NULL,
    solver TEXT NOT NULL,
    solver_version INTEGER NOT NULL,
    generator_version INTEGER NOT NULL,
    counter TEXT NOT NULL,
    digest INTEGER NOT NULL
);
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,
    cpstudy TEXT NOT NULL,
    python TEXT NOT NULL,
    machine TEXT NOT NULL,
    digest INTEGER NOT NULL,
    UNIQUE (cpstudy, python, machine)
);
CREATE TABLE rows (
    cell INTEGER NOT NULL REFERENCES cells,
    seed INTEGER NOT NULL,
    iterations INTEGER NOT NULL,
    stop TEXT NOT NULL,
    solvable TEXT NOT NULL,
    verdict TEXT NOT NULL,
    seconds REAL NOT NULL,
    counters TEXT NOT NULL,
    extra TEXT NOT NULL,
    created INTEGER NOT NULL,
    origin INTEGER NOT NULL REFERENCES origins,
    digest INTEGER NOT NULL,
    PRIMARY KEY (cell, seed)
) WITHOUT ROWID;
CREATE TABLE totals (
    cells INTEGER NOT NULL,
    origins INTEGER NOT NULL,
    rows INTEGER NOT NULL
);
INSERT INTO totals VALUES (0, 0, 0);
CREATE VIEW results AS {RESULTS};
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {SCHEMA_VERSION};
"""

# The columns of each table, without the digest.
TABLES = {
    "cells": (
        "id", "key", "kind", "params", "budget", "solver", "solver_version", "generator_version",
        "counter",
    ),
    "origins": ("id", "cpstudy", "python", "machine"),
    "rows": (
        "cell", "seed", "iterations", "stop", "solvable", "verdict", "seconds", "counters",
        "extra", "created", "origin",
    ),
}  # fmt: skip


def create(connection: sqlite3.Connection) -> None:
    """Make the tables; inside the caller's transaction."""
    for statement in _SCHEMA.split(";"):
        connection.execute(statement)


def version(connection: sqlite3.Connection) -> int | None:
    """The schema of a file; None if it is not a file of this program."""
    if _pragma(connection, "application_id") != APPLICATION:
        return None
    return _pragma(connection, "user_version")


def is_blank(connection: sqlite3.Connection) -> bool:
    """Whether a file is an empty database, of any program."""
    return (
        _pragma(connection, "application_id") == 0
        and _pragma(connection, "user_version") == 0
        and not definitions(connection)
    )


def definitions(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Names and SQL of all tables and views of a file."""
    return set(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


@functools.cache
def expected_definitions() -> frozenset[tuple[str, str]]:
    """The definitions of a file of this version."""
    example = sqlite3.connect(":memory:")
    try:
        create(example)
        return frozenset(definitions(example))
    finally:
        example.close()


def _pragma(connection: sqlite3.Connection, name: str) -> int:
    return int(connection.execute(f"PRAGMA {name}").fetchone()[0])
