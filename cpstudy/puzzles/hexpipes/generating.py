"""Boards of hexagons: mazes on an outline, and puzzles with one solution."""

from collections.abc import Iterator

from cpstudy.core.generating import Wanted, numbered
from cpstudy.puzzles.hexpipes.explainer import EXPLAINER
from cpstudy.puzzles.hexpipes.outlines import cells
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.generating import mazes
from cpstudy.puzzles.tilings.generating import unique as making_unique


def empty_board(wanted: Wanted) -> HexPipes:
    """A board of dead ends and holes. Raises InputError for an invalid size or outline."""
    rows, columns = wanted.rows, wanted.columns
    mazes.check_size(rows, columns)
    outline = cells(wanted.options.get("outline", ""), rows, columns)
    return HexPipes(rows, columns, outline, wanted.wrap)


def generate(wanted: Wanted) -> Iterator[tuple[HexPipes, bytes]]:
    """Boards 0 … count-1 of a seed as (puzzle, the solution it was made from), one at a time.

    Raises InputError for an invalid size or outline, or one that the algorithm cannot fill.
    """
    board = empty_board(wanted)

    def draw(index: int) -> tuple[HexPipes, bytes]:
        state = mazes.board_stream(board, wanted.algorithm, wanted.seed, index)
        solution = mazes.drawn(board, wanted.algorithm, state, wanted.clock)
        return board.with_tiles(mazes.turned_at_random(board, solution, state)), solution

    return numbered(wanted, draw)


def unique(wanted: Wanted) -> Iterator[tuple[HexPipes, bytes]]:
    """Unique puzzles of a seed as (puzzle, its solution), no two the same up to symmetry.

    Raises InputError like :func:`generate`, for an unknown grade, and if nothing was found.
    """
    return making_unique.unique(empty_board(wanted), wanted, EXPLAINER)
