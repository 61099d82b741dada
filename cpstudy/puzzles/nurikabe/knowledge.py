"""The knowledge of a board: cells known to be sea or land, and the steps that found them.

Sets of cells are integers, bit i for cell i: a flood takes a few shifts a step, and growing a set
by its neighbours takes about a microsecond up to a thousand cells, in plain Python.

A rule reads the knowledge and yields findings: cells, their colour, the cells that force them, and
the reason in words. It raises ContradictionError if the board no longer has a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from cpstudy.core.deducing import ContradictionError
from cpstudy.core.wording import place
from cpstudy.puzzles.nurikabe.puzzle import ANY_SIZE, LAND, SEA, Nurikabe


def cells_of(mask: int) -> Iterator[int]:
    """The cells of a set in increasing order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


@dataclass(frozen=True)
class Shape:
    """The sets that depend only on the size of a board. full: all cells."""

    rows: int
    columns: int
    full: int
    not_first: int
    not_last: int

    def border(self) -> int:
        """The cells at a side of the board."""
        inner = self.full & self.not_first & self.not_last
        return self.full & ~(inner >> self.columns & inner << self.columns & inner)

    def neighbours(self, mask: int) -> int:
        """The cells that share a side with a cell of ``mask`` and are not in it."""
        return self.grown(mask) & ~mask

    def grown(self, mask: int) -> int:
        """``mask`` and its neighbours."""
        sideways = (mask & self.not_last) << 1 | (mask & self.not_first) >> 1
        return (mask | sideways | mask << self.columns | mask >> self.columns) & self.full

    def moved(self, mask: int) -> tuple[int, int, int, int]:
        """``mask`` moved by one cell to each side, without cells outside the board."""
        return (
            (mask & self.not_last) << 1,
            (mask & self.not_first) >> 1,
            mask << self.columns & self.full,
            mask >> self.columns,
        )

    def flooded(self, start: int, within: int) -> int:
        """All cells connected with ``start`` in ``within``; start must be a subset of it."""
        seen = start
        while (grown := self.grown(seen) & within) != seen:
            seen = grown
        return seen

    def parts(self, mask: int) -> list[int]:
        """The connected components of a set, in order of their first cells."""
        found = []
        while mask:
            part = self.flooded(mask & -mask, mask)
            found.append(part)
            mask &= ~part
        return found


@lru_cache(maxsize=32)
def shape_of(rows: int, columns: int) -> Shape:
    """The sets for a size."""
    full = (1 << rows * columns) - 1
    first = full // ((1 << columns) - 1)
    return Shape(rows, columns, full, full & ~first, full & ~(first << (columns - 1)))


class Finding(NamedTuple):
    """A set of cells that are SEA or LAND, the cells that force it, and the reason."""

    cells: int
    colour: int
    because: int
    words: str


class Group(NamedTuple):
    """A connected component of the land. clue: its clue's cell, -1 if it has none yet.

    left: the number of missing cells; the number of cells of the board if the size is unbounded.
    """

    cells: int
    clue: int
    size: int
    left: int


@dataclass(frozen=True)
class Reach:
    """The reach of each island: ``levels[i]`` of ``free[i]`` for ``islands[i]``, its own included.

    cells: the same as one set an island. state: the sea and the land for which this holds.
    """

    state: tuple[int, int]
    islands: list[Group]
    free: list[int]
    levels: list[list[int]]
    cells: list[int]
    lone: list[Group]

    def anywhere(self) -> int:
        """The cells that some island can reach."""
        union = 0
        for cells in self.cells:
            union |= cells
        return union


@dataclass
class Knowledge:
    """sea, land: the cells known to have that colour, disjoint. steps: (rule, finding), in order.

    reach: the last reach of islands that the deduction computed.
    """

    puzzle: Nurikabe
    shape: Shape
    sea: int
    land: int
    steps: list[tuple[int, Finding]] = field(default_factory=list)
    reach: Reach | None = None
    _groups: tuple[int, list[Group]] = (-1, [])

    @property
    def unknown(self) -> int:
        """The cells whose colour is not known."""
        return self.shape.full & ~(self.sea | self.land)

    @property
    def settled(self) -> bool:
        """Whether every cell is known."""
        return not self.unknown

    @property
    def undecided(self) -> float:
        """The share of cells whose colour is not known."""
        return self.unknown.bit_count() / len(self.puzzle.clues)

    def to_suppose(self) -> Iterator[tuple[int, int, str]]:
        """Cells with an assumed colour; cells next to known ones first: they imply most."""
        near = self.unknown & self.shape.grown(self.sea | self.land)
        for mask in (near, self.unknown & ~near):
            for cell in cells_of(mask):
                yield cell, SEA, "if it were sea"
                yield cell, LAND, "if it were land"

    def supposing(self, cell: int, colour: int) -> Knowledge:
        """A copy without steps in which a cell has the assumed colour."""
        bit = 1 << cell
        sea, land = (self.sea | bit, self.land) if colour == SEA else (self.sea, self.land | bit)
        return Knowledge(self.puzzle, self.shape, sea, land)

    def refuted(self, cell: int, colour: int, because: int, words: str) -> Finding:
        """The finding that a cell has the other colour, forced by known cells of ``because``."""
        known = because & (self.sea | self.land)
        return Finding(1 << cell, SEA + LAND - colour, known or because, words)

    def learn(self, rule: int, finding: Finding) -> bool:
        """Add a finding without its known cells; return whether anything was new.

        Raises ContradictionError if a cell is known to have the other colour.
        """
        other = self.land if finding.colour == SEA else self.sea
        if finding.cells & other:
            raise ContradictionError(finding.because | finding.cells & other, finding.words)
        new = finding._replace(cells=finding.cells & self.unknown)
        if not new.cells:
            return False
        if finding.colour == SEA:
            self.sea |= new.cells
        else:
            self.land |= new.cells
        self.steps.append((rule, new))
        return True

    def groups(self) -> list[Group]:
        """The connected components of the land, those with a clue first.

        Raises ContradictionError if one contains two clues or more cells than its clue allows.
        """
        if self._groups[0] != self.land:
            found = [self._group(cells) for cells in self.shape.parts(self.land)]
            self._groups = self.land, sorted(found, key=lambda group: group.clue < 0)
        return self._groups[1]

    def _group(self, cells: int) -> Group:
        puzzle = self.puzzle
        clues = [cell for cell in cells_of(cells) if puzzle.clues[cell]]
        if len(clues) > 1:
            one, other = (place(divmod(clue, puzzle.columns)) for clue in clues[:2])
            words = f"the numbers in {one} and {other} would be on one island"
            raise ContradictionError(cells, words)
        if not clues:
            return Group(cells, -1, ANY_SIZE, len(puzzle.clues))
        size = puzzle.clues[clues[0]]
        if size == ANY_SIZE:
            return Group(cells, clues[0], size, len(puzzle.clues))
        left = size - cells.bit_count()
        if left < 0:
            name = place(divmod(clues[0], puzzle.columns))
            raise ContradictionError(cells, f"the island of {size} in {name} would be too large")
        return Group(cells, clues[0], size, left)

    def named(self, group: Group) -> str:
        """The name of an island or of land in explanations."""
        if group.clue < 0:
            return f"the land in {self.called(next(cells_of(group.cells)))}"
        size = "?" if group.size == ANY_SIZE else group.size
        return f"the island of {size} in {self.called(group.clue)}"

    def called(self, cell: int) -> str:
        """The name of a cell in explanations."""
        return place(divmod(cell, self.puzzle.columns))

    def values_in(self, solution: bytes) -> bytes:
        """The colours of a solution."""
        return solution

    def solution(self) -> bytes:
        """The colouring, if all cells are known."""
        return bytes(SEA if self.sea >> i & 1 else LAND for i in range(len(self.puzzle.clues)))


def knowledge(puzzle: Nurikabe) -> Knowledge:
    """The initial knowledge: clues are land."""
    land = sum(1 << cell for cell in puzzle.clue_cells)
    return Knowledge(puzzle, shape_of(puzzle.rows, puzzle.columns), 0, land)
