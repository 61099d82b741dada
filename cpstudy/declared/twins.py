"""A key that twins of a declared kind share: puzzles turned, mirrored or with renamed tokens.

The key is the least of the eight images of a puzzle's tokens (in cells, between cells, outside),
numbered in order of appearance. What a turn does to a token (``>`` becomes ``v``, a region has
another name) is a renaming, so twins always have the same key. In rare cases other puzzles have it
too: those with clues at the same places whose numbers differ by a renaming. A batch of puzzles
loses nothing if it refuses these as well.

Cost: eight walks over the tokens, a millisecond for 10×10.
"""

from collections.abc import Hashable, Iterable
from itertools import product

from cpstudy.declared.puzzle import Declared

# A token of a block, and how far it lies below and to the right of the middle of the board.
Placed = tuple[float, float, tuple[str, str]]


def identity(puzzle: Declared) -> Hashable:
    """Return the key of a puzzle, equal for twins."""
    rows, columns, board, found = puzzle.rows, puzzle.columns, puzzle.board, list[Placed]()
    for block in puzzle.blocks:
        for place, token in board.clues(block.name).items() if block.over != "board" else ():
            x, y = block.middle(place, rows, columns)
            found.append((y - rows / 2, x - columns / 2, (block.name, token)))
    turned = [(x, y, token) for y, x, token in found]
    ways = product((found, turned), (1, -1), (1, -1))
    images = ([(a * y, b * x, token) for y, x, token in of] for of, a, b in ways)
    return (*sorted((rows, columns)), min(map(_numbered, images)))


def _numbered(image: Iterable[Placed]) -> tuple[tuple[float, float, int], ...]:
    """Return the tokens of an image in reading order, as numbers."""
    numbers: dict[tuple[str, str], int] = {}
    ordered = sorted(image, key=lambda placed: placed[:2])
    return tuple((y, x, numbers.setdefault(token, len(numbers))) for y, x, token in ordered)
