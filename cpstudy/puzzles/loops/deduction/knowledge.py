"""The knowledge about a board: edges on the loop, edges off the loop, and the reasons.

A set of edges is an integer, bit i for edge i. Python's integers have any length, so a board is two
numbers, and a test of a few edges is a test of some bits. A rule reads the knowledge and yields
findings; it raises ContradictionError if the board has no solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.loops.clauses import passing
from cpstudy.puzzles.loops.lattice import Lattice
from cpstudy.puzzles.loops.rules import Loops

Cells = tuple[int, ...]


class Finding(NamedTuple):
    """The sets of edges found to be on and off the loop, the cells that force this, and why."""

    on: int
    off: int
    because: Cells
    words: str


class Relation(NamedTuple):
    """Edges that may be on the loop only in these ways: ``edges`` a set, ``ways`` subsets of it.

    cells: those concerned. broken: the violation if no way is left. why: see words.py.
    """

    edges: int
    ways: tuple[int, ...]
    cells: Cells
    broken: str
    why: tuple[str, str, str]


def edges_of(mask: int) -> Iterator[int]:
    """The edges of a set in increasing order."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def set_of(edges: Cells) -> int:
    """A set of edges as a number."""
    mask = 0
    for edge in edges:
        mask |= 1 << edge
    return mask


def spread(pattern: int, edges: Cells) -> int:
    """The edges of a pattern as a set; bit i of the pattern represents ``edges[i]``."""
    return sum(1 << edge for place, edge in enumerate(edges) if pattern >> place & 1)


@lru_cache(maxsize=8)
def vertex_ways(lattice: Lattice) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each vertex its edges, as a set, and the ways in which a loop may pass it."""
    return tuple(
        (set_of(incident), tuple(spread(p, incident) for p in passing(len(incident))))
        for incident in lattice.incident
    )


@dataclass
class Knowledge:
    """on, off: the edges known to be so, disjoint sets. steps: (rule, finding), in order.

    full: all edges. seen: the known edges of each relation at its last examination.
    """

    puzzle: Loops
    full: int
    on: int = 0
    off: int = 0
    steps: list[tuple[int, Finding]] = field(default_factory=list)
    seen: dict[tuple[str, int], tuple[int, int]] = field(default_factory=dict)

    @property
    def unknown(self) -> int:
        """The edges that are not known."""
        return self.full & ~(self.on | self.off)

    @property
    def settled(self) -> bool:
        """Whether every edge is known."""
        return not self.unknown

    @property
    def undecided(self) -> float:
        """The share of edges that are not known."""
        return self.unknown.bit_count() / max(self.puzzle.lattice.edges, 1)

    def to_suppose(self) -> Iterator[tuple[int, int, str]]:
        """Each edge on the loop (1), then off it (0); edges at the ends of paths first."""
        near = 0
        for edges, _ in vertex_ways(self.puzzle.lattice):
            if edges & self.on:
                near |= edges
        near &= self.unknown
        for mask in (near, self.unknown & ~near):
            for edge in edges_of(mask):
                yield edge, 1, "if it were on the loop"
                yield edge, 0, "if it were not"

    def supposing(self, edge: int, here: int) -> Knowledge:
        """A copy without steps in which an edge is on the loop, or off it."""
        bit = 1 << edge
        on, off = (self.on | bit, self.off) if here else (self.on, self.off | bit)
        return Knowledge(self.puzzle, self.full, on, off, seen=dict(self.seen))

    def refuted(self, edge: int, here: int, because: Cells, words: str) -> Finding:
        """The finding that an edge is off the loop, or on it."""
        on, off = (0, 1 << edge) if here else (1 << edge, 0)
        return Finding(on, off, because, words)

    def learn(self, rule: int, finding: Finding) -> bool:
        """Add a finding; return whether anything in it is new.

        Raises ContradictionError if an edge is known to have the other value.
        """
        if finding.on & self.off or finding.off & self.on:
            raise ContradictionError(finding.because, finding.words)
        new = finding._replace(on=finding.on & ~self.on, off=finding.off & ~self.off)
        if not (new.on or new.off):
            return False
        self.on |= new.on
        self.off |= new.off
        self.steps.append((rule, new))
        return True

    def cells(self, edges: int) -> Cells:
        """The cells next to a set of edges."""
        adjacent_cells = self.puzzle.adjacent_cells
        return tuple(sorted({cell for edge in edges_of(edges) for cell in adjacent_cells(edge)}))

    def values_in(self, solution: bytes) -> bytes:
        """For each edge whether it is on the loop of a solution."""
        return solution

    def solution(self) -> bytes:
        """The loop, if all edges are known."""
        return bytes(self.on >> edge & 1 for edge in range(self.puzzle.lattice.edges))
