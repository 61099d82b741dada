"""Clue pieces: some pieces of a solution are fixed where it has them.

The cells are the first ones of a random order that depends on the puzzle and a seed, so a puzzle
with five clues has those of the puzzle with four. Each is fixed in the turn that it has there.
Source: the community of Eternity II, whose 16×16 board has five.
"""

from dataclasses import replace
from zlib import crc32

from cpstudy.core.errors import InputError
from cpstudy.core.native import table
from cpstudy.core.random import stream
from cpstudy.core.random_words import shuffle
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place, Placement


def with_clues(
    puzzle: EdgeMatching, solution: Placement, number: int, seed: int = 0
) -> EdgeMatching:
    """The puzzle with ``number`` pieces fixed as in ``solution``, in place of the fixed ones.

    Raises InputError where the board has fewer cells.
    """
    cells = len(puzzle.pieces)
    if not 0 <= number <= cells:
        raise InputError(f"{number} clue pieces: a board of size {puzzle.size} has 0 to {cells}")
    order = table(range(cells), "i64")
    shuffle(stream(seed, crc32(puzzle.encode().encode())), order, cells)
    chosen = [int(cell) for cell in order[:number]]
    fixed = tuple(Place(solution[cell][0], cell, solution[cell][1]) for cell in chosen)
    return replace(puzzle, fixed=fixed)
