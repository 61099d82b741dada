"""Cage arithmetic: remove values that occur in no way to reach a cage's target.

A *way* gives each cell of the cage one of its values, different ones if cells share a unit. The
search's kernel finds the values that some way uses (``search/cages.py``). A cage that exceeds
``MOST_STEPS`` steps gives nothing.
"""

from collections.abc import Iterator

from cpstudy.core.native import array
from cpstudy.puzzles.latin.deduction.knowledge import Finding, Knowledge
from cpstudy.puzzles.latin.search.cages import SEEN, find_used

MOST_STEPS = 20_000


def cage_ways(k: Knowledge) -> Iterator[Finding | None]:
    """The first cage whose cells lose values; None before each cage, to let the clock be read."""
    for number, cage in enumerate(k.puzzle.cages):
        yield None
        sets = tuple(k.left[cell] for cell in cage.cells)
        if all(k.placed[cell] for cell in cage.cells) or k.silent.get(number) == sets:
            continue
        losses = tuple(
            (cell, k.left[cell] & ~values)
            for cell, values in zip(cage.cells, used_values(k, number), strict=True)
            if k.left[cell] & ~values
        )
        if losses:
            yield Finding(losses, cage.cells)
            return
        k.silent[number] = sets


def used_values(k: Knowledge, number: int) -> list[int]:
    """The values of each cell of a cage that occur in some way to the target, as sets.

    All remaining values if there are too many ways.
    """
    cells = k.puzzle.cages[number].cells
    for cell in cells:
        k.board.candidates[cell] = k.left[cell]
    if not find_used(k.board, number, MOST_STEPS):
        return [k.left[cell] for cell in cells]
    used: list[int] = array(k.board.work)[SEEN, : len(cells)].tolist()
    return used
