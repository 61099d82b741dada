"""A run as it is stored and read."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from operator import itemgetter
from typing import Any, NamedTuple, cast

from cpstudy.core.errors import InputError
from cpstudy.core.result import Budget, Solvable, Stop, Verdict
from cpstudy.study.grid import Cell, Outcome, canonical_json


class Origin(NamedTuple):
    """The versions and the machine that computed a row."""

    cpstudy: str
    python: str
    machine: str


class Entry(NamedTuple):
    """An outcome in its stored form, made by the workers to relieve the only writer."""

    cell: int
    seed: int
    iterations: int
    stop: str
    solvable: str
    verdict: str
    seconds: float
    counters: str
    extra: str


_STOPS, _SOLVABLES, _VERDICTS = (
    {member.value: member for member in names} for names in (Stop, Solvable, Verdict)
)
_WHOLE = {int}


def _json(counters: Mapping[str, int]) -> str:
    """Canonical JSON of counters, in a third of the time of a general encoder."""
    if not _WHOLE.issuperset(map(type, counters.values())):
        return canonical_json(dict(counters))
    form, numbers = _form(tuple(counters))
    text: str = form % numbers(counters)
    return text


@cache
def _form(names: tuple[str, ...]) -> tuple[str, Callable[[Mapping[str, int]], Any]]:
    """The JSON text of counters with these names, with ``%d`` for each number, and their getter.

    Names may be in any order; those of one solver are always in the same order.
    """
    ordered = sorted(names)
    text = ",".join(canonical_json(name).replace("%", "%%") + ":%d" for name in ordered)
    return f"{{{text}}}", itemgetter(*ordered)


def entry(cell: int, seed: int, outcome: Outcome) -> Entry:
    """The stored form of the outcome of ``seed`` in the cell of this number.

    Raises InputError if counters or extra are not JSON.
    """
    return Entry(
        cell,
        seed,
        int(outcome.iterations),
        outcome.stop._value_,  # takes a third of the time of ``value``
        outcome.solvable._value_,
        outcome.verdict._value_,
        float(outcome.seconds),
        _json(outcome.counters) if outcome.counters else "{}",
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
        """A unique text: the cell's key with the seed, as JSON."""
        return f'{self.cell.key[:-1]},"seed":{self.seed}}}'

    @property
    def censored(self) -> bool:
        """Whether the run was stopped before it had its answer."""
        return self.stop not in (Stop.DONE, Stop.LIMIT)

    @property
    def effort(self) -> int:
        """The iterations that enter a median; a lower bound if the run is censored.

        For a run stopped by its iterations it is their limit, for any other the number reached.
        """
        limit = self.cell.budget.iterations
        if self.stop is Stop.ITERATIONS and limit is not None:
            return limit
        return self.iterations


def versions_of(key: str) -> Mapping[str, str]:
    """The versions in a cell's key, the only place where they are stored."""
    found: Mapping[str, str] = json.loads(key).get("versions", {})
    return found


def cell_of(record: tuple[Any, ...]) -> Cell:
    """The cell of a record of the table ``cells``. Raises InputError if it is not a valid cell."""
    number, key, kind, params, budget, solver, solver_version, generator_version, counter = record
    try:
        limits = Budget(**json.loads(budget))
        found = Cell(
            kind=kind,
            params=json.loads(params),
            budget=limits,
            solver=solver,
            solver_version=solver_version,
            counter=counter,
            generator_version=generator_version,
            versions=versions_of(key),
        )
        consistent = found.key == key
    except (ValueError, TypeError, RecursionError):
        consistent = False
    if not consistent:
        raise InputError(f"cell {number} does not match its key")
    return found


def row_of(cell: Cell, record: tuple[Any, ...], origins: Mapping[int, Origin]) -> Row:
    """The run of a record of the table ``rows``. Raises InputError if it is not a valid run."""
    _, seed, iterations, stop, solvable, verdict, seconds, counters, extra, created, origin = record
    try:
        row = object.__new__(Row)
        # Equivalent to __init__, which sets field by field and takes three times as long.
        values = {
            "cell": cell,
            "seed": seed,
            "iterations": iterations,
            "stop": _STOPS[stop],
            "solvable": _SOLVABLES[solvable],
            "verdict": _VERDICTS[verdict],
            "seconds": seconds,
            "counters": _mapping(counters),
            "extra": _mapping(extra),
            "created": created,
            "origin": origins[origin],
        }
        object.__setattr__(row, "__dict__", values)
        return row
    except (ValueError, TypeError, KeyError, RecursionError):
        raise InputError(f"seed {seed} of {cell.key} is not a run") from None


_DECODER = json.JSONDecoder()


def _mapping(text: str) -> Mapping[str, Any]:
    # Most rows have an empty one, and parsing would be a third of the time to read them.
    if text == "{}":
        return {}
    value, end = _DECODER.raw_decode(text)  # half the time of loads, which skips spaces first
    return cast("dict[str, Any]", value if end == len(text) else json.loads(text))
