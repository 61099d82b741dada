"""Solve a stream of puzzles in order, on all cores, for ``verify``, ``solve`` and ``count``.

Faults of the input pass through in their place. A solver that decides many puzzles at once gets
them in growing batches, so that a user who types two puzzles does not wait for a hundred.
"""

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from cpstudy.api import compared_solvers
from cpstudy.core.clock import Clock
from cpstudy.core.documents import Answered, Located
from cpstudy.core.errors import InputError
from cpstudy.core.failures import attempted
from cpstudy.core.result import Budget, Result, Stop, Verdict
from cpstudy.core.solving import Found, Solver, solve, solve_batch
from cpstudy.jobs.isolation import solve_isolated
from cpstudy.jobs.refereeing import ruled
from cpstudy.puzzles import kind
from cpstudy.study.executors import ordered_map
from cpstudy.study.pools import note

_LARGEST_BATCH = 512

SafeStates = Callable[[Any, Budget], Result]

# From a puzzle and its result to the name of its certificate; None if there is nothing to prove.
Prove = Callable[[Any, Result], str | None]


@dataclass(frozen=True)
class Run:
    """The settings for solving. budget: for one puzzle. limit: solutions wanted, None for all.

    jobs: processes, None for all cores. isolated: each run in a separate process (isolation.py).
    """

    solver: Solver
    budget: Budget = field(default_factory=Budget)
    seed: int = 1
    limit: int | None = 2
    jobs: int | None = None
    isolated: bool = False


@dataclass(frozen=True)
class Answer(Answered[Result]):
    """One puzzle of the input with its result, or with its fault.

    proof: the name of its certificate, if one was requested and there is something to prove.
    """

    proof: str | None = None


def answers(
    items: Iterable[Located],
    run: Run,
    *,
    safe_states: SafeStates | None = None,
    prove: Prove | None = None,
) -> Iterator[Answer]:
    """Solve every item.

    safe_states: the kind's function that counts them; if it succeeds, the counters of a result
    hold ``safe_states``. prove: writes a certificate of a result.
    """
    if _in_batches(run, safe_states, prove):
        together = partial(_answer_batch, solver=run.solver, seed=run.seed)
        return itertools.chain.from_iterable(ordered_map(together, _batches(items), run.jobs))
    task = partial(_answer, run=run, safe_states=safe_states, prove=prove)
    return ordered_map(task, items, run.jobs)


def solved(
    items: list[Located], run: Run, *, safe_states: SafeStates | None, prove: Prove | None
) -> Iterator[Answer]:
    """As :func:`answers`, at once in this process, in one batch if the solver has batches."""
    if _in_batches(run, safe_states, prove):
        return iter(_answer_batch(items, solver=run.solver, seed=run.seed))
    return (_answer(item, run, safe_states, prove) for item in items)


def _in_batches(run: Run, safe_states: SafeStates | None, prove: Prove | None) -> bool:
    plain = safe_states is None and prove is None and run.budget == Budget() and not run.isolated
    return run.solver.batch is not None and run.limit == 2 and plain


def answer(item: Located, run: Run, found: Found | None = None) -> Answer:
    """Solve one item at once in this process; ``found`` gets each solution when it is found."""
    return _answer(item, run, None, None, found)


def _batches(items: Iterable[Located]) -> Iterator[list[Located]]:
    queue = iter(items)
    size = 1
    while batch := list(itertools.islice(queue, size)):
        yield batch
        size = min(2 * size, _LARGEST_BATCH)


def _answer_batch(items: list[Located], solver: Solver, seed: int) -> list[Answer]:
    puzzles = [item.puzzle for item in items if not isinstance(item.puzzle, InputError)]
    results = iter(solve_batch(puzzles, solver, seed=seed))
    return [
        Answer(item, item.puzzle if isinstance(item.puzzle, InputError) else next(results))
        for item in items
    ]


def _answer(
    item: Located,
    run: Run,
    safe_states: SafeStates | None,
    prove: Prove | None,
    found: Found | None = None,
) -> Answer:
    if isinstance(item.puzzle, InputError):
        return Answer(item, item.puzzle)
    budget, limit = run.budget, run.limit
    clock = Clock(budget.seconds)
    note(f"{item.place}, solver {run.solver.name}")
    try:
        if run.isolated:
            result = solve_isolated(
                item.puzzle, run.solver, budget=budget, seed=run.seed, limit=limit
            )
        else:
            result = solve(
                item.puzzle, run.solver, budget=budget, seed=run.seed, limit=limit, found=found
            )
        proof = None if prove is None else prove(item.puzzle, result)
    except InputError as error:  # a puzzle that this solver does not take
        return Answer(item, error)
    if safe_states is not None and budget.nothing is None and not clock.late:
        number = safe_states(item.puzzle, replace(budget, seconds=clock.left)).count
        if number is not None:
            result = replace(result, counters={**result.counters, "safe_states": number})
    return Answer(item, result, proof)


# -- every solver on the same puzzles --------------------------------------------------------


class Comparison(Answered[dict[str, Result]]):
    """One puzzle of the input with the result of each solver, or with its fault.

    A run that failed, or whose answer is wrong or disputed, is a result with a ``fault``.
    """

    @property
    def settled(self) -> Verdict:
        """The verdict of the solvers that settle it and whose answers are not wrong or disputed."""
        results = {} if isinstance(self.result, InputError) else self.result
        verdicts = (r.verdict for r in results.values() if not r.fault)
        return next((v for v in verdicts if v is not Verdict.UNKNOWN), Verdict.UNKNOWN)


def comparisons(items: Iterable[Located], solvers: str, run: Run) -> Iterator[Comparison]:
    """Let every solver of ``solvers`` (see :func:`cpstudy.api.compared_solvers`) solve every item.

    The run's own solver is ignored. No solver ends the comparison: failures are results
    (:mod:`cpstudy.core.failures`), and so are answers that others contradict
    (:mod:`.refereeing`). Raises WorkerDiedError, naming the run, if a run ends its process and
    runs are not isolated.
    """
    return ordered_map(partial(_compared, solvers=solvers, run=run), items, run.jobs)


def _compared(item: Located, solvers: str, run: Run) -> Comparison:
    if isinstance(item.puzzle, InputError):
        return Comparison(item, item.puzzle)
    results = {}
    for row in compared_solvers(kind(item.puzzle.kind), solvers):
        note(f"solver {row.name} on {item.puzzle.encode()}")
        results[row.name] = attempt(item.puzzle, replace(run, solver=row))
    return Comparison(item, ruled(item.puzzle, results))


def attempt(puzzle: Any, run: Run) -> Result:
    """The result of a run, or a result with the reason why it failed."""
    how = solve_isolated if run.isolated else solve
    arguments: dict[str, Any] = {"budget": run.budget, "seed": run.seed, "limit": run.limit}

    def one() -> Result:
        result = how(puzzle, run.solver, **arguments)
        if run.isolated and result.stop is Stop.INTERRUPTED:  # not an interrupt of this process
            raise ChildProcessError("its process was killed")
        return result

    return attempted(one, puzzle, run.solver, **arguments)
