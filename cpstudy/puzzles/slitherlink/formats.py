"""Game IDs of Loopy (Tatham2004).

The game ID is ``WxHt0:`` and the numbers row by row, a letter from a (one) to z (twenty-six) for so
many cells without one; ``t0`` is the board of squares. A difficulty may follow, ``7x7t0de:``, which
changes no rule.
"""

import re

from cpstudy.core import wording
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle_urls import game_id, is_game
from cpstudy.puzzles.slitherlink.puzzle import LARGEST_CLUE, NO_CLUE, Slitherlink

_LOOPY = re.compile(
    r"([0-9]{1,4})(?:x([0-9]{1,4}))?(?:t([0-9]{1,2}))?(?:d[a-z])?:([0-9a-z]*)", re.ASCII
)
_SQUARES = "0"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def is_loopy(line: str) -> bool:
    """Whether a line looks like a game ID or its address."""
    return is_game(line, "loopy") or _LOOPY.fullmatch(line) is not None


def decode_loopy(text: str) -> Slitherlink:
    """The board of a game ID. Raises InputError that names the cell."""
    match = _LOOPY.fullmatch(game_id(text.strip(), "loopy"))
    if match is None:
        raise InputError(f"expected a game ID of Loopy, WxHt0:CLUES, got {shortened(text)}")
    columns, rows = int(match[1]), int(match[2] or match[1])
    grid, body = match[3], match[4]
    if grid not in (None, _SQUARES):
        raise InputError(f"Loopy's board t{grid} is not of squares: only t0 is")
    if rows < 1 or columns < 1:
        raise InputError(f"size {columns}x{rows}: a board needs a row and a column")
    clues: list[int] = []
    for character in body:
        if character in _LETTERS:
            clues += [NO_CLUE] * (_LETTERS.index(character) + 1)
        elif int(character) <= LARGEST_CLUE:
            clues.append(int(character))
        else:
            place = divmod(len(clues), columns)
            raise InputError(f"{wording.place(place)}: {character} is not a clue from 0 to 3")
    if len(clues) != rows * columns:
        raise InputError(f"{len(clues)} cells, expected {rows * columns} ({columns}x{rows})")
    return Slitherlink(rows, columns, tuple(clues))


def write_loopy(puzzle: Slitherlink) -> str:
    """The game ID of Loopy."""
    body = re.sub(r"\.{1,26}", lambda gap: _LETTERS[len(gap[0]) - 1], puzzle.characters)
    return f"{puzzle.columns}x{puzzle.rows}t0:{body}\n"
