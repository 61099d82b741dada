"""Sudoku with one solution: clues taken out of a solved board (``latin/generating``).

``minimal``: every clue is needed. ``symmetric``: a half turn takes clues to clues, and no pair can
go. ``diagonal``: minimal, with the diagonals. Boxes are as near to squares as the size lets them
be. Above 16 × 16 a clue may be left that is not needed.

Search from nothing finds no solved board above 16 × 16. There a regular one has its rows, columns
and values exchanged, and then again and again half of its cells are emptied and filled at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.core.errors import InputError
from cpstudy.core.random import Stream
from cpstudy.puzzles.latin.generating.drawing_boards import (
    Drawn,
    check_request,
    distinct_puzzles,
    permutation,
    renamed,
    solved_board,
    stream_of,
    turned_ways,
)
from cpstudy.puzzles.latin.generating.minimising import half_turn_groups, minimal_clues
from cpstudy.puzzles.sudoku.puzzle import Sudoku, box_shape

# The largest order at which search finds solved boards from nothing, and how often half of a larger
# board is filled again. Part of what a seed means.
_SEARCHED = 16
_REFILLS = 8


def draw(
    algorithm: str,
    order: int,
    seed: int,
    index: int,
    number: int = 0,
    *,
    clock: Clock = UNLIMITED,
) -> Drawn:
    """Puzzle ``index`` of a seed; number: another one in its place."""
    empty = Sudoku(*box_shape(order), bytes(order**2), algorithm == "diagonal")
    state = stream_of(algorithm, order, seed, index, number)
    solution = solved_board(_start(empty, state, clock), state, clock)
    if solution is None:
        raise InputError(f"no solved board of {order}x{order} was found")
    cells = permutation(state, order**2)
    groups = half_turn_groups(cells) if algorithm == "symmetric" else cells[:, None]
    return empty.with_clues(minimal_clues(empty, solution, groups, clock)), solution


def _start(empty: Sudoku, state: Stream, clock: Clock) -> Sudoku:
    """What a solved board is looked for from: nothing, or half of a board above 16 × 16."""
    if empty.order <= _SEARCHED or empty.diagonals:
        return empty
    board = _regular_board(empty, state)
    for _ in range(_REFILLS):
        cells = permutation(state, len(board))[: len(board) // 2].tolist()
        kept = empty.with_clues(bytes(0 if c in set(cells) else v for c, v in enumerate(board)))
        board = solved_board(kept, state, clock) or board
    return empty.with_clues(board)


def _regular_board(empty: Sudoku, state: Stream) -> bytes:
    """Each row the one above shifted, with bands, rows in bands, and values exchanged at random."""
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


def generate(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """Puzzles 0 … count−1 of a seed, each with its only solution."""
    order = check_request(rows, columns, wrap)
    return (draw(algorithm, order, seed, index, clock=clock) for index in range(count))


def unique(
    algorithm: str,
    rows: int,
    columns: int,
    count: int,
    seed: int,
    wrap: bool,
    grade: str | None,
    *,
    clock: Clock = UNLIMITED,
) -> Iterator[Drawn]:
    """The same, no two the same up to rotation, reflection and names of values; of a grade."""
    order = check_request(rows, columns, wrap)
    one = partial(draw, algorithm, order, seed, clock=clock)
    return distinct_puzzles(one, _key, count, grade, clock)


def _key(puzzle: Sudoku) -> bytes:
    ways = turned_ways(puzzle.order)
    if puzzle.box_rows != puzzle.box_columns:
        ways = [ways[0], ways[4], ways[3], ways[7]]
    return min(renamed(bytes(puzzle.clues[cell] for cell in way)) for way in ways)
