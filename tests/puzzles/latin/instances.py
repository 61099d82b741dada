"""Small random puzzles of the three kinds, with no solution, with one and with many."""

from __future__ import annotations

import random
from functools import cache

from cpstudy.puzzles.jigsaw.puzzle import Jigsaw
from cpstudy.puzzles.kenken.puzzle import KenKen
from cpstudy.puzzles.latin.rules import Cage, Latin
from cpstudy.puzzles.sudoku.puzzle import Sudoku
from tests.puzzles.latin.oracle import domino_regions, latin_squares, squares_with

BOXES = ((0, 1, 4, 5), (2, 3, 6, 7), (8, 9, 12, 13), (10, 11, 14, 15))


@cache
def cuts() -> list[tuple[tuple[int, ...], ...]]:
    """All partitions of a 4 × 4 board into connected regions of four cells."""
    return domino_regions(4)


@cache
def boards(regions: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    """All solved 4 × 4 boards with these regions."""
    return squares_with(4, regions)


def clues_from(rng: random.Random, solved: tuple[int, ...], number: int, spoil: bool) -> bytes:
    """Some values of a solved board. If spoil is true, one of them is changed."""
    clues = [0] * len(solved)
    order = max(solved)
    for cell in rng.sample(range(len(solved)), number):
        clues[cell] = solved[cell]
    if spoil and number:
        cell = rng.choice([cell for cell, clue in enumerate(clues) if clue])
        clues[cell] = clues[cell] % order + 1
    return bytes(clues)


def random_sudoku(rng: random.Random) -> Sudoku:
    """A 4 × 4 Sudoku, sometimes with diagonals."""
    solved = rng.choice(boards(BOXES))
    clues = clues_from(rng, solved, rng.randint(0, 9), rng.random() < 0.3)
    return Sudoku(2, 2, clues, rng.random() < 0.2)


def random_jigsaw(rng: random.Random) -> Jigsaw:
    """A 4 × 4 jigsaw with any regions, even if nothing can fill them; sometimes with diagonals."""
    regions = rng.choice(cuts())
    labels = bytes(
        next(i for i, cells in enumerate(regions) if cell in cells) for cell in range(16)
    )
    solved = rng.choice(boards(regions) or latin_squares(4))
    clues = clues_from(rng, solved, rng.randint(0, 9), rng.random() < 0.3)
    return Jigsaw(4, clues, labels, rng.random() < 0.2)


def random_cages(rng: random.Random, order: int, largest: int) -> list[list[int]]:
    """A partition of a board into connected cages."""
    cages: list[list[int]] = []
    owner: dict[int, int] = {}
    for cell in rng.sample(range(order * order), order * order):
        row, column = divmod(cell, order)
        sides = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        near = [
            owner[r * order + c]
            for r, c in sides
            if 0 <= r < order and 0 <= c < order and r * order + c in owner
        ]
        near = [cage for cage in near if len(cages[cage]) < largest]
        if near and rng.random() < 0.75:
            cage = rng.choice(near)
        else:
            cage = len(cages)
            cages.append([])
        cages[cage].append(cell)
        owner[cell] = cage
    return cages


def random_kenken(rng: random.Random, order: int = 3, largest: int = 4) -> KenKen:
    """A KenKen with the targets of a solved board; with probability 0.3 one of them is changed."""
    solved = rng.choice(latin_squares(order))
    spoilt = rng.random() < 0.3
    cages = []
    for number, cells in enumerate(random_cages(rng, order, largest)):
        values = sorted(solved[cell] for cell in cells)
        operations = {"+": sum(values)}
        product = 1
        for value in values:
            product *= value
        operations["x"] = product
        if len(values) == 2:
            operations["-"] = values[1] - values[0]
            if values[1] % values[0] == 0:
                operations["/"] = values[1] // values[0]
        operation = rng.choice(sorted(operations))
        target = operations[operation] + (spoilt and number == 0)
        shown = "=" if len(values) == 1 or rng.random() < 0.2 else operation
        cages.append(Cage(tuple(sorted(cells)), shown, target))
    return KenKen(order, tuple(cages))


def random_puzzle(rng: random.Random, kind: str) -> Latin:
    """A small random puzzle of a kind."""
    made = {"sudoku": random_sudoku, "jigsaw": random_jigsaw, "kenken": random_kenken}
    return made[kind](rng)
