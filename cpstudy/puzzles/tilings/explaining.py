"""Explanations of deductions on a tiling: steps in words, hints, the first mistake.

A step's ``change`` has ``side`` (a name) and ``open`` if an edge of its first cell became known,
``removed`` (open sides, as numbers) if its cell lost orientations.

Hints turn tiles in the order in which the deduction determines them, so every move follows from
tiles that are already in place. On a board without a solution, no tile is turned.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import numpy as np

from cpstudy.core.ambiguity import ambiguity, clock_of
from cpstudy.core.clock import OutOfTimeError
from cpstudy.core.errors import InputError
from cpstudy.core.explaining import Ambiguity, Cell, Explanation, Hint, Step, cells_of
from cpstudy.core.grading import DeductionExplainer
from cpstudy.core.result import Budget, Verdict
from cpstudy.core.wording import against, sentence
from cpstudy.puzzles.tilings import words
from cpstudy.puzzles.tilings.deduction import OPEN, RULES, Deduction, Finding, Knowledge
from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling, turned

# -- steps --------------------------------------------------------------------------------------


def steps_of(puzzle: Tiling, deduction: Deduction) -> Iterator[Step]:
    """Return all steps of a deduction, in order."""
    return (_step(deduction.knowledge, *step) for step in deduction.knowledge.steps)


def _step(k: Knowledge, rule: int, finding: Finding, removed: tuple[int, ...]) -> Step:
    """Return one finding in words."""
    puzzle, cell = k.puzzle, finding.cell
    change: dict[str, Any]
    if finding.side >= 0:
        beyond = k.beyond[cell][finding.side]
        is_open = finding.value == OPEN
        what = words.edge(puzzle, cell, beyond, is_open)
        change = {"side": puzzle.side_names[finding.side], "open": is_open}
        about = [cell, beyond]
    else:
        what = words.orientations_left(puzzle, cell, finding.orientations, removed)
        change = {"removed": list(removed)}
        about = [cell]
    because = cells_of(puzzle.columns, finding.because)
    why = finding.words
    if not why:
        why = words.every_orientation(
            puzzle, cell, finding.side, finding.orientations, finding.value == OPEN
        )
    found = sentence(what, why)
    return Step(RULES[rule], cells_of(puzzle.columns, about), because, found, change)


# -- moves --------------------------------------------------------------------------------------


def moves(explanation: Explanation) -> Iterator[tuple[int, int, int, Step | None]]:
    """Yield each tile with one orientation left: (cell, orientation, turns to it, step).

    turns: anticlockwise, from the given orientation. step: None if the tile has only one
    orientation. A tile that loses this orientation later, in a contradiction, is reported
    nevertheless.
    """
    puzzle: Tiling = explanation.puzzle
    for cell, target, step in _settled_in_order(explanation):
        here, sides = puzzle.tiles[cell], puzzle.sides
        yield cell, target, next(t for t in range(sides) if turned(here, t, sides) == target), step


def _settled_in_order(explanation: Explanation) -> Iterator[tuple[int, int, Step | None]]:
    puzzle: Tiling = explanation.puzzle
    left = [set(puzzle.orientations[tile]) for tile in puzzle.tiles]
    for cell, orientations in enumerate(left):
        if len(orientations) == 1:
            yield cell, min(orientations), None
    for step in explanation.steps:
        if "removed" in step.change:
            cell = cell_at(puzzle, step.cells[0])
            left[cell] -= set(step.change["removed"])
            if len(left[cell]) == 1:
                yield cell, min(left[cell]), step


def refutes(puzzle: Tiling, step: Step, placement: bytes) -> bool:
    """Return whether a placement (open sides, one byte per cell) contradicts a step."""
    here = placement[cell_at(puzzle, step.cells[0])]
    if "removed" in step.change:
        return here in step.change["removed"]
    side = puzzle.side_names.index(step.change["side"])
    return bool(here >> side & 1) is not step.change["open"]


def cell_at(puzzle: Tiling, cell: Cell) -> int:
    """Return the number of a cell that is given by row and column."""
    row, column = cell
    return row * puzzle.columns + column


# -- the explainer ------------------------------------------------------------------------------

# The total conflicts of a map.
_PATIENCE = 50_000


class TilingExplainer(DeductionExplainer):
    """Deduction without lookahead, and search for what it leaves open."""

    # The name of the number of turns in a hint's ``change``.
    turns: ClassVar[str] = "turns"

    def hint(self, explanation: Explanation) -> Hint | None:
        """Return the first tile, in the order of the deduction, with a wrong orientation.

        The position is that of the puzzle's own tiles; ``change`` gives the number of anticlockwise
        turns by the angle of one side. None if every tile that the deduction determines is correct,
        and if the puzzle has no solution.
        """
        puzzle: Tiling = explanation.puzzle
        for cell, target, turns, step in moves(explanation):
            if turns and explanation.verdict is not Verdict.NONE:
                why = "It can lie in one way only." if step is None else step.words
                place = divmod(cell, puzzle.columns)
                found = f"{words.turning(puzzle, cell, target, turns)}. {why}"
                return Hint(place, found, step, {self.turns: turns})
        return None

    def mistake(self, explanation: Explanation, attempt: Any) -> str:
        """Return the first step that a placement contradicts, else the first broken rule, or ""."""
        puzzle: Tiling = explanation.puzzle
        steps = explanation.steps if len(attempt) == len(puzzle.tiles) else ()
        step = next((step for step in steps if refutes(puzzle, step, attempt)), None)
        if step is None:
            return puzzle.violation(attempt)
        cell = cell_at(puzzle, step.cells[0])
        here = f"{words.called(puzzle, cell)} lies {words.lying(puzzle, attempt[cell])}"
        return against(here, step.words)

    def ambiguity(self, puzzle: Any, budget: Budget | None = None) -> Ambiguity:
        """Find edges that are open in one solution and closed in another. Iterations: conflicts.

        Cells that share such an edge are one region.
        """
        from cpstudy.cdcl.session import other_models
        from cpstudy.puzzles.tilings.encodings.clause_learning import open_engine

        table, clock = edge_table(puzzle), clock_of(budget)
        edges = range(len(table.ends))
        most = _PATIENCE if budget is None or budget.iterations is None else budget.iterations

        def cells(edges: Iterable[int]) -> tuple[Cell, ...]:
            return cells_of(puzzle.columns, np.unique(table.ends[[*edges]]).tolist())

        if not puzzle.free and puzzle.tree_impossible():
            raise InputError("there is no solution, so there is nothing to compare")
        try:
            engine = open_engine(puzzle, clock)
        except OutOfTimeError:
            return Ambiguity(puzzle, None, (), cells(edges))
        return ambiguity(
            puzzle,
            other_models(engine, len(edges), clock, most),
            edges,
            table.sides.tolist(),
            cells,
            lambda: engine.counters,
            at_once=True,
            solution=lambda opened: table.placement(np.frombuffer(opened, np.bool_)),
        )
