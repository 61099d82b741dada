"""Studies as files: kinds × generators × parameters × solvers × seeds, written in TOML.

A file holds one table ``[study]``, or several ``[[study]]``. Each names a ``kind``, its ``solvers``
(for puzzles of moves: ``strategies``), the ``seeds``, and the puzzles: ``algorithms`` and
``sizes``, with ``wrap``, ``unique`` and ``grade`` if needed, or ``puzzles`` in text form, or
``files`` of them. ``KEYS`` lists all keys. Every combination is a cell of :mod:`cpstudy.study`;
:mod:`.measuring` defines a run. Names are checked before the first run.

A fault of a file is reported in one line that names the file, the line and the key.
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cpstudy.api import named_solver, named_strategy
from cpstudy.core.errors import InputError, choose_from
from cpstudy.core.kind import Kind
from cpstudy.core.result import Budget
from cpstudy.jobs.studies.measuring import study_of
from cpstudy.puzzles import kind
from cpstudy.reading.door import items, only
from cpstudy.reading.opening import opened
from cpstudy.study.grid import Grid, Study

_MOST_PUZZLES = 1_000_000
_LARGEST_SIDE = 4096
_LIMITS = ("seconds", "iterations", "states", "memory", "cpu_seconds")


class _KeyFaultError(InputError):
    """The fault in the value of a key."""

    def __init__(self, key: str, what: str) -> None:
        super().__init__(what)
        self.key = key


def read_study(path: Path) -> list[Study]:
    """The studies of a file, one for each table and solver. Raises InputError in one line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: no UTF-8") from None
    try:
        tables = _tables(tomllib.loads(text))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError(f"{path}{_placed(str(error), text)}") from None
    except _KeyFaultError as fault:
        raise InputError(_located(path, text, 0, fault)) from None
    studies: list[Study] = []
    for number, table in enumerate(tables):
        try:
            studies += _studies(table, path.parent)
        except _KeyFaultError as fault:
            raise InputError(_located(path, text, number, fault)) from None
    return studies


def _tables(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    for key in content:
        if key != "study":
            raise _KeyFaultError(key, "not a table of this file: only 'study' is")
    given = content.get("study")
    tables = [given] if isinstance(given, dict) else given
    if not isinstance(tables, list) or not tables or not all(isinstance(t, dict) for t in tables):
        raise _KeyFaultError("study", "expected a table [study], or several [[study]]")
    return tables


def _placed(message: str, text: str) -> str:
    """tomllib's message, prefixed by its line; at the end of the file, by the last line."""
    match = re.fullmatch(r"(.*) \(at (?:line (\d+), column \d+|end of document)\)", message, re.S)
    if match is None:
        return f": {message}"
    line = match[2] or len(text.splitlines())
    return f":{line}: {' '.join(match[1].split())}"


def _located(path: Path, text: str, number: int, fault: _KeyFaultError) -> str:
    """``FILE:LINE: KEY: what``; the line of the key in its table, or of the table."""
    lines, headings = text.splitlines(), []
    for at, line in enumerate(lines, 1):
        if re.match(r"\s*\[\[?\s*study\s*\]", line):
            headings.append(at)
    first = headings[number] if number < len(headings) else 1
    end = headings[number + 1] if number + 1 < len(headings) else len(lines) + 1
    for key in reversed(fault.key.split(".")):  # an inner key, or the key of its inline table
        wanted = re.compile(rf"\s*(\[+\s*)?([\w.]+\.)?[\"']?{re.escape(key)}[\"']?\s*(=|\])")
        for at in range(first, min(end, len(lines) + 1)):
            if wanted.match(lines[at - 1]):
                return f"{path}:{at}: {fault.key}: {fault}"
    return f"{path}:{first}: {fault.key}: {fault}"


# -- one table ------------------------------------------------------------------------------


def _text(key: str, value: Any) -> str:
    if not isinstance(value, str):
        raise _KeyFaultError(key, f"expected a text, got {value!r}")
    return value


def _bool(key: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise _KeyFaultError(key, f"expected true or false, got {value!r}")
    return value


def _whole(key: str, value: Any, least: int = 0) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise _KeyFaultError(key, f"expected a whole number of at least {least}, got {value!r}")
    return value


def _size(key: str, value: Any) -> tuple[int, int]:
    """(rows, columns) of N or "WxH"."""
    match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", value) if isinstance(value, str) else None
    sides = (int(match[2]), int(match[1])) if match else (_whole(key, value, 1),) * 2
    if not all(1 <= side <= _LARGEST_SIDE for side in sides):
        raise _KeyFaultError(key, f"{value!r}: sides from 1 to {_LARGEST_SIDE}")
    return sides


def _seeds(key: str, value: Any) -> range:
    """N: the first N seeds, 1 … N; or "A..B", both included."""
    if isinstance(value, str) and (match := re.fullmatch(r"([0-9]{1,18})\.\.([0-9]{1,18})", value)):
        first, last = int(match[1]), int(match[2])
        if first <= last:
            return range(first, last + 1)
    if isinstance(value, str):
        raise _KeyFaultError(key, f"{value!r}: expected a number, or A..B with A at most B")
    return range(1, 1 + min(_whole(key, value, 1), 1 << 62))


def _budget(key: str, value: Any) -> Budget:
    if not isinstance(value, dict):
        raise _KeyFaultError(key, f"expected a table of {', '.join(_LIMITS)}")
    limits: dict[str, Any] = {}
    for name, limit in value.items():
        if name not in _LIMITS:
            raise _KeyFaultError(f"{key}.{name}", f"not a limit: choose from {', '.join(_LIMITS)}")
        number = isinstance(limit, (int, float)) and not isinstance(limit, bool)
        if (
            not number
            or not limit >= 0
            or (not name.endswith("seconds") and not isinstance(limit, int))
        ):
            raise _KeyFaultError(f"{key}.{name}", f"expected a number of at least 0, got {limit!r}")
        limits[name] = limit
    return Budget(**limits)


def _listed(read: Callable[[str, Any], Any]) -> Callable[[str, Any], list[Any]]:
    """One value, or a list of values without repetition."""

    def every(key: str, value: Any) -> list[Any]:
        values = value if isinstance(value, list) else [value]
        found = [read(key, one) for one in values]
        if not found:
            raise _KeyFaultError(key, "an empty list")
        return [one for at, one in enumerate(found) if one not in found[:at]]

    return every


def _limit(key: str, value: Any) -> int | None:
    return None if value == "all" else _whole(key, value, 1)


def _options(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _KeyFaultError(key, "expected a table")
    return value


# Every key of a table: the function that reads its value, and the default.
KEYS: dict[str, tuple[Callable[[str, Any], Any], Any]] = {
    "kind": (_text, None),
    "algorithms": (_listed(_text), None),
    "sizes": (_listed(_size), None),
    "wrap": (_listed(_bool), [False]),
    "unique": (_listed(_bool), [False]),
    "grade": (_listed(_text), None),
    "puzzles": (_listed(_text), None),
    "files": (_listed(_text), None),
    "solvers": (_listed(_text), None),
    "strategies": (_listed(_text), None),
    "options": (_options, None),
    "seeds": (_seeds, range(1, 2)),
    "limit": (_limit, 2),
    "budget": (_budget, Budget()),
    "isolated": (_bool, False),
    "texts": (_bool, False),
}


def _studies(table: Mapping[str, Any], folder: Path) -> list[Study]:
    for key in table:
        if key not in KEYS:
            raise _KeyFaultError(key, f"not a key of a study: choose from {', '.join(KEYS)}")
    values = {
        key: read(key, table[key]) if key in table else other for key, (read, other) in KEYS.items()
    }
    if values["kind"] is None:
        raise _KeyFaultError("kind", "is missing")
    try:
        record = kind(values["kind"].replace("-", "_"))
    except InputError as error:
        raise _KeyFaultError("kind", str(error)) from None
    methods = _methods(record, values)
    cells = _cells(record, values, folder)
    return [
        study_of(record, name, cells=cells, seeds=values["seeds"], budget=values["budget"])
        for name in methods
    ]


def _methods(record: Kind, values: Mapping[str, Any]) -> list[str]:
    right, wrong = ("solvers", "strategies") if record.solvers else ("strategies", "solvers")
    if values[wrong] is not None:
        raise _KeyFaultError(wrong, f"{record.name} has {right}")
    if record.solvers and values["options"] is not None:
        raise _KeyFaultError("options", "follow a solver's name after colons: 'sat:lazy'")
    names: list[str] = values[right] or [next(iter(record.solvers or record.strategies))]
    for name in names:
        try:
            if record.solvers:
                named_solver(record, name).ready()
            else:
                named_strategy(record, name)
        except InputError as error:
            raise _KeyFaultError(right, str(error)) from None
        if not record.solvers:
            _check_options(record, name, values["options"] or {})
    return names


def _check_options(record: Kind, name: str, options: Mapping[str, Any]) -> None:
    strategy = named_strategy(record, name)
    assert record.space is not None
    known = {option.name: option for option in (*strategy.options, *record.space.options)}
    for given, value in options.items():
        if given not in known or given in strategy.settled:
            raise _KeyFaultError(f"options.{given}", f"strategy {name} has no such option")
        if isinstance(value, str):
            try:
                known[given].value(value)
            except InputError as error:
                raise _KeyFaultError(f"options.{given}", str(error)) from None
        elif not isinstance(value, known[given].type):
            raise _KeyFaultError(
                f"options.{given}", f"{value!r} is not of type {known[given].type.__name__}"
            )


def _cells(record: Kind, values: Mapping[str, Any], folder: Path) -> Grid:
    more: dict[str, list[Any]] = {"limit": [values["limit"]]} if record.solvers else {}
    if values["options"] is not None:
        more["options"] = [values["options"]]
    if values["isolated"] and not record.solvers:
        raise _KeyFaultError("isolated", f"{record.name} has strategies: these are not isolated")
    if values["budget"].cpu_seconds is not None and not values["isolated"]:
        raise _KeyFaultError("budget.cpu_seconds", "only isolated runs enforce it: isolated = true")
    if values["isolated"]:
        more["isolated"] = [True]
    if values["texts"]:
        more["texts"] = [True]
    if values["puzzles"] is not None or values["files"] is not None:
        for key in ("algorithms", "sizes", "grade"):
            if values[key] is not None:
                raise _KeyFaultError(key, "puzzles are given, so none are generated")
        return Grid({"puzzle": _given(record, values, folder), **more})
    return _Generated({"algorithm": _algorithms(record, values), **_axes(record, values), **more})


def _algorithms(record: Kind, values: Mapping[str, Any]) -> list[str]:
    if not record.generators:
        raise _KeyFaultError("kind", f"{record.name} has no generator: give puzzles or files")
    names: list[str] = values["algorithms"] or [next(iter(record.generators))]
    for name in names:
        if name not in record.generators:
            choices = choose_from(name, record.generators)
            raise _KeyFaultError("algorithms", f"{name!r} of {record.name}: {choices}")
        if record.generators[name].unique is None and (any(values["unique"]) or values["grade"]):
            raise _KeyFaultError("unique", f"{name} of {record.name} cannot make puzzles unique")
    return names


def _axes(record: Kind, values: Mapping[str, Any]) -> dict[str, list[Any]]:
    if values["sizes"] is None:
        raise _KeyFaultError("sizes", "is missing")
    axes = {"size": values["sizes"], "wrap": values["wrap"], "unique": values["unique"]}
    if values["grade"] is not None:
        axes["grade"] = values["grade"]
    return axes


@dataclass(frozen=True)
class _Generated(Grid):
    """A grid whose sizes are two parameters, ``rows`` and ``columns``."""

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        for params in super().__iter__():
            rows, columns = params["size"]
            rest = {name: value for name, value in params.items() if name != "size"}
            yield {"rows": rows, "columns": columns, **rest}

    def __contains__(self, params: object) -> bool:
        return any(params == cell for cell in self)


def _given(record: Kind, values: Mapping[str, Any], folder: Path) -> list[str]:
    """The text forms of all given puzzles, without repetitions."""
    texts: dict[str, None] = {}
    for number, text in enumerate(values["puzzles"] or (), 1):
        try:
            texts[only(record, text).encode()] = None
        except InputError as error:
            raise _KeyFaultError("puzzles", f"puzzle {number}: {error}") from None
    for name in values["files"] or ():
        for text in _read(record, folder / name):
            texts[text] = None
            if len(texts) > _MOST_PUZZLES:
                raise _KeyFaultError("files", f"more than {_MOST_PUZZLES:,} puzzles")
    return [*texts]


def _read(record: Kind, path: Path) -> Iterator[str]:
    empty = True
    if "\0" in str(path):
        raise _KeyFaultError("files", f"{str(path)!a} is not a file name")
    try:
        with opened(str(path)) as document:
            for item in items(record, document):
                if isinstance(item.puzzle, InputError):
                    raise _KeyFaultError("files", f"{path}:{item.line}: {item.puzzle}")
                empty = False
                yield item.puzzle.encode()
    except OSError as error:
        raise _KeyFaultError("files", f"{path}: {error.strerror or error}") from None
    if empty:
        raise _KeyFaultError("files", f"{path}: no puzzle in it")
