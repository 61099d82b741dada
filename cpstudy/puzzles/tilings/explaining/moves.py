"""What a deduction says of a position: the next tile to turn, and the first mistake.

Tiles are turned in the order in which the deduction settles them, so every move follows from what
lies already. On a board without a solution nobody is told to turn any.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.core.explaining import Explanation, Hint, Step
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
    if explanation.verdict is Verdict.NONE:
        return None
    for cell, target, step in _settled_in_order(explanation):
        here = puzzle.tiles[cell]
        if here != target:
            turns = next(t for t in range(puzzle.sides) if turned(here, t, puzzle.sides) == target)
            words = f"turn {puzzle.cell(cell)} to open {sides_in_words(puzzle, target)}"
            why = step.words
            place = divmod(cell, puzzle.columns)
            return Hint(place, f"{words}: {why}", step, {"turns": turns})
    return None


def _settled_in_order(explanation: Explanation) -> Iterator[tuple[int, int, Step]]:
    """Each tile when it came to one way to lie: the tile, that way, the step that did it."""
    puzzle: Tiling = explanation.puzzle
    left = [set(puzzle.orientations[tile]) for tile in puzzle.tiles]
    for step in explanation.steps:
        if "removed" in step.change:
            cell = _cell(puzzle, step)
            left[cell] -= set(step.change["removed"])
            if len(left[cell]) == 1:
                yield cell, min(left[cell]), step


def mistake(explanation: Explanation, attempt: bytes) -> str:
    """The first step that a placement contradicts, in words; else the first rule; "" if valid."""
    puzzle: Tiling = explanation.puzzle
    for step in explanation.steps if len(attempt) == len(puzzle.tiles) else ():
        cell = _cell(puzzle, step)
        if refutes(puzzle, step, attempt):
            opens = sides_in_words(puzzle, attempt[cell])
            return f"{puzzle.cell(cell)} opens {opens}, but: {step.words}"
    return puzzle.violation(attempt)


def refutes(puzzle: Tiling, step: Step, placement: bytes) -> bool:
    """Whether a placement (open sides, one byte a cell) contradicts a step."""
    here = placement[_cell(puzzle, step)]
    if "removed" in step.change:
        return here in step.change["removed"]
    side = puzzle.side_names.index(step.change["side"])
    return bool(here >> side & 1) is not step.change["open"]


def _cell(puzzle: Tiling, step: Step) -> int:
    row, column = step.cells[0]
    return row * puzzle.columns + column
