"""What a deduction says of a position: the next tile to turn, the first mistake, the moves of Net.

Tiles are turned in the order in which the deduction settles them, so every move follows from what
lies already. On a board without a solution the deduction settles tiles until it contradicts itself;
nobody is told to turn these.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.core.explaining import Explanation, Hint, Step
from cpstudy.core.result import Verdict
from cpstudy.puzzles.pipes.explaining.reasons import SYMBOLS
from cpstudy.puzzles.pipes.explaining.steps import refutes, tile_at
from cpstudy.puzzles.pipes.formats.saves import save_with_moves
from cpstudy.puzzles.pipes.puzzle import ORIENTATIONS, Pipes, turned

_WAYS = ("as it is", "a quarter anticlockwise", "half round", "a quarter clockwise")
# Net's letters for the same turns; it has none for no turn.
_LETTERS = "_AFC"
_LOCK = "L"


def hint(explanation: Explanation) -> Hint | None:
    """The first tile, in the order of the deduction, that does not lie as it must.

    The position is that of the puzzle's own tiles; ``change`` has the ``quarters`` to turn it
    anticlockwise. None where every tile that the deduction settles lies right, and where the puzzle
    has no solution.
    """
    puzzle = explanation.puzzle
    if explanation.verdict is Verdict.NONE:
        return None
    for tile, target, step in _settled_in_order(explanation):
        quarters = _quarters(puzzle.tiles[tile], target)
        if quarters:
            why = step.words if step is not None else "it has one orientation only"
            turn = f"turn {puzzle.cell(tile)} {_WAYS[quarters]}, to {SYMBOLS[target]}"
            cell = divmod(tile, puzzle.columns)
            return Hint(cell, f"{turn}: {why}", step, {"quarters": quarters})
    return None


def _quarters(here: int, target: int) -> int:
    """How many quarters anticlockwise turn a tile into one of its orientations."""
    return next(quarters for quarters in range(4) if turned(here, quarters) == target)


def _settled_in_order(explanation: Explanation) -> Iterator[tuple[int, int, Step | None]]:
    """Each tile when it came to one orientation: the tile, that orientation, the step that did it.

    A tile that lost all of them later, in a contradiction, is told as it was settled.
    """
    puzzle: Pipes = explanation.puzzle
    left = [set(ORIENTATIONS[mask]) for mask in puzzle.tiles]
    for tile, orientations in enumerate(left):
        if len(orientations) == 1:
            yield tile, min(orientations), None
    for step in explanation.steps:
        if "removed" in step.change:
            tile = tile_at(puzzle, step.cells[0])
            left[tile] -= set(step.change["removed"])
            if len(left[tile]) == 1:
                yield tile, min(left[tile]), step


def moves(explanation: Explanation) -> list[tuple[str, int]]:
    """The deduction as moves of Net: (letter, tile), every tile turned into place, then locked.

    A anticlockwise, C clockwise, F half round, L lock; in the order in which the tiles are settled.
    """
    played = []
    for tile, target, _ in _settled_in_order(explanation):
        quarters = _quarters(explanation.puzzle.tiles[tile], target)
        if quarters:
            played.append((_LETTERS[quarters], tile))
        played.append((_LOCK, tile))
    return played


def replay(explanation: Explanation) -> str:
    """The deduction as a save file of Net, at its first position: Redo plays it move by move.

    Raises InputError for boards that are no games of Net.
    """
    return save_with_moves(explanation.puzzle, moves(explanation))


def mistake(explanation: Explanation, attempt: bytes) -> str:
    """The first step that a placement contradicts, in words; else the first rule; "" if valid."""
    puzzle: Pipes = explanation.puzzle
    for step in explanation.steps if len(attempt) == len(puzzle.tiles) else ():
        if refutes(puzzle, step, attempt):
            tile = tile_at(puzzle, step.cells[0])
            return f"{puzzle.cell(tile)} is {SYMBOLS[attempt[tile]]}, but: {step.words}"
    return puzzle.violation(attempt)
