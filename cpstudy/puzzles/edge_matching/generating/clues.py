"""Clue pieces: fix some pieces as in a solution.

The cells are given, or they are the first ones of a random order that depends on the puzzle and a
seed; a puzzle with five clues thus includes the clues of the puzzle with four. Each piece is fixed
in its orientation there. Source: the community of Eternity II, whose 16×16 board has five clues.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from zlib import crc32

from cpstudy.core.errors import InputError
from cpstudy.core.generating import Wanted
from cpstudy.core.native import table
from cpstudy.core.random import stream
from cpstudy.core.random_words import shuffle
from cpstudy.puzzles.edge_matching.generating import colours
from cpstudy.puzzles.edge_matching.puzzle import EdgeMatching, Place, Placement


def generate(wanted: Wanted) -> Iterator[tuple[EdgeMatching, Placement]]:
    """Yield puzzles of :func:`.colours.generate` with the clues of the option ``clues``.

    Raises InputError as that function does, and for clues that a board cannot have.
    """
    clues = wanted.options.get("clues", "0")
    for puzzle, solution in colours.generate(wanted):
        yield wished(puzzle, solution, clues, wanted.seed), solution


def with_clues(
    puzzle: EdgeMatching, solution: Placement, number: int, seed: int = 0
) -> EdgeMatching:
    """Return the puzzle with ``number`` pieces fixed as in ``solution``, and no others.

    Raises InputError if the board has fewer cells.
    """
    cells = len(puzzle.pieces)
    if not 0 <= number <= cells:
        raise InputError(f"{number} clue pieces: a board of size {puzzle.size} has 0 to {cells}")
    order = table(range(cells), "i64")
    shuffle(stream(seed, crc32(puzzle.encode().encode())), order, cells)
    return clued_on(puzzle, solution, [int(cell) for cell in order[:number]])


def clued_on(puzzle: EdgeMatching, solution: Placement, cells: Sequence[int]) -> EdgeMatching:
    """Return the puzzle with the pieces of these cells fixed as in ``solution``, and no others."""
    return replace(puzzle, fixed=tuple(Place(solution[c][0], c, solution[c][1]) for c in cells))


def wished(puzzle: EdgeMatching, solution: Placement, wish: str, seed: int) -> EdgeMatching:
    """Return the puzzle with the clues of ``wish``, which is a number or a list of cells.

    Cells are ``ROW,COLUMN`` from 0, or like ``I8``, a letter for the row and the column from 1,
    separated by ``/``. Raises InputError.
    """
    if re.fullmatch("[0-9]{1,4}", wish):
        return with_clues(puzzle, solution, int(wish), seed)
    cells = dict.fromkeys(_cell(puzzle, text) for text in wish.split("/"))
    return clued_on(puzzle, solution, [*cells])


def _cell(puzzle: EdgeMatching, text: str) -> int:
    if match := re.fullmatch("([A-Za-z])([0-9]{1,4})", text):
        row, column = ord(match[1].upper()) - ord("A"), int(match[2]) - 1
    elif match := re.fullmatch("([0-9]{1,4}),([0-9]{1,4})", text):
        row, column = int(match[1]), int(match[2])
    else:
        raise InputError(f"clues {text[:30]!a}: expected a number, or cells as 8,7/2,2 or I8/C3")
    if row >= puzzle.rows or not 0 <= column < puzzle.columns:
        raise InputError(f"clues {text}: no such cell on a board of size {puzzle.size}")
    return row * puzzle.columns + column
