"""One Sudoku per line, with any sign for empty cells and further columns; addresses of sites.

*Line*: N² signs or N² words. Columns may come before or after it, separated by spaces, commas,
semicolons, colons or bars, and a comment after ``#``: ``PUZZLE,SOLUTION``, ``PUZZLE;RATING``, ``ID
PUZZLE RATING`` (SudokuExchange's puzzle bank), ``PUZZLE:COUNT:SOLUTION``, ``PUZZLE ED=RATING``
(Sudoku Explainer). A second board is the solution. In lines of HoDoKu's library a digit after ``+``
was placed by a player and is not a clue.

*Address*: of SudokuWiki, SudokuExchange and other sites that have the digits of the board in the
address. The writer uses that of SudokuWiki, whose compressed form is not read.
"""

import re
from collections.abc import Mapping

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.latin.game_ids import solo_head
from cpstudy.puzzles.latin.grids import check_solution
from cpstudy.puzzles.latin.signs import Hints
from cpstudy.puzzles.sudoku.formats.boards import cells_on_line, of_line
from cpstudy.puzzles.sudoku.puzzle import PLAIN, Sudoku

_TOKEN = re.compile(r"""[^\s,;:|"']+""")
# Signs of addresses, JSON and XML, which columns never contain.
_NEVER = re.compile(r"://|[{}<>\[\]]")
_LIBRARY = re.compile(r":[0-9]{4}[^:]{0,8}:[^:]*:([0-9.+]{82,162}):")
_NUMBER = re.compile(r"[0-9]{1,4}(?:\.[0-9]+)?")
_SITE = re.compile(r"(?:https?://)?[\w-]+(?:\.[\w-]+)*\.[a-z]{2,10}[/?#:]\S*", re.IGNORECASE)
_COMPRESSED = re.compile(r"sudokuwiki\.org/\S*[?&]bd=S[0-9A-Z]{2}", re.IGNORECASE)
_DIGITS = re.compile(r"[?&#/=:]([0-9._-]{81}|[0-9._-]{36}|[0-9._-]{16})(?![0-9._-])")


def claims(text: str) -> bool:
    """Whether a line has one board in signs, with or without further columns.

    The text form reads the commonest lines.
    """
    return PLAIN.fullmatch(text) is None and _boards(text, Hints()) is not None


def decode(text: str, hints: Mapping[str, str]) -> Item:
    """The puzzle of a line, and its other columns. Raises an InputError that names the cell.

    hints: the user's settings for the signs.
    """
    return _decode(text, Hints(hints.get("blank"), hints.get("first")))


def _decode(text: str, hints: Hints) -> Item:
    found = _boards(text, hints)
    if found is None:
        other = decode_address(text) if claims_address(text) else Sudoku.decode(text)
        return Item(1, text, other)
    boards, about = found
    puzzle = of_line(boards[0], hints)
    if len(boards) > 1 and all(puzzle.clues):
        puzzle, boards = of_line(boards[1], hints), boards[::-1]
    if len(boards) > 1:
        check_solution(puzzle, boards[1])
        about["solution"] = boards[1]
    return Item(1, text, puzzle, about=about)


def _boards(text: str, hints: Hints) -> tuple[list[str], dict[str, str]] | None:
    """The boards of a line, and its other columns; None if it has no or too many boards."""
    if _NEVER.search(text) or solo_head(text):
        return None
    plain, mark, comment = text.partition(" #")
    about = {"info": comment.strip()} if mark and comment.strip() else {}
    library = _LIBRARY.match(plain)
    if library is not None:
        about["state"] = library[1].replace("+", "")
        empty = "0" if "0" in library[1] else "."
        plain = plain[: library.start(1)] + re.sub(r"\+[1-9]", empty, library[1])
    if cells_on_line(plain.strip(), hints) is not None:
        return [plain.strip()], about
    tokens = _TOKEN.findall(plain)
    boards = [token for token in tokens if cells_on_line(token, hints) is not None]
    if not 1 <= len(boards) <= 2 or len(boards[0]) != len(boards[-1]):
        return None
    others = [token for token in tokens if token not in boards]
    behind = others[-1] if others and tokens[-1] == others[-1] else ""
    if _NUMBER.fullmatch(behind):
        about["rating"] = others.pop()
    if others:
        about["columns"] = " ".join(others)
    return boards, about


# -- addresses -----------------------------------------------------------------------------------


def claims_address(text: str) -> bool:
    """Whether a text is an address that has a board in digits."""
    if _COMPRESSED.search(text):
        return True
    return bool(_SITE.fullmatch(text)) and len(set(_DIGITS.findall(text))) == 1


def decode_address(text: str) -> Sudoku:
    """The board of such an address. Raises InputError."""
    found = _DIGITS.findall(text)
    if not found and _COMPRESSED.search(text):
        raise InputError("SudokuWiki's compressed form: give the address with the 81 digits")
    if not found:
        raise InputError("an address without the digits of a board")
    return of_line(found[0])


def write_address(puzzle: Sudoku) -> str:
    """The address at SudokuWiki that shows the puzzle. Raises InputError unless it is 9 × 9."""
    text = puzzle.encode()
    if len(text) != 81:
        raise InputError("SudokuWiki shows boards of 9x9 without diagonals")
    return f"https://www.sudokuwiki.org/sudoku.htm?bd={text.replace('.', '0')}\n"
