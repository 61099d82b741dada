"""``cpstudy solve``: solutions of given puzzles."""

from __future__ import annotations

from typing import Any, cast

import click

from cpstudy.cli import options
from cpstudy.cli.output import (
    emit,
    exit_code,
    print_picture,
    result_object,
    results_to,
    to_json,
    tracked,
)


@click.command()
@options.inputs
@options.budget
@click.option("--all", "find_all", is_flag=True, help="All solutions.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="At most N different solutions.",
)
@click.option("--draw", is_flag=True, help="Draw them, tiles that differ from the first marked.")
@options.seed
@options.as_json
@options.out
@options.quiet
def solve(
    texts: tuple[str, ...],
    files: tuple[str, ...],
    format_name: str | None,
    kind_name: str,
    solver_name: str | None,
    seconds: float | None,
    iterations: int | None,
    jobs: int | None,
    find_all: bool,
    limit: int,
    draw: bool,
    seed: int,
    as_json: bool,
    out: str | None,
    quiet: bool,
) -> int:
    """Print solutions, one a line, in the notation of the puzzles.

    Exit code 0: every puzzle has a solution; 1: some has none; 3: some is undecided; 2: bad input.
    """
    from cpstudy import puzzles
    from cpstudy.api import named_solver
    from cpstudy.cli import complain
    from cpstudy.cli.inputs import need_puzzles, read_puzzles
    from cpstudy.core.result import Budget, Solvable
    from cpstudy.core.solving import load
    from cpstudy.jobs.answering import answers

    kind = puzzles.kind(kind_name)
    need_puzzles(texts, files)
    solver = named_solver(kind, solver_name)
    budget = Budget(seconds=seconds, iterations=iterations)
    codes = {0}
    items = read_puzzles(kind, texts, files, format_name)
    found = answers(items, solver, budget, seed, None if find_all else limit, jobs)
    with results_to(out, files) as stream:
        for answer in tracked(found, "solving", None, quiet):
            if isinstance(answer.result, ValueError):
                complain(f"{answer.located.place}: {answer.result}")
                codes.add(2)
                continue
            puzzle, result = cast(Any, answer.located.puzzle), answer.result
            codes.add({Solvable.YES: 0, Solvable.NO: 1}.get(result.solvable, 3))
            if as_json:
                emit(stream, to_json(result_object(puzzle, result)))
                continue
            for solution in result.solutions:
                emit(stream, puzzle.encode_solution(solution))
            if result.solvable is Solvable.NO:
                complain(f"{answer.located.place}: no solution")
            elif not result.exhausted and result.stop.value != "limit":
                complain(f"{answer.located.place}: not all searched (stopped: {result.stop})")
            if draw and kind.pictures is not None and result.solutions:
                print_picture(stream, load(kind.pictures.text)(puzzle, result.solutions))
    return exit_code(codes)
