"""Naked and hidden pairs and triples.

*Naked*: two (three) open cells of a unit with two (three) values between them; the other cells of
the unit lose these. *Hidden*: two (three) values with two (three) cells between them in a unit;
these lose all other values. Cost: all pairs (triples) of open cells, or values, of a unit.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from cpstudy.puzzles.latin.deduction.knowledge import Finding, Knowledge, told, values_in

_NAMES = {2: "pair", 3: "triple"}


def naked_subset(size: int) -> Callable[[Knowledge], Finding | None]:
    """The rule for so many cells."""

    def rule(k: Knowledge) -> Finding | None:
        for unit in k.units:
            free = k.open_cells(unit.cells)
            few = [cell for cell in free if k.left[cell].bit_count() <= size]
            for cells in combinations(few, size):
                values = 0
                for cell in cells:
                    values |= k.left[cell]
                if values.bit_count() != size:
                    continue
                losses = k.losses((cell for cell in free if cell not in cells), values)
                if losses:
                    where = " and ".join(map(k.puzzle.cell, cells))
                    words = f"{where} share {told(values)}, which no other cell of {unit.name} has"
                    return Finding(f"naked {_NAMES[size]}", losses, cells, words)
        return None

    return rule


def hidden_subset(size: int) -> Callable[[Knowledge], Finding | None]:
    """The rule for so many values."""

    def rule(k: Knowledge) -> Finding | None:
        for unit in k.units:
            free = k.open_cells(unit.cells)
            places: dict[int, set[int]] = {}
            for cell in free:
                for value in values_in(k.left[cell]):
                    places.setdefault(value, set()).add(cell)
            few = [value for value, cells in sorted(places.items()) if len(cells) <= size]
            for values in combinations(few, size):
                cells = set().union(*(places[value] for value in values))
                if len(cells) != size:
                    continue
                bits = sum(1 << (value - 1) for value in values)
                losses = k.losses(sorted(cells), k.full & ~bits)
                if losses:
                    where = " and ".join(map(k.puzzle.cell, sorted(cells)))
                    words = f"{told(bits)} have only {where} in {unit.name}"
                    return Finding(f"hidden {_NAMES[size]}", losses, tuple(sorted(cells)), words)
        return None

    return rule
