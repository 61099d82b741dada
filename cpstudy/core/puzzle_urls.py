"""Addresses at which other sites show a puzzle, and the text form in them.

*Simon Tatham's collection* (Tatham2004): a page of a game has the puzzle's ID behind ``#``, escaped
or not: ``…/js/net.html#5x5:28b5…``. An ID may have the game's name before it: ``net:5x5:28b5…``.
*puzz.link* (PuzzLink): ``…/p?NAME/COLUMNS/ROWS/BODY``, the site and ``p?`` may be missing. Its
bodies hold numbers in hexadecimal digits, ``-`` before two and ``+`` before three of them; ``.`` is
a question mark, the letters from ``g`` on are 1 to 20 empty cells.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from cpstudy.core.errors import InputError

if TYPE_CHECKING:
    from cpstudy.core.puzzle import Puzzle

# A clue of an unknown number; an empty cell.
QUESTION, BLANK = -1, -2

# Sites that have no such addresses of games of Simon Tatham's, and why.
_NONE = {
    "hexapipes": "hexapipes numbers its puzzles: download one",
    "puzz.link": "of puzz.link only Sudoku, Nurikabe and nonograms are known here",
}

_PAGE = re.compile(r"(?:https?://)?[^\s#?]{0,200}?(\w+)\.html(?:\?[^\s#]*)?#(.+)", re.DOTALL)
_PUZZ_LINK = re.compile(r"(?:https?://[^\s?#]{1,200}\?)?(\w+)/([0-9]{1,6})/([0-9]{1,6})/([^/]*)/?")
_NUMBER = re.compile(r"-([0-9a-f]{2})|\+([0-9a-f]{3})|([0-9a-f])|(\.)|([g-z])")


class Board(NamedTuple):
    """What a puzz.link address holds."""

    name: str
    columns: int
    rows: int
    body: str


def game_id(text: str, game: str) -> str:
    """The ID in an address of a game of Simon Tatham's; any other text as it is.

    game: its name there, e.g. "net". Raises InputError for addresses that hold no ID of it.
    """
    if text[: len(game) + 1].lower() == f"{game}:":
        return text[len(game) + 1 :].strip()
    if not text.lower().startswith(("http://", "https://")) and ".html" not in text:
        return text
    page = _PAGE.fullmatch(text)
    if page is None:
        why = next((f" ({reason})" for site, reason in _NONE.items() if site in text), "")
        raise InputError(f"an address without a game ID: expected …/{game}.html#ID{why}")
    if page[1].lower() != game:
        raise InputError(f"an address of {page[1]}, expected {game}.html")
    return unquote(page[2]).strip()


def puzz_link(text: str) -> Board | None:
    """What a puzz.link address holds; None for other text."""
    found = _PUZZ_LINK.fullmatch(text) if "/" in text else None
    return None if found is None else Board(found[1], int(found[2]), int(found[3]), found[4])


def write_address(puzzle: Puzzle) -> str:
    """The address at puzz.link that shows a puzzle whose text form is the address's end."""
    return f"https://puzz.link/p?{puzzle.encode()}\n"


def numbers(body: str, columns: int) -> list[int]:
    """The cells of a body, row by row: numbers, QUESTION, BLANK. InputError names the cell."""
    cells: list[int] = []
    place = 0
    while place < len(body):
        token = _NUMBER.match(body, place)
        if token is None:
            rest = body[place:]
            shown = ascii(rest if len(rest) <= 30 else rest[:30] + "…")
            where = f"cell ({len(cells) // columns}, {len(cells) % columns})"
            raise InputError(f"{where}: {shown} is neither a clue nor a gap")
        place = token.end()
        two, three, digit, question, gap = token.groups()
        if gap:
            cells += [BLANK] * (int(gap, 36) - 15)
        else:
            cells.append(QUESTION if question else int(two or three or digit, 16))
    return cells
