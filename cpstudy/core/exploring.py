"""The only way to a path: run a strategy, time it, replay its moves, attach provenance.

A path is replayed move by move with the puzzle's own ``replay``, which states the rules and does
not depend on a state space, in production too. UNREACHABLE has no cheap witness: tests compare
independent explorers instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, cast

from cpstudy.core.clock import Clock, CpuClock
from cpstudy.core.deferred_imports import loading_seconds
from cpstudy.core.errors import InputError
from cpstudy.core.options import Option
from cpstudy.core.result import Budget, PathResult, Reachability, Stop
from cpstudy.core.solving import WrongAnswerError, provenance

if TYPE_CHECKING:
    from cpstudy.core.puzzle import Transition


class Progress(NamedTuple):
    """The progress of a search: distinct states, those to expand, depth, seconds."""

    states: int
    frontier: int
    depth: int
    seconds: float


Report = Callable[[Progress], None]

# ``search(space, budget, *, report=None, **options)``.
Search = Callable[Concatenate[Any, Budget, ...], PathResult]

# Moves replayed between two checks of the clock.
_STRIDE = 1 << 8


@dataclass(frozen=True)
class Strategy:
    """One row of a kind's strategies. Functions may be deferred: naming one imports nothing.

    summary: one line for the list. function: searches a state space; it calls ``report`` with a
    :class:`Progress` now and then. version: raised when the search changes. options: what the
    function takes. settled: options, of the function or of the space, that this row fixes. least:
    what is minimal for the paths that it finds, "moves" or "cost"; "": nothing.
    """

    name: str
    summary: str
    function: Search
    version: int = 1
    options: tuple[Option, ...] = ()
    settled: Mapping[str, Any] = field(default_factory=dict)
    least: str = ""


@dataclass(frozen=True)
class Notation:
    """How players write the moves of a kind, e.g. as keys to press.

    name: as ``convert --to`` takes it. write: one line for a puzzle and its moves. read: the moves
    of such a line, as ``replay`` takes them; raises InputError with the place. tally: what players
    count in a line; None: nothing.
    """

    name: str
    summary: str
    write: Callable[[Any, Sequence[str]], str]
    read: Callable[[Any, str], tuple[str, ...]]
    tally: Callable[[str], Mapping[str, int]] | None = None


@dataclass(frozen=True)
class Space:
    """The state space of a kind, and the strategies that search it.

    states: makes the :class:`cpstudy.state_spaces.space.StateSpace` of a puzzle and options.
    strategies: the first is the default. fewest: the best one for paths of the fewest moves, or of
    least cost. hardest: finds the puzzle that begins in a reachable state farthest from a goal;
    None: no such search. notation: None if players write the moves as ``replay`` takes them.
    """

    states: Callable[Concatenate[Any, ...], Any]
    strategies: Mapping[str, Strategy]
    options: tuple[Option, ...] = ()
    fewest: str = "bfs"
    notation: Notation | None = None
    hardest: Callable[Concatenate[Any, Budget, ...], Any] | None = None

    def of(self, puzzle: Transition, **options: Any) -> Any:
        """The state space of a puzzle. Raises InputError for an unknown option or value."""
        for name in options:
            if name not in {option.name for option in self.options}:
                raise InputError(f"the state space of {puzzle.kind}: no option {name!r}")
        return self.states(puzzle, **_values(self.options, options))

    def values(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The values of the options that belong to the space. Raises InputError."""
        return _values(self.options, options)

    def taken_by(self, strategy: Strategy) -> set[str]:
        """The names of the options that a strategy takes, and those of the state space."""
        known = {option.name for option in (*strategy.options, *self.options)}
        return known - set(strategy.settled)

    def searched_by(
        self, strategy: Strategy, puzzle: Transition, options: Mapping[str, Any]
    ) -> Any:
        """The state space that ``strategy`` searches; the strategy's own options are ignored."""
        chosen = {**options, **strategy.settled}
        return self.of(puzzle, **_values(self.options, chosen))


def explore(
    puzzle: Transition,
    strategy: Strategy,
    space: Space,
    /,
    *,
    budget: Budget | None = None,
    report: Report | None = None,
    **options: Any,
) -> PathResult:
    """Run ``strategy`` on the puzzle's ``space``: whether the goal is reachable; a checked result.

    ``trace`` of the result holds the states of the puzzle along the path. A path too long to be
    replayed within the budget is dropped, and the verdict is UNKNOWN. Raises WrongAnswerError if a
    move of the path is impossible or the path does not end in a goal; InputError if the strategy
    does not take this puzzle, or if neither the strategy nor the space has an option of that name
    or with that value.
    """
    budget = budget or Budget()
    for name in options:
        if name not in space.taken_by(strategy):
            raise InputError(f"strategy {strategy.name} of {puzzle.kind}: no option {name!r}")
    for reference in (space.states, strategy.function):
        loading_seconds(reference)
    clock = CpuClock(budget.seconds)
    if budget.nothing is None:
        chosen = _values(strategy.options, {**options, **strategy.settled})
        states = space.searched_by(strategy, puzzle, options)
        found = strategy.function(states, budget, report=report, **chosen)
    else:
        found = PathResult(stop=budget.nothing)
    if found.path is not None:
        try:
            found = replace(found, trace=_replayed(puzzle, strategy, found, clock).trace)
        except _LateError:  # no path without its certificate
            found = replace(
                found,
                path=None,
                exhausted=False,
                stop=Stop.TIME,
                cost=None,
                trace=(),
                shortest=None,
            )
    return replace(
        found,
        seconds=clock.passed,
        cpu_seconds=clock.cpu_passed,
        provenance=provenance(puzzle, strategy, budget, limit=None),
    )


def _values(options: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """The values of given options; options convert texts. Raises InputError."""
    values = {}
    for option in options:
        if option.name in given:
            value = given[option.name]
            if isinstance(value, str):
                value = option.value(value)
            elif not isinstance(value, option.type):
                raise InputError(f"{option.name}: {value!r} is not of type {option.type.__name__}")
            values[option.name] = value
    return values


class _LateError(Exception):
    """The time ended before a path was replayed."""


def _until_late(moves: Iterable[str], clock: Clock) -> Iterator[str]:
    """Moves, as long as there is time. Raises _LateError."""
    for number, move in enumerate(moves, 1):
        if number % _STRIDE == 0 and clock.late:
            raise _LateError
        yield move


def _replayed(
    puzzle: Transition, strategy: Strategy, result: PathResult, clock: Clock
) -> PathResult:
    """The path of a result made by the rules. Raises WrongAnswerError, or _LateError."""
    by = f"strategy {strategy.name}"
    try:
        moves = cast(tuple[str, ...], result.path)
        replayed = puzzle.replay(_until_late(moves, clock))
    except InputError as error:
        raise WrongAnswerError(f"{by}: a wrong path for {puzzle.encode()}: {error}") from error
    if replayed.verdict is not Reachability.FOUND:
        raise WrongAnswerError(f"{by}: the path ends before the goal of {puzzle.encode()}")
    if None not in (result.cost, replayed.cost) and result.cost != replayed.cost:
        raise WrongAnswerError(
            f"{by}: cost {result.cost}, but {replayed.cost} when replayed on {puzzle.encode()}"
        )
    return replayed
