"""Brute force for puzzles of one loop: all loops of a lattice, and the clues, by coordinates.

It shares no code with cpstudy. A loop is a closed walk of vertices (row, column) that begins at its
first vertex in reading order; clues are checked on the walk.
"""

from __future__ import annotations

from functools import cache

Vertex = tuple[int, int]
Walk = tuple[Vertex, ...]


@cache
def walks(rows: int, columns: int) -> tuple[Walk, ...]:
    """All loops on a lattice with this number of vertices, each once."""
    found: list[Walk] = []
    for row in range(rows):
        for column in range(columns):
            start = (row, column)
            # A walk leaves the first vertex in reading order to the right and returns from below.
            _extend([start, (row, column + 1)], rows, columns, found)
    return tuple(found)


def _extend(walk: list[Vertex], rows: int, columns: int, found: list[Walk]) -> None:
    row, column = walk[-1]
    if not (0 <= row < rows and 0 <= column < columns) or walk[-1] < walk[0]:
        return
    if walk[-1] in walk[:-1]:
        if walk[-1] == walk[0] and len(walk) > 4:
            found.append(tuple(walk[:-1]))
        return
    for step in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        following = (row + step[0], column + step[1])
        if following != walk[-2]:
            _extend([*walk, following], rows, columns, found)


def edges(walk: Walk) -> set[frozenset[Vertex]]:
    """The pairs of vertices that a loop joins."""
    return {frozenset(pair) for pair in zip(walk, (*walk[1:], walk[0]), strict=True)}


def as_bytes(walk: Walk, rows: int, columns: int) -> bytes:
    """A loop in cpstudy's form of solutions: horizontal edges row by row, then vertical edges."""
    taken = edges(walk)
    across = [((r, c), (r, c + 1)) for r in range(rows) for c in range(columns - 1)]
    down = [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(columns)]
    return bytes(frozenset(pair) in taken for pair in across + down)


@cache
def numbers(walk: Walk, rows: int, columns: int) -> tuple[int, ...]:
    """The number of sides of each cell that a loop uses."""
    taken = edges(walk)
    return tuple(
        sum(
            frozenset(pair) in taken
            for pair in (
                ((r, c), (r, c + 1)),
                ((r + 1, c), (r + 1, c + 1)),
                ((r, c), (r + 1, c)),
                ((r, c + 1), (r + 1, c + 1)),
            )
        )
        for r in range(rows)
        for c in range(columns)
    )


def slitherlink(rows: int, columns: int, clues: tuple[int, ...]) -> set[bytes]:
    """All solutions. A clue of -1 means no clue."""
    return {
        as_bytes(walk, rows + 1, columns + 1)
        for walk in walks(rows + 1, columns + 1)
        if all(
            clue in (-1, count)
            for clue, count in zip(clues, numbers(walk, rows, columns), strict=True)
        )
    }


@cache
def pearls(walk: Walk) -> dict[Vertex, set[int]]:
    """The pearls that each vertex of a loop may have: 0 none, 1 white, 2 black."""
    size = len(walk)

    def turns(at: int) -> bool:
        (a, b), (c, d) = walk[(at - 1) % size], walk[(at + 1) % size]
        return a != c and b != d

    found = {}
    for at, vertex in enumerate(walk):
        near = turns((at - 1) % size), turns((at + 1) % size)
        found[vertex] = {0}
        if not turns(at) and any(near):
            found[vertex].add(1)
        if turns(at) and not any(near):
            found[vertex].add(2)
    return found


def masyu(rows: int, columns: int, clues: tuple[int, ...]) -> set[bytes]:
    """All solutions."""
    found = set()
    for walk in walks(rows, columns):
        allowed = pearls(walk)
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        if all(clue in allowed.get(cell, {0}) for cell, clue in zip(cells, clues, strict=True)):
            found.add(as_bytes(walk, rows, columns))
    return found
