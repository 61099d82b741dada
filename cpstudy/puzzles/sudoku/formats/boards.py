"""The Sudoku in the cells, the line or the text of a container.

*Line*: N² signs, or N² words between spaces or commas; 729 digits are the candidates of 81 cells.
The boxes are as near to squares as N allows, no higher than wide: 2 × 3 on 6 × 6. If a solution is
given, it is compared with the clues and with the rules.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cache

from cpstudy.core import wording
from cpstudy.core.documents import hint_of
from cpstudy.core.errors import InputError, LineError
from cpstudy.puzzles.latin.grids import check_solution
from cpstudy.puzzles.latin.rules import LARGEST_ORDER
from cpstudy.puzzles.latin.signs import FIRSTS, NO_HINTS, CellError, Hints, values_of
from cpstudy.puzzles.sudoku.formats import candidates
from cpstudy.puzzles.sudoku.puzzle import PLAIN, Sudoku, box_shape
from cpstudy.reading.frames import Line, grids_of
from cpstudy.reading.records import Record

# Boards on one line: the order by their length. Orders whose boxes are rows are left out.
_ORDERS = {n * n: n for n in range(4, LARGEST_ORDER + 1) if box_shape(n)[0] > 1}
_CANDIDATES = 729
_BLANKS = "._*?·□-"


def hints_of(lines: Iterable[str]) -> Hints:
    """The user's settings for the signs of a document. Raises InputError."""
    return Hints(hint_of(lines, "blank"), hint_of(lines, "first", FIRSTS))


def of_cells(cells: Sequence[str], order: int, hints: Hints = NO_HINTS) -> Sudoku:
    """The puzzle of the signs in its cells. Raises CellError, InputError."""
    if any(len(cell) > 1 and cell.isdigit() and int(cell) > order for cell in cells):
        values = candidates.values_of(cells, order)
    else:
        values = values_of(cells, order, hints)
    return Sudoku(*box_shape(order), values)


def of_line(text: str, hints: Hints = NO_HINTS) -> Sudoku:
    """The puzzle of a line. Raises an InputError that names the cell."""
    if hints == NO_HINTS and PLAIN.fullmatch(text):
        return Sudoku.decode(text)
    cells = cells_on_line(text, hints)
    if cells is None:
        return Sudoku.decode(text)
    order = _ORDERS[len(cells)]
    try:
        return of_cells(cells, order, hints)
    except CellError as error:
        raise InputError(f"{wording.place(divmod(error.cell, order))}: {error}") from None


def of_text(text: str, hints: Hints = NO_HINTS) -> Sudoku:
    """The puzzle of a text of one line or of rows. Raises InputError."""
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), 1)]
    if len(text.split("\n")) == 1:
        return of_line(text.strip(), hints)
    grid, *others = grids_of(lines)
    if isinstance(grid, LineError):
        raise grid
    if others:
        raise InputError(f"{1 + len(others)} grids, expected one")
    cells = [cell for row in grid.rows for cell in row]
    try:
        return of_cells(cells, len(grid.rows), hints)
    except CellError as error:
        raise InputError(f"{wording.place(divmod(error.cell, len(grid.rows)))}: {error}") from None


def of_record(record: Record, hints: Hints = NO_HINTS) -> Sudoku:
    """The puzzle of a record, its solution checked. Raises InputError."""
    puzzle = of_text(record.text, hints)
    check_solution(puzzle, record.about.get("solution", ""))
    return puzzle


def cells_on_line(text: str, hints: Hints = NO_HINTS) -> list[str] | None:
    """The cells of a line that is exactly one board; None for any other text."""
    if len(text) == _CANDIDATES and re.fullmatch(f"[0-9{_BLANKS}]+", text):
        return candidates.cells_on_line(text)
    if len(text) in _ORDERS and _pattern(_ORDERS[len(text)], hints.blank or "").fullmatch(text):
        return list(text)
    words = [word.strip("\"'") for word in re.split(r"\s*[,;]\s*|\s+", text.strip(" ,;"))]
    order = _ORDERS.get(len(words), 0)
    sign = re.compile(r"[0-9]{1,2}|[A-Za-z]|([._*?·□-])\1*|")
    if order and all(map(sign.fullmatch, words)):
        digits = (int(word) for word in words if word.isdigit())
        return [word or " " for word in words] if max(digits, default=0) <= order else None
    return None


@cache
def _pattern(order: int, blank: str) -> re.Pattern[str]:
    """Matches the signs of a board: digits and letters up to its order, those of empty cells."""
    empty = _BLANKS[:-1] + "Xx" + re.escape(blank) + "-"
    if order <= 9:
        names = [f"[0-{order}{empty}]*", f"[A-{'ABCDEFGHI'[order - 1]}0{empty}]*"]
    else:
        names = [f"[0-9A-Pa-p{empty}]*", f"[A-Ya-y0{empty}]*"]
    return re.compile("|".join(names), re.IGNORECASE)
