"""Where rows are kept: one SQLite file that survives ``kill -9``.

The file is in write-ahead mode and written by one process, one transaction a batch. A batch is
*acknowledged* when ``add`` returns: then it outlives the death of the process at any moment (of
the machine: all but the last moments). Adding a run that is stored changes nothing, so the same
command goes on where it was stopped, and ends with the same table as one never stopped, times and
origins aside. Readers may look at the file meanwhile. Closing folds the log into the one file.

Opening checks the whole file (:mod:`~cpstudy.study.integrity`), so what is read is what was stored.

Cost: about 6 µs and 110 bytes a row, 5 µs to check and 4 µs to read one back; reading is lazy, a
hundred rows in memory at a time. Limits: not on network drives, which lock files unreliably; whole
numbers up to 2^63 - 1.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cpstudy.study import integrity, schema
from cpstudy.study.columns import Wide, wide
from cpstudy.study.exporting import write_csv, write_parquet
from cpstudy.study.grid import Cell, Study, canonical_json
from cpstudy.study.rows import Entry, Origin, Row, cell_of, row_of

_LOCK_SECONDS = 30


class Store:
    """The rows of a result file. A context manager; to be used by the thread that opened it.

    path: the file, made where there is none, unless ``read_only``. upgraded: it was of an older
    schema, and has been written anew. Raises ValueError, in one line, where the file cannot be
    opened, is no result file of this program, is damaged, or was written by a newer version.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        self.upgraded = False
        self._read_only = read_only
        self._origins: dict[Origin, int] = {}
        # A reader too may have to finish what a killed writer began, which SQLite does only where
        # it may write; query_only keeps it from writing anything else.
        location = self.path.resolve().as_uri() + ("?mode=rw" if read_only else "?mode=rwc")
        with self._faults():
            self._connection = sqlite3.connect(
                location, uri=True, timeout=_LOCK_SECONDS, isolation_level=None
            )
        try:
            with self._faults():
                self._open()
        except BaseException:
            self._connection.close()
            raise

    def _open(self) -> None:
        if self._read_only:
            self._execute("PRAGMA query_only = ON")
        else:
            with self._transaction():
                if schema.is_blank(self._connection):
                    schema.create(self._connection)
                elif schema.version(self._connection) == integrity.UNSEALED:
                    self._intact(integrity.upgrade)
                    self.upgraded = True
        version = schema.version(self._connection)
        if version is None:
            empty = schema.is_blank(self._connection)
            what = "an empty file" if empty else "not a result file of cpstudy"
            raise ValueError(f"{self.path}: {what}")
        if version not in (schema.SCHEMA_VERSION, integrity.UNSEALED):
            raise ValueError(
                f"{self.path}: result file of schema {version}, this is for {schema.SCHEMA_VERSION}"
            )
        if not self._read_only:
            self._execute("PRAGMA journal_mode = WAL")
            self._execute("PRAGMA synchronous = NORMAL")
        with self._transaction("DEFERRED"):  # all of it at one moment, whoever writes
            self._intact(integrity.check)

    def _intact(self, look: Callable[[sqlite3.Connection], None]) -> None:
        try:
            look(self._connection)
        except ValueError as error:
            raise ValueError(f"{self.path}: damaged: {_one_line(error)}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Fold the log into the file and close it. What was acknowledged is safe without."""
        if not self._read_only:
            # Refused while somebody else reads; then the log stays beside the file.
            with suppress(sqlite3.Error):
                self._execute("PRAGMA busy_timeout = 0")
                self._execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    def __len__(self) -> int:
        """The number of rows."""
        with self._faults():
            return int(self._execute("SELECT count(*) FROM rows").fetchone()[0])

    def register(self, cell: Cell) -> int:
        """The number of a cell in this file, given to it now where it has none.

        Raises ValueError where the cell is stored with another counter.
        """
        key = cell.key
        with self._faults():
            found = self._find(key) or self._new(cell, key)
        number, counter = found
        if counter != cell.counter:
            raise ValueError(
                f"{self.path}: iterations of {cell.solver} version {cell.solver_version} "
                f"are stored as {counter}, not {cell.counter}"
            )
        return number

    def _new(self, cell: Cell, key: str) -> tuple[int, str]:
        with self._transaction():
            record = (
                key, cell.kind, canonical_json(dict(cell.params)), cell.budget_json, cell.solver,
                cell.solver_version, cell.generator_version, cell.counter,
            )  # fmt: skip
            integrity.insert(self._connection, "cells", [(self._next("cells"), *record)])
        found = self._find(key)
        assert found is not None
        return found

    def missing(self, cell: int, seeds: range) -> list[int]:
        """Those of ``seeds`` of which the cell of this number has no row."""
        with self._faults():
            stored = {
                seed
                for (seed,) in self._execute(
                    "SELECT seed FROM rows WHERE cell = ? AND seed BETWEEN ? AND ?",
                    cell, min(seeds[0], seeds[-1]), max(seeds[0], seeds[-1]),
                )
            }  # fmt: skip
        return [seed for seed in seeds if seed not in stored]

    def add(self, entries: Collection[Entry], origin: Origin) -> None:
        """Store a batch: all of it is acknowledged on return, or nothing of it on an exception.

        Rows that are stored already stay as they are.
        """
        with self._faults(), self._transaction():
            now = int(time.time())
            number = self._origin(origin)
            integrity.insert(self._connection, "rows", [(*one, now, number) for one in entries])

    def cells(self) -> Iterator[Cell]:
        """The cells of the file, in the order in which they were first met; some may lack rows."""
        for _, cell in self._cells():
            yield cell

    def rows(self, study: Study | None = None) -> Iterator[Row]:
        """The rows of a study, or all; by cell, then by seed. Lazily, and each cell made once."""
        with self._faults():
            origins = {
                number: Origin(*texts) for number, *texts in self._execute(_select("origins"))
            }
        for number, cell in self._cells() if study is None else self._cells_of(study):
            for record in self._lazily(_select("rows", "WHERE cell = ? ORDER BY seed"), number):
                row = row_of(cell, record, origins)
                if study is None or row.seed in study.seeds:
                    yield row

    @contextmanager
    def wide(self) -> Iterator[Wide]:
        """All runs as one table, parameters as columns, at one moment, whoever writes meanwhile."""
        with self._faults(), self._transaction("DEFERRED"):
            yield wide(self._connection)

    def export_csv(self, path: str | Path) -> None:
        """Write all rows as CSV with a heading; a file that is there is replaced when done.

        Raises ValueError where it cannot be written.
        """
        with self.wide() as table:
            write_csv(Path(path), table)

    def export_parquet(self, path: str | Path) -> None:
        """Write all rows as Parquet; a file that is there is replaced when done.

        Raises ValueError where pyarrow is missing or the file cannot be written.
        """
        with self.wide() as table:
            write_parquet(Path(path), table)

    def _execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def _find(self, key: str) -> tuple[int, str] | None:
        found: tuple[int, str] | None = self._execute(
            "SELECT id, counter FROM cells WHERE key = ?", key
        ).fetchone()
        return found

    def _next(self, table: str) -> int:
        return int(self._execute(f"SELECT coalesce(max(id), 0) + 1 FROM {table}").fetchone()[0])

    def _origin(self, origin: Origin) -> int:
        """The number of an origin; inside a transaction."""
        if origin not in self._origins:
            integrity.insert(self._connection, "origins", [(self._next("origins"), *origin)])
            (self._origins[origin],) = self._execute(
                "SELECT id FROM origins WHERE (cpstudy, python, machine) = (?, ?, ?)", *origin
            ).fetchone()
        return self._origins[origin]

    def _cells(self) -> Iterator[tuple[int, Cell]]:
        for record in self._lazily(_select("cells", "ORDER BY id")):
            yield record[0], cell_of(record)

    def _cells_of(self, study: Study) -> Iterator[tuple[int, Cell]]:
        for cell in study:
            with self._faults():
                found = self._find(cell.key)
            if found is not None:
                yield found[0], cell

    def _lazily(self, statement: str, *values: Any) -> Iterator[tuple[Any, ...]]:
        with self._faults():
            cursor = self._execute(statement, *values)
        while True:
            with self._faults():
                some = cursor.fetchmany(100)
            if not some:
                return
            yield from some

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        try:
            self._execute(f"BEGIN {kind}")
            yield
            self._execute("COMMIT")
        except BaseException:
            self._origins.clear()  # one that was new went with the rest
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
            raise

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """What is wrong with the file, as a ValueError in one line."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise ValueError(f"{self.path}: {_one_line(error)}") from None
        except sqlite3.DatabaseError as error:
            if type(error) is not sqlite3.DatabaseError:
                raise  # a mistake of the caller, not of the file
            what = f"not a result file, or damaged: {_one_line(error)}"
            raise ValueError(f"{self.path}: {what}") from None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())


def _select(table: str, clause: str = "") -> str:
    return f"SELECT {', '.join(schema.TABLES[table])} FROM {table} {clause}"
