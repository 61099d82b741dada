"""A portfolio: solvers run one after another, each until its patience is spent.

A search without learning settles most puzzles before a model could be built, but thrashes on a few.
So the search gets a limited effort, its *patience*; when that is spent, another engine starts from
the beginning. Easy puzzles then need no model, and hard ones cost little more than the engine that
suits them. A kind names the first engine with its patience, and later ones in order of preference.

The results of the stages are combined:

- the result's ``engine`` is the stage that ran last;
- *counters* of all stages are kept. If a stage shares a name with an earlier one, its counters are
  prefixed by its own name (``sat conflicts``);
- *witnesses* of all stages are kept, in the order in which they were found, up to the limit;
- *exhausted* and *stop* are those of the last stage; stop is LIMIT if the stages reach the limit
  only together. A stage that exhausts the puzzle and lacks an earlier witness is a wrong answer.

A budget of iterations counts in units of the first stage, so only that stage runs. Seconds are
shared. Which stage settles a puzzle depends on effort, never on time, unless the budget's seconds
end the run.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

from cpstudy.core.clock import Clock
from cpstudy.core.result import Result, Stop
from cpstudy.core.solving import Request, WrongAnswerError

# A stage's function: that of a row of solvers.
Engine = Callable[[Any, Request], Result]


@dataclass(frozen=True)
class Stage:
    """A later engine.

    engine: deferred, since few puzzles need large libraries. requires: the package without which
    the stage is skipped.
    """

    name: str
    engine: Engine
    requires: str = ""


def portfolio(name: str, first: Engine, patience: Callable[[Any], int], *later: Stage) -> Engine:
    """The solver that runs ``first``, then the first of the later stages that is installed.

    name: the first engine's. patience: the effort that the first engine gets for a puzzle.
    """

    def solve(puzzle: Any, request: Request) -> Result:
        """Up to ``limit`` solutions (None: all). Counters: of both engines."""
        budget, clock = request.budget, Clock(request.budget.seconds)
        installed = (s for s in later if not s.requires or find_spec(s.requires) is not None)
        stage = next(installed, None) if budget.iterations is None else None
        most = None if stage is None else patience(puzzle)
        begun = first(puzzle, replace(request, patience=most))
        if stage is None or begun.stop is not Stop.ITERATIONS:
            return replace(begun, engine=name)
        left = replace(budget, seconds=clock.left)
        ended = stage.engine(puzzle, replace(request, budget=left))
        return _added(puzzle, stage.name, begun, ended, request.limit)

    return solve


def _added(puzzle: Any, name: str, begun: Result, ended: Result, limit: int | None) -> Result:
    """The result of the last stage, with counters and solutions of the first."""
    others = ended.counters
    if not others.keys().isdisjoint(begun.counters):
        others = {f"{name} {counter}": number for counter, number in others.items()}
    counters = {**begun.counters, **others}
    solutions: dict[Hashable, Hashable] = {}
    for solution in (*begun.solutions, *ended.solutions):
        solutions.setdefault(puzzle.canonical(solution), solution)
    result = replace(ended, counters=counters, engine=name)
    if ended.exhausted:
        if len(solutions) > len(ended.solutions):
            raise WrongAnswerError(f"{name}: an earlier solution of {puzzle.encode()} is missing")
        return result
    kept = tuple(solutions.values())[:limit]
    return replace(result, solutions=kept, stop=Stop.LIMIT if len(kept) == limit else ended.stop)


def bounded(engine: Engine) -> Engine:
    """An engine without patience, bounded: the request's patience becomes its iterations."""

    def solve(puzzle: Any, request: Request) -> Result:
        budget = request.budget
        most = budget.iterations if request.patience is None else request.patience
        return engine(puzzle, replace(request, budget=replace(budget, iterations=most)))

    return solve


def batched(name: str, solve_batch: Callable[[Any], list[Result | None]]) -> Any:
    """A solver of batches whose results name their engine; None for puzzles left undecided."""

    def solve(puzzles: Sequence[Any]) -> list[Result | None]:
        """The result of ``solve`` for each puzzle."""
        return [each and each.settled_by(name) for each in solve_batch(puzzles)]

    return solve
