"""Where rows are kept: one SQLite file that survives ``kill -9``.

Three tables: ``cells`` (what the runs of a cell share, once), ``origins`` (which versions and
machine computed) and ``rows`` (one run each, by cell and seed). The view ``results`` joins them
to one wide row a run, with its key, for anybody who opens the file with other tools.

The file is in write-ahead mode and written by one process, one transaction a batch. A batch is
*acknowledged* when ``add`` returns: then it outlives the death of the process at any moment (of
the machine: all but the last moments). Adding a run that is stored changes nothing, so the same
command goes on where it was stopped, and ends with the same table as one never stopped, times and
origins aside. Readers may look at the file meanwhile. Closing folds the log into the one file.

Cost: about 6 µs and 100 bytes a row, 20 µs to read one back; reading is lazy, a hundred rows in
memory at a time. Limits: not on network drives, which lock files unreliably; whole numbers up to
2^63 - 1.
"""

from __future__ import annotations

import csv
import json
import sqlite3
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, cast

from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.study.grid import Cell, Outcome, Study, canonical_json

SCHEMA_VERSION = 1

# "cpst": tells our files from other programs' databases.
_APPLICATION = 0x63707374
_LOCK_SECONDS = 30
_EXPORT_ROWS = 10_000

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
    counter TEXT NOT NULL
);
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,
    cpstudy TEXT NOT NULL,
    python TEXT NOT NULL,
    machine TEXT NOT NULL,
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
    PRIMARY KEY (cell, seed)
) WITHOUT ROWID;
CREATE VIEW results AS SELECT
    substr(cells.key, 1, length(cells.key) - 1) || ',"seed":' || rows.seed || '}}' AS key,
    kind, params, seed, budget, solver, solver_version, generator_version, counter, iterations,
    stop, solvable, verdict, seconds, counters, extra, cpstudy, python, machine,
    strftime('%Y-%m-%dT%H:%M:%SZ', created, 'unixepoch') AS created
FROM rows JOIN cells ON cells.id = rows.cell JOIN origins ON origins.id = rows.origin
ORDER BY rows.cell, rows.seed;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {SCHEMA_VERSION};
"""

_WHOLE_NUMBERS = {"seed", "solver_version", "generator_version", "iterations"}


class Origin(NamedTuple):
    """Which versions and which machine computed a row."""

    cpstudy: str
    python: str
    machine: str


class Entry(NamedTuple):
    """An outcome as it is stored; made by the worker, which has more hands than the writer."""

    cell: int
    seed: int
    iterations: int
    stop: str
    solvable: str
    verdict: str
    seconds: float
    counters: str
    extra: str


def entry(cell: int, seed: int, outcome: Outcome) -> Entry:
    """The stored form of the outcome of ``seed`` in the cell of this number.

    Raises ValueError where counters or extra are not JSON.
    """
    return Entry(
        cell,
        seed,
        int(outcome.iterations),
        outcome.stop.value,
        outcome.solvable.value,
        outcome.verdict.value,
        float(outcome.seconds),
        canonical_json(dict(outcome.counters)) if outcome.counters else "{}",
        canonical_json(dict(outcome.extra)) if outcome.extra else "{}",
    )


@dataclass(frozen=True)
class Row:
    """One stored run. created: Unix time in seconds. The rest as in Cell, Outcome and Origin."""

    cell: Cell
    seed: int
    iterations: int
    stop: Stop
    solvable: Solvable
    verdict: Verdict
    seconds: float
    counters: Mapping[str, int]
    extra: Mapping[str, Any]
    created: int
    origin: Origin

    @property
    def key(self) -> str:
        """What no other row has: the cell's key with the seed, as JSON."""
        return f'{self.cell.key[:-1]},"seed":{self.seed}}}'

    @property
    def censored(self) -> bool:
        """Whether the run was stopped before it had its answer."""
        return self.stop not in (Stop.DONE, Stop.LIMIT)

    @property
    def effort(self) -> int:
        """The iterations that enter a median: where censored, the number that is surely needed.

        That is the budget of a run stopped by its iterations, what was reached for any other.
        """
        limit = self.cell.budget.iterations
        if self.stop is Stop.ITERATIONS and limit is not None:
            return limit
        return self.iterations


def _mapping(text: str) -> Mapping[str, Any]:
    # Most rows have none, and parsing would be a third of reading them.
    return {} if text == "{}" else cast("dict[str, Any]", json.loads(text))


class Store:
    """The rows of a result file. A context manager; to be used by the thread that opened it.

    path: the file, made where there is none, unless ``read_only``. Raises ValueError, in one
    line, where the file cannot be opened, is no result file of this program, or was written by a
    newer version; any method does so where the file turns out to be damaged.
    """

    def __init__(self, path: str | Path, *, read_only: bool = False) -> None:
        self.path = Path(path)
        self._read_only = read_only
        self._origins: dict[Origin, int] = {}
        location = self.path.resolve().as_uri() + ("?mode=ro" if read_only else "?mode=rwc")
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
        if not self._read_only:
            with self._transaction():
                if self._is_blank():
                    for statement in _SCHEMA.split(";"):
                        self._execute(statement)
        if self._pragma("application_id") != _APPLICATION:
            raise ValueError(f"{self.path}: not a result file of cpstudy")
        version = self._pragma("user_version")
        if version != SCHEMA_VERSION:
            raise ValueError(
                f"{self.path}: result file of schema {version}, this is for {SCHEMA_VERSION}"
            )
        if not self._read_only:
            self._execute("PRAGMA journal_mode = WAL")
            self._execute("PRAGMA synchronous = NORMAL")

    def _is_blank(self) -> bool:
        return (
            self._pragma("application_id") == 0
            and self._pragma("user_version") == 0
            and self._execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
        )

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
            found = self._find(key)
            if found is None:
                self._execute(
                    "INSERT INTO cells VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?) "
                    "ON CONFLICT DO NOTHING",
                    key, cell.kind, canonical_json(dict(cell.params)), cell.budget_json,
                    cell.solver, cell.solver_version, cell.generator_version, cell.counter,
                )  # fmt: skip
                found = self._find(key)
        assert found is not None
        number, counter = found
        if counter != cell.counter:
            raise ValueError(
                f"{self.path}: iterations of {cell.solver} version {cell.solver_version} "
                f"are stored as {counter}, not {cell.counter}"
            )
        return number

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
            self._connection.executemany(
                "INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                [(*one, now, number) for one in entries],
            )

    def cells(self) -> Iterator[Cell]:
        """The cells of the file, in the order in which they were first met; some may lack rows."""
        for _, cell in self._cells():
            yield cell

    def rows(self, study: Study | None = None) -> Iterator[Row]:
        """The rows of a study, or all; by cell, then by seed. Lazily, and each cell made once."""
        with self._faults():
            origins = {
                number: Origin(*texts)
                for number, *texts in self._execute(
                    "SELECT id, cpstudy, python, machine FROM origins"
                )
            }
        if study is None:
            for number, cell in self._cells():
                yield from self._rows_of(number, cell, origins)
            return
        for cell in study:
            with self._faults():
                found = self._find(cell.key)
            if found is not None:
                for row in self._rows_of(found[0], cell, origins):
                    if row.seed in study.seeds:
                        yield row

    def export_csv(self, path: str | Path) -> None:
        """Write all rows as CSV with a heading; a file that is there is replaced when done.

        Raises ValueError where it cannot be written.
        """
        with _replacing(Path(path)) as target, target.open("w", newline="", encoding="utf-8") as f:
            writer = csv.writer(f)
            with self._faults():
                table = self._execute("SELECT * FROM results")
                writer.writerow([column[0] for column in table.description])
                writer.writerows(table)

    def export_parquet(self, path: str | Path) -> None:
        """Write all rows as Parquet; a file that is there is replaced when done.

        Raises ValueError where pyarrow is missing or the file cannot be written.
        """
        try:
            pyarrow: Any = import_module("pyarrow")
            parquet: Any = import_module("pyarrow.parquet")
        except ImportError:
            raise ValueError("Parquet needs pyarrow: pip install 'cpstudy[parquet]'") from None
        with _replacing(Path(path)) as target, self._faults():
            table = self._execute("SELECT * FROM results")
            names = [column[0] for column in table.description]
            schema = pyarrow.schema(
                [
                    (name, pyarrow.int64())
                    if name in _WHOLE_NUMBERS
                    else (name, pyarrow.float64() if name == "seconds" else pyarrow.string())
                    for name in names
                ]
            )
            with parquet.ParquetWriter(target, schema) as writer:
                while some := table.fetchmany(_EXPORT_ROWS):
                    columns = zip(*some, strict=True)
                    writer.write_table(pyarrow.Table.from_arrays(
                        [pyarrow.array(c, t) for c, t in zip(columns, schema.types, strict=True)],
                        schema=schema,
                    ))  # fmt: skip

    def _execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)

    def _pragma(self, name: str) -> int:
        return int(self._execute(f"PRAGMA {name}").fetchone()[0])

    def _find(self, key: str) -> tuple[int, str] | None:
        found: tuple[int, str] | None = self._execute(
            "SELECT id, counter FROM cells WHERE key = ?", key
        ).fetchone()
        return found

    def _origin(self, origin: Origin) -> int:
        if origin not in self._origins:
            self._execute(
                "INSERT INTO origins VALUES (NULL, ?, ?, ?) ON CONFLICT DO NOTHING", *origin
            )
            (self._origins[origin],) = self._execute(
                "SELECT id FROM origins WHERE (cpstudy, python, machine) = (?, ?, ?)", *origin
            ).fetchone()
        return self._origins[origin]

    def _cells(self) -> Iterator[tuple[int, Cell]]:
        for number, kind, params, budget, solver, version, generator, counter in self._lazily(
            "SELECT id, kind, params, budget, solver, solver_version, generator_version, counter "
            "FROM cells ORDER BY id"
        ):
            limits = Budget(**json.loads(budget))
            yield (
                number,
                Cell(kind, json.loads(params), limits, solver, version, counter, generator),
            )

    def _rows_of(self, number: int, cell: Cell, origins: Mapping[int, Origin]) -> Iterator[Row]:
        for (
            seed,
            iterations,
            stop,
            solvable,
            verdict,
            seconds,
            counters,
            extra,
            created,
            origin,
        ) in self._lazily(
            "SELECT seed, iterations, stop, solvable, verdict, seconds, counters, extra, "
            "created, origin FROM rows WHERE cell = ? ORDER BY seed",
            number,
        ):
            yield Row(
                cell=cell,
                seed=seed,
                iterations=iterations,
                stop=Stop(stop),
                solvable=Solvable(solvable),
                verdict=Verdict(verdict),
                seconds=seconds,
                counters=_mapping(counters),
                extra=_mapping(extra),
                created=created,
                origin=origins[origin],
            )

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
    def _transaction(self) -> Iterator[None]:
        try:
            self._execute("BEGIN IMMEDIATE")
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
            raise ValueError(f"{self.path}: {error}") from None
        except sqlite3.DatabaseError as error:
            if type(error) is not sqlite3.DatabaseError:
                raise  # a mistake of the caller, not of the file
            raise ValueError(f"{self.path}: not a result file, or damaged: {error}") from None


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A file beside ``path`` to write; it takes the place of ``path`` when all is written."""
    partial = path.with_name(f"{path.name}.part")
    try:
        yield partial
        partial.replace(path)
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
    finally:
        with suppress(OSError):
            partial.unlink()
