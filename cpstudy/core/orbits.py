"""Symmetries of a rectangle of cells: orbits, and the symmetry of a set of cells.

An *orbit* is a cell with all its images. A generator that removes clues orbit by orbit keeps their
places symmetric. Names are those of ``generate --symmetry``.
"""

from collections.abc import Callable, Collection, Iterable

Cell = tuple[int, int]

# For each name, the image of (row, column) on a board with that last row and column.
_IMAGES: dict[str, Callable[[int, int, int, int], Cell]] = {
    "half-turn": lambda row, column, last_row, last_column: (last_row - row, last_column - column),
    "left-right": lambda row, column, last_row, last_column: (row, last_column - column),
    "top-bottom": lambda row, column, last_row, last_column: (last_row - row, column),
    "quarter-turn": lambda row, column, last_row, last_column: (column, last_row - row),
}

NAMES = {
    "half-turn": "clues stand where half a turn takes them",
    "left-right": "the right half mirrors the places in the left",
    "top-bottom": "the lower half mirrors the places in the upper",
    "quarter-turn": "clues stand where a quarter turn takes them",
}


def image(symmetry: str, rows: int, columns: int, cell: int) -> int:
    """The image of a cell, both by number; quarter turns on squares only."""
    row, column = _IMAGES[symmetry](*divmod(cell, columns), rows - 1, columns - 1)
    return row * columns + column


def orbits(symmetry: str, rows: int, columns: int, cells: Iterable[int]) -> list[tuple[int, ...]]:
    """The orbits of some cells, in the order of their first cells; "": single cells.

    >>> orbits("half-turn", 2, 2, range(4))
    [(0, 3), (1, 2)]
    """
    found: dict[tuple[int, ...], None] = {}
    for cell in cells:
        orbit, last = [cell], cell
        while symmetry and (last := image(symmetry, rows, columns, last)) != cell:
            orbit.append(last)
        found.setdefault(tuple(sorted(orbit)))
    return list(found)


def symmetry_of(rows: int, columns: int, cells: Collection[int]) -> str:
    """The first symmetry, in the order of ``NAMES``, that a set of cells has; else "".

    A quarter turn comes before the half turn that it implies.
    """
    here = set(cells)
    for name in ("quarter-turn", "half-turn", "left-right", "top-bottom"):
        if name == "quarter-turn" and rows != columns:
            continue
        if all(image(name, rows, columns, cell) in here for cell in here):
            return name
    return ""
