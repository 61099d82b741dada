"""What a solver without search knows: the values left to each cell.

Plain Python on purpose: a rule reads sets of values and gives one :class:`Finding`, which is
reported as it is found; a board is explained in hundredths of a second. A set of values is an int
with bit v − 1 for value v. Placing a value takes it from all cells that share a unit with it, which
is the rule of the game and no step of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from cpstudy.core.clock import UNLIMITED, Clock
from cpstudy.puzzles.latin.rules import Latin, Unit


class ContradictionError(Exception):
    """The rules leave a cell without a value, or a value without a cell: there is no solution."""


@dataclass(frozen=True)
class Finding:
    """One thing found out.

    rule: its name. losses: for each cell the values that it loses, as sets. because: the cells
    that force it. words: why. place: the cell that got its value, and the value; None where none
    did.
    """

    rule: str
    losses: tuple[tuple[int, int], ...]
    because: tuple[int, ...]
    words: str
    place: tuple[int, int] | None = None


@lru_cache(maxsize=64)
def peers_of(units: tuple[Unit, ...]) -> tuple[frozenset[int], ...]:
    """For each cell the others that share a unit with it."""
    around: dict[int, set[int]] = {}
    for unit in units:
        for cell in unit.cells:
            around.setdefault(cell, set()).update(unit.cells)
    return tuple(frozenset(around[cell] - {cell}) for cell in sorted(around))


class Knowledge:
    """The values left to each cell of a puzzle; at first what its clues leave.

    left: sets of values. placed: whether its peers have lost the cell's value. clock: of the run,
    for rules that take long. silent: for cages by number the sets of their cells, where these say
    nothing more. Raises ContradictionError where clues contradict each other.
    """

    def __init__(self, puzzle: Latin, clock: Clock = UNLIMITED) -> None:
        self.puzzle = puzzle
        self.clock = clock
        self.units = puzzle.units
        self.peers = peers_of(puzzle.units)
        self.full = (1 << puzzle.order) - 1
        self.left = [self.full] * puzzle.order**2
        self.placed = [False] * puzzle.order**2
        self.silent: dict[int, tuple[int, ...]] = {}
        for cell, clue in enumerate(puzzle.clues):
            if clue:
                self.left[cell] &= 1 << (clue - 1)
                self.place(cell)

    def copy(self) -> Knowledge:
        """The same, to continue from."""
        other = object.__new__(Knowledge)
        other.__dict__.update(self.__dict__, left=self.left[:], placed=self.placed[:])
        other.silent = dict(self.silent)
        return other

    def place(self, cell: int) -> None:
        """A cell with one value left has it. Raises ContradictionError where it has none."""
        bit = self.left[cell]
        if bit == 0:
            raise ContradictionError(f"{self.puzzle.cell(cell)} has no value left")
        self.placed[cell] = True
        for peer in self.peers[cell]:
            if self.left[peer] & bit:
                self.left[peer] ^= bit
                if self.left[peer] == 0:
                    raise ContradictionError(f"{self.puzzle.cell(peer)} has no value left")

    def apply(self, finding: Finding) -> None:
        """Know what was found out. Raises ContradictionError."""
        for cell, values in finding.losses:
            self.left[cell] &= ~values
            if self.left[cell] == 0:
                raise ContradictionError(f"{self.puzzle.cell(cell)} has no value left")
        if finding.place is not None:
            self.place(finding.place[0])

    @property
    def settled(self) -> bool:
        """Whether every cell has its value."""
        return all(self.placed)

    def solution(self) -> bytes:
        """The values, where every cell has one."""
        return bytes(bits.bit_length() for bits in self.left)

    def open_cells(self, cells: Iterable[int]) -> list[int]:
        """Those that have no value yet."""
        return [cell for cell in cells if not self.placed[cell]]

    def losses(self, cells: Iterable[int], values: int) -> tuple[tuple[int, int], ...]:
        """What cells would lose of ``values``, where they lose anything."""
        return tuple((cell, self.left[cell] & values) for cell in cells if self.left[cell] & values)


def values_in(bits: int) -> Iterator[int]:
    """The values of a set, in increasing order."""
    value = 1
    while bits:
        if bits & 1:
            yield value
        bits >>= 1
        value += 1


def told(bits: int) -> str:
    """A set of values in words: ``2 5``."""
    return " ".join(map(str, values_in(bits)))
