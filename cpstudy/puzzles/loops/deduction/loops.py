"""No loop is closed too early: the edge between the ends of a path, where that is not all.

A path whose ends are neighbours would be closed by the edge between them. That is the whole loop or
wrong: where another edge is known to be run on, or a clue asks for an edge that neither takes, the
edge is not run on. Cost: a walk along all paths.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from cpstudy.core.deducing import ContradictionError
from cpstudy.puzzles.loops.clauses import demands
from cpstudy.puzzles.loops.deduction.knowledge import Finding, Knowledge, edges_of, set_of
from cpstudy.puzzles.loops.rules import Loops


@lru_cache(maxsize=8)
def _wanted(puzzle: Loops) -> tuple[int, ...]:
    """Sets of edges of which the loop takes one."""
    return tuple(map(set_of, demands(puzzle)))


def early_loop(k: Knowledge) -> Iterator[Finding]:
    """The edge that would close a loop beside other parts of it is not run on."""
    lattice = k.puzzle.lattice
    for path, ends in paths(k):
        if not ends:
            if not _is_whole(k, path):
                raise ContradictionError(k.cells(path), "a loop would be closed too early")
            if k.unknown:
                yield Finding(0, k.unknown, k.cells(path), "the loop is closed")
            continue
        for edge in set(lattice.incident[ends[0]]) & set(lattice.incident[ends[1]]):
            if k.unknown >> edge & 1 and not _is_whole(k, path | 1 << edge):
                words = "the loop would be closed too early"
                yield Finding(0, 1 << edge, k.cells(path), words)


def _is_whole(k: Knowledge, loop: int) -> bool:
    """Whether a loop is all that is known, and takes an edge of every clue that asks for one."""
    return not k.on & ~loop and all(loop & wanted for wanted in _wanted(k.puzzle))


def paths(k: Knowledge) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The paths that are known, as sets of edges, each with its two ends; loops have none."""
    ends_of, incident = k.puzzle.lattice.ends, k.puzzle.lattice.incident
    left = k.on
    while left:
        first = next(edges_of(left))
        path = 1 << first
        ends = []
        for start in ends_of[first]:
            vertex, moved = start, True
            while moved:
                moved = False
                for edge in incident[vertex]:
                    if left >> edge & 1 and not path >> edge & 1:
                        path |= 1 << edge
                        vertex = sum(ends_of[edge]) - vertex
                        moved = True
                        break
            ends.append(vertex)
        left &= ~path
        # Where the walk from the one end came back to the other one, that is a loop.
        closed = ends[0] == ends_of[first][1] and path.bit_count() > 1
        yield path, () if closed else (ends[0], ends[1])
