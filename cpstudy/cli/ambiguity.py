"""``cpstudy ambiguity`` and ``conflict``: why a puzzle has several solutions, or none."""

from collections.abc import Iterator
from typing import Any, TextIO

from cpstudy.cli import explaining, options
from cpstudy.cli.explaining import Pictures
from cpstudy.cli.inputs import Inputs
from cpstudy.cli.output import UNDECIDED, Output, read_as
from cpstudy.cli.terminal import complain, emit
from cpstudy.core.documents import Located
from cpstudy.core.explaining import Ambiguity
from cpstudy.core.result import Budget
from cpstudy.core.wording import all_places, counted


@options.verb()
@options.puzzles
@options.budget
@explaining.pictures("the regions")
@options.output
def ambiguity(inputs: Inputs, budget: Budget | None, pictures: Pictures, output: Output) -> int:
    """Show the cells that differ between solutions, by region.

    For each puzzle, prints its text form, a TAB and the number of regions, then one line per
    region: a solution that differs there, a TAB and the cells. A puzzle with one solution has no
    region.

    --iterations limits the counter of the kind's search. Exit code 0: done; 3: the budget ended
    first; 2: bad input, such as a puzzle without a solution.
    """
    from cpstudy import api

    api.explainer_of(inputs.kind)  # before any puzzle is read
    ways = inputs.kind.pictures and inputs.kind.pictures.ambiguity
    text, drawing = ways or (None, None)

    def show(stream: TextIO, item: Located) -> int:
        result = api.ambiguity(item.puzzle, budget)
        for line in [_row(result) | read_as(item)] if output.as_json else _lines(result):
            emit(stream, line)
        if result.unknown:
            complain(f"{item.place}: the budget ended before all cells were settled")
        drawn = (lambda: text and text(result)), (lambda: drawing and drawing(result))
        pictures.show(stream, output, *drawn)
        return UNDECIDED if result.unknown else 0

    items = explaining.only_one(inputs, pictures.picture)
    return output.each(items, "explaining", show, inputs.files)


def _row(result: Ambiguity) -> dict[str, Any]:
    regions = [
        {
            "cells": region.cells,
            "tiles": region.cells,  # the earlier name of "cells", which scripts read
            "alternative": result.puzzle.encode_solution(region.alternative),
        }
        for region in result.regions
    ]
    return explaining.row(result.puzzle, regions=regions, unknown=result.unknown)


def _lines(result: Ambiguity) -> Iterator[str]:
    number = len(result.regions)
    undecided = f", {counted(len(result.unknown), 'tile')} not known" if result.unknown else ""
    words = f"{counted(number, 'ambiguous region')}{undecided}"
    yield explaining.line(result.puzzle, words)
    for region in result.regions:
        alternative = result.puzzle.encode_solution(region.alternative)
        yield f"{alternative}\t{all_places(region.cells)}"


@options.verb()
@options.puzzles
@options.budget
@options.output
def conflict(inputs: Inputs, budget: Budget | None, output: Output) -> int:
    """Find clues that contradict each other in puzzles without a solution.

    For each puzzle, prints its text form, a TAB and the number of clues, then one line per clue:
    its cells. The set is minimal: without any one of the clues there is a solution. If the budget
    ends before that is proved, the line says so.

    Exit code 0: done; 3: the budget ended before a conflict was found; 2: bad input, such as a
    puzzle with a solution.
    """
    from cpstudy import api

    api.explainer_of(inputs.kind)  # before any puzzle is read

    def show(stream: TextIO, item: Located) -> int:
        result = api.conflict(item.puzzle, budget)
        if result is None:
            complain(f"{item.place}: not known within the budget")
            return UNDECIDED
        if output.as_json:
            row = explaining.row(item.puzzle, conflict=result.clues, proved=result.proved)
            emit(stream, row | read_as(item))
            return 0
        some = "" if result.proved else ", perhaps not all of them needed"
        verb = "conflicts" if len(result.clues) == 1 else "conflict"
        words = f"{counted(len(result.clues), 'clue')} {verb}{some}"
        emit(stream, explaining.line(item.puzzle, words))
        for cells in result.clues:
            emit(stream, all_places(cells))
        return 0

    return output.each(inputs.puzzles(), "explaining", show, inputs.files)
