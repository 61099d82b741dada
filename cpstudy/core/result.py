"""Answers: verdicts, stops, budgets and results.

Flattening an answer to a bool turns a time-out into "not unique". The types here prevent that: a
verdict is *derived* from what a method covered, cannot be passed in, and has no truth value.

A result does not record how its witnesses were checked: :func:`cpstudy.core.solving.solve`, which
makes all results, checks them.

Notebooks call ``_repr_svg_`` or ``_repr_html_`` of an object to show it. :class:`Drawn` and
:class:`ShownAsHtml` import ``cpstudy.notebooks`` only then, so neither rules nor results depend on
pictures.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NoReturn, cast

from cpstudy.core.errors import InputError, place

if TYPE_CHECKING:
    # Type checkers have this module; Python supports the default of a TypeVar from 3.13 on.
    from typing_extensions import TypeVar

    Solution_co = TypeVar("Solution_co", bound=Hashable, default=Hashable, covariant=True)
else:
    from typing import TypeVar

    Solution_co = TypeVar("Solution_co", bound=Hashable, covariant=True)

_NOTEBOOKS = "cpstudy.notebooks"


class Drawn:
    """Puzzles, drawings and heatmaps: notebooks show them as SVG."""

    def _repr_svg_(self) -> str | None:
        """The drawing; None if the kind has none, so the notebook shows the text."""
        return cast("str | None", import_module(_NOTEBOOKS).svg_of(self))


class Rectangular(Drawn):
    """A puzzle on rows × columns cells, numbered row by row. Subclasses define the fields."""

    rows: int
    columns: int

    def check_size(self) -> None:
        """Raise InputError for a board without cells."""
        if self.rows < 1 or self.columns < 1:
            raise InputError(f"a board needs at least one row and one column, got {self.size}")

    @property
    def size(self) -> str:
        """The size as written: columns x rows."""
        return f"{self.columns}x{self.rows}"

    def cell(self, cell: int) -> str:
        """The cell's place in words: ``row 1, column 3``, as players count."""
        return place(divmod(cell, self.columns))


class ShownAsHtml:
    """Results, paths and explanations: notebooks show words with drawings."""

    def _repr_html_(self) -> str:
        return cast(str, import_module(_NOTEBOOKS).html_of(self))


class _NoTruthValue(Enum):
    """An enumeration whose members cannot be mistaken for yes or no."""

    def __bool__(self) -> NoReturn:
        raise TypeError(
            f"{type(self).__name__} has no truth value: compare with a member, "
            f"e.g. result.verdict is Verdict.UNIQUE"
        )

    def __str__(self) -> str:
        return str(self.value)


class Verdict(_NoTruthValue):
    """How many solutions a puzzle has. UNKNOWN: not settled within the budget or by the method."""

    NONE = "none"
    UNIQUE = "unique"
    MANY = "many"
    UNKNOWN = "unknown"


class Solvable(_NoTruthValue):
    """Whether a puzzle has a solution at all: the answer of a search for a first solution."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


class Reachability(_NoTruthValue):
    """Whether the goal can be reached. UNREACHABLE is proved: every reachable state was seen."""

    FOUND = "found"
    UNREACHABLE = "unreachable"
    UNKNOWN = "unknown"


class Truth(_NoTruthValue):
    """Whether a property holds. HOLDS and FAILS are proved; see the witness."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


class Stop(Enum):
    """Why a method ended."""

    DONE = "done"  # everything was covered
    LIMIT = "limit"  # as many solutions as the limit allows
    TIME = "time"
    ITERATIONS = "iterations"
    STATES = "states"
    MEMORY = "memory"  # too wide or too large for the memory allowed
    STUCK = "stuck"  # no rule of a deduction applies
    BOUND = "bound"  # a method's own bound was too small to decide
    INTERRUPTED = "interrupted"  # Ctrl-C; results up to then are kept
    # Stops of runs without a result, in campaigns:
    NOT_APPLICABLE = "not applicable"  # the method does not take the puzzle
    CRASHED = "crashed"
    WRONG = "wrong"  # the rules refute what the method claimed

    def __str__(self) -> str:
        return self.value


# More than any run reaches; 64-bit engines use it if a budget has no limit.
UNBOUNDED = 1 << 62


@dataclass(frozen=True)
class Budget:
    """The limits of one run. ``None`` means no limit; zero is allowed and stops at once.

    seconds: wall-clock seconds. iterations: units of the solver's own counter, which its row in the
    SOLVERS table defines. states: states kept. memory: bytes. cpu_seconds: of all threads and
    children; only a run in a separate process enforces it. Whole numbers above 2^62, which no run
    reaches and 64-bit engines could not hold, become 2^62.

    Raises InputError if a limit is negative or not a number.
    """

    seconds: float | None = None
    iterations: int | None = None
    states: int | None = None
    memory: int | None = None
    cpu_seconds: float | None = None

    def __post_init__(self) -> None:
        for part in fields(self):
            value = getattr(self, part.name)
            if value is not None and not value >= 0:  # also false for NaN
                raise InputError(f"budget: {part.name} must not be negative, got {value}")
            if isinstance(value, int) and value > UNBOUNDED:
                object.__setattr__(self, part.name, UNBOUNDED)

    @property
    def nothing(self) -> Stop | None:
        """The stop of a limit that is zero, under which no run begins; else None."""
        limits = (
            (self.seconds, Stop.TIME),
            (self.iterations, Stop.ITERATIONS),
            (self.states, Stop.STATES),
            (self.memory, Stop.MEMORY),
            (self.cpu_seconds, Stop.TIME),
        )
        return next((stop for limit, stop in limits if limit == 0), None)


def _values(record: Any) -> tuple[Any, ...]:
    """A record's fields in order. Mapping proxies become dicts, since they cannot be pickled."""
    values = (record.__dict__[name] for name in record.__dataclass_fields__)
    return tuple(dict(v) if isinstance(v, MappingProxyType) else v for v in values)


_NOTHING: Mapping[str, Any] = MappingProxyType({})


def _read_only(mapping: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(mapping)) if mapping else _NOTHING


@dataclass(frozen=True)
class Provenance:
    """The origin of a result: enough to run it again.

    build: whether kernels were "compiled" or ran as Python ("pure"). versions: of the packages and
    programs that the solver uses, by name.
    """

    puzzle: str
    kind: str
    solver: str
    solver_version: int
    seed: int
    budget: Budget
    limit: int | None
    cpstudy: str
    build: str
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)

    def of(self, puzzle: str) -> Provenance:
        """The provenance of the same run on another puzzle of the kind, given by its text form."""
        other = object.__new__(Provenance)
        other.__dict__.update(self.__dict__, puzzle=puzzle)
        return other


@dataclass(frozen=True)
class Best:
    """The best board that a search met. what: the unit; score: how many of ``most``.

    depth: the number of filled cells. trace: the curve over time, a point for each better board:
    (seconds, iterations, depth, score).
    """

    what: str
    score: int
    most: int
    board: str
    depth: int
    trace: tuple[tuple[float, int, int, int], ...] = ()


@dataclass(frozen=True, eq=False)
class Result(ShownAsHtml, Generic[Solution_co]):
    """The answer to "how many solutions?"; generic in the type of the solutions.

    solutions: distinct witnesses (two if several exist and the limit is two); each is
        ``bytes`` or a tuple. count: exact number of solutions (classes), if the method counts.
    exhausted: the whole search space was covered; if and only if so, ``stop`` is DONE.
    counters: the method's own effort, in whole units. phases: seconds by phase ("build",
        "search", "other", which add up to ``seconds``; "loading" is the import of the method's
        module, and "start-up" the start of a process for the run, both before it). seconds:
        wall-clock seconds of the whole run; cpu_seconds: those that this process and its
        children computed during it.
        engine: the row that settled it, if a portfolio chose one. provenance: set by ``solve``.
        peak_bytes: the maximum memory of a run in a separate process, minus the memory with
        which the process began. fault: one line on why a run has no result;
        traceback: of a crash (core/failures.py). best: the best incomplete board that a
        search met, if it records one.

    ``verdict`` and ``solvable`` are derived and cannot be passed in. Raises RuntimeError if the
    fields contradict each other.
    """

    solutions: tuple[Solution_co, ...] = ()
    count: int | None = None
    exhausted: bool = False
    stop: Stop = Stop.DONE
    counters: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    phases: Mapping[str, float] = field(default_factory=dict)
    engine: str = ""
    provenance: Provenance | None = None
    cpu_seconds: float = 0.0
    peak_bytes: int | None = None
    fault: str = ""
    traceback: str = ""
    best: Best | None = None

    def __post_init__(self) -> None:
        values = self.__dict__
        values["counters"], values["phases"] = _read_only(self.counters), _read_only(self.phases)
        if self.exhausted is not (self.stop is Stop.DONE):
            raise RuntimeError(f"result: exhausted={self.exhausted} contradicts stop={self.stop}")
        if self.count is not None and self.count < 0:
            raise RuntimeError(f"result: negative count {self.count}")
        if len(self.solutions) > 1 and len(set(self.solutions)) != len(self.solutions):
            raise RuntimeError("result: a witness is listed twice")

    def __reduce__(self) -> tuple[Any, ...]:
        return Result, _values(self)

    def with_provenance(
        self,
        provenance: Provenance,
        seconds: float,
        cpu_seconds: float,
        solutions: tuple[Any, ...] | None = None,
        phases: Mapping[str, float] | None = None,
    ) -> Result[Solution_co]:
        """This result with the provenance and times of its run; its fields are not checked again.

        solutions: the distinct ones, if they are not all of its own; phases: additional ones.
        """
        result: Result[Solution_co] = object.__new__(Result)
        result.__dict__.update(
            self.__dict__, provenance=provenance, seconds=seconds, cpu_seconds=cpu_seconds
        )
        if solutions is not None:
            result.__dict__["solutions"] = solutions
        if phases:
            result.__dict__["phases"] = _read_only({**self.phases, **phases})
        return result

    def settled_by(self, engine: str) -> Result[Solution_co]:
        """This result with the name of its engine; its fields are not checked again."""
        result: Result[Solution_co] = object.__new__(Result)
        result.__dict__.update(self.__dict__, engine=engine)
        return result

    @property
    def verdict(self) -> Verdict:
        """MANY if two solutions are known; UNIQUE and NONE only if everything was covered."""
        number = len(self.solutions) if self.count is None else self.count
        if max(number, len(self.solutions)) >= 2:
            return Verdict.MANY
        if not self.exhausted:
            return Verdict.UNKNOWN
        return Verdict.UNIQUE if number == 1 else Verdict.NONE

    @property
    def solvable(self) -> Solvable:
        """YES if a solution is known, NO if everything was covered without one."""
        if self.solutions or self.count:
            return Solvable.YES
        return Solvable.NO if self.exhausted else Solvable.UNKNOWN


@dataclass(frozen=True, eq=False)
class PathResult(ShownAsHtml):
    """The answer to "can the goal be reached?".

    path: the moves from the start to a goal, or None if none was found; they are replayed before
    the result is returned. cost: of the moves. trace: the states along them, the start first.
    states, transitions: the number of distinct states seen, and of transitions out of the states
    expanded. depth: the number of states on the path to the goal, both ends included, as LTSmin
    counts; without a goal, on the longest path of the search. levels: the number of states by
    distance from the start, if the search proceeds level by level. deadlocks: states without
    successors, among those expanded. shortest: the number of different shortest paths, if counted.
    reason: why no goal can be reached, in words, if that is known without seeing all states; else
    "". exhausted, stop, counters, seconds, cpu_seconds, engine, provenance: as in :class:`Result`.
    A search that ends at the first goal has stop LIMIT. ``verdict`` is derived.
    """

    path: tuple[Hashable, ...] | None = None
    exhausted: bool = False
    stop: Stop = Stop.DONE
    states: int = 0
    transitions: int = 0
    depth: int = 0
    cost: int | None = None
    trace: tuple[Hashable, ...] = ()
    levels: tuple[int, ...] = ()
    deadlocks: int = 0
    shortest: int | None = None
    counters: Mapping[str, int] = field(default_factory=dict)
    seconds: float = 0.0
    provenance: Provenance | None = None
    cpu_seconds: float = 0.0
    engine: str = ""
    reason: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "counters", _read_only(self.counters))
        if self.path is None and self.exhausted is not (self.stop is Stop.DONE):
            raise RuntimeError(f"path: exhausted={self.exhausted} contradicts stop={self.stop}")

    def __reduce__(self) -> tuple[Any, ...]:
        return PathResult, _values(self)

    @property
    def verdict(self) -> Reachability:
        """FOUND with a path; UNREACHABLE if every state was seen, or for a reason."""
        if self.path is not None:
            return Reachability.FOUND
        return Reachability.UNREACHABLE if self.exhausted else Reachability.UNKNOWN
