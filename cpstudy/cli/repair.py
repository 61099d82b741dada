"""``cpstudy repair``: puzzles with several solutions, made unique by the fewest changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cpstudy.cli import options
from cpstudy.cli.output import complain, emit, exit_code, to_json
from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.cli.inputs import Inputs
    from cpstudy.cli.output import Output
    from cpstudy.core.explaining import Repair


@click.command()
@options.puzzles
@click.option("--seconds", type=options.Seconds(), metavar="S", help="Budget for one puzzle.")
@click.option(
    "--iterations",
    type=options.number,
    metavar="N",
    help="Budget for one puzzle, in boards decided (default: some seconds' worth).",
)
@click.option("--solved", is_flag=True, help="Print each in its solved position.")
@options.output
def repair(
    inputs: Inputs,
    seconds: float | None,
    iterations: int | None,
    solved: bool,
    output: Output,
) -> int:
    """Make puzzles unique by changing as few cells as can be.

    Prints for each puzzle the repaired one, a TAB and the changed cells (row, column), with "at
    most" in front where a smaller number is not ruled out within the budget. A puzzle that is
    unique stays as it is. Exit code 0: every puzzle is unique now; 3: some budget did not suffice;
    2: bad input.
    """
    from cpstudy.core.result import Budget

    kind = inputs.kind
    if kind.explaining is None or kind.explaining.repair is None:
        raise click.UsageError(f"{kind.name} has no repair")
    make_unique = kind.explaining.repair
    given = seconds is not None or iterations is not None
    budget = Budget(seconds=seconds, iterations=iterations) if given else None
    located = inputs.puzzles()
    codes = {0}
    with output.stream(inputs.files) as stream:
        for item in output.tracked(located, "repairing"):
            try:
                if isinstance(item.puzzle, InputError):
                    raise item.puzzle
                told = make_unique(item.puzzle, budget)
            except InputError as error:
                complain(f"{item.place}: {error}")
                codes.add(2)
                continue
            codes.add(3 if told is None else 0)
            emit(stream, _object(item.puzzle, told) if output.as_json else _line(told, solved))
    return exit_code(codes)


def _object(puzzle: Any, told: Repair | None) -> str:
    row = {"puzzle": puzzle.encode(), "kind": puzzle.kind, "repaired": None}
    if told is not None:
        row |= {
            "repaired": told.puzzle.encode(),
            "solution": puzzle.encode_solution(told.solution),
            "changes": told.changes,
            "proved": told.proved,
            **told.counters,
        }
    return to_json(row)


def _line(told: Repair | None, solved: bool) -> str:
    if told is None:
        return "# no repair within the budget"
    puzzle = told.puzzle
    number = len(told.changes)
    words = f"{number} change{'s' * (number != 1)}" if number else "unique as it is"
    shown = " ".join(map(str, told.changes))
    text = puzzle.encode_solution(told.solution) if solved else puzzle.encode()
    return f"{text}\t{'' if told.proved else 'at most '}{words}{': ' + shown if shown else ''}"
