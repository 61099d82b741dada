"""Nonograms as in other sites' formats: addresses and files of pzpr.

pzpr has a field for each run that could fit into a line, half the line's length rounded up. In an
address, the columns' fields come first, then the rows', each line's last run first. In a file, the
fields are above and to the left of the board, in the order of the runs; ``c`` before a number marks
it as ticked by a player. One colour only, and no given cells.
"""

import re
from collections.abc import Iterator

from cpstudy.core.codes import BLANK, NUMBERS
from cpstudy.core.errors import InputError, LineError, shortened
from cpstudy.core.puzzle_urls import address_of
from cpstudy.puzzles.picross.puzzle import Clue, Picross
from cpstudy.reading import pzprv3

_RUN = re.compile(r"c?([1-9][0-9]{0,3})", re.ASCII)
_CELLS = (".", "#", "+")


def of_sheet(sheet: pzprv3.Sheet) -> Picross:
    """The puzzle of a file. Raises a LineError that names the line."""
    sheet.check_name("nonogram")
    high, wide = (sheet.rows + 1) // 2, (sheet.columns + 1) // 2
    board = sheet.board(high, wide)
    above, rows = board[:high], board[high:]
    for line, fields in rows:
        if wrong := next((text for text in fields[wide:] if text not in _CELLS), None):
            raise LineError(line, f"{shortened(wrong)} is not a cell: expected '.', '#' or '+'")
    columns = [
        _clue(f"column {place + 1}", [(line, fields[wide + place]) for line, fields in above])
        for place in range(sheet.columns)
    ]
    lines = [
        _clue(f"row {place + 1}", [(line, text) for text in fields[:wide]])
        for place, (line, fields) in enumerate(rows)
    ]
    try:
        return Picross(tuple(lines), tuple(columns))
    except InputError as error:
        raise LineError(1, str(error)) from None


def _clue(name: str, places: list[tuple[int, str]]) -> Clue:
    runs = []
    for line, text in places:
        run = _RUN.fullmatch(text)
        if run is None and text != ".":
            raise LineError(line, f"{name}: {shortened(text)} is not a length")
        runs += [(int(run[1]), 1)] if run else []
    return tuple(runs)


def _lengths(puzzle: Picross) -> Iterator[tuple[list[int], int]]:
    """The runs of each line, columns first, and its number of fields. Raises InputError."""
    if puzzle.given or puzzle.colours > 1:
        raise InputError("puzz.link has nonograms of one colour without given cells")
    high, wide = (puzzle.rows + 1) // 2, (puzzle.columns + 1) // 2
    for clue in puzzle.column_clues:
        yield [length for length, _ in clue], high
    for clue in puzzle.row_clues:
        yield [length for length, _ in clue], wide


def write_address(puzzle: Picross) -> str:
    """The address at puzz.link. Raises InputError for colours and given cells."""
    tokens: list[str] = []
    for runs, places in _lengths(puzzle):
        tokens += [*map(str, runs[::-1]), *[BLANK] * (places - len(runs))]
    return address_of(f"nonogram/{puzzle.columns}/{puzzle.rows}/{NUMBERS.write(tokens)}")


def write(puzzle: Picross) -> str:
    """A file of pzpr with an empty board. Raises InputError for colours and given cells."""
    lines = [[*["."] * (places - len(runs)), *map(str, runs)] for runs, places in _lengths(puzzle)]
    columns, rows = lines[: puzzle.columns], lines[puzzle.columns :]
    corner = ["."] * ((puzzle.columns + 1) // 2)
    above = [[*corner, *(column[place] for column in columns)] for place in range(len(columns[0]))]
    body = [[*row, *["."] * puzzle.columns] for row in rows]
    return pzprv3.written("nonogram", puzzle.rows, puzzle.columns, [*above, *body], "")
