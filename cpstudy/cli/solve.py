"""``cpstudy solve``: solutions of given puzzles."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from cpstudy.cli import options
from cpstudy.cli.inputs import Inputs, Settings
from cpstudy.cli.output import NO, UNDECIDED, Output, best_in_words, read_as, result_row, show_trace
from cpstudy.cli.terminal import emit
from cpstudy.core.documents import Located
from cpstudy.core.result import Result, Solvable, Stop
from cpstudy.core.wording import counted

if TYPE_CHECKING:
    from cpstudy.jobs.answering import Answer, Run
    from cpstudy.jobs.printing_answers import Printout, Show


@options.verb()
@options.puzzles
@options.settings
@options.output
@options.flag("--all find_all", "All solutions.")
@options.number("--limit", "At most N different solutions (default: 1).")
@options.flag("--draw", "Draw them, tiles that differ from the first marked.")
@options.trace
def solve(
    inputs: Inputs, settings: Settings, output: Output, find_all: bool, limit: int | None,
    draw: bool, trace: bool,
) -> int:  # fmt: skip
    """Print solutions, one per line, in the notation of the puzzles.

    For a single puzzle, solutions are printed as they are found, if the solver reports them at
    once.

    Exit code 0: every puzzle has a solution; 1: some has none; 3: some is undecided; 2: bad input.
    """
    from cpstudy.api import named_solver
    from cpstudy.jobs.printing_answers import printouts
    from cpstudy.study.pace import Pace

    kind = inputs.kind
    solver = named_solver(kind, settings.solver_name).ready()
    limit = None if find_all else limit or 1
    run = settings.run(solver, limit)
    alone = len(inputs.texts) == 1 and not inputs.files
    streaming = alone and not output.as_json and output.out is None
    show = partial(_show, as_json=output.as_json, listed=not streaming, draw=draw, limit=limit,
                   trace=trace)  # fmt: skip
    pace = Pace()
    if streaming:
        found = _as_they_come(inputs.puzzles(), run, show)
    else:
        found = printouts(inputs.tasks(pace), run, show, pace, kind_name=kind.name)
    return output.printed(found, kind, "solving", inputs.files)


def _show(
    printout: Printout,
    answer: Answer,
    *,
    as_json: bool,
    listed: bool,
    draw: bool,
    limit: int | None,
    trace: bool,
) -> int:
    puzzle, result = cast(Any, answer.located.puzzle), cast(Result, answer.result)
    if trace:
        show_trace(printout, answer.place, puzzle, result, as_json)
    if as_json:
        printout.line(result_row(puzzle, result) | read_as(answer.located))
    else:
        for solution in result.solutions if listed else ():
            printout.line(puzzle.encode_solution(solution))
        if result.solvable is Solvable.NO:
            printout.complain(f"{answer.place}: no solution")
        elif not result.exhausted and result.stop is not Stop.LIMIT:
            words = f"not all searched (stopped: {result.stop}){best_in_words(result)}"
            printout.complain(f"{answer.place}: {words}")
        elif _missing(result, limit) > 0:
            words = f"{len(result.solutions)} of {counted(result.count or 0, 'solution')}"
            printout.complain(f"{answer.place}: {words}: this method counts and does not list")
        if draw and result.solutions:
            printout.draw(puzzle, result.solutions)
    return {Solvable.YES: 0, Solvable.NO: NO}.get(result.solvable, UNDECIDED)


def _missing(result: Result, limit: int | None) -> int:
    """The number of requested solutions that were counted but not listed."""
    wanted = result.count or 0
    return min(wanted, limit or wanted) - len(result.solutions)


def _as_they_come(items: Iterator[Located], run: Run, show: Show) -> Iterator[Printout]:
    """Printouts of puzzles whose solutions are printed before, when they are found."""
    from cpstudy.jobs.answering import answer
    from cpstudy.jobs.printing_answers import printed

    for item in items:

        def report(result: Any, puzzle: Any = item.puzzle) -> None:
            emit(sys.stdout, puzzle.encode_solution(result))

        yield printed([answer(item, run, report)], show)
