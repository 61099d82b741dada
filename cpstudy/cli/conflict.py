"""``cpstudy conflict``: a minimal set of clues that contradict each other."""

from __future__ import annotations

from typing import TextIO

from cpstudy.cli import explaining, options
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import UNDECIDED, Output
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.result import Budget
from cpstudy.core.text import Located


@options.verb()
@options.puzzles
@options.budget
@options.output
def conflict(inputs: Inputs, budget: Budget | None, output: Output) -> int:
    """Find clues that contradict each other, of puzzles without a solution.

    Prints for each puzzle its text form, a TAB and the number of clues, then a line for each: its
    cells (row, column). The set is minimal: without any one of them there is a solution. Where a
    budget ends before that is proved, the line says so.

    Exit code 0 when done, 3 where a budget did not suffice to find a conflict, 2 for bad input,
    such as a puzzle with a solution.
    """
    from cpstudy import api

    api.explainer_of(inputs.kind)  # before any puzzle is read

    def show(stream: TextIO, item: Located) -> int:
        found = api.conflict(item.puzzle, budget)
        if found is None:
            complain(f"{item.place}: not known within the budget")
            return UNDECIDED
        if output.as_json:
            emit(stream, explaining.row(item.puzzle, conflict=found.clues, proved=found.proved))
            return 0
        some = "" if found.proved else ", perhaps not all of them needed"
        emit(stream, explaining.line(item.puzzle, f"{len(found.clues)} clues conflict{some}"))
        for cells in found.clues:
            emit(stream, " ".join(map(str, cells)))
        return 0

    return output.each(inputs.puzzles(), "explaining", show, inputs.files)
