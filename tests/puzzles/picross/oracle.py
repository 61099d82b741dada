"""Brute force that shares no code with the solvers: all fillings of all rows, one by one."""

from functools import cache
from itertools import product

from cpstudy.puzzles.picross.puzzle import Picross


def runs(line: tuple[int, ...]) -> list[tuple[int, int]]:
    """The runs of a line, found cell by cell."""
    found: list[list[int]] = []
    before = 0
    for colour in line:
        if colour and colour == before:
            found[-1][0] += 1
        elif colour:
            found.append([1, colour])
        before = colour
    return [(length, colour) for length, colour in found]


@cache
def fillings(clue: tuple[tuple[int, int], ...], cells: int, colours: int) -> list[tuple[int, ...]]:
    """All ways to fill a line."""
    every = product(range(colours + 1), repeat=cells)
    return [line for line in every if runs(line) == list(clue)]


def all_solutions(puzzle: Picross) -> set[bytes]:
    """All solutions. Exponential: for about twenty cells."""
    colours = max((c for clue in puzzle.clues for _, c in clue), default=1)
    rows = [fillings(clue, puzzle.columns, colours) for clue in puzzle.row_clues]
    found = set()
    for picture in product(*rows):
        columns = zip(*picture, strict=True)
        if all(
            runs(column) == list(clue)
            for column, clue in zip(columns, puzzle.column_clues, strict=True)
        ):
            cells = bytes(colour for row in picture for colour in row)
            given = puzzle.given or bytes(len(cells))
            if all(g in (0, c + 1) for g, c in zip(given, cells, strict=True)):
                found.add(cells)
    return found
