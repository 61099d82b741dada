"""Rows as files for other programs: CSV and Parquet. Written whole or not at all."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from cpstudy.core.files import replacing

_TOGETHER = 10_000
_WHOLE_NUMBERS = {"seed", "solver_version", "generator_version", "iterations"}


def write_csv(path: Path, table: sqlite3.Cursor) -> None:
    """A query's rows as CSV with a heading. Raises ValueError where it cannot be written."""
    with _written(path) as place, place.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow([column[0] for column in table.description])
        writer.writerows(table)


def write_parquet(path: Path, table: sqlite3.Cursor) -> None:
    """A query's rows as Parquet.

    Raises ValueError where pyarrow is missing or the file cannot be written.
    """
    try:
        pyarrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise ValueError("Parquet needs pyarrow: pip install 'cpstudy[parquet]'") from None
    names = [column[0] for column in table.description]
    types = [
        pyarrow.int64()
        if name in _WHOLE_NUMBERS
        else pyarrow.float64() if name == "seconds" else pyarrow.string()
        for name in names
    ]  # fmt: skip
    schema = pyarrow.schema(list(zip(names, types, strict=True)))
    with _written(path) as place, parquet.ParquetWriter(place, schema) as writer:
        while some := table.fetchmany(_TOGETHER):
            columns = zip(*some, strict=True)
            arrays = [pyarrow.array(c, t) for c, t in zip(columns, types, strict=True)]
            writer.write_table(pyarrow.Table.from_arrays(arrays, schema=schema))


@contextmanager
def _written(path: Path) -> Iterator[Path]:
    try:
        with replacing(path) as place:
            yield place
    except OSError as error:
        raise ValueError(f"{path}: {error.strerror or error}") from None
