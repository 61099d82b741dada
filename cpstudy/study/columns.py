"""A result file as one table: a row for each run, with parameters, counters and values as columns.

If such a name is also a column of the row (a sweep's ``seed``, for example), it becomes
``params.seed``, ``counters.seed`` or ``extra.seed``. A run without a value has None. ``effort`` and
``censored`` are as in medians; each limit of the budget has a column. Data frames and exports
(:mod:`.exporting`) have these columns, under these names; :mod:`.dictionary` defines them.

Cost: one pass by SQLite to find the names, then about 5 µs for each row, read lazily.
"""

import functools
import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, NamedTuple, cast

from cpstudy.core.result import Budget, Stop
from cpstudy.study import schema
from cpstudy.study.dictionary import ROW, Field, field

_FINISHED = (Stop.DONE.value, Stop.LIMIT.value)
# For each group, the table that holds it, and the order of its records.
_GROUPS = {"params": ("cells", "id"), "counters": ("rows", "cell"), "extra": ("rows", "cell")}
_LIMITS = tuple(limit.name for limit in fields(Budget))
BUDGET = tuple(f"budget_{name}" for name in _LIMITS)
# Types of columns by types of the dictionary.
_OF_ROWS = {"integer": "whole", "number": "number", "boolean": "flag"}
_FIELDS = {"whole": "integer", "number": "number", "flag": "boolean", "text": "string"}
# A value's type in JSON; "huge" if SQLite, which has 64 bits, would round it.
_TYPE = (
    "CASE WHEN item.type = 'integer' AND typeof(item.atom) = 'real' THEN 'huge' ELSE item.type END"
)
_TYPES = {"integer": "whole", "real": "number", "true": "flag", "false": "flag", "text": "text"}


class Column(NamedTuple):
    """name: as described above. type: of its values, "whole", "number", "flag", "text" or "json".

    "json" are lists, records, whole numbers beyond 64 bits, and columns of several types. group:
    for a parameter, a counter or a further value, its group, in which its name is ``key``.
    """

    name: str
    type: str
    group: str = ""
    key: str = ""

    @property
    def field(self) -> Field:
        """The dictionary's entry, with the type that the values have here."""
        found = field(self.key or self.name, self.group, self.name)
        if self.name == "created" and self.type == "text":
            return found._replace(type="datetime", unit="", meaning="when the row was stored, UTC")
        kind = _FIELDS.get(self.type, "any")
        return found if found.type == "object" else found._replace(type=kind)


class Wide(NamedTuple):
    """The columns of a result file, and its rows, lazily; None if a run has no value."""

    columns: tuple[Column, ...]
    rows: Iterator[tuple[Any, ...]]


def wide(connection: sqlite3.Connection) -> Wide:
    """All runs of a result file; in the caller's transaction, which may run next to a writer."""
    cursor = connection.execute(schema.EXPORTED)
    names = [column[0] for column in cursor.description]
    own = [name for name in names if name not in _GROUPS and name != "budget"]
    columns = [Column(name, _own_type(name)) for name in (*own, *BUDGET, "censored", "effort")]
    taken = {column.name for column in columns}
    nested: list[tuple[int, list[str]]] = []
    for group in _GROUPS:
        found = _keys(connection, group)
        for key, kind in found.items():
            name = f"{group}.{key}" if key in taken else key
            taken.add(name)
            columns.append(Column(name, kind, group, key))
        nested.append((names.index(group), [*found]))
    return Wide(tuple(columns), _rows(cursor, names, nested))


def _own_type(name: str) -> str:
    return "text" if name == "created" else _OF_ROWS.get(ROW[name].type, "text")


def _keys(connection: sqlite3.Connection, group: str) -> dict[str, str]:
    """The names in a group of values, in the order of their first occurrence, with their types."""
    table, order = _GROUPS[group]
    statement = (
        f"SELECT item.key, group_concat(DISTINCT {_TYPE}) "
        f"FROM {table}, json_each({table}.{group}) AS item "
        f"GROUP BY item.key ORDER BY min({table}.{order}), min(item.id)"
    )
    return {key: _type(types.split(",")) for key, types in connection.execute(statement)}


def _type(types: Iterable[str]) -> str:
    kinds = {_TYPES.get(name, "json") for name in types if name != "null"}
    if kinds == {"whole", "number"}:
        return "number"
    return kinds.pop() if len(kinds) == 1 else "json"


def _rows(
    records: Iterable[tuple[Any, ...]], names: list[str], nested: list[tuple[int, list[str]]]
) -> Iterator[tuple[Any, ...]]:
    places = {name: at for at, name in enumerate(names)}
    plain = [places[name] for name in names if name not in _GROUPS and name != "budget"]
    stop, budget, iterations = places["stop"], places["budget"], places["iterations"]
    for record in records:
        values = [record[at] for at in plain]
        limits = _parsed(record[budget])
        values += [limits.get(name) for name in _LIMITS]
        limit = limits.get("iterations")
        if limit is None or record[stop] != Stop.ITERATIONS.value:
            limit = record[iterations]
        values += [record[stop] not in _FINISHED, int(limit)]
        for at, keys in nested:
            found = _parsed(record[at])
            values += [found.get(key) for key in keys]
        yield tuple(values)


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> Mapping[str, Any]:
    return cast("dict[str, Any]", json.loads(text))
