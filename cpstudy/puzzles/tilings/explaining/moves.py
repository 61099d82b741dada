"""What a deduction says of a position: the next tile to turn, and the first mistake.

Tiles are turned in the order in which the deduction settles them, so every move follows from what
lies already. On a board without a solution no tile is to be turned.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.core.explaining import Cell, Explanation, Hint, Step
from cpstudy.core.result import Verdict
from cpstudy.puzzles.tilings.explaining.steps import sides_in_words
from cpstudy.puzzles.tilings.rules import Tiling, turned


def hint(explanation: Explanation) -> Hint | None:
    """The first tile, in the order of the deduction, that does not lie as it must.

    The position is that of the puzzle's own tiles; ``change`` has ``turns``: how often to turn it
    anticlockwise, by the angle of one side. None where every tile that the deduction settles lies
    right, and where the puzzle has no solution.
    """
    puzzle: Tiling = explanation.puzzle
    for cell, target, turns, step in moves(explanation):
        if turns and explanation.verdict is not Verdict.NONE:
            words = f"turn {puzzle.cell(cell)} to open {sides_in_words(puzzle, target)}"
            why = step.words if step is not None else "it has one orientation only"
            return Hint(divmod(cell, puzzle.columns), f"{words}: {why}", step, {"turns": turns})
    return None


def moves(explanation: Explanation) -> Iterator[tuple[int, int, int, Step | None]]:
    """Each tile when it came to one orientation: (cell, orientation, turns to it, step).

    turns: anticlockwise, from where the tile lies. step: None where it has one orientation only. A
    tile that lost all of them later, in a contradiction, is told as it was settled.
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


def mistake(explanation: Explanation, attempt: bytes) -> str:
    """The first step that a placement contradicts, in words; else the first rule; "" if valid."""
    puzzle: Tiling = explanation.puzzle
    step = refuted(explanation, attempt)
    if step is None:
        return puzzle.violation(attempt)
    cell = cell_at(puzzle, step.cells[0])
    return f"{puzzle.cell(cell)} opens {sides_in_words(puzzle, attempt[cell])}, but: {step.words}"


def refuted(explanation: Explanation, attempt: bytes) -> Step | None:
    """The first step that a placement contradicts."""
    puzzle: Tiling = explanation.puzzle
    if len(attempt) != len(puzzle.tiles):
        return None
    return next((step for step in explanation.steps if refutes(puzzle, step, attempt)), None)


def refutes(puzzle: Tiling, step: Step, placement: bytes) -> bool:
    """Whether a placement (open sides, one byte a cell) contradicts a step."""
    here = placement[cell_at(puzzle, step.cells[0])]
    if "removed" in step.change:
        return here in step.change["removed"]
    side = puzzle.side_names.index(step.change["side"])
    return bool(here >> side & 1) is not step.change["open"]


def cell_at(puzzle: Tiling, cell: Cell) -> int:
    """The number of a cell that is given by row and column."""
    row, column = cell
    return row * puzzle.columns + column
