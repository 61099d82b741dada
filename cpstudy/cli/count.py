"""``cpstudy count``: the exact number of solutions, and of safe states."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, exit_code, result_object, to_json

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs, Settings
    from cpstudy.cli.output import Output


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
    "--safe-states/--no-safe-states",
    "with_safe_states",
    default=True,
    help="Also count the safe states, where the kind has them (default: yes).",
)
def count(
    inputs: Inputs,
    settings: Settings,
    output: Output,
    memory: int | None,
    with_safe_states: bool,
) -> int:
    """Count the solutions of puzzles, exactly.

    One line a puzzle: the text form, a TAB and the number of solutions; for kinds that have safe
    states (pipes: every side meets its like, connected or not) another TAB and their number,
    in JSON "safe_states" among the counters. A number that the budget did not reach is "unknown".
    By default the kind's solver that counts without listing does it; any other complete solver
    finds all solutions.

    Exit code 0: all is counted; 3: some number is unknown; 2: bad input.
    """
    from cpstudy.api import counted, counting_solver
    from cpstudy.jobs.answering import Run, answers

    kind = inputs.kind
    solver = counting_solver(kind, settings.solver_name)
    safe_states = kind.safe_states if with_safe_states else None
    budget = replace(settings.budget, memory=memory)
    limit = 1 if solver.counts else None
    run = Run(solver, budget, settings.seed, limit, settings.jobs)
    codes = {0}
    found = answers(inputs.puzzles(), run, safe_states=safe_states)
    with output.stream(inputs.files) as stream:
        for answer in output.tracked(found, "counting"):
            place, result = answer.located.place, answer.result
            if isinstance(result, ValueError):
                complain(f"{place}: {result}")
                codes.add(2)
                continue
            puzzle = cast(Any, answer.located.puzzle)
            numbers = [counted(result)]
            if safe_states is not None:
                numbers.append(result.counters.get("safe_states"))
            if None in numbers:
                codes.add(3)
                what = "solutions" if numbers[0] is None else "safe states"
                why = f" (stopped: {result.stop})" if numbers[0] is None else ""
                complain(f"{place}: {what} not counted within the budget{why}")
            if output.as_json:
                emit(stream, to_json({**result_object(puzzle, result), "count": numbers[0]}))
            else:
                told = ("unknown" if number is None else str(number) for number in numbers)
                emit(stream, "\t".join((puzzle.encode(), *told)))
    return exit_code(codes)
