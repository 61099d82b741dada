"""Export rows for other programs: as CSV, as Parquet, as a data frame of pandas or polars.

The columns are those of :mod:`.columns`: those that every row has, and parameters, counters and
further values. A run without a value has an empty field in CSV, null in Parquet and polars,
``<NA>`` in pandas; a missing value is never a zero, and a zero never a missing value. Flags are
``true`` and ``false`` in CSV; lists, records and numbers beyond 64 bits are JSON in both files.
Files are written completely or not at all.

The columns' meanings (:mod:`.dictionary`) are exported too: in the metadata of Parquet's columns,
in ``attrs`` of pandas data frames, and next to ``FILE.csv`` as its Table Schema,
``FILE.csv.schema.json``.

Cost: about 6 µs for each row; a data frame holds all rows in memory.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cpstudy.core.errors import InputError
from cpstudy.core.files import replacing
from cpstudy.study.columns import Column
from cpstudy.study.dictionary import table_schema
from cpstudy.study.store import Store

if TYPE_CHECKING:
    from pandas import DataFrame  # typed if pandas-stubs is installed

_TOGETHER = 10_000


def write_csv(store: Store, path: Path) -> None:
    """Write all rows as CSV with a heading, and their Table Schema next to it.

    Raises InputError if a file cannot be written.
    """
    with (
        store.wide() as table,
        _written(path) as place,
        place.open("w", newline="", encoding="utf-8") as file,
    ):
        writer = csv.writer(file)
        writer.writerow([column.name for column in table.columns])
        for row in table.rows:
            writer.writerow(
                json.dumps(value) if isinstance(value, (bool, list, dict)) else value
                for value in row
            )
        described = json.dumps(table_schema(column.field for column in table.columns), indent=1)
    with _written(path.with_name(f"{path.name}.schema.json")) as place:
        place.write_text(described + "\n", encoding="utf-8")


def write_parquet(store: Store, path: Path) -> None:
    """Write all rows as Parquet. Raises InputError if pyarrow is missing, or if writing fails."""
    pyarrow, parquet = arrow()
    with store.wide() as table:
        named = {"whole": "int64", "number": "float64", "flag": "bool_", "text": "string"}
        types = [getattr(pyarrow, named.get(column.type, "string"))() for column in table.columns]
        schema = pyarrow.schema(
            pyarrow.field(column.name, kind, metadata=metadata(column))
            for column, kind in zip(table.columns, types, strict=True)
        ).with_metadata(for_pandas(table.columns))
        with _written(path) as place, parquet.ParquetWriter(place, schema) as writer:
            while some := list(islice(table.rows, _TOGETHER)):
                columns = zip(table.columns, zip(*some, strict=True), types, strict=True)
                arrays = [pyarrow.array(_plain(column, v), kind) for column, v, kind in columns]
                writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def metadata(column: Column) -> dict[str, str]:
    """A column's metadata in Parquet: unit, meaning, meaning of null; group and name in it."""
    fields = {"description": column.field.meaning, "type": column.field.type}
    fields |= {name: getattr(column.field, name) for name in ("unit", "missing")}
    fields |= {"group": column.group, "name": column.key, "json": "yes" * (column.type == "json")}
    return {name: text for name, text in fields.items() if text}


def for_pandas(columns: Sequence[Column]) -> dict[str, str]:
    """Metadata of a Parquet file, so that pandas keeps whole numbers and flags despite gaps."""
    kinds = {"whole": "Int64", "flag": "boolean"}
    found = [
        {"name": one.name, "field_name": one.name, "numpy_type": kinds[one.type], "metadata": None}
        | {"pandas_type": kinds[one.type].lower().replace("boolean", "bool")}
        for one in columns
        if one.type in kinds
    ]
    return {"pandas": json.dumps({"index_columns": [], "column_indexes": [], "columns": found})}


def arrow() -> tuple[Any, Any]:
    """PyArrow and its Parquet module. Raises InputError if it is missing."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise InputError("Parquet needs pyarrow: pip install 'cpstudy[parquet]'") from None


def _plain(column: Column, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of a column for Parquet; those of several types as JSON."""
    if column.type != "json":
        return values
    return tuple(None if value is None else json.dumps(value) for value in values)


@contextmanager
def _written(path: Path) -> Iterator[Path]:
    try:
        with replacing(path) as place:
            yield place
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def rows(path: str | Path) -> DataFrame:
    """All runs of a result file as a data frame, in the order in which they are stored.

    With pandas, whole numbers stay whole despite missing values (``Int64``), and ``attrs`` has the
    columns' ``units`` and ``meanings``. Raises InputError if the file is not a result file, and if
    neither pandas nor polars is installed.

    >>> from cpstudy import hardness
    >>> _ = hardness(3, inner=range(1, 3), outer=range(1, 2), puzzles=5, path="rows.sqlite", jobs=1)
    >>> frame = rows("rows.sqlite")
    >>> print(len(frame), frame["inner"].max(), frame["effort"].median())
    10 2 9.0
    >>> print(frame.attrs["units"]["seconds"], frame["budget_seconds"].isna().all())
    s True
    """
    library = _library()
    with Store(path, read_only=True) as store, store.wide() as table:
        records = [*table.rows]
        columns = table.columns
    values = [list(one) for one in zip(*records, strict=True)] or [[] for _ in columns]
    if library.__name__ != "pandas":
        return library.DataFrame(dict(zip([c.name for c in columns], values, strict=True)))
    series = (
        library.Series(one, dtype=_pandas_type(column, one))
        for column, one in zip(columns, values, strict=True)
    )
    frame = library.DataFrame(dict(zip([c.name for c in columns], series, strict=True)))
    frame.attrs["units"] = {c.name: c.field.unit for c in columns if c.field.unit}
    frame.attrs["meanings"] = {c.name: c.field.meaning for c in columns}
    return frame


def _pandas_type(column: Column, values: list[Any]) -> str:
    """The pandas type of a column; a type with ``<NA>`` if values are missing."""
    gaps = None in values
    return {
        "whole": "Int64" if gaps else "int64",
        "number": "Float64" if gaps else "float64",
        "flag": "boolean" if gaps else "bool",
        "text": "string",
    }.get(column.type, "object")


def _library() -> Any:
    for name in ("pandas", "polars"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise InputError("a data frame needs pandas or polars: pip install pandas")
