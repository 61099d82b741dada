"""The only way to an answer: run a solver, time it, check every witness, attach provenance.

No answer leaves without its certificate: each witness is checked with the puzzle's own
``violation``, in production too. NONE and UNIQUE have no cheap witness; they rest on the agreement
between methods (tests) and on proofs.

A compiled search runs in slices: it returns at every solution, and at the latest after some
hundredths of a second. Between two slices :func:`run_in_slices` checks the clock and the limits and
passes on the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Concatenate, Protocol, TypeVar

from cpstudy.core.clock import Clock, CpuClock, OutOfTimeError
from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.errors import FAULT_OF, InputError, check_whole
from cpstudy.core.options import Option, chosen_arguments
from cpstudy.core.result import UNBOUNDED, Budget, Provenance, Result, Solution_co, Stop

if TYPE_CHECKING:
    import numpy as np

    from cpstudy.core.exploring import Strategy
    from cpstudy.core.puzzle import Determination, Puzzle


Solution = TypeVar("Solution")

# A callback that receives the solutions of a solver.
Found = Callable[[Any], None]


@dataclass(frozen=True)
class Request:
    """The request to a solver.

    limit: stop at this number of distinct solutions; None: find all. seed: of the random part, if
    the solver has one. found: called with every solution at once, so that checking is part of the
    run and of its budget. patience: stop after this number of iterations without a second solution
    (stop ITERATIONS). clock: of the budget's seconds; it starts with the request.
    """

    budget: Budget = field(default_factory=Budget)
    limit: int | None = 2
    seed: int = 0
    found: Found | None = None
    patience: int | None = None
    clock: Clock = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clock", Clock(self.budget.seconds))

    @property
    def rng(self) -> np.random.Generator:
        """A new generator of random numbers, seeded by the seed."""
        import numpy as np

        return np.random.default_rng(self.seed)


class WrongAnswerError(RuntimeError):
    """A solver's claim that the rules refute, with the puzzle's text form."""


# ``solve(puzzle, request, **options)``.
Solve = Callable[Concatenate[Any, Request, ...], Result]


# How to install the packages of the extras.
_EXTRAS = {
    "cpmpy": "CPMpy: install cpstudy[cpmpy]",
    "pysat": "python-sat: install cpstudy[sat]",
    "z3": "Z3: install cpstudy[smt]",
}


@dataclass(frozen=True)
class Solver:
    """One row of a puzzle's SOLVERS table. Functions may be deferred: naming one imports nothing.

    summary: one line for the list of solvers. function: finds up to ``limit`` solutions. counter:
    the counter that is "iterations"; unit: what one unit of it is. complete: can settle every
    puzzle given time; deduction alone cannot. version: raised when the search changes. batch: gives
    the function's results for two witnesses and no budget, with witnesses checked by a compiled
    checker, or None for a puzzle that it leaves to the function. requires: the package of an extra
    without which it does not run. arguments: keyword arguments of the function, so that rows can
    share one. options: what may follow the name after colons, as in ``sat:lazy:glucose4``; those
    chosen become arguments (:meth:`with_options`). counts: gives the exact number of solutions
    without finding each of them, whatever the limit. checker: makes a compiled check of a puzzle's
    rules, for solvers that find many solutions a second; if the check fails, ``violation`` decides.
    packages: the distributions whose versions belong to a measurement (:attr:`versions`). origin:
    the package or module of a solver that is not ours. on_request: takes part in a comparison only
    if it is named, not in ``all``.
    """

    name: str
    summary: str
    function: Solve
    unit: str
    counter: str
    complete: bool = True
    version: int = 1
    batch: Callable[[Sequence[Any]], list[Result | None]] | None = None
    requires: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict, hash=False)
    options: tuple[Option, ...] = field(default=(), hash=False)
    counts: bool = False
    checker: Callable[[Any], Callable[[Any], bool]] | None = None
    packages: tuple[str, ...] = ()
    origin: str = ""
    on_request: bool = False

    @property
    def versions(self) -> Mapping[str, str]:
        """The versions of the packages that it uses, by name; empty for our own engines.

        They are part of every row, and of the key of a study's cell.
        """
        if not self.packages:
            return {}
        from cpstudy.core.versions import version_of

        return {name: version_of(name) for name in self.packages}

    @property
    def lacking(self) -> str:
        """What must be installed before it can run, "" for nothing; found without importing it."""
        found = not self.requires or find_spec(self.requires) is not None
        return "" if found else _EXTRAS.get(self.requires, f"the package {self.requires}")

    @property
    def installed(self) -> bool:
        """Whether the package that it requires is installed."""
        return not self.lacking

    def ready(self) -> Solver:
        """This solver, if it is installed. Raises InputError."""
        if self.lacking:
            raise InputError(f"solver {self.name} needs {self.lacking}")
        return self

    @property
    def in_all(self) -> bool:
        """Whether ``--solver all`` includes it: complete, installed, and not on_request."""
        return self.complete and self.installed and not self.on_request

    def with_options(self, chosen: Sequence[str]) -> Solver:
        """This solver with options; they become part of its name. Raises InputError."""
        try:
            arguments = {**self.arguments, **chosen_arguments(self.options, chosen)}
        except InputError as error:
            raise InputError(f"solver {self.name}: {error}") from None
        return replace(self, name=":".join((self.name, *chosen)), arguments=arguments)

    def solve(self, puzzle: Any, request: Request) -> Result:
        """Load the solver's module and run it; :func:`solve` also checks the result."""
        return self.ready().function(puzzle, request, **self.arguments)


def checked(
    puzzle: Determination,
    solution: Solution,
    by: str,
    is_solution: Callable[[Solution], bool] | None = None,
) -> Solution:
    """``solution``, checked by the rules; every solution passes here before it is returned.

    by: the claimant, for the message. is_solution: a compiled check of the rules, if many solutions
    of a puzzle are returned at once; if it fails, ``violation`` decides. Raises WrongAnswerError
    with the puzzle's text form.
    """
    if is_solution is not None and is_solution(solution):
        return solution
    reason = puzzle.violation(solution)
    if reason:
        raise WrongAnswerError(f"{by}: not a solution of {puzzle.encode()}: {reason}")
    return solution


def solve(
    puzzle: Determination[Solution_co],
    solver: Solver,
    *,
    budget: Budget | None = None,
    seed: int = 0,
    limit: int | None = 2,
    found: Callable[[Solution_co], None] | None = None,
) -> Result[Solution_co]:
    """Run ``solver`` on ``puzzle`` and return a checked result.

    limit: stop at that number of distinct solutions; None asks for all. found: called with each
    distinct solution as soon as it is checked. Witnesses that are the same solution (equal
    canonical forms) are dropped. Raises WrongAnswerError if a witness breaks a rule or if the
    solver counts fewer solutions than it shows; InputError if the limit is below 1 or the solver
    does not take this puzzle.
    """
    if limit is not None:
        check_whole(1, limit=limit)
    budget = budget or Budget()
    if budget.cpu_seconds is not None:
        raise InputError("budget: only isolated runs enforce cpu_seconds")
    loading = loading_seconds(solver.function)
    clock = CpuClock()
    witnesses = _Witnesses(puzzle, solver, found)
    try:
        if budget.nothing is None:
            result = _run(puzzle, solver, Request(budget, limit, seed, witnesses.take))
        else:
            result = Result(stop=budget.nothing, counters={solver.counter: 0})
        seconds, cpu_seconds = clock.passed, clock.cpu_passed
        witnesses.take_all(result)
    except Exception as fault:
        if solver.origin:
            fault.add_note(f"{FAULT_OF}solver {solver.name} ({solver.origin})")
        raise
    finally:
        if solver.origin:  # another project's solver
            from cpstudy.core.deferred_signals import keep_interrupts

            keep_interrupts()
    return result.with_provenance(
        provenance(puzzle, solver, budget, seed, limit),
        seconds,
        cpu_seconds,
        solutions=tuple(witnesses.distinct.values()),
        phases=_phases(result.phases, seconds, loading),
    )


def _run(
    puzzle: Determination[Solution_co], solver: Solver, request: Request
) -> Result[Solution_co]:
    """The solver's result; TIME if the clock of the request ended the run."""
    try:
        result: Result[Any] = solver.solve(puzzle, request)
    except OutOfTimeError:
        return Result(stop=Stop.TIME, counters={solver.counter: 0})
    if not isinstance(result, Result):
        raise TypeError(f"solver {solver.name}: returns {result!r:.60}, not a Result")
    return result


def _phases(own: Mapping[str, float], seconds: float, loading: float) -> dict[str, float]:
    """The seconds by phase: all but *loading*, before the run, add up to ``seconds``."""
    before = {"loading": loading} if loading else {}
    return {**before, **own, **({"other": seconds - sum(own.values())} if own else {})}


class _Witnesses:
    """The distinct solutions of a run, each checked when the solver reports it."""

    def __init__(self, puzzle: Determination, solver: Solver, report: Found | None) -> None:
        self.distinct: dict[Hashable, Hashable] = {}
        self._taken: set[Hashable] = set()
        self._puzzle, self._by, self._report = puzzle, f"solver {solver.name}", report
        self._is_solution = solver.checker(puzzle) if solver.checker else None

    def take(self, solution: Hashable) -> None:
        """Check a solution and store it if it is new. Raises WrongAnswerError."""
        if solution in self._taken:
            return
        self._taken.add(solution)
        key = self._puzzle.canonical(solution)
        checked(self._puzzle, solution, self._by, self._is_solution)
        if key not in self.distinct:
            self.distinct[key] = solution
            if self._report is not None:
                self._report(solution)

    def take_all(self, result: Result) -> None:
        """Take a result's solutions and check its count. Raises WrongAnswerError."""
        for solution in result.solutions:
            self.take(solution)
        if result.count is not None and result.count < len(self.distinct):
            raise WrongAnswerError(
                f"{self._by}: counts {result.count} but shows {len(self.distinct)}: the solutions "
                f"of {self._puzzle.encode()}"
            )


class Sliced(Protocol):
    """A search that runs in slices."""

    @property
    def effort(self) -> int:
        """The effort so far, in the unit of the budget's iterations."""

    @property
    def counters(self) -> dict[str, int]:
        """The effort so far, as the result's counters."""

    def go(self, most: int) -> bytes | Stop | None:
        """Resume for a slice, up to a total effort of ``most``.

        Returns a solution, DONE, or None if the slice ended without either.
        """


def run_in_slices(search: Sliced, clock: Clock, request: Request) -> Result:
    """Up to ``limit`` solutions (None: all) of a search. clock: of the budget's seconds."""
    most = UNBOUNDED if request.budget.iterations is None else request.budget.iterations
    solutions: list[bytes] = []
    stop = None
    while stop is None:
        if clock.late:
            stop = Stop.TIME
            break
        bound = most
        if request.patience is not None and len(solutions) < 2:
            bound = min(most, request.patience)
        found = search.go(bound)
        if isinstance(found, bytes):
            solutions.append(found)
            if request.found is not None:
                request.found(found)
            if len(solutions) == request.limit:
                stop = Stop.LIMIT
        elif found is not None:
            stop = found
        elif search.effort >= bound:
            stop = Stop.ITERATIONS
    return Result(
        solutions=tuple(solutions), exhausted=stop is Stop.DONE, stop=stop, counters=search.counters
    )


def solve_batch(puzzles: Sequence[Determination], solver: Solver, *, seed: int = 0) -> list[Result]:
    """The result of :func:`solve` for each puzzle, without a budget; faster with a batch solver.

    ``seconds`` and ``cpu_seconds`` are the batch's time divided by the number of puzzles.
    """
    if solver.batch is None:
        return [solve(puzzle, solver, seed=seed) for puzzle in puzzles]
    loading_seconds(solver.batch)
    clock = CpuClock()
    found = solver.batch(puzzles)
    if not puzzles:
        return []
    each, cpu_each = clock.passed / len(puzzles), clock.cpu_passed / len(puzzles)
    first = provenance(puzzles[0], solver, Budget(), seed)
    return [
        solve(puzzle, solver, seed=seed)
        if result is None
        else result.with_provenance(first.of(puzzle.encode()), each, cpu_each)
        for puzzle, result in zip(puzzles, found, strict=True)
    ]


def provenance(
    puzzle: Puzzle, row: Solver | Strategy, budget: Budget, seed: int = 0, limit: int | None = 2
) -> Provenance:
    """The provenance of a run of a solver or a strategy in this process."""
    from cpstudy.core.building import __version__, build

    return Provenance(
        puzzle=puzzle.encode(),
        kind=puzzle.kind,
        solver=row.name,
        solver_version=row.version,
        seed=seed,
        budget=budget,
        limit=limit,
        cpstudy=__version__,
        build=build(),
        versions=row.versions if isinstance(row, Solver) else {},
    )


def check_agreement(puzzle: Determination, results: dict[str, Result]) -> None:
    """Raise WrongAnswerError if two results (by solver name) settle the puzzle differently.

    UNKNOWN agrees with everything. Counts must be equal, and none may be below the number of
    witnesses of another method.
    """
    settled = {n: r.verdict for n, r in results.items() if r.verdict.value != "unknown"}
    counts = {n: r.count for n, r in results.items() if r.count is not None}
    solvable = {n: r.solvable for n, r in results.items() if r.solvable.value != "unknown"}
    for what, answers in (("verdict", settled), ("count", counts), ("solvable", solvable)):
        if len(set(answers.values())) > 1:
            each = ", ".join(f"{name}: {answer}" for name, answer in answers.items())
            raise WrongAnswerError(f"{what}s disagree on {puzzle.encode()}: {each}")
