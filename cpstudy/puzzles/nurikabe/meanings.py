"""The meanings of the variables of clause learning on Nurikabe: sea, and owners of cells."""

from cpstudy.core.errors import place
from cpstudy.core.kind import Meaning
from cpstudy.core.native import array
from cpstudy.puzzles.nurikabe.puzzle import Nurikabe
from cpstudy.puzzles.nurikabe.search.propagator import IslandsAndSea


def meanings(puzzle: Nurikabe) -> list[Meaning]:
    """The meanings: variable i + 1: cell i is sea; the next ones: a cell belongs to an island."""
    board = IslandsAndSea(puzzle)
    clues = [place(divmod(cell, puzzle.columns)) for cell in array(board.clue).tolist()]
    found = []
    pairs = zip(array(board.cell).tolist(), array(board.island).tolist(), strict=True)
    for at, island in list(pairs)[1:]:
        cell = divmod(at, puzzle.columns)
        here = place(cell)
        if island < 0:
            found.append(Meaning(f"{here} is sea", f"{here} is land", (cell,), ("fill", "dot")))
        else:
            its = f"to the island of {clues[island]}"
            found.append(Meaning(f"{here} belongs {its}", f"{here} does not belong {its}"))
    return found
