"""Rows as a data frame, for analysis: pandas or polars, whichever is there.

Parameters, counters and what a task adds are columns of their own; where such a name is one of the
row's (a sweep's ``seed``, say), it becomes ``params.seed``, ``counters.seed`` or ``extra.seed``. A
run without a value there has none (NaN in pandas, null in polars). ``effort`` and ``censored`` are
as medians take them.

Cost: about 3 µs a row; all rows are in memory.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from cpstudy.core.result import Stop
from cpstudy.study.store import Store

_FINISHED = (Stop.DONE.value, Stop.LIMIT.value)
_NESTED = ("params", "counters", "extra")


def rows(path: str | Path) -> Any:
    """All runs of a result file as a data frame, in the order in which they are kept.

    Raises ValueError where the file is no result file, and where neither pandas nor polars is
    installed.
    """
    library = _library()
    with Store(path, read_only=True) as store:
        names, records = store.records()
    plain = [name for name in names if name not in _NESTED]
    places = {name: at for at, name in enumerate(names)}
    columns: dict[str, list[Any]] = {name: [r[places[name]] for r in records] for name in plain}
    columns["censored"] = [stop not in _FINISHED for stop in columns["stop"]]
    columns["effort"] = [_effort(record, places) for record in records]
    taken = set(columns)
    for group in _NESTED:
        found = [_parsed(record[places[group]]) for record in records]
        for name in dict.fromkeys(key for values in found for key in values):
            column = f"{group}.{name}" if name in taken else name
            columns[column] = [values.get(name) for values in found]
    return library.DataFrame(columns)


def _library() -> Any:
    for name in ("pandas", "polars"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise ValueError("a data frame needs pandas or polars: pip install pandas")


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> Mapping[str, Any]:
    return cast("dict[str, Any]", json.loads(text))


def _effort(record: tuple[Any, ...], places: Mapping[str, int]) -> int:
    limit = _parsed(record[places["budget"]]).get("iterations")
    stopped = record[places["stop"]] == Stop.ITERATIONS.value
    return int(limit if stopped and limit is not None else record[places["iterations"]])
