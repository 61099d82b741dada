"""Reach: what an island can still have, and what none can.

An island grows by unknown cells, one for each, and takes in land without a clue as a whole. Where
it would touch another island, it cannot go. The cheapest ways are found level by level: a level is
the set of cells that so many more cells bring in, a few shifts each.

Cost: a flood an island.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.nurikabe.deduction.knowledge import Finding, Group, Knowledge
from cpstudy.puzzles.nurikabe.puzzle import SEA


@dataclass(frozen=True)
class Reach:
    """The cells that each island can have: ``cells[i]`` for ``islands[i]``, its own included."""

    islands: list[Group]
    cells: list[int]
    lone: list[Group]

    def anywhere(self) -> int:
        """The cells that some island can have."""
        union = 0
        for cells in self.cells:
            union |= cells
        return union


def reaches(k: Knowledge) -> Reach:
    """The reach of every island with a clue; ``lone``: land without one."""
    groups = k.groups()
    islands = [group for group in groups if group.clue >= 0]
    lone = [group for group in groups if group.clue < 0]
    return Reach(islands, [reach(k, island, lone) for island in islands], lone)


def reach(k: Knowledge, island: Group, lone: list[Group], without: int = 0) -> int:
    """The cells that an island can have if those of ``without`` are sea."""
    shape = k.shape
    clued = 0
    for group in k.groups():
        if group.clue >= 0 and group.clue != island.clue:
            clued |= group.cells
    free = shape.full & ~(k.sea | shape.grown(clued) | without)
    loose = sum(group.cells for group in lone)
    seen = island.cells
    levels = {0: island.cells}
    for spent in range(island.left):
        here = levels.pop(spent, 0)
        if not here and not levels:
            break
        seen |= here
        ahead = shape.grown(here) & free & ~seen
        steps = ahead & ~loose
        if steps:
            levels[spent + 1] = levels.get(spent + 1, 0) | steps
        for group in lone if ahead & loose else ():
            if group.cells & ahead:
                later = spent + group.cells.bit_count()
                levels[later] = levels.get(later, 0) | group.cells
    return seen | levels.get(island.left, 0)


def unreachable(k: Knowledge) -> Iterator[Finding]:
    """A cell that no island can have is sea."""
    found = reaches(k)
    for island, cells in zip(found.islands, found.cells, strict=True):
        if cells.bit_count() < island.size:
            raise ContradictionError(
                island.cells, f"{k.named(island)} could grow to {cells.bit_count()} cells only"
            )
    within = found.anywhere()
    for group in found.lone:
        if not group.cells & within:
            raise ContradictionError(group.cells, f"no island would reach {k.named(group)}")
    beyond = k.unknown & ~within
    open_islands = sum(island.cells for island in found.islands if island.left)
    for part in k.shape.parts(beyond):
        yield Finding(part, SEA, open_islands, "no island reaches it")
