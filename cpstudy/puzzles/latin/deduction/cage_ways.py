"""Cage arithmetic: values that no way to reach a cage's target uses are out.

A *way* gives each cell of the cage one of its values, different ones where cells share a unit.
Cost: the ways are tried cell by cell, with bounds on what the other cells can add. Where all cells
share units, ways with the same beginning are skipped if they can show no new value. A cage that
takes more than ``MOST_TRIES`` tries gives nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpstudy.puzzles.latin.deduction.knowledge import Finding, Knowledge, listed, values_in
from cpstudy.puzzles.latin.rules import ADD, MULTIPLY, Cage

MOST_TRIES = 20_000


class _TooManyError(Exception):
    pass


def cage_ways(k: Knowledge) -> Iterator[Finding | None]:
    """The first cage whose cells lose values; None before each cage, so that the clock is kept."""
    for number, cage in enumerate(k.puzzle.cages):
        yield None
        sets = tuple(k.left[cell] for cell in cage.cells)
        if all(k.placed[cell] for cell in cage.cells) or k.silent.get(number) == sets:
            continue
        try:
            used = used_values(k, cage)
        except _TooManyError:
            used = list(sets)
        losses = tuple(
            (cell, k.left[cell] & ~values)
            for cell, values in zip(cage.cells, used, strict=True)
            if k.left[cell] & ~values
        )
        if losses:
            out = ", ".join(f"{listed(values)} at {k.puzzle.cell(cell)}" for cell, values in losses)
            words = f"no way to {cage.words} in its cage has {out}"
            yield Finding(losses, cage.cells, words)
            return
        k.silent[number] = sets


def used_values(k: Knowledge, cage: Cage) -> list[int]:
    """The values of each cell that occur in some way to the target, as sets."""
    used = [0] * len(cage.cells)
    for operation in cage.operations:
        _Ways(k, Cage(cage.cells, operation, cage.target), used).try_from(0)
    return used


class _Ways:
    """The ways of one operation, which record the values that they use."""

    def __init__(self, k: Knowledge, cage: Cage, used: list[int]) -> None:
        self._cage, self._used = cage, used
        self._left = [k.left[cell] for cell in cage.cells]
        self._near = [
            [j for j, other in enumerate(cage.cells[:i]) if other in k.peers[cell]]
            for i, cell in enumerate(cage.cells)
        ]
        self._line = all(len(near) == i for i, near in enumerate(self._near))
        self._values: list[int] = []
        self._tries = 0

    def try_from(self, place: int) -> None:
        if place == len(self._left):
            if self._cage.holds(tuple(self._values)):
                for i, value in enumerate(self._values):
                    self._used[i] |= 1 << (value - 1)
            return
        for value in values_in(self._left[place]):
            self._tries += 1
            if self._tries > MOST_TRIES:
                raise _TooManyError
            if any(self._values[other] == value for other in self._near[place]):
                continue
            self._values.append(value)
            if self._may_hold(place + 1) and not (self._line and self._all_shown()):
                self.try_from(place + 1)
            self._values.pop()

    def _may_hold(self, place: int) -> bool:
        """Whether the cells from ``place`` on can bring the values to the target."""
        target, rest = self._cage.target, self._left[place:]
        if self._cage.operation == ADD:
            low = high = sum(self._values)
            for bits in rest:
                low += (bits & -bits).bit_length()
                high += bits.bit_length()
            return low <= target <= high
        if self._cage.operation == MULTIPLY:
            low = high = 1
            for value in self._values:
                low, high = low * value, high * value
            if target % low:
                return False
            for bits in rest:
                low *= (bits & -bits).bit_length()
                high *= bits.bit_length()
            return low <= target <= high
        return True

    def _all_shown(self) -> bool:
        """Whether no way with these first values, in a line, can show a new value."""
        taken = 0
        for value, used in zip(self._values, self._used, strict=False):
            taken |= 1 << (value - 1)
            if not used >> (value - 1) & 1:
                return False
        rest = slice(len(self._values), None)
        pairs = zip(self._left[rest], self._used[rest], strict=True)
        return not any(left & ~(used | taken) for left, used in pairs)
