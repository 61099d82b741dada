"""``cpstudy mistake``: the first mistake of an attempt, and why it is one."""

from __future__ import annotations

from typing import TextIO

import click

from cpstudy.cli import explaining, options
from cpstudy.cli.explaining import Pictures
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import Output
from cpstudy.cli.terminal import emit
from cpstudy.core.result import Budget
from cpstudy.core.text import Located


@options.verb()
@options.puzzles
@click.option(
    "--against", "attempt", metavar="SOLUTION", required=True,
    help="The attempt, in the puzzle's notation.",
)  # fmt: skip
@options.budget
@explaining.pictures("the solution")
@options.output
def mistake(
    inputs: Inputs, attempt: str, budget: Budget | None, pictures: Pictures, output: Output
) -> int:
    """Find the first mistake of an attempt: the first step of the deduction that it contradicts.

    Prints the puzzle's text form, a TAB, and the step, or "no mistake".

    --iterations are steps of the deduction. Exit code 0 when done, 2 for bad input.
    """
    from cpstudy import api

    explainer = api.explainer_of(inputs.kind)

    def show(stream: TextIO, item: Located) -> int:
        explanation = explainer.explain(item.puzzle, budget)
        puzzle = explanation.puzzle
        words = explainer.mistake(explanation, puzzle.decode_solution(attempt))
        as_row = explaining.row(puzzle, mistake=words or None)
        emit(stream, as_row if output.as_json else explaining.line(puzzle, words or "no mistake"))
        pictures.show_solution(stream, output, inputs.kind, explanation)
        return 0

    items = explaining.only_one(inputs, pictures.picture)
    return output.each(items, "explaining", show, inputs.files)
