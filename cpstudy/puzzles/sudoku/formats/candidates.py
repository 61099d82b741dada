"""Grids of candidates: the remaining values of each cell, as other programs print them.

On a line they are 729 characters: nine for each of 81 cells, candidate by candidate. In a grid they
are a word for each cell. A cell with one candidate is a clue. The missing candidates of the other
cells must follow from these clues by rows, columns and boxes; otherwise the clues of a Sudoku
cannot express the grid, and it is rejected.
"""

from collections.abc import Sequence

from cpstudy.core import wording
from cpstudy.core.errors import InputError
from cpstudy.puzzles.latin.rules import peers_of
from cpstudy.puzzles.latin.signs import CellError
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape

_NINE = 9
_DIGITS = "123456789"


def cells_on_line(text: str) -> list[str]:
    """The candidates of each cell as a word. Raises InputError."""
    cells = []
    for cell in range(_NINE**2):
        group = text[_NINE * cell : _NINE * (cell + 1)]
        strange = [
            sign
            for place, sign in enumerate(group)
            if sign.isdigit() and sign not in ("0", _DIGITS[place])
        ]
        if strange:
            raise InputError(
                f"{wording.place(divmod(cell, _NINE))}: candidate {strange[0]} out of order"
            )
        word = "".join(sign for sign in group if sign.isdigit() and sign != "0")
        if not word:
            raise InputError(f"{wording.place(divmod(cell, _NINE))} has no candidates")
        cells.append(word)
    return cells


def values_of(cells: Sequence[str], order: int) -> bytes:
    """The clues of a grid of candidates. Raises CellError."""
    sets = [_candidates(cell, word, order) for cell, word in enumerate(cells)]
    clues = bytes(min(values) if len(values) == 1 else 0 for values in sets)
    board = Sudoku(*box_shape(order), clues)
    for cell, around in enumerate(peers_of(board.units)):
        if not clues[cell]:
            implied = set(range(1, order + 1)) - {clues[peer] for peer in around}
            if lost := sorted(implied - sets[cell]):
                words = f"candidate {lost[0]} is missing, and the clues do not exclude it"
                raise CellError(cell, words)
    return clues


def _candidates(cell: int, word: str, order: int) -> set[int]:
    if not word.isdigit():
        if len(set(word)) == 1 and word[0] in ".-_*?0":
            return set(range(1, order + 1))
        raise CellError(cell, f"{word[:20]!a} is not a list of candidates", word)
    values = [int(digit) for digit in word]
    if sorted(set(values)) != values or not 1 <= values[0] <= values[-1] <= order:
        raise CellError(cell, f"{word[:20]!a} is not a list of candidates from 1 to {order}", word)
    return set(values)
