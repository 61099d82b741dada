"""``cpstudy solve``: solutions of given puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO, cast

from cpstudy.cli import options
from cpstudy.cli.inputs import Inputs, Settings
from cpstudy.cli.output import NO, UNDECIDED, Output, draw_solutions, each, result_row
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.documents import Located
from cpstudy.core.result import Result, Solvable, Stop

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Answer, Run


@options.verb()
@options.puzzles
@options.settings
@options.output
@options.flag("--all find_all", "All solutions.")
@options.number("--limit", "At most N different solutions (default: 1).")
@options.flag("--draw", "Draw them, tiles that differ from the first marked.")
def solve(
    inputs: Inputs, settings: Settings, output: Output, find_all: bool, limit: int | None,
    draw: bool,
) -> int:  # fmt: skip
    """Print solutions, one a line, in the notation of the puzzles.

    Of a single puzzle they are printed as they are found, where the solver gives them at once.

    Exit code 0: every puzzle has a solution; 1: some has none; 3: some is undecided; 2: bad input.
    """
    from cpstudy.api import named_solver
    from cpstudy.jobs.answering import answers

    kind = inputs.kind
    solver = named_solver(kind, settings.solver_name)
    run = settings.run(solver, None if find_all else limit or 1)
    items = inputs.puzzles()
    streaming = len(inputs.texts) == 1 and not inputs.files and not output.as_json

    def show(stream: TextIO, answer: Answer) -> int:
        puzzle, result = cast(Any, answer.located.puzzle), cast(Result, answer.result)
        if output.as_json:
            emit(stream, result_row(puzzle, result))
        else:
            for solution in () if streaming else result.solutions:
                emit(stream, puzzle.encode_solution(solution))
            if result.solvable is Solvable.NO:
                complain(f"{answer.place}: no solution")
            elif not result.exhausted and result.stop is not Stop.LIMIT:
                complain(f"{answer.place}: not all searched (stopped: {result.stop})")
            if draw and result.solutions:
                draw_solutions(stream, kind, puzzle, result.solutions)
        return {Solvable.YES: 0, Solvable.NO: NO}.get(result.solvable, UNDECIDED)

    with output.stream(inputs.files) as stream:
        found = _printed(items, run, stream) if streaming else answers(items, run)
        return each(output.tracked(found, "solving"), lambda answer: show(stream, answer))


def _printed(items: Iterator[Located], run: Run, stream: TextIO) -> Iterator[Answer]:
    """Answers whose solutions are printed as they come."""
    from cpstudy.jobs.answering import answer

    for item in items:

        def show(found: Any, puzzle: Any = item.puzzle) -> None:
            emit(stream, puzzle.encode_solution(found))

        yield answer(item, run, show)
