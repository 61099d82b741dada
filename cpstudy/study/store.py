"""The storage of rows: one SQLite file that survives ``kill -9``.

The file is in write-ahead mode and written by one process, one transaction for each batch. A batch
is *acknowledged* when ``add`` returns: then it survives the death of the process at any moment (of
the machine: except for the last moments). Adding a stored run changes nothing, so the same command
resumes where it was stopped, and ends with the table of a run that was never stopped, except for
times and origins. Other processes may read the file at the same time. Closing merges the log into
the file.

Opening verifies that the whole file is as it was closed (:mod:`~cpstudy.study.stamps`); if its
writer was killed, every row is checked (:mod:`~cpstudy.study.integrity` says when damage is
detected), and again when it is read. So rows are read as they were stored.

Cost: about 5 µs and 110 bytes for each row, 4 µs to read it; opening takes 0.3 s for a million rows
of a closed file, 4 s if it must be checked. Reading is lazy, with a hundred rows in memory at a
time. Limits: not on network drives, which lock files unreliably; whole numbers up to 2^63 - 1.
"""

import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from cpstudy.core.errors import InputError
from cpstudy.study import integrity, schema, stamps
from cpstudy.study.columns import Wide, wide
from cpstudy.study.grid import Cell, Study, canonical_json
from cpstudy.study.rows import Entry, Origin, Row, cell_of, row_of, versions_of

_LOCK_SECONDS = 30
_RETRY_SECONDS = 0.01


class MissingRowsError(InputError):
    """A read-only file lacks rows that would have to be computed."""


class Store:
    """The rows of a result file. A context manager; only the thread that opened it may use it.

    path: the file, created if it does not exist, unless ``read_only``. upgraded: the file had an
    older schema, and has been rewritten. Raises InputError, in one line, if the file cannot be
    opened, is not a result file of this program, is damaged, or was written by a newer version.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        self.upgraded = False
        self.read_only = read_only
        self._origins: dict[Origin, int] = {}
        # A reader too may have to finish the work of a killed writer, which SQLite does only if the
        # reader may write; query_only prevents all other writes.
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
        created = False
        if self.read_only:
            self._execute("PRAGMA query_only = ON")
        else:
            if schema.is_blank(self._connection):
                self._write_ahead()  # a fifth faster while the file is empty
            with self._transaction():
                created = schema.is_blank(self._connection)
                if created:
                    schema.create(self._connection)
                elif schema.version(self._connection) == integrity.UNSEALED:
                    self._intact(integrity.upgrade)
                    self.upgraded = True
                if schema.version(self._connection) == schema.SCHEMA_VERSION:
                    stamps.prepare(self._connection)
        version = schema.version(self._connection)
        if version is None:
            empty = schema.is_blank(self._connection)
            what = "an empty file" if empty else "not a result file of cpstudy"
            raise InputError(f"{self.path}: {what}")
        if version not in (schema.SCHEMA_VERSION, integrity.UNSEALED):
            raise InputError(
                f"{self.path}: result file of schema {version}, this is for {schema.SCHEMA_VERSION}"
            )
        if not (self.read_only or created):
            self._write_ahead()
        self._has_digests = version != integrity.UNSEALED
        with self._transaction("DEFERRED"):  # one consistent state, next to writers
            self._by_stamp = not created and stamps.matches(self._connection)
            if not (created or self._by_stamp):
                self._intact(integrity.check)
        self._changes = self._connection.total_changes

    def _write_ahead(self) -> None:
        """Write to a log next to the file, which survives the death of this process.

        SQLite does not wait if two processes request this at the same moment, so it is done here.
        """
        deadline = time.monotonic() + _LOCK_SECONDS
        while True:
            try:
                self._execute("PRAGMA journal_mode = WAL")
                break
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                    raise
                time.sleep(_RETRY_SECONDS)
        self._execute("PRAGMA synchronous = NORMAL")

    def _intact(self, look: Callable[[sqlite3.Connection], None]) -> None:
        try:
            look(self._connection)
        except InputError as error:
            raise InputError(f"{self.path}: damaged: {_one_line(error)}") from None

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
        """Merge the log into the file and close it. Acknowledged rows are safe without this."""
        if not self.read_only:
            # SQLite refuses while another process reads; then the log stays next to the file.
            with suppress(sqlite3.Error):
                self._execute("PRAGMA busy_timeout = 0")
                self._leave_stamp()
                self._execute("PRAGMA journal_mode = DELETE")
        self._connection.close()

    def _leave_stamp(self) -> None:
        if self._by_stamp and self._connection.total_changes == self._changes:
            return
        with suppress(InputError), self._transaction():
            integrity.check_numbers(self._connection)
            stamps.leave(self._connection)

    def __len__(self) -> int:
        """The number of rows."""
        with self._faults():
            return int(self._execute("SELECT count(*) FROM rows").fetchone()[0])

    def register(self, cell: Cell) -> int:
        """The number of a cell in this file, assigned now if it has none.

        Raises InputError if the cell is stored with another counter, MissingRowsError if it has no
        number in a read-only file.
        """
        key = cell.key
        with self._faults():
            found = self._stored_cell(cell)
            if found is None and self.read_only:
                raise MissingRowsError(f"{self.path}: no row of {key}")
            number, _, counter = found or self._new(cell, key)
        if counter != cell.counter:
            raise InputError(
                f"{self.path}: iterations of {cell.solver} version {cell.solver_version} "
                f"are stored as {counter}, not {cell.counter}"
            )
        return number

    def _new(self, cell: Cell, key: str) -> tuple[int, str, str]:
        with self._transaction():
            record = (
                key, cell.kind, canonical_json(dict(cell.params)), cell.budget_json, cell.solver,
                cell.solver_version, cell.generator_version, cell.counter,
            )  # fmt: skip
            number = self._next("cells")
            if integrity.insert(self._connection, "cells", [(number, *record)]):
                return number, key, cell.counter
        found = self._stored_cell(cell)  # another process has added it
        assert found is not None
        return found

    def missing(self, cell: int, seeds: range) -> list[int]:
        """The ``seeds`` for which the cell of this number has no row."""
        among = "FROM rows WHERE cell = ? AND seed BETWEEN ? AND ?"
        span = cell, min(seeds[0], seeds[-1]), max(seeds[0], seeds[-1])
        with self._faults():
            # Nearly always all are missing, or none; counting takes a tenth of the time.
            (number,) = self._execute(f"SELECT count(*) {among}", *span).fetchone()
            if number == 0:
                return list(seeds)
            if number == len(seeds) and abs(seeds.step) == 1:
                return []
            stored = {seed for (seed,) in self._execute(f"SELECT seed {among}", *span)}
        return [seed for seed in seeds if seed not in stored]

    def add(self, entries: Collection[Entry], origin: Origin, created: int | None = None) -> None:
        """Store a batch: all of it is acknowledged on return, or nothing of it on an exception.

        created: the time of the outcomes, in seconds since 1970 (None: now). Stored rows stay as
        they are.
        """
        with self._faults(), self._transaction():
            when = int(time.time()) if created is None else created
            number = self._origin(origin)
            integrity.insert(self._connection, "rows", [(*one, when, number) for one in entries])

    def cells(self) -> Iterator[Cell]:
        """The cells of the file, in the order of their registration; some may lack rows."""
        for _, cell in self._cells():
            yield cell

    def rows(self, study: Study | None = None) -> Iterator[Row]:
        """The rows of a study, or all; by cell, then by seed. Lazily, and each cell made once."""
        with self._faults():
            origins = {number: Origin(*texts) for number, *texts in self._records("origins")}
        for number, cell in self._cells() if study is None else self._cells_of(study):
            for record in self._records("rows", "WHERE cell = ? ORDER BY seed", number):
                row = row_of(cell, record, origins)
                if study is None or row.seed in study.seeds:
                    yield row

    @contextmanager
    def wide(self) -> Iterator[Wide]:
        """All runs as one table with parameters as columns, in one state, next to any writer."""
        with self._faults(), self._transaction("DEFERRED"):
            if self._by_stamp:
                self._intact(integrity.check)
            yield wide(self._connection)

    def _execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def _stored_cell(self, cell: Cell) -> tuple[int, str, str] | None:
        """Number, key and counter of a stored cell.

        In a read-only file, the last cell that differs only in versions may replace a missing one,
        so that figures can be drawn again wherever the rows were computed.
        """
        select = "SELECT id, key, counter FROM cells"
        found: tuple[int, str, str] | None
        found = self._execute(f"{select} WHERE key = ?", cell.key).fetchone()
        if found is None and self.read_only and cell.versions:
            fields = "params, budget, solver, kind, solver_version, generator_version"
            found = self._execute(
                f"{select} WHERE ({fields}) = (?, ?, ?, ?, ?, ?) ORDER BY id DESC",
                canonical_json(dict(cell.params)), cell.budget_json, cell.solver, cell.kind,
                cell.solver_version, cell.generator_version,
            ).fetchone()  # fmt: skip
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
        for record in self._records("cells", "ORDER BY id"):
            yield record[0], cell_of(record)

    def _cells_of(self, study: Study) -> Iterator[tuple[int, Cell]]:
        for cell in study:
            with self._faults():
                found = self._stored_cell(cell)
            if found is not None:
                number, key, _ = found
                same = key == cell.key
                yield number, cell if same else replace(cell, versions=versions_of(key))

    def _records(self, table: str, clause: str = "", *values: Any) -> Iterator[tuple[Any, ...]]:
        """Records without their digests, which are compared; lazily."""
        columns = ", ".join(schema.TABLES[table] + ("digest",) * self._has_digests)
        with self._faults():
            cursor = self._execute(f"SELECT {columns} FROM {table} {clause}", *values)
        while True:
            with self._faults():
                some = cursor.fetchmany(100)
            if not some:
                return
            for record in some:
                yield self._checked(table, record) if self._has_digests else record

    def _checked(self, table: str, record: tuple[Any, ...]) -> tuple[Any, ...]:
        try:
            return integrity.intact(table, record)
        except InputError as error:
            raise InputError(f"{self.path}: damaged: {_one_line(error)}") from None

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write everything that the body registers or adds at once at its end, a third faster."""
        with self._faults(), nullcontext() if self.read_only else self._transaction():
            yield

    @contextmanager
    def _transaction(self, kind: str = "IMMEDIATE") -> Iterator[None]:
        if self._connection.in_transaction:  # part of the caller's transaction
            yield
            return
        try:
            self._execute(f"BEGIN {kind}")
            yield
            self._execute("COMMIT")
        except BaseException:
            self._origins.clear()  # a new origin was rolled back too
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
            raise

    @contextmanager
    def _faults(self) -> Iterator[None]:
        """Turn faults of the file into InputErrors in one line."""
        try:
            yield
        except sqlite3.OperationalError as error:
            raise InputError(f"{self.path}: {_one_line(error)}") from None
        except sqlite3.DatabaseError as error:
            if type(error) is not sqlite3.DatabaseError:
                raise  # a mistake of the caller, not of the file
            what = f"not a result file, or damaged: {_one_line(error)}"
            raise InputError(f"{self.path}: {what}") from None


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
