"""Game IDs of Pearl, which is Masyu in Simon Tatham's collection (Tatham2004).

The game ID is ``WxH:`` and the cells row by row: ``W`` and ``B`` are pearls, a letter from a (one)
to z (twenty-six) is a run of cells without one. Difficulty and ``n`` may follow the size and change
no rule: ``6x6dt:BbBfWcWbWBaBeWgWa``.
"""

import re

from cpstudy.core.codes import BLANK, letters
from cpstudy.core.errors import InputError, shortened
from cpstudy.core.puzzle_urls import game_id, is_game
from cpstudy.puzzles.masyu.puzzle import BLACK, NO_PEARL, WHITE, Masyu

_PEARL = re.compile(r"([0-9]{1,4})(?:x([0-9]{1,4}))?(?:d[a-z])?n?:([a-zWB]*)", re.ASCII)
_CODE = letters("WB")
_PEARLS = {BLANK: NO_PEARL, "W": WHITE, "B": BLACK}
_SHOWN = {pearl: token for token, pearl in _PEARLS.items()}


def is_pearl(line: str) -> bool:
    """Whether a line looks like a game ID or its address."""
    return is_game(line, "pearl") or _PEARL.fullmatch(line) is not None


def decode_pearl(text: str) -> Masyu:
    """The board of a game ID. Raises InputError."""
    match = _PEARL.fullmatch(game_id(text.strip(), "pearl"))
    if match is None:
        raise InputError(f"expected a game ID of Pearl, WxH:PEARLS, got {shortened(text)}")
    columns, rows, body = int(match[1]), int(match[2] or match[1]), match[3]
    clues = [_PEARLS[token] for token in _CODE.read(body, columns)[0]]
    return Masyu(rows, columns, tuple(clues))


def write_pearl(puzzle: Masyu) -> str:
    """The game ID of Pearl, as a line."""
    body = _CODE.write([_SHOWN[clue] for clue in puzzle.clues])
    return f"{puzzle.columns}x{puzzle.rows}:{body}\n"
