"""The runs of a study: cells of parameters × seeds, and the outcome of one run.

A *cell* is everything that its runs share: parameters, solver, budget and the versions of solver,
generator, and the packages that the solver uses. A cell and a seed name a run, and the run's *key*
is that name as canonical JSON text: equal settings give equal text, so a stored run is recognised
and never repeated.

Cost: nothing is held in memory. Cells are made one at a time during a study, so a study of millions
of runs is as small as one of ten. Limits: a parameter is any JSON value, and 1, 1.0 and true are
three different values.
"""

from __future__ import annotations

import functools
import itertools
import json
import operator
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpstudy.core.errors import InputError
from cpstudy.core.random import GENERATOR_VERSION
from cpstudy.core.result import Budget, Result, Solvable, Stop, Verdict

# operator.index accepts NumPy's integers and refuses everything else.
_encode = json.JSONEncoder(
    ensure_ascii=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
    default=operator.index,
).encode


def canonical_json(value: Any) -> str:
    """The canonical JSON text of a value: sorted names, no spaces. InputError on non-JSON."""
    try:
        return _encode(value)
    except (TypeError, ValueError) as error:
        raise InputError(f"not a JSON value: {value!r} ({error})") from None


@dataclass(frozen=True)
class Grid(Collection[Mapping[str, Any]]):
    """Every combination of the axes' values, the last axis running fastest; made lazily.

    >>> [*Grid({"inner": [1, 2], "outer": [3]})]
    [{'inner': 1, 'outer': 3}, {'inner': 2, 'outer': 3}]
    """

    axes: Mapping[str, Sequence[Any]]

    def __iter__(self) -> Iterator[Mapping[str, Any]]:
        for values in itertools.product(*self.axes.values()):
            yield dict(zip(self.axes, values, strict=True))

    def __len__(self) -> int:
        length = 1
        for values in self.axes.values():
            length *= len(values)
        return length

    def __contains__(self, params: object) -> bool:
        return (
            isinstance(params, Mapping)
            and params.keys() == self.axes.keys()
            and all(params[name] in values for name, values in self.axes.items())
        )


@dataclass(frozen=True)
class Cell:
    """The settings that the runs of a cell share.

    kind: the kind of puzzle. params: arguments of the generator, JSON values. counter: the unit of
    the solver's "iterations"; it follows from solver and version and is not in the key.
    generator_version: raised if a seed would give another puzzle. versions: of the packages and
    programs that the solver uses, by name. If there are none, they are not in the key either, so
    the keys of our own engines have never changed. A cell of an external solver without versions is
    from a file that did not record them: its versions are unknown.
    """

    kind: str
    params: Mapping[str, Any]
    budget: Budget
    solver: str
    solver_version: int
    counter: str
    generator_version: int
    versions: Mapping[str, str] = field(default_factory=dict)

    @functools.cached_property
    def key(self) -> str:
        """The name of the cell: canonical JSON. Raises InputError if params are not JSON."""
        others = canonical_json(
            {
                "generator_version": self.generator_version,
                "kind": self.kind,
                "params": dict(self.params),
                "solver": self.solver,
                "solver_version": self.solver_version,
                **({"versions": dict(self.versions)} if self.versions else {}),
            }
        )
        return f'{{"budget":{self.budget_json},{others[1:]}'  # "budget" sorts first

    @property
    def budget_json(self) -> str:
        """The limits that are set, as canonical JSON; 1 second and 1.0 seconds are the same."""
        limits = {name: limit for name, limit in vars(self.budget).items() if limit is not None}
        if "seconds" in limits:
            limits["seconds"] = float(limits["seconds"])
        return canonical_json(limits)


@dataclass(frozen=True)
class Task:
    """Runs of one cell that remain to be done: the argument of a task function. Picklable."""

    cell: Cell
    seeds: tuple[int, ...]


@dataclass(frozen=True)
class Outcome:
    """The outcome of one run: a task function returns one for each seed, in order.

    iterations: the value of the cell's counter. seconds: of this run. counters: any others.
    extra: further JSON values, such as the text form of the puzzle. Raises RuntimeError if
    iterations are negative.
    """

    iterations: int
    stop: Stop
    solvable: Solvable
    verdict: Verdict
    seconds: float
    counters: Mapping[str, int] = field(default_factory=dict)
    extra: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.iterations < 0:
            raise RuntimeError(f"outcome: iterations must not be negative, got {self.iterations}")

    @classmethod
    def of(cls, result: Result, counter: str, extra: Mapping[str, Any] | None = None) -> Outcome:
        """The outcome of a solver's result. Raises RuntimeError if it lacks the counter."""
        if counter not in result.counters:
            raise RuntimeError(f"result has no counter {counter!r}: {sorted(result.counters)}")
        return cls(
            iterations=result.counters[counter],
            stop=result.stop,
            solvable=result.solvable,
            verdict=result.verdict,
            seconds=result.seconds,
            counters=result.counters,
            extra=extra or {},
        )


@dataclass(frozen=True)
class Study:
    """A grid of parameters × seeds under one solver and one budget.

    cells: distinct parameter sets: a :class:`Grid`, or any collection of mappings. seeds: the seeds
    of every cell. The rest as in :class:`Cell`. Raises InputError if there is no cell, no seed, a
    negative seed, or more runs than can be numbered, 2^63 - 1.
    """

    kind: str
    cells: Collection[Mapping[str, Any]]
    seeds: range
    solver: str
    solver_version: int
    counter: str
    generator_version: int = GENERATOR_VERSION
    budget: Budget = field(default_factory=Budget)
    versions: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        try:
            cells, seeds = len(self.cells), len(self.seeds)
        except OverflowError:
            cells = seeds = sys.maxsize
        if not cells:
            raise InputError("study: no cells")
        if not seeds:
            raise InputError("study: no seeds")
        if min(self.seeds[0], self.seeds[-1]) < 0:
            raise InputError(f"study: seeds must not be negative, got {self.seeds}")
        if cells * seeds > sys.maxsize or max(self.seeds[0], self.seeds[-1]) > sys.maxsize:
            raise InputError("study: more runs than can be numbered")

    def __len__(self) -> int:
        """The number of runs."""
        return len(self.cells) * len(self.seeds)

    def __iter__(self) -> Iterator[Cell]:
        """The cells, in the order of the grid."""
        for params in self.cells:
            yield Cell(
                kind=self.kind,
                params=params,
                budget=self.budget,
                solver=self.solver,
                solver_version=self.solver_version,
                counter=self.counter,
                generator_version=self.generator_version,
                versions=self.versions,
            )
