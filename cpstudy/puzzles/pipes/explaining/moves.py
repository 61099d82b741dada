"""What a deduction says of a position: the next tile to turn, the first mistake, the moves of Net.

Tiles are turned in the order in which the deduction settles them, so every move follows from what
lies already. On a board without a solution the deduction settles tiles until it contradicts itself;
nobody is told to turn these.
"""

from __future__ import annotations

from cpstudy.core.explaining import Explanation, Hint
from cpstudy.core.result import Verdict
from cpstudy.puzzles.pipes.explaining.reasons import SYMBOLS
from cpstudy.puzzles.pipes.formats.saves import save_with_moves
from cpstudy.puzzles.pipes.puzzle import Pipes
from cpstudy.puzzles.tilings.explaining import moves as settled
from cpstudy.puzzles.tilings.explaining.moves import cell_at, refuted

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
    puzzle: Pipes = explanation.puzzle
    for tile, target, quarters, step in settled.moves(explanation):
        if quarters and explanation.verdict is not Verdict.NONE:
            why = step.words if step is not None else "it has one orientation only"
            turn = f"turn {puzzle.cell(tile)} {_WAYS[quarters]}, to {SYMBOLS[target]}"
            cell = divmod(tile, puzzle.columns)
            return Hint(cell, f"{turn}: {why}", step, {"quarters": quarters})
    return None


def moves(explanation: Explanation) -> list[tuple[str, int]]:
    """The deduction as moves of Net: (letter, tile), every tile turned into place, then locked.

    A anticlockwise, C clockwise, F half round, L lock; in the order in which the tiles are settled.
    """
    played = []
    for tile, _, quarters, _ in settled.moves(explanation):
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
    step = refuted(explanation, attempt)
    if step is None:
        return puzzle.violation(attempt)
    tile = cell_at(puzzle, step.cells[0])
    return f"{puzzle.cell(tile)} is {SYMBOLS[attempt[tile]]}, but: {step.words}"
