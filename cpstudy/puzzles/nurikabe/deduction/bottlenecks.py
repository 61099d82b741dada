"""Bottlenecks: cells without which an island is too small, land has no clue, or the sea is parted.

Each cell that might be one is tried: were it of the other colour, is there still a way? That is
what people do with their fingers, and with sets of cells as numbers it costs a flood a cell.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.nurikabe.deduction.knowledge import Finding, Knowledge
from cpstudy.puzzles.nurikabe.deduction.masks import cells_of
from cpstudy.puzzles.nurikabe.deduction.reach import Reach, reach, reaches
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, SEA


def island_bottleneck(k: Knowledge) -> Iterator[Finding]:
    """A cell that an island must have to be large enough, or land to have a clue, is land."""
    found = reaches(k)
    without: dict[tuple[int, int], int] = {}
    for number, (island, cells) in enumerate(zip(found.islands, found.cells, strict=True)):
        if not island.left:
            continue
        needs = island.size != ANY_SIZE
        if needs and cells.bit_count() == island.size:
            words = f"{k.named(island)} needs every cell that it can reach"
            yield Finding(cells, LAND, island.cells, words)
            continue
        meets = any(group.cells & cells for group in found.lone)
        if not needs and not meets:
            continue
        for cell in cells_of(cells & k.unknown):
            left = reach(k, island, found.lone, 1 << cell)
            without[cell, number] = left
            if needs and left.bit_count() < island.size:
                words = f"without it {k.named(island)} could not have {island.size} cells"
                yield Finding(1 << cell, LAND, island.cells, words)
    yield from _ways_to_a_clue(k, found, without)


def _ways_to_a_clue(
    k: Knowledge, found: Reach, without: dict[tuple[int, int], int]
) -> Iterator[Finding]:
    """Cells through which land without a clue must go. without: reaches if a cell were sea."""
    for group in found.lone:
        near = [i for i, cells in enumerate(found.cells) if cells & group.cells]
        common = k.unknown
        for island in near:
            common &= found.cells[island]
        for cell in cells_of(common if near else 0):
            if not any(without.get((cell, i), group.cells) & group.cells for i in near):
                words = f"without it no island would reach {k.named(group)}"
                yield Finding(1 << cell, LAND, group.cells, words)


def sea_bottleneck(k: Knowledge) -> Iterator[Finding]:
    """A cell without which the sea could not hang together, or not have its size, is sea."""
    if not k.sea:
        return
    clues = k.puzzle.clues
    size = 0 if ANY_SIZE in clues else len(clues) - sum(clues)
    parts = k.shape.parts(k.sea)
    within = k.shape.full & ~k.land
    joined = k.shape.flooded(parts[0], within)
    if k.sea & ~joined:
        raise ContradictionError(parts[0], "the sea would be parted")
    if joined.bit_count() < size:
        raise ContradictionError(parts[0], f"the sea could not have {size} cells")
    if len(parts) == 1 and parts[0].bit_count() >= size:
        return
    for cell in cells_of(joined & k.unknown):
        if _is_narrow(k, cell, within):
            left = k.shape.flooded(parts[0], within & ~(1 << cell))
            if k.sea & ~left:
                words = "without it the sea would be parted"
                yield Finding(1 << cell, SEA, parts[0], words)
            elif left.bit_count() < size:
                words = f"without it the sea could not have {size} cells"
                yield Finding(1 << cell, SEA, parts[0], words)


def _is_narrow(k: Knowledge, cell: int, within: int) -> bool:
    """Whether the cells of ``within`` beside a cell do not hang together around it."""
    bit = 1 << cell
    sides = k.shape.beside(bit) & within
    around = k.shape.grown(k.shape.grown(bit)) & within & ~bit
    return bool(sides) and sides & ~k.shape.flooded(sides & -sides, around) != 0
