"""When two puzzles of a declared kind are twins: turned, mirrored, or with other names of tokens.

All tokens lie on one canvas: those of cells, those between cells, those outside. A puzzle's key is
the least of the eight images of it, tokens numbered in the order in which they come. What a turn
does to a token (``>`` becomes ``v``, a region of another name) is a renaming, so twins always have
the same key. So have, rarely, puzzles that are not twins: clues at the same places, other numbers
by a renaming. A batch of puzzles loses nothing by refusing these too.

Cost: eight walks over the canvas, a millisecond for 10×10.
"""

from itertools import product

import numpy as np
import numpy.typing as npt

from cpstudy.declared.board import BLANK
from cpstudy.declared.puzzle import Declared

Key = tuple[tuple[int, int], tuple[int, ...]]


def identity(puzzle: Declared) -> Key:
    """Equal for twins."""
    rows, columns = puzzle.rows, puzzle.columns
    ends = {"top": (0, 1), "left": (1, 0), "bottom": (2 * rows, 1), "right": (1, 2 * columns)}
    canvas = np.empty((2 * rows + 1, 2 * columns + 1), object)
    for down, across in product(*map(range, canvas.shape)):
        canvas[down, across] = []
    for block in puzzle.blocks:
        if block.over == "board":
            continue
        top, left = ends.get(
            block.over, (1 + (block.over == "below"), 1 + (block.over == "beside"))
        )
        along = block.over in ("left", "right")
        for (row, column), token in puzzle.board[block.name].items():
            if token != BLANK:
                down, across = (column, row) if along else (row, column)
                canvas[top + 2 * down, left + 2 * across].append((block.name, token))
    return min(_numbered(np.rot90(way, turns)) for way in (canvas, canvas.T) for turns in range(4))


def _numbered(canvas: npt.NDArray[np.object_]) -> Key:
    """Its shape and its tokens by number, 0 behind those of each place."""
    numbers: dict[tuple[str, str], int] = {}
    found: list[int] = []
    for tokens in canvas.ravel():
        found += [numbers.setdefault(token, len(numbers) + 1) for token in tokens]
        found.append(0)
    return (canvas.shape[0], canvas.shape[1]), tuple(found)
