"""File formats of Sudoku beside the text form.

*Grid*: one puzzle a file, a line a row: N words separated by spaces, or N ≤ 9 characters; ``.``,
``-``, ``_`` and ``0`` are empty. Frames (lines of ``-``, ``+``, ``=``, bars between cells) are
skipped. The boxes are as near to squares as N lets them be, no higher than wide: 2 × 3 on 6 × 6.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from cpstudy.core.documents import Item
from cpstudy.core.errors import InputError
from cpstudy.puzzles.latin.grids import LineError, Row, read_one, value_words, values_of
from cpstudy.puzzles.latin.rules import LARGEST_ORDER
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape

_FRAME = re.compile(r"[-+=|\s]*[+=|][-+=|\s]*|-{4,}\s*")
_TEXT_LENGTHS = (1, 16, 81, 256, 625)


def recognises_grid(line: str) -> bool:
    """Whether a file's first significant line looks like a row or a frame."""
    text = line.strip()
    if ":" in text:
        return False
    return len(text.split()) > 1 or bool(_FRAME.fullmatch(text)) or len(text) not in _TEXT_LENGTHS


def read_grid(lines: Iterable[str]) -> Iterator[Item]:
    """One puzzle, a row a line, or its fault with the line."""
    plain = ("" if _FRAME.fullmatch(line.strip()) else line.replace("|", " ") for line in lines)
    return read_one(_of_rows, plain)


def _of_rows(rows: Sequence[Row]) -> Sudoku:
    order = len(rows)
    if not 1 <= order <= LARGEST_ORDER:
        raise InputError(f"{order} rows, expected 1 to {LARGEST_ORDER}")
    cut = []
    for row, (number, words) in enumerate(rows):
        joined = "".join(words)
        cells = list(joined) if len(joined) == order and order < 10 else words
        if len(cells) != order:
            raise LineError(number, f"row {row}: {len(cells)} cells, expected {order}")
        cut.append((number, cells))
    return Sudoku(*box_shape(order), values_of(cut, order))


def write_grid(puzzle: Sudoku) -> str:
    """A row a line. Raises InputError for diagonals and boxes of an unusual shape."""
    if puzzle.diagonals or (puzzle.box_rows, puzzle.box_columns) != box_shape(puzzle.order):
        raise InputError("a grid has neither diagonals nor the shape of boxes")
    words = value_words(puzzle.clues)
    width = max(map(len, words))
    rows = (words[start : start + puzzle.order] for start in range(0, len(words), puzzle.order))
    return "".join(" ".join(f"{word:>{width}}" for word in row) + "\n" for row in rows)
