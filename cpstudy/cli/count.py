"""``cpstudy count``: the exact number of solutions, and of safe states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, exit_code, result_object, to_json
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs, Settings
    from cpstudy.cli.output import Output
    from cpstudy.core.result import Result


@click.command()
@options.puzzles
@options.settings
@options.output
@click.option(
    "--memory",
    type=options.gibibytes,
    metavar="GIB",
    help="Budget for one puzzle, in GiB; wider puzzles stay unknown.",
)
@click.option(
    "--limit",
    type=options.positive,
    metavar="N",
    help="Count up to N solutions only (default: all).",
)
@click.option(
    "--safe-states/--no-safe-states",
    "with_safe_states",
    default=None,
    help="Also count the safe states, where the kind has them (default: without a --limit).",
)
def count(
    inputs: Inputs,
    settings: Settings,
    output: Output,
    memory: int | None,
    limit: int | None,
    with_safe_states: bool | None,
) -> int:
    """Count the solutions of puzzles, exactly.

    One line a puzzle: the text form, a TAB and the number of solutions; for kinds that have safe
    states (pipes: every side meets its like, connected or not) another TAB and their number,
    in JSON "safe_states" among the counters. A number that the budget did not reach is "unknown".
    By default the kind's solver that counts without listing does it; any other complete solver
    finds all solutions.

    With --limit N the kind's default solver stops at N solutions: the number is then "at least N",
    in JSON a "count" of null with the "stop" "limit". A solver that counts, named by --solver,
    gives the exact number all the same.

    Exit code 0: all is counted, as far as asked; 3: some number is unknown; 2: bad input.
    """
    from cpstudy.api import counted, counting_solver
    from cpstudy.jobs.answering import Run, answers

    kind = inputs.kind
    solver = counting_solver(kind, settings.solver_name, listing=limit is not None)
    if with_safe_states is None:
        with_safe_states = limit is None
    safe_states = kind.safe_states if with_safe_states else None
    budget = replace(settings.budget, memory=memory)
    wanted = None if solver.counts else limit
    run = Run(solver, budget, settings.seed, 1 if solver.counts else wanted, settings.jobs)
    codes = {0}
    found = answers(inputs.puzzles(), run, safe_states=safe_states)
    with output.stream(inputs.files) as stream:
        for answer in output.tracked(found, "counting"):
            place, result = answer.located.place, answer.result
            if isinstance(result, InputError):
                complain(f"{place}: {result}")
                codes.add(2)
                continue
            puzzle = cast(Any, answer.located.puzzle)
            count, at_least = counted(result), _at_least(result, wanted)
            numbers: list[int | str | None] = [count if at_least is None else at_least]
            if safe_states is not None:
                numbers.append(result.counters.get("safe_states"))
            if None in numbers:
                codes.add(3)
                what = "solutions" if numbers[0] is None else "safe states"
                why = f" (stopped: {result.stop})" if numbers[0] is None else ""
                complain(f"{place}: {what} not counted within the budget{why}")
            if output.as_json:
                emit(stream, to_json({**result_object(puzzle, result), "count": count}))
            else:
                told = ("unknown" if number is None else str(number) for number in numbers)
                emit(stream, "\t".join((puzzle.encode(), *told)))
    return exit_code(codes)


def _at_least(result: Result, wanted: int | None) -> str | None:
    """``at least N`` where a solver that lists found as many as wanted, and looked for no more."""
    found = len(result.solutions)
    stopped = result.count is None and not result.exhausted and found == wanted
    return f"at least {found}" if stopped else None
