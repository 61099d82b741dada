"""Game IDs of Loopy (Tatham2004).

The game ID is ``WxHt0:`` and the numbers row by row; a letter from a (one) to z (twenty-six) is a
run of cells without a number; ``t0`` is the board of squares. A difficulty may follow and changes
no rule: ``7x7t0de:``.
"""

import re

from cpstudy.core.codes import BLANK, letters
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle_urls import game_id, is_game
from cpstudy.puzzles.slitherlink.puzzle import LARGEST_CLUE, NO_CLUE, Slitherlink

_LOOPY = re.compile(
    r"([0-9]{1,4})(?:x([0-9]{1,4}))?(?:t([0-9]{1,2}))?(?:d[a-z])?:([0-9a-z]*)", re.ASCII
)
_SQUARES = "0"
_CODE = letters("0123", fault=f"{{}} is not a clue from 0 to {LARGEST_CLUE}")


def is_loopy(line: str) -> bool:
    """Whether a line looks like a game ID or its address."""
    return is_game(line, "loopy") or _LOOPY.fullmatch(line) is not None


def decode_loopy(text: str) -> Slitherlink:
    """The board of a game ID. Raises an InputError that names the cell."""
    match = _LOOPY.fullmatch(game_id(text.strip(), "loopy"))
    if match is None:
        raise InputError(f"expected a game ID of Loopy, WxHt0:CLUES, got {shortened(text)}")
    columns, rows = int(match[1]), int(match[2] or match[1])
    grid, body = match[3], match[4]
    if grid not in (None, _SQUARES):
        raise InputError(f"Loopy's board t{grid} is not of squares: only t0 is")
    tokens, _ = _CODE.read(body, columns)
    clues = [NO_CLUE if token == BLANK else int(token) for token in tokens]
    return Slitherlink(rows, columns, tuple(clues))


def write_loopy(puzzle: Slitherlink) -> str:
    """The game ID of Loopy."""
    return f"{puzzle.columns}x{puzzle.rows}t0:{_CODE.write(puzzle.characters)}\n"
