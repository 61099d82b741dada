"""Sudoku with one solution: remove clues from a solved board (``latin/minimising.py``).

``minimal``: every clue is needed. ``symmetric``: a half turn takes clues to clues, and every pair
is needed. ``diagonal``: minimal, with the diagonals. Boxes are as near to squares as the size
allows. Above 16 × 16 some clues may be needless.

Symmetric boards of 9×9 for a level have about as many clues as published ones: a number is
drawn, then boards until one has no more clues. For hard deduction every clue is needed; an easy
board gets pairs back up to the number.

Search on an empty board finds no solved one above 16 × 16. There the rows, columns and values of a
regular board are exchanged; then half of its cells are emptied and filled at random, several
times.
"""

from cpstudy.core.clock import Clock
from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.random import Stream
from cpstudy.core.random_words import below
from cpstudy.puzzles.latin.explaining import EXPLAINER
from cpstudy.puzzles.latin.generating import (
    Drawn,
    permutation,
    renamed,
    solved_board,
    symmetries,
)
from cpstudy.puzzles.latin.minimising import half_turn_groups, minimal_clues
from cpstudy.puzzles.latin.rules import Latin
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape

# Numbers of clues by level, as in janko.at's puzzles, and boards drawn until one has no more. The
# meaning of a seed depends on them.
_CLUES = {
    "easy": (20, 23, 24, 25, 26, 28, 29, 30, 32, 32, 32, 32, 32, 32, 36),
    "medium": tuple(range(22, 29)),
    "hard": tuple(range(23, 31)),
}
_LIKE, _BOARDS = ("symmetric", 9), 60

# The largest order for which search fills an empty board, and the number of times that half of a
# larger board is refilled. The meaning of a seed depends on them.
_SEARCHED = 16
_REFILLS = 8


def draw(wanted: Wanted, state: Stream) -> Drawn:
    """A puzzle and its solution. Raises InputError if no solved board was found."""
    level = EXPLAINER.levels.get(str(wanted.grade), wanted.grade)
    choices = _CLUES.get(str(level)) if (wanted.algorithm, wanted.rows) == _LIKE else None
    if choices is None:
        return _minimal(wanted, state)
    most = choices[int(below(state, len(choices)))]
    puzzle, solution = _minimal(wanted, state)
    for _ in range(_BOARDS):
        if _shown(puzzle) <= most:
            break
        other = _minimal(wanted, state)
        puzzle, solution = min((puzzle, solution), other, key=lambda drawn: _shown(drawn[0]))
    if level != "easy":
        return puzzle, solution
    clues = bytearray(puzzle.clues)
    for cell in permutation(state, len(clues)).tolist():
        if _shown(puzzle) < most:
            clues[cell], clues[-1 - cell] = solution[cell], solution[-1 - cell]
            puzzle = puzzle.with_clues(bytes(clues))
    return puzzle, solution


def _shown(puzzle: Latin) -> int:
    """The number of clues."""
    return len(puzzle.clues) - puzzle.clues.count(0)


def _minimal(wanted: Wanted, state: Stream) -> Drawn:
    """A solved board without the clues that can be removed."""
    order, clock = wanted.rows, wanted.clock
    empty = Sudoku(*box_shape(order), bytes(order**2), wanted.algorithm == "diagonal")
    solution = solved_board(_start(empty, state, clock), state, clock)
    if solution is None:
        raise InputError(f"no solved board of {order}x{order} was found")
    cells = permutation(state, order**2)
    groups = half_turn_groups(cells) if wanted.algorithm == "symmetric" else cells[:, None]
    return empty.with_clues(minimal_clues(empty, solution, groups, clock)), solution


def _start(empty: Sudoku, state: Stream, clock: Clock) -> Sudoku:
    """The board on which the search begins: empty, or above 16 × 16 a solved one."""
    if empty.order <= _SEARCHED or empty.diagonals:
        return empty
    board = _regular_board(empty, state)
    for _ in range(_REFILLS):
        cells = permutation(state, len(board))[: len(board) // 2].tolist()
        kept = empty.with_clues(bytes(0 if c in set(cells) else v for c, v in enumerate(board)))
        board = solved_board(kept, state, clock) or board
    return empty.with_clues(board)


def _regular_board(empty: Sudoku, state: Stream) -> bytes:
    """Each row is the one above shifted; bands, rows in bands, and values exchanged at random."""
    order, height, width = empty.order, empty.box_rows, empty.box_columns
    names = permutation(state, order)
    rows = _exchanged(width, height, state)
    columns = _exchanged(height, width, state)
    return bytes(
        int(names[(width * (row % height) + row // height + column) % order]) + 1
        for row in rows
        for column in columns
    )


def _exchanged(groups: int, each: int, state: Stream) -> list[int]:
    """0 … groups · each − 1 in random order that keeps groups together."""
    return [
        group * each + place
        for group in permutation(state, groups).tolist()
        for place in permutation(state, each).tolist()
    ]


def key(puzzle: Sudoku) -> bytes:
    """Equal for puzzles that are the same up to rotation, reflection and names of values."""
    ways = symmetries(puzzle.order)
    if puzzle.box_rows != puzzle.box_columns:
        ways = [ways[0], ways[4], ways[3], ways[7]]
    return min(renamed(bytes(puzzle.clues[cell] for cell in cells)) for cells in ways)
