"""Locked candidates: where all cells of a unit that can have a value lie in another unit too.

Then the value is in both, and no other cell of the second can have it ("pointing" and "claiming").
Cost: a look at each pair of units that share two cells and more, for each value.
"""

from __future__ import annotations

from functools import lru_cache

from cpstudy.puzzles.latin.deduction.knowledge import Finding, Knowledge, values_in
from cpstudy.puzzles.latin.rules import Unit

NAME = "locked candidates"


@lru_cache(maxsize=64)
def _crossing(units: tuple[Unit, ...]) -> tuple[tuple[Unit, Unit, frozenset[int]], ...]:
    """Pairs of units with two and more cells in common, and these."""
    sets = [frozenset(unit.cells) for unit in units]
    return tuple(
        (one, other, sets[i] & sets[j])
        for i, one in enumerate(units)
        for j, other in enumerate(units)
        if i != j and len(sets[i] & sets[j]) > 1
    )


def locked_candidates(k: Knowledge) -> Finding | None:
    """The first pair of units where a value of the one is locked in the other."""
    for one, other, common in _crossing(k.units):
        inside = outside = 0
        for cell in one.cells:
            if cell in common:
                inside |= k.left[cell]
            else:
                outside |= k.left[cell]
        for value in values_in(inside & ~outside):
            bit = 1 << (value - 1)
            losses = k.losses((cell for cell in other.cells if cell not in common), bit)
            if losses:
                because = tuple(cell for cell in sorted(common) if k.left[cell] & bit)
                words = f"in {one.name} the {value} is in {other.name}, so it is nowhere else there"
                return Finding(NAME, losses, because, words)
    return None
