"""Rules that look at a cell and what is beside it: complete islands, cells between, pools.

Cost: linear in the number of cells.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.nurikabe.deduction.knowledge import Finding, Knowledge
from cpstudy.puzzles.nurikabe.deduction.masks import cells_of
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, SEA


def complete(k: Knowledge) -> Iterator[Finding]:
    """An island that has all its cells, a 1 at once, has sea around it."""
    for group in k.groups():
        if group.clue >= 0 and group.left == 0:
            around = k.shape.beside(group.cells)
            words = f"{k.named(group)} is complete"
            yield Finding(around, SEA, group.cells, words)


def between(k: Knowledge) -> Iterator[Finding]:
    """A cell that would join two clues, or more cells than a clue allows, is sea."""
    groups = k.groups()
    touched = [k.shape.beside(group.cells) for group in groups]
    once = twice = 0
    for around in touched:
        twice |= once & around
        once |= around
    for cell in cells_of(twice & k.unknown):
        joined = [
            group for group, around in zip(groups, touched, strict=True) if around >> cell & 1
        ]
        clued = [group for group in joined if group.clue >= 0]
        cells = sum(group.cells for group in joined)
        if len(clued) > 1:
            words = f"it would join {k.named(clued[0])} and {k.named(clued[1])}"
            yield Finding(1 << cell, SEA, clued[0].cells | clued[1].cells, words)
        elif clued and clued[0].size != ANY_SIZE and cells.bit_count() >= clued[0].size:
            words = f"it would make {k.named(clued[0])} too large"
            yield Finding(1 << cell, SEA, cells, words)


def pool(k: Knowledge) -> Iterator[Finding]:
    """The fourth cell of a square with three of sea is land."""
    columns = k.shape.columns
    rightmost = k.shape.full & ~k.shape.not_last
    for cell in cells_of(k.sea | k.sea >> 1 | k.sea >> columns | k.sea >> (columns + 1)):
        row = cell // columns
        if rightmost >> cell & 1 or row == k.shape.rows - 1:
            continue
        square = 0b11 << cell | 0b11 << cell + columns
        wet = square & k.sea
        if wet == square:
            raise ContradictionError(square, f"there would be a pool at {k.puzzle.cell(cell)}")
        if wet.bit_count() == 3 and not square & k.land:
            yield Finding(square & ~wet, LAND, wet, "else there would be a pool")
