"""``cpstudy solve``: solutions of given puzzles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, exit_code, print_picture, result_object, to_json
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

    from cpstudy.cli.inputs import Inputs, Settings
    from cpstudy.cli.output import Output
    from cpstudy.jobs.answering import Answer, Run


@click.command()
@options.puzzles
@options.settings
@options.output
@click.option("--all", "find_all", is_flag=True, help="All solutions.")
@click.option(
    "--limit",
    type=options.positive,
    metavar="N",
    help="At most N different solutions (default: 1).",
)
@click.option("--draw", is_flag=True, help="Draw them, tiles that differ from the first marked.")
def solve(
    inputs: Inputs,
    settings: Settings,
    output: Output,
    find_all: bool,
    limit: int | None,
    draw: bool,
) -> int:
    """Print solutions, one a line, in the notation of the puzzles.

    Of a single puzzle they are printed as they are found, where the solver tells them at once.

    Exit code 0: every puzzle has a solution; 1: some has none; 3: some is undecided; 2: bad input.
    """
    from cpstudy.api import named_solver
    from cpstudy.core.result import Solvable
    from cpstudy.jobs.answering import Run, answers

    if find_all and limit is not None:
        raise click.UsageError("--all has no --limit")
    kind = inputs.kind
    solver = named_solver(kind, settings.solver_name)
    wanted = None if find_all else limit or 1
    run = Run(solver, settings.budget, settings.seed, wanted, settings.jobs)
    items = inputs.puzzles()
    streaming = len(inputs.texts) == 1 and not inputs.files and not output.as_json
    pictures = kind.pictures if draw else None
    codes = {0}
    with output.stream(inputs.files) as stream:
        found = _printed(items, run, stream) if streaming else answers(items, run)
        for answer in output.tracked(found, "solving"):
            if isinstance(answer.result, InputError):
                complain(f"{answer.located.place}: {answer.result}")
                codes.add(2)
                continue
            puzzle, result = cast(Any, answer.located.puzzle), answer.result
            codes.add({Solvable.YES: 0, Solvable.NO: 1}.get(result.solvable, 3))
            if output.as_json:
                emit(stream, to_json(result_object(puzzle, result)))
                continue
            for solution in () if streaming else result.solutions:
                emit(stream, puzzle.encode_solution(solution))
            if result.solvable is Solvable.NO:
                complain(f"{answer.located.place}: no solution")
            elif not result.exhausted and result.stop.value != "limit":
                complain(f"{answer.located.place}: not all searched (stopped: {result.stop})")
            if pictures is not None and result.solutions:
                print_picture(stream, pictures.text(puzzle, result.solutions))
    return exit_code(codes)


def _printed(items: Iterator[Any], run: Run, stream: TextIO) -> Iterator[Answer]:
    """Answers whose solutions are printed as they come."""
    from cpstudy.jobs.answering import answer

    for item in items:

        def show(found: Any, puzzle: Any = item.puzzle) -> None:
            emit(stream, puzzle.encode_solution(found))

        yield answer(item, run, show)
