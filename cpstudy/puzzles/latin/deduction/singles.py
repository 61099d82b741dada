"""Naked and hidden singles: one value left to a cell, one cell left to a value.

Cost: one look at every cell; at every unit.
"""

from __future__ import annotations

from cpstudy.puzzles.latin.deduction.knowledge import ContradictionError, Finding, Knowledge

NAKED, HIDDEN = "naked single", "hidden single"


def naked_single(k: Knowledge) -> Finding | None:
    """The first cell that has one value left and was not placed."""
    for cell, bits in enumerate(k.left):
        if bits & (bits - 1) == 0 and not k.placed[cell]:
            if bits == 0:
                raise ContradictionError(f"{k.puzzle.cell(cell)} has no value left")
            because = tuple(sorted(peer for peer in k.peers[cell] if k.placed[peer]))
            value = bits.bit_length()
            words = f"{k.puzzle.cell(cell)} is {value}: no other value is left to it"
            return Finding(NAKED, (), because, words, (cell, value))
    return None


def hidden_single(k: Knowledge) -> Finding | None:
    """The first unit with a value that only one of its cells can have."""
    for unit in k.units:
        once = twice = 0
        for cell in unit.cells:
            twice |= once & k.left[cell]
            once |= k.left[cell]
        if once != k.full:
            missing = (k.full & ~once).bit_length()
            raise ContradictionError(f"{missing} has no cell in {unit.name}")
        hidden = once & ~twice
        for cell in unit.cells:
            here = k.left[cell] & hidden
            if here and not k.placed[cell]:
                if here & (here - 1):
                    raise ContradictionError(f"two values have only {k.puzzle.cell(cell)}")
                losses = k.losses((cell,), ~here & k.full)
                value = here.bit_length()
                words = f"{k.puzzle.cell(cell)} is {value}: no other cell of {unit.name} can be"
                because = _witnesses(k, unit.cells, cell, here)
                return Finding(HIDDEN, losses, because, words, (cell, value))
    return None


def _witnesses(k: Knowledge, cells: tuple[int, ...], cell: int, value: int) -> tuple[int, ...]:
    """The placed cells that keep the value (a set of one) out of the others of the unit."""
    others = k.open_cells(other for other in cells if other != cell)
    filled = {other for other in cells if k.placed[other]}
    near = {peer for other in others for peer in k.peers[other] if k.placed[peer]}
    return tuple(sorted(filled | {peer for peer in near if k.left[peer] & value}))
