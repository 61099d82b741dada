"""``cpstudy repair``: puzzles with several solutions, made unique by the fewest changes."""

from typing import Any, TextIO

import click

from cpstudy.cli import options
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import UNDECIDED, Output, read_as
from cpstudy.cli.terminal import emit
from cpstudy.core.documents import Located
from cpstudy.core.explaining import Repair
from cpstudy.core.result import Budget
from cpstudy.core.wording import all_places, counted


@options.verb()
@options.puzzles
@options.budget
@options.flag("--solved", "Print each puzzle in its solved position.")
@options.output
def repair(inputs: Inputs, budget: Budget | None, solved: bool, output: Output) -> int:
    """Make puzzles unique by changing as few cells as possible.

    For each puzzle, prints the repaired one, a TAB and the changed cells, with "at most" in front
    if the budget ended before smaller numbers were ruled out. A unique puzzle is not changed.
    --iterations limits the boards decided; without a budget the search ends after some seconds of
    work. Exit code 0: every puzzle is unique now; 3: some budget ended first; 2: bad input.
    """
    kind = inputs.kind
    if kind.explaining is None or kind.explaining.repair is None:
        raise click.UsageError(f"{kind.name} has no repair")
    make_unique = kind.explaining.repair

    def show(stream: TextIO, item: Located) -> int:
        result = make_unique(item.puzzle, budget)
        emit(
            stream,
            _row(item.puzzle, result) | read_as(item) if output.as_json else _line(result, solved),
        )
        return UNDECIDED if result is None else 0

    return output.each(inputs.puzzles(), "repairing", show, inputs.files)


def _row(puzzle: Any, result: Repair | None) -> dict[str, Any]:
    row = {"puzzle": puzzle.encode(), "kind": puzzle.kind, "repaired": None}
    if result is not None:
        row |= {
            "repaired": result.puzzle.encode(),
            "solution": puzzle.encode_solution(result.solution),
            "changes": result.changes,
            "proved": result.proved,
            **result.counters,
        }
    return row


def _line(result: Repair | None, solved: bool) -> str:
    if result is None:
        return "# no repair was found"
    puzzle = result.puzzle
    words = counted(len(result.changes), "change") if result.changes else "already unique"
    shown = all_places(result.changes) if result.changes else ""
    text = puzzle.encode_solution(result.solution) if solved else puzzle.encode()
    return f"{text}\t{'' if result.proved else 'at most '}{words}{': ' + shown if shown else ''}"
