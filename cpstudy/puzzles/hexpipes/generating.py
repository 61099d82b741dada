"""Boards of hexagons: mazes on an outline, and puzzles with one solution."""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.solving import checked
from cpstudy.puzzles.hexpipes.explainer import EXPLAINER
from cpstudy.puzzles.hexpipes.outlines import cells
from cpstudy.puzzles.hexpipes.puzzle import HexPipes
from cpstudy.puzzles.tilings.generating import mazes
from cpstudy.puzzles.tilings.generating import unique as making_unique


def empty_board(rows: int, columns: int, wrap: bool, outline: str) -> HexPipes:
    """A board of dead ends and holes. Raises InputError for a size or an outline that is none."""
    mazes.check_size(rows, columns)
    return HexPipes(rows, columns, cells(outline, rows, columns), wrap)


def generate(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool = False,
    outline: str = "",
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[tuple[HexPipes, bytes]]:
    """Boards 0 … count-1 of a seed as (puzzle, the solution it was made from), one at a time.

    Raises InputError for an unknown algorithm, a size or an outline that is off, or one that the
    algorithm can't fill.
    """
    board = empty_board(rows, columns, wrap, outline)
    for index in range(count):
        state = mazes.board_stream(board, algorithm, seed, index)
        solution = mazes.drawn(board, algorithm, state, clock)
        puzzle = board.with_tiles(mazes.turned_at_random(board, solution, state))
        yield puzzle, checked(puzzle, solution, "generate")


def unique(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool = False,
    grade: str | None = None,
    outline: str = "",
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[tuple[HexPipes, bytes]]:
    """Unique puzzles of a seed as (puzzle, its solution), no two the same up to symmetry.

    grade: of this difficulty only. Raises InputError as :func:`generate`, for an unknown grade, and
    where nothing was found.
    """
    EXPLAINER.check_grade(grade)

    def fits(puzzle: HexPipes) -> bool:
        return EXPLAINER.is_of_grade(puzzle, grade, clock)

    board = empty_board(rows, columns, wrap, outline)
    wanted = f" of grade {grade}" if grade else ""
    yield from making_unique.unique(board, algorithm, count, seed, fits, wanted, clock)
