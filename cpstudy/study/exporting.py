"""Rows as files for other programs: CSV and Parquet. Written whole or not at all.

The columns are those of :mod:`.columns`. In CSV a run without a value has an empty field, and flags
are ``true`` and ``false``. Lists, records and numbers beyond 64 bits are JSON in both.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.files import replacing
from cpstudy.study.columns import Column, Wide

_TOGETHER = 10_000


def write_csv(path: Path, table: Wide) -> None:
    """A table as CSV with a heading. Raises InputError where it cannot be written."""
    with _written(path) as place, place.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([column.name for column in table.columns])
        for row in table.rows:
            writer.writerow(
                json.dumps(value) if isinstance(value, (bool, list, dict)) else value
                for value in row
            )


def write_parquet(path: Path, table: Wide) -> None:
    """A table as Parquet. Raises InputError where pyarrow is missing or it cannot be written."""
    try:
        pyarrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise InputError("Parquet needs pyarrow: pip install 'cpstudy[parquet]'") from None
    named = {"whole": "int64", "number": "float64", "flag": "bool_", "text": "string"}
    types = [getattr(pyarrow, named.get(column.type, "string"))() for column in table.columns]
    names = [column.name for column in table.columns]
    schema = pyarrow.schema(list(zip(names, types, strict=True)))
    with _written(path) as place, parquet.ParquetWriter(place, schema) as writer:
        while some := list(islice(table.rows, _TOGETHER)):
            columns = zip(table.columns, zip(*some, strict=True), types, strict=True)
            arrays = [pyarrow.array(_plain(column, v), kind) for column, v, kind in columns]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


def _plain(column: Column, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values of a column as Parquet takes them: those of several types are JSON."""
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
