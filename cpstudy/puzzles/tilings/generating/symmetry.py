"""Decide when two boards are the same: rotated, mirrored or, if they wrap, translated.

A board is a map of cells, each with a ring of sides. Equal boards look the same from some cell:
walk breadth-first over the cells that are not holes, with the sides in order from some side,
clockwise or anticlockwise, and write down each tile and the numbers of the cells beyond its sides.
The least of these texts is equal for equal boards and different for all others, whatever the
outline and the rectangle around it.

Cost: a walk for each side and direction of each possible first cell; these are the cells with the
rarest look.
"""

from collections import Counter

from cpstudy.puzzles.tilings.edges import edge_table
from cpstudy.puzzles.tilings.rules import Tiling

Text = tuple[int, ...]


def identity(board: Tiling) -> tuple[bool, bool, Text, str]:
    """Return a value that is equal exactly for boards that are the same up to symmetry.

    If the cells of a board are not connected, its text form is part of the value.
    """
    types = _types(board)
    beyond = [
        [other if other >= 0 and board.tiles[other] else -1 for other in sides]
        for sides in edge_table(board).beyond.tolist()
    ]
    cells = [cell for cell, tile in enumerate(board.tiles) if tile]
    walks = [
        _walk(beyond, types[direction], cell, side, direction)
        for cell in _rarest(cells, beyond, types)
        for side in range(board.sides)
        for direction in (1, -1)
    ]
    least = min(walks, default=())
    whole = len(least) == len(cells) * (board.sides + 1)
    return board.wrap, board.free, least, "" if whole else board.encode()


def _types(board: Tiling) -> dict[int, list[int]]:
    """Return by direction (1, -1) the least rotation of each tile, seen in that direction."""
    mirrored = [
        board.orientations[
            sum((tile >> side & 1) << -side % board.sides for side in range(board.sides))
        ][0]
        for tile in range(1 << board.sides)
    ]
    return {
        1: [board.orientations[tile][0] for tile in board.tiles],
        -1: [mirrored[tile] for tile in board.tiles],
    }


def _rarest(cells: list[int], beyond: list[list[int]], types: dict[int, list[int]]) -> list[int]:
    """Return the cells with the rarest look: their tile and its neighbours, in any order."""
    either = [min(pair) for pair in zip(types[1], types[-1], strict=True)]
    look = {
        cell: (either[cell], *sorted(either[o] if o >= 0 else -1 for o in beyond[cell]))
        for cell in cells
    }
    number = Counter(look.values())
    if not number:
        return []
    rarest = min(number, key=lambda one: (number[one], one))
    return [cell for cell in cells if look[cell] == rarest]


def _walk(
    beyond: list[list[int]], types: list[int], start: int, first: int, direction: int
) -> Text:
    """Return the text of a walk from a cell; its sides are taken from ``first`` on."""
    sides = len(beyond[start])
    order = [(first + direction * side) % sides for side in range(sides)]
    numbers = {start: 0}
    queue = [start]
    text: list[int] = []
    for cell in queue:
        text.append(types[cell])
        for side in order:
            other = beyond[cell][side]
            if other >= 0 and other not in numbers:
                numbers[other] = len(queue)
                queue.append(other)
            text.append(numbers[other] if other >= 0 else -1)
    return tuple(text)
