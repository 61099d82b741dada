"""Solvers that this process has added to the tables of kinds, and their transfer to workers.

Rows are stored by kind and name. Workers begin with the rows that :func:`for_workers` gave when
they were started. A row that cannot travel is refused there when it is named; if the callers of
``for_workers`` know the names, they refuse it before.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from cpstudy.core.errors import InputError
from cpstudy.core.pickling import packed, unpacked

if TYPE_CHECKING:
    from cpstudy.core.solving import Solver

Key = tuple[str, str]
# A row for another process: packed, or the reason why it cannot travel.
Packed = bytes | InputError

_rows: dict[Key, Solver | Packed] = {}


def add(kind: str, row: Solver) -> None:
    """Store a row; it replaces another row of its name."""
    _rows[kind, row.name] = row


def names(kind: str) -> list[str]:
    """The names of a kind's rows, in order."""
    return [name for of, name in _rows if of == kind]


def row(kind: str, name: str) -> Solver:
    """A row. Raises InputError if it could not travel to this process."""
    found = _rows[kind, name]
    if isinstance(found, InputError):
        raise InputError(str(found))
    return cast("Solver", unpacked(found)) if isinstance(found, bytes) else found


def for_workers() -> dict[Key, Packed]:
    """All rows, for :func:`add_rows` in another process."""
    return {key: _packed_row(key, found) for key, found in _rows.items()}


def check_picklable(kind: str, solver: str, *, cluster: bool = False) -> None:
    """Raise InputError if a solver, given by its name with options, cannot travel.

    cluster: to workers that this process does not start, which get no rows from it.
    """
    for (of, name), found in _rows.items():
        if of != kind or not f"{solver}:".startswith(f"{name}:"):
            continue
        if cluster:
            raise InputError(
                f"solver {name} of {kind}: registered in this process, which a cluster does "
                "not see: name it package.module:ROW"
            )
        if isinstance(why := _packed_row((of, name), found), InputError):
            raise InputError(str(why))


def add_rows(rows: Mapping[Key, Packed]) -> None:
    """Add the rows of the process that started this one."""
    _rows.update(rows)


def _packed_row(key: Key, solver: Solver | Packed) -> Packed:
    if isinstance(solver, (bytes, InputError)):
        return solver
    try:
        return packed(solver)
    except InputError as error:
        return InputError(f"solver {key[1]} of {key[0]}: {error}")
