"""The knowledge of a solver without search: the remaining values of each cell.

Plain Python: a rule reads sets of values and gives one :class:`Finding`, a step of the explanation;
a board takes hundredths of a second. A set of values is an int with bit v − 1 for value v. Placing
a value removes it from all cells that share a unit with it. This follows from the rules of the
puzzle and is not a step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from cpstudy.core import deducing
from cpstudy.core.wording import place
from cpstudy.puzzles.latin.rules import Latin, Unit, peers_of
from cpstudy.puzzles.latin.search.state import Board


class ContradictionError(deducing.ContradictionError):
    """The rules leave a cell without a value, or a value without a cell: there is no solution."""

    def __init__(self, words: str) -> None:
        super().__init__((), words)


@dataclass(frozen=True)
class Finding:
    """A step of deduction.

    losses: for each cell the values that it loses, as sets. because: the cells that force it.
    place: a cell and the value that it gets, or None. of: the units in which it was found, in the
    order of the rule. chain: the values that follow from an assumption, and its end in words, or
    None. words.py writes the sentences.
    """

    losses: tuple[tuple[int, int], ...]
    because: tuple[int, ...]
    place: tuple[int, int] | None = None
    of: tuple[Unit, ...] = ()
    chain: tuple[tuple[tuple[int, int], ...], str] | None = None


class Knowledge:
    """The remaining values of each cell of a puzzle, at first all.

    left: sets of values. placed: whether its peers have lost the cell's value. silent: by the
    number of a cage, the sets of its cells from which nothing follows. steps: (rule, finding), in
    order. board: the workspace of the rule of cages.
    """

    def __init__(self, puzzle: Latin) -> None:
        self.puzzle = puzzle
        self.steps: list[tuple[int, Finding]] = []
        self.units = puzzle.units
        self.peers = peers_of(puzzle.units)
        self.full = (1 << puzzle.order) - 1
        self.left = [self.full] * puzzle.order**2
        self.placed = [False] * puzzle.order**2
        self.silent: dict[int, tuple[int, ...]] = {}

    @cached_property
    def board(self) -> Board:
        """See the class; copies share it after its first use."""
        return Board(self.puzzle)

    def named(self, cell: int) -> str:
        """The name of a cell for players."""
        return place(divmod(cell, self.puzzle.order))

    def place_clues(self) -> None:
        """Place the clues. Raises ContradictionError if they contradict each other."""
        for cell, clue in enumerate(self.puzzle.clues):
            if clue:
                self.left[cell] &= 1 << (clue - 1)
                self.place(cell)

    def copy(self) -> Knowledge:
        """A copy that shares the steps."""
        other = object.__new__(Knowledge)
        other.__dict__.update(self.__dict__, left=self.left[:], placed=self.placed[:])
        other.silent = dict(self.silent)
        return other

    def place(self, cell: int) -> None:
        """Place the last value of a cell. Raises ContradictionError if it has none."""
        bit = self.left[cell]
        if bit == 0:
            raise ContradictionError(f"{self.named(cell)} has no value left")
        self.placed[cell] = True
        for peer in self.peers[cell]:
            if self.left[peer] & bit:
                self.left[peer] ^= bit
                if self.left[peer] == 0:
                    raise ContradictionError(f"{self.named(peer)} has no value left")

    def learn(self, rule: int, finding: Finding) -> bool:
        """Store a finding as a step, and apply it. Raises ContradictionError."""
        self.steps.append((rule, finding))
        self.apply(finding)
        return True

    def apply(self, finding: Finding) -> None:
        """Remove the losses of a finding, and place its value. Raises ContradictionError."""
        for cell, values in finding.losses:
            self.left[cell] &= ~values
            if self.left[cell] == 0:
                raise ContradictionError(f"{self.named(cell)} has no value left")
        if finding.place is not None:
            self.place(finding.place[0])

    @property
    def settled(self) -> bool:
        """Whether every cell has its value."""
        return all(self.placed)

    def solution(self) -> bytes:
        """The values, if every cell has one."""
        return bytes(bits.bit_length() for bits in self.left)

    def open_cells(self, cells: Iterable[int]) -> list[int]:
        """The cells without a value."""
        return [cell for cell in cells if not self.placed[cell]]

    def losses(self, cells: Iterable[int], values: int) -> tuple[tuple[int, int], ...]:
        """The cells that lose any of ``values``, with the values that they lose."""
        return tuple((cell, self.left[cell] & values) for cell in cells if self.left[cell] & values)


def values_in(bits: int) -> Iterator[int]:
    """The values of a set, in increasing order."""
    value = 1
    while bits:
        if bits & 1:
            yield value
        bits >>= 1
        value += 1
