"""Rows as a data frame, for analysis: pandas or polars, whichever is there.

The columns are those of :mod:`.columns`: parameters, counters and what a task adds stand beside
what every row has. A run without a value has none there (NaN in pandas, null in polars).

Cost: about 6 µs a row; all rows are in memory.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.study.store import Store


def rows(path: str | Path) -> Any:
    """All runs of a result file as a data frame, in the order in which they are kept.

    Raises InputError where the file is no result file, and where neither pandas nor polars is
    installed.

    >>> from cpstudy import hardness
    >>> _ = hardness(3, inner=range(1, 3), outer=range(1, 2), puzzles=5, path="rows.sqlite", jobs=1)
    >>> frame = rows("rows.sqlite")
    >>> print(len(frame), frame["inner"].max(), frame["effort"].median())
    10 2 9.0
    """
    library = _library()
    with Store(path, read_only=True) as store, store.wide() as table:
        records = [*table.rows]
        names = [column.name for column in table.columns]
    columns = zip(*records, strict=True) if records else ((),) * len(names)
    return library.DataFrame(dict(zip(names, map(list, columns), strict=True)))


def _library() -> Any:
    for name in ("pandas", "polars"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise InputError("a data frame needs pandas or polars: pip install pandas")
