"""``cpstudy hint``: the next step of a deduction only, and why."""

from __future__ import annotations

from typing import Any, TextIO

from cpstudy.cli import explaining, options
from cpstudy.cli.explaining import Pictures
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import Output
from cpstudy.cli.terminal import emit
from cpstudy.core.explaining import Explanation, Hint
from cpstudy.core.result import Budget, Stop, Verdict
from cpstudy.core.text import Located


@options.verb()
@options.puzzles
@options.budget
@explaining.pictures("the solution")
@options.output
def hint(inputs: Inputs, budget: Budget | None, pictures: Pictures, output: Output) -> int:
    """Give the next step only, and why.

    The puzzle's own position counts as that of a half-finished board: of Pipes, tiles that lie
    right are passed over. Prints for each puzzle its text form, a TAB and the hint.

    --iterations are steps of the deduction. Exit code 0 when done, 3 where a budget ended before
    there was a hint, 2 for bad input.
    """
    from cpstudy import api

    explainer = api.explainer_of(inputs.kind)

    def show(stream: TextIO, item: Located) -> int:
        explanation = explainer.explain(item.puzzle, budget)
        found = explainer.hint(explanation)
        words = _no_hint(explanation) if found is None else found.words
        line = explaining.line(item.puzzle, words)
        emit(stream, _row(explanation, found) if output.as_json else line)
        code = 0 if found is not None else explaining.open_code(item.place, explanation)
        pictures.show_solution(stream, output, inputs.kind, explanation)
        return code

    items = explaining.only_one(inputs, pictures.picture)
    return output.each(items, "explaining", show, inputs.files)


def _row(explanation: Explanation, found: Hint | None) -> dict[str, Any]:
    if found is None:
        return explaining.row(explanation.puzzle, hint=None, cell=None, tile=None, quarters=None)
    # "tile" is what "cell" was called first; scripts read it.
    where = {"cell": found.cell, "tile": found.cell}
    return explaining.row(explanation.puzzle, hint=found.words, **where, **found.change)


def _no_hint(explanation: Explanation) -> str:
    if explanation.verdict is Verdict.NONE:
        return "no hint: the board has no solution"
    if explanation.stop is not Stop.DONE:
        return "no hint within the budget"
    return "no hint: every tile that deduction settles lies right"
