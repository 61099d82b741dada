"""Rows as one Parquet file with parameters as columns, and back into a result file.

Archives are for sharing a study's rows. pandas, polars or DuckDB read them without cpstudy; they
are small (columns compress to a tenth of SQLite's size) and complete: ``restored`` gives a result
file with the same rows, so that every figure can be drawn again without solving anything.

Columns are those of the cell (kind, solver, counter, one for each limit of the budget, versions of
packages as JSON, null if none were recorded), those of the run, and one for each parameter, counter
and further value; if such a name is taken, it becomes ``params.seed``, ``counters.seed`` or
``extra.seed``. A column's metadata give its meaning (:mod:`.dictionary`), its group, and whether
its values are JSON text: they are unless all are whole numbers, all other numbers, all texts or all
truth values. A run without a value has null. Earlier files have the budget as JSON text in one
column.

Cost: about 10 µs for each row in each direction; all rows are in memory. Digests are computed again
when rows are restored. Limits: needs pyarrow; a whole number beyond 64 bits is stored as text.
"""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.files import replacing
from cpstudy.core.result import Budget
from cpstudy.study.columns import BUDGET, Column
from cpstudy.study.exporting import arrow, for_pandas, metadata
from cpstudy.study.grid import Cell, canonical_json
from cpstudy.study.rows import Entry, Origin, Row
from cpstudy.study.store import Store

_GROUPS = ("params", "counters", "extra")
_PLAIN = {
    "kind": "string", "solver": "string", "solver_version": "int64", "generator_version": "int64",
    "counter": "string", "budget_seconds": "float64", "budget_iterations": "int64",
    "budget_states": "int64", "budget_memory": "int64", "budget_cpu_seconds": "float64",
    "seed": "int64", "iterations": "int64",
    "stop": "string", "solvable": "string", "verdict": "string", "seconds": "float64",
    "created": "int64", "cpstudy": "string", "python": "string", "machine": "string",
    "versions": "string",
}  # fmt: skip
# Columns that earlier archives lack.
_LATER = {"versions", "budget_cpu_seconds"}
_COLUMN_TYPES = {"int64": "whole", "float64": "number", "bool_": "flag", "string": "text"}
_TYPES: dict[type, str] = {bool: "bool_", int: "int64", float: "float64", str: "string"}
_JSON = b"json"
_TOGETHER = 10_000
# The level of Zstandard: files are a tenth to a fifth smaller than with its default 1, for two
# seconds a million rows.
_LEVEL = 19


def archive(store: Store, path: str | Path, rows: Iterable[Row] | None = None) -> None:
    """Write rows (None: all) as Parquet; an existing file is replaced at the end.

    Raises InputError if pyarrow is missing or the file cannot be written.
    """
    pyarrow, parquet = arrow()
    columns: dict[str, list[Any]] = {name: [] for name in _PLAIN}
    groups: dict[tuple[str, str], dict[int, Any]] = {}
    number = 0
    for row in store.rows() if rows is None else rows:
        for name, value in zip(columns, _plain(row), strict=True):
            columns[name].append(value)
        for group, named in zip(_GROUPS, (row.cell.params, row.counters, row.extra), strict=True):
            for name, value in named.items():
                groups.setdefault((group, name), {})[number] = value
        number += 1
    described = [Column(name, _COLUMN_TYPES[kind]) for name, kind in _PLAIN.items()]
    arrays = [
        pyarrow.array(columns[name], getattr(pyarrow, kind)()) for name, kind in _PLAIN.items()
    ]
    taken = set(_PLAIN)
    for (group, name), values in sorted(groups.items(), key=lambda one: _GROUPS.index(one[0][0])):
        column = f"{group}.{name}" if name in taken else name
        taken.add(column)
        kind = _common_type(values.values())
        stored = values if kind else {at: canonical_json(value) for at, value in values.items()}
        described.append(Column(column, _COLUMN_TYPES[kind] if kind else "json", group, name))
        arrow_type = getattr(pyarrow, kind or "string")()
        arrays.append(pyarrow.array([stored.get(at) for at in range(number)], arrow_type))
    schema = pyarrow.schema(
        pyarrow.field(one.name, array.type, metadata=metadata(one))
        for one, array in zip(described, arrays, strict=True)
    )
    table = pyarrow.Table.from_arrays(arrays, schema=schema.with_metadata(for_pandas(described)))
    try:
        with replacing(Path(path)) as place:
            parquet.write_table(table, place, compression="zstd", compression_level=_LEVEL)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def restored(path: str | Path, store: Store) -> int:
    """Add the rows of an archive to ``store``; rows that exist there stay as they are.

    Returns the number of rows of the archive. Raises InputError if pyarrow is missing or the file
    is not an archive.
    """
    pyarrow, parquet = arrow()
    try:
        table = parquet.read_table(path)
    except (OSError, pyarrow.ArrowException) as error:
        raise InputError(f"{path}: {' '.join(str(error).split())}") from None
    if not {*_PLAIN} - {*BUDGET} - _LATER <= {*table.column_names}:
        raise InputError(f"{path}: not an archive of rows")
    groups = {
        field.name: (field.metadata[b"group"].decode(), field.metadata[b"name"].decode())
        for field in table.schema
        if field.metadata and b"group" in field.metadata
    }
    in_json = {f.name for f in table.schema if f.metadata and _JSON in f.metadata}
    cells: dict[str, int] = {}
    batches: dict[tuple[Origin, int], list[Entry]] = {}
    for batch in table.to_batches(_TOGETHER):
        for record in batch.to_pylist():
            nested: dict[str, dict[str, Any]] = {group: {} for group in _GROUPS}
            for column, (group, name) in groups.items():
                value = record[column]
                if value is not None:
                    nested[group][name] = json.loads(value) if column in in_json else value
            cell = _cell(record, nested["params"])
            key = cell.key
            if key not in cells:
                cells[key] = store.register(cell)
            origin = Origin(record["cpstudy"], record["python"], record["machine"])
            entry = _entry(cells[key], record, nested)
            batches.setdefault((origin, record["created"]), []).append(entry)
        with store.together():
            for (origin, created), entries in batches.items():
                store.add(entries, origin, created)
        batches.clear()
    return int(table.num_rows)


def _plain(row: Row) -> tuple[Any, ...]:
    cell = row.cell
    return (
        cell.kind, cell.solver, cell.solver_version, cell.generator_version, cell.counter,
        *vars(cell.budget).values(), row.seed, row.iterations, row.stop.value, row.solvable.value,
        row.verdict.value, row.seconds, row.created, *row.origin,
        canonical_json(dict(cell.versions)) if cell.versions else None,
    )  # fmt: skip


def _common_type(values: Iterable[Any]) -> str | None:
    """The Arrow type that all values have; None if they need JSON."""
    found = {type(value) for value in values}
    if len(found) != 1 or (kind := next(iter(found))) not in _TYPES:
        return None
    if kind is int and any(abs(value) >= 1 << 63 for value in values):
        return None
    return _TYPES[kind]


def _cell(record: Mapping[str, Any], params: Mapping[str, Any]) -> Cell:
    return Cell(
        record["kind"],
        params,
        _budget(record),
        record["solver"],
        record["solver_version"],
        record["counter"],
        record["generator_version"],
        json.loads(record.get("versions") or "{}"),
    )


def _budget(record: Mapping[str, Any]) -> Budget:
    if "budget" in record:  # an earlier file
        return Budget(**json.loads(record["budget"]))
    return Budget(*(record.get(name) for name in BUDGET))


def _entry(cell: int, record: Mapping[str, Any], nested: Mapping[str, Mapping[str, Any]]) -> Entry:
    return Entry(
        cell,
        record["seed"],
        record["iterations"],
        record["stop"],
        record["solvable"],
        record["verdict"],
        record["seconds"],
        canonical_json(nested["counters"]),
        canonical_json(nested["extra"]),
    )
