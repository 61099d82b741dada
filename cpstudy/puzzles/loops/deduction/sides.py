"""Inside and outside: faces that an edge without the loop joins are on the same side, others not.

Known edges tell of many faces on which side of the loop they are, or at least that two of them are
on the same one, or not; an edge between two such faces follows. It is what people colour. The faces
are walked through over known edges, each with its side as seen from where the walk began.

Cost: linear in the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge, edges_of
from cpstudy.puzzles.loops.lattice import Lattice


@lru_cache(maxsize=8)
def _crossings(lattice: Lattice) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Of each face, the outside last, its edges and the faces beyond them."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(lattice.outside + 1)]
    for edge, (one, other) in enumerate(lattice.beside):
        found[one].append((edge, other))
        found[other].append((edge, one))
    return tuple(map(tuple, found))


def sides(k: Knowledge) -> Iterator[Finding]:
    """Edges between faces whose sides are known, as far as each is reported by the others."""
    lattice = k.puzzle.lattice
    part = [-1] * (lattice.outside + 1)
    side = [0] * (lattice.outside + 1)
    above = [-1] * (lattice.outside + 1)  # the edge by which the walk came
    crossings = _crossings(lattice)
    known = k.on | k.off
    for root in range(lattice.outside, -1, -1):
        if part[root] >= 0:
            continue
        part[root] = root
        queue = [root]
        for face in queue:
            for edge, other in crossings[face]:
                if not known >> edge & 1:
                    continue
                beyond = side[face] ^ (k.on >> edge & 1)
                if part[other] < 0:
                    part[other], side[other], above[other] = root, beyond, edge
                    queue.append(other)
                elif side[other] != beyond:
                    words = "inside and outside of the loop would meet"
                    raise ContradictionError(k.cells(1 << edge), words)
    for edge in edges_of(k.unknown):
        one, other = lattice.beside[edge]
        if part[one] != part[other]:
            continue
        run_on = side[one] != side[other]
        words = f"on its two sides there is {'inside and outside' if run_on else 'the same side'}"
        because = k.cells(_way(lattice, above, one) ^ _way(lattice, above, other))
        bit = 1 << edge
        yield Finding(bit if run_on else 0, 0 if run_on else bit, because, words)


def _way(lattice: Lattice, above: list[int], face: int) -> int:
    """The edges from a face to where its walk began, as a set."""
    found = 0
    while (edge := above[face]) >= 0:
        found |= 1 << edge
        one, other = lattice.beside[edge]
        face = other if face == one else one
    return found
